package audit

import (
	"slices"

	"tabletop/model/rowkey"
)

// reordered returns the template of l with its segments in another order and its literals unchanged: order[i] is the
// segment at position i. It returns "" if such keys would be ambiguous, or l has optional parts.
func reordered(l *rowkey.Layout, order []int) string {
	var slots []int
	parts := slices.Clone(l.Parts())
	for i, p := range parts {
		switch {
		case p.Group != nil:
			return ""
		case p.Segment != nil:
			slots = append(slots, i)
		}
	}
	if len(slots) != len(order) {
		return ""
	}
	old := l.Parts()
	for i, from := range order {
		s := *old[slots[from]].Segment
		parts[slots[i]].Segment = &s
	}
	out, err := rowkey.New(l.Name(), parts...)
	if err != nil {
		return ""
	}
	return out.String()
}

// moved returns the order of n segments with segment from moved to position to.
func moved(n, from, to int) []int {
	order := make([]int, 0, n)
	for i := range n {
		if i != from {
			order = append(order, i)
		}
	}
	return slices.Insert(order, to, from)
}

// recoded returns the template of l with the codec of a segment replaced; "" if c is nil or the layout would be
// invalid.
func recoded(l *rowkey.Layout, segment string, c rowkey.Codec) string {
	if c == nil {
		return ""
	}
	parts := slices.Clone(l.Parts())
	found := false
	for i, p := range parts {
		if p.Segment != nil && p.Segment.Name == segment {
			s := *p.Segment
			s.Codec = c
			parts[i].Segment, found = &s, true
		}
	}
	out, err := rowkey.New(l.Name(), parts...)
	if err != nil || !found {
		return ""
	}
	return out.String()
}

// template returns a fix whose paste is a key template.
func template(text, paste string) Fix { return Fix{Text: text, Paste: paste, What: "template"} }
