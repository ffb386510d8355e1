package sample

import (
	"bytes"
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
}

// Replace returns a sample with the rows, cells, runs and sizes of s and with other bytes in them. Columns must be sorted as
// in every sample. If the new keys do not ascend, rows are reordered: from[i] is then the row of s that is now row i; from
// is nil if all rows stayed. Reordering is an error unless the sample is complete, because runs are otherwise key ranges
// of the table.
func (s *Sample) Replace(t Table, how Provenance, c Contents) (out *Sample, from []int, err error) {
	if len(c.Keys) != len(s.keys) || len(c.Values) != len(s.values) || len(c.Columns) != len(s.columns) || len(c.Micros) != len(s.micros) {
		return nil, nil, errors.New("sample: the new bytes are not as many as the old ones")
	}
	for i, col := range c.Columns {
		if old := s.columns[i]; len(col.Family) != len(old.Family) || len(col.Qualifier) != len(old.Qualifier) {
			return nil, nil, fmt.Errorf("sample: column %d is not as long as before", i)
		}
	}
	out = &Sample{}
	*out = *s
	out.Table, out.How = t, how
	out.keys, out.values, out.columns, out.micros = c.Keys, c.Values, c.Columns, c.Micros
	out.sections = nil // they hold keys and names as they were
	if !how.Complete || out.ascends() {
		return out, nil, out.Validate()
	}
	from = make([]int, s.Rows())
	for i := range from {
		from[i] = i
	}
	slices.SortFunc(from, func(a, b int) int { return bytes.Compare(out.Key(a), out.Key(b)) })
	out = out.reorder(from)
	return out, from, out.Validate()
}

func (s *Sample) ascends() bool {
	for i := 1; i < s.Rows(); i++ {
		if bytes.Compare(s.Key(i-1), s.Key(i)) >= 0 {
			return false
		}
	}
	return true
}

// reorder puts row from[i] into place i. Runs keep their lengths.
func (s *Sample) reorder(from []int) *Sample {
	out := &Sample{Table: s.Table, How: s.How, columns: s.columns, runs: s.runs}
	for _, i := range from {
		out.keys = append(out.keys, s.Key(i)...)
		out.keyEnd = append(out.keyEnd, uint64(len(out.keys)))
		first, end := s.Cells(i)
		out.columnOf = append(out.columnOf, s.columnOf[first:end]...)
		out.micros = append(out.micros, s.micros[first:end]...)
		out.size = append(out.size, s.size[first:end]...)
		for j := first; j < end; j++ {
			out.values = append(out.values, s.Cell(j).Value...)
			out.valueEnd = append(out.valueEnd, uint64(len(out.values)))
		}
		out.cellEnd = append(out.cellEnd, uint64(len(out.columnOf)))
		if s.weights != nil {
			out.weights = append(out.weights, s.weights[i])
		}
	}
	return out
}
