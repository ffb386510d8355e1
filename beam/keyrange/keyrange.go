// Package keyrange divides the keys of a table among the workers of a Beam job: restrictions that are key ranges, and
// the tracker of what has been claimed of one. Beam ships no tracker for byte keys.
package keyrange

import (
	"bytes"
	"math"
)

// Range is a range of row keys, which Beam passes between workers: its fields must stay exported, and nil and empty
// keys mean the same, because the coder does not keep them apart.
type Range struct {
	Start []byte // inclusive; empty is the first row of the table
	End   []byte // exclusive; empty is the end of the table
	Bytes int64  // of the table in the range, as the service counts them; 0 when unknown
	// Keys are section borders inside the range, in ascending order, and Offsets the bytes of the range before each.
	Keys    [][]byte
	Offsets []int64
}

// Border is a section border of a table with the bytes before it, as SampleRowKeys returns them.
type Border struct {
	Key    []byte // empty is the end of the table
	Offset int64
}

// New returns the range from start to end with the borders inside it. Borders are in key order, the end of the table
// last.
func New(start, end []byte, borders []Border) Range {
	r := Range{Start: start, End: end}
	from := offsetAt(start, borders)
	to := int64(0)
	if len(borders) > 0 {
		to = borders[len(borders)-1].Offset
	}
	if len(end) > 0 {
		to = offsetAt(end, borders)
	}
	r.Bytes = max(0, to-from)
	for _, b := range borders {
		if len(b.Key) > 0 && bytes.Compare(b.Key, start) > 0 && (len(end) == 0 || bytes.Compare(b.Key, end) < 0) {
			r.Keys = append(r.Keys, b.Key)
			r.Offsets = append(r.Offsets, min(r.Bytes, max(0, b.Offset-from)))
		}
	}
	return r
}

// offsetAt returns the bytes before a key: those before the section border that it follows, and a part of the section
// by where the key lies between its borders.
func offsetAt(key []byte, borders []Border) int64 {
	var before Border
	for _, border := range borders {
		if len(border.Key) == 0 || bytes.Compare(border.Key, key) > 0 {
			share := 0.0
			if len(border.Key) > 0 {
				share = Position(before.Key, border.Key, key)
			}
			return before.Offset + int64(share*float64(border.Offset-before.Offset))
		}
		before = border
	}
	return before.Offset
}

// Empty reports whether no key can be in the range.
func (r Range) Empty() bool { return len(r.End) > 0 && bytes.Compare(r.Start, r.End) >= 0 }

// Contains reports whether a key is in the range.
func (r Range) Contains(key []byte) bool {
	return bytes.Compare(key, r.Start) >= 0 && (len(r.End) == 0 || bytes.Compare(key, r.End) < 0)
}

// Size returns the bytes of the range, at least 1, so that a range of unknown size counts for something.
func (r Range) Size() float64 { return math.Max(1, float64(r.Bytes)) }

// Split divides the range at section borders into at most n ranges of similar size.
func (r Range) Split(n int) []Range {
	var out []Range
	rest := r
	for left := n; left > 1; left-- {
		a, b, ok := rest.cut(float64(rest.Bytes) / float64(left))
		if !ok {
			break
		}
		out = append(out, a)
		rest = b
	}
	return append(out, rest)
}

// cut divides the range at the section border closest to an offset; ok is false if it has none inside.
func (r Range) cut(offset float64) (a, b Range, ok bool) {
	best := -1
	for i := range r.Keys {
		if best < 0 || math.Abs(float64(r.Offsets[i])-offset) < math.Abs(float64(r.Offsets[best])-offset) {
			best = i
		}
	}
	if best < 0 {
		return r, Range{}, false
	}
	a, b = r.at(r.Keys[best], r.Offsets[best])
	return a, b, true
}

// at divides the range at a key, with so many bytes before it.
func (r Range) at(key []byte, offset int64) (a, b Range) {
	a = Range{Start: r.Start, End: key, Bytes: offset}
	b = Range{Start: key, End: r.End, Bytes: r.Bytes - offset}
	for i, k := range r.Keys {
		switch c := bytes.Compare(k, key); {
		case c < 0:
			a.Keys, a.Offsets = append(a.Keys, k), append(a.Offsets, r.Offsets[i])
		case c > 0:
			b.Keys, b.Offsets = append(b.Keys, k), append(b.Offsets, max(0, r.Offsets[i]-offset))
		}
	}
	return a, b
}

// offset estimates the bytes of the range before a key.
func (r Range) offset(key []byte) int64 {
	borders := make([]Border, 0, len(r.Keys)+2)
	borders = append(borders, Border{Key: r.Start})
	for i, k := range r.Keys {
		borders = append(borders, Border{k, r.Offsets[i]})
	}
	borders = append(borders, Border{r.End, r.Bytes})
	return min(r.Bytes, max(0, offsetAt(key, borders)))
}

// digits is how many bytes behind what two keys have in common are compared as a number.
const digits = 6

// Position returns where key lies between low and high, 0 to 1, if the keys between them are spread evenly over all
// bytes.
func Position(low, high, key []byte) float64 {
	lead := common(low, high)
	l, h, k := number(low, lead), number(high, lead), number(key, lead)
	if h <= l {
		return 0
	}
	return math.Min(1, math.Max(0, (k-l)/(h-l)))
}

// Between returns a key strictly after low and before high at a share of the way, and false if none was found. high
// must not be empty.
func Between(low, high []byte, share float64) ([]byte, bool) {
	lead := common(low, high)
	l, h := number(low, lead), number(high, lead)
	v := uint64(l + (h-l)*math.Min(1, math.Max(0, share)))
	key := append([]byte{}, low[:min(lead, len(low))]...)
	for i := digits - 1; i >= 0; i-- {
		key = append(key, byte(v>>(8*i)))
	}
	return key, bytes.Compare(key, low) > 0 && bytes.Compare(key, high) < 0
}

func common(a, b []byte) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// number returns the bytes of a key from a position as a number.
func number(key []byte, from int) float64 {
	var v uint64
	for i := range digits {
		v <<= 8
		if at := from + i; at < len(key) {
			v |= uint64(key[at])
		}
	}
	return float64(v)
}

// Next returns the smallest key after a key.
func Next(key []byte) []byte { return append(bytes.Clone(key), 0) }
