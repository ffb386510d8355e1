package advise

import (
	"math"
	"slices"

	"tabletop/model/access"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// group is what the rows of the sample become.
type group struct{ rows, bytes, largest float64 }

// mergedBy distinguishes tables of merged rows.
type mergedBy struct {
	set    uint32 // pieces in the key, the cut time among them
	events events
	unit   rowkey.Unit
	piece  int
	moved  uint32
	serial bool
}

// merge is a table whose rows hold several of the current table, or whose key has a cut time before other pieces.
type merge struct {
	access.Merged
	group
	key      float64 // bytes of a key, as far as Bytes has it
	versions float64 // cells of a column of a row, at most
	scale    float64 // by how much a row of the table may be larger than what the sample has of it
	adjacent bool    // rows that merge are neighbors in the current table
	unique   bool    // no two events would become one cell
}

func (p *plan) mergedBy() mergedBy {
	return mergedBy{set: bitSet(p.order), events: p.bucket.events, unit: p.bucket.unit, piece: p.bucket.piece,
		moved: bitSet(p.moved), serial: p.serial}
}

// numbered is the rows of a table of merged rows.
type numbered struct {
	of   []uint32 // number of a row that is searched -> row of the new table
	rows int
	// current rows that share the row of one, on average over the current rows, as far as it matters for a larger table
	others float64
}

// number finds the rows of a plan.
func (c *cube) number(p *plan) numbered {
	key := p.mergedBy()
	if key.events == asVersions {
		key.events = asColumns // the same rows
	}
	if n, ok := c.numbers[key]; ok {
		return n
	}
	numbered := numbered{of: make([]uint32, len(c.rowsIn)), rows: len(c.rowsIn)}
	if p.bucket.events == asRows {
		for k := range numbered.of {
			numbered.of[k] = uint32(k)
		}
	} else {
		set := bitSet(p.order)
		if p.bucket.events != unbucketed {
			set &^= 1 << p.bucket.piece
			of := c.cut(p).of
			for k, row := range c.rowsIn {
				numbered.of[k] = of[row]
			}
			numbered.rows = c.pairs.pair(numbered.of, c.rowCodes(set).of)
		} else {
			whole := c.rowCodes(set)
			numbered.of, numbered.rows = whole.of, whole.n
		}
		of := make([]float64, numbered.rows)
		met := 0.0
		for _, code := range numbered.of {
			met += of[code]
			of[code]++
		}
		numbered.others = 2 / c.rows * c.likelyPairs(p, met)
	}
	c.numbers[key] = numbered
	return numbered
}

// likelyPairs is how many pairs of the rows share the row of a plan on average over tables like this one, where so many
// were met. A few that are met are chance: then it is how many would be met if the pieces had nothing to do with one
// another, or none, if it takes a piece of which a few are met to say so.
func (c *cube) likelyPairs(p *plan, met float64) float64 {
	if !c.space.facts.Design.IsExact() || met >= enoughPairs {
		return met
	}
	all := c.rows * (c.rows - 1) / 2
	expected := all
	for _, i := range p.order {
		own := c.countPairs(p, i)
		if own < enoughPairs {
			return 0
		}
		expected *= own / all
	}
	if expected >= enoughPairs || met > expected+surely*math.Sqrt(expected)+1 {
		return met
	}
	return expected * (enoughPairs + met) / (enoughPairs + expected)
}

// countPairs is how many pairs of rows have the same value of a piece, or lie in one bucket of it where a plan cuts it.
func (c *cube) countPairs(p *plan, piece int) float64 {
	key, isCut := bucket{piece: piece}, p.bucket.events != unbucketed && piece == p.bucket.piece
	if isCut {
		key = bucket{events: asColumns, piece: piece, unit: p.bucket.unit} // whatever becomes of the events
	}
	if n, ok := c.samePairs[key]; ok {
		return n
	}
	codes, count := c.space.pieces[piece].column.Of, len(c.space.pieces[piece].column.Values)
	if isCut {
		codes, count = c.cut(p).of, len(c.cut(p).starts)
	}
	rows := make([]float64, max(count, 1)+1) // the last is those without a value
	met := 0.0
	for _, row := range c.rowsIn {
		code := min(int(codes[row]), len(rows)-1)
		met += rows[code]
		rows[code]++
	}
	c.samePairs[key] = met
	return met
}

// measureMerge is the table of a plan; nil when it has a row for each of the current table under keys of whole pieces.
func (c *cube) measureMerge(p *plan) *merge {
	if !p.rewrites() && p.bucket.events != asRows {
		return nil
	}
	key := p.mergedBy()
	if m, ok := c.merged[key]; ok {
		return m
	}
	m := c.merge(p)
	c.merged[key] = m
	return m
}

func (c *cube) merge(p *plan) *merge {
	space := c.space
	merge := &merge{scale: 1, unique: true}
	merge.Row = make([]uint32, len(space.in))
	for i := range merge.Row {
		merge.Row[i] = access.None
	}
	if p.bucket.events != unbucketed {
		t := c.cut(p)
		merge.Of, merge.Starts, merge.Time = t.of, t.starts, space.pieces[p.bucket.piece].name
	}
	codes := c.number(p).of
	merge.rows = float64(c.number(p).rows)
	merge.key = space.keyBytes(p)
	merge.Bytes = make([]float64, int(merge.rows))
	events := make([]float64, int(merge.rows))
	cells := c.cellBytes(p)
	for k, row := range c.rowsIn {
		merge.Row[row] = codes[k]
		merge.Bytes[codes[k]] += cells(row)
		events[codes[k]]++
	}
	for i := range merge.Bytes {
		merge.Bytes[i] += merge.key
		merge.bytes += merge.Bytes[i]
		merge.largest = max(merge.largest, merge.Bytes[i])
	}
	merge.versions = slices.Max(events)
	merge.Init()
	c.doubt(p, merge)
	return merge
}

// doubt finds what a sample cannot tell of merged rows.
func (c *cube) doubt(p *plan, m *merge) {
	space := c.space
	front := slices.Clone(p.order)
	if p.bucket.events != unbucketed {
		front = slices.DeleteFunc(front, func(i int) bool { return i == p.bucket.piece })
	}
	count := len(front)
	m.adjacent = count < len(space.today.order) && bitSet(front) == bitSet(space.today.order[:count]) &&
		(len(p.moved) > 0 || space.today.order[count] == p.bucket.piece)
	design := space.facts.Design
	switch how := space.facts.Sample.How; {
	case design.IsExact():
	case m.adjacent && design.RowsAreConsecutive():
	case m.adjacent && how.RowShare > 0:
		m.scale = 1 / how.RowShare
	default:
		m.scale = c.growth
	}
	if p.bucket.events == asVersions {
		m.unique = c.uniqueMillis(p)
	}
}

// uniqueMillis reports whether no two current cells would be of one column and one timestamp: those have milliseconds.
func (c *cube) uniqueMillis(p *plan) bool {
	if c.versioned {
		return false
	}
	col := c.space.pieces[p.bucket.piece].column
	ids, of := map[int64]uint32{}, make([]uint32, len(col.Values))
	for i, v := range col.Values {
		ms := v.Of.Int*1000 + int64(v.Of.Nanos)/1e6
		id, ok := ids[ms]
		if !ok {
			id = uint32(len(ids))
			ids[ms] = id
		}
		of[i] = id
	}
	codes := make([]uint32, len(c.rowsIn))
	for k, row := range c.rowsIn {
		if code := col.Of[row]; code != access.None {
			codes[k] = of[code]
		}
	}
	_, n := c.codes(bitSet(p.order)&^(1<<p.bucket.piece), c.rowsIn, codes)
	return n == len(c.rowsIn)
}

// cutTime is a time truncated to a unit.
type cutTime struct {
	of     []uint32  // row -> code
	starts []float64 // code -> the instant
}

// cut numbers the instants that the time of a bucket is truncated to.
func (c *cube) cut(p *plan) cutTime {
	key := bucket{piece: p.bucket.piece, unit: p.bucket.unit}
	if t, ok := c.cuts[key]; ok {
		return t
	}
	col := c.space.pieces[p.bucket.piece].column
	ids, of := map[int64]uint32{}, make([]uint32, len(col.Values))
	cutTime := cutTime{of: make([]uint32, len(col.Of))}
	for i, value := range col.Values {
		at := value.Of.Floor(p.bucket.unit).Int
		id, ok := ids[at]
		if !ok {
			id = uint32(len(ids))
			ids[at] = id
			cutTime.starts = append(cutTime.starts, float64(at))
		}
		of[i] = id
	}
	for row, code := range col.Of {
		if code != access.None {
			cutTime.of[row] = of[code]
		}
	}
	c.cuts[key] = cutTime
	return cutTime
}

// longerNames is by how many bytes the qualifier of a cell gets longer when events or pieces move into it.
func (c *cube) longerNames(p *plan) float64 {
	space := c.space
	value := 0.0
	if p.bucket.events == asColumns {
		value += float64(len(within(p.bucket.unit, space.pieces[p.bucket.piece].unit))) + 1
	}
	for _, i := range p.moved {
		value += space.pieces[i].width + 1
	}
	if value > 0 && len(space.facts.Sample.Columns()) <= 1 { // it takes the place of the only name there is
		value -= space.qualifierBytes + 1
	}
	return value
}

// tallGroup is what the rows become when cells become rows; false when they do not.
func (c *cube) tallGroup(by tall) (group, bool) {
	if by == asItIs {
		return group{}, false
	}
	if g, ok := c.tall[by]; ok {
		return g, true
	}
	space := c.space
	key := space.keyBytes(&plan{order: space.today.order, forms: space.today.forms, tall: by})
	columns := space.facts.Sample.Columns()
	var g group
	seen := map[int64]float64{}
	for _, row := range c.rowsIn {
		clear(seen)
		from, to := space.facts.Sample.Cells(row)
		for j := from; j < to; j++ {
			cell := space.facts.Sample.Cell(j)
			col := columns[cell.Column]
			name, id := len(col.Qualifier), cell.Micros
			if by == byQualifier {
				id, name = int64(cell.Column), 1
			}
			seen[id] += float64(sample.CellBytes(len(col.Family), name, int(cell.Size)))
		}
		for _, size := range seen {
			g.rows++
			g.bytes += key + size
			g.largest = max(g.largest, key+size)
		}
	}
	c.tall[by] = g
	return g, true
}

// group is the bytes, rows and largest row of the sample under a plan.
func (c *cube) group(p *plan) group {
	if g, ok := c.tallGroup(p.tall); ok {
		return g
	}
	if p.current {
		return c.currentGroup(p)
	}
	if m := c.measureMerge(p); m != nil && p.rewrites() {
		g := m.group
		g.bytes += g.rows * (c.space.keyBytes(p) - m.key)
		return g
	}
	longer := c.space.keyBytes(p) - c.keys - c.space.shedBytes(p)
	return group{rows: c.rows, bytes: c.bytes + c.rows*longer, largest: c.largest + longer}
}
