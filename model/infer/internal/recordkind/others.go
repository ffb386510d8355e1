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

// ownEnds counts the segments of a form whose end a length, an escape or the value itself determines. That this holds
// in all keys is no accident, whatever else the bytes look like.
func ownEnds(f *Form) int {
	n := 0
	for _, p := range search.Segments(f.Pieces) {
		if p.How == search.ByLength || p.How == search.ByEscape || p.How == search.ByItself {
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
		if len(rows[i]) == 0 {
			continue
		}
		if all := e.buildForm(f.raw(), rows[i], f.text); all != nil {
			all.lists, all.Search = f.lists, f.Search
			all.Search.Group, all.Search.Fit = len(rows[i]), len(all.rows)
			out = append(out, all)
		}
	}
	order(e, out)
	return out
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
