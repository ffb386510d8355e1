package sample

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Contents holds the bytes that Replace writes over those of a sample.
type Contents struct {
	Keys    []byte // of all rows, one after the other, each as long as the key it replaces
	Values  []byte // the bytes kept of all values, one after the other, each as long as what it replaces
	Columns []Column
	Micros  []int64
	Weights []float32 // of the rows, in their order in s; nil keeps those of s
}

// Replace returns a sample with the rows, cells, runs and sizes of s and with other bytes in them. If the new keys do
// not ascend, rows are reordered: from[i] is then the row of s that is now row i; from is nil if all rows stayed.
// Reordering is an error unless the sample is complete or how states that it is unordered, because runs are otherwise
// key ranges of the table; all rows are then one run. If the new columns are not sorted as in every sample, columns[i]
// is what column i became; else columns is nil.
func (s *Sample) Replace(t Table, how Provenance, c Contents) (out *Sample, from []int, columns []ColumnID, err error) {
	if len(c.Keys) != len(s.keys) || len(c.Values) != len(s.values) || len(c.Columns) != len(s.columns) ||
		len(c.Micros) != len(s.micros) {
		return nil, nil, nil, errors.New("sample: the new bytes are not as many as the old ones")
	}
	for i, col := range c.Columns {
		if old := s.columns[i]; len(col.Family) != len(old.Family) || len(col.Qualifier) != len(old.Qualifier) {
			return nil, nil, nil, fmt.Errorf("sample: column %d is not as long as before", i)
		}
	}
	out = &Sample{}
	*out = *s
	out.Table, out.How = t, how
	out.keys, out.values, out.columns, out.micros = c.Keys, c.Values, c.Columns, c.Micros
	out.sections = nil // they hold keys and names as they were
	if c.Weights != nil {
		out.weights = c.Weights
	}
	if !slices.IsSortedFunc(out.columns, CompareColumns) {
		columns = out.sortColumns()
	}
	if how.Unordered && s.Rows() > 0 {
		out.runs = []Run{{Rows: s.Rows()}}
	}
	if columns == nil && (!how.Complete && !how.Unordered || out.ascends()) {
		return out, nil, nil, out.Validate()
	}
	from = make([]int, s.Rows())
	for i := range from {
		from[i] = i
	}
	if how.Complete || how.Unordered {
		slices.SortFunc(from, func(a, b int) int { return bytes.Compare(out.Key(a), out.Key(b)) })
	}
	out = out.reorder(from)
	return out, from, columns, out.Validate()
}

// sortColumns sorts the columns, and returns what each became.
func (s *Sample) sortColumns() []ColumnID {
	order := make([]ColumnID, len(s.columns))
	for i := range order {
		order[i] = ColumnID(i)
	}
	slices.SortFunc(order, func(a, b ColumnID) int { return CompareColumns(s.columns[a], s.columns[b]) })
	became, sorted := make([]ColumnID, len(order)), make([]Column, len(order))
	for now, was := range order {
		became[was], sorted[now] = ColumnID(now), s.columns[was]
	}
	of := make([]ColumnID, len(s.columnOf))
	for j, id := range s.columnOf {
		of[j] = became[id]
	}
	s.columns, s.columnOf = sorted, of
	return became
}

func (s *Sample) ascends() bool {
	for i := 1; i < s.Rows(); i++ {
		if bytes.Compare(s.Key(i-1), s.Key(i)) >= 0 {
			return false
		}
	}
	return true
}

// reorder puts row from[i] into place i, and the cells of each row in the order of their columns. Runs keep their
// lengths.
func (s *Sample) reorder(from []int) *Sample {
	out := &Sample{Table: s.Table, How: s.How, columns: s.columns, runs: s.runs}
	var cells []int
	for _, index := range from {
		out.keys = append(out.keys, s.Key(index)...)
		out.keyEnd = append(out.keyEnd, uint64(len(out.keys)))
		first, end := s.Cells(index)
		cells = cells[:0]
		for j := first; j < end; j++ {
			cells = append(cells, j)
		}
		slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(s.columnOf[a], s.columnOf[b]) })
		for _, j := range cells {
			out.columnOf = append(out.columnOf, s.columnOf[j])
			out.micros = append(out.micros, s.micros[j])
			out.size = append(out.size, s.size[j])
			out.values = append(out.values, s.Cell(j).Value...)
			out.valueEnd = append(out.valueEnd, uint64(len(out.values)))
		}
		out.cellEnd = append(out.cellEnd, uint64(len(out.columnOf)))
		if s.weights != nil {
			out.weights = append(out.weights, s.weights[index])
		}
	}
	return out
}
