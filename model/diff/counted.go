package diff

import (
	"tabletop/model/census"
	"tabletop/model/profile"
	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// census returns the counts of keys of all rows by the layouts compared; nil if there are none.
func (s *Side) census() *census.Result {
	if c := s.analysis.Census; c != nil && c.CountedBy(s.Layouts) {
		return c
	}
	return nil
}

// countKinds sets the shares of record kinds, and of the rows of none, which are the last of m, where they are exact by
// the layouts compared.
func (s *Side) countKinds(m *measured) {
	if !s.Layouts.Equal(s.analysis.Layouts) || !s.Profile.Unexplained.Share.IsExact() {
		return
	}
	m.all = true
	for i := range s.Profile.Kinds {
		m.counted = append(m.counted, s.Profile.Kinds[i].Share)
	}
	m.counted = append(m.counted, s.Profile.Unexplained.Share)
}

// countValues sets the figures of the values of a segment that a census names; ids are the numbers of values among so
// many compared.
func (s *Side) countValues(sums valueSums, segment string, ids map[string]int) {
	result := s.census()
	if result == nil {
		return
	}
	values := result.SegmentValues(segment)
	if values == nil {
		return
	}
	count := len(ids)
	rows, bytes, total := make([]estimate.Figure, count), make([]estimate.Figure, count), make([]estimate.Figure, count)
	set := func(i int, c *census.Counts) {
		rows[i], bytes[i] = estimate.CountedShare(c.Rows, result.Totals.Rows),
			estimate.CountedShare(c.Bytes, result.Totals.Bytes)
		total[i] = estimate.Counted(c.Rows)
	}
	if values.Others.Rows == 0 {
		for i := range count {
			set(i, &census.Counts{}) // unless it is named
		}
	}
	for i := range values.Named {
		if id, ok := ids[string(values.Named[i].Raw)]; ok {
			set(id, &values.Named[i].Counts)
		}
	}
	sums.rows.counted, sums.bytes.counted, sums.total.counted = rows, bytes, total
}

// named returns the values of a segment that a census names and rows have; none without a census.
func (s *Side) named(segment string) (out [][]byte) {
	if r := s.census(); r != nil {
		if v := r.SegmentValues(segment); v != nil {
			for i := range v.Named {
				out = append(out, v.Named[i].Raw)
			}
		}
	}
	return out
}

// countColumns sets the figures of columns, of which of is the number of each that was counted. The rows that have a
// pattern are not known, because one may have several of its columns.
func (s *Side) countColumns(sums columnSums, of map[columnID]int, pattern func(sample.Column) columnID) {
	all, exact := s.columns()
	if !exact || s.Profile.FoundRows.Value == 0 {
		return
	}
	tableRows := s.Profile.FoundRows.Value
	count := len(of)
	var rows, cells, bytes = make([]float64, count), make([]float64, count), make([]float64, count)
	for i := range all {
		c := &all[i]
		id := of[pattern(sample.Column{Family: c.Family, Qualifier: c.Qualifier})]
		rows[id], cells[id], bytes[id] = rows[id]+c.FoundRows.Value, cells[id]+c.FoundCells.Value,
			bytes[id]+c.FoundBytes.Value
	}
	for _, m := range []*measured{sums.rows, sums.cells, sums.bytes, sums.total} {
		m.counted, m.all = make([]estimate.Figure, count), true
	}
	for id, i := range of {
		if id.pattern == "" || cells[i] == 0 {
			sums.rows.counted[i] = estimate.Counted(rows[i] / tableRows)
		}
		sums.cells.counted[i] = estimate.Counted(cells[i] / tableRows)
		sums.bytes.counted[i] = estimate.Counted(bytes[i] / tableRows)
		sums.total.counted[i] = estimate.Counted(bytes[i])
	}
}

// columns returns the columns that are known of a side, and whether there are no others and their figures are exact.
func (s *Side) columns() (all []profile.Column, exact bool) {
	return s.Profile.AllColumns(), s.Profile.FoundRows.IsExact() && !s.Profile.MoreColumns
}

// hasColumn reports whether a row of the sample has a column.
func (s *Side) hasColumn(c sample.Column) bool {
	if s.read == nil {
		s.read = map[sample.Column]bool{}
		for _, c := range s.Sample.Columns() {
			s.read[c] = true
		}
	}
	return s.read[c]
}

// decodeValue decodes a value of a segment.
func (s *Side) decodeValue(segment string, raw []byte) rowkey.Value {
	for _, l := range s.Layouts {
		if seg := l.Segment(segment); seg != nil {
			if v, err := seg.Codec.Decode(raw); err == nil {
				return v
			}
		}
	}
	return rowkey.Value{Kind: rowkey.KindText, Bytes: raw}
}

// distinct returns the number of values of a segment in all rows, if it is known exactly; else seen.
func (s *Side) distinct(segment string, seen int) int {
	if r := s.census(); r != nil {
		if v := r.SegmentValues(segment); v != nil && v.Distinct.IsExact() {
			return int(v.Distinct.Value)
		}
	}
	return seen
}

// allColumns returns the names of the columns of a side: those of its rows, and those that were counted in others if
// these are all.
func (s *Side) allColumns() []sample.Column {
	all, exact := s.columns()
	if !exact {
		all = s.Profile.Columns
	}
	names := make([]sample.Column, len(all))
	for i := range all {
		names[i] = sample.Column{Family: all[i].Family, Qualifier: all[i].Qualifier}
	}
	return names
}
