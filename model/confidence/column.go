package confidence

import (
	"bytes"
	"math"
	"slices"

	"tabletop/model/rowkey"
)

// column is the values of one segment, and what they look like.
type column struct {
	seg     *rowkey.Segment
	values  [][]byte
	seconds []float64 // of time values, since 1970
	numbers []float64 // of integers
	cells   []float64 // cell timestamps in seconds since 1970, by value; NaN without one
	rows    []int     // keys that the values are of, by number
	bounded [2]int    // values with a literal, a length, or an end of the key at the left and at the right

	unique, narrow, wide        int
	left, right                 float64 // shares of bounded
	distinct, punctuated        float64
	formed, mixed, upper        float64
	entropy, flat               float64
	zeroFirst, zeroLast         float64
	constantFirst, rising       float64
	leadingZero, dense          float64
	timeRank, timeNear, timeFar float64
	inRange, spread, timeLike   float64
	reversedLike, coarseLike    float64 // numbers that may be times of those kinds
	sharedStart, sharedEnd      float64 // bytes that all values begin and end with, of 8
	figures                     float64 // mean share of digits
	textInside, junk            float64
	printable, calendar         bool
	doubtfulTime                bool      // times that nothing confirms and something contradicts, see doubtTimes
	position                    []float64 // entropy in bits per position, of the first bytes
	final                       float64   // entropy of the last byte
	doubts                      doubts
}

// add takes the n-th span of a key.
func (c *column) add(row int, key []byte, spans []rowkey.Span, n int, micros int64) {
	span := spans[n]
	if span.Start == span.End {
		return
	}
	c.values, c.rows = append(c.values, key[span.Start:span.End]), append(c.rows, row)
	if span.Start == 0 || n > 0 && spans[n-1].End < span.Start || n == 0 && span.Start > 0 {
		c.bounded[0]++
	}
	if span.End == len(key) || n+1 < len(spans) && spans[n+1].Start > span.End ||
		n+1 == len(spans) && span.End < len(key) {
		c.bounded[1]++
	}
	cell := math.NaN()
	if micros != NoTime {
		cell = float64(micros) / 1e6
	}
	c.cells = append(c.cells, cell)
	switch span.Value.Kind {
	case rowkey.KindTime:
		c.seconds = append(c.seconds, float64(span.Value.Int)+float64(span.Value.Nanos)/1e9)
	case rowkey.KindInt:
		c.numbers = append(c.numbers, float64(span.Value.Int))
	case rowkey.KindUint:
		c.numbers = append(c.numbers, float64(span.Value.Uint))
	}
}

// finish computes what the values look like.
func (c *column) finish() {
	value := float64(max(len(c.values), 1))
	c.left, c.right = float64(c.bounded[0])/value, float64(c.bounded[1])/value
	seen := make(map[string]int, len(c.values))
	c.narrow, c.printable = math.MaxInt, true
	for _, v := range c.values {
		seen[string(v)]++
		c.narrow, c.wide = min(c.narrow, len(v)), max(c.wide, len(v))
		c.printable = c.printable && printable(v)
	}
	c.unique = len(seen)
	c.distinct = float64(len(seen)) / value
	c.shapes(value)
	c.shared()
	c.positions()
	c.integers()
	c.times()
}

// shapes describes the letters, digits, and punctuation of the values.
func (c *column) shapes(n float64) {
	forms := map[string]int{}
	counts := map[byte]int{} // values with exactly as many of a punctuation byte as the first value has
	var form []byte
	for index, value := range c.values {
		form = appendForm(form[:0], value)
		forms[string(form)]++
		letters, capitals, low, numerals := false, false, 0, 0
		for _, b := range value {
			letters = letters || b|0x20 >= 'a' && b|0x20 <= 'z'
			numerals += int(when(b >= '0' && b <= '9'))
			capitals = capitals || b >= 'A' && b <= 'Z'
			if b < ' ' || b > '~' {
				low++
			}
		}
		c.figures += float64(numerals) / float64(len(value)) / n
		c.mixed += when(letters && numerals > 0) / n
		c.upper += when(capitals) / n
		c.junk += float64(low) / float64(len(value)) / n
		if !c.printable {
			c.textInside += when(runOfText(value) >= 4) / n
		}
		if index == 0 {
			for _, b := range value {
				if punctuation(b) {
					counts[b] = 0
				}
			}
		}
		for b := range counts {
			counts[b] += int(when(count(value, b) == count(c.values[0], b)))
		}
	}
	if c.printable {
		c.junk = 0
		for _, k := range counts {
			c.punctuated = max(c.punctuated, float64(k)/n)
		}
	} else if t := c.seg.Codec.Type(); t != rowkey.Text && t != rowkey.Enum {
		c.junk = 0
	}
	for form, k := range forms {
		if len(form) >= 2 {
			c.formed = max(c.formed, float64(k)/n)
		}
	}
}

// shared counts the bytes that all values begin and end with, where they are not all the same.
func (c *column) shared() {
	if c.unique < 2 {
		return
	}
	first := c.values[0]
	start, end := c.narrow, c.narrow
	for _, v := range c.values[1:] {
		for start > 0 && !bytes.HasPrefix(v, first[:start]) {
			start--
		}
		for end > 0 && !bytes.HasSuffix(v, first[len(first)-end:]) {
			end--
		}
	}
	c.sharedStart, c.sharedEnd = float64(min(start, 8))/8, float64(min(end, 8))/8
}

// appendForm appends the runs of letters, digits, and other bytes of a value, each with its length: "a3", "01", "-1".
func appendForm(dst, v []byte) []byte {
	last := byte(0)
	for _, char := range v {
		class := byte('-')
		switch {
		case char >= '0' && char <= '9':
			class = '0'
		case char|0x20 >= 'a' && char|0x20 <= 'z':
			class = 'a'
		}
		if class != last {
			dst = append(dst, class)
		}
		last = class
	}
	return dst
}

func printable(v []byte) bool {
	for _, b := range v {
		if b < ' ' || b > '~' {
			return false
		}
	}
	return true
}

func punctuation(b byte) bool {
	return b > ' ' && b <= '~' && !(b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z')
}

func count(v []byte, b byte) (n int) {
	for _, x := range v {
		if x == b {
			n++
		}
	}
	return n
}

// runOfText returns the length of the longest run of lower-case letters.
func runOfText(v []byte) (most int) {
	run := 0
	for _, b := range v {
		if b >= 'a' && b <= 'z' {
			run++
			most = max(most, run)
		} else {
			run = 0
		}
	}
	return most
}

// positions measures entropies per position: of random values they are flat, of big-endian integers they rise.
func (c *column) positions() {
	count := len(c.values)
	if count == 0 {
		return
	}
	width := min(c.narrow, 32)
	sum, least, up := 0.0, math.Inf(1), 0
	for p := range width {
		h := entropy(c.values, func(v []byte) byte { return v[p] })
		if p > 0 && h >= c.position[p-1]-0.3 {
			up++
		}
		c.position = append(c.position, h)
		sum, least = sum+h, min(least, h)
	}
	c.final = entropy(c.values, func(v []byte) byte { return v[len(v)-1] })
	c.entropy = sum / float64(max(width, 1)) / 8
	c.flat = least / max(slices.Max(append(c.position, 0.01)), 0.01)
	c.rising = float64(up) / float64(max(width-1, 1))
	c.constantFirst = when(width > 0 && c.position[0] == 0)
	for _, v := range c.values {
		c.zeroFirst += when(v[0] == 0) / float64(count)
		c.zeroLast += when(v[len(v)-1] == 0) / float64(count)
		c.leadingZero += when(v[0] == '0' && len(v) > 1) / float64(count)
	}
}

// entropy returns the entropy in bits of a byte of each of values.
func entropy(values [][]byte, get func(v []byte) byte) float64 {
	var freq [256]int
	for _, v := range values {
		freq[get(v)]++
	}
	h := 0.0
	for _, k := range freq {
		if k > 0 {
			p := float64(k) / float64(len(values))
			h -= p * math.Log2(p)
		}
	}
	return h
}

// contrast returns how different the bytes at both sides of a boundary without a delimiter are, 0..1.
func contrast(a, b *column) float64 {
	if len(a.values) == 0 || len(b.values) == 0 || len(b.position) == 0 {
		return 0
	}
	d := math.Abs(a.final-b.position[0]) / 8
	if class(a.values[0][len(a.values[0])-1]) != class(b.values[0][0]) {
		d += 0.5
	}
	return min(d, 1)
}

func class(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return 0
	case b|0x20 >= 'a' && b|0x20 <= 'z':
		return 1
	case b >= ' ' && b <= '~':
		return 2
	}
	return 3
}
