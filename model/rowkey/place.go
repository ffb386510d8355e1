package rowkey

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// Place is a range of bytes in the keys of a layout that shall be one segment. What it leaves of the segments that it
// cuts stays, as text or bytes.
type Place struct {
	Name        string // of the segment
	layout      *Layout
	first, last *Segment
	before      int  // bytes of first in front of the range, of a width of their own
	after       int  // bytes of last behind the range
	escaped     bool // the range is all of one segment, which keeps its escapes and its length
}

// Place returns the range from byte from to byte to (exclusive) of a key. The error is about a range that is not of
// segments side by side, or a part of a value whose end the key tells.
func (l *Layout) Place(key []byte, from, to int) (*Place, error) {
	spans, err := l.Decode(nil, key)
	if err != nil {
		return nil, err
	}
	first := slices.IndexFunc(spans, func(s Span) bool { return s.Start <= from && from < s.End })
	last := slices.IndexFunc(spans, func(s Span) bool { return s.Start < to && to <= s.End })
	if first < 0 || last < first {
		return nil, errors.New("the bytes do not begin and end in a segment")
	}
	place := &Place{layout: l, first: spans[first].Segment, last: spans[last].Segment,
		before: from - spans[first].Start, after: spans[last].End - to}
	place.escaped = first == last && place.before == 0 && place.after == 0
	for i, s := range spans[first : last+1] {
		if i > 0 && s.Segment == place.first {
			return nil, fmt.Errorf("the bytes are of several values of %s", s.Segment.Name)
		}
		if !place.escaped && (s.Segment.Escape != EscapeNone || s.Segment.LengthPrefix > 0) {
			return nil, fmt.Errorf("%s is escaped or has its length before it, so it is one value", s.Segment.Name)
		}
	}
	if place.Name = place.first.Name; place.before > 0 {
		place.Name = l.FreeName(place.Name)
	}
	return place, nil
}

// Codec is that of the segment which the range is all of; nil where it is another range.
func (p *Place) Codec() Codec {
	if p.escaped {
		return p.first.Codec
	}
	return nil
}

// With returns the layout in which the range has a codec, and what stands beside it in the same segments is bytes, or
// text.
func (p *Place) With(c Codec, bytesBeside bool) (*Layout, error) {
	middle := Segment{Name: p.Name, Codec: c}
	if p.escaped {
		middle = *p.first
		middle.Codec = c
	}
	var parts []Part
	if p.before > 0 {
		parts = append(parts, Part{Segment: &Segment{Name: p.first.Name, Codec: plainCodec(p.before, bytesBeside)}})
	}
	parts = append(parts, Part{Segment: &middle})
	switch {
	case p.after > 0:
		rest := Segment{Name: p.last.Name, Last: p.last.Last, Codec: plainCodec(0, bytesBeside)}
		if p.last.Codec.Width() > 0 {
			rest.Codec = plainCodec(p.after, bytesBeside)
		}
		if p.last == p.first {
			rest.Name = p.layout.FreeName(p.last.Name, p.Name)
		}
		parts = append(parts, Part{Segment: &rest})
	case !p.escaped:
		middle.Last = p.last.Last && c.Width() == 0
	}
	all, ok := replaced(p.layout.Parts(), p.first, p.last, parts)
	if !ok {
		return nil, errors.New("the bytes are not of one part of the key")
	}
	return New(p.layout.Name(), all...)
}

// replaced returns parts with others in place of those from one segment to another, which stand in one list.
func replaced(parts []Part, first, last *Segment, by []Part) ([]Part, bool) {
	from := slices.IndexFunc(parts, func(p Part) bool { return p.Segment == first })
	to := slices.IndexFunc(parts, func(p Part) bool { return p.Segment == last })
	if from >= 0 && to >= from {
		return slices.Replace(slices.Clone(parts), from, to+1, by...), true
	}
	out := slices.Clone(parts)
	for i, p := range out {
		if p.Group == nil {
			continue
		}
		if inner, ok := replaced(p.Group.Parts, first, last, by); ok {
			out[i].Group = &Group{Parts: inner, Repeat: p.Group.Repeat}
			return out, true
		}
	}
	return nil, false
}

// plainCodec claims nothing of values of a width, 0 where it varies.
func plainCodec(width int, binary bool) Codec {
	word := "text"
	if binary {
		word = "bytes"
	}
	if width > 0 {
		word = fmt.Sprintf("%s(%d)", word, width)
	}
	c, err := ParseCodec(word)
	if err != nil {
		panic("rowkey: " + err.Error()) // the words are those of this package
	}
	return c
}

// FreeName returns a name for a segment beside one of that name: name2, name3 and so on, but none that is taken, in the
// layout or besides.
func (l *Layout) FreeName(name string, taken ...string) string {
	base := regexp.MustCompile(`[0-9]+$`).ReplaceAllString(name, "")
	if base == "" {
		base = name
	}
	for i := 2; ; i++ {
		if s := base + strconv.Itoa(i); s != name && !slices.Contains(taken, s) && l.Segment(s) == nil {
			return s
		}
	}
}
