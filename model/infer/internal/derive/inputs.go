package derive

import (
	"bytes"
	"slices"
)

// Proof is a function of other segments that gives a segment in every key.
type Proof struct {
	// Hash is the name of the function. Where a salt is not its whole digest, as one unsigned number, modulo Buckets,
	// or its input is not the segments one after the other, the name says so: _abs, _positive, _floor, _first4, _last4,
	// _first1, _first8, _shiftN, _joined.
	Hash    string
	Buckets uint64 // 0 when the segment is the beginning of the digest
	Inputs  []int  // segments that are hashed, in order
}

// ReplayKeys is how many keys a function is replayed on.
const ReplayKeys = 160

// proofBits is how unlikely the agreement of a wrong function with all keys must be, in bits: about 2^20 of them are
// tried. plainBits is that of the digest of one segment, its beginning or the whole of it modulo a number: of those
// there are about 2^13, and most salts are so; one false alarm in 10,000 tables is allowed, as everywhere.
const proofBits, plainBits = 48.0, 27.0

// CutKey is a key with the places of its segments.
type CutKey struct {
	Key   []byte
	From  []int
	To    []int
	Group []int // index of the segment in the form, for each place
}

// WithHead cuts width bytes off the first segment of each key as a segment of their own; keys with a shorter one are
// left out.
func WithHead(keys []CutKey, width int) []CutKey {
	var out []CutKey
	for _, cutKey := range keys {
		if len(cutKey.To) == 0 || cutKey.To[0]-cutKey.From[0] <= width || cutKey.From[0] != 0 {
			continue
		}
		c := CutKey{Key: cutKey.Key, From: append([]int{0, width}, cutKey.From[1:]...),
			To: append([]int{width}, cutKey.To...), Group: []int{0}}
		for _, g := range cutKey.Group {
			c.Group = append(c.Group, g+1)
		}
		out = append(out, c)
	}
	return out
}

// input is a way to take bytes out of a key for hashing.
type input struct {
	segs []int
	take func(dst []byte, c *CutKey) []byte
}

// inputsFor lists what the segment target may be a hash of, the likeliest first.
func inputsFor(target int, isTime []bool, seps [][]byte) []input {
	var out []input
	others := []int{}
	for i := range isTime {
		if i != target {
			others = append(others, i)
			out = append(out, input{[]int{i}, func(dst []byte, c *CutKey) []byte { return c.join(dst, nil, i) }})
		}
	}
	out = append(out, input{others, func(dst []byte, c *CutKey) []byte { return c.without(dst, target) }})
	timeless := slices.DeleteFunc(slices.Clone(others), func(i int) bool { return isTime[i] })
	if len(timeless) < len(others) && len(timeless) > 0 {
		out = append(out, input{timeless, func(dst []byte, c *CutKey) []byte { return c.inOrder(dst, timeless) }})
	}
	for _, sep := range seps {
		for index := range isTime {
			for b := range isTime {
				if index == b || index == target || b == target {
					continue
				}
				out = append(out, input{[]int{index, b}, func(dst []byte, c *CutKey) []byte {
					return c.join(dst, sep, index,
						b)
				}})
			}
		}
	}
	// Stretches of the key with the delimiters in them.
	for index := range isTime {
		for position := index + 1; position < len(isTime); position++ {
			if target >= index && target <= position {
				continue
			}
			run := []int{}
			for i := index; i <= position; i++ {
				run = append(run, i)
			}
			out = append(out, input{run, func(dst []byte, c *CutKey) []byte { return c.stretch(dst, index, position) }})
			if len(run) > 2 {
				out = append(out, input{run, func(dst []byte, c *CutKey) []byte { return c.join(dst, nil, run...) }})
			}
		}
	}
	return out
}

// join appends the segments, with sep between them.
func (c *CutKey) join(dst, sep []byte, segs ...int) []byte {
	for index, want := range segs {
		if index > 0 {
			dst = append(dst, sep...)
		}
		for i, g := range c.Group {
			if g == want {
				dst = append(dst, c.Key[c.From[i]:c.To[i]]...)
			}
		}
	}
	return dst
}

// inOrder appends the segments in the order in which they stand in the key, those of repeated groups too.
func (c *CutKey) inOrder(dst []byte, segs []int) []byte {
	for i, g := range c.Group {
		if slices.Contains(segs, g) {
			dst = append(dst, c.Key[c.From[i]:c.To[i]]...)
		}
	}
	return dst
}

// without appends the key without a segment.
func (c *CutKey) without(dst []byte, seg int) []byte {
	at := 0
	for i, g := range c.Group {
		if g == seg {
			dst = append(dst, c.Key[at:c.From[i]]...)
			at = c.To[i]
		}
	}
	return append(dst, c.Key[at:]...)
}

func (c *CutKey) stretch(dst []byte, a, b int) []byte {
	from, to := -1, -1
	for i, g := range c.Group {
		if g == a && from < 0 {
			from = c.From[i]
		}
		if g == b {
			to = c.To[i]
		}
	}
	if from < 0 || to < from {
		return dst
	}
	return append(dst, c.Key[from:to]...)
}

// value is the first value of a segment in the key, nil when it has none.
func (c *CutKey) value(seg int) []byte {
	for i, g := range c.Group {
		if g == seg {
			return c.Key[c.From[i]:c.To[i]]
		}
	}
	return nil
}

// together is the bytes of two segments that stand side by side with nothing between them, nil when they do not.
func (c *CutKey) together(a, b int) []byte {
	for i := range c.Group {
		if c.Group[i] == a && i+1 < len(c.Group) && c.Group[i+1] == b && c.To[i] == c.From[i+1] {
			return c.Key[c.From[i]:c.To[i+1]]
		}
	}
	return nil
}

// spelled is what an input adds to the name of a function: nothing for the segments one after the other, "_joined"
// where what stands between them is hashed with them.
func (in input) spelled(keys []CutKey) string {
	for i := range keys {
		if !bytes.Equal(in.take(nil, &keys[i]), keys[i].join(nil, nil, in.segs...)) {
			return "_joined"
		}
	}
	return ""
}
