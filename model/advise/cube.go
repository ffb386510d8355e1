package advise

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tabletop/model/workload"
)

// cube holds what is needed of every set of pieces: one pass over the rows a set, then any layout costs a few look-ups.
type cube struct {
	space     *space
	queries   []query
	rowsIn    []int     // the rows that are searched
	cells     []float64 // row -> its bytes without the key
	rows      float64
	bytes     float64
	count     float64 // cells
	keys      float64 // mean bytes of a key today
	versioned bool    // some column of some row has several cells
	versions  float64 // cells of a column of a row, on average
	growth    float64 // rows of the table for each row of the sample
	sizes     *sizes
	rates     workload.Rates
	// writesPerRun is how many rows the workload writes for each run of a query; 0 where it states no writes.
	writesPerRun float64
	size         size // that costs are computed for
	spans        map[int]float64
	timeSet      uint32 // pieces that are times
	watchedRows  []int  // rows looked at for persistence and the spread of writes
	watchedBy    map[uint32]numbering
	eras         []uint8 // of each, the third of the time that it was written in: 1 the first, 2 the last
	persist      map[uint32]*eraCounts
	merged       map[mergedBy]*merge
	numbers      map[mergedBy]numbered
	cuts         map[bucket]cutTime
	samePairs    map[bucket]float64 // of pairsOf
	tall         map[tall]group
	serial       []float64 // row -> bytes of its cells as one for each family; nil until that is asked
	alone        bool      // the workload writes columns by themselves: overwrites or increments
	unique       map[uint32]bool
	largest      float64 // row of the current table
	writes       writes
	pairs        pairing
	scratch      []float64 // of judge: a number for each query
	varied       bool      // the size and the rates are not those of the search
}

// query is a workload.Query in terms of pieces.
type query struct {
	*workload.Probe
	weight  float64 // share of all runs
	equal   uint32  // pieces it knows
	part    int     // the piece of which it knows a front, -1 for none
	labels  bool    // that is a domain's last labels
	along   int     // the piece its range or its newest runs along, -1 for none
	width   float64 // of its range, in seconds or as numbers; 0 without one
	asks    uint32  // all of these
	missing bool    // it filters on what is in no layout
	leads   bool    // it filters on what all keys begin with
	latest  float64
	loads   []*workload.Load // by front.index
	merged  map[mergedFront]*workload.Load
	read    map[readKey]QueryCost
	per     uint32 // pieces that it wants the newest of each of, and does not know
	each    map[uint32]*workload.Each
	digits  map[uint32]float64 // known pieces -> ranges of decimal numbers that are not padded, a run
	scanned float64            // share of the bytes of a row that its families hold
	sent    float64            // and its columns
	back    workload.Load      // what it returns
}

// front is how far the keys of a layout are known to a query.
type front struct {
	known       uint32 // pieces
	part, along bool   // behind them, a value prefix; a range
	digits      bool   // of decimal numbers that are not padded
	cut         bool   // and before, the cut time
}

func (f front) index(pieces int) int {
	i := int(f.known)
	if f.part {
		i |= 1 << pieces
	}
	if f.along {
		i |= 2 << pieces
	}
	if f.digits {
		i |= 4 << pieces
	}
	return i
}

type mergedFront struct {
	merge *merge
	front
}

func newCube(ctx context.Context, s *space, w *workload.Workload, opts Options) (*cube, error) {
	c := &cube{space: s, growth: 1, rates: workload.DefaultRates(), size: size{1, 1}, spans: map[int]float64{}, merged: map[mergedBy]*merge{}, numbers: map[mergedBy]numbered{}, cuts: map[bucket]cutTime{}, samePairs: map[bucket]float64{}, tall: map[tall]group{}, unique: map[uint32]bool{}}
	sum, lost := 0.0, 0
	for _, q := range w.Queries {
		sum += q.Frequency
	}
	for _, q := range w.Queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := s.facts.Probe(q)
		if err != nil {
			return nil, err
		}
		x := c.query(q, p)
		if x.weight = 1 / float64(len(w.Queries)); sum > 0 {
			x.weight = q.Frequency / sum
		}
		if c.queries = append(c.queries, x); x.missing {
			lost++
			note := "%q matches none of the rows read and is not counted"
			if p.Answers() {
				note = "%q asks for rows of other record kinds and is not counted: record kinds are searched one at a time, so give it in a workload without the queries of this one"
			}
			s.notes = append(s.notes, fmt.Sprintf(note, q.Name))
		}
	}
	if lost == len(w.Queries) {
		return nil, fmt.Errorf("no query matches any of the rows read: check the conditions, or read other rows")
	}
	c.writesPerRun = w.WritesPerRun()
	c.alone = slices.ContainsFunc(w.Writes, func(x workload.Write) bool {
		return x.Rate > 0 && (x.Kind == workload.Overwrites || x.Kind == workload.Increments)
	})
	c.scratch = make([]float64, len(c.queries))
	f := s.facts
	c.cells = make([]float64, len(s.in))
	for i, ok := range s.in {
		if !ok {
			continue
		}
		size, key := float64(f.Sample.RowBytes(i)), float64(len(f.Sample.Key(i)))
		c.rowsIn = append(c.rowsIn, i)
		c.cells[i] = size - key
		c.largest = max(c.largest, size)
		c.rows++
		c.bytes += size
		c.keys += key
		from, to := f.Sample.Cells(i)
		c.count += float64(to - from)
		for j := from; j < to; j++ { // cells of a column are neighbors
			if j == from || f.Sample.Cell(j).Column != f.Sample.Cell(j-1).Column {
				c.versions++
			} else {
				c.versioned = true
			}
		}
	}
	c.keys /= c.rows
	c.versions = c.count / max(c.versions, 1)
	if rows := f.Design.Rows().Value; rows > 0 && !f.Design.IsExact() {
		c.growth = max(1, rows/float64(f.Sample.Rows()))
	}
	for i := range c.queries {
		c.columnShares(&c.queries[i])
	}
	c.watchedRows, c.watchedBy = anyOf(c.rowsIn, watched), map[uint32]numbering{}
	c.watch()
	c.watchEras()
	if opts.Rates != nil {
		c.rates = *opts.Rates
	}
	var err error
	if c.sizes, err = s.newSizes(opts.Rows, c.rows); err != nil {
		return nil, err
	}
	c.size = c.sizes.at(c.sizes.wanted)
	return c, nil
}

func (c *cube) query(q *workload.Query, p *workload.Probe) query {
	x := query{Probe: p, part: -1, along: -1, each: map[uint32]*workload.Each{}, latest: float64(q.Latest), loads: make([]*workload.Load, 8<<len(c.space.pieces)), digits: map[uint32]float64{}, merged: map[mergedFront]*workload.Load{}, read: map[readKey]QueryCost{}}
	at := func(name string) int {
		return slices.IndexFunc(c.space.pieces, func(p piece) bool { return p.name == name })
	}
	for _, cond := range q.Where {
		i := at(cond.Segment)
		if slices.Contains(c.space.constant, cond.Segment) {
			x.leads = x.leads || slices.Contains(c.space.leading, cond.Segment)
			continue
		}
		if i < 0 {
			x.missing = true
			continue
		}
		x.asks |= 1 << i
		switch cond.Op {
		case workload.Equal:
			x.equal |= 1 << i
		case workload.Range:
			x.along = i
			x.width = p.Width()
		default:
			x.part, x.labels = i, cond.Op == workload.Labels
		}
	}
	if q.Latest > 0 && x.along < 0 {
		if i := at(q.By); i >= 0 {
			x.along = i
			x.asks |= 1 << i
		}
	}
	for _, name := range q.Per {
		if i := at(name); i >= 0 {
			x.per |= 1 << i
			x.asks |= 1 << i
		} else {
			x.missing = x.missing || !slices.Contains(c.space.constant, name)
		}
	}
	x.per &^= x.equal
	x.missing = x.missing || !p.Answers()
	x.back = p.Returned()
	return x
}

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
	r := QueryCost{Access: x.access, Ranges: x.ranges, Returned: c.returned(q)}
	if m := c.mergeOf(p); m != nil {
		r.load, r.perRow = c.mergedLoad(q, m, f), c.space.keyBytes(p)-m.key
	} else {
		r.load, r.perRow = c.load(q, f), c.space.keyBytes(p)-c.keys-c.space.shedBytes(p)
	}
	c.grow(&r, q, p, f, c.size)
	if x.bucket && f.known>>p.salted&1 == 0 && c.mergeOf(p) == nil { // of the others, a share has the same bucket
		with := f
		with.known |= 1 << p.salted
		own := QueryCost{load: c.load(q, with)}
		c.grow(&own, q, p, with, c.size)
		r.Rows = own.Rows + (r.Rows-own.Rows)/float64(p.salt)
		r.Bytes = own.Bytes + (r.Bytes-own.Bytes)/float64(p.salt)
	}
	if g, ok := c.tallGroup(p.tall); ok {
		r.perRow = 0
		r.Rows *= g.rows / c.rows
		r.Bytes *= g.bytes / c.bytes
		r.Returned *= g.rows / c.rows // all rows with cells of a row that is wanted
		if x.cells {
			share := c.cellsWithin(q.width) / max(g.rows/c.rows, 1)
			r.Rows, r.Bytes, r.Returned = r.Rows*share, r.Bytes*share, r.Returned*share
		}
	}
	if f.digits {
		r.Ranges *= q.digits[f.known]
	}
	if q.latest > 0 && f.along && r.Ranges > 1 { // each range is read until there are enough
		rest := f
		rest.along = false
		all := QueryCost{load: c.load(q, rest)}
		if m := c.mergeOf(p); m != nil {
			all.load = c.mergedLoad(q, m, rest)
		}
		c.grow(&all, q, p, rest, c.size)
		more := min(c.filledBuckets(p), max(1, all.Rows/r.Rows))
		r.Rows *= more
		r.Bytes *= more
	}
	r.Bytes = max(0, r.Bytes+r.Rows*r.perRow)
	c.limit(&r, q, p, f)
	c.spend(&r, q, reversed)
	if plain {
		q.read[key] = r
	}
	return r
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

func (c *cube) load(q *query, f front) *workload.Load {
	at := f.index(len(c.space.pieces))
	if q.loads[at] == nil {
		l := q.PrefixLoad(c.names(f.known), f.part, f.along)
		if f.digits {
			c.unpadded(q, f, &l)
		}
		q.loads[at] = &l
	}
	return q.loads[at]
}

// unpadded sets what is read along decimal numbers without padding: a range for each number of digits, each with longer
// numbers between (G32).
func (c *cube) unpadded(q *query, f front, l *workload.Load) {
	facts := c.space.facts
	layout := &workload.Layout{Bytes: facts.CurrentLayout().Bytes}
	for _, name := range append(c.names(f.known), c.space.pieces[q.along].name) {
		layout.Components = append(layout.Components, facts.Component(name, c.space.between))
	}
	cost := q.Cost(layout)
	l.Rows, l.Bytes = cost.ByData.RowsRead.Value, cost.ByData.BytesRead.Value
	l.Events = l.Rows
	q.digits[f.known] = cost.Ranges
}

func (c *cube) mergedLoad(q *query, m *merge, f front) *workload.Load {
	key := mergedFront{m, f}
	if q.merged[key] == nil {
		l := q.Merged(c.names(f.known), f.part, f.cut, f.along, &m.Merged)
		q.merged[key] = &l
	}
	return q.merged[key]
}

func (c *cube) names(set uint32) []string {
	names := slices.Clone(c.space.leading) // every key has them
	for k := range c.space.pieces {
		if set>>k&1 == 1 {
			names = append(names, c.space.pieces[k].name)
		}
	}
	return names
}
