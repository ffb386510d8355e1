package diff

import (
	"context"

	"tabletop/model/estimate"
	"tabletop/model/retention"
)

// The things of which totals are computed: per row, per cell, per stored byte, and in the table.
const (
	rowBytes = iota
	keyBytes
	rowCells
	rowColumns
	rowThings
)

// ratios holds the figures of the totals that can be compared in pairs.
type ratios struct {
	ofRows, ofCells, ofStored *measured
	inTable                   *measured // rows, cells
}

func (d *Diff) totals(ctx context.Context) error {
	figures, profile := d.Before.Profile, d.After.Profile
	add := func(name string, unit Unit, c Change) { d.Totals = append(d.Totals, Total{name, unit, d.note(c)}) }
	var x, y ratios
	var err error
	if d.pairs != nil {
		if x, err = d.measureRatios(ctx, d.Before); err != nil {
			return err
		}
		if y, err = d.measureRatios(ctx, d.After); err != nil {
			return err
		}
	}
	paired := func(p, q *measured, thing int, before, after estimate.Figure) Change {
		if p == nil || q == nil {
			return compare(before, after, 1)
		}
		return d.contrast(p, q, thing, before, after, 1, 1, 1)
	}
	amount := func(name string, unit Unit, thing int, before, after estimate.Figure) {
		if before.Value <= 0 || after.Value <= 0 {
			return
		}
		c := compare(before, after, 1)
		if s, t := d.Before.basis().total, d.After.basis().total; x.inTable != nil && !s.Interval() && !t.Interval() {
			c = d.contrast(x.inTable, y.inTable, thing, before, after, s.Value, t.Value, 1)
		}
		add(name, unit, c)
	}
	if figures.FoundRows.IsExact() && profile.FoundRows.IsExact() {
		add("rows", Count, compare(figures.Whole.Rows, profile.Whole.Rows, 1))
		add("cells", Count, compare(figures.FoundCells, profile.FoundCells, 1))
		add("bytes", Bytes, compare(figures.FoundBytes, profile.FoundBytes, 1))
		add("bytes of keys", Bytes, compare(figures.FoundKeyBytes, profile.FoundKeyBytes, 1))
	} else {
		amount("rows", Count, 0, figures.Whole.Rows, profile.Whole.Rows)
		amount("cells", Count, 1, figures.Whole.Cells, profile.Whole.Cells)
		switch {
		case figures.Whole.Bytes > 0 && profile.Whole.Bytes > 0:
			add("bytes (service)", Bytes, compare(estimate.Counted(figures.Whole.Bytes),
				estimate.Counted(profile.Whole.Bytes), 1))
		case figures.Whole.Table.Value > 0 && profile.Whole.Table.Value > 0:
			add("bytes", Bytes, compare(figures.Whole.Table, profile.Whole.Table, 1))
		}
	}
	add("mean row", Bytes, paired(x.ofRows, y.ofRows, rowBytes, figures.RowBytes.Mean, profile.RowBytes.Mean))
	add("row p95", Bytes, compare(figures.RowBytes.P95, profile.RowBytes.P95, 1))
	add("mean key", Bytes, paired(x.ofRows, y.ofRows, keyBytes, figures.KeyLength.Mean, profile.KeyLength.Mean))
	add("cells a row", Count, paired(x.ofRows, y.ofRows, rowCells, figures.CellsPerRow.Mean, profile.CellsPerRow.Mean))
	add("columns a row", Count, paired(x.ofRows, y.ofRows, rowColumns, figures.ColumnsPerRow.Mean,
		profile.ColumnsPerRow.Mean))
	add("mean value", Bytes, paired(x.ofCells, y.ofCells, 0, figures.ValueSize.Mean, profile.ValueSize.Mean))
	add("garbage", Share, paired(x.ofStored, y.ofStored, 0, d.Before.Garbage.Total.Share, d.After.Garbage.Total.Share))
	return nil
}

// measureRatios measures the ratios of a sample, by cluster.
func (d *Diff) measureRatios(ctx context.Context, side *Side) (ratios, error) {
	sampled := side.Sample
	var err error
	if side.eligible, err = side.evaluator.EligibleCells(ctx, retention.CurrentRules(&sampled.Table)); err != nil {
		return ratios{}, err
	}
	cells := func(row int) float64 {
		from, to := sampled.Cells(row)
		return float64(to - from)
	}
	var r ratios
	r.ofRows = d.measure(side, rowThings, eachRow, func(row int, add func(int, float64)) {
		columns := 0
		from, to := sampled.Cells(row)
		for c := from; c < to; c = sampled.Versions(c, to) {
			columns++
		}
		add(rowBytes, float64(side.keys.Bytes[row]))
		add(keyBytes, float64(len(sampled.Key(row))))
		add(rowCells, float64(to-from))
		add(rowColumns, float64(columns))
	})
	r.ofCells = d.measure(side, 1, cells, func(row int, add func(int, float64)) {
		from, to := sampled.Cells(row)
		for c := from; c < to; c++ {
			add(0, float64(sampled.Cell(c).Size))
		}
	})
	r.ofStored = d.garbage(side, func(int) bool { return true })
	r.inTable = d.measure(side, 2, side.basis().base, func(row int, add func(int, float64)) {
		add(0, 1)
		add(1, cells(row))
	})
	return r, ctx.Err()
}

// garbage measures the eligible share of the stored bytes of some cells.
func (d *Diff) garbage(side *Side, of func(cell int) bool) *measured {
	rows := side.Sample
	sum := func(row int, counts func(cell int) bool) (n float64) {
		from, to := rows.Cells(row)
		for c := from; c < to; c++ {
			if of(c) && counts(c) {
				n += float64(rows.CellBytes(c))
			}
		}
		return n
	}
	stored := func(row int) float64 { return sum(row, func(int) bool { return true }) }
	return d.measure(side, 1, stored, func(row int, add func(int, float64)) {
		add(0, sum(row, func(c int) bool { return side.eligible[c] }))
	})
}

// familyGarbage compares the garbage of a family that both samples have.
func (d *Diff) familyGarbage(name string, before, after estimate.Figure, of int) Change {
	if d.pairs == nil {
		return compare(before, after, of)
	}
	measure := func(side *Side) *measured {
		s := side.Sample
		return d.garbage(side, func(cell int) bool { return s.Column(s.CellColumn(cell)).Family == name })
	}
	return d.contrast(measure(d.Before), measure(d.After), 0, before, after, 1, 1, of)
}
