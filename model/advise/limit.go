package advise

import (
	"math"
	"slices"

	"tabletop/model/workload"
)

// limit ends the runs of a query that has a limit when they have found enough. Each run is reckoned by itself: what it reads on the way
// to its last row depends on how many rows it finds, and on how they lie among those that are filtered out.
func (c *cube) limit(r *QueryCost, q *query, p *plan, f front) {
	n := float64(q.Query().Limit)
	if n == 0 || r.load == nil || len(r.load.Runs) == 0 {
		return
	}
	wanted, times := c.timesFound(q), c.times(c.knownBy(q, p, f), c.size)
	fuller := 1.0
	if p.merges() {
		fuller = c.perRow(p, c.size) / c.perRow(p, size{1, 1})
	}
	block, lead := c.together(q, c.beside(q, p, f)), c.lead(q, p, f)
	var asking, read, all, returned, ranges float64
	for _, run := range r.load.Runs {
		found := grown(run.Found, wanted)
		events := max(found, grown(run.Events, times))
		rows := max(min(1, run.Rows), events*run.Rows/max(run.Events, 1)/fuller)
		all += run.Asking * rows
		asking += run.Asking
		begun := r.Ranges
		if found >= n {
			passed := untilFound(n, found, events, block, events/rows, lead) / events
			rows *= passed
			begun = min(begun, math.Ceil(passed*begun)) // one after the other, of rows that are even among them
			found = n
		}
		ranges += run.Asking * begun
		read += run.Asking * rows
		returned += run.Asking * found
	}
	share := read / all
	r.Rows, r.Bytes = max(min(1, r.Rows), r.Rows*share), r.Bytes*share
	r.Returned, r.Ranges = returned/asking, ranges/asking
	if share < 0.5 { // what is sampled again is hardly what is read
		r.load = nil
	}
}

// untilFound is how many current rows a scan of so many reads until it has met n of those that it wants, which lie in blocks of some size
// among the others. The others are taken to lie evenly between the blocks; or where lead is not negative, as many of them before the first
// block as this share of what lies between two. The last row is read whole, of perRow current rows.
func untilFound(n, found, events, block, perRow, lead float64) float64 {
	block = min(found, max(1, block))
	blocks := found / block
	needed := min(blocks, n/block+(1-1/block)/2) // on average over n, some of the last block is left
	passed := n + needed*(events-found)/(blocks+1)
	if lead >= 0 {
		passed = n + (max(1, needed)-1+lead)*(events-found)/blocks
	}
	return min(events, passed+(perRow-1)/2)
}

// lead is which share of the rows outside a fixed period a scan meets before it, where each block of rows under what precedes the time in
// the key is in the order of time; negative where the rows that are wanted do not lie so.
func (c *cube) lead(q *query, p *plan, f front) float64 {
	if !q.fixed() || f.along {
		return -1
	}
	for k, i := range p.order {
		if i != q.along {
			continue
		}
		form := &c.space.pieces[i].forms[p.forms[i]]
		if !form.ranges || q.asks&^f.known&setOf(p.order[k+1:]) != 0 {
			return -1
		}
		if form.down {
			return 1 - q.Lead()
		}
		return q.Lead()
	}
	return -1
}

// fixed reports whether a query wants a period that is the same in every run.
func (q *query) fixed() bool {
	return slices.ContainsFunc(q.Query().Where, func(c workload.Condition) bool { return c.Op == workload.Range && c.Fixed })
}

// timesFound is by what the rows that a run finds are multiplied when the table has its size.
func (c *cube) timesFound(q *query) float64 {
	k := c.knownOf(q.equal)
	k.part = q.part >= 0
	if q.along >= 0 {
		k.along, k.width = q.along, c.shareOf(q.along, q.width)
	}
	return c.times(k, c.size)
}

// beside are the pieces that the rows which a run finds share where they lie side by side: those that the keys have before the last one
// that the query filters on.
func (c *cube) beside(q *query, p *plan, f front) front {
	last := -1
	for k, i := range p.order {
		if q.asks&^f.known>>i&1 == 1 {
			last = k
		}
	}
	if q.asks&^f.known&^setOf(p.order)&^setOf(p.moved) != 0 { // what is in no key differs from row to row
		last = len(p.order) - 1
	}
	out := front{known: q.equal, part: q.part >= 0, along: q.width > 0}
	for _, i := range p.order[:last+1] {
		if q.asks>>i&1 == 0 && !(p.bucket.events != unbucketed && i == p.bucket.piece) {
			out.known |= 1 << i
		}
	}
	return out
}

// together is how many rows lie side by side that share what is beside.
func (c *cube) together(q *query, beside front) float64 {
	k := c.knownOf(beside.known)
	k.part = beside.part
	if beside.along {
		k.along, k.width = q.along, c.shareOf(q.along, q.width)
	}
	return grown(c.load(q, beside).Rows, c.times(k, c.size))
}
