package spec

import (
	"fmt"
	"slices"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// check reports what fits together in no table. Errors begin with the line.
func (s *Spec) check() error {
	for i := range s.Kinds {
		kind := &s.Kinds[i]
		for _, fields := range kind.allFields() {
			if err := checkFields(fields); err != nil {
				return err
			}
		}
	}
	return s.checkSize()
}

// allFields returns the fields of the keys of a kind and of its columns.
func (k *Kind) allFields() [][]Field {
	out := [][]Field{k.Fields}
	for i := range k.Columns {
		out = append(out, k.Columns[i].Fields)
	}
	return out
}

func checkFields(fields []Field) error {
	for number := range fields {
		field := &fields[number]
		fail := func(what string) error {
			return fmt.Errorf("line %d: %s: %s", field.line, field.Segment.Name, what)
		}
		shared := field.shared()
		switch {
		case field.isTime() && (shared || field.PerValue != nil || field.Fanout != nil || field.From != nil ||
			field.Length != nil || field.Letters != "" || field.Rising):
			return fail("a time has only every: and over:")
		case !field.isTime() && (field.Every > 0 || field.Over > 0):
			return fail("every: and over: are of times: write a codec of times, such as ms or date(20060102)")
		case field.Values > 0 && field.Weights != nil:
			return fail("the weights state how many values there are: remove values:")
		case field.From != nil && field.Values == 0:
			return fail("add values: with the number of values that are computed")
		case !shared && (field.Skew > 0 || field.Fanout != nil):
			return fail("add values: with the number of values that recur")
		case field.Fanout != nil && field.PerValue != nil:
			return fail("fanout: and rows: say the same in two ways: keep one")
		case field.Rising && (shared || field.PerValue != nil):
			return fail("only values that are new in each row rise with the time: remove rising: or the others")
		}
	}
	return nil
}

// The limits of what is generated. Bigtable's own are larger: 100 MiB for a cell and 256 MiB for a row.
const (
	maxKey   = 4096
	maxValue = 10 << 20
	maxCells = 100_000
	maxTotal = 4 << 30
)

// checkSize reports a table that is too large to be generated.
func (s *Spec) checkSize() error {
	if bytes := s.MeanRow() * float64(s.Rows); bytes > maxTotal {
		return fmt.Errorf("the table would have %s bytes, and at most %s are generated: lower rows:, the lengths or "+
			"the numbers of cells", spelling.Integer(int64(bytes)), spelling.Integer(int64(maxTotal)))
	}
	return nil
}

// MeanRow returns the approximate mean size of a row in bytes.
func (s *Spec) MeanRow() float64 {
	sum, shares := 0.0, 0.0
	for number := range s.Kinds {
		kind := &s.Kinds[number]
		row := meanText(kind.Layout, kind.Fields)
		for j := range kind.Columns {
			column := &kind.Columns[j]
			name := float64(len(column.Name))
			if column.Layout != nil {
				name = meanText(column.Layout, column.Fields)
			}
			cell := float64(sample.CellBytes(len(column.Family), 0, 0)) + name + column.bytes().Mean()
			row += cell * column.Share * or(column.Count, 1).Mean() * or(column.Versions, 1).Mean()
		}
		sum, shares = sum+row*kind.Share, shares+kind.Share
	}
	return sum / shares
}

// meanText is the approximate mean length of keys or qualifiers in bytes.
func meanText(layout *rowkey.Layout, fields []Field) float64 {
	const usual = 8
	sum := 0.0
	for _, part := range layout.Parts() {
		sum += float64(len(part.Literal))
	}
	for i := range fields {
		if width := fields[i].Segment.Codec.Width(); width > 0 {
			sum += float64(width)
		} else {
			sum += or(fields[i].Length, usual).Mean()
		}
	}
	return sum
}

// or returns the distribution, or that of one number if it is empty.
func or(d Distribution, usual int64) Distribution {
	if len(d) == 0 {
		return Always(usual)
	}
	return d
}

// Lengthen makes the table that many times as long as it is, at the same rate of writes: so many times the rows, in so
// many times the duration. The error is about a number of rows that is too large.
func (s *Spec) Lengthen(times int) error {
	if times < 1 || times > MaxRows/s.Rows {
		return fmt.Errorf("%s are too many: at least 1 and at most %s are generated",
			spelling.Count(int64(times)*int64(s.Rows), "row"), spelling.Integer(MaxRows))
	}
	s.Duration *= time.Duration(times)
	for number := range s.Kinds {
		s.Kinds[number].lengthen(int64(times))
	}
	return s.SetRows(s.Rows * times)
}

// lengthen states when rows are written in so many times the duration. Rows at a pace come to an end, so that there are
// as many more values; others are written all the time, so that the same values have as many more of them.
func (k *Kind) lengthen(times int64) {
	k.Writes = k.Writes.times(times)
	if k.Pace == nil && slices.ContainsFunc(k.Fields, func(f Field) bool { return f.isTime() && f.Over == 0 }) {
		for at := range k.Fields {
			k.Fields[at].PerValue = k.Fields[at].PerValue.times(times)
		}
	}
}

// times is the distribution of so many times the numbers.
func (d Distribution) times(n int64) Distribution {
	out := slices.Clone(d)
	for at := range out {
		out[at].Lo, out[at].Hi = out[at].Lo*n, out[at].Hi*n
	}
	return out
}

// SetRows states another number of rows. The error is about a number that is too large.
func (s *Spec) SetRows(rows int) error {
	if rows < 1 || rows > MaxRows {
		return fmt.Errorf("%s rows: at least 1 and at most %s are generated", spelling.Integer(rows),
			spelling.Integer(MaxRows))
	}
	s.Rows = rows
	return s.checkSize()
}
