package advise

import (
	"math"
	"slices"

	"tabletop/model/access"
)

// groups are how many a query wants the newest of, among the rows whose pieces of known it knows, and how many rows
// that makes when the table has its size.
func (c *cube) groups(q *query, known uint32) (each, rows float64) {
	e := q.each[known]
	if e == nil {
		found := q.Probe.Each(c.names(known))
		e = &found
		q.each[known] = e
	}
	stays := c.persistence(q.per)
	each = e.Groups * (stays + (1-stays)*c.size.factor)
	all := grown(e.All, c.times(c.knownParts(known), c.size))
	return each, each * min(q.latest, max(e.Rows/max(e.Groups, 1), all/max(each, 1)))
}

// readEach is what the newest of each cost under a plan that has a range for each: those ranges, or where they take
// longer, one scan of all that begins with what is known.
func (c *cube) readEach(q *query, p *plan, x reach) QueryCost {
	scan := c.readRange(q, p)
	if q.asks&^(x.uses|x.each) != 0 {
		return scan
	}
	merge := c.measureMerge(p)
	each, rows := c.groups(q, x.known)
	one := scan
	one.Access, one.Ranges = access.FanOut, x.ranges*each
	if merge != nil {
		rows = each * max(1, rows/each/max(1, c.perRow(p, c.size)))
	}
	// behind a salt that is not known, each bucket is read until there are enough
	one.Rows = min(rows*x.ranges, scan.Rows)
	one.Bytes = scan.Bytes * one.Rows / max(scan.Rows, 1e-9)
	c.spend(&one, q, !c.space.pieces[q.along].forms[p.forms[q.along]].down)
	if one.Millis < scan.Millis {
		return one
	}
	return scan
}

// readCurrent is what a query costs in a table that keeps the newest row of each key: it serves those that want just
// that.
func (c *cube) readCurrent(q *query, p *plan) QueryCost {
	if q.latest != 1 || q.equal|q.per != bitSet(p.order) || q.part >= 0 || q.width > 0 || q.along != p.newest ||
		q.asks&^(bitSet(p.order)|1<<p.newest) != 0 {
		return QueryCost{Access: access.NoAccess, Ranges: 1, Millis: math.Inf(1)}
	}
	queryCost := QueryCost{Access: access.ByPrefix, Ranges: 1, Rows: 1, Returned: 1}
	switch {
	case q.per == 0:
		queryCost.Access = access.Point
	case q.equal == 0 && !q.leads:
		queryCost.Access = access.FullScan
	}
	if q.per != 0 {
		queryCost.Rows, _ = c.groups(q, q.equal)
		queryCost.Returned = queryCost.Rows
	}
	g := c.currentGroup(p)
	queryCost.Bytes = queryCost.Rows * g.bytes / max(g.rows, 1)
	c.spend(&queryCost, q, false)
	return queryCost
}

// currentGroup is what the rows become when only the newest of each key is kept.
func (c *cube) currentGroup(p *plan) group {
	_, n := c.codes(bitSet(p.order), c.rowsIn, make([]uint32, len(c.rowsIn)))
	longer := c.space.keyBytes(p) - c.keys
	return group{rows: float64(n), bytes: float64(n) * (c.bytes/c.rows + longer), largest: c.largest + longer}
}

// currents are tables that keep only the newest row of each key, as a second one: one for each query that wants the
// newest of each, or of one, by a time (E13 in docs/guidelines.md).
func (e *search) currents() []*found {
	var out []*found
	space := e.space
	for index := range e.cube.queries {
		query := &e.cube.queries[index]
		if query.latest != 1 || query.along < 0 || space.pieces[query.along].unit == "" ||
			space.pieces[query.along].outside || query.equal|query.per == 0 || query.part >= 0 || space.tail != "" ||
			len(space.last) > 0 {
			continue
		}
		plan := plan{forms: slices.Clone(space.today.forms), current: true, newest: query.along}
		// what is known comes first, and the common value before the granular one (G35)
		for _, set := range []uint32{query.equal, query.per} {
			var part []int
			for k := range space.pieces {
				if set>>k&1 == 1 {
					part = append(part, k)
				}
			}
			slices.SortFunc(part,
				func(a, b int) int { return len(space.pieces[a].column.Values) - len(space.pieces[b].column.Values) })
			plan.order = append(plan.order, part...)
		}
		if slices.ContainsFunc(plan.order, func(k int) bool { return space.pieces[k].promoted }) {
			continue
		}
		f := e.judge(&plan)
		out = append(out, f.kept())
	}
	return out
}

// shedBytes is by how much the cells of a row are shorter without the columns that have moved into the key.
func (s *space) shedBytes(p *plan) float64 {
	sum := 0.0
	for _, i := range p.order {
		if p.dropped>>i&1 == 1 {
			sum += s.pieces[i].cell
		}
	}
	return sum
}

// cellsWithin is how many different times the cells of a row have within a width, in seconds, that begins at one of
// them, on average.
func (c *cube) cellsWithin(width float64) float64 {
	var sum, asked float64
	var times []int64
	for _, row := range firstFew(c.rowsIn, watched) {
		times = times[:0]
		from, to := c.space.facts.Sample.Cells(row)
		for j := from; j < to; j++ {
			times = append(times, c.space.facts.Sample.Cell(j).Micros)
		}
		slices.Sort(times)
		times = slices.Compact(times)
		end := 0
		for i, t := range times {
			for end < len(times) && float64(times[end]-t) < width*1e6 {
				end++
			}
			sum += float64(end - i)
			asked++
		}
	}
	return sum / max(asked, 1)
}
