package heat

import (
	"context"
	"math"
	"time"

	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// leastRanges is how many key ranges a plan must have for them to be the lines of the map while rows arrive.
const leastRanges = 16

// outside is the share of the map that may lie outside its axis before the axis is made anew.
const outside = 0.02

// axes are what the map keeps while rows arrive, so that each row comes to its place: the key ranges that are read, and
// the time.
type axes struct {
	ranges      []sample.ReadRange
	from, until time.Time // zero is what the map chooses
}

// newAxes returns the axes for a map of the rows read so far, with the times of the map before; nil where the plan has
// too few key ranges.
func newAxes(rows *sample.Sample, before *shown) *axes {
	if len(rows.How.Places) < leastRanges {
		return nil
	}
	held := &axes{ranges: rows.How.Places}
	if before != nil && before.base.axes != nil && before.of.isWhole() {
		held.from, held.until = before.m.Window(0), before.m.Window(before.m.Windows)
	}
	return held
}

// hold has the map keep the axes.
func (a *axes) hold(rows *sample.Sample, opts *heat.Options) {
	opts.From, opts.Until, opts.Cuts = a.from, a.until, make([]int, len(a.ranges))
	for i := range a.ranges {
		opts.Cuts[i] = rows.Find(a.ranges[i].Start)
	}
	opts.Cuts[0] = 0
}

// fits reports whether the times of the map are on its axis.
func (a *axes) fits(m *heat.Map) bool {
	if a.from.IsZero() {
		return true
	}
	all, off := 0.0, m.Before+m.After
	for _, v := range m.Grid {
		all += v
	}
	return off <= outside*(all+off)
}

// done is how many of the key ranges from the first to the end were read.
func (a *axes) done(first, end int) (n int) {
	for i := range a.ranges[first:end] {
		if a.ranges[first+i].Done {
			n++
		}
	}
	return n
}

// words states how much of the plan is in the map.
func (a *axes) words() string {
	return text.Integer(int64(a.done(0, len(a.ranges)))) + " of " + text.Count(int64(len(a.ranges)), "key range") +
		" read, ┊ not yet"
}

// draw returns the map of a query. The error is ctx's.
func (b *base) draw(ctx context.Context, q query) (*heat.Map, error) {
	opts := b.options(q)
	if b.axes == nil || !q.isWhole() {
		return b.of.Figures().Heat(ctx, opts)
	}
	b.axes.hold(b.of.Sample, &opts)
	m, err := b.of.Figures().Heat(ctx, opts)
	if err != nil || b.axes.fits(m) {
		return m, err
	}
	opts.From, opts.Until = time.Time{}, time.Time{}
	return b.of.Figures().Heat(ctx, opts)
}

// isWhole reports whether the map is of all keys and times.
func (q *query) isWhole() bool { return q.end == 0 && q.from.IsZero() && q.until.IsZero() }

// carry finds the rows of a query again in a sample with more rows.
func (q *query) carry(from, to *sample.Sample) {
	if q.end == 0 {
		return
	}
	place := func(row int) int {
		if row >= from.Rows() {
			return to.Rows()
		}
		return to.Find(from.Key(row))
	}
	q.first, q.end = place(q.first), place(q.end)
	if q.end <= q.first {
		*q = query{metric: q.metric}
	}
}

// axes are those that the map shown keeps; nil where it keeps none.
func (s *Screen) axes() *axes {
	if s.shown == nil || !s.shown.of.isWhole() {
		return nil
	}
	return s.shown.base.axes
}

// top is the value of the brightest shade. While rows arrive it grows in steps, for each has all places drawn again.
func (s *Screen) top() float64 {
	if s.axes() == nil {
		return 0
	}
	most := 0.0
	for _, v := range s.sums.wide {
		most = max(most, v)
	}
	if most == 0 {
		return 0
	}
	return math.Exp2(math.Ceil(math.Log2(most)))
}

// keepPlace has the cross-hair stay on its key and time when another map comes.
func (s *Screen) keepPlace(before, after *shown) {
	if s.noMap() != "" || s.drawn.cols == 0 || before.of != after.of && !(before.of.isWhole() && after.of.isWhole()) {
		return
	}
	held := before.base.axes != nil && after.base.axes != nil
	if held || s.moved {
		w, _ := s.windowsAt(s.col)
		at := before.m.Window(w).Sub(after.m.Window(0))
		s.col = max(0, int(at/after.m.Step)) / max(s.drawn.perColumn, 1)
	}
	if s.moved && !held && s.key == nil {
		s.key, _ = s.keysAt(s.row)
	}
}
