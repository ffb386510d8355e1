package infer

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"

	"tabletop/model/rowkey"
)

// numbers are the values of a column as integers, those that are none left out.
type numbers struct {
	row []int32
	val []uint64
}

// parseNumbers reads the values with base 10 or 16.
func (s *summary) parseNumbers(base int) numbers {
	n := numbers{make([]int32, 0, len(s.val)), make([]uint64, 0, len(s.val))}
	for i, v := range s.val {
		if x, ok := parseUint(v, base); ok {
			n.row, n.val = append(n.row, s.row[i]), append(n.val, x)
		}
	}
	return n
}

func parseUint(v []byte, base int) (uint64, bool) {
	if len(v) == 0 {
		return 0, false
	}
	x := uint64(0)
	for _, c := range v {
		d := uint64(16)
		switch {
		case c >= '0' && c <= '9':
			d = uint64(c - '0')
		case c >= 'a' && c <= 'f':
			d = uint64(c-'a') + 10
		case c >= 'A' && c <= 'F':
			d = uint64(c-'A') + 10
		}
		b := uint64(base)
		if d >= b || x > (math.MaxUint64-d)/b {
			return 0, false
		}
		x = x*b + d
	}
	return x, true
}

// rangeBits is the cost of integers by their range, the rarest left out.
func rangeBits(vals []uint64) float64 {
	if len(vals) == 0 {
		return 0
	}
	lo, hi := vals[0], vals[0]
	for _, v := range vals {
		lo, hi = min(lo, v), max(hi, v)
	}
	n := float64(len(vals))
	return n*math.Log2(float64(hi-lo)+1) + math.Log2(float64(hi)+2)
}

// sizedBits is the cost of integers whose size varies: their bit length by its frequency, then the bits.
func sizedBits(vals []uint64) float64 {
	var counts [65]int
	cost := 0.0
	for _, v := range vals {
		l := bitLen(v)
		counts[l]++
		cost += math.Max(0, float64(l-1))
	}
	n := float64(len(vals))
	kinds := 0.0
	for _, k := range counts {
		if k > 0 {
			kinds++
		}
	}
	return cost + n*entropyOf(counts[:], len(vals)) + kinds*distinctBit*math.Log2(n+1)
}

func bitLen(v uint64) int {
	n := 0
	for ; v > 0; v >>= 1 {
		n++
	}
	return n
}

func (s *summary) leadingZeros() int {
	return s.share(func(v []byte) bool { return len(v) > 1 && v[0] == '0' })
}

// digitsText reads columns of decimal digits: times, numbers, quadkeys.
func (e *engine) digitsText(s *summary) (reading, bool) {
	if !s.only(digit) {
		return e.decimalText(s)
	}
	nums := s.parseNumbers(10)
	big := len(nums.val) < most(s.n)
	if s.width >= 16 && !big {
		if r, ok := e.snowflake(s, nums); ok {
			return r, true
		}
	}
	if !big {
		if t, ok := e.keys.timeOf(nums.row, nums.val, 0); ok && s.min >= 4 {
			r := reading{typ: rowkey.Timestamp, unit: t.unit, reversed: t.reversed(), solid: true, strong: true, known: t.known, bits: t.bits * float64(s.n), spec: epochSpec(t, s.numberForm(), s.numberMax())}
			if s.width > 0 {
				usual := uint64(math.MaxInt64)
				if s.width < 19 {
					usual = tens(s.width) - 1
				}
				r.fixed = epochSpec(t, fmt.Sprintf("pad(%d)", s.width), usual)
			}
			return r, true
		}
	}
	zeros := s.leadingZeros()
	if q, ok := s.quadkey(); ok {
		return q, true
	}
	cost := s.positions()
	if !big {
		cost = math.Min(cost, math.Min(rangeBits(nums.val), sizedBits(nums.val)))
	}
	cost = math.Min(cost, s.order0())
	if r, ok := s.descending(nums, cost); ok && !big {
		return r, true
	}
	switch {
	case s.mirrored(zeros):
		form := "mirror(int)"
		r := reading{typ: rowkey.IntDecimal, reversed: true, spec: form, bits: cost}
		if s.width > 0 {
			r.typ, r.spec = rowkey.IntPadded, fmt.Sprintf("mirror(pad(%d))", s.width)
		}
		return r, true
	case s.width >= 20 && s.evenDigits() || big && s.width == 0:
		return reading{typ: rowkey.Hash, spec: hashSpec("dec", s.width), bits: cost, random: true}, true
	case s.width > 0 && zeros > tolerance(s.n):
		return reading{typ: rowkey.IntPadded, spec: fmt.Sprintf("pad(%d)", s.width), bits: cost}, true
	case zeros > tolerance(s.n):
		return reading{typ: rowkey.Text, spec: "text", bits: cost}, s.distinct > 32
	}
	return reading{typ: rowkey.IntDecimal, spec: "int", fixed: fmt.Sprintf("pad(%d)", s.width), bits: cost}, true
}

// descending tells numbers that were subtracted from a maximum, so that the greatest come first: they all stand just below
// it.
func (s *summary) descending(nums numbers, cost float64) (reading, bool) {
	if len(nums.val) < most(s.n) || s.distinct < 3 || s.width < 8 {
		return reading{}, false
	}
	lo, hi := slices.Min(nums.val), slices.Max(nums.val)
	for _, limit := range []uint64{math.MaxInt32, math.MaxUint32, math.MaxInt64, math.MaxUint64, tens(min(s.width, 19)) - 1} {
		if hi <= limit && limit-lo < limit/200 {
			r := reading{typ: rowkey.IntPadded, reversed: true, bits: cost, spec: fmt.Sprintf("reverse(pad(%d), %s)", s.width, maximumSpec(limit))}
			r.fixed = r.spec
			return r, true
		}
	}
	return reading{}, false
}

// decimalText reads times with a fraction after a point: 1425330757.685.
func (e *engine) decimalText(s *summary) (reading, bool) {
	if !s.only(digit | dot) {
		return reading{}, false
	}
	places := -1
	for _, v := range s.val {
		if at := bytes.IndexByte(v, '.'); at > 0 {
			places = len(v) - at - 1
			break
		}
	}
	if places < 1 || places > 9 || !s.nearly(func(v []byte) bool { at := bytes.IndexByte(v, '.'); return at == len(v)-places-1 && at > 0 }) {
		return reading{}, false
	}
	n := numbers{}
	for i, v := range s.val {
		if x, ok := parseUint(bytes.Replace(v, []byte("."), nil, 1), 10); ok {
			n.row, n.val = append(n.row, s.row[i]), append(n.val, x)
		}
	}
	if t, ok := e.keys.timeOf(n.row, n.val, 0); ok && !t.reversed() {
		return reading{typ: rowkey.Timestamp, unit: t.unit, solid: true, strong: true, known: t.known, bits: t.bits * float64(s.n), spec: fmt.Sprintf("%s(point(%d))", t.unit, places)}, true
	}
	return reading{}, false
}

// numberForm is the number form of a column of decimal digits.
func (s *summary) numberForm() string {
	if s.width > 0 && s.leadingZeros() > tolerance(s.n) {
		return fmt.Sprintf("pad(%d)", s.width)
	}
	return "int"
}

func (s *summary) numberMax() uint64 {
	if s.width == 0 || s.leadingZeros() <= tolerance(s.n) || s.width == 19 {
		return math.MaxInt64
	}
	if s.width > 19 {
		return math.MaxUint64
	}
	return tens(s.width) - 1
}

func tens(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// epochSpec writes the codec of a count of units in a number form whose usual maximum is usual.
func epochSpec(t timing, form string, usual uint64) string {
	spec := string(t.unit)
	if form != "int" {
		spec += "(" + form + ")"
	}
	switch {
	case !t.reversed():
		return spec
	case t.from == usual:
		return "reverse(" + spec + ")"
	}
	return "reverse(" + spec + ", " + maximumSpec(t.from) + ")"
}

// maximumSpec writes what a reversed number is subtracted from.
func maximumSpec(m uint64) string {
	if n := bitLen(m); n >= 8 && m == math.MaxUint64>>(64-n) {
		return fmt.Sprintf("2^%d-1", n)
	}
	for n := 1; n <= 19; n++ {
		if m == tens(n)-1 {
			return fmt.Sprintf("10^%d-1", n)
		}
	}
	return strconv.FormatUint(m, 10)
}

func hashSpec(alphabet string, width int) string {
	if width > 0 {
		return fmt.Sprintf("hash(%s(%d))", alphabet, width)
	}
	return "hash(" + alphabet + ")"
}

// mirrored tells digits written from last to first: plain numbers never start with a zero, these never end with one.
func (s *summary) mirrored(leading int) bool {
	if s.distinct < 60 || s.max > 19 || leading*20 < s.n || leading*4 > s.n {
		return false
	}
	if s.share(func(v []byte) bool { return v[len(v)-1] == '0' }) > 0 {
		return false
	}
	var first, last [10]int
	for _, v := range s.val {
		if len(v) > 0 && v[0] >= '0' && v[0] <= '9' && v[len(v)-1] >= '0' && v[len(v)-1] <= '9' {
			first[v[0]-'0']++
			last[v[len(v)-1]-'0']++
		}
	}
	return entropyOf(first[:], s.n) > 3.1 && entropyOf(last[:], s.n) <= entropyOf(first[:], s.n)
}

// evenDigits says that every position of the values holds all ten digits about equally often.
func (s *summary) evenDigits() bool {
	if s.distinct < 30 {
		return false
	}
	for p := range s.width {
		var counts [10]int
		n := 0
		for _, v := range s.val {
			if len(v) == s.width && v[p] >= '0' && v[p] <= '9' {
				counts[v[p]-'0']++
				n++
			}
		}
		if entropyOf(counts[:], n) < 2.5 && p > 0 {
			return false
		}
	}
	return true
}

// quadkey tells cells of a quadtree: digits 0 to 3 alone.
func (s *summary) quadkey() (reading, bool) {
	if s.min < 6 || s.distinct < 12 || !s.nearly(func(v []byte) bool {
		for _, c := range v {
			if c > '3' {
				return false
			}
		}
		return true
	}) {
		return reading{}, false
	}
	seen := 0
	for c := '0'; c <= '3'; c++ {
		if int(s.chars[c])*12 > s.total {
			seen++
		}
	}
	if seen < 3 {
		return reading{}, false
	}
	return reading{typ: rowkey.Geohash, spec: "geohash(quadkey)", bits: math.Min(s.positions(), s.order0()), solid: true, strong: true}, true
}

// snowflake tells ids that begin with 41 bits of milliseconds since a known epoch.
func (e *engine) snowflake(s *summary, nums numbers) (reading, bool) {
	for _, k := range []struct {
		epoch int64 // milliseconds since 1970
		spec  string
	}{{1288834974657, "snowflake"}, {1420070400000, "snowflake(discord)"}, {1314220021721, "snowflake(1314220021721)"}, {1609459200000, "snowflake(1609459200000)"}, {1577836800000, "snowflake(1577836800000)"}} {
		ms := make([]uint64, len(nums.val))
		for i, v := range nums.val {
			ms[i] = v>>22 + uint64(k.epoch)
		}
		if t, ok := e.keys.timeOf(nums.row, ms, 0); ok && t.known && t.unit == rowkey.Millisecond && !t.reversed() {
			return reading{typ: rowkey.IntDecimal, spec: k.spec, bits: (t.bits + 22) * float64(s.n), solid: true, strong: true, word: "id"}, true
		}
	}
	return reading{}, false
}

// hexText reads columns of hexadecimal digits.
func (e *engine) hexText(s *summary) (reading, bool) {
	up := s.only(digit | hexUpper)
	if !up && !s.only(digit|hexLower) {
		return reading{}, false
	}
	digits := s.share(func(v []byte) bool { return classesOf(v)&digit != 0 })
	mixed := s.share(func(v []byte) bool { m := classesOf(v); return m&digit != 0 && m&letters != 0 })
	if s.width == 0 && (mixed*4 < s.n || digits*2 < s.n || s.max < 3) || s.width > 0 && (mixed*5 < s.n || s.width < 2) {
		return reading{}, false
	}
	if p := s.commonPrefix(); len(p) > 0 && classOf(p[0])&letters != 0 && s.width <= 4 && s.closed() {
		return reading{}, false // B02, B03, B8A
	}
	if at := len(s.commonPrefix()); at > 0 && s.nearly(func(v []byte) bool { return at < len(v) && classesOf(v[at:]) == digit }) {
		return reading{}, false // d19010: the letters are the same in all
	}
	cost := math.Min(4*float64(s.total), s.positions())
	random := s.width >= 6 && s.evenBytes(16, 0)
	if s.width > 0 && s.width <= 16 && s.width >= 8 {
		nums := s.parseNumbers(16)
		if t, ok := e.keys.timeOf(nums.row, nums.val, 4*s.width); ok && (t.known || !random) {
			usual := uint64(math.MaxUint64) >> (64 - 4*s.width)
			return reading{typ: rowkey.Timestamp, unit: t.unit, reversed: t.reversed(), solid: true, strong: true, known: t.known, bits: t.bits * float64(s.n),
				spec: epochSpec(t, fmt.Sprintf("hex(%d%s)", s.width, upperArg(up)), usual)}, true
		}
	}
	switch {
	case s.width == 24 && e.objectID(s):
		return reading{typ: rowkey.Hash, spec: "objectid", bits: math.Min(cost, 76*float64(s.n)), solid: true, strong: true, random: true}, true
	case s.width == 15 && s.wide(func(v []byte) bool { return v[0] == '8' && v[14]|0x20 == 'f' }):
		return reading{typ: rowkey.Geohash, spec: "geohash(h3)", bits: cost, solid: true, strong: true}, true
	case s.width >= 16 && random:
		form := "hex"
		if up {
			form = "upper"
		}
		return reading{typ: rowkey.Hash, spec: hashSpec(form, s.width), bits: cost, solid: true, strong: true, random: true}, true
	case s.width > 0 && s.descendingHex():
		return reading{typ: rowkey.Hex, reversed: true, spec: fmt.Sprintf("reverse(int(hex(%d%s)))", s.width, upperArg(up)), bits: s.positions()}, true
	case s.width > 0:
		return reading{typ: rowkey.Hex, spec: fmt.Sprintf("hex(%d%s)", s.width, upperArg(up)), bits: cost, strong: random && s.width >= 12, random: random}, true
	}
	return reading{typ: rowkey.Hex, spec: "hex" + map[bool]string{true: "(upper)"}[up], bits: cost}, true
}

func upperArg(up bool) string {
	if up {
		return ", upper"
	}
	return ""
}

// descendingHex tells a number subtracted from all ones: it starts with several f.
func (s *summary) descendingHex() bool {
	return s.width >= 8 && s.width <= 16 && s.wide(func(v []byte) bool { return bytes.HasPrefix(bytes.ToLower(v[:4]), []byte("ffff")) })
}

// objectID tells 24 hex digits of which the first 8 are seconds.
func (e *engine) objectID(s *summary) bool {
	n := numbers{}
	for i, v := range s.val {
		if len(v) != 24 {
			continue
		}
		if x, ok := parseUint(v[:8], 16); ok {
			n.row, n.val = append(n.row, s.row[i]), append(n.val, x)
		}
	}
	t, ok := e.keys.timeOf(n.row, n.val, 32)
	return ok && t.unit == rowkey.Second && !t.reversed()
}

// evenBytes says that the values are drawn evenly from an alphabet of size letters: no position from skip on favours some.
func (s *summary) evenBytes(size, skip int) bool {
	if s.width == 0 || s.distinct < 16 {
		return false
	}
	var counts [256]int
	step := 1 + s.width/64 // of long values some places will do
	for p := skip; p < s.width; p += step {
		clear(counts[:])
		n, kinds := 0, 0
		for _, u := range s.uniq {
			if v := u.val; len(v) == s.width {
				if counts[v[p]] == 0 {
					kinds++
				}
				counts[v[p]]++
				n++
			}
		}
		if entropyOf(counts[:], n) < 0.86*expectedEntropy(n, size) {
			return false
		}
	}
	return true
}

// expectedEntropy is about the entropy seen in n even draws from size values: the bias of the estimate is (size-1)/2n nats
// (Miller 1955) as long as n exceeds size, and the log of n caps it below.
func expectedEntropy(n, size int) float64 {
	if n == 0 {
		return 0
	}
	full := math.Log2(float64(size))
	biased := full - float64(size-1)/(2*float64(n))*math.Log2E
	return math.Min(math.Max(biased, full*0.5), 0.97*math.Log2(float64(n)))
}

func bigEndian(v []byte) uint64 {
	var b [8]byte
	copy(b[8-min(len(v), 8):], v[max(0, len(v)-8):])
	return binary.BigEndian.Uint64(b[:])
}
