package access

import (
	"math"

	"tabletop/model/estimate"
)

// blocks is how many parts of the sample are left out in turn to see how far an estimate moves.
const blocks = 10

// estimate turns counts of the sample into figures of the table. The rows found by a combination of values are, on
// average over the rows, N sum(p²): the chance p of two rows to share the combination is estimated from pairs of rows
// that are of different clusters only, since neighbors are similar by the way they were sampled. Each value as often
// as any other is only bounded by a sample: there are at least the values that were met.
//
// Where records become one row, the rows read are those of as many records, by the layout's own count of rows to
// records; without one they are only bounded. What is returned then is bounded by what is read.
func (b *bound) estimate(c *Cost, m measured, l *Layout) {
	rows := b.Design.Rows().Value * float64(len(b.match)) / max(1, float64(b.Sample.Rows())) // records of the table
	if rows <= 0 || !b.Design.HasIntervals() {
		return // nothing is known of the table: the figures are of the rows read, and have no interval
	}
	asked, found := b.asked, b.askeds
	returned := b.together(asked, asked, found)
	known, groups := m.group, m.groups
	asking := make([]uint32, len(known))
	for i, g := range known {
		if asking[i] = g; !b.match[i] {
			asking[i] = None
		}
	}
	read := b.together(asking, known, groups)
	share := 1.0 // of a group, what the stretch or the newest takes
	if b.span != nil || b.latest != nil {
		all := 0.0
		for i, g := range known {
			if b.match[i] && g != None {
				all += m.sizes[g]
			}
		}
		if all > 0 && m.data.n > 0 {
			share = math.Min(1, m.data.rowsRead/all)
		}
	}
	mean := b.meanRecord(l)
	bound := share < 1
	doubt := b.Design.Rows().High/b.Design.Rows().Value - 1
	figure := func(p estimate.Figure, unit float64) estimate.Figure {
		return scaled(p, rows, doubt, share, unit, bound)
	}
	if n, all := float64(b.query.Limit), figure(returned, 1).Value; n > 0 && all > n { // a run ends when it has enough
		share, bound = share*n/all, true
	}
	c.ByData.RowsRead, c.ByData.BytesRead = figure(read, 1), figure(read, mean)
	c.ByData.RowsReturned, c.ByData.BytesReturned = figure(returned, 1), figure(returned, mean)
	if b.per != nil {
		b.perGroup(c, m, rows/float64(len(b.match)))
	}
	if l.merges() {
		c.Bounded = l.PerRecord == nil && c.Access != Point
		c.ByData.merge(m.data, l.PerRecord, mean)
		if c.Access == Point { // one key is one row, however large
			c.ByData.RowsRead = estimate.Point(1)
			c.ByData.RowsReturned = c.ByData.RowsRead
		}
	}
	if m.value.n > 0 {
		c.AtMost = true
		limit := func(f *estimate.Figure, least float64) {
			high := math.Max(least, f.Value)
			*f = estimate.Within(high, least, high)
		}
		scale := rows / float64(len(b.match))
		for _, f := range []*estimate.Figure{&c.ByValue.RowsRead, &c.ByValue.RowsReturned} {
			f.Value *= scale
			limit(f, 1)
		}
		for _, f := range []*estimate.Figure{&c.ByValue.BytesRead, &c.ByValue.BytesReturned} {
			f.Value *= scale
			limit(f, mean)
		}
	}
}

// perGroup sets what is read and returned where the newest of each are wanted: a sample has not all that there are of,
// so what it has is a lower bound, and scale times as many an upper one.
func (b *bound) perGroup(c *Cost, m measured, scale float64) {
	bound := func(sum float64) estimate.Figure {
		v := sum / max(1, m.data.n)
		return estimate.Within(v, v, v*max(1, scale))
	}
	c.ByData.RowsReturned, c.ByData.BytesReturned = bound(m.data.rowsReturned), bound(m.data.bytesReturned)
	if c.Access == FanOut {
		c.ByData.RowsRead, c.ByData.BytesRead = c.ByData.RowsReturned, c.ByData.BytesReturned
	}
}

// meanRecord is what a record adds to the bytes of the table, on average.
func (b *bound) meanRecord(l *Layout) float64 {
	today, then := 0.0, 0.0
	for _, n := range b.Bytes {
		today += float64(n)
	}
	for _, n := range l.Bytes {
		then += float64(n)
	}
	return b.Design.MeanRow().Value * then / max(1, today) * float64(len(b.Bytes)) / max(1, float64(len(b.match)))
}

// merge turns records read into rows of several records each.
func (a *Average) merge(data tally, per *estimate.Figure, mean float64) {
	if per != nil {
		a.RowsRead = estimate.Within(max(1, a.RowsRead.Value*per.Value), max(1, a.RowsRead.Low*per.Low),
			max(1, a.RowsRead.High*per.High))
	} else {
		a.RowsRead.Low = 1
	}
	part := func(read estimate.Figure, share, unit float64) estimate.Figure {
		low := min(unit, read.High)
		return estimate.Within(max(low, min(read.Value*share, read.High)), low, read.High)
	}
	a.RowsReturned = part(a.RowsRead, data.rowsReturned/max(data.rowsRead, 1e-9), 1)
	a.BytesReturned = part(a.BytesRead, data.bytesReturned/max(data.bytesRead, 1e-9), mean)
}

// together estimates the chance that a row of the table has the code that a row that asks has.
func (b *bound) together(asks, has []uint32, n int) estimate.Figure {
	whole := b.pairs(asks, has, n, -1)
	sum, squares := 0.0, 0.0
	for k := range blocks {
		v := b.pairs(asks, has, n, k)
		sum += v
		squares += v * v
	}
	mean := sum / blocks
	se := math.Sqrt(math.Max(0, (squares-blocks*mean*mean)*(blocks-1)/blocks))
	const t9 = 2.262 // Student's t with 9 degrees of freedom, 95%
	return estimate.Within(whole, math.Max(0, whole-t9*se), math.Min(1, whole+t9*se))
}

// clusterBlock puts clusters into blocks as if by chance (the finalizer of SplitMix64): blocks that take clusters in
// turn would be more alike than samples are.
func clusterBlock(cluster uint32) int { return int(mixed(uint64(cluster)) % blocks) }

func mixed(n uint64) uint64 {
	n += 0x9E3779B97F4A7C15
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return n ^ n>>31
}

// both holds weights of rows that ask and of rows that have.
type both struct{ asks, has float64 }

// pairs is that chance without the clusters of one block.
func (b *bound) pairs(asks, has []uint32, n, without int) float64 {
	byCode, inCluster := make([]both, n), map[uint32]both{}
	var all, cluster both
	var possible, meeting float64 // pairs within clusters, which do not count
	for row := range has {
		if row > 0 && b.cluster[row] != b.cluster[row-1] {
			for _, w := range inCluster {
				meeting += w.asks * w.has
			}
			clear(inCluster)
			possible += cluster.asks * cluster.has
			cluster = both{}
		}
		if without >= 0 && clusterBlock(b.cluster[row]) == without {
			continue
		}
		weight := b.weight(row)
		all.has += weight
		cluster.has += weight
		one := func(code uint32, asks, has float64) {
			if code == None {
				return
			}
			all.asks += asks
			cluster.asks += asks
			byCode[code].asks += asks
			byCode[code].has += has
			c := inCluster[code]
			inCluster[code] = both{c.asks + asks, c.has + has}
		}
		one(asks[row], weight*b.asks(uint32(row)), 0)
		one(has[row], 0, weight)
	}
	for _, w := range inCluster {
		meeting += w.asks * w.has
	}
	possible += cluster.asks * cluster.has
	met := 0.0
	for _, w := range byCode {
		met += w.asks * w.has
	}
	if all.asks*all.has-possible <= 0 {
		return 1
	}
	return math.Max(0, math.Min(1, (met-meeting)/(all.asks*all.has-possible)))
}

// scaled turns a chance into rows, in some unit: the row itself and the others of the table that share its code, of
// which a share is read. doubt is by how much the number of rows may be off; a bounded figure may be anything below.
func scaled(p estimate.Figure, rows, doubt, share, unit float64, bounded bool) estimate.Figure {
	of := func(p float64) float64 { return math.Max(1, (1+p*(rows-1))*share) * unit }
	v := of(p.Value)
	up, down := math.Hypot(of(p.High)-v, doubt*v), math.Hypot(v-of(p.Low), doubt*v)
	f := estimate.Within(v, math.Max(unit, v-down), v+up)
	if bounded {
		f.Low = unit
	}
	return f
}
