package diff

import (
	"tabletop/model/census"
	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// totals returns the counts of all rows of the table, of which the sample holds some; nil if they were not counted.
func (s *Side) totals() *census.Totals { return s.Profile.Whole.Totals }

// sums returns the cells, bytes, and bytes of keys of all rows of the table, if they are known.
func (s *Side) sums() (cells, bytes, keys int64, ok bool) {
	if t := s.totals(); t != nil {
		return t.Cells, t.Bytes, t.KeyBytes, true
	}
	p := s.Profile
	return p.Cells, p.Bytes, p.KeyBytes, s.keys.Design.IsExact()
}

// census returns the counts of keys of all rows by the layouts compared; nil if there are none.
func (s *Side) census() *census.Result {
	if s.Profile.Whole.KeysCounted && s.Layouts.Equal(s.analysis.Layouts) {
		return s.analysis.Census
	}
	return nil
}

// countKinds sets the shares of record kinds, and of the rows of none, which are the last of m.
func (s *Side) countKinds(m *measured) {
	result := s.census()
	if result == nil {
		return
	}
	m.all = true
	for i := range result.Kinds {
		m.counted = append(m.counted, estimate.CountedShare(result.Kinds[i].Rows, result.Totals.Rows))
	}
	m.counted = append(m.counted, estimate.CountedShare(result.Misfits.Rows, result.Totals.Rows))
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
	totals := s.totals()
	if totals == nil || totals.Cut || totals.Rows == 0 {
		return
	}
	count := len(of)
	var rows, cells, bytes = make([]int64, count), make([]int64, count), make([]int64, count)
	for i := range totals.Columns {
		c := &totals.Columns[i]
		id := of[pattern(c.Name())]
		rows[id], cells[id], bytes[id] = rows[id]+c.Rows, cells[id]+c.Cells, bytes[id]+c.Bytes
	}
	for _, m := range []*measured{sums.rows, sums.cells, sums.bytes, sums.total} {
		m.counted, m.all = make([]estimate.Figure, count), true
	}
	for id, i := range of {
		if id.pattern == "" || cells[i] == 0 {
			sums.rows.counted[i] = estimate.CountedShare(rows[i], totals.Rows)
		}
		sums.cells.counted[i] = estimate.Counted(float64(cells[i]) / float64(totals.Rows))
		sums.bytes.counted[i] = estimate.Counted(float64(bytes[i]) / float64(totals.Rows))
		sums.total.counted[i] = estimate.Counted(bytes[i])
	}
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

// allColumns returns the columns of a side: those of its rows, and those that were counted in others.
func (s *Side) allColumns() []sample.Column {
	all := s.Sample.Columns()
	totals := s.totals()
	if totals == nil || totals.Cut {
		return all
	}
	all = all[:len(all):len(all)]
	for i := range totals.Columns {
		if c := totals.Columns[i].Name(); !s.hasColumn(c) {
			all = append(all, c)
		}
	}
	return all
}
