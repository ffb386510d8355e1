package search

import (
	"math"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
)

// Numbers that tell their own length are only looked for where something proves the lengths that they tell: that they
// go with the lengths of the keys, that the same byte stands behind all of them, or that a number of the same form
// stands before them. Most bytes begin a number of most forms, so that they fit proves nothing.

const (
	sizedBits    = 14.0 // the cost of naming the form
	leastWider   = 0.04 // share of the keys whose number is not of the commonest width
	slopeSigmas  = 6.0  // standard errors by which the lengths of keys go with those of the numbers
	slopeAround  = 0.35 // the byte by which a key is longer for each byte of the number, give or take
	thinnedFirst = 24   // rests that are looked at before all of them are
)

// sizedEdges takes numbers whose first bytes tell their length.
func (e *Engine) sizedEdges(v *View, n *node) []*node {
	var out []*node
	for _, form := range e.Sized {
		if form.Behind || !n.mayBegin(v, form) {
			continue
		}
		others, proven := n.sizesProven(v, form)
		behind := len(n.via) > 0 && n.via[0].Form == form.Spec
		if others == 0 {
			continue // a constant code, and a number of one width
		}
		next, col := e.sizedStep(v, n, form)
		if next == nil {
			continue
		}
		if !proven && !behind && !next.done && next.mayBegin(v, form) {
			_, proven = next.sizesProven(v, form) // the next one may give the proof
		}
		summary := column.Summarize(col)
		if !proven && !behind || summary.Distinct < 2 {
			continue
		}
		read, ok := e.ReadSized(form, summary)
		if !ok {
			continue
		}
		next.take(v, summary, Piece{How: ByItself, Form: form.Spec, Col: col, Read: read}, sizedBits*when(!behind))
		out = append(out, next)
	}
	return out
}

func (e *Engine) sizedStep(v *View, n *node, form detect.Sized) (*node, column.Column) {
	return e.step(v, n, func(_ int, rest []byte) (int, int, int, bool) {
		size := form.Size(rest)
		return 0, size, 0, size > 0 && form.Holds(rest[:size])
	})
}

// mayBegin reports whether numbers of the form begin at some of the rests, which spares looking at all.
func (n *node) mayBegin(v *View, form detect.Sized) bool {
	bad, step := 0, max(1, len(n.off)/thinnedFirst)
	for at := 0; at < len(n.off); at += step {
		if n.off[at] < 0 {
			continue
		}
		rest := n.rest(v, at)
		if size := form.Size(rest); size == 0 || !form.Holds(rest[:size]) {
			bad++
		}
	}
	return bad <= 2
}

// sizesProven counts the numbers behind n that are not of the commonest length, and reports whether the lengths explain
// something: those of the rests go with them byte by byte, or the same byte follows all of them. At least two lengths
// must be common for that.
func (n *node) sizesProven(v *View, form detect.Sized) (others int, proven bool) {
	var few [16]column.Count
	widths := column.Tally(few[:0])
	var follow [256]int
	count, sumX, sumY, sumXX, sumXY, sumYY := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	least, most := n.usualLengths(v)
	for index, off := range n.off {
		if off < 0 {
			continue
		}
		rest := n.rest(v, index)
		size := form.Size(rest)
		if size == 0 || len(rest) < least || len(rest) > most {
			continue // or garbage would
		}
		widths.Add(size)
		if size < len(rest) {
			follow[rest[size]]++
		}
		x, y := float64(size), float64(len(rest))
		count, sumX, sumY = count+1, sumX+x, sumY+y
		sumXX, sumXY, sumYY = sumXX+x*x, sumXY+x*y, sumYY+y*y
	}
	if others = widths.Rare(); others < 4 || float64(others) < leastWider*count {
		return others, false
	}
	for _, k := range follow {
		if k >= column.Most(int(count)) {
			return others, true
		}
	}
	spread := sumXX - sumX*sumX/count
	slope := (sumXY - sumX*sumY/count) / spread
	rest := max(0, sumYY-sumY*sumY/count-slope*slope*spread)
	deviation := math.Sqrt(rest / count / spread)
	return others, slope >= slopeSigmas*deviation && math.Abs(slope-1) <= slopeAround+2*deviation
}

// usualLengths returns the lengths between which those of nearly all rests lie.
func (n *node) usualLengths(v *View) (least, most int) {
	var lengths []int
	for i := range n.off {
		if n.off[i] >= 0 {
			lengths = append(lengths, len(v.Val[i])-int(n.off[i]))
		}
	}
	slices.Sort(lengths)
	cut := column.Tolerance(len(lengths))
	return lengths[cut], lengths[len(lengths)-1-cut]
}
