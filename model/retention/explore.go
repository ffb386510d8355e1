package retention

import (
	"context"
	"math"
	"slices"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Explorer estimates what a rule would keep of a family without reading the cells again, from a table of them by rank
// and age. It is immutable and safe for concurrent use.
type Explorer struct {
	*Evaluator
	ages     *ageScale
	families []familyTable
	uses     []ColumnUsage // by sample.ColumnID
}

// familyTable is the cells of one family by rank and age.
type familyTable struct {
	cells    [][]int64 // rank bucket -> age bucket
	bytes    [][]int64
	weighted [][]float64 // bytes by the weight of their rows; nil when all rows weigh the same
	stamps   TimestampStats
	rows     int64
	older    [len(oldAges)]estimate.Figure // shares of the bytes
	scope    estimate.Scope                // the rows that all this is of
}

// oldAges are the ages that Growth reports.
var oldAges = [...]time.Duration{30 * 24 * time.Hour, 90 * 24 * time.Hour, 365 * 24 * time.Hour}

// ColumnUsage describes how one column is written.
type ColumnUsage struct {
	Rows           int64
	MaxVersions    int
	Oldest, Newest int64 // timestamps
	Pairs          int64 // adjacent versions compared
	Again          int64 // pairs with equal values, compared by the bytes kept
	Whole          bool  // all values compared were kept whole
	versions       []uint32
}

// VersionsAt returns the quantile p of the number of versions per row; exact up to 32, then rounded up by at most a
// quarter.
func (u *ColumnUsage) VersionsAt(p float64) int {
	var below float64
	for b, n := range u.versions {
		below += float64(n)
		if below >= p*float64(u.Rows) && n > 0 {
			return min(rankStart(b+1), u.MaxVersions)
		}
	}
	return u.MaxVersions
}

// Explore returns the Explorer of the sample. The error is ctx's.
func (e *Evaluator) Explore(ctx context.Context) (*Explorer, error) {
	exploration := e.exploration()
	rows := e.s.Rows()
	for cluster, i := 0, 0; i < rows; cluster++ {
		exploration.cluster = e.design.Cluster(cluster)
		for end := e.design.ClusterEnd(cluster, i, rows); i < end; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			exploration.row(i)
		}
	}
	for i := range exploration.families {
		table := &exploration.families[i]
		table.scope = e.design.Scope
		for o := range table.older {
			table.older[o] = exploration.older[i][o].figure(e.design)
		}
	}
	return exploration.Explorer, nil
}

// Counted returns the explorer with the table of all cells of which those of the sample are some. Columns remain those
// of the sample.
func (x *Explorer) Counted(t *Totals) *Explorer {
	all := *x
	all.families = slices.Clone(x.families)
	for i, name := range x.names {
		counted, table := t.Family(name), &all.families[i]
		table.cells, table.bytes, table.weighted = counted.Cells, counted.Bytes, nil
		table.stamps, table.scope = counted.Timestamps, estimate.All
		for o, age := range oldAges { // which are edges of buckets
			kept := all.Kept(name, sample.GCRule{Kind: sample.GCMaxAge, Age: age})
			table.older[o] = estimate.CountedShare(kept.Stored.Bytes-kept.Low.Bytes, kept.Stored.Bytes)
		}
	}
	return &all
}

// exploration is an Explorer under construction.
type exploration struct {
	*Explorer
	at      int64
	cluster estimate.Cluster
	weight  float64
	lastRow []int // family -> one more than the row it was last seen in
	older   [][len(oldAges)]share
}

func (e *Evaluator) exploration() *exploration {
	return &exploration{Explorer: &Explorer{Evaluator: e, ages: newAgeScale(),
		families: make([]familyTable, len(e.names)), uses: make([]ColumnUsage, len(e.head))},
		at: e.now.UnixMicro(), lastRow: make([]int, len(e.names)), older: make([][len(oldAges)]share, len(e.names))}
}

func (x *exploration) row(i int) {
	x.weight = x.design.Weight(i)
	from, to := x.s.Cells(i)
	for column := from; column < to; {
		end := x.s.Versions(column, to)
		f := x.familyOf[x.s.CellColumn(column)]
		if x.lastRow[f] != i+1 {
			x.lastRow[f] = i + 1
			x.families[f].rows++
		}
		x.column(int(f), column, end)
		x.use(column, end)
		column = end
	}
}

// column counts the versions of one column into the table of its family.
func (x *exploration) column(family, from, end int) {
	table := &x.families[family]
	times, sizes, head := x.s.Times(from, end), x.s.Sizes(from, end), x.head[x.s.CellColumn(from)]
	table.grow(rankBucket(len(times)-1)+1, x.ages.buckets(), x.design.HasWeights())
	var old [len(oldAges)]int64
	all := int64(0)
	for index, ts := range times {
		age := between(ts, x.at).Microseconds()
		rankBucket, bucket := rankBucket(index), x.ages.bucket(age)
		count := head + int64(sizes[index])
		table.cells[rankBucket][bucket]++
		table.bytes[rankBucket][bucket] += count
		if table.weighted != nil {
			table.weighted[rankBucket][bucket] += x.weight * float64(count)
		}
		table.stamps.add(ts, x.at)
		all += count
		for o, d := range oldAges {
			if age <= d.Microseconds() {
				break
			}
			old[o] += count
		}
	}
	for o := range old {
		x.older[family][o].Add(x.cluster, x.weight*float64(old[o]), x.weight*float64(all))
	}
}

func (f *familyTable) grow(ranks, ages int, weighted bool) {
	for len(f.cells) < ranks {
		f.cells = append(f.cells, make([]int64, ages))
		f.bytes = append(f.bytes, make([]int64, ages))
		if weighted {
			f.weighted = append(f.weighted, make([]float64, ages))
		}
	}
}

// use counts how the column is written: versions per row, ages, values that repeat.
func (x *exploration) use(from, end int) {
	usage := &x.uses[x.s.CellColumn(from)]
	times := x.s.Times(from, end)
	count := len(times)
	newest, oldest := times[0], times[count-1]
	if usage.Rows == 0 {
		usage.Oldest, usage.Newest, usage.Whole = oldest, newest, true
	}
	usage.Rows++
	usage.MaxVersions = max(usage.MaxVersions, count)
	usage.Oldest, usage.Newest = min(usage.Oldest, oldest), max(usage.Newest, newest)
	rankBucket := rankBucket(count - 1)
	for len(usage.versions) <= rankBucket {
		usage.versions = append(usage.versions, 0)
	}
	usage.versions[rankBucket]++
	if count == 1 {
		return
	}
	last := x.s.Cell(from)
	for c := from + 1; c < end; c++ {
		cell := x.s.Cell(c)
		usage.Pairs++
		if cell.SameValue(last) {
			usage.Again++
			usage.Whole = usage.Whole && len(cell.Value) == cell.Size
		}
		last = cell
	}
}

// family returns the table of a family, or nil if there is no such family.
func (x *Explorer) family(name string) *familyTable {
	for i, n := range x.names {
		if n == name {
			return &x.families[i]
		}
	}
	return nil
}

// ColumnUsage returns how a column is written.
func (x *Explorer) ColumnUsage(id sample.ColumnID) *ColumnUsage { return &x.uses[id] }

// TimestampStats returns the statistics of the timestamps of a family.
func (x *Explorer) TimestampStats(family string) TimestampStats {
	if f := x.family(family); f != nil {
		return f.stamps
	}
	return TimestampStats{}
}

// KeptEstimate is what a rule would keep of a family, from the table: between Low and High, which are equal if the
// rule's thresholds are edges of buckets. All versions up to 32 and all AgeStops are.
type KeptEstimate struct {
	Stored    Amount
	Low, High Amount
	// Share is the weighted share of the bytes that is kept: the middle between Low and High.
	Share float64
}

// Exact reports whether the estimate equals the evaluation of every cell.
func (a KeptEstimate) Exact() bool { return a.Low == a.High }

// Kept returns what rule would keep of a family after garbage collection.
func (x *Explorer) Kept(family string, rule sample.GCRule) KeptEstimate {
	familyTable := x.family(family)
	if familyTable == nil {
		return KeptEstimate{}
	}
	ready := NewRule(rule, x.now)
	var keptEstimate KeptEstimate
	var all, low, high float64
	for index := range familyTable.cells {
		newest, oldest := rankStart(index), rankStart(index+1)-1
		for position, count := range familyTable.cells[index] {
			if count == 0 {
				continue
			}
			amount := Amount{count, familyTable.bytes[index][position]}
			weight := float64(amount.Bytes)
			if familyTable.weighted != nil {
				weight = familyTable.weighted[index][position]
			}
			keptEstimate.Stored = keptEstimate.Stored.Plus(amount)
			all += weight
			least, greatest := x.ages.bounds(position)
			if !ready.Eligible(newest, least) {
				keptEstimate.High, high = keptEstimate.High.Plus(amount), high+weight
			}
			if !ready.Eligible(oldest, greatest) {
				keptEstimate.Low, low = keptEstimate.Low.Plus(amount), low+weight
			}
		}
	}
	if all > 0 {
		keptEstimate.Share = (low + high) / 2 / all
	}
	return keptEstimate
}

// VersionStops returns the numbers of versions at which buckets end, up to the maximum that any column of the family
// has in a row.
func (x *Explorer) VersionStops(family string) []int {
	familyTable := x.family(family)
	if familyTable == nil || len(familyTable.cells) == 0 {
		return []int{1}
	}
	stops := make([]int, len(familyTable.cells))
	for r := range stops {
		stops[r] = rankStart(r + 1)
	}
	return stops
}

// KeptGrid returns, for every pair of VersionStops and AgeStops, the share of the family's bytes that both rules
// combined by kind (GCUnion or GCIntersection) keep: grid[i][k] is for versions i and age k.
func (x *Explorer) KeptGrid(family string, kind sample.GCKind) [][]float64 {
	familyTable := x.family(family)
	if familyTable == nil {
		return nil
	}
	inBox, inRank, inAge, all := familyTable.sums()
	plane := make([][]float64, len(inBox))
	for index := range plane {
		plane[index] = make([]float64, len(x.ages.edges))
		for a := range plane[index] {
			kept := inBox[index][a]
			if kind == sample.GCIntersection {
				kept = inRank[index] + inAge[a] - inBox[index][a]
			}
			plane[index][a] = kept / math.Max(all, 1e-300)
		}
	}
	return plane
}

// sums returns the sums of weighted bytes within rank bucket r and age bucket a, within r, within a, and of all.
func (f *familyTable) sums() (inBox [][]float64, inRank, inAge []float64, all float64) {
	inBox = make([][]float64, len(f.cells))
	inRank = make([]float64, len(f.cells))
	for index := range f.cells {
		inBox[index] = make([]float64, len(f.cells[index]))
		row := 0.0
		for position, count := range f.bytes[index] {
			if f.weighted != nil {
				row += f.weighted[index][position]
			} else {
				row += float64(count)
			}
			inBox[index][position] = row
			if index > 0 {
				inBox[index][position] += inBox[index-1][position]
			}
		}
		inRank[index] = inBox[index][len(inBox[index])-1]
		all = inRank[index]
		inAge = inBox[index]
	}
	return inBox, inRank, inAge, all
}

// Growth describes how a family grows, by the timestamps of its cells.
type Growth struct {
	PerDay Amount         // of the cells read: those written in the last Window, by day
	Share  float64        // PerDay of the bytes stored
	Window time.Duration  // 30 days, or since the oldest cell
	Older  []Older        // than 30, 90 and 365 days
	Not    string         // why growth is unknown; empty if it is known
	Oldest time.Duration  // age of the oldest cell
	Scope  estimate.Scope // what Share and Older are representative of
}

// PeriodOnly is why growth is unknown of which only the cells of a period were read: its share of all would be that of
// the period.
const PeriodOnly = "only cells of a period were read"

// Older is the share of a family's bytes that is older than Age.
type Older struct {
	Age   time.Duration
	Share estimate.Figure
}

// Growth returns how a family grows, which matters most if no rule ever collects anything. For a family with a rule it
// describes the cells that are left, not those that were written.
func (x *Explorer) Growth(family string) Growth {
	familyTable := x.family(family)
	if familyTable == nil || familyTable.stamps.Cells == 0 {
		return Growth{Not: "there are no cells"}
	}
	growth := Growth{Scope: familyTable.scope, Not: familyTable.stamps.Artificial()}
	if read := &x.s.How.Options; !read.Since.IsZero() || !read.Until.IsZero() {
		growth.Not = PeriodOnly
	}
	if growth.Not != "" {
		return growth
	}
	growth.Oldest = between(familyTable.stamps.Oldest, x.now.UnixMicro())
	growth.Window = oldAges[0]
	recent := x.Kept(family, sample.GCRule{Kind: sample.GCMaxAge, Age: growth.Window})
	if growth.Oldest < growth.Window {
		growth.Window = max(growth.Oldest, time.Hour)
	}
	days := growth.Window.Hours() / 24
	growth.PerDay = Amount{int64(math.Round(float64(recent.Low.Cells) / days)),
		int64(math.Round(float64(recent.Low.Bytes) / days))}
	growth.Share = recent.Share / days
	for o, d := range oldAges {
		growth.Older = append(growth.Older, Older{d, familyTable.older[o]})
	}
	return growth
}
