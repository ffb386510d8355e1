package figures

import (
	"context"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// countedCells returns the retention of all rows of the table; nil if it was not counted, or all rows are here.
func (t *Table) countedCells() *retention.Totals {
	if t.all == nil || t.rows.Design.IsExact() {
		return nil
	}
	return t.all.Retention
}

// Garbage returns the GC-eligible data by the policy of the table: of all rows if their cells were counted by it,
// otherwise of the rows of the sample. The error is ctx's.
func (t *Table) Garbage(ctx context.Context) (*retention.Garbage, error) {
	rows, totals := t.rows.Sample, t.countedCells()
	garbage, err := retention.NewEvaluator(rows, t.policy.Now).Garbage(ctx, t.policy.Rules)
	if err == nil && totals != nil && t.policy.equal(Policy{retention.CurrentRules(&rows.Table), totals.Now}) {
		countGarbage(garbage, totals, rows)
	}
	return garbage, err
}

// count puts the counts of all rows in place of what the rows kept show. Row sizes of trials, sums by key segment, and
// column usage remain estimates from the rows kept.
func (r *Review) count(totals *retention.Totals) {
	r.counts = true
	countGarbage(r.Garbage, totals, r.Explorer.Sample())
	r.Explorer = r.Explorer.Counted(totals)
	r.Sizes = retention.Sizes{Before: sizesOf(&totals.RowBytes, totals.LargeRows),
		After: sizesOf(&totals.KeptRowBytes, totals.KeptLarge)}
}

func sizesOf(h *estimate.Histogram, large int64) retention.Spread {
	return retention.Spread{Rows: h.N, Mean: h.Mean(), P50: h.Figure(0.5), P95: h.Figure(0.95), Max: h.Max,
		Large: large}
}

// countGarbage puts counts in place of what the rows kept show.
func countGarbage(g *retention.Garbage, totals *retention.Totals, s *sample.Sample) {
	g.Scope, g.Rows, g.EmptiedRows = estimate.All, totals.Rows, totals.EmptiedRows
	g.EmptiedRows.Share = estimate.CountedShare(totals.EmptiedRows.Rows, totals.Rows)
	var stored, eligible retention.Amount
	for i := range g.Families {
		f := &g.Families[i]
		c := totals.Family(f.Name)
		f.Part, f.Recent, f.Overdue, f.Longest = countedPart(c.Stored, c.Eligible), c.Recent, c.Overdue, c.Longest
		f.TableRecent, f.TableOverdue = estimate.Counted(c.Recent.Bytes), estimate.Counted(c.Overdue.Bytes)
	}
	for i := range totals.Families {
		stored, eligible = stored.Plus(totals.Families[i].Stored), eligible.Plus(totals.Families[i].Eligible)
	}
	if !totals.ColumnsCut {
		for id := range g.Columns {
			c := totals.Column(s.Column(sample.ColumnID(id)))
			g.Columns[id] = countedPart(c.Stored, c.Eligible)
		}
	}
	g.Table = estimate.Counted(totals.RowBytes.Sum)
	g.Total = countedPart(stored, eligible)
}

// countedPart returns a part of which all cells were counted.
func countedPart(stored, eligible retention.Amount) retention.Part {
	return retention.Part{Stored: stored, Eligible: eligible,
		Share:       estimate.CountedShare(eligible.Bytes, stored.Bytes),
		CellShare:   estimate.CountedShare(eligible.Cells, stored.Cells),
		TableStored: estimate.Counted(stored.Bytes), TableEligible: estimate.Counted(eligible.Bytes)}
}

// countUnder puts the counts of all rows in place of what the rows kept show of other rules than those in force, but
// not of columns and emptied rows.
func (r *Review) countUnder(garbage *retention.Garbage, rules retention.Rules) {
	garbage.Scope, garbage.Rows, garbage.Table = estimate.All, r.Garbage.Rows, r.Garbage.Table
	var stored, eligible retention.Amount
	sure := true
	for i := range garbage.Families {
		f := &garbage.Families[i]
		f.Part = r.Garbage.Families[i].Part
		if r.differs(f.Name, rules) {
			f.Part = rangePart(r.Explorer.Kept(f.Name, rules[f.Name]))
		}
		stored, eligible = stored.Plus(f.Stored), eligible.Plus(f.Eligible)
		sure = sure && f.Share.IsExact()
	}
	garbage.Total = countedPart(stored, eligible)
	if !sure {
		total := &garbage.Total
		total.Share.Certainty, total.TableEligible.Certainty = estimate.NoInterval, estimate.NoInterval
	}
}

// rangePart returns the part of a family of which all cells were counted by rank and age. If the thresholds of the rule
// are not edges of buckets, the share is between its limits, and the amounts are in their middle.
func rangePart(kept retention.KeptEstimate) retention.Part {
	middle := retention.Amount{Cells: (kept.Low.Cells + kept.High.Cells) / 2,
		Bytes: (kept.Low.Bytes + kept.High.Bytes) / 2}
	part := countedPart(kept.Stored, kept.Stored.Minus(middle))
	if kept.Exact() {
		return part
	}
	share := func(stored, kept int64) float64 { return float64(stored-kept) / float64(max(stored, 1)) }
	part.Share = part.Share.Bound(share(kept.Stored.Bytes, kept.High.Bytes), share(kept.Stored.Bytes, kept.Low.Bytes))
	part.CellShare = part.CellShare.Bound(share(kept.Stored.Cells, kept.High.Cells),
		share(kept.Stored.Cells, kept.Low.Cells))
	part.TableEligible = part.Share.Of(part.TableStored)
	return part
}
