package redact

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// note remembers what replaces a name.
func (r *Result) note(kind NameKind, from, to string) {
	if from == to || from == "" {
		return
	}
	if r.renamed[kind] == nil {
		r.renamed[kind] = map[string]string{}
	}
	r.renamed[kind][from] = to
}

// name is what replaces a name, itself where it stays.
func (r *Result) name(kind NameKind, from string) string {
	if to, ok := r.renamed[kind][from]; ok {
		return to
	}
	return from
}

// Column is the number in Sample of the column that had a number before.
func (r *Result) Column(id sample.ColumnID) sample.ColumnID {
	if r.columns == nil {
		return id
	}
	return r.columns[id]
}

// Places returns the row of Sample that each row became, nil where all kept their numbers.
func (r *Result) Places() []int {
	if r.From == nil {
		return nil
	}
	out := make([]int, len(r.From))
	for now, from := range r.From {
		out[from] = now
	}
	return out
}

// rename finds what replaces the names of the table, its families, its record kinds and segments, and the constants of
// its layouts, once the forest has settled.
func (w *work) rename(r *Result) error {
	r.renamed = map[NameKind]map[string]string{}
	for i, f := range w.replaced(w.families, true) {
		r.note(FamilyName, string(w.families.from[i]), string(f))
	}
	other := newRenamer(w.secret)
	other.reserve(w.names.kinds)
	other.reserve(w.names.segments)
	if !w.names.table {
		r.note(TableName, w.sample.Table.Name, other.name(w.sample.Table.Name))
	}
	segment := func(name string) string {
		if !w.names.segments[name] {
			r.note(SegmentName, name, other.layoutName(name))
		}
		return r.name(SegmentName, name)
	}
	for _, layout := range w.opts.Layouts {
		kind := layout.Name()
		if kind != "" && !w.names.kinds[kind] {
			kind = other.layoutName(kind)
			r.note(KindName, layout.Name(), kind)
		}
		now, err := layout.Rewrite(rowkey.Rewriting{Kind: kind, Segment: segment,
			Literal: func(literal []byte) []byte {
				if !slices.ContainsFunc(w.names.spelled.literals[layout],
					func(x []byte) bool { return bytes.Equal(x, literal) }) {
					return literal
				}
				return w.constant(r, other, w.keys.literalDomain(), literal)
			},
			Constant: func(seg *rowkey.Segment, text []byte) []byte {
				if w.names.spelled.stay[seg][string(text)] ||
					len(seg.Codec.Form().Words) == 0 && !w.names.spelled.prefixes[seg] {
					return text
				}
				return w.constant(r, other, w.keys.segmentDomain(seg), text)
			}})
		if err != nil {
			return fmt.Errorf("redact: a layout cannot have other words: %w", err)
		}
		r.Layouts = append(r.Layouts, now)
	}
	r.Kept = w.names.kept(w.sample, w.data, r.name)
	return nil
}

// constant is what replaces a constant of a layout: what replaces it in keys, if it is in any.
func (w *work) constant(r *Result, other *renamer, domain string, text []byte) []byte {
	now, ok := w.image(domain, text)
	if !ok {
		now = []byte(other.name(string(text)))
	}
	r.note(ConstantWord, strings.TrimFunc(string(text), isSeparator), strings.TrimFunc(string(now), isSeparator))
	return now
}

func (w *work) image(domain string, text []byte) ([]byte, bool) {
	if w.scatter != nil {
		return w.scatter.image(domain, text)
	}
	return w.forest.image(domain, text)
}

func isSeparator(r rune) bool { return !isLetterOrDigit(r) }

// renamer replaces names that need not stay in order.
type renamer struct {
	strings *Strings
	taken   map[string]bool // that no replacement may be
}

func newRenamer(s *secret) *renamer {
	return &renamer{&Strings{values: newValues(s)}, map[string]bool{}}
}

// reserve keeps the names that stay.
func (n *renamer) reserve(names map[string]bool) {
	for name, stays := range names {
		n.taken[name] = n.taken[name] || stays
	}
}

// name is what replaces a name: another of its form. Different names are replaced by different ones, since Text is
// a permutation.
func (n *renamer) name(from string) string {
	to := string(n.strings.Text([]byte(from)))
	for try := 0; n.taken[to] && try < 100; try++ {
		to = string(n.strings.Text([]byte(to)))
	}
	return to
}

// layoutName is what replaces the name of a record kind or a segment.
func (n *renamer) layoutName(from string) string {
	to := n.name(from)
	if n.taken[to] || strings.ContainsFunc(to, func(r rune) bool { return r > '~' }) { // half a letter may be none
		to = "name" + fmt.Sprint(len(n.taken))
		n.taken[to] = true
	}
	return to
}

// schema is the declared schema of the keys with what replaces the names of its fields, none where its delimiter
// does not stay.
func (w *work) schema(r *Result) *rowkey.Schema {
	from := w.sample.Table.KeySchema
	if from == nil || !w.names.stays(printable(from.Delimiter), false) {
		return nil
	}
	out := *from
	out.Fields = slices.Clone(out.Fields)
	other := newRenamer(w.secret)
	for i, f := range out.Fields {
		if to := r.name(SegmentName, f.Name); to != f.Name {
			out.Fields[i].Name = to
		} else if !w.names.segments[f.Name] && !w.names.stays(f.Name, isFrequent(w.whole.Rows(), w.whole.Rows())) {
			out.Fields[i].Name = other.layoutName(f.Name)
		}
	}
	return &out
}
