package access

import (
	"math"
	"slices"
	"tabletop/model/workload"
)

// Probe answers, for one query, how much is read when such and such is known at the start of the keys. It is what a
// search through many layouts needs: one pass over the rows a question, no layout. It is not safe for concurrent use.
type Probe struct {
	b      *bound
	order  []uint32  // rows along the range
	prefix []float64 // of bytes in that order, scratch
	block  []uint8   // row -> the block it is sampled with
	found  []float64 // row -> matches of the run that it asks for; nil without a limit
	last   []uint32  // see lastWanted
}

// Load is what one run reads, on average over the rows that ask.
type Load struct {
	Rows, Bytes float64
	// Group is the rows that share what is known of the keys, Found those of them that the query wants before it takes
	// the newest, and Events the current rows in the rows read; all include the row that asks.
	Group, Found, Events float64
	Blocks               *[Blocks]Block
	Runs                 []Run // of a query with a limit, else nil: without it
	// of a query that wants the newest, where it reads no more and all rows were read; else nil
	Newest []NewestRun
	runs   map[[2]int]int
}

// Blocks is how many parts the rows that ask fall into. What is sampled together is in one part: rows of one cluster of
// a sample; where all rows were read, those that filter on the same values. Resampling blocks shows how much a mean
// depends on what was sampled.
const Blocks = 40

// Block sums up what the rows of one part read that ask.
type Block struct{ Asking, Rows, Bytes float64 }

// add counts what a row reads that asks.
func (p *Probe) add(l *Load, row int, rows, bytes float64) {
	x := &l.Blocks[p.block[row]]
	x.Asking++
	x.Rows += rows
	x.Bytes += bytes
}

// mean sets the averages from the blocks.
func (l *Load) mean() {
	asking := 0.0
	for i := range l.Blocks {
		asking += l.Blocks[i].Asking
		l.Rows += l.Blocks[i].Rows
		l.Bytes += l.Blocks[i].Bytes
	}
	if asking > 0 {
		l.Rows, l.Bytes = l.Rows/asking, l.Bytes/asking
	}
}

// Probe makes a query ready. The error is a fixed value that cannot be read.
func (index *Index) Probe(q *workload.Query) (*Probe, error) {
	bound, err := index.bind(q)
	if err != nil {
		return nil, err
	}
	probe := &Probe{b: bound, block: make([]uint8, len(bound.match))}
	for row := range probe.block {
		unit := uint64(row)
		switch {
		case !bound.Design.IsExact():
			unit = uint64(bound.cluster[row])
		case bound.askeds >= Blocks:
			unit = uint64(bound.asked[row])
		}
		probe.block[row] = uint8(mixed(unit) % Blocks)
	}
	if q.Limit > 0 {
		probe.found = probe.matches()
	}
	return probe, nil
}

// Answers reports whether some row can be an answer.
func (p *Probe) Answers() bool { return p.b.askeds > 0 && slices.Contains(p.b.match, true) }

// Finds reports whether some run finds a row of the sample.
func (p *Probe) Finds(row int) bool { return p.b.match[row] }

// Returned is what a run returns; rows are the current ones.
func (p *Probe) Returned() Load {
	b := p.b
	codes := make([]uint32, len(b.asked))
	copy(codes, b.asked)
	return p.load(codes, b.askeds, b.span != nil || b.latest != nil)
}

// PrefixLoad is what a run reads when the segments named, all of which it filters on, start the keys. With part,
// a value prefix that it filters on follows; with stretch, what the range runs along, or the newest is looked up by.
func (p *Probe) PrefixLoad(names []string, part, stretch bool) Load {
	codes, prefixCodes := p.prefixCodes(names, part)
	load := p.load(codes, prefixCodes, stretch)
	if stretch && p.b.latest != nil && !p.estimates() {
		size := make([]float64, prefixCodes)
		for _, g := range codes {
			if g != None {
				size[g]++
			}
		}
		load.Newest = p.newestRuns(names, part, func(row int) float64 { return size[codes[row]] })
	}
	return load
}

// Each is what there is of the newest of each, on average over the rows that ask.
type Each struct {
	Groups float64 // that the newest of each are wanted of
	Rows   float64 // the newest of all of them
	All    float64 // rows that they have
}

// Each counts the groups that a query wants the newest of each of, among the rows that share the values of the segments
// named with the one that asks.
func (p *Probe) Each(names []string) Each {
	bound := p.b
	known, prefixCodes := p.prefixCodes(names, false)
	of, groups := combine(len(known), known, bound.per)
	rows, parent := make([]float64, groups), make([]uint32, groups)
	for row, g := range of {
		if g != None && bound.match[row] {
			rows[g]++
			parent[g] = known[row]
		}
	}
	sums := make([]Each, prefixCodes)
	for g, count := range rows {
		if count > 0 {
			sums[parent[g]].Groups++
			sums[parent[g]].Rows += math.Min(count, float64(bound.query.Latest))
			sums[parent[g]].All += count
		}
	}
	var out Each
	asking := 0.0
	for _, s := range sums { // each row asks
		out.Groups, out.Rows, out.All = out.Groups+s.All*s.Groups, out.Rows+s.All*s.Rows, out.All+s.All*s.All
		asking += s.All
	}
	asking = math.Max(1, asking)
	return Each{out.Groups / asking, out.Rows / asking, out.All / asking}
}

// prefixCodes numbers the rows by what is known of their keys.
func (p *Probe) prefixCodes(names []string, part bool) ([]uint32, int) {
	var columns [][]uint32
	for _, n := range names {
		columns = append(columns, p.b.Column(n).Of)
	}
	if part {
		for i := range p.b.parts {
			columns = append(columns, p.b.parts[i].of)
		}
	}
	return combine(len(p.b.match), columns...)
}

// groupLoad is what there is of one group.
type groupLoad struct{ rows, bytes float64 }

func (p *Probe) load(codes []uint32, n int, stretch bool) Load {
	asked := p.b
	groups := make([]groupLoad, n)
	for row, g := range codes {
		if g != None {
			groups[g].rows++
			groups[g].bytes += float64(asked.Bytes[row])
		}
	}
	newest := stretch && asked.latest != nil
	var found []float64
	if newest {
		found = p.answerCounts()
	}
	whole, load := Load{Blocks: new([Blocks]Block)}, Load{Blocks: new([Blocks]Block)}
	for row, ok := range asked.match {
		if codes[row] == None || !ok {
			continue
		}
		g := groups[codes[row]]
		p.add(&whole, row, g.rows, g.bytes)
		whole.run(p.found, row, g.rows, g.rows)
	}
	whole.mean()
	switch {
	case newest:
		p.newest(&load, codes, n)
		load.mean()
	case !stretch || asked.span == nil:
		load = whole
	default:
		p.along(&load, codes, n)
		load.mean()
	}
	load.Group, load.Found = whole.Rows, p.foundMean(found)
	if whole.Rows > 0 && p.estimates() {
		p.estimate(&load, whole, codes, n, newest)
	}
	load.Events = load.Rows
	return load
}

// foundMean is the number of rows that a run finds, on average over those that ask; 0 where found is nil.
func (p *Probe) foundMean(found []float64) float64 {
	if found == nil {
		return 0
	}
	sum, rows := 0.0, 0.0
	for _, n := range found {
		sum += n * n
		rows += n
	}
	return sum / math.Max(1, rows)
}

// answerCounts counts the answers to each combination of values filtered on.
func (p *Probe) answerCounts() []float64 {
	n := make([]float64, p.b.askeds)
	for row, ok := range p.b.match {
		if ok {
			n[p.b.asked[row]]++
		}
	}
	return n
}

// Cost is what the query costs under a layout, without its limit.
func (p *Probe) Cost(l *Layout) Cost {
	b, q := *p.b, *p.b.query
	q.Limit = 0
	b.query = &q
	return b.cost(l)
}

// estimates reports whether what was counted is of a sample, and the table's figures can be estimated from it.
func (p *Probe) estimates() bool {
	d := p.b.Design
	return !d.IsExact() && d.HasIntervals() && d.Rows().Value > 0
}

// groupRows estimates how many rows of the table share a code with one that asks; see bound.estimate.
func (p *Probe) groupRows(codes []uint32, n int) float64 {
	asking := slices.Clone(codes)
	for row, ok := range p.b.match {
		if !ok {
			asking[row] = None
		}
	}
	return math.Max(1, p.b.pairs(asking, codes, n, -1)*p.b.Design.Rows().Value)
}

// estimate turns what was counted in the sample into what the table has. The blocks stay as counted: only how they
// differ from one another is of use.
func (p *Probe) estimate(l *Load, whole Load, codes []uint32, n int, newest bool) {
	group, counted := p.groupRows(codes, n), l.Rows
	mean := whole.Bytes / whole.Rows
	l.Group = group
	if newest {
		l.Found = p.groupRows(p.b.asked, p.b.askeds)
		l.Rows = math.Min(group, float64(p.b.query.Latest)*math.Max(1, group/l.Found))
	} else {
		l.Rows = math.Max(1, group*l.Rows/whole.Rows)
	}
	l.Bytes = l.Rows * mean
	if l.Runs != nil {
		l.scale(l.Rows/counted, p.groupRows(p.b.asked, p.b.askeds)/p.foundMean(p.answerCounts()))
	}
}

// along sums what the runs read of [x, x+width) within their group.
func (p *Probe) along(l *Load, codes []uint32, n int) {
	b := p.b
	rows, first := byGroup(p.byTime(), codes, n)
	for i, row := range rows {
		p.prefix[i+1] = p.prefix[i] + float64(b.Bytes[row])
	}
	for g := range n {
		p.slide(l, rows, first[g], first[g+1])
	}
}

// inOrder lists rows by their place on an axis.
func inOrder(at []float64) []uint32 {
	order := make([]uint32, len(at))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int {
		switch {
		case at[x] < at[y]:
			return -1
		case at[x] > at[y]:
			return 1
		}
		return 0
	})
	return order
}

// byGroup sorts rows by their codes and keeps the order they come in; those of group g are rows[first[g]:first[g+1]].
func byGroup(order, codes []uint32, n int) (rows []uint32, first []int) {
	first = make([]int, n+1)
	for _, g := range codes {
		if g != None {
			first[g+1]++
		}
	}
	for g := range n {
		first[g+1] += first[g]
	}
	rows = make([]uint32, first[n])
	next := slices.Clone(first)
	for _, row := range order {
		if g := codes[row]; g != None {
			rows[next[g]] = row
			next[g]++
		}
	}
	return rows, first
}

// slide sums over the rows of one group, which are in order.
func (p *Probe) slide(l *Load, rows []uint32, from, to int) {
	span := p.b.span
	start, end := from, from
	for i := from; i < to; i++ {
		low := span.at[rows[i]]
		if span.fixed {
			low = span.from
		}
		for start < to && span.at[rows[start]] < low {
			start++
		}
		for end < to && span.at[rows[end]] < low+span.width {
			end++
		}
		if p.b.match[rows[i]] {
			p.add(l, int(rows[i]), float64(end-start), p.prefix[end]-p.prefix[start])
			l.run(p.found, int(rows[i]), float64(end-start), float64(end-start))
		}
	}
}

// Width is that of the query's range, in seconds or as numbers; 0 without one.
func (p *Probe) Width() float64 {
	if p.b.span == nil {
		return 0
	}
	return p.b.span.width
}

// Lead is the share of the rows outside the query's range, which must be fixed, that come before it.
func (p *Probe) Lead() float64 {
	span := p.b.span
	before, after := 0.0, 0.0
	for row, ok := range p.b.has {
		switch {
		case !ok:
		case span.at[row] < span.from:
			before++
		case span.at[row] >= span.from+span.width:
			after++
		}
	}
	return before / math.Max(1, before+after)
}

// Query is the query that is probed.
func (p *Probe) Query() *workload.Query { return p.b.query }
