package segments

import (
	"iter"

	"tabletop/model/personal"
	"tabletop/model/rowkey"
)

// Spot is a place in row keys: a segment of a kind, or without a name the key of a kind as a whole.
type Spot struct {
	Kind    int16 // index in the layouts, or Unexplained
	Segment string
}

// Spots divides what was found in a key of a kind by where it is; spans are the segments of the key. Numbers are judged
// segment by segment, since one key may hold a card's and a time. Words are of the key as a whole, which layouts may
// cut at their very signs.
func Spots(kind int16, spans []rowkey.Span, found []personal.Match) iter.Seq2[Spot, []personal.Match] {
	return func(yield func(Spot, []personal.Match) bool) {
		for len(found) > 0 { // nearly always there is one spot
			at, count := newSpot(kind, spans, found[0]), 1
			for count < len(found) && newSpot(kind, spans, found[count]) == at {
				count++
			}
			here := found[:count:count]
			var others []personal.Match
			for _, m := range found[count:] {
				if newSpot(kind, spans, m) == at {
					here = append(here, m)
				} else {
					others = append(others, m)
				}
			}
			if !yield(at, here) {
				return
			}
			found = others
		}
	}
}

func newSpot(kind int16, spans []rowkey.Span, m personal.Match) Spot {
	if m.Kind.Checked() {
		for i := range spans {
			if m.From < spans[i].End && m.To > spans[i].Start {
				return Spot{kind, spans[i].Segment.Name}
			}
		}
	}
	return Spot{Kind: kind}
}
