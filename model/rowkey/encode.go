package rowkey

import "fmt"

// Encode appends the key of the spans' values to dst. For spans that Decode gave, the result is the key byte for byte.
// Spans go by the names of their segments, so that values decoded with one layout can be encoded with another that has
// the same segments in the same order; a group is written as often as there are spans of its segments. Whether a value
// holds the delimiter behind it is not looked at: decode the result to know. On error the returned slice is dst
// unchanged.
func (l *Layout) Encode(dst []byte, spans []Span) ([]byte, error) {
	w := writer{out: dst, spans: spans}
	if err := w.parts(l.parts); err != nil {
		return dst, err
	}
	if len(w.spans) > 0 {
		return dst, fmt.Errorf("rowkey: no place in the layout for segment %q here", nameOfSpan(w.spans[0]))
	}
	return w.out, nil
}

func nameOfSpan(s Span) string {
	if s.Segment == nil {
		return ""
	}
	return s.Segment.Name
}

// writer writes one key.
type writer struct {
	out   []byte
	spans []Span // still to be written
}

func (w *writer) parts(parts []Part) error {
	for _, part := range parts {
		switch {
		case part.Segment != nil:
			if !w.next(part.Segment) {
				return fmt.Errorf("rowkey: no value for segment %q", part.Segment.Name)
			}
			if err := w.segment(part.Segment, w.spans[0].Value); err != nil {
				return err
			}
			w.spans = w.spans[1:]
		case part.Group != nil:
			for round := 0; w.nextIn(part.Group.Parts) && (part.Group.Repeat || round == 0); round++ {
				if err := w.parts(part.Group.Parts); err != nil {
					return err
				}
			}
		default:
			w.out = append(w.out, part.Literal...)
		}
	}
	return nil
}

// next reports whether the next span is of seg.
func (w *writer) next(seg *Segment) bool {
	return len(w.spans) > 0 && (w.spans[0].Segment == seg || nameOfSpan(w.spans[0]) == seg.Name)
}

// nextIn reports whether the next span is of one of parts, groups in them included. A group is there exactly when it
// is, since every group has a segment that it cannot be without.
func (w *writer) nextIn(parts []Part) bool {
	for _, p := range parts {
		if p.Segment != nil && w.next(p.Segment) || p.Group != nil && w.nextIn(p.Group.Parts) {
			return true
		}
	}
	return false
}

func (w *writer) segment(seg *Segment, v Value) error {
	start := len(w.out)
	for range seg.LengthPrefix {
		w.out = append(w.out, 0)
	}
	out, err := seg.Codec.Append(w.out, v)
	if err != nil {
		return fmt.Errorf("rowkey: segment %q (%s) cannot hold %s: %w", seg.Name, seg.Codec.Spec(), v, err)
	}
	w.out = out
	value := out[start+seg.LengthPrefix:]
	if seg.Escape == EscapeOrdered {
		w.out = appendEscaped(out[:start:start], value)
	}
	if seg.LengthPrefix == 0 {
		return nil
	}
	n := len(value)
	for i := range seg.LengthPrefix {
		w.out[start+seg.LengthPrefix-1-i] = byte(n >> (8 * i))
	}
	if n>>(8*seg.LengthPrefix) > 0 {
		return fmt.Errorf("rowkey: segment %q is too long for a length of %d bytes", seg.Name, seg.LengthPrefix)
	}
	return nil
}
