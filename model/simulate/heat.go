package simulate

import (
	"context"
	"iter"
	"slices"

	"tabletop/model/heat"
	"tabletop/model/rekey"
	"tabletop/model/retention"
)

// Heat draws where the writes of the source would have landed in the table. Where all rows were read the map is that of
// the table with its own rows and cells, and opts.Eligible is not asked: what the rules would collect is judged again.
// Of a sample it is that of the current writes at their new places, by the weights of opts.Design or else those of the
// base.
func (t *Table) Heat(ctx context.Context, opts heat.Options) (*heat.Map, error) {
	base := t.base
	if opts.Design == nil {
		opts.Design = base.Design
	}
	if !t.proposed || !t.ownRows() {
		if t.proposed {
			opts.Order = t.Order()
		}
		return heat.NewMap(ctx, base.Sample, opts)
	}
	opts.Design = nil
	m, err := t.ownHeat(ctx, opts)
	if err == nil && !base.Sample.How.Complete {
		m.Replay.Places = len(base.Sample.Runs()) // its own rows are one run
	}
	return m, err
}

// ownHeat returns the map of the rows and cells of the table.
func (t *Table) ownHeat(ctx context.Context, opts heat.Options) (*heat.Map, error) {
	if opts.Metric != heat.Garbage {
		cells := t.written()
		if opts.Metric == heat.Bytes || opts.Metric == heat.Cells {
			cells = t.stored()
		}
		return heat.NewMapFrom(ctx, heat.Table{Rows: t.Len(), Cells: cells, Complete: t.base.Sample.How.Complete,
			Unordered: t.base.Sample.How.Unordered}, opts)
	}
	own, err := t.Sample(ctx)
	if err != nil {
		return nil, err
	}
	eligible, err := retention.NewEvaluator(own, opts.Now).EligibleCells(ctx, retention.CurrentRules(&own.Table))
	if err != nil {
		return nil, err
	}
	opts.Eligible = func(cell int) bool { return eligible[cell] }
	return heat.NewMap(ctx, own, opts)
}

// written yields the cells that the rows are made of: each is a write to its row, whatever it becomes there.
func (t *Table) written() iter.Seq2[int, []heat.Cell] {
	return func(yield func(int, []heat.Cell) bool) {
		var cells []heat.Cell
		for row, list := range t.Writes() {
			cells = cells[:0]
			for _, micros := range list {
				cells = append(cells, heat.Cell{Micros: micros})
			}
			if !yield(row, cells) {
				return
			}
		}
	}
}

// stored yields the cells of the rows.
func (t *Table) stored() iter.Seq2[int, []heat.Cell] {
	return func(yield func(int, []heat.Cell) bool) {
		var cells []heat.Cell
		for row, list := range t.Contents() {
			cells = cells[:0]
			for i := range list {
				cells = append(cells, heat.Cell{Micros: list[i].Micros, Bytes: list[i].Bytes})
			}
			if !yield(row, cells) {
				return
			}
		}
	}
}

// ownRows reports whether the map of the table is one of its own rows, not of the current rows at other places.
func (t *Table) ownRows() bool {
	if slices.ContainsFunc(t.of, func(of *rekey.Template) bool { return of.PerCell || of.Of.Time != nil }) {
		return true
	}
	return t.base.Sample.How.Complete && !t.asTheyAre()
}

// asTheyAre reports whether each row has all the cells of one row of the current table, and no other: only keys are
// new.
func (t *Table) asTheyAre() bool { return t.keepsCells() && t.Merged == 0 }

// keepsCells reports whether a row that no other shares its key with has all cells of one current row as they are.
func (t *Table) keepsCells() bool {
	return !slices.ContainsFunc(t.of, func(of *rekey.Template) bool { return !of.KeepsCells() })
}

// KeyAt is the key at a place of the map that Heat draws; nil where there is none.
func (t *Table) KeyAt(place int) []byte {
	if row := t.rowAt(place); row >= 0 {
		return t.Key(row)
	}
	return nil
}

// FieldsAt appends the fields of the key at a place of the map that Heat draws to dst; see rekey.Table.KeyFields.
func (t *Table) FieldsAt(dst []rekey.KeyField, place int) []rekey.KeyField {
	if row := t.rowAt(place); row >= 0 {
		return t.KeyFields(dst, row)
	}
	return dst
}

// rowAt is the row at a place of the map that Heat draws; -1 where there is none.
func (t *Table) rowAt(place int) int {
	if t.proposed && !t.ownRows() {
		placed := t.placed.get(t.places)
		if place < 0 || place >= len(placed) {
			return -1
		}
		place = int(placed[place])
	}
	if place < 0 || place >= t.Len() {
		return -1
	}
	return place
}

// places returns for each place of Order which row of the table is there.
func (t *Table) places() []uint32 {
	seen := make([]bool, t.base.Sample.Rows())
	placed := make([]uint32, 0, len(seen))
	for i := range t.Len() {
		for _, row := range t.Sources(i) {
			if !seen[row] {
				seen[row] = true
				placed = append(placed, uint32(i))
			}
		}
	}
	return placed
}

// Order returns each row of the source its place among all of them under the new keys, as heat.Options takes it. Rows
// that share a key have neighboring places; those that are in no new row have heat.Nowhere.
func (t *Table) Order() []uint32 {
	order := make([]uint32, t.base.Sample.Rows())
	for i := range order {
		order[i] = heat.Nowhere
	}
	place := uint32(0)
	for i := range t.Len() {
		for _, row := range t.Sources(i) {
			if order[row] == heat.Nowhere {
				order[row] = place
				place++
			}
		}
	}
	return order
}

// Hotspot is the map of the table whose writes are the most concentrated, as far as a pattern can be recognized.
func (r *Result) Hotspot(ctx context.Context, opts heat.Options) (*heat.Map, error) {
	m, _, err := r.Hottest(ctx, opts)
	return m, err
}

// Hottest is Hotspot, and the table that the map is of.
func (r *Result) Hottest(ctx context.Context, opts heat.Options) (*heat.Map, *Table, error) {
	var worst *heat.Map
	var of *Table
	for _, t := range r.Tables {
		m, err := t.Heat(ctx, opts)
		if err != nil {
			return nil, nil, err
		}
		if worst == nil || Concentration(m.Score) > Concentration(worst.Score) {
			worst, of = m, t
		}
	}
	return worst, of, nil
}

// Concentration is how far the hottest part's share of the writes lies between what chance makes it and all, 0 to 1.
func Concentration(s heat.Score) float64 {
	return max(0, (s.Hot-s.UniformShare)/max(1-s.UniformShare, 1e-9))
}
