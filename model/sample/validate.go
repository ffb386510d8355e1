package sample

import (
	"bytes"
	"fmt"
)

// Validate checks what every analysis relies on: arrays that belong together have one length, offsets rise and end
// where their bytes do, keys ascend, cells name columns that exist, columns are sorted and differ, and the runs cover
// the rows. It returns an error for the first violation.
func (s *Sample) Validate() error {
	if err := ends("keys", s.keyEnd, len(s.keyEnd), uint64(len(s.keys))); err != nil {
		return err
	}
	cells := len(s.columnOf)
	if err := ends("cells", s.cellEnd, s.Rows(), uint64(cells)); err != nil {
		return err
	}
	if err := ends("values", s.valueEnd, cells, uint64(len(s.values))); err != nil {
		return err
	}
	if len(s.micros) != cells || len(s.size) != cells {
		return fmt.Errorf("sample: %d cells with %d timestamps and %d sizes", cells, len(s.micros), len(s.size))
	}
	if s.weights != nil && len(s.weights) != s.Rows() {
		return fmt.Errorf("sample: %d rows with %d weights", s.Rows(), len(s.weights))
	}
	for i := 1; i < s.Rows(); i++ {
		if bytes.Compare(s.Key(i-1), s.Key(i)) >= 0 {
			return fmt.Errorf("sample: key %q of row %d does not follow %q", s.Key(i), i, s.Key(i-1))
		}
	}
	for j, c := range s.columnOf {
		if int(c) >= len(s.columns) {
			return fmt.Errorf("sample: cell %d names column %d of %d", j, c, len(s.columns))
		}
		if kept := s.valueEnd[j] - start(s.valueEnd, j); kept > uint64(s.size[j]) {
			return fmt.Errorf("sample: cell %d keeps %d bytes of a value of %d", j, kept, s.size[j])
		}
	}
	for i := 1; i < len(s.columns); i++ {
		if CompareColumns(s.columns[i-1], s.columns[i]) >= 0 {
			return fmt.Errorf("sample: column %d does not follow the one before", i)
		}
	}
	return s.validateRuns()
}

func (s *Sample) validateRuns() error {
	next := 0
	for i, r := range s.runs {
		if r.First != next || r.Rows <= 0 || r.Rows > s.Rows()-next {
			return fmt.Errorf("sample: run %d has %d rows from row %d, not from row %d of %d", i, r.Rows, r.First, next,
				s.Rows())
		}
		next += r.Rows
	}
	if next != s.Rows() {
		return fmt.Errorf("sample: the runs hold %d rows of %d", next, s.Rows())
	}
	return nil
}

func ends(what string, ends []uint64, n int, total uint64) error {
	if len(ends) != n {
		return fmt.Errorf("sample: %d offsets of %s, not %d", len(ends), what, n)
	}
	last := uint64(0)
	for i, e := range ends {
		if e < last {
			return fmt.Errorf("sample: offset %d of %s goes back", i, what)
		}
		last = e
	}
	if last != total {
		return fmt.Errorf("sample: offsets of %s end at %d of %d", what, last, total)
	}
	return nil
}
