package census

import (
	"cmp"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Totals are the counts of a table, or of a part. Bytes are as sample.RowBytes and sample.CellBytes define them.
type Totals struct {
	Rows, Cells, Bytes, KeyBytes, ValueBytes int64

	RowBytes, CellsPerRow, ColumnsPerRow, KeyLength, ValueSize, Versions estimate.Histogram

	Oldest, Newest int64 // micros of cell timestamps; 0 when there is no cell
	Zero, Negative int64 // cells with such a timestamp

	Families []Column // by name, without qualifiers and versions
	Columns  []Column // by family and qualifier; at most retention.MaxColumns
	Cut      bool     // there are more columns than Columns has

	LargestRows  []LargeRow  // largest first, of equal ones in key order; at most MaxLargest
	LargestCells []LargeCell // likewise, by the size of the value
}

// Column is what is counted of a column, or of a family.
type Column struct {
	Family    string
	Qualifier string
	Rows      int64 // it is present in
	Cells     int64
	Bytes     int64 // of its cells
	KeyParts  int64 // its part of the keys, each split evenly over the cells of its row, in millionths of a byte
	Versions  int64 // most cells in one row
	Oldest    int64 // micros
	Newest    int64 // micros
}

// Name returns the column without its counts.
func (c *Column) Name() sample.Column {
	return sample.Column{Family: c.Family, Qualifier: c.Qualifier}
}

// Renamed returns the totals with other names of columns and families, which are columns without a qualifier, and
// without the largest rows and cells, whose keys say what they are; nil for nil.
func (s *Totals) Renamed(name func(Column) sample.Column) *Totals {
	if s == nil {
		return nil
	}
	out := *s
	out.LargestRows, out.LargestCells = nil, nil
	out.Families, out.Columns = slices.Clone(s.Families), slices.Clone(s.Columns)
	for i := range out.Families {
		out.Families[i].Family = name(out.Families[i]).Family
	}
	for i := range out.Columns {
		now := name(out.Columns[i])
		out.Columns[i].Family, out.Columns[i].Qualifier = now.Family, now.Qualifier
	}
	slices.SortFunc(out.Families, byName)
	slices.SortFunc(out.Columns, byName)
	return &out
}

// KeyBytes is the column's part of the keys, in bytes.
func (c *Column) KeyBytes() float64 { return float64(c.KeyParts) / part }

// Column finds a column among Columns.
func (s *Totals) Column(family, qualifier string) (at int, ok bool) {
	return slices.BinarySearchFunc(s.Columns, Column{Family: family, Qualifier: qualifier}, byName)
}

func byName(a, b Column) int {
	return cmp.Or(cmp.Compare(a.Family, b.Family), cmp.Compare(a.Qualifier, b.Qualifier))
}

func (c *Column) merge(o *Column) {
	if o.Cells == 0 {
		return
	}
	if c.Cells == 0 {
		c.Oldest, c.Newest = o.Oldest, o.Newest
	}
	c.Rows += o.Rows
	c.Cells += o.Cells
	c.Bytes += o.Bytes
	c.KeyParts += o.KeyParts
	c.Versions = max(c.Versions, o.Versions)
	c.Oldest, c.Newest = min(c.Oldest, o.Oldest), max(c.Newest, o.Newest)
}

// histograms are all there are, in a fixed order.
func (s *Totals) histograms() []*estimate.Histogram {
	return []*estimate.Histogram{&s.RowBytes, &s.CellsPerRow, &s.ColumnsPerRow, &s.KeyLength, &s.ValueSize, &s.Versions}
}

// time adds the timestamp of a cell. It is called for a row before the row's cells are counted in Cells, so
// ValueSize reports whether it is the first of all.
func (s *Totals) time(micros int64) {
	if s.ValueSize.N == 1 {
		s.Oldest, s.Newest = micros, micros
	}
	s.Oldest, s.Newest = min(s.Oldest, micros), max(s.Newest, micros)
	if micros == 0 {
		s.Zero++
	}
	if micros < 0 {
		s.Negative++
	}
}

// merge adds all but families and columns, which a Tally holds in its maps.
func (s *Totals) merge(o *Totals) {
	if s.Cells == 0 {
		s.Oldest, s.Newest = o.Oldest, o.Newest
	}
	if o.Cells > 0 {
		s.Oldest, s.Newest = min(s.Oldest, o.Oldest), max(s.Newest, o.Newest)
	}
	s.Rows += o.Rows
	s.Cells += o.Cells
	s.Bytes += o.Bytes
	s.KeyBytes += o.KeyBytes
	s.ValueBytes += o.ValueBytes
	s.Zero += o.Zero
	s.Negative += o.Negative
	s.Cut = s.Cut || o.Cut
	s.mergeLargest(o)
	from := o.histograms()
	for i, h := range s.histograms() {
		h.Merge(from[i])
	}
}

func (s *Totals) clone() *Totals {
	out := *s
	for _, h := range out.histograms() {
		h.Counts = slices.Clone(h.Counts)
	}
	out.LargestRows, out.LargestCells = slices.Clone(s.LargestRows), slices.Clone(s.LargestCells)
	return &out
}

func sorted[K comparable](entries map[K]*entry) []Column {
	out := make([]Column, 0, len(entries))
	for _, e := range entries {
		out = append(out, e.Column)
	}
	slices.SortFunc(out, byName)
	return out
}
