package diff

import (
	"bytes"
	"math"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// knowKinds sets the shares of record kinds, and of the rows of none, which are the last of m, where they are exact by
// the layouts compared.
func (s *Side) knowKinds(m *measured) {
	if !s.Layouts.Equal(s.analysis.Layouts) || !s.Profile.Unexplained.Share.IsExact() {
		return
	}
	m.all = true
	for i := range s.Profile.Kinds {
		m.known = append(m.known, s.Profile.Kinds[i].Share)
	}
	m.known = append(m.known, s.Profile.Unexplained.Share)
}

// exactValues returns the values of a segment whose rows and bytes are exact by the layouts compared; nil if there are
// none.
func (s *Side) exactValues(segment string) *figures.Answer {
	if !s.Layouts.Equal(s.analysis.Layouts) {
		return nil
	}
	return s.analysis.Figures().AskExact(&figures.Question{Segment: segment,
		Want: []figures.Measure{figures.Rows, figures.Bytes}, Order: figures.Rows, Top: math.MaxInt})
}

// knowValues sets the figures of the values of a segment that are exact; ids are the numbers of values among so many
// compared.
func (s *Side) knowValues(sums valueSums, answer *figures.Answer, ids map[string]int) {
	if answer == nil {
		return
	}
	count := len(ids)
	rows, bytes, total := make([]estimate.Figure, count), make([]estimate.Figure, count), make([]estimate.Figure, count)
	set := func(i int, ofRows, ofBytes estimate.Figure) {
		rows[i] = estimate.CountedShare(int64(ofRows.Value), int64(s.Profile.FoundRows.Value))
		bytes[i] = estimate.CountedShare(int64(ofBytes.Value), int64(s.Profile.FoundBytes.Value))
		total[i] = ofRows
	}
	if none := estimate.Counted(0); answer.Rest.Found(figures.Rows) == none {
		for i := range count {
			set(i, none, none) // unless it is listed
		}
	}
	for i := range answer.Groups {
		group := &answer.Groups[i]
		if id, ok := ids[string(group.Name)]; ok {
			set(id, group.Sums[0], group.Sums[1])
		}
	}
	sums.rows.known, sums.bytes.known, sums.total.known = rows, bytes, total
}

// knowColumns sets the figures of columns that are exact, of which of is the number of each. The rows that have a
// pattern are not known, because one may have several of its columns.
func (s *Side) knowColumns(sums columnSums, of map[columnID]int, pattern func(sample.Column) columnID) {
	all, exact := s.columns()
	if !exact || s.Profile.FoundRows.Value == 0 {
		return
	}
	tableRows := s.Profile.FoundRows.Value
	count := len(of)
	var rows, cells, sizes = make([]float64, count), make([]float64, count), make([]float64, count)
	for i := range all {
		c := &all[i]
		id := of[pattern(sample.Column{Family: c.Family, Qualifier: c.Qualifier})]
		rows[id], cells[id], sizes[id] = rows[id]+c.FoundRows.Value, cells[id]+c.FoundCells.Value,
			sizes[id]+c.FoundBytes.Value
	}
	for _, m := range []*measured{sums.rows, sums.cells, sums.bytes, sums.total} {
		m.known, m.all = make([]estimate.Figure, count), true
	}
	for id, i := range of {
		if id.pattern == "" || cells[i] == 0 {
			sums.rows.known[i] = estimate.Counted(rows[i] / tableRows)
		}
		sums.cells.known[i] = estimate.Counted(cells[i] / tableRows)
		sums.bytes.known[i] = estimate.Counted(sizes[i] / tableRows)
		sums.total.known[i] = estimate.Counted(sizes[i])
	}
}

// columns returns the columns that are known of a side, and whether there are no others and their figures are exact.
func (s *Side) columns() (all []figures.Column, exact bool) {
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

// names returns the values that an answer lists, in ascending order; answer may be nil.
func names(answer *figures.Answer) (out [][]byte) {
	if answer != nil {
		for i := range answer.Groups {
			out = append(out, answer.Groups[i].Name)
		}
	}
	slices.SortFunc(out, bytes.Compare)
	return out
}

// distinct returns the number of values of a segment, if answer has it exactly; else seen.
func distinct(answer *figures.Answer, seen int) int {
	if answer != nil && answer.Distinct.IsExact() {
		return int(answer.Distinct.Value)
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
