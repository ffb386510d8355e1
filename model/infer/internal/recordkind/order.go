package recordkind

import (
	"cmp"
	"math"
	"slices"

	"tabletop/model/infer/internal/search"
)

// mostGarbage is the share of the keys of another kind that a layout may accept by coincidence.
const mostGarbage = 0.1

// byShare sorts forms by falling share, and those whose shares differ no more than samples of one table do by their
// templates: another sample gives the same order. Samples that read ranges of keys differ by more than chance from row
// to row.
func byShare(forms []*Form) {
	const (
		deviations = 4.0
		ranges     = 0.5 // of the smaller share
	)
	slices.SortStableFunc(forms, func(a, b *Form) int { return cmp.Compare(a.layout.String(), b.layout.String()) })
	for range forms {
		for i := 1; i < len(forms); i++ {
			a, b := float64(len(forms[i-1].rows)), float64(len(forms[i].rows))
			if b-a > max(deviations*math.Sqrt(a+b), ranges*a) {
				forms[i-1], forms[i] = forms[i], forms[i-1]
			}
		}
	}
}

// order sorts forms so that each key meets its own first: where one layout accepts the keys of another but not the
// other way round, the one that accepts fewer keys goes first; otherwise the one with more keys.
func order(e *Engine, forms []*Form) {
	takes := func(a, b *Form) float64 { // the share of b's keys that a accepts
		rows := e.Keys.Thin(b.rows, 24)
		return float64(len(e.decodable(a.layout, rows))) / float64(max(len(rows), 1))
	}
	byShare(forms)
	for range forms {
		moved := false
		for i := 0; i+1 < len(forms); i++ {
			for j := i + 1; j < len(forms); j++ {
				a, b := forms[i], forms[j]
				if ab, ba := takes(a, b), takes(b, a); ab > ba+mostGarbage || ab > mostGarbage && ab >= ba &&
					len(search.Segments(b.Pieces)) > len(search.Segments(a.Pieces)) {
					copy(forms[i+1:j+1], forms[i:j])
					forms[i] = b
					moved = true
				}
			}
		}
		if !moved {
			return
		}
	}
}
