package advise

import (
	"math"

	"tabletop/model/workload"
)

// reach is how the rows of a query are found under a layout.
type reach struct {
	front
	access workload.Access
	uses   uint32
	ranges float64
	each   uint32 // pieces of which each value has a range of its own
	cells  bool   // the range runs along the times of cells, which are rows
	bucket bool   // the bucket of the salt is known, but not the piece that is hashed: that comes later in the key
	open   bool   // the query knows all of the key
}

// walk is how far a query knows the prefix of a plan's keys, and how many ranges it takes because of a salt it does not. Of each is
// that there may be a range for each of what the newest are wanted of.
func (c *cube) walk(q *query, p *plan, ofEach bool) reach {
	r := reach{ranges: 1}
	per := q.per
	if !ofEach {
		per = 0
	}
	fan, salted := 1.0, false
	use := func(i int) {
		r.uses |= 1 << i
		r.ranges *= fan
		fan = 1
	}
	for k, i := range p.order {
		if p.salt > 0 && p.saltAt == k {
			switch {
			case p.salted >= 0 && q.equal>>p.salted&1 == 1:
				r.bucket = r.each == 0
			case p.salted >= 0 && per>>p.salted&1 == 1: // each value has its bucket
			default:
				fan, salted = float64(p.salt), true
			}
		}
		if p.bucket.events == asRows && p.bucket.at == k {
			b := p.bucket.piece
			switch {
			case q.equal>>b&1 == 1:
				r.cut = true
				use(b)
			case q.along == b && r.each == q.per: // the newest of each of what is not known lie in no range of time
				r.along = true
				use(b)
				return c.named(q, r, workload.ByRange)
			default:
				return c.named(q, r, workload.ByPrefix)
			}
		}
		cut := p.bucket.events != unbucketed && p.bucket.events != asRows && i == p.bucket.piece
		f := &c.space.pieces[i].forms[p.forms[i]]
		switch {
		case per>>i&1 == 1 && !cut:
			r.each |= 1 << i
			continue
		case r.each != 0 && (i != q.along || r.each != q.per):
			r.each = 0
			return c.named(q, r, workload.ByPrefix)
		case q.equal>>i&1 == 1 && cut:
			r.cut = true
		case q.equal>>i&1 == 1:
			r.known |= 1 << i
		case q.part == i && (q.labels && f.labels || !q.labels && f.serves) && !cut:
			r.part = true
			use(i)
			return c.named(q, r, workload.ByPrefix)
		case q.along == i && (f.ranges || cut || f.digits && q.latest == 0) && r.each == q.per:
			r.along, r.digits = true, f.digits
			use(i)
			return c.named(q, r, workload.ByRange)
		default:
			return c.named(q, r, workload.ByPrefix)
		}
		use(i)
	}
	r.each, r.open = 0, true
	if p.tall == byTime && q.along >= 0 && q.along == c.space.cellTime {
		r.cells = true
		use(q.along)
		return c.named(q, r, workload.ByRange)
	}
	if salted && r.ranges == 1 || c.space.tail != "" || p.tall != asItIs {
		return c.named(q, r, workload.ByPrefix)
	}
	return c.named(q, r, workload.Point)
}

// named names the access: some of what is filtered on may not help, or nothing may.
func (c *cube) named(q *query, r reach, access workload.Access) reach {
	if r.access = access; access == workload.ByRange && q.latest > 0 {
		r.access = workload.ByPrefix
	}
	switch {
	case r.uses == 0 && !r.bucket && !q.leads:
		r.access = workload.FullScan
	case q.asks&^r.uses != 0:
		r.access = workload.Filter
	case r.ranges > 1:
		r.access = workload.FanOut
	}
	return r
}

// returned is how many current rows a run returns when the table has its size.
func (c *cube) returned(q *query) float64 {
	l := &q.back
	switch {
	case q.per != 0:
		_, rows := c.groups(q, q.equal)
		return rows
	case q.latest > 0:
		return min(q.latest, max(l.Rows, grown(l.Found, c.times(c.knownOf(q.equal), c.size))))
	}
	return grown(l.Rows, c.timesFound(q))
}

// reading is what a query costs under a plan.
func (c *cube) reading(q *query, p *plan) QueryCost {
	if q.missing {
		return QueryCost{Access: workload.NoAccess, Ranges: 1}
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

// perUnit is x with a range for each unit of a time that stands cut before other pieces; false where the query knows none of those that
// follow it. Each range continues through what the query knows, up to the time itself.
func (c *cube) perUnit(q *query, p *plan, x reach) (reach, bool) {
	if p.bucket.events != asRows || !x.along || q.along != p.bucket.piece || q.latest > 0 {
		return reach{}, false
	}
	x.front.perUnit = true
	known := x.known
	for _, i := range p.order[p.bucket.at:] {
		f := &c.space.pieces[i].forms[p.forms[i]]
		if i == p.bucket.piece {
			x.exact = f.ranges
			break
		}
		if q.equal>>i&1 == 0 {
			break
		}
		x.known |= 1 << i
		x.uses |= 1 << i
	}
	if q.units[p.bucket.unit] == 0 {
		q.units[p.bucket.unit] = q.Units(workload.TimeUnit{Unit: p.bucket.unit})
	}
	x = c.named(q, x, workload.ByRange)
	x.ranges *= q.units[p.bucket.unit]
	return x, x.known != known
}

// readReach is what a query costs under a plan, read as x states.
func (c *cube) readReach(q *query, p *plan, x reach) QueryCost {
	f := x.front
	reversed := q.latest > 0 && f.along && x.ranges == 1 && !c.space.pieces[q.along].forms[p.forms[q.along]].down
	key, plain := readKey{front: f, access: x.access, reversed: reversed}, p.plain() && !c.varied
	if plain {
		key.keyBytes = c.space.keyBytes(p) - c.space.shedBytes(p)
		if q.Query().Limit > 0 {
			key.beside = c.beside(q, p, f)
		}
		if known, ok := q.read[key]; ok {
			return known
		}
	}
	queryCost := QueryCost{Access: x.access, Ranges: x.ranges, Returned: c.returned(q), perUnit: f.perUnit, buckets: 1}
	if q.latest > 0 && f.along && x.ranges > 1 {
		queryCost.buckets = c.filledBuckets(p)
	}
	if m := c.readMerge(p, f); m != nil {
		queryCost.load, queryCost.perRow = c.mergedLoad(q, m, f), c.space.keyBytes(p)-m.key
	} else {
		queryCost.load, queryCost.perRow = c.load(q, f), c.space.keyBytes(p)-c.keys-c.space.shedBytes(p)
	}
	c.grow(&queryCost, q, p, f, c.size)
	if x.bucket && f.known>>p.salted&1 == 0 && c.mergeOf(p) == nil { // of the others, a share has the same bucket
		with := f
		with.known |= 1 << p.salted
		own := QueryCost{load: c.load(q, with), buckets: 1}
		c.grow(&own, q, p, with, c.size)
		queryCost.Rows = own.Rows + (queryCost.Rows-own.Rows)/float64(p.salt)
		queryCost.Bytes = own.Bytes + (queryCost.Bytes-own.Bytes)/float64(p.salt)
	}
	if g, ok := c.tallGroup(p.tall); ok {
		queryCost.perRow = 0
		queryCost.Rows *= g.rows / c.rows
		queryCost.Bytes *= g.bytes / c.bytes
		queryCost.Returned *= g.rows / c.rows // all rows with cells of a row that is wanted
		if x.cells {
			share := c.cellsWithin(q.width) / max(g.rows/c.rows, 1)
			queryCost.Rows, queryCost.Bytes, queryCost.Returned = queryCost.Rows*share, queryCost.Bytes*share, queryCost.Returned*share
		}
	}
	if f.digits {
		queryCost.Ranges *= q.digits[f.known]
	}
	queryCost.Bytes = max(0, queryCost.Bytes+queryCost.Rows*queryCost.perRow)
	c.limit(&queryCost, q, p, x)
	c.spend(&queryCost, q, reversed)
	if plain {
		q.read[key] = queryCost
	}
	return queryCost
}

// readMerge is the table of merged rows, or of rows under a cut time, that a query reads in a plan; nil where it reads current rows by
// pieces that they have.
func (c *cube) readMerge(p *plan, f front) *merge {
	if f.exact {
		return nil
	}
	return c.mergeOf(p)
}

// filledBuckets is how many buckets of the salt of a plan have rows, on average over all hashes: what is hashed may have few values.
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
	access   workload.Access
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
	return r.Access == workload.FullScan && q.asks != 0 && r.Rows > r.Returned*slack
}

// filters reports whether rows are read that are not wanted.
func (r *QueryCost) filters() bool {
	return r.Access == workload.Filter || r.Access == workload.FullScan && r.Rows > r.Returned*slack
}
