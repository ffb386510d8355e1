package retention

import (
	"context"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// count replaces the estimates of a review with the counts of all rows that its sample carries. Row sizes of trials,
// sums by key segment, and column usage remain estimates from the rows kept.
func (r *Review) count(t *Totals) {
	r.Explorer.count(t)
	r.Garbage.count(t, r.Explorer.s)
	r.Sizes = Sizes{Before: newSpread(&t.RowBytes, t.LargeRows), After: newSpread(&t.KeptRowBytes, t.KeptLarge)}
}

// TableGarbage returns the GC-eligible data by the policies of the table: of all rows if totals of these are as of the
// time of the evaluation, otherwise of the rows of the sample. totals may be nil.
func (e *Evaluator) TableGarbage(ctx context.Context, totals *Totals) (*Garbage, error) {
	garbage, err := e.Garbage(ctx, CurrentRules(&e.s.Table))
	if err == nil && totals != nil && totals.Now.Equal(e.now) && !e.design.IsExact() {
		garbage.count(totals, e.s)
	}
	return garbage, err
}

// count replaces the counts of the rows kept with those of all rows.
func (g *Garbage) count(t *Totals, s *sample.Sample) {
	g.Scope, g.Rows, g.EmptiedRows = estimate.All, t.Rows, t.EmptiedRows
	g.EmptiedRows.Share = estimate.CountedShare(t.EmptiedRows.Rows, t.Rows)
	for i := range g.Families {
		f := &g.Families[i]
		c := t.family(f.Name)
		f.Part, f.Recent, f.Overdue, f.Longest = exactPart(c.Stored, c.Eligible), c.Recent, c.Overdue, c.Longest
		f.TableRecent, f.TableOverdue = estimate.Counted(c.Recent.Bytes), estimate.Counted(c.Overdue.Bytes)
	}
	if !t.ColumnsCut {
		for id := range g.Columns {
			g.Columns[id] = t.column(s.Column(sample.ColumnID(id)))
		}
	}
	g.Table = estimate.Counted(t.RowBytes.Sum)
	g.Total = exactPart(t.all())
}

// family returns the totals of a family; they are empty if no row has the family.
func (t *Totals) family(name string) *FamilyTotals {
	for i := range t.Families {
		if t.Families[i].Name == name {
			return &t.Families[i]
		}
	}
	return &FamilyTotals{Name: name}
}

// column returns the part of column c.
func (t *Totals) column(c sample.Column) Part {
	want := ColumnTotals{Family: []byte(c.Family), Qualifier: []byte(c.Qualifier)}
	low, high := 0, len(t.Columns)
	for low < high {
		if mid := (low + high) / 2; compareColumns(t.Columns[mid], want) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(t.Columns) && compareColumns(t.Columns[low], want) == 0 {
		return exactPart(t.Columns[low].Stored, t.Columns[low].Eligible)
	}
	return exactPart(Amount{}, Amount{})
}

// all returns the sums over the families.
func (t *Totals) all() (stored, eligible Amount) {
	for i := range t.Families {
		stored, eligible = stored.Plus(t.Families[i].Stored), eligible.Plus(t.Families[i].Eligible)
	}
	return stored, eligible
}

func exactPart(stored, eligible Amount) Part {
	return Part{Stored: stored, Eligible: eligible, Share: estimate.CountedShare(eligible.Bytes, stored.Bytes),
		CellShare:   estimate.CountedShare(eligible.Cells, stored.Cells),
		TableStored: estimate.Counted(stored.Bytes), TableEligible: estimate.Counted(eligible.Bytes)}
}

func newSpread(h *estimate.Histogram, large int64) Spread {
	return Spread{Rows: h.N, Mean: h.Mean(), P50: h.Figure(0.5), P95: h.Figure(0.95), Max: h.Max, Large: large}
}

// count replaces the tables of the rows kept with those of all rows.
func (x *Explorer) count(t *Totals) {
	for i, name := range x.names {
		counted, table := t.family(name), &x.families[i]
		table.cells, table.bytes, table.weighted = counted.Cells, counted.Bytes, nil
		table.stamps, table.scope = counted.Timestamps, estimate.All
		for o, age := range oldAges { // which are edges of buckets
			table.older[o] = x.part(name, sample.GCRule{Kind: sample.GCMaxAge, Age: age}).Share
		}
	}
}

// count replaces the part of a trial's family, and with it the total, with those of the tables of all rows.
func (t *Trial) count(r *Review) {
	garbage := t.Garbage
	garbage.Scope, garbage.Rows, garbage.Table = estimate.All, r.Garbage.Rows, r.Garbage.Table
	for i := range garbage.Families {
		f := &garbage.Families[i]
		f.Part = r.Garbage.Families[i].Part
		if f.Name == t.Family {
			f.Part = r.Explorer.part(f.Name, t.Rule)
		}
	}
	var stored, eligible Amount
	sure := true
	for _, f := range garbage.Families {
		stored, eligible = stored.Plus(f.Stored), eligible.Plus(f.Eligible)
		sure = sure && f.Share.IsExact()
	}
	garbage.Total = exactPart(stored, eligible)
	if !sure {
		garbage.Total.Share.Certainty, garbage.Total.TableEligible.Certainty = estimate.NoInterval, estimate.NoInterval
	}
	t.Saves = r.Explorer.countedSavings(t.Family, r.Rules[t.Family], t.Rule)
}

// part returns the part of a family by a rule, from the table of its cells. If the rule's thresholds are not edges of
// buckets, the share is between Low and High, and the amounts are their middle.
func (x *Explorer) part(family string, rule sample.GCRule) Part {
	keptEstimate := x.Kept(family, rule)
	kept := Amount{(keptEstimate.Low.Cells + keptEstimate.High.Cells) / 2,
		(keptEstimate.Low.Bytes + keptEstimate.High.Bytes) / 2}
	part := exactPart(keptEstimate.Stored, keptEstimate.Stored.Minus(kept))
	if !keptEstimate.Exact() {
		part.Share = part.Share.Bound(float64(keptEstimate.Stored.Bytes-keptEstimate.High.Bytes)/
			float64(max(keptEstimate.Stored.Bytes, 1)),
			float64(keptEstimate.Stored.Bytes-keptEstimate.Low.Bytes)/float64(max(keptEstimate.Stored.Bytes, 1)))
		part.CellShare = part.CellShare.Bound(float64(keptEstimate.Stored.Cells-keptEstimate.High.Cells)/
			float64(max(keptEstimate.Stored.Cells, 1)),
			float64(keptEstimate.Stored.Cells-keptEstimate.Low.Cells)/float64(max(keptEstimate.Stored.Cells, 1)))
		part.TableEligible = part.Share.Of(part.TableStored)
	}
	return part
}

// countedSavings returns the bytes of a family that rule frees beyond those that the policy in force frees, from the
// table of all its cells.
func (x *Explorer) countedSavings(family string, inForce, rule sample.GCRule) estimate.Figure {
	now, then := x.Kept(family, inForce), x.Kept(family, rule)
	low, high := float64(now.Low.Bytes-then.High.Bytes), float64(now.High.Bytes-then.Low.Bytes)
	return estimate.Between(low, high)
}
