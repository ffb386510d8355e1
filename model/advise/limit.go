package advise

import (
	"math"
	"slices"
)

// limit ends the runs of a query that has a limit when they have found enough. Each run is reckoned by itself: what it
// reads on the way to its last row depends on how many rows it finds, and on how they lie among those that are filtered
// out.
func (c *cube) limit(r *QueryCost, q *query, p *plan, x reach) {
	front := x.front
	limit := float64(q.Query().Limit)
	if limit == 0 || r.load == nil || len(r.load.Runs) == 0 {
		return
	}
	wanted, times := c.timesFound(q), c.times(c.knownBy(q, p, front), c.size)
	fuller := 1.0
	if p.merges() {
		fuller = c.perRow(p, c.size) / c.perRow(p, size{1, 1})
	}
	lie := c.lie(q, p, x)
	var asking, read, all, returned, ranges float64
	for _, run := range r.load.Runs {
		found := grown(run.Found, wanted)
		events := max(found, grown(run.Events, times))
		if x.bucket { // of the others, a share has the same bucket
			events = found + (events-found)/float64(p.salt)
		}
		rows := max(min(1, run.Rows), events*run.Rows/max(run.Events, 1)/fuller)
		all += run.Asking * rows
		asking += run.Asking
		begun := r.Ranges
		if found >= limit {
			passed := lie.untilFound(limit, found, events, events/rows) / events
			rows *= passed
			begun = min(begun, math.Ceil(passed*begun)) // one after the other, of rows that are even among them
			found = limit
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

// lying is how the rows that a run finds lie among the others of those that it scans: in blocks of some size. The
// others are taken to lie evenly between the blocks; or where the blocks are of a fixed period, as many as the share
// before precede a block, and as many as the share within lie in it.
type lying struct {
	block          float64
	placed         bool
	before, within float64 // shares of the other rows of a block and what surrounds it; set if placed
}

// lie returns how the rows that a query finds lie in a plan.
func (c *cube) lie(q *query, p *plan, x reach) lying {
	front := x.front
	if x.bucket { // what is left of the salt tells nothing more
		rest := *p
		rest.salt, p = 0, &rest
	}
	beside := c.beside(q, p, front)
	out := lying{block: c.together(q, beside)}
	// each bucket has such blocks
	if p.salt > 0 && p.place(p.salted) <= c.lastAsked(q, p, front) && (beside.known|q.equal)>>p.salted&1 == 0 {
		out.block /= float64(p.salt)
	}
	out.before, out.within, out.placed = c.period(q, p, front)
	return out
}

// untilFound is how many current rows a scan of so many reads until it has met n of those that it wants. The last row
// is read whole, of perRow current rows.
func (l *lying) untilFound(n, found, events, perRow float64) float64 {
	block := min(found, max(1, l.block))
	blocks := found / block
	needed := min(blocks, n/block+(1-1/block)/2) // on average over n, some of the last block is left
	passed := n + needed*(events-found)/(blocks+1)
	if l.placed {
		passed = n + (max(1, needed)-1+l.before+l.within*min(1, n/block))*(events-found)/blocks
	}
	return min(events, passed+(perRow-1)/2)
}

// period returns which shares of the rows that a scan filters out come before those of a fixed period and between them,
// where each block of rows under what precedes the time in the key is in the order of time; false where the rows that
// are wanted do not lie so. Of rows that differ in what else is filtered on before the time, a half comes before.
func (c *cube) period(q *query, p *plan, f front) (before, within float64, ok bool) {
	if !q.fixed() || f.along || q.part >= 0 {
		return 0, 0, false
	}
	at := slices.Index(p.order, q.along)
	if p.bucket.events == asRows && p.bucket.piece == q.along {
		at = p.bucket.at
	}
	if at < 0 {
		return 0, 0, false
	}
	form := &c.space.pieces[q.along].forms[p.forms[q.along]]
	if !form.ranges && p.bucket.events == unbucketed {
		return 0, 0, false
	}
	lead := q.Lead()
	if form.down {
		lead = 1 - lead
	}
	ahead := f.known
	for i := range c.space.pieces {
		if q.equal>>i&1 == 1 && p.place(i) < float64(at) {
			ahead |= 1 << i
		}
	}
	all := max(1, c.load(q, front{known: f.known}).Rows)
	same := c.load(q, front{known: ahead}).Rows / all
	inPeriod := c.load(q, front{known: ahead, along: true}).Rows / all
	found := c.load(q, front{known: f.known | q.equal, along: true}).Rows / all
	others := max(1-found, 1e-9)
	return ((1-same)/2 + (same-inPeriod)*lead) / others, max(0, inPeriod-found) / others, true
}

// place is where a piece begins to tell in the keys of a plan: its place in their order, or half of one before that of
// the salt if it is hashed. It is beyond the last where it is in no key.
func (p *plan) place(i int) float64 {
	at := slices.Index(p.order, i)
	switch {
	case at < 0:
		return float64(len(p.order))
	case p.salt > 0 && p.salted == i:
		return min(float64(at), float64(p.saltAt)-0.5)
	}
	return float64(at)
}

// fixed reports whether a query wants a period that is the same in every run.
func (q *query) fixed() bool {
	r := q.Query().Ranged()
	return r != nil && r.Fixed
}

// timesFound is by what the rows that a run finds are multiplied when the table has its size.
func (c *cube) timesFound(q *query) float64 {
	k := c.knownParts(q.equal)
	k.part = q.part >= 0
	if q.along >= 0 {
		k.along, k.width = q.along, c.prefixShare(q.along, q.width)
	}
	return c.times(k, c.size)
}

// lastAsked is the place of the last piece of the keys that a query filters on and does not know; -1 without one.
func (c *cube) lastAsked(q *query, p *plan, f front) float64 {
	if q.asks&^f.known&^bitSet(p.order)&^bitSet(p.moved) != 0 { // what is in no key differs from row to row
		return float64(len(p.order))
	}
	last := -1.0
	for _, i := range p.order {
		if q.asks&^f.known>>i&1 == 1 {
			last = max(last, p.place(i))
		}
	}
	return last
}

// beside are the pieces that the rows which a run finds share where they lie side by side: those that the keys have
// before the last one that the query filters on.
func (c *cube) beside(q *query, p *plan, f front) front {
	out := front{known: q.equal, part: q.part >= 0, along: q.width > 0}
	last := c.lastAsked(q, p, f)
	for k, i := range p.order {
		if float64(k) < last && q.asks>>i&1 == 0 && !(p.bucket.events != unbucketed && i == p.bucket.piece) {
			out.known |= 1 << i
		}
	}
	return out
}

// together is how many rows lie side by side that share what is beside.
func (c *cube) together(q *query, beside front) float64 {
	k := c.knownParts(beside.known)
	k.part = beside.part
	if beside.along {
		k.along, k.width = q.along, c.prefixShare(q.along, q.width)
	}
	return grown(c.load(q, beside).Rows, c.times(k, c.size))
}
