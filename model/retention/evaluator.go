package retention

import (
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Week is how long garbage collection usually takes at most after a cell becomes eligible, according to the
// documentation.
const Week = 7 * 24 * time.Hour

// Rules maps the name of a family to its GC rule. A family that is not in it keeps everything.
type Rules map[string]sample.GCRule

// CurrentRules returns the rules of the table's description.
func CurrentRules(t *sample.Table) Rules {
	rules := make(Rules, len(t.Families))
	for _, f := range t.Families {
		rules[f.Name] = f.GC
	}
	return rules
}

// With returns a copy of the rules in which that of one family is replaced.
func (r Rules) With(family string, rule sample.GCRule) Rules {
	out := make(Rules, len(r)+1)
	for name, g := range r {
		out[name] = g
	}
	out[family] = rule
	return out
}

// Evaluator evaluates the cells of one sample as of one time, by any number of rules. It is immutable and safe for
// concurrent use.
type Evaluator struct {
	s        *sample.Sample
	now      time.Time
	design   *estimate.Design
	names    []string // of families, sorted
	familyOf []int32  // column -> index in names
	head     []int64  // column -> bytes of a cell without its value
}

// NewEvaluator returns an evaluator of s as of now, with more families that no row of s has.
func NewEvaluator(s *sample.Sample, now time.Time, more ...string) *Evaluator {
	return newEvaluator(s, now, estimate.NewDesign(s), more)
}

// newEvaluator is NewEvaluator with the design of s.
func newEvaluator(s *sample.Sample, now time.Time, d *estimate.Design, more []string) *Evaluator {
	evaluator := &Evaluator{s: s, now: now, design: d}
	known := map[string]bool{}
	for _, f := range s.Table.Families {
		known[f.Name] = true
	}
	for _, c := range s.Columns() {
		known[c.Family] = true
	}
	for _, name := range more {
		known[name] = true
	}
	for name := range known {
		evaluator.names = append(evaluator.names, name)
	}
	sort.Strings(evaluator.names)
	evaluator.familyOf = make([]int32, len(s.Columns()))
	evaluator.head = make([]int64, len(s.Columns()))
	for i, c := range s.Columns() {
		evaluator.familyOf[i] = int32(sort.SearchStrings(evaluator.names, c.Family))
		evaluator.head[i] = c.HeadBytes()
	}
	return evaluator
}

// Sample returns the sample.
func (e *Evaluator) Sample() *sample.Sample { return e.s }

// Now returns the time as of which cells are evaluated.
func (e *Evaluator) Now() time.Time { return e.now }

// Scope returns what the figures are representative of.
func (e *Evaluator) Scope() estimate.Scope { return e.design.Scope }

// Families returns the families of the description and those only seen in cells, sorted.
func (e *Evaluator) Families() []string { return e.names }

// ready returns the prepared rule of every family.
func (e *Evaluator) ready(rules Rules) []Rule {
	ready := make([]Rule, len(e.names))
	for f, name := range e.names {
		ready[f] = NewRule(rules[name], e.now)
	}
	return ready
}

// amounts returns what row i stores, and what of that is eligible.
func (e *Evaluator) amounts(i int, ready []Rule) (stored, gone Amount) {
	from, to := e.s.Cells(i)
	for column := from; column < to; {
		end := e.s.Versions(column, to)
		id := e.s.CellColumn(column)
		keep := column + ready[e.familyOf[id]].Keep(e.s.Times(column, end))
		for k, n := range e.s.Sizes(column, end) {
			one := Amount{1, e.head[id] + int64(n)}
			stored = stored.Plus(one)
			if column+k >= keep {
				gone = gone.Plus(one)
			}
		}
		column = end
	}
	return stored, gone
}

// EachRow calls f for each row with what it stores and what of that is eligible by rules. The error is ctx's.
func (e *Evaluator) EachRow(ctx context.Context, rules Rules, f func(row int, stored, gone Amount)) error {
	ready := e.ready(rules)
	for row := range e.s.Rows() {
		if row%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		stored, gone := e.amounts(row, ready)
		f(row, stored, gone)
	}
	return ctx.Err()
}

// Amount is a number of cells and their bytes.
type Amount struct {
	Cells int64
	Bytes int64
}

// Minus returns a without its part b.
func (a Amount) Minus(b Amount) Amount { return Amount{a.Cells - b.Cells, a.Bytes - b.Bytes} }

// Plus returns the sum of a and b.
func (a Amount) Plus(b Amount) Amount { return Amount{a.Cells + b.Cells, a.Bytes + b.Bytes} }

// Part is a part of the cells: what is stored, and what of that is GC-eligible. Amounts are counts of the sample.
type Part struct {
	Stored   Amount
	Eligible Amount
	// Share is the share of the stored bytes that is eligible; it is representative of the table.
	Share estimate.Figure
	// TableStored and TableEligible are the bytes of the table, row keys excluded, if Garbage.Table is known. Columns
	// have no interval of TableStored, and groups no TableStored.
	TableStored, TableEligible estimate.Figure
	// CellShare is the share of the stored cells of the table that is eligible. It is set for families, and for other
	// parts only if cells were counted.
	CellShare estimate.Figure
}

// Kept returns what garbage collection would keep.
func (p Part) Kept() Amount { return p.Stored.Minus(p.Eligible) }

// Garbage is the GC-eligible data that the table still stores.
type Garbage struct {
	Scope estimate.Scope
	Now   time.Time
	Rows  int64
	// bytes of the table, row keys included; Value is 0 if unknown, see estimate.Design.Bytes
	Table       estimate.Figure
	Total       Part
	Families    []Family // sorted by name: those of the description and those only seen in cells
	Columns     []Part   // by sample.ColumnID
	EmptiedRows EmptiedRows
}

// ShareOfAll returns the share of the bytes of the table, row keys included, that are GC-eligible, 0..1. If the size of
// the table is unknown, it is the share of the bytes of the cells read.
func (g *Garbage) ShareOfAll() float64 {
	if g.Table.Value <= 0 {
		return g.Total.Share.Value
	}
	return g.Total.TableEligible.Value / g.Table.Value
}

// PolicyKnown reports whether the policy of a family is known: without any, nothing can be said of garbage. It is true
// of a table without families.
func (g *Garbage) PolicyKnown() bool {
	return len(g.Families) == 0 || slices.ContainsFunc(g.Families, func(f Family) bool { return f.Declared })
}

// Family is the GC-eligible data of one family.
type Family struct {
	Name      string
	Rule      sample.GCRule // by which it was evaluated
	Declared  bool          // in the table's description; else the family was created or dropped after that was read
	Aggregate string        // "sum", "min", "max", "hll" of an aggregate family; a cell holds a state there
	Part
	Recent  Amount        // eligible for less than Week, which is normal
	Overdue Amount        // eligible for longer
	Longest time.Duration // the longest time that a cell has been eligible
	// TableRecent and TableOverdue are both in bytes of the table, if Garbage.Table is known.
	TableRecent, TableOverdue estimate.Figure
}

// EmptiedRows are the rows that would be left without cells. No Part contains their key bytes.
type EmptiedRows struct {
	Rows     int64
	KeyBytes int64
	Share    estimate.Figure // of all rows
}

// Garbage evaluates every cell once. Its memory grows with columns and clusters, not with cells. The error is ctx's.
func (e *Evaluator) Garbage(ctx context.Context, rules Rules) (*Garbage, error) {
	garbageSum := e.newGarbageSum(rules)
	rows := e.s.Rows()
	for cluster, i := 0, 0; i < rows; cluster++ {
		garbageSum.next(cluster)
		for end := e.design.ClusterEnd(cluster, i, rows); i < end; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			garbageSum.row(i)
		}
	}
	return garbageSum.garbage(), nil
}

// garbageSum is a Garbage under construction.
type garbageSum struct {
	*Evaluator
	at       int64 // now in microseconds
	rules    []Rule
	declared Rules
	families []familySum
	columns  []columnSum
	total    tableSum
	all      estimate.Total // bytes of rows
	emptied  EmptiedRows
	emptyOf  share
	cluster  estimate.Cluster
	// Of the current row.
	weight       float64
	stored, gone Amount
}

// tableSum sums up the eligible share of stored bytes, and the shares of stored and eligible bytes among the bytes of
// all rows.
type tableSum struct {
	share
	storedPart, eligiblePart estimate.Part
}

func (s *tableSum) addTo(t *garbageSum, y, z float64) {
	s.Add(t.cluster, y, z)
	s.storedPart.Add(&t.all, z)
	s.eligiblePart.Add(&t.all, y)
}

type familySum struct {
	tableSum
	recent, overdue         Amount
	recentPart, overduePart estimate.Part
	longest                 time.Duration
	cells                   share
}

type columnSum struct {
	share
	eligiblePart     estimate.Part
	stored, eligible Amount
}

func (e *Evaluator) newGarbageSum(rules Rules) *garbageSum {
	return &garbageSum{Evaluator: e, at: e.now.UnixMicro(), declared: rules, rules: e.ready(rules),
		families: make([]familySum, len(e.names)), columns: make([]columnSum, len(e.head))}
}

func (g *garbageSum) next(cluster int) {
	g.cluster = g.design.Cluster(cluster)
	g.all.Next(g.cluster)
}

func (g *garbageSum) row(i int) {
	g.weight, g.stored, g.gone = g.design.Weight(i), Amount{}, Amount{}
	from, to := g.s.Cells(i)
	keeps := from == to
	for c := from; c < to; {
		end := g.s.Versions(c, to)
		if g.column(c, end) > 0 {
			keeps = true
		}
		c = end
	}
	gone := 0.0
	if !keeps {
		g.emptied.Rows++
		g.emptied.KeyBytes += int64(len(g.s.Key(i)))
		gone = g.weight
	}
	g.emptyOf.Add(g.cluster, gone, g.weight)
	if !g.design.IsExact() {
		g.all.Add(g.weight * float64(int64(len(g.s.Key(i)))+g.stored.Bytes))
	}
}

// column evaluates the versions of one column of the current row, cells [from, end), and returns how many are kept.
func (g *garbageSum) column(from, end int) int {
	id := g.s.CellColumn(from)
	number := g.familyOf[id]
	times, sizes, head := g.s.Times(from, end), g.s.Sizes(from, end), g.head[id]
	keep := g.rules[number].Keep(times)
	kept := head * int64(keep)
	for _, n := range sizes[:keep] {
		kept += int64(n)
	}
	all := kept
	if keep < len(times) {
		all += g.victims(number, times, sizes, keep, head)
	}
	col, fam := &g.columns[id], &g.families[number]
	col.stored.Cells += int64(len(times))
	col.stored.Bytes += all
	col.eligible.Cells += int64(len(times) - keep)
	col.eligible.Bytes += all - kept
	g.stored = g.stored.Plus(Amount{int64(len(times)), all})
	g.gone = g.gone.Plus(Amount{int64(len(times) - keep), all - kept})
	if g.design.IsExact() {
		return keep
	}
	y, z := g.weight*float64(all-kept), g.weight*float64(all)
	col.Add(g.cluster, y, z)
	col.eligiblePart.Add(&g.all, y)
	fam.addTo(g, y, z)
	fam.cells.Add(g.cluster, g.weight*float64(len(times)-keep), g.weight*float64(len(times)))
	g.total.addTo(g, y, z)
	return keep
}

// victims counts the eligible cells of a column by how long they have been eligible, and returns their bytes.
func (g *garbageSum) victims(f int32, times []int64, sizes []uint32, keep int, head int64) int64 {
	fam, rule := &g.families[f], &g.rules[f]
	var bytes, overdue int64
	for i := keep; i < len(times); i++ {
		count := head + int64(sizes[i])
		bytes += count
		waited := between(rule.Since(times, i), g.at)
		if waited >= Week {
			fam.overdue.Cells++
			fam.overdue.Bytes += count
			overdue += count
		} else {
			fam.recent.Cells++
			fam.recent.Bytes += count
		}
		fam.longest = max(fam.longest, waited)
	}
	if !g.design.IsExact() {
		fam.overduePart.Add(&g.all, g.weight*float64(overdue))
		fam.recentPart.Add(&g.all, g.weight*float64(bytes-overdue))
	}
	return bytes
}

func (g *garbageSum) garbage() *Garbage {
	garbage := &Garbage{Scope: g.design.Scope, Now: g.now, Rows: int64(g.s.Rows()), EmptiedRows: g.emptied,
		Columns: make([]Part, len(g.columns))}
	garbage.Table = g.design.Bytes()
	ofAll := g.all.Shares()
	table := func(p estimate.Part) estimate.Figure { return ofAll(p).Share(g.design).Of(garbage.Table) }
	garbage.Families = make([]Family, len(g.names))
	for f, name := range g.names {
		d, ok := g.s.Table.Family(name)
		sum := g.families[f]
		garbage.Families[f] = Family{Name: name, Rule: g.declared[name], Declared: ok, Aggregate: d.Aggregate,
			Recent: sum.recent, Overdue: sum.overdue, Longest: sum.longest}
	}
	for id, column := range g.columns {
		part := Part{Stored: column.stored, Eligible: column.eligible}
		family := &garbage.Families[g.familyOf[id]]
		family.Stored, family.Eligible = family.Stored.Plus(part.Stored), family.Eligible.Plus(part.Eligible)
		if part.Share = column.of(g.Evaluator, part); g.rules[g.familyOf[id]].KeepsAll() {
			part.Share = estimate.Counted(0) // the policy keeps everything, so this is exact for any sample
		}
		part.inTable(g, func() (stored, eligible estimate.Figure) {
			return column.scaled(ofAll(estimate.Part{}).Z, garbage.Table), table(column.eligiblePart)
		})
		garbage.Columns[id] = part
	}
	for i := range garbage.Families {
		family := &garbage.Families[i]
		sum := &g.families[i]
		family.Share = sum.of(g.Evaluator, family.Part)
		if g.rules[i].KeepsAll() {
			family.Share = estimate.Counted(0)
		}
		family.setCellShare(g, &sum.cells)
		family.inTable(g, func() (stored, eligible estimate.Figure) {
			return table(sum.storedPart), table(sum.eligiblePart)
		})
		family.TableRecent, family.TableOverdue = estimate.Counted(family.Recent.Bytes),
			estimate.Counted(family.Overdue.Bytes)
		if !g.design.IsExact() {
			family.TableRecent, family.TableOverdue = table(sum.recentPart), table(sum.overduePart)
		}
		garbage.Total.Stored, garbage.Total.Eligible = garbage.Total.Stored.Plus(family.Stored),
			garbage.Total.Eligible.Plus(family.Eligible)
	}
	garbage.Total.Share = g.total.of(g.Evaluator, garbage.Total)
	garbage.Total.inTable(g, func() (stored, eligible estimate.Figure) {
		return table(g.total.storedPart), table(g.total.eligiblePart)
	})
	garbage.EmptiedRows.Share = g.emptyOf.figure(g.design)
	// the policies keep everything, so this is exact for any sample
	if !slices.ContainsFunc(g.rules, func(r Rule) bool { return !r.KeepsAll() }) {
		garbage.Total.Share, garbage.Total.TableEligible = estimate.Counted(0), estimate.Counted(0)
		garbage.EmptiedRows.Share = estimate.Counted(0)
	}
	return garbage
}

// scaled returns the stored bytes of a column in the table, without an interval; all is the weighted bytes of all rows.
func (c *columnSum) scaled(all float64, table estimate.Figure) estimate.Figure {
	v := c.Ratio().Z / math.Max(all, 1e-300) * table.Value
	return estimate.Point(v)
}

// setCellShare sets the share of the cells that is eligible.
func (f *Family) setCellShare(t *garbageSum, cells *share) {
	if f.Share.IsExact() {
		f.CellShare = estimate.CountedShare(f.Eligible.Cells, f.Stored.Cells)
		return
	}
	f.CellShare = cells.figure(t.design)
}

// inTable sets what p has in the table: its counts if all rows were read, else estimates.
func (p *Part) inTable(t *garbageSum, estimated func() (stored, eligible estimate.Figure)) {
	if t.design.IsExact() {
		p.TableStored, p.TableEligible = estimate.Counted(p.Stored.Bytes), estimate.Counted(p.Eligible.Bytes)
		p.CellShare = estimate.CountedShare(p.Eligible.Cells, p.Stored.Cells)
		return
	}
	p.TableStored, p.TableEligible = estimated()
	if p.Share.IsExact() && p.Share.Value == 0 { // a policy that keeps all
		p.TableEligible = estimate.Counted(0)
	}
}

// duration converts microseconds to a Duration, which is at most 292 years.
func duration(micros int64) time.Duration {
	if micros > math.MaxInt64/1000 {
		return math.MaxInt64
	}
	return time.Duration(micros) * time.Microsecond
}
