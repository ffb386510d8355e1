package simulate

import (
	"bytes"
	"context"
	"math"
	"slices"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// triedRows is how many rows are varied: segments are alike in all of them.
const triedRows = 8

// meeting lays out rows that differ in one segment only, and lists the segments in which rows may not differ.
func (r *Result) meeting(ctx context.Context) ([]Loss, error) {
	base := r.Tables[0].base
	set, err := rekey.ResolveSet(r.Candidate, base.Layouts)
	if err != nil {
		return nil, err
	}
	var out []Loss
	if cells, err := r.cellTimes(ctx, set); err != nil || len(cells) > 0 {
		return cells, err
	}
	for _, name := range base.Names {
		rows := base.varied(name)
		varied, err := base.made(ctx, rows)
		if err != nil {
			return nil, err
		}
		made, err := rekey.Run(ctx, varied, set)
		if err != nil {
			return nil, err
		}
		isTime := base.Column(name).Segment.Codec.Type() == rowkey.Timestamp
		for number, table := range made.Tables {
			found := meets(table, varied.Sample, rows)
			switch {
			case found.lost, isTime && returns(table, rows):
				out = append(out, Loss{Kind: LostSegment, Of: name, Table: number})
			case found.rows && !isTime:
				out = append(out, Loss{Kind: MergedRows, Of: name, Table: number})
			case found.versions:
				out = append(out, Loss{Kind: MergedVersions, Of: name, Table: number})
			}
		}
	}
	return out, nil
}

// met states how variants of one row meet.
type met struct{ rows, versions, lost bool }

// meets looks for variants of one row in one new row.
func meets(t *rekey.Table, s *sample.Sample, rows []variant) met {
	of := make([]int, s.NumCells()) // cell -> its variant
	for row := range rows {
		from, to := s.Cells(row)
		for cell := from; cell < to; cell++ {
			of[cell] = row
		}
	}
	var out met
	for _, cells := range t.Becomes() {
		byRow := map[int][]rekey.Becoming{} // by row of the sample
		for _, c := range cells {
			row := rows[of[c.Cell]].row
			byRow[row] = append(byRow[row], c)
		}
		for _, cells := range byRow {
			out.add(cells, of, s)
		}
	}
	return out
}

// add looks at the cells of variants of one row.
func (m *met) add(cells []rekey.Becoming, of []int, s *sample.Sample) {
	m.lost = m.lost || lostInside(s, cells) > 0
	type instant struct {
		column uint32
		micros int64
	}
	at, column := map[instant]int{}, map[uint32]int{} // -> a variant
	for _, cell := range cells {
		variant := of[cell.Cell]
		m.rows = m.rows || variant != of[cells[0].Cell]
		if cell.Form != "" {
			continue
		}
		when := instant{cell.Column, cell.Micros}
		if other, ok := at[when]; ok && other != variant {
			m.lost = true
		}
		if other, ok := column[cell.Column]; ok && other != variant {
			m.versions = true
		}
		at[when], column[cell.Column] = variant, variant
	}
}

// cellTimes lays out rows that have each cell at several times, and lists the tables whose rows hold some of these
// and none between them: the hour of any day tells no time.
func (r *Result) cellTimes(ctx context.Context, set candidate.Set) ([]Loss, error) {
	base := r.Tables[0].base
	if !slices.ContainsFunc(r.Tables, (*Table).dependOnCells) {
		return nil, nil
	}
	builder := sample.NewBuilder(math.MaxInt32)
	for _, row := range sample.Evenly(rowNumbers(base.Sample), triedRows) {
		builder.Row(base.Sample.Key(row))
		from, _ := base.Sample.Cells(row)
		cell := base.Sample.Cell(from)
		column := base.Sample.Column(cell.Column)
		at := time.UnixMicro(cell.Micros).UTC()
		for _, other := range slices.Backward(append([]time.Time{at}, laterTimes(at)...)) { // the newest first
			builder.CellPrefix(column.Family, []byte(column.Qualifier), other.UnixMicro(), cell.Size, cell.Value)
		}
	}
	varied, err := base.of(ctx, builder)
	if err != nil {
		return nil, err
	}
	made, err := rekey.Run(ctx, varied, set)
	if err != nil {
		return nil, err
	}
	var out []Loss
	for number, table := range made.Tables {
		for _, cells := range table.Becomes() {
			first, last := varied.Sample.NumCells(), 0
			for _, c := range cells {
				first, last = min(first, c.Cell), max(last, c.Cell)
			}
			if last-first >= len(cells) { // the cells of a row are in the order of their times
				out = append(out, Loss{Kind: LostSegment, Of: candidate.CellTimeName, Table: number})
				break
			}
		}
	}
	return out, nil
}

// laterTimes are times an hour, a day, a month and a year later.
func laterTimes(at time.Time) []time.Time {
	return []time.Time{at.Add(time.Hour), at.AddDate(0, 0, 1), at.AddDate(0, 1, 0), at.AddDate(1, 0, 0)}
}

// rowNumbers lists the rows of a sample.
func rowNumbers(s *sample.Sample) []int {
	all := make([]int, s.Rows())
	for row := range all {
		all[row] = row
	}
	return all
}

// variant is a row, or one that differs from it in one segment.
type variant struct {
	key   []byte
	row   int           // of the sample
	later time.Duration // of a time
	shift time.Duration // of the cells
}

// returns reports whether a row has cells of two times and none of one between them, as the same day of every year.
func returns(t *rekey.Table, rows []variant) bool {
	for row := range t.Len() {
		last := map[int]time.Duration{} // by row of the sample, the latest that is in this row
		here := t.Sources(row)
		for _, source := range here {
			v := rows[source]
			last[v.row] = max(last[v.row], v.later)
		}
		for number, between := range rows {
			_, varied := last[between.row]
			if !varied || between.later >= last[between.row] || slices.Contains(here, uint32(number)) {
				continue
			}
			if slices.ContainsFunc(here, func(other uint32) bool {
				return rows[other].row == between.row && rows[other].later < between.later
			}) {
				return true
			}
		}
	}
	return false
}

// varied returns some rows, and rows that differ from them in one segment, sorted. The cells of a row whose time is
// another have another time too, if the times of all cells are those of the rows.
func (b *Base) varied(name string) []variant {
	timed := b.timed(name)
	var rows []variant
	for _, row := range sample.Evenly(rowNumbers(b.Sample), triedRows) {
		rows = append(rows, variant{key: b.Sample.Key(row), row: row})
		spans := b.spans(row)
		at := slices.IndexFunc(spans, func(s rowkey.Span) bool { return s.Segment.Name == name })
		if at < 0 {
			continue
		}
		for _, other := range variants(spans[at]) {
			changed := slices.Clone(spans)
			changed[at].Value = other
			key, err := b.Layouts[b.Kind[row]].Encode(nil, changed)
			if err != nil {
				continue // the form has no such value
			}
			made := variant{key: key, row: row}
			if other.Kind == rowkey.KindTime {
				made.later = other.Time().Sub(spans[at].Value.Time())
			}
			if timed {
				made.shift = made.later
			}
			rows = append(rows, made)
		}
	}
	slices.SortStableFunc(rows, func(a, b variant) int { return bytes.Compare(a.key, b.key) })
	return slices.CompactFunc(rows, func(a, b variant) bool { return bytes.Equal(a.key, b.key) })
}

// spans are the values of the segments of a row, each once.
func (b *Base) spans(row int) []rowkey.Span {
	if b.Kind[row] < 0 {
		return nil
	}
	var out []rowkey.Span
	for _, segment := range b.Layouts[b.Kind[row]].Segments() {
		column := b.Column(segment.Name)
		if id := column.Of[row]; id != segments.None {
			out = append(out, rowkey.Span{Segment: segment, Value: column.Values[id].Of})
		}
	}
	return out
}

// made makes a base of rows.
func (b *Base) made(ctx context.Context, rows []variant) (*rekey.Base, error) {
	builder := sample.NewBuilder(math.MaxInt32)
	for _, made := range rows {
		builder.Row(made.key)
		from, to := b.Sample.Cells(made.row)
		for cell := from; cell < to; cell++ {
			c := b.Sample.Cell(cell)
			column := b.Sample.Column(c.Column)
			micros := c.Micros + made.shift.Microseconds()
			builder.CellPrefix(column.Family, []byte(column.Qualifier), micros, c.Size, c.Value)
		}
	}
	return b.of(ctx, builder)
}

// of makes a base of rows like those of b.
func (b *Base) of(ctx context.Context, rows *sample.Builder) (*rekey.Base, error) {
	s := sample.Assemble(b.Sample.Table, b.Sample.How, []*sample.Builder{rows})
	table, err := segments.New(ctx, s, b.Layouts)
	if err != nil {
		return nil, err
	}
	return rekey.NewBase(table, b.Sample.Columns()...), nil
}

// variants returns other values that a segment could have: times a unit, a day, a month and a year later, numbers one
// more, and text with another first or last character.
func variants(s rowkey.Span) []rowkey.Value {
	value := s.Value
	var out []rowkey.Value
	switch value.Kind {
	case rowkey.KindTime:
		unit := s.Segment.Codec.Unit()
		for _, at := range append(laterTimes(value.Time()), unit.Next(value.Time())) {
			other := value
			other.Int, other.Nanos = at.Unix(), int32(at.Nanosecond())
			out = append(out, other.Floor(unit))
		}
	case rowkey.KindInt:
		for _, step := range []int64{1, 10, 1000} {
			other := value
			other.Int += step
			out = append(out, other)
		}
	case rowkey.KindUint:
		other := value
		other.Uint++
		out = append(out, other)
	default:
		for _, at := range []int{0, len(value.Bytes) - 1} {
			if at < 0 || !isAlphanumeric(value.Bytes[at]) {
				continue // what stands beside a letter may be a delimiter
			}
			other := value
			other.Bytes = bytes.Clone(value.Bytes)
			other.Bytes[at] = another(other.Bytes[at])
			out = append(out, other)
		}
	}
	return out
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// another returns another character of the same kind.
func another(c byte) byte {
	if c == '9' || c == 'z' || c == 'Z' || c == 'f' || c == 'F' {
		return c - 1
	}
	return c + 1
}
