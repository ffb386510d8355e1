package advise

import (
	"context"
	"fmt"
	"slices"

	"tabletop/model/access"
	"tabletop/model/rowkey"
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
	rowsBy       map[uint32]numbering
	eras         []uint8 // of each, the third of the time that it was written in: 1 the first, 2 the last
	persist      map[uint32]*eraCounts
	merged       map[mergedBy]*merge
	numbers      map[mergedBy]numbered
	cuts         map[bucket]cutTime
	samePairs    map[bucket]float64 // of countPairs
	tall         map[tall]group
	serial       []float64 // row -> bytes of its cells as one for each family; nil until that is asked
	alone        bool      // the workload writes columns by themselves: overwrites or increments
	unique       map[uint32]bool
	largest      float64 // row of the current table
	largestKnown float64 // largest row of the whole table; 0 where that is not known
	writes       writes
	pairs        pairing
	scratch      []float64 // of judge: a number for each query
	varied       bool      // the size and the rates are not those of the search
}

// query is a workload.Query in terms of pieces.
type query struct {
	*access.Probe
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
	loads   []*access.Load // by front.index
	merged  map[mergedFront]*access.Load
	read    map[readKey]QueryCost
	per     uint32 // pieces that it wants the newest of each of, and does not know
	each    map[uint32]*access.Each
	units   map[rowkey.Unit]float64 // units of time that its range touches, a run
	digits  map[uint32]float64      // known pieces -> ranges of decimal numbers that are not padded, a run
	scanned float64                 // share of the bytes of a row that its families hold
	sent    float64                 // and its columns
	back    access.Load             // what it returns
}

// front is how far the keys of a layout are known to a query.
type front struct {
	known       uint32 // pieces
	part, along bool   // behind them, a value prefix; a range
	digits      bool   // of decimal numbers that are not padded
	cut         bool   // and before, the cut time
	perUnit     bool   // the range is read in one for each unit of the cut time, behind which known pieces follow
	exact       bool   // and after them the time itself
}

func (f front) index(pieces int) int {
	known := int(f.known)
	if f.part {
		known |= 1 << pieces
	}
	if f.along {
		known |= 2 << pieces
	}
	if f.digits {
		known |= 4 << pieces
	}
	return known
}

type mergedFront struct {
	merge *merge
	front
}

func newCube(ctx context.Context, s *space, w *workload.Workload, opts Options) (*cube, error) {
	cube := &cube{space: s, growth: 1, rates: workload.DefaultRates(), size: size{1, 1}, spans: map[int]float64{},
		merged: map[mergedBy]*merge{}, numbers: map[mergedBy]numbered{}, cuts: map[bucket]cutTime{},
		samePairs: map[bucket]float64{}, tall: map[tall]group{}, unique: map[uint32]bool{}}
	sum, lost := 0.0, 0
	for _, q := range w.Queries {
		sum += q.Frequency
	}
	for _, query := range w.Queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		probe, err := s.facts.Probe(query)
		if err != nil {
			return nil, err
		}
		asked := cube.query(query, probe)
		if asked.weight = 1 / float64(len(w.Queries)); sum > 0 {
			asked.weight = query.Frequency / sum
		}
		if cube.queries = append(cube.queries, asked); asked.missing {
			lost++
			note := "%q matches none of the rows read and is not counted"
			if probe.Answers() {
				note = "%q asks for rows of other record kinds and is not counted: record kinds are searched one at " +
					"a time, so give it in a workload without the queries of this one"
			}
			s.notes = append(s.notes, fmt.Sprintf(note, query.Name))
		} else {
			s.otherKinds(query, probe)
		}
	}
	if lost == len(w.Queries) {
		return nil, fmt.Errorf("no query matches any of the rows read: check the conditions, or read other rows")
	}
	cube.writesPerRun = w.WritesPerRun()
	cube.alone = slices.ContainsFunc(w.Writes, func(x workload.Write) bool {
		return x.Rate > 0 && (x.Kind == workload.Overwrites || x.Kind == workload.Increments)
	})
	cube.scratch = make([]float64, len(cube.queries))
	index := s.facts
	cube.cells = make([]float64, len(s.in))
	for i, ok := range s.in {
		if !ok {
			continue
		}
		size, key := float64(index.Sample.RowBytes(i)), float64(len(index.Sample.Key(i)))
		cube.rowsIn = append(cube.rowsIn, i)
		cube.cells[i] = size - key
		cube.largest = max(cube.largest, size)
		cube.rows++
		cube.bytes += size
		cube.keys += key
		from, to := index.Sample.Cells(i)
		cube.count += float64(to - from)
		for j := from; j < to; j++ { // cells of a column are neighbors
			if j == from || index.Sample.Cell(j).Column != index.Sample.Cell(j-1).Column {
				cube.versions++
			} else {
				cube.versioned = true
			}
		}
	}
	cube.largestKnown = s.largestKnown()
	cube.keys /= cube.rows
	cube.versions = cube.count / max(cube.versions, 1)
	if rows := index.Design.Rows().Value; rows > 0 && !index.Design.IsExact() {
		cube.growth = max(1, rows/float64(index.Sample.Rows()))
	}
	for i := range cube.queries {
		cube.columnShares(&cube.queries[i])
	}
	cube.watchedRows, cube.watchedBy, cube.rowsBy = firstFew(cube.rowsIn, watched), map[uint32]numbering{},
		map[uint32]numbering{}
	cube.watch()
	cube.watchEras()
	if opts.Rates != nil {
		cube.rates = *opts.Rates
	}
	var err error
	if cube.sizes, err = s.newSizes(opts.Rows, cube.rows); err != nil {
		return nil, err
	}
	cube.size = cube.sizes.at(cube.sizes.wanted)
	return cube, nil
}

func (c *cube) query(q *workload.Query, p *access.Probe) query {
	query := query{Probe: p, part: -1, along: -1, each: map[uint32]*access.Each{}, latest: float64(q.Latest),
		loads: make([]*access.Load, 8<<len(c.space.pieces)), units: map[rowkey.Unit]float64{},
		digits: map[uint32]float64{}, merged: map[mergedFront]*access.Load{}, read: map[readKey]QueryCost{}}
	at := func(name string) int {
		return slices.IndexFunc(c.space.pieces, func(p piece) bool { return p.name == name })
	}
	for _, cond := range q.Where {
		index := at(cond.Segment)
		if slices.Contains(c.space.constant, cond.Segment) {
			query.leads = query.leads || slices.Contains(c.space.leading, cond.Segment)
			continue
		}
		if index < 0 {
			query.missing = true
			continue
		}
		query.asks |= 1 << index
		switch cond.Op {
		case workload.Equal:
			query.equal |= 1 << index
		case workload.Range:
			if r := q.Ranged(); r != nil && r.Segment == cond.Segment {
				query.along = index
				query.width = p.Width()
			}
		default:
			query.part, query.labels = index, cond.Op == workload.Labels
		}
	}
	if q.Latest > 0 && query.along < 0 {
		if i := at(q.By); i >= 0 {
			query.along = i
			query.asks |= 1 << i
		}
	}
	for _, name := range q.Per {
		if i := at(name); i >= 0 {
			query.per |= 1 << i
			query.asks |= 1 << i
		} else {
			query.missing = query.missing || !slices.Contains(c.space.constant, name)
		}
	}
	isEqual := func(segment string) bool { i := at(segment); return i >= 0 && query.equal>>i&1 == 1 }
	for name := range c.space.facts.KnownDigests(isEqual) {
		if i := at(name); i >= 0 {
			query.equal |= 1 << i
		}
	}
	query.per &^= query.equal
	query.missing = query.missing || !p.Answers()
	query.back = p.Returned()
	return query
}

func (c *cube) load(q *query, f front) *access.Load {
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
func (c *cube) unpadded(q *query, f front, l *access.Load) {
	facts := c.space.facts
	layout := &access.Layout{Bytes: facts.Bytes}
	for _, name := range append(c.names(f.known), c.space.pieces[q.along].name) {
		layout.Components = append(layout.Components, facts.Component(name, c.space.between))
	}
	cost := q.Cost(layout)
	l.Rows, l.Bytes = cost.ByData.RowsRead.Value, cost.ByData.BytesRead.Value
	l.Events = l.Rows
	q.digits[f.known] = cost.Ranges
}

func (c *cube) mergedLoad(q *query, m *merge, f front) *access.Load {
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
