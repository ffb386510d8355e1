package advise

import (
	"math"

	"tabletop/model/access"
	"tabletop/model/workload"
)

// reach is how the rows of a query are found under a layout.
type reach struct {
	front
	access access.Method
	uses   uint32
	ranges float64
	each   uint32 // pieces of which each value has a range of its own
	cells  bool   // the range runs along the times of cells, which are rows
	bucket bool   // the bucket of the salt is known, but not the piece that is hashed: that comes later in the key
	open   bool   // the query knows all of the key
}

// walk is how far a query knows the prefix of a plan's keys, and how many ranges it takes because of a salt it does
// not. Of each is that there may be a range for each of what the newest are wanted of.
func (c *cube) walk(q *query, p *plan, ofEach bool) reach {
	reach := reach{ranges: 1}
	per := q.per
	if !ofEach {
		per = 0
	}
	fan, salted := 1.0, false
	use := func(i int) {
		reach.uses |= 1 << i
		reach.ranges *= fan
		fan = 1
	}
	for index, position := range p.order {
		if p.salt > 0 && p.saltAt == index {
			switch {
			case p.salted >= 0 && q.equal>>p.salted&1 == 1:
				reach.bucket = reach.each == 0
			case p.salted >= 0 && per>>p.salted&1 == 1: // each value has its bucket
			default:
				fan, salted = float64(p.salt), true
			}
		}
		if p.bucket.events == asRows && p.bucket.at == index {
			piece := p.bucket.piece
			switch {
			case q.equal>>piece&1 == 1:
				reach.cut = true
				use(piece)
			case q.along == piece && reach.each == q.per: // the newest of each of what is not known lie in no range of time
				reach.along = true
				use(piece)
				return c.named(q, reach, access.ByRange)
			default:
				return c.named(q, reach, access.ByPrefix)
			}
		}
		cut := p.bucket.events != unbucketed && p.bucket.events != asRows && position == p.bucket.piece
		form := &c.space.pieces[position].forms[p.forms[position]]
		switch {
		case per>>position&1 == 1 && !cut:
			reach.each |= 1 << position
			continue
		case reach.each != 0 && (position != q.along || reach.each != q.per):
			reach.each = 0
			return c.named(q, reach, access.ByPrefix)
		case q.equal>>position&1 == 1 && cut:
			reach.cut = true
		case q.equal>>position&1 == 1:
			reach.known |= 1 << position
		case q.part == position && (q.labels && form.labels || !q.labels && form.serves) && !cut:
			reach.part = true
			use(position)
			return c.named(q, reach, access.ByPrefix)
		case q.along == position && (form.ranges || cut || form.digits && q.latest == 0) && reach.each == q.per:
			reach.along, reach.digits = true, form.digits
			use(position)
			return c.named(q, reach, access.ByRange)
		default:
			return c.named(q, reach, access.ByPrefix)
		}
		use(position)
	}
	reach.each, reach.open = 0, true
	if p.tall == byTime && q.along >= 0 && q.along == c.space.cellTime {
		reach.cells = true
		use(q.along)
		return c.named(q, reach, access.ByRange)
	}
	if salted && reach.ranges == 1 || c.space.tail != "" || p.tall != asItIs {
		return c.named(q, reach, access.ByPrefix)
	}
	return c.named(q, reach, access.Point)
}

// named names the access: some of what is filtered on may not help, or nothing may.
func (c *cube) named(q *query, r reach, by access.Method) reach {
	if r.access = by; by == access.ByRange && q.latest > 0 {
		r.access = access.ByPrefix
	}
	switch {
	case r.uses == 0 && !r.bucket && !q.leads:
		r.access = access.FullScan
	case q.asks&^r.uses != 0:
		r.access = access.Filter
	case r.ranges > 1:
		r.access = access.FanOut
	}
	return r
}

// returned is how many current rows a run returns when the table has its size.
func (c *cube) returned(q *query) float64 {
	load := &q.back
	switch {
	case q.per != 0:
		_, rows := c.groups(q, q.equal)
		return rows
	case q.latest > 0:
		return min(q.latest, max(load.Rows, grown(load.Found, c.times(c.knownParts(q.equal), c.size))))
	}
	return grown(load.Rows, c.timesFound(q))
}

// reading is what a query costs under a plan.
func (c *cube) reading(q *query, p *plan) QueryCost {
	if q.missing {
		return QueryCost{Access: access.NoAccess, Ranges: 1}
	}
	if p.current {
		return c.readCurrent(q, p)
	}
	if x := c.walk(q, p, q.per != 0); x.each != 0 {
		return c.readEach(q, p, x)
	}
	return c.readRange(q, p)
}

// readRange is what a query costs under a plan that has no range for each of what the newest are wanted of.
func (c *cube) readRange(q *query, p *plan) QueryCost {
	x := c.walk(q, p, false)
	r := c.readReach(q, p, x)
	if each, ok := c.perUnit(q, p, x); ok {
		if other := c.readReach(q, p, each); other.Millis < r.Millis {
			return other
		}
	}
	return r
}

// perUnit is x with a range for each unit of a time that stands cut before other pieces; false where the query knows
// none of those that follow it. Each range continues through what the query knows, up to the time itself.
func (c *cube) perUnit(q *query, p *plan, x reach) (reach, bool) {
	if p.bucket.events != asRows || !x.along || q.along != p.bucket.piece || q.latest > 0 {
		return reach{}, false
	}
	x.front.perUnit = true
	known := x.known
	for _, index := range p.order[p.bucket.at:] {
		form := &c.space.pieces[index].forms[p.forms[index]]
		if index == p.bucket.piece {
			x.exact = form.ranges
			break
		}
		if q.equal>>index&1 == 0 {
			break
		}
		x.known |= 1 << index
		x.uses |= 1 << index
	}
	if q.units[p.bucket.unit] == 0 {
		q.units[p.bucket.unit] = q.Units(access.TimeUnit{Unit: p.bucket.unit})
	}
	x = c.named(q, x, access.ByRange)
	x.ranges *= q.units[p.bucket.unit]
	return x, x.known != known
}

// readReach is what a query costs under a plan, read as x states.
func (c *cube) readReach(q *query, p *plan, x reach) QueryCost {
	front := x.front
	reversed := q.latest > 0 && front.along && x.ranges == 1 && !c.space.pieces[q.along].forms[p.forms[q.along]].down
	key, plain := readKey{front: front, access: x.access, reversed: reversed}, p.plain() && !c.varied
	if plain {
		key.keyBytes = c.space.keyBytes(p) - c.space.shedBytes(p)
		if q.Query().Limit > 0 {
			key.beside = c.beside(q, p, front)
		}
		if known, ok := q.read[key]; ok {
			return known
		}
	}
	queryCost := QueryCost{Access: x.access, Ranges: x.ranges, Returned: c.returned(q), perUnit: front.perUnit,
		buckets: 1}
	if q.latest > 0 && front.along && x.ranges > 1 {
		queryCost.buckets = c.filledBuckets(p)
	}
	if m := c.readMerge(p, front); m != nil {
		queryCost.load, queryCost.perRow = c.mergedLoad(q, m, front), c.space.keyBytes(p)-m.key
	} else {
		queryCost.load, queryCost.perRow = c.load(q, front), c.space.keyBytes(p)-c.keys-c.space.shedBytes(p)
	}
	c.grow(&queryCost, q, p, front, c.size)
	// of the others, a share has the same bucket
	if x.bucket && front.known>>p.salted&1 == 0 && c.measureMerge(p) == nil {
		with := front
		with.known |= 1 << p.salted
		own := QueryCost{load: c.load(q, with), buckets: 1}
		c.grow(&own, q, p, with, c.size)
		queryCost.Rows = own.Rows + (queryCost.Rows-own.Rows)/float64(p.salt)
		queryCost.Bytes = own.Bytes + (queryCost.Bytes-own.Bytes)/float64(p.salt)
	}
	if group, ok := c.tallGroup(p.tall); ok {
		queryCost.perRow = 0
		queryCost.Rows *= group.rows / c.rows
		queryCost.Bytes *= group.bytes / c.bytes
		queryCost.Returned *= group.rows / c.rows // all rows with cells of a row that is wanted
		if x.cells {
			share := c.cellsWithin(q.width) / max(group.rows/c.rows, 1)
			queryCost.Rows, queryCost.Bytes, queryCost.Returned = queryCost.Rows*share, queryCost.Bytes*share,
				queryCost.Returned*share
		}
	}
	if front.digits {
		queryCost.Ranges *= q.digits[front.known]
	}
	queryCost.Bytes = max(0, queryCost.Bytes+queryCost.Rows*queryCost.perRow)
	c.limit(&queryCost, q, p, x)
	c.spend(&queryCost, q, reversed)
	if plain {
		q.read[key] = queryCost
	}
	return queryCost
}

// readMerge is the table of merged rows, or of rows under a cut time, that a query reads in a plan; nil where it reads
// current rows by pieces that they have.
func (c *cube) readMerge(p *plan, f front) *merge {
	if f.exact {
		return nil
	}
	return c.measureMerge(p)
}

// filledBuckets is how many buckets of the salt of a plan have rows, on average over all hashes: what is hashed may
// have few values.
func (c *cube) filledBuckets(p *plan) float64 {
	n := float64(p.salt)
	if p.salted < 0 {
		return n
	}
	return n * (1 - math.Pow(1-1/n, float64(len(c.space.pieces[p.salted].column.Values))))
}

// readKey is what the cost of a query depends on, of a table of whole pieces in some order.
type readKey struct {
	front
	beside   front // of a query with a limit
	access   access.Method
	keyBytes float64
	reversed bool
}

// plain reports whether a table is one of whole pieces in some order.
func (p *plan) plain() bool {
	return p.salt == 0 && p.bucket.events == unbucketed && p.tall == asItIs && !p.rewrites() && !p.current
}

// spend sets what a reading takes a node and a client.
func (c *cube) spend(r *QueryCost, q *query, reversed bool) {
	r.use = workload.Use{Ranges: r.Ranges, Rows: r.Rows, Bytes: r.Bytes * q.scanned, Returned: r.Returned,
		ReturnedBytes: r.Bytes * q.sent * min(1, r.Returned/max(r.Rows, 1e-9)), Reversed: reversed}
	r.Millis = c.rates.Millis(r.use)
}

// scans reports whether a query reads a whole table for less than all of its rows: that grows with the table.
func (r *QueryCost) scans(q *query) bool {
	return r.Access == access.FullScan && q.asks != 0 && r.Rows > r.Returned*slack
}

// filters reports whether rows are read that are not wanted.
func (r *QueryCost) filters() bool {
	return r.Access == access.Filter || r.Access == access.FullScan && r.Rows > r.Returned*slack
}
