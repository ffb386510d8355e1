package census

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"tabletop/model/bounded"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// saved is Totals as they are written: JSON, so that a new field needs no new format, with names as bytes, since they
// may be of any.
type saved struct {
	Totals
	Families, Columns []savedColumn // in place of those of Totals
}

type savedColumn struct {
	Column
	Family, Qualifier []byte // in place of those of Column
}

func save(list []Column) []savedColumn {
	out := make([]savedColumn, len(list))
	for i, c := range list {
		out[i] = savedColumn{Column: c, Family: []byte(c.Family), Qualifier: []byte(c.Qualifier)}
	}
	return out
}

func restore(list []savedColumn) []Column {
	out := make([]Column, len(list))
	for i, c := range list {
		out[i] = c.Column
		out[i].Family, out[i].Qualifier = string(c.Family), string(c.Qualifier)
	}
	return out
}

// Section returns the totals in the form that a sample carries them in.
func (s *Totals) Section() (sample.Section, error) {
	data, err := json.Marshal(saved{Totals: *s, Families: save(s.Families), Columns: save(s.Columns)})
	return sample.Section{ID: sample.TotalsSection, Name: "totals", Data: data}, err
}

// TotalsFromSample returns the totals that a sample carries; nil if it carries none.
func TotalsFromSample(s *sample.Sample) (*Totals, error) {
	data, ok := s.Section(sample.TotalsSection)
	if !ok {
		return nil, nil
	}
	return DecodeTotals(data)
}

// DecodeTotals reads what Section wrote. Totals that are returned contradict themselves nowhere that a reader relies
// on.
func DecodeTotals(data []byte) (*Totals, error) {
	var in saved
	if err := bounded.JSON(data, &in); err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	s := in.Totals
	s.Families, s.Columns = restore(in.Families), restore(in.Columns)
	if err := s.validate(); err != nil {
		return nil, fmt.Errorf("totals: %w", err)
	}
	return &s, nil
}

// validate checks what readers rely on: histograms that hold what they say, names in order, no part larger than the
// whole.
func (s *Totals) validate() error {
	for _, h := range s.histograms() {
		if err := h.Validate(); err != nil {
			return err
		}
	}
	switch {
	case s.Rows != s.RowBytes.N || s.Rows != s.KeyLength.N || s.Rows != s.CellsPerRow.N ||
		s.Rows != s.ColumnsPerRow.N || s.Cells != s.ValueSize.N:
		return errors.New("distributions are not of all rows and cells")
	case s.KeyBytes < 0 || s.ValueBytes < 0 || s.Zero < 0 || s.Negative < 0 || s.Oldest > s.Newest:
		return errors.New("a count is negative")
	case s.Cells > math.MaxInt64/cellHead || s.Bytes < s.Cells*cellHead:
		return errors.New("its cells have more bytes than all rows")
	case len(s.Columns) > 2*retention.MaxColumns || len(s.LargestRows) > MaxLargest || len(s.LargestCells) > MaxLargest:
		return errors.New("a list is too long")
	case !slices.IsSortedFunc(s.LargestRows, compareRows) || !slices.IsSortedFunc(s.LargestCells, compareCells):
		return errors.New("the largest rows or cells are not in order")
	}
	for _, list := range [][]Column{s.Families, s.Columns} {
		for i := range list {
			if i > 0 && byName(list[i-1], list[i]) >= 0 {
				return errors.New("names are not in order")
			}
			if err := s.validatePart(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// cellHead is the least number of bytes that a cell has beside its value.
const cellHead = 8

// validatePart checks a column or a family.
func (s *Totals) validatePart(c *Column) error {
	if c.Rows < 1 || c.Rows > s.Rows || c.Cells < c.Rows || c.Cells > s.Cells || c.Bytes < c.Cells*cellHead ||
		c.Bytes > s.Bytes ||
		c.KeyParts < 0 || c.Versions < 0 || c.Versions > c.Cells || c.Oldest > c.Newest {
		return fmt.Errorf("counts of %q:%q contradict those of all rows", c.Family, c.Qualifier)
	}
	return nil
}
