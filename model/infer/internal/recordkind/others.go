package recordkind

import (
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

const (
	mostOthers = 6   // ways to cut a kind that are tried besides the cheapest
	otherBits  = 4.0 // bits a key that they are dearer at most
)

// Others returns other forms of the keys of f, cut or read as the search could have for a few bits more, the cheapest
// first. No two have the same layout, nor that of f.
func (e *Engine) Others(f *Form) []*Form {
	if f.parse == nil {
		return nil
	}
	seen := map[string]bool{f.layout.String(): true}
	var out []*Form
	for _, parse := range f.parse.Others(mostOthers, otherBits) {
		if e.Ctx.Err() != nil {
			break
		}
		e.Refine(parse)
		other := e.buildForm(parse.Pieces, f.rows, f.text)
		if other == nil || seen[other.layout.String()] || ownEnds(other) < ownEnds(f) {
			continue
		}
		seen[other.layout.String()] = true
		dearer := (parse.Bits - f.parse.Bits) / float64(max(1, f.Search.Keys))
		other.lists, other.Search = f.lists, f.Search
		other.Search.Fit, other.Search.Saved = len(other.rows), f.Search.Saved-dearer
		out = append(out, other)
	}
	return out
}

// ownEnds counts the segments of a form whose end a length, an escape or the value itself determines, and addresses in
// bytes. That this holds in all keys is no accident, whatever else the bytes look like.
func ownEnds(f *Form) int {
	n := 0
	for _, p := range search.Segments(f.Pieces) {
		if p.How == search.ByLength || p.How == search.ByEscape || p.How == search.ByItself ||
			p.How == search.ByWidth && p.Read.Typ == rowkey.IP {
			n++
		}
	}
	return n
}

// Adopt returns forms of all keys that are cut as forms are, which were found on some of the keys: types are read from
// all of them.
func (e *Engine) Adopt(forms []*Form) []*Form {
	strict, open := make(rowkey.Set, len(forms)), make(rowkey.Set, len(forms))
	for i, f := range forms {
		strict[i], open[i] = f.layout, f.layout
		if l, err := loosely(f.raw()); err == nil {
			open[i] = l
		}
	}
	rows := make([][]int32, len(forms))
	var spans []rowkey.Span
	for r, key := range e.Keys.Key {
		var k int
		if spans, k = strict.Decode(spans[:0], key); k < 0 {
			spans, k = open.Decode(spans[:0], key) // a value that the types of some keys do not allow for
		}
		if k >= 0 {
			rows[k] = append(rows[k], int32(r))
		}
	}
	var out []*Form
	for i, f := range forms {
		if len(rows[i]) > 0 {
			out = e.adopt(out, f, rows[i])
		}
	}
	order(e, out)
	return out
}

// adopt appends the form of rows that are cut as f is, if there is one.
func (e *Engine) adopt(out []*Form, f *Form, rows []int32) []*Form {
	all := e.buildForm(f.raw(), rows, f.text)
	if all == nil {
		return out
	}
	all.lists, all.Search = f.lists, f.Search
	all.Search.Group, all.Search.Fit = len(rows), len(all.rows)
	return append(out, all)
}

// Clone returns a copy of forms whose pieces can be changed.
func Clone(forms []*Form) []*Form {
	out := make([]*Form, len(forms))
	for i, f := range forms {
		form := *f
		form.Pieces = search.ClonePieces(f.Pieces)
		out[i] = &form
	}
	return out
}

// Templates returns the layouts of forms as text, in their order.
func Templates(forms []*Form) string {
	out := ""
	for _, f := range forms {
		out += f.layout.String() + "\n"
	}
	return out
}
