package codegen

import (
	"context"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// NewTest returns a test of the functions, which are for a kind of the candidate: old and new keys of at most so many
// rows of a sample, evenly over it, and a tenth as many keys of other rows. The new keys are those that rekey
// computes. Rows that the forms of the candidate do not fit, or of which it needs more of a value than is in the
// sample, are left out.
func (f *Functions) NewTest(ctx context.Context, rows *segments.Table, c *candidate.Candidate, most int) (Test, error) {
	var t Test
	set, err := rekey.ResolveSet(c, rows.Layouts)
	if err != nil {
		return t, err
	}
	plan, err := rekey.NewBase(rows).NewPlan(set)
	if err != nil {
		return t, err
	}
	templates := plan.Templates(0)
	template := templates[slices.IndexFunc(templates, func(t *rekey.Template) bool { return t.Of == f.template })]
	var meant, others []int
	for row := range rows.Sample.Rows() {
		switch {
		case int(rows.Kind[row]) == f.Kind:
			meant = append(meant, row)
		default:
			others = append(others, row)
		}
	}
	for _, row := range sample.Evenly(meant, most) {
		for _, cell := range cellsOf(template, rows.Sample, row) {
			if len(t.Pairs) < most && fits(template, row, cell) {
				t.Pairs = append(t.Pairs, Pair{Old: rows.Sample.Key(row), New: template.KeyAt(row, cell),
					Row: f.rowValues(rows.Sample, row, cell)})
			}
		}
	}
	for _, row := range sample.Evenly(others, most/10) {
		t.Refused = append(t.Refused, rows.Sample.Key(row))
	}
	return t, nil
}

// cellsOf returns the cells of which a template makes keys: -1 where it makes one of the whole row.
func cellsOf(t *rekey.Template, s *sample.Sample, row int) []int {
	if !t.PerCell {
		return []int{-1}
	}
	var cells []int
	from, to := s.Cells(row)
	for cell := from; cell < to; cell++ {
		cells = append(cells, cell)
	}
	return cells
}

func fits(t *rekey.Template, row, cell int) bool {
	return !slices.ContainsFunc(t.Fields, func(f *rekey.Field) bool {
		_, state := t.AppendCell(nil, f, row, cell)
		return state&(rekey.Unfit|rekey.Cut) != 0
	})
}

// rowValues returns what the functions need of a row or cell beside the old key.
func (f *Functions) rowValues(s *sample.Sample, row, cell int) []any {
	var values []any
	for _, part := range f.OfRow() {
		var value any
		switch {
		case part.column != nil:
			if at := newest(s, row, *part.column); at >= 0 {
				value = s.Cell(at).Value
			}
		case part.Source == candidate.CellTimeName:
			value = s.Times(cell, cell+1)[0]
		default:
			column := s.Column(s.CellColumn(cell))
			value = map[candidate.Op][]byte{candidate.Qualifier: []byte(column.Qualifier),
				candidate.Family: []byte(column.Family), candidate.CellValue: s.Cell(cell).Value}[part.ofCell]
		}
		values = append(values, value)
	}
	return values
}

// newest returns the newest cell of a column in a row; -1 if there is none.
func newest(s *sample.Sample, row int, name candidate.ColumnName) int {
	for id, column := range s.Columns() {
		if column.Family == name.Family && column.Qualifier == name.Qualifier {
			return s.Newest(row, sample.ColumnID(id))
		}
	}
	return -1
}
