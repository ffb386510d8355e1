// Package gaps finds what is missing in a segment whose values follow each other at regular steps: the hours that a
// device did not send, the numbers that a counter left out.
//
// Of a sample something is claimed only within a range of keys of which all rows were read: between two ranges there
// may be any number of others. There a value is missing if its row would stand between the two around the gap.
package gaps

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// What makes the values of a group regular.
const (
	fewest    = 8    // values of a group; fewer may be at equal distances by chance
	alike     = 0.75 // least share of its steps that are about as long as the median
	tolerance = 0.25 // by which those differ at most: a month has 28 to 31 days
)

// Gap is a place where values are missing.
type Gap struct {
	Group   *segments.Value // of the segment that rows are grouped by; nil without one
	After   *segments.Value // the last value before the gap, by value
	Before  *segments.Value // the first one behind it
	Rows    [2]int          // a row with each
	Missing int64           // values at the group's usual step between them, at least 1
	Step    float64         // the usual step of the group: nanoseconds of times, else of the number itself
}

// Result is what was found in one segment.
type Result struct {
	Segment, By string
	Time        bool // the segment is a time
	// Refused states why gaps cannot be told from the rows of the sample; empty if they can.
	Refused string
	Gaps    []Gap // those that miss most first
	Missing int64 // values, in all of them
	// Regular are the groups whose values follow each other at regular steps, Irregular those whose values do not, and
	// Few those with too few values to tell. Without By there is one group.
	Regular, Irregular, Few int
	Without                 int // rows that have no such segment, or match no layout
	// Within are the ranges of keys of which all rows were read, each by its first and last row; what is between them
	// is not known, and a group is one within one range. It is nil if all rows were read.
	Within [][2]int

	inRegular int // values in regular groups
}

// refused states why gaps cannot be told from the rows of a sample; empty if they can.
func refused(how *sample.Provenance) string {
	asked := how.Options
	switch {
	case how.Complete && how.RowShare > 0 && how.RowShare < 1:
		return "not all rows were kept: what is missing between two rows of a sample may be in the table"
	case asked.KeyRegex != "" || asked.View != "" || len(asked.Families) > 0 || !asked.Since.IsZero() ||
		!asked.Until.IsZero():
		return "rows were left out by a filter"
	case how.Unordered:
		return "redaction replaced the values"
	}
	return ""
}

// Find finds the gaps of a segment, in each group of rows with one value of by; empty is one group. Of a sample they
// are those within a range that was read whole: see Result.Within and Result.Refused. The error is ctx's, or says that
// there is no such segment, or that its values are no numbers or times.
func Find(ctx context.Context, t *segments.Table, segment, by string) (*Result, error) {
	column, groups := t.Column(segment), t.Column(by)
	for name, found := range map[string]*segments.Column{segment: column, by: groups} {
		if name != "" && found == nil {
			return nil, fmt.Errorf("no layout has a segment %s", name)
		}
	}
	if column == nil {
		return nil, errors.New("no segment is named")
	}
	at, err := numbers(column)
	if err != nil {
		return nil, err
	}
	found := &Result{Segment: segment, By: by, Time: column.IsTime(), Refused: refused(&t.Sample.How)}
	if found.Refused != "" {
		return found, nil
	}
	ranges := found.ranges(t.Sample)
	if found.Refused != "" {
		return found, nil
	}
	for _, rows := range found.group(column, groups, ranges) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var group *segments.Value
		if groups != nil {
			group = groups.At(rows[0])
		}
		if ranges != nil && !inOrder(t.Sample, column, at, rows) {
			found.Irregular++ // what is missing may stand outside of the range
			continue
		}
		found.search(column, at, group, rows)
	}
	slices.SortStableFunc(found.Gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(b.Missing, a.Missing), cmp.Compare(a.Rows[0], b.Rows[0]))
	})
	return found, nil
}

// numbers returns each value of a column on a line: times in nanoseconds.
func numbers(column *segments.Column) ([]float64, error) {
	out := make([]float64, len(column.Values))
	for code := range column.Values {
		switch value := &column.Values[code].Of; value.Kind {
		case rowkey.KindInt:
			out[code] = float64(value.Int)
		case rowkey.KindUint:
			out[code] = float64(value.Uint)
		case rowkey.KindTime:
			out[code] = float64(value.Int)*1e9 + float64(value.Nanos)
		default:
			return nil, fmt.Errorf("the values of %s are no numbers or times, so none can be missing", column.Name)
		}
	}
	return out, nil
}

// ranges returns the range of each row of a sample that has not all rows, and sets Within; nil for all rows. A row of
// which the neighbors are not known has none, which is a negative number.
func (r *Result) ranges(s *sample.Sample) []int {
	if s.How.Complete {
		return nil
	}
	out := make([]int, s.Rows())
	for i := range out {
		out[i] = -1
	}
	for _, run := range s.Runs() {
		if run.Rows < fewest || cmp.Or(run.Share, s.How.RowShare) < 1 {
			continue // of these rows not all were kept
		}
		for row := run.First; row < run.First+run.Rows; row++ {
			out[row] = len(r.Within)
		}
		r.Within = append(r.Within, [2]int{run.First, run.First + run.Rows - 1})
	}
	if r.Within == nil {
		r.Refused = "no range of keys was read whole: what is missing between two rows of a sample may be in the table"
	}
	return out
}

// inOrder reports whether the rows of a group stand in the order of their values or in the reverse one, and their keys
// agree before the segment: then the rows of values that are missing would stand between them. The service may have
// refused none of these.
func inOrder(s *sample.Sample, column *segments.Column, at []float64, rows []int) bool {
	up, down := true, true
	for i, row := range rows[1:] {
		before := rows[i]
		from := column.Start[row]
		if column.Start[before] != from || string(s.Key(before)[:from]) != string(s.Key(row)[:from]) {
			return false
		}
		a, b := at[column.Of[before]], at[column.Of[row]]
		up, down = up && a <= b, down && a >= b
	}
	first, last := s.Key(rows[0]), s.Key(rows[len(rows)-1])
	refused := func(u sample.Unreadable) bool {
		return bytes.Compare(u.Key, first) > 0 && bytes.Compare(u.Key, last) < 0
	}
	return (up || down) && !slices.ContainsFunc(s.How.Unreadable, refused)
}

// group returns the rows of each group, each in key order, in the order of their first rows; ranges are those of the
// rows, nil for one.
func (r *Result) group(column, groups *segments.Column, ranges []int) [][]int {
	type of struct {
		group  uint32
		within int
	}
	var out [][]int
	place := map[of]int{}
	for row, code := range column.Of {
		group := uint32(0)
		if groups != nil {
			group = groups.Of[row]
		}
		if code == segments.None || group == segments.None {
			r.Without++
			continue
		}
		within := 0
		if ranges != nil {
			if within = ranges[row]; within < 0 {
				continue
			}
		}
		at, ok := place[of{group, within}]
		if !ok {
			at = len(out)
			place[of{group, within}] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], row)
	}
	return out
}

// search finds the gaps in the rows of one group.
func (r *Result) search(column *segments.Column, at []float64, group *segments.Value, rows []int) {
	of := func(row int) float64 { return at[column.Of[row]] }
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(of(a), of(b)) })
	rows = slices.CompactFunc(rows, func(a, b int) bool { return of(a) == of(b) })
	if len(rows) < fewest {
		r.Few++
		return
	}
	steps := make([]float64, len(rows)-1)
	for i := range steps {
		steps[i] = of(rows[i+1]) - of(rows[i])
	}
	usual, regular := usualStep(steps)
	if !regular {
		r.Irregular++
		return
	}
	r.Regular++
	r.inRegular += len(rows)
	for i, step := range steps {
		if missing := int64(math.Round(step/usual)) - 1; missing > 0 {
			r.Missing += missing
			r.Gaps = append(r.Gaps, Gap{Group: group, After: column.At(rows[i]), Before: column.At(rows[i+1]),
				Rows: [2]int{rows[i], rows[i+1]}, Missing: missing, Step: usual})
		}
	}
}

// usualStep returns the median of steps, and whether most of them are about as long.
func usualStep(steps []float64) (usual float64, regular bool) {
	sorted := slices.Clone(steps)
	slices.Sort(sorted)
	usual = sorted[len(sorted)/2]
	near := 0
	for _, step := range steps {
		if math.Abs(step-usual) <= tolerance*usual {
			near++
		}
	}
	return usual, float64(near) >= alike*float64(len(steps))
}
