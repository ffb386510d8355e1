package retention

import (
	"context"
	"math"
	"slices"
	"sort"
	"time"

	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// Week is how long garbage collection usually takes at most after a cell becomes eligible, according to the documentation.
const Week = 7 * 24 * time.Hour

// Rules maps the name of a family to its GC rule. A family that is not in it keeps everything.
type Rules map[string]sample.GCRule

// RulesOf returns the rules of the table's description.
func RulesOf(t *sample.Table) Rules {
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

// Evaluator evaluates the cells of one sample as of one time, by any number of rules. It is immutable and safe for concurrent
// use.
type Evaluator struct {
	s        *sample.Sample
	now      time.Time
	design   *estimate.Design
	names    []string // of families, sorted
	familyOf []int32  // column -> index in names
	head     []int64  // column -> bytes of a cell without its value
}

// NewEvaluator returns an evaluator of s as of now.
func NewEvaluator(s *sample.Sample, now time.Time) *Evaluator {
	return newEvaluator(s, now, estimate.NewDesign(s), nil)
}

// newEvaluator is NewEvaluator with the design of s, and with additional families that no row of s has.
func newEvaluator(s *sample.Sample, now time.Time, d *estimate.Design, more []FamilyTotals) *Evaluator {
	j := &Evaluator{s: s, now: now, design: d}
	known := map[string]bool{}
	for _, f := range s.Table.Families {
		known[f.Name] = true
	}
	for _, c := range s.Columns() {
		known[c.Family] = true
	}
	for i := range more {
		known[more[i].Name] = true
	}
	for name := range known {
		j.names = append(j.names, name)
	}
	sort.Strings(j.names)
	j.familyOf = make([]int32, len(s.Columns()))
	j.head = make([]int64, len(s.Columns()))
	for i, c := range s.Columns() {
		j.familyOf[i] = int32(sort.SearchStrings(j.names, c.Family))
		j.head[i] = c.HeadBytes()
	}
	return j
}

// Sample returns the sample.
func (j *Evaluator) Sample() *sample.Sample { return j.s }

// Now returns the time as of which cells are evaluated.
func (j *Evaluator) Now() time.Time { return j.now }

// Scope returns what the figures are representative of.
func (j *Evaluator) Scope() estimate.Scope { return j.design.Scope }

// Families returns the families of the description and those only seen in cells, sorted.
func (j *Evaluator) Families() []string { return j.names }

// ready returns the prepared rule of every family.
func (j *Evaluator) ready(rules Rules) []Rule {
	ready := make([]Rule, len(j.names))
	for f, name := range j.names {
		ready[f] = NewRule(rules[name], j.now)
	}
	return ready
}

// amounts returns what row i stores, and what of that is eligible.
func (j *Evaluator) amounts(i int, ready []Rule) (stored, gone Amount) {
	from, to := j.s.Cells(i)
	for c := from; c < to; {
		end := j.s.Versions(c, to)
		id := j.s.ColumnOf(c)
		keep := c + ready[j.familyOf[id]].Keep(j.s.Times(c, end))
		for k, n := range j.s.Sizes(c, end) {
			one := Amount{1, j.head[id] + int64(n)}
			stored = stored.Plus(one)
			if c+k >= keep {
				gone = gone.Plus(one)
			}
		}
		c = end
	}
	return stored, gone
}

// EachRow calls f for each row with what it stores and what of that is eligible by rules. The error is ctx's.
func (j *Evaluator) EachRow(ctx context.Context, rules Rules, f func(row int, stored, gone Amount)) error {
	ready := j.ready(rules)
	for row := range j.s.Rows() {
		if row%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		stored, gone := j.amounts(row, ready)
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
	// TableStored and TableEligible are the bytes of the table, row keys excluded, if Garbage.Table is known. Columns have no
	// interval of TableStored, and groups no TableStored.
	TableStored, TableEligible estimate.Figure
	// CellShare is the share of the stored cells of the table that is eligible. It is set for families, and for other parts only
	// if cells were counted.
	CellShare estimate.Figure
}

// Kept returns what garbage collection would keep.
func (p Part) Kept() Amount { return p.Stored.Minus(p.Eligible) }

// Garbage is the GC-eligible data that the table still stores.
type Garbage struct {
	Scope       estimate.Scope
	Now         time.Time
	Rows        int64
	Table       estimate.Figure // bytes of the table, row keys included; Value is 0 if unknown, see estimate.Design.Bytes
	Total       Part
	Families    []Family // sorted by name: those of the description and those only seen in cells
	Columns     []Part   // by sample.ColumnID
	EmptiedRows EmptiedRows
}

// ShareOfAll returns the share of the bytes of the table, row keys included, that are GC-eligible, 0..1. If the size of the
// table is unknown, it is the share of the bytes of the cells read.
func (g *Garbage) ShareOfAll() float64 {
	if g.Table.Value <= 0 {
		return g.Total.Share.Value
	}
	return g.Total.TableEligible.Value / g.Table.Value
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
func (j *Evaluator) Garbage(ctx context.Context, rules Rules) (*Garbage, error) {
	t := j.newGarbageSum(rules)
	rows := j.s.Rows()
	for cluster, i := 0, 0; i < rows; cluster++ {
		t.next(cluster)
		for end := j.design.ClusterEnd(cluster, i, rows); i < end; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			t.row(i)
		}
	}
	return t.garbage(), nil
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

// tableSum sums up the eligible share of stored bytes, and the shares of stored and eligible bytes among the bytes of all rows.
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

func (j *Evaluator) newGarbageSum(rules Rules) *garbageSum {
	return &garbageSum{Evaluator: j, at: j.now.UnixMicro(), declared: rules, rules: j.ready(rules),
		families: make([]familySum, len(j.names)), columns: make([]columnSum, len(j.head))}
}

func (t *garbageSum) next(cluster int) {
	t.cluster = t.design.Cluster(cluster)
	t.all.Next(t.cluster)
}

func (t *garbageSum) row(i int) {
	t.weight, t.stored, t.gone = t.design.Weight(i), Amount{}, Amount{}
	from, to := t.s.Cells(i)
	keeps := from == to
	for c := from; c < to; {
		end := t.s.Versions(c, to)
		if t.column(c, end) > 0 {
			keeps = true
		}
		c = end
	}
	gone := 0.0
	if !keeps {
		t.emptied.Rows++
		t.emptied.KeyBytes += int64(len(t.s.Key(i)))
		gone = t.weight
	}
	t.emptyOf.Add(t.cluster, gone, t.weight)
	if !t.design.IsExact() {
		t.all.Add(t.weight * float64(int64(len(t.s.Key(i)))+t.stored.Bytes))
	}
}

// column evaluates the versions of one column of the current row, cells [from, end), and returns how many are kept.
func (t *garbageSum) column(from, end int) int {
	id := t.s.ColumnOf(from)
	f := t.familyOf[id]
	times, sizes, head := t.s.Times(from, end), t.s.Sizes(from, end), t.head[id]
	keep := t.rules[f].Keep(times)
	kept := head * int64(keep)
	for _, n := range sizes[:keep] {
		kept += int64(n)
	}
	all := kept
	if keep < len(times) {
		all += t.victims(f, times, sizes, keep, head)
	}
	col, fam := &t.columns[id], &t.families[f]
	col.stored.Cells += int64(len(times))
	col.stored.Bytes += all
	col.eligible.Cells += int64(len(times) - keep)
	col.eligible.Bytes += all - kept
	t.stored = t.stored.Plus(Amount{int64(len(times)), all})
	t.gone = t.gone.Plus(Amount{int64(len(times) - keep), all - kept})
	if t.design.IsExact() {
		return keep
	}
	y, z := t.weight*float64(all-kept), t.weight*float64(all)
	col.Add(t.cluster, y, z)
	col.eligiblePart.Add(&t.all, y)
	fam.addTo(t, y, z)
	fam.cells.Add(t.cluster, t.weight*float64(len(times)-keep), t.weight*float64(len(times)))
	t.total.addTo(t, y, z)
	return keep
}

// victims counts the eligible cells of a column by how long they have been eligible, and returns their bytes.
func (t *garbageSum) victims(f int32, times []int64, sizes []uint32, keep int, head int64) int64 {
	fam, rule := &t.families[f], &t.rules[f]
	var bytes, overdue int64
	for i := keep; i < len(times); i++ {
		b := head + int64(sizes[i])
		bytes += b
		waited := between(rule.Since(times, i), t.at)
		if waited >= Week {
			fam.overdue.Cells++
			fam.overdue.Bytes += b
			overdue += b
		} else {
			fam.recent.Cells++
			fam.recent.Bytes += b
		}
		fam.longest = max(fam.longest, waited)
	}
	if !t.design.IsExact() {
		fam.overduePart.Add(&t.all, t.weight*float64(overdue))
		fam.recentPart.Add(&t.all, t.weight*float64(bytes-overdue))
	}
	return bytes
}

func (t *garbageSum) garbage() *Garbage {
	garbage := &Garbage{Scope: t.design.Scope, Now: t.now, Rows: int64(t.s.Rows()), EmptiedRows: t.emptied, Columns: make([]Part, len(t.columns))}
	garbage.Table = t.design.Bytes()
	ofAll := t.all.Shares()
	table := func(p estimate.Part) estimate.Figure { return ofAll(p).Share(t.design).Of(garbage.Table) }
	garbage.Families = make([]Family, len(t.names))
	for f, name := range t.names {
		d, ok := t.s.Table.Family(name)
		sum := t.families[f]
		garbage.Families[f] = Family{Name: name, Rule: t.declared[name], Declared: ok, Aggregate: d.Aggregate,
			Recent: sum.recent, Overdue: sum.overdue, Longest: sum.longest}
	}
	for id, c := range t.columns {
		p := Part{Stored: c.stored, Eligible: c.eligible}
		f := &garbage.Families[t.familyOf[id]]
		f.Stored, f.Eligible = f.Stored.Plus(p.Stored), f.Eligible.Plus(p.Eligible)
		if p.Share = c.of(t.Evaluator, p); t.rules[t.familyOf[id]].KeepsAll() {
			p.Share = estimate.Counted(0) // the policy keeps everything, so this is exact for any sample
		}
		p.inTable(t, func() (stored, eligible estimate.Figure) {
			return c.scaled(ofAll(estimate.Part{}).Z, garbage.Table), table(c.eligiblePart)
		})
		garbage.Columns[id] = p
	}
	for i := range garbage.Families {
		f := &garbage.Families[i]
		sum := &t.families[i]
		f.Share = sum.of(t.Evaluator, f.Part)
		if t.rules[i].KeepsAll() {
			f.Share = estimate.Counted(0)
		}
		f.setCellShare(t, &sum.cells)
		f.inTable(t, func() (stored, eligible estimate.Figure) { return table(sum.storedPart), table(sum.eligiblePart) })
		f.TableRecent, f.TableOverdue = estimate.Counted(f.Recent.Bytes), estimate.Counted(f.Overdue.Bytes)
		if !t.design.IsExact() {
			f.TableRecent, f.TableOverdue = table(sum.recentPart), table(sum.overduePart)
		}
		garbage.Total.Stored, garbage.Total.Eligible = garbage.Total.Stored.Plus(f.Stored), garbage.Total.Eligible.Plus(f.Eligible)
	}
	garbage.Total.Share = t.total.of(t.Evaluator, garbage.Total)
	garbage.Total.inTable(t, func() (stored, eligible estimate.Figure) {
		return table(t.total.storedPart), table(t.total.eligiblePart)
	})
	if !slices.ContainsFunc(t.rules, func(r Rule) bool { return !r.KeepsAll() }) { // the policies keep everything, so this is exact for any sample
		garbage.Total.Share, garbage.Total.TableEligible = estimate.Counted(0), estimate.Counted(0)
	}
	garbage.EmptiedRows.Share = t.emptyOf.figure(t.design)
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
