package confidence

import (
	"iter"
	"slices"
	"strconv"

	"tabletop/model/rowkey"
)

// Alternative is another layout that the keys of a doubtful layout could have, and keys that distinguish the two.
type Alternative struct {
	Layout     *rowkey.Layout
	Confidence *float64 // in Layout, 0..1; nil where it was not judged
	// Keys are keys that the doubtful layout reads and that only one of the two reads, or that they split in different
	// places or read with different types; at most 3. Empty means that no key distinguishes them.
	Keys []Difference
}

// Difference is how two layouts read one key. Here is nil where the doubtful layout does not read it, There where the
// alternative does not.
type Difference struct {
	Key         []byte
	Here, There []rowkey.Span
}

// shown is how many differences an alternative has at most.
const shown = 3

// Alternatives returns what else the keys of a layout could be: others that were tried, and the layout with its
// doubtful segments read as plain text, digits, or bytes, which claims less. It returns none for a layout in which no
// segment is doubtful and for which no other was tried.
func Alternatives(l *rowkey.Layout, others []Alternative, segments []float64, keys iter.Seq[[]byte]) []Alternative {
	var out []Alternative
	if plain := plainer(l, segments, inBytes(l, keys)); plain != nil {
		others = append(slices.Clip(others), Alternative{Layout: plain})
	}
	seen := map[string]bool{l.String(): true}
	for _, other := range others {
		if template := other.Layout.String(); !seen[template] {
			seen[template] = true
			other.Keys = differences(l, other.Layout, keys)
			out = append(out, other)
		}
	}
	return out
}

// plainer returns the layout whose doubtful segments claim no more than text or bytes, and are one segment where they
// are neighbors of fixed widths; nil if no segment is doubtful or none can claim less.
func plainer(l *rowkey.Layout, segments []float64, binary map[*rowkey.Segment]bool) *rowkey.Layout {
	doubtful := map[*rowkey.Segment]bool{}
	for i, s := range l.Segments() {
		doubtful[s] = i < len(segments) && segments[i] < Sure
	}
	var parts []rowkey.Part
	last, mixed := -1, false // index in parts of a doubtful segment of fixed width that ends here; whether it has bytes
	for _, part := range l.Parts() {
		segment := part.Segment
		if segment == nil || !doubtful[segment] || segment.LengthPrefix > 0 || segment.Escape != rowkey.EscapeNone {
			parts, last = append(parts, part), -1
			continue
		}
		width := segment.Codec.Width()
		if last >= 0 && width > 0 {
			joined := *parts[last].Segment
			mixed = mixed || binary[segment]
			joined.Codec = plainCodec(segment.Codec, mixed, joined.Codec.Width()+width)
			parts[last].Segment = &joined
			continue
		}
		plain := *segment
		plain.Codec = plainCodec(segment.Codec, binary[segment], width)
		parts = append(parts, rowkey.Part{Segment: &plain})
		last = -1
		if width > 0 {
			last, mixed = len(parts)-1, binary[segment]
		}
	}
	other, err := rowkey.New(l.Name(), parts...)
	if err != nil || other.String() == l.String() {
		return nil
	}
	return other
}

// plainCodec returns the codec that claims least of values of a width, 0 if it varies; c if there is none.
func plainCodec(c rowkey.Codec, binary bool, width int) rowkey.Codec {
	word := "text"
	if binary {
		word = "bytes"
	}
	if width > 0 {
		word += "(" + strconv.Itoa(width) + ")"
	}
	codec, err := rowkey.ParseCodec(word)
	if err != nil {
		return c
	}
	return codec
}

// inBytes returns the segments that hold bytes which are not printable, in the first keys that l reads.
func inBytes(l *rowkey.Layout, keys iter.Seq[[]byte]) map[*rowkey.Segment]bool {
	out := map[*rowkey.Segment]bool{}
	var spans []rowkey.Span
	count := 0
	for key := range keys {
		var err error
		if spans, err = l.Decode(spans[:0], key); err != nil {
			continue
		}
		for _, s := range spans {
			out[s.Segment] = out[s.Segment] || !printable(key[s.Start:s.End])
		}
		if count++; count == lookedAt {
			break
		}
	}
	return out
}

// differences returns the first keys that distinguish two layouts.
func differences(l, other *rowkey.Layout, keys iter.Seq[[]byte]) []Difference {
	var out []Difference
	for key := range keys {
		here, err := l.Decode(nil, key)
		there, failed := other.Decode(nil, key)
		if err != nil && failed != nil || err == nil && failed == nil && slices.EqualFunc(here, there, sameReading) {
			continue
		}
		difference := Difference{Key: key}
		if err == nil {
			difference.Here = here
		}
		if failed == nil {
			difference.There = there
		}
		if out = append(out, difference); len(out) == shown {
			break
		}
	}
	return out
}

func sameReading(a, b rowkey.Span) bool {
	return a.Start == b.Start && a.End == b.End && a.Segment.Codec.Type() == b.Segment.Codec.Type() &&
		a.Segment.Codec.Reversed() == b.Segment.Codec.Reversed()
}
