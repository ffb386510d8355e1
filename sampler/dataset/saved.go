package dataset

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
)

// Saved returns the rows of a sample as a table to serve, with its families and policies, and sentences about what
// differs from the table that was sampled: values of which only the first bytes were kept are served as these. The
// error is of type *sampler.Error: an emulator takes no times before 1970.
func Saved(name string, s *sample.Sample) (Served, []string, error) {
	kept, err := survey(name, s)
	if err != nil {
		return Served{}, nil, err
	}
	table := demo.Table{Name: s.Table.Name, Families: kept.families(s.Table.Families),
		Micros: kept.micros || s.Table.Micros}
	rows := demo.Generator{Rows: len(kept.rows), Row: func(i int) demo.Row { return savedRow(s, kept.rows[i]) }}
	return Served{Table: table, rows: rows}, kept.losses(s), nil
}

// savedRow returns a row of a sample.
func savedRow(s *sample.Sample, row int) demo.Row {
	from, to := s.Cells(row)
	out := demo.Row{Key: s.Key(row), Cells: make([]demo.Cell, 0, to-from)}
	for j := from; j < to; j++ {
		cell := s.Cell(j)
		column := s.Column(cell.Column)
		out.Cells = append(out.Cells, demo.Cell{Family: column.Family, Qualifier: column.Qualifier, Micros: cell.Micros,
			Value: cell.Value})
	}
	return out
}

// kept is what of a sample can be served.
type kept struct {
	rows  []int           // that have cells
	cut   []int           // by column, cells of which not the whole value was kept
	sums  map[string]bool // families of sums
	plain map[string]bool // aggregate families that are served as plain bytes
	found map[string]bool // families that have cells

	micros bool // a timestamp is not of whole milliseconds
}

// survey looks at each cell of a sample. name is what its file is called in errors.
func survey(name string, s *sample.Sample) (*kept, error) {
	out := &kept{cut: make([]int, len(s.Columns())), sums: map[string]bool{}, plain: map[string]bool{},
		found: map[string]bool{}}
	for _, family := range s.Table.Families {
		out.sums[family.Name] = family.Aggregate == "sum"
		out.plain[family.Name] = family.Aggregate != "" && family.Aggregate != "sum"
	}
	for row := range s.Rows() {
		from, to := s.Cells(row)
		if from < to {
			out.rows = append(out.rows, row)
		}
		for cell := from; cell < to; cell++ {
			if err := out.add(name, s, s.Cell(cell)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// add looks at a cell of a sample.
func (k *kept) add(name string, s *sample.Sample, cell sample.Cell) error {
	if cell.Micros < 0 {
		return &sampler.Error{What: fmt.Sprintf("cannot serve %s: it has a cell %s µs before 1970, and no table can "+
			"have one", name, spelling.Integer(-cell.Micros)),
			Next: "lay the records out by another time"}
	}
	k.micros = k.micros || cell.Micros%1000 != 0
	if len(cell.Value) < cell.Size {
		k.cut[cell.Column]++
	}
	family := s.Column(cell.Column).Family
	k.found[family] = true
	if k.sums[family] && (cell.Size != 8 || len(cell.Value) != 8) {
		k.plain[family] = true
	}
	return nil
}

// families returns the families to create: those described, and those of cells that no description names.
func (k *kept) families(described []sample.Family) []sample.Family {
	families := slices.Clone(described)
	for i := range families {
		if k.plain[families[i].Name] {
			families[i].Aggregate = ""
		}
		delete(k.found, families[i].Name)
	}
	for name := range k.found {
		families = append(families, sample.Family{Name: name})
	}
	slices.SortFunc(families, func(a, b sample.Family) int { return strings.Compare(a.Name, b.Name) })
	return families
}

// The columns with cut values that are named.
const namedColumns = 5

// losses returns what is served otherwise than it was in the table, as sentences.
func (k *kept) losses(s *sample.Sample) []string {
	var all []string
	if cut := k.cutWords(s); cut != "" {
		all = append(all, cut)
	}
	if gone := s.Rows() - len(k.rows); gone > 0 {
		all = append(all, spelling.Count(gone, "row")+" without cells: not stored")
	}
	for _, family := range s.Table.Families {
		switch {
		case k.plain[family.Name]:
			all = append(all, fmt.Sprintf("family %q is served as plain bytes, not as the aggregate %s", family.Name,
				family.Aggregate))
		case family.ValueType != "" && family.Aggregate == "":
			all = append(all, fmt.Sprintf("family %q is served as plain bytes, without its declared type", family.Name))
		}
	}
	return all
}

// cutWords names the columns with values that were cut, those with the most first; empty if there are none.
func (k *kept) cutWords(s *sample.Sample) string {
	var columns []int
	total := 0
	for id, cells := range k.cut {
		if total += cells; cells > 0 {
			columns = append(columns, id)
		}
	}
	if total == 0 {
		return ""
	}
	slices.SortStableFunc(columns, func(a, b int) int { return k.cut[b] - k.cut[a] })
	var names []string
	for _, id := range columns[:min(len(columns), namedColumns)] {
		column := s.Column(sample.ColumnID(id))
		names = append(names, fmt.Sprintf("%q (%s)", column.Family+":"+column.Qualifier,
			spelling.Integer(k.cut[id])))
	}
	if more := len(columns) - len(names); more > 0 {
		names = append(names, spelling.Count(more, "other column"))
	}
	return fmt.Sprintf("only the first bytes of %s of %s were saved, and only these are served: %s",
		spelling.Integer(total), spelling.Count(s.NumCells(), "value"), strings.Join(names, ", "))
}
