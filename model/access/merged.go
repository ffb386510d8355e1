package access

import (
	"math"
	"slices"
	"sort"
)

// Merged is a table whose rows hold several rows of the sample each, or whose keys tell a time only roughly.
type Merged struct {
	Row    []uint32  // row of the sample -> new row, or None
	Bytes  []float64 // of each new row
	Of     []uint32  // row of the sample -> code of the instant its key is truncated to; nil when no time is cut
	Starts []float64 // code -> that instant
	Time   string    // the segment whose time is cut
	order  []uint32  // new rows along Starts
	start  []float64 // of each new row
}

// Init is to be called when the fields are set.
func (m *Merged) Init() {
	m.start = make([]float64, len(m.Bytes))
	if m.Of != nil {
		for row, to := range m.Row {
			if to != None {
				m.start[to] = m.Starts[m.Of[row]]
			}
		}
	}
	m.order = inOrder(m.start)
}

// Merged is Front for a table of merged rows: Rows and Bytes are of whole new rows. With cut, the key continues with
// the time that is cut, which is known; with stretch, whole new rows are read from the one that the stretch along it
// begins in.
func (p *Probe) Merged(names []string, part, cut, stretch bool, m *Merged) Load {
	known, prefixCodes := p.prefixCodes(names, part)
	if cut {
		known, prefixCodes = combine(len(known), known, m.Of)
	}
	codes, events := make([]uint32, len(m.Bytes)), make([]float64, len(m.Bytes))
	for i := range codes {
		codes[i] = None
	}
	for row, to := range m.Row {
		if to != None {
			codes[to] = known[row]
			events[to]++
		}
	}
	mergedGroups := mergedGroups{p: p, m: m, start: m.start}
	order := m.order
	// the key has the whole of what the stretch is along
	if mergedGroups.cut = m.Of != nil && m.Time == p.b.along(); stretch && !mergedGroups.cut {
		mergedGroups.start = make([]float64, len(m.Bytes))
		for row, to := range m.Row {
			if to != None {
				mergedGroups.start[to] = p.axis(row)
			}
		}
		order = inOrder(mergedGroups.start)
	}
	mergedGroups.rows, mergedGroups.first = byGroup(order, codes, prefixCodes)
	mergedGroups.sums = make([]float64, len(mergedGroups.rows)+1)
	for i, row := range mergedGroups.rows {
		mergedGroups.sums[i+1] = mergedGroups.sums[i] + m.Bytes[row]
	}
	before := make([]float64, len(mergedGroups.rows)+1) // of events before each of rows
	for i, row := range mergedGroups.rows {
		before[i+1] = before[i] + events[row]
	}
	load, whole := Load{Blocks: new([Blocks]Block)}, Load{Blocks: new([Blocks]Block)}
	asking := 0.0
	for row, ok := range p.b.match {
		if !ok || m.Row[row] == None || known[row] == None {
			continue
		}
		asking++
		from, to := mergedGroups.first[known[row]], mergedGroups.first[known[row]+1]
		p.add(&whole, row, float64(to-from), mergedGroups.sums[to]-mergedGroups.sums[from])
		load.Group += before[to] - before[from]
		if stretch {
			from, to = mergedGroups.stretch(uint32(row), from, to)
		}
		load.Events += before[to] - before[from]
		p.add(&load, row, float64(to-from), mergedGroups.sums[to]-mergedGroups.sums[from])
		load.run(p.found, row, before[to]-before[from], float64(to-from))
	}
	load.mean()
	whole.mean()
	load.Group, load.Events = load.Group/math.Max(1, asking), load.Events/math.Max(1, asking)
	if stretch && p.b.latest != nil {
		if load.Found = p.foundMean(p.answerCounts()); !p.estimates() {
			load.Newest = p.newestRuns(names, part, mergedGroups.sizes(known, before))
		}
	}
	if whole.Rows > 0 && p.estimates() {
		share, mean := load.Rows/whole.Rows, whole.Bytes/whole.Rows
		perRow := float64(len(known)) / math.Max(1, float64(len(m.Bytes)))
		rows := math.Max(1, p.groupRows(known, prefixCodes)/perRow)
		if load.Rows = math.Max(1, rows*share); stretch && p.b.latest != nil {
			load.Rows = math.Min(rows, math.Max(1, float64(p.b.query.Latest)/perRow))
		}
		load.Bytes = load.Rows * mean
		counted := load.Events
		load.Group, load.Events = rows*perRow, load.Rows*perRow
		if load.Runs != nil {
			load.scale(load.Events/math.Max(1, counted),
				p.groupRows(p.b.asked, p.b.askeds)/p.foundMean(p.answerCounts()))
		}
	}
	return load
}

// axis is where a row lies on what the query looks along.
func (p *Probe) axis(row int) float64 {
	switch b := p.b; {
	case b.span != nil:
		return b.span.at[row]
	case b.latest != nil && b.latest.Of[row] != None:
		return Coordinate(b.latest.Values[b.latest.Of[row]].Of)
	}
	return 0
}

// mergedGroups are the new rows sorted by what is known of their keys, and within it by time.
type mergedGroups struct {
	p     *Probe
	m     *Merged
	cut   bool      // start is the instant that the key is truncated to, not the value itself
	start []float64 // of each new row
	rows  []uint32
	first []int
	sums  []float64 // of bytes before each of rows
}

// sizes returns a function for how many events the group of a row has, of events before each of rows; 0 for a row that
// this table does not hold.
func (g *mergedGroups) sizes(known []uint32, before []float64) func(row int) float64 {
	return func(row int) float64 {
		group := known[row]
		if g.m.Row[row] == None || group == None {
			return 0
		}
		return before[g.first[group+1]] - before[g.first[group]]
	}
}

// since returns where in rows[from:to], of a group, the new rows begin that are as new as a row of the sample. That row
// may be of a record kind that this table does not hold.
func (g *mergedGroups) since(row uint32, from, to int) int {
	search := func(start float64) int {
		return from + sort.Search(to-from, func(i int) bool { return g.start[g.rows[from+i]] >= start })
	}
	if own := g.m.Row[row]; own != None {
		return search(g.start[own])
	}
	at := g.p.axis(int(row))
	first := search(at)
	if g.cut && first > from && (first == to || g.start[g.rows[first]] > at) { // at lies in the new row before
		return search(g.start[g.rows[first-1]])
	}
	return first
}

// stretch is the part of rows[from:to], of a group, that one run reads.
func (g *mergedGroups) stretch(row uint32, from, to int) (int, int) {
	asked := g.p.b
	if asked.latest != nil { // from the newest on, until there are enough
		if last := g.p.lastWanted()[asked.asked[row]]; last != None {
			return g.since(last, from, to), to
		}
		return from, to
	}
	if asked.span == nil {
		return from, to
	}
	low := asked.span.at[row]
	if asked.span.fixed {
		low = asked.span.from
	}
	search := func(x float64) int {
		i, _ := slices.BinarySearchFunc(g.rows[from:to], x, func(r uint32, x float64) int {
			if g.start[r] < x {
				return -1
			}
			return 1
		})
		return from + i
	}
	start, end := search(low), search(low+asked.span.width)
	if !g.cut {
		return start, end
	}
	switch own := g.start[g.m.Row[row]]; {
	case own < low: // what the stretch begins in the middle of is read too
		start = search(own)
	case asked.span.fixed && start > from && (start == to || g.start[g.rows[start]] > low):
		start = search(g.start[g.rows[start-1]])
	}
	return start, end
}
