package advise

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
	block := c.together(q, c.beside(q, p, f))
	var asking, read, all, returned float64
	for _, run := range r.load.Runs {
		found := grown(run.Found, wanted)
		events := max(found, grown(run.Events, times))
		rows := max(min(1, run.Rows), events*run.Rows/max(run.Events, 1)/fuller)
		all += run.Asking * rows
		asking += run.Asking
		if found >= n {
			rows *= untilFound(n, found, events, block, events/rows) / events
			found = n
		}
		read += run.Asking * rows
		returned += run.Asking * found
	}
	share := read / all
	r.Rows, r.Bytes = max(min(1, r.Rows), r.Rows*share), r.Bytes*share
	r.Returned = returned / asking
	if share < 0.5 { // what is sampled again is hardly what is read
		r.load = nil
	}
}

// untilFound is how many current rows a scan of so many reads until it has met n of those that it wants, which lie in blocks of some size
// among the others. The others are taken to lie evenly between the blocks. The last row is read whole, of perRow current rows.
func untilFound(n, found, events, block, perRow float64) float64 {
	block = min(found, max(1, block))
	blocks := found / block
	needed := min(blocks, n/block+(1-1/block)/2) // on average over n, some of the last block is left
	passed := n + needed*(events-found)/(blocks+1)
	return min(events, passed+(perRow-1)/2)
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
