package rowkey

import (
	"bytes"
	"strings"
)

// Rewriting is what replaces the names and the constant bytes of a layout.
type Rewriting struct {
	Kind     string                                  // the new name of the record kind
	Segment  func(name string) string                // the new name of a segment
	Literal  func(literal []byte) []byte             // what stands for bytes between segments
	Constant func(seg *Segment, bytes []byte) []byte // what stands for a word that a codec spells, or for its prefix
}

// Rewrite returns the layout with other names and constant bytes, each of which must be as long as what it replaces. It
// is an error where they make no layout.
func (l *Layout) Rewrite(r Rewriting) (*Layout, error) {
	parts, err := r.parts(l.parts)
	if err != nil {
		return nil, err
	}
	return New(r.Kind, parts...)
}

func (r *Rewriting) parts(all []Part) ([]Part, error) {
	var out []Part
	for _, part := range all {
		switch {
		case part.Segment != nil:
			seg := *part.Segment
			var err error
			if seg.Codec, err = r.codec(part.Segment); err != nil {
				return nil, err
			}
			seg.Name = r.Segment(seg.Name)
			out = append(out, Part{Segment: &seg})
		case part.Group != nil:
			inner, err := r.parts(part.Group.Parts)
			if err != nil {
				return nil, err
			}
			out = append(out, Part{Group: &Group{Parts: inner, Repeat: part.Group.Repeat}})
		default:
			out = append(out, Part{Literal: r.Literal(part.Literal)})
		}
	}
	return out, nil
}

// codec returns the codec of a segment with other constants, the same one where none changes.
func (r *Rewriting) codec(seg *Segment) (Codec, error) {
	spec := r.spec(seg)
	if spec == seg.Codec.Spec() {
		return seg.Codec, nil
	}
	return ParseCodec(spec)
}

func (r *Rewriting) spec(seg *Segment) string {
	form, spec := seg.Codec.Form(), seg.Codec.Spec()
	if salt := form.Salt; len(salt.Segments) > 0 {
		var names []string
		for _, name := range salt.Segments {
			names = append(names, r.Segment(name))
		}
		return strings.Replace(spec, withArgs(salt.Hash, salt.Segments), withArgs(salt.Hash, names), 1)
	}
	if form.Words != nil {
		var words []string
		for _, w := range form.Words {
			words = append(words, escapeArg(bytes.TrimPrefix(r.Constant(seg, w), r.prefix(seg, form))))
		}
		spec = withArgs("enum", words)
	}
	if p, ok := seg.Codec.(*prefixCodec); ok {
		if form.Words == nil {
			spec = p.Codec.Spec()
		}
		return withArgs("prefix", []string{escapeArg(r.prefix(seg, form)), spec})
	}
	return spec
}

// prefix returns the new prefix of a codec: of words behind one, the beginning of the first.
func (r *Rewriting) prefix(seg *Segment, form Form) []byte {
	switch {
	case len(form.Prefix) == 0:
		return nil
	case len(form.Words) > 0:
		return r.Constant(seg, form.Words[0])[:len(form.Prefix)]
	}
	return r.Constant(seg, form.Prefix)
}
