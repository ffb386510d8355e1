package job

import (
	"bytes"
	"encoding"
	"encoding/gob"
	"slices"

	"tabletop/beam/parts"
)

// whole is what a table, or several of its key ranges, came to.
type whole struct {
	Census []byte       // what was counted; nil if no range was read
	Ranges []parts.Part // without what was counted in each
}

// counts is what is counted of rows, and can be written.
type counts[T any] interface {
	*T
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// encodeRanges writes what several ranges came to.
func encodeRanges(w whole) ([]byte, error) {
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(w)
	return out.Bytes(), err
}

// decodeRanges reads what encodeRanges has written.
func decodeRanges(data []byte) (*whole, error) {
	var w whole
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w); err != nil {
		return nil, err
	}
	return &w, nil
}

// encodeWhole writes counts, nil if there are none yet, and the ranges that they are of.
func encodeWhole[T any, C counts[T]](c C, ranges []parts.Part) ([]byte, error) {
	w := whole{Ranges: ranges}
	if c != nil {
		var err error
		if w.Census, err = c.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	return encodeRanges(w)
}

// decodeWhole reads what encodeWhole has written.
func decodeWhole[T any, C counts[T]](data []byte) (C, []parts.Part, error) {
	w, err := decodeRanges(data)
	if err != nil {
		return nil, nil, err
	}
	c, err := decodeCounts[T, C](w.Census)
	return c, w.Ranges, err
}

// decodeCounts reads counts; nothing gives nil.
func decodeCounts[T any, C counts[T]](data []byte) (C, error) {
	if len(data) == 0 {
		return nil, nil
	}
	c := C(new(T))
	return c, c.UnmarshalBinary(data)
}

// inKeyOrder returns a sorted copy of ranges.
func inKeyOrder(ranges []parts.Part) []parts.Part {
	out := slices.Clone(ranges)
	slices.SortFunc(out, func(x, y parts.Part) int { return bytes.Compare(x.Start, y.Start) })
	return out
}
