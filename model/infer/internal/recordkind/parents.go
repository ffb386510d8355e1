package recordkind

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
)

// parents adds the kinds of binary keys that no form explains and that are what the keys of another form begin with:
// the row of an object beside the rows of its parts, whatever byte distinguishes the two kinds. That nearly nothing
// else is left of their length, and that they have the constant bytes of the other form, is what foreign keys do not.
func (e *Engine) parents(forms []*Form) []*Form {
	for range forms {
		size, rows := e.commonLength(e.leftover(forms))
		if len(rows) < leastKeys(len(e.Keys.Key)) {
			break
		}
		g := e.findParent(forms, size, rows)
		if g == nil {
			break
		}
		forms = append(forms, g)
	}
	return forms
}

// commonLength returns the most common length of binary keys, and the rows that have it.
func (e *Engine) commonLength(rows []int32) (size int, same []int32) {
	by := map[int][]int32{}
	for _, r := range rows {
		if key := e.Keys.Key[r]; !column.IsText(key) {
			by[len(key)] = append(by[len(key)], r)
			if n := len(by[len(key)]); n > len(by[size]) || n == len(by[size]) && len(key) > size {
				size = len(key)
			}
		}
	}
	return size, by[size]
}

// findParent returns the form of keys of one length that are the first fields of another form, nil where there is none.
// Its fields are read as those of the other are.
func (e *Engine) findParent(forms []*Form, size int, rows []int32) *Form {
	for _, form := range forms {
		at := 0
		for index, piece := range form.Pieces[:len(form.Pieces)-1] {
			if piece.How != search.ByWidth || form.text {
				break
			}
			if at += piece.Width; at != size {
				continue
			}
			fields := search.ClonePieces(form.Pieces[:index+1])
			g := e.buildForm(fields, rows, false)
			if g == nil || len(g.rows) < column.Most(len(rows)) || len(g.Pieces) != len(fields) {
				break
			}
			for i := range fields {
				if i == 0 && len(fields) > 1 && isTag(fields[i].Col) && isTag(g.Pieces[i].Col) {
					continue // each kind has its own
				}
				if !sameHead(fields[i].Col, g.Pieces[i].Col) {
					return nil
				}
				g.Pieces[i].Read = fields[i].Read
			}
			var err error
			if g.layout, err = g.Build("", numbered()); err == nil {
				g.Search = Search{Keys: len(rows), Group: len(rows), Fit: len(g.rows), Saved: form.Search.Saved}
				return g
			}
		}
	}
	return nil
}

// isTag reports whether nearly all values are the same byte.
func isTag(c column.Column) bool {
	v, same := column.Summarize(c).Constant()
	return same && len(v) == 1
}

// sameHead reports whether the values of b begin with what all values of a begin with.
func sameHead(a, b column.Column) bool {
	head := string(column.Summarize(a).CommonPrefix())
	return column.Summarize(b).Share(func(v []byte) bool {
		return len(v) >= len(head) &&
			string(v[:len(head)]) == head
	}) >= column.Most(len(b.Val))
}
