package rowkey

import "fmt"

// Layout states how the keys of one record kind are built. It is a value: immutable, made by New or Parse.
type Layout struct {
	name     string
	parts    []Part
	segments []*Segment
	programs []program // the ways to read a key, the one with the most parts first
	ops      int       // of all programs
}

// New makes a layout of parts, which it copies. It is an error when the parts cannot be distinguished in a key: two
// segments of varying width side by side, or two segments of one name.
func New(name string, parts ...Part) (*Layout, error) {
	layout := &Layout{name: name}
	if name != "" && !validName(name) {
		return nil, fmt.Errorf("rowkey: %q is no name for a record kind: letters, digits, _ and - are", name)
	}
	var err error
	if layout.parts, err = layout.adopt(parts, 0); err != nil {
		return nil, err
	}
	if len(layout.parts) == 0 {
		return nil, badPart("", "an empty template: a key has at least one part")
	}
	layout.programs, err = compileAll(layout.parts)
	if err != nil {
		return nil, err
	}
	for _, p := range layout.programs {
		layout.ops += countOps(p.forward)
	}
	return layout, nil
}

func countOps(ops []op) int {
	n := len(ops)
	for _, o := range ops {
		for _, body := range o.bodies {
			n += countOps(body)
		}
	}
	return n
}

// adopt copies parts, joining neighboring literals, and makes sure that each makes sense by itself.
func (l *Layout) adopt(parts []Part, depth int) ([]Part, error) {
	var out []Part
	for _, part := range parts {
		switch {
		case part.Segment != nil && part.Literal == nil && part.Group == nil:
			seg := *part.Segment
			if err := l.admit(&seg); err != nil {
				return nil, err
			}
			l.segments = append(l.segments, &seg)
			out = append(out, Part{Segment: &seg})
		case part.Group != nil && part.Literal == nil && part.Segment == nil:
			if depth == maxDepth {
				return nil, badPart("", "groups nest at most %d deep", maxDepth)
			}
			inner, err := l.adopt(part.Group.Parts, depth+1)
			if err != nil {
				return nil, err
			}
			if !hasSegment(inner) {
				return nil, badPart("",
					"an optional or repeated group needs a segment of its own, or nothing shows whether it was there")
			}
			out = append(out, Part{Group: &Group{Parts: inner, Repeat: part.Group.Repeat}})
		case part.Segment == nil && part.Group == nil:
			if n := len(out); n > 0 && out[n-1].Literal != nil {
				out[n-1].Literal = append(out[n-1].Literal, part.Literal...)
			} else if len(part.Literal) > 0 {
				out = append(out, Part{Literal: append([]byte(nil), part.Literal...)})
			}
		default:
			return nil, badPart("", "a part is a literal, a segment or a group, and only one of them")
		}
	}
	return out, nil
}

// admit makes sure that a segment is whole and its name new.
func (l *Layout) admit(seg *Segment) error {
	switch {
	case !validName(seg.Name):
		return badPart("", "%q is no name for a segment: letters, digits, _ and - are", seg.Name)
	case l.Segment(seg.Name) != nil:
		return &partError{seg.Name, true, fmt.Sprintf("two segments are called %q", seg.Name)}
	case seg.Codec == nil:
		return badPart(seg.Name, "%q has no codec", seg.Name)
	case seg.LengthPrefix < 0 || seg.LengthPrefix > 4:
		return badPart(seg.Name, "the length before %q takes 1 to 4 bytes", seg.Name)
	case seg.Escape != EscapeNone && seg.Escape != EscapeOrdered:
		return badPart(seg.Name, "%q has an unknown escape %q", seg.Name, seg.Escape)
	case seg.Escape != EscapeNone && (seg.Last || seg.LengthPrefix > 0):
		return badPart(seg.Name, `%q is escaped, so neither a length nor "..." is needed`, seg.Name)
	case seg.Last && shape(seg) != opUntil:
		return badPart(seg.Name, `%q tells its own length, so that "..." means nothing`, seg.Name)
	}
	return nil
}

func hasSegment(parts []Part) bool {
	for _, p := range parts {
		if p.Segment != nil {
			return true
		}
	}
	return false
}

// Name is the record kind's name, empty when the table has one kind.
func (l *Layout) Name() string { return l.name }

// Parts are the parts in order; they must not be changed.
func (l *Layout) Parts() []Part { return l.parts }

// Segments lists the segments in order, those inside groups among them. They must not be changed.
func (l *Layout) Segments() []*Segment { return l.segments }

// Segment is the segment of a name, nil when there is none.
func (l *Layout) Segment(name string) *Segment {
	for _, s := range l.segments {
		if s.Name == name {
			return s
		}
	}
	return nil
}
