package recordkind

import (
	"bytes"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
)

// parents adds the kinds of keys that no form explains and that are what the keys of another form begin with, whose
// fields have fixed widths: the row of an object beside the rows of its parts, whatever byte distinguishes the two
// kinds. That nearly nothing else is left of their length, and that they have the constant bytes of the other form, is
// what foreign keys do not; in text, where few bytes are constant, that far more are left of that length than of
// others.
func (e *Engine) parents(forms []*Form) []*Form {
	for _, text := range []bool{false, true} {
		for range forms {
			size, rows := e.commonLength(e.leftover(forms), text)
			if len(rows) < leastKeys(len(e.Keys.Key)) {
				break
			}
			g := e.findParent(forms, size, rows, text)
			if g == nil {
				break
			}
			forms = append(forms, g)
		}
	}
	return forms
}

// commonLength returns the most common length of keys, of binary ones or of text, and the rows that have it: none of
// text where so many may have it by chance.
func (e *Engine) commonLength(rows []int32, text bool) (size int, same []int32) {
	const leastBits = 12 // of evidence that they are more than foreign keys of any length
	by, all := map[int][]int32{}, 0
	for _, r := range rows {
		if key := e.Keys.Key[r]; column.IsText(key) == text {
			all++
			by[len(key)] = append(by[len(key)], r)
			if n := len(by[len(key)]); n > len(by[size]) || n == len(by[size]) && len(key) > size {
				size = len(key)
			}
		}
	}
	if text && moreThan(len(by[size]), float64(all)/float64(max(1, size))) < leastBits {
		return 0, nil
	}
	return size, by[size]
}

// findParent returns the form of keys of one length that are the first fields of another form, nil where there is none.
// Its fields are read as those of the other are.
func (e *Engine) findParent(forms []*Form, size int, rows []int32, text bool) *Form {
	for _, form := range forms {
		at := 0
		for index, piece := range form.Pieces[:len(form.Pieces)-1] {
			if piece.How != search.ByWidth || form.text != text {
				break
			}
			if at += piece.Width; at != size {
				continue
			}
			fields := search.ClonePieces(form.Pieces[:index+1])
			g := e.buildForm(fields, rows, text)
			if g == nil || len(g.rows) < column.Most(len(rows)) || len(g.Pieces) != len(fields) {
				break
			}
			for i := range fields {
				if i == 0 && len(fields) > 1 && isTag(fields[i].Col) && isTag(g.Pieces[i].Col) {
					continue // each kind has its own
				}
				if !sameHead(fields[i].Col, g.Pieces[i].Col) || text && !sameType(fields[i].Read, g.Pieces[i].Read) {
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
	head := column.Summarize(a).CommonPrefix()
	return column.NearlyAll(b.Val, func(v []byte) bool { return bytes.HasPrefix(v, head) })
}
