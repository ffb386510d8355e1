package advise

import (
	"context"
	"math"
	"slices"

	"tabletop/model/workload"
)

// cube holds what is needed of every set of pieces: one pass over the rows a set, then any layout costs a few look-ups.
type cube struct {
	space   *space
	probes  []*workload.Probe
	queries []query
	weights []float64 // frequencies, of sum 1
	groups  map[uint32]group
	writers map[spreading]float64
	most    float64 // writers at most
	growth  float64 // rows of the table for each row of the sample
	rows    float64
	bytes   float64
	windows []uint32 // of the rows looked at for writes
	looked  []int
	cells   float64
	rowsIn  []int // the rows that are searched
	sizes   []int64
	slots   []slot // scratch of pair
}

// query is a workload.Query in terms of pieces.
type query struct {
	equal   uint32 // pieces it knows
	part    int    // the piece of which it knows a front, -1 for none
	along   int    // the piece its range or its newest runs along, -1 for none
	asks    uint32 // all of these
	missing bool   // it asks by what is in no layout
	latest  float64
	load    map[uint32]workload.Load // by known pieces, with flags
	back    workload.Load            // what it returns
}

// Flags of query.load, beside the pieces.
const (
	withPart  = 1 << 30
	withAlong = 1 << 31
)

// group is what the rows merge into when a set of pieces makes the key.
type group struct{ rows, largest float64 }

func newCube(ctx context.Context, s *space, w *workload.Workload) (*cube, error) {
	c := &cube{space: s, groups: map[uint32]group{}, writers: map[spreading]float64{}, growth: 1, most: 1024}
	sum := 0.0
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
		c.probes = append(c.probes, p)
		weight := 1 / float64(len(w.Queries))
		if sum > 0 {
			weight = q.Frequency / sum
		}
		c.weights = append(c.weights, weight)
		c.queries = append(c.queries, c.query(q, p))
	}
	f := s.facts
	c.sizes = make([]int64, len(s.in))
	for i, ok := range s.in {
		if ok {
			c.rowsIn = append(c.rowsIn, i)
			c.sizes[i] = f.Sample.RowBytes(i)
			c.rows++
			c.bytes += float64(c.sizes[i])
			from, to := f.Sample.Cells(i)
			c.cells += float64(to - from)
		}
	}
	if rows := f.Draw.Rows().Value; rows > 0 && !f.Draw.Exact() {
		c.growth = rows / float64(f.Sample.Rows())
	}
	c.window()
	return c, nil
}

func (c *cube) query(q *workload.Query, p *workload.Probe) query {
	x := query{part: -1, along: -1, load: map[uint32]workload.Load{}, latest: float64(q.Latest)}
	at := func(name string) int {
		return slices.IndexFunc(c.space.pieces, func(p piece) bool { return p.name == name })
	}
	for _, cond := range q.Where {
		i := at(cond.Segment)
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
		default:
			x.part = i
		}
	}
	if q.Latest > 0 {
		if i := at(q.By); i >= 0 {
			x.along = i
			x.asks |= 1 << i
		}
	}
	if !p.Answers() {
		x.missing = true
	}
	x.back = p.Returned()
	return x
}

// windows is how many windows of time the writes are put into, and writes how many of them are looked at.
const windows, writes = 48, 8192

// window puts the rows that are looked at for the spread of writes into windows of time.
func (c *cube) window() {
	c.looked = spread(c.rowsIn, writes)
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	times := make([]int64, len(c.looked))
	for k, row := range c.looked {
		times[k] = newest(c.space.facts, row)
		low, high = min(low, times[k]), max(high, times[k])
	}
	c.windows = make([]uint32, len(c.looked))
	if high <= low {
		c.looked = nil // all of one time: it is no time of writing
		return
	}
	for k, t := range times {
		c.windows[k] = uint32(float64(t-low) / (float64(high-low) + 1) * windows)
	}
}

// walk is how far a query knows the front of a plan's keys.
func (c *cube) walk(q *query, p *plan) (known uint32, access workload.Access, uses uint32) {
	for _, i := range p.order {
		if q.equal>>i&1 == 1 {
			known |= 1 << i
			uses |= 1 << i
			continue
		}
		f := &c.space.pieces[i].forms[p.forms[i]]
		switch {
		case q.part == i && f.serves:
			return known | withPart, c.name(q, uses|1<<i, workload.ByPrefix), uses | 1<<i
		case q.along == i && f.ranges:
			return known | withAlong, c.name(q, uses|1<<i, workload.ByRange), uses | 1<<i
		}
		if uses == 0 {
			return known, workload.FullScan, 0
		}
		return known, c.name(q, uses, workload.ByPrefix), uses
	}
	return known, c.name(q, uses, workload.Point), uses
}

// name is the access, unless some of what is asked by does not help.
func (c *cube) name(q *query, uses uint32, access workload.Access) workload.Access {
	if q.asks&^uses != 0 {
		return workload.Filter
	}
	return access
}

// reading is what query i costs under a plan.
func (c *cube) reading(i int, p *plan) Reading {
	q := &c.queries[i]
	if q.missing {
		return Reading{Access: workload.NoAccess, Ranges: 1}
	}
	known, access, uses := c.walk(q, p)
	load, ok := q.load[known]
	if !ok {
		var names []string
		for k := range c.space.pieces {
			if known>>k&1 == 1 {
				names = append(names, c.space.pieces[k].name)
			}
		}
		load = c.probes[i].Front(names, known&withPart != 0, known&withAlong != 0)
		q.load[known] = load
	}
	r := Reading{Access: access, Ranges: 1, Rows: load.Rows, Bytes: load.Bytes, Returned: q.back.Rows}
	if q.latest > 0 && known&withAlong != 0 && access == workload.Filter { // what is met on the way to the newest and thrown away
		r.Rows, r.Bytes = c.fullGroup(i, known)
	}
	if p.salt > 0 && uses != 0 && q.equal>>p.salted&1 == 0 {
		r.Ranges = float64(p.salt)
		r.Access = workload.FanOut
		if q.latest > 0 && known&withAlong != 0 {
			r.Rows *= r.Ranges
			r.Bytes *= r.Ranges
		}
	}
	if len(p.moved) > 0 { // rows of today are merged: at least one whole row is read
		r.Rows = max(1, r.Rows*p.group.rows/c.rows)
		r.Bytes = max(r.Bytes, c.bytes/p.group.rows)
	}
	// What a key no longer says, or says more of, is read too.
	r.Bytes = max(0, r.Bytes+r.Rows*c.keyChange(p))
	r.Millis = workload.Millis(r.Ranges, r.Bytes)
	if r.Access == workload.ByRange && q.latest > 0 && !c.space.pieces[q.along].forms[p.forms[q.along]].down {
		r.Millis *= reverseScan
	}
	return r
}

// reverseScan is what a scan in reverse is taken to cost more than one forwards. The documentation says that it does, not
// by how much: it tips the balance where all else is alike and the newest is what most queries want (G51).
const reverseScan = 1.25

func (c *cube) fullGroup(i int, known uint32) (rows, bytes float64) {
	key := known &^ withAlong
	load, ok := c.queries[i].load[key]
	if !ok {
		var names []string
		for k := range c.space.pieces {
			if key>>k&1 == 1 {
				names = append(names, c.space.pieces[k].name)
			}
		}
		load = c.probes[i].Front(names, false, false)
		c.queries[i].load[key] = load
	}
	return load.Rows, load.Bytes
}

// keyChange is by how many bytes the key of a row of today gets longer.
func (c *cube) keyChange(p *plan) float64 {
	n := 0.0
	if p.salt > 0 {
		n += 2
	}
	for _, i := range p.order {
		if c.space.pieces[i].promoted {
			n += c.space.pieces[i].width + float64(len(c.space.delim))
		}
	}
	return n
}

// spreading tells the places that are written at once: a set of pieces, behind a salt of one of them.
type spreading struct {
	set          uint32
	salt, salted int
}

// spread is how many places are written at once: the groups of what comes before the first piece that moves with time.
// Behind a salt of n there are as many of them n times over, as far as what is hashed has different values at one time.
func (c *cube) spread(order []int, s *space, salt, salted int) float64 {
	key := spreading{salt: salt}
	if salt > 0 {
		key.salted = salted
	}
	for k, i := range order {
		if s.pieces[i].moving {
			if k == 0 && salt == 0 {
				return 1
			}
			break
		}
		key.set |= 1 << i
	}
	if w, ok := c.writers[key]; ok {
		return w
	}
	w := c.count(key)
	c.writers[key] = w
	return w
}

// count is 1 / sum p² over the groups of a set, from pairs of rows written within one window.
func (c *cube) count(key spreading) float64 {
	if len(c.looked) == 0 {
		return 0
	}
	of := slices.Clone(c.windows)
	if key.salt > 0 {
		by := c.space.pieces[key.salted].column.Of
		for k, row := range c.looked {
			bucket := uint64(by[row]) * 0x9E3779B97F4A7C15 >> 32 % uint64(key.salt) // any even hash will do
			of[k] = of[k]*uint32(key.salt) + uint32(bucket)
		}
	}
	codes, n := c.codes(key.set, c.looked, of)
	perGroup, perWindow := make([]float64, n), make([]float64, windows)
	for k := range c.looked {
		perGroup[codes[k]]++
		perWindow[c.windows[k]]++
	}
	var pairs, meets float64
	for _, n := range perWindow {
		pairs += n * (n - 1)
	}
	for _, n := range perGroup {
		meets += n * (n - 1)
	}
	switch {
	case pairs == 0:
		return 0
	case meets == 0:
		return c.most
	}
	return max(1, min(pairs/meets, c.most))
}

// codes numbers the combinations of the pieces of a set over some rows, which begin with the numbers of. Pieces of many
// values come first: once all rows differ, the others change nothing.
func (c *cube) codes(set uint32, rows []int, of []uint32) ([]uint32, int) {
	n := 1
	for _, code := range of {
		n = max(n, int(code)+1)
	}
	var columns []*workload.Column
	for i := range c.space.pieces {
		if set>>i&1 == 1 {
			columns = append(columns, c.space.pieces[i].column)
		}
	}
	slices.SortFunc(columns, func(a, b *workload.Column) int { return len(b.Values) - len(a.Values) })
	for i, col := range columns {
		if i > 0 && n == len(rows) {
			break
		}
		n = c.pair(of, rows, col.Of)
	}
	return of, n
}

// pair numbers the pairs of two codes anew, in place, by open addressing in a table that is used again.
func (c *cube) pair(of []uint32, rows []int, by []uint32) int {
	bits := 4
	for 1<<bits < 2*len(rows) {
		bits++
	}
	if len(c.slots) != 1<<bits {
		c.slots = make([]slot, 1<<bits)
	} else {
		clear(c.slots)
	}
	n := uint32(0)
	for k, row := range rows {
		key := uint64(of[k])<<32 | uint64(by[row])
		at := (key * 0x9E3779B97F4A7C15) >> (64 - bits) // Fibonacci hashing
		for c.slots[at].id != 0 && c.slots[at].key != key {
			at = (at + 1) & (1<<bits - 1)
		}
		if c.slots[at].id == 0 {
			n++
			c.slots[at] = slot{key, n}
		}
		of[k] = c.slots[at].id - 1
	}
	return int(n)
}

// slot is a place of the table of pairs; id 0 is empty.
type slot struct {
	key uint64
	id  uint32
}

// rest is what the rows merge into when only these pieces are in the key.
func (c *cube) rest(set uint32) group {
	if g, ok := c.groups[set]; ok {
		return g
	}
	codes, n := c.codes(set, c.rowsIn, make([]uint32, len(c.rowsIn)))
	sizes := make([]float64, n)
	for k, row := range c.rowsIn {
		sizes[codes[k]] += float64(c.sizes[row])
	}
	g := group{rows: float64(n)}
	for _, size := range sizes {
		g.largest = max(g.largest, size)
	}
	c.groups[set] = g
	return g
}

// setOf is the set of some pieces.
func setOf(order []int) uint32 {
	var set uint32
	for _, i := range order {
		set |= 1 << i
	}
	return set
}

// bytesOf is the size of the sample under a plan: what moves into a qualifier is said with every cell, what stays in the
// key once a row.
func (c *cube) bytesOf(p *plan, s *space) float64 {
	key := 0.0
	for _, i := range p.order {
		key += s.pieces[i].width + float64(len(s.delim))
	}
	if p.salt > 0 {
		key += 2
	}
	today := 0.0
	for _, i := range s.today.order {
		today += s.pieces[i].width + float64(len(s.delim))
	}
	moved := 0.0
	for _, i := range p.moved {
		moved += s.pieces[i].width + 1
	}
	return c.bytes + key*p.group.rows - today*c.rows + moved*c.cells
}
