package profile

import (
	"cmp"
	"slices"
	"strings"

	"tabletop/model/census"
	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// count replaces the estimates that the totals of all rows make superfluous.
func (p *Profile) count(t *census.Totals) {
	p.Whole.Rows, p.FoundRows, p.FoundCells = estimate.Counted(t.Rows), estimate.Counted(t.Rows),
		estimate.Counted(t.Cells)
	p.Whole.Totals = t
	p.Whole.Table, p.Whole.Cells = estimate.Counted(t.Bytes), estimate.Counted(t.Cells)
	p.RowBytes, p.KeyLength, p.ValueSize = counts(&t.RowBytes), counts(&t.KeyLength), counts(&t.ValueSize)
	p.Times.count(t)
	p.countLargest(t)
	p.CellsPerRow, p.ColumnsPerRow, p.Versions = counts(&t.CellsPerRow), counts(&t.ColumnsPerRow), counts(&t.Versions)
	for i := range p.Families {
		family := &p.Families[i]
		all := &census.Column{} // of a family that no row has
		if c, ok := slices.BinarySearchFunc(t.Families, family.Name, byFamily); ok {
			all = &t.Families[c]
		}
		family.RowShare, family.ByteShare = shares(t, all)
		family.TableCells, family.FoundCells, family.FoundRows = estimate.Counted(all.Cells),
			estimate.Counted(all.Cells), estimate.Counted(all.Rows)
		if !t.Cut {
			family.Columns = 0
			for c := range t.Columns {
				if t.Columns[c].Family == family.Name {
					family.Columns++
				}
			}
		}
	}
	for i := range p.Columns {
		c := &p.Columns[i]
		if at, ok := t.Column(c.Family, c.Qualifier); ok {
			c.count(t, &t.Columns[at])
		}
	}
}

func byFamily(c census.Column, name string) int { return strings.Compare(c.Family, name) }

// count takes over what was counted of the column.
func (c *Column) count(t *census.Totals, all *census.Column) {
	c.RowShare, c.ByteShare = shares(t, all)
	c.TableCells, c.FoundRows, c.FoundCells = estimate.Counted(all.Cells), estimate.Counted(all.Rows),
		estimate.Counted(all.Cells)
	c.MeanVersions = estimate.Counted(float64(all.Cells) / float64(all.Rows))
	c.MaxVersions = int(all.Versions)
	c.Oldest, c.Newest = all.Oldest, all.Newest
}

// AllColumns returns Columns, and after them the columns that were counted over all rows and that no row of the sample
// has: without what the totals do not have, such as their values.
func (p *Profile) AllColumns() []Column {
	totals := p.Whole.Totals
	if totals == nil {
		return p.Columns
	}
	all := slices.Clone(p.Columns)
	for i := range totals.Columns {
		c := Column{Family: totals.Columns[i].Family, Qualifier: totals.Columns[i].Qualifier}
		if p.Column(c.Family, c.Qualifier) == nil {
			c.count(totals, &totals.Columns[i])
			all = append(all, c)
		}
	}
	return all
}

// FoundAmong returns the number of rows among which a number of rows was found, such as Column.FoundRows.
func (p *Profile) FoundAmong(rows Figure) Figure {
	if rows.IsExact() {
		return p.FoundRows
	}
	return estimate.Seen(float64(p.Rows)) // also where other things were counted in all rows
}

// AnyColumn returns the column of that name, nil if neither a row of the sample has it nor, where these were counted,
// any of the table. One that no row of the sample has is as AllColumns has it.
func (p *Profile) AnyColumn(family, qualifier string) *Column {
	if c := p.Column(family, qualifier); c != nil || p.Whole.Totals == nil {
		return c
	}
	at, ok := p.Whole.Totals.Column(family, qualifier)
	if !ok {
		return nil
	}
	c := &Column{Family: family, Qualifier: qualifier}
	c.count(p.Whole.Totals, &p.Whole.Totals.Columns[at])
	return c
}

// Column returns the column of that name, nil if no row of the sample has it.
func (p *Profile) Column(family, qualifier string) *Column {
	i, found := slices.BinarySearchFunc(p.Columns, sample.Column{Family: family, Qualifier: qualifier},
		func(c Column, of sample.Column) int {
			return cmp.Or(strings.Compare(c.Family, of.Family), strings.Compare(c.Qualifier, of.Qualifier))
		})
	if !found {
		return nil
	}
	return &p.Columns[i]
}

// countLargest replaces the largest of the rows kept by the largest of all.
func (p *Profile) countLargest(t *census.Totals) {
	if len(t.LargestRows) == 0 {
		return // they were left out
	}
	p.LargestRows, p.LargestCells = nil, nil
	for _, r := range t.LargestRows {
		p.LargestRows = append(p.LargestRows, LargeRow{Key: r.Key, Bytes: r.Bytes, Cells: int(r.Cells)})
	}
	for _, c := range t.LargestCells {
		p.LargestCells = append(p.LargestCells, LargeCell{Key: c.Key, Family: string(c.Family),
			Qualifier: string(c.Qualifier), Micros: c.Micros, Bytes: c.Bytes})
	}
}

// count replaces what the rows kept show of timestamps; Future remains theirs.
func (s *Times) count(t *census.Totals) {
	s.Oldest, s.Newest, s.Zero, s.Negative = t.Oldest, t.Newest, t.Zero, t.Negative
	s.Alike = t.Cells > 1 && t.Oldest == t.Newest
}

// shares are those of a column or family among all rows and all bytes.
func shares(t *census.Totals, c *census.Column) (rows, bytes Figure) {
	return estimate.Counted(float64(c.Rows) / float64(t.Rows)),
		estimate.Counted((float64(c.Bytes) + c.KeyBytes()) / float64(t.Bytes))
}

// counts is the distribution of numbers that were all counted. Its quantiles are known to within 1/64 and lie between
// Low and High for certain.
func counts(h *estimate.Histogram) Distribution {
	if h.N == 0 {
		return Distribution{}
	}
	distribution := Distribution{N: h.N, Min: h.Min, Max: h.Max, Mean: h.Mean(), P50: h.Figure(0.5), P90: h.Figure(0.9),
		P95: h.Figure(0.95), P99: h.Figure(0.99)}
	first, last := binIndex(h.Min), binIndex(h.Max)
	for i := first; i <= last; i++ {
		distribution.Bins = append(distribution.Bins, Bin{From: binFrom(i), To: binFrom(i+1) - 1})
	}
	for i, n := range h.Counts {
		low, _ := estimate.Bounds(i) // buckets of a tally are parts of bins
		if n > 0 {
			distribution.Bins[binIndex(low)-first].Count += float64(n)
		}
	}
	return distribution
}
