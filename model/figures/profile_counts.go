package figures

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
)

// count puts what was counted of all rows in place of what the rows of the sample show.
func (p *Profile) count(counts *census.Result, layouts rowkey.Set) {
	totals := counts.Totals
	p.totals = totals
	p.Whole.Rows, p.Whole.Table, p.Whole.Cells = estimate.Counted(totals.Rows), estimate.Counted(totals.Bytes),
		estimate.Counted(totals.Cells)
	p.FoundRows, p.FoundCells, p.FoundBytes = p.Whole.Rows, p.Whole.Cells, p.Whole.Table
	p.FoundKeyBytes, p.FoundValueBytes = estimate.Counted(totals.KeyBytes), estimate.Counted(totals.ValueBytes)
	p.KeyShare = estimate.CountedShare(totals.KeyBytes, totals.Bytes)
	p.OverheadShare = estimate.CountedShare(totals.Bytes-totals.ValueBytes, totals.Bytes)
	p.RowBytes, p.KeyLength = spread(&totals.RowBytes), spread(&totals.KeyLength)
	p.ValueSize = spread(&totals.ValueSize)
	p.CellsPerRow, p.ColumnsPerRow, p.Versions = spread(&totals.CellsPerRow), spread(&totals.ColumnsPerRow),
		spread(&totals.Versions)
	p.Times.count(totals)
	p.countLargest(totals)
	p.countColumns(totals)
	if counts.CountedBy(layouts) {
		p.countKeys(counts)
	}
}

// countColumns counts families and columns, and adds those that no row of the sample has.
func (p *Profile) countColumns(t *census.Totals) {
	ofFamily := map[string]int{}
	for at := range t.Columns {
		all := &t.Columns[at]
		ofFamily[all.Family]++
		c := p.Column(all.Family, all.Qualifier)
		if c == nil {
			p.NotKept = append(p.NotKept, Column{Family: all.Family, Qualifier: all.Qualifier})
			c = &p.NotKept[len(p.NotKept)-1]
		}
		c.count(t, all)
	}
	p.MoreColumns = t.Cut
	for at := range p.Families {
		family := &p.Families[at]
		all := &census.Column{} // of a family that no row has
		if place, ok := slices.BinarySearchFunc(t.Families, family.Name, byFamily); ok {
			all = &t.Families[place]
		}
		family.RowShare, family.ByteShare = shares(t, all)
		family.FoundRows, family.FoundBytes = estimate.Counted(all.Rows), estimate.Counted(all.Bytes)
		family.FoundCells = estimate.Counted(all.Cells)
		family.TableCells = family.FoundCells
		if !t.Cut {
			family.Columns = ofFamily[family.Name]
		}
	}
}

func byFamily(c census.Column, name string) int { return strings.Compare(c.Family, name) }

// count takes over what was counted of the column.
func (c *Column) count(t *census.Totals, all *census.Column) {
	c.RowShare, c.ByteShare = shares(t, all)
	c.FoundRows, c.FoundBytes = estimate.Counted(all.Rows), estimate.Counted(all.Bytes)
	c.FoundCells = estimate.Counted(all.Cells)
	c.TableCells = c.FoundCells
	c.MeanVersions = estimate.Counted(float64(all.Cells) / float64(all.Rows))
	c.MaxVersions = int(all.Versions)
	c.Oldest, c.Newest = all.Oldest, all.Newest
}

// countLargest replaces the largest of the rows kept by the largest of all.
func (p *Profile) countLargest(t *census.Totals) {
	if len(t.LargestRows) == 0 {
		return // they were left out
	}
	p.LargestOf, p.LargestRows, p.LargestCells = estimate.All, nil, nil
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

// RowsOver returns the share of the rows of the table that have more than limit bytes. The largest rows may settle it
// where a distribution leaves it open.
func (p *Profile) RowsOver(limit float64) Figure {
	if p.totals == nil {
		return p.design.EstimateRatio(p.rows, func(row int) (y, z float64) {
			if float64(p.rows.RowBytes(row)) > limit {
				return 1, 1
			}
			return 0, 1
		}).Share(p.design)
	}
	over := slices.IndexFunc(p.totals.LargestRows, func(r census.LargeRow) bool { return float64(r.Bytes) <= limit })
	if over < 0 && int64(len(p.totals.LargestRows)) == p.totals.Rows {
		over = len(p.totals.LargestRows)
	}
	if over >= 0 {
		return estimate.CountedShare(int64(over), p.totals.Rows)
	}
	low, high := p.totals.RowBytes.Above(limit)
	return estimate.Between(estimate.CountedShare(low, p.totals.Rows).Value,
		estimate.CountedShare(high, p.totals.Rows).Value)
}

// spread is the distribution of numbers that were all counted. Its quantiles are known to within 1/64 and lie between
// Low and High for certain.
func spread(h *estimate.Histogram) Distribution {
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

// countKeys counts record kinds and the values of segments.
func (p *Profile) countKeys(r *census.Result) {
	rows := r.Totals.Rows
	for at := range r.Kinds {
		kind, of := &r.Kinds[at], &p.Kinds[at]
		of.Share, of.Found = estimate.CountedShare(kind.Rows, rows), estimate.Counted(kind.Rows)
		if kind.Rows > 0 {
			of.KeyShare = estimate.CountedShare(kind.KeyBytes, kind.Bytes)
			of.CellsPerRow = estimate.Counted(float64(kind.Cells) / float64(kind.Rows))
		}
		for j := range kind.Segments {
			of.Segments[j].count(r, at, &kind.Segments[j])
		}
	}
	unexplained := &p.Unexplained
	unexplained.Share, unexplained.Found = estimate.CountedShare(r.Misfits.Rows, rows), estimate.Counted(r.Misfits.Rows)
	if examples := r.Misfits.Examples.List; len(examples) > 0 {
		unexplained.First = nil
		for _, x := range examples {
			unexplained.First = append(unexplained.First, x.Value)
		}
		slices.SortFunc(unexplained.First, bytes.Compare)
	}
}

// count takes over what was counted of the values of a segment.
func (s *Segment) count(r *census.Result, kind int, all *census.Segment) {
	if all.Rows == 0 {
		return
	}
	distinct := all.Figure()
	s.AllDistinct, s.Found = distinct, estimate.Counted(all.Rows)
	if distinct.Low >= 1 {
		rows := float64(all.Rows)
		s.RowsPerValue, s.NoFigureReason = estimate.Figure{Value: rows / distinct.Value, Low: rows / distinct.High,
			High: rows / distinct.Low, Certainty: distinct.Certainty}, ""
	}
	if all.Values > all.Rows {
		return // the values of a repeated segment are not counted one by one
	}
	for i := range s.Top {
		if n, exact := r.Count(kind, s.Name, s.Top[i].Raw); exact {
			s.Top[i].Share, s.Top[i].Found = estimate.CountedShare(n, all.Rows), estimate.Counted(n)
		}
	}
	slices.SortStableFunc(s.Top, func(a, b Value) int { return cmp.Compare(b.Share.Value, a.Share.Value) })
}
