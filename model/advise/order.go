package advise

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"tabletop/model/workload"
)

// looked is how many values or rows are looked at to see an order.
const looked = 512

// orderOf says how the bytes of a column run along its values: 1 up, -1 down, 0 neither.
func (s *space) orderOf(c *workload.Column) int {
	values := spread(c.Values, looked)
	slices.SortFunc(values, func(a, b workload.Value) int { return bytes.Compare(a.Raw, b.Raw) })
	up, down := true, true
	for i := 1; i < len(values); i++ {
		a, b := workload.Axis(values[i-1].Of), workload.Axis(values[i].Of)
		if math.IsNaN(a) || math.IsNaN(b) {
			return 0
		}
		up, down = up && a <= b, down && a >= b
	}
	switch {
	case up:
		return 1
	case down:
		return -1
	}
	return 0
}

// spread takes n of list at equal distances.
func spread[T any](list []T, n int) []T {
	if len(list) <= n {
		return slices.Clone(list)
	}
	out := make([]T, n)
	for i := range out {
		out[i] = list[i*len(list)/n]
	}
	return out
}

// serial says that a column rises with the time of writing, as ids do that are handed out one after the other: Kendall's
// tau of value and newest cell over some rows is above 0.8.
func (s *space) serial(c *workload.Column) bool {
	if len(c.Values) < 64 {
		return false
	}
	var rows []int
	for row, code := range c.Of {
		if s.in[row] && code != workload.None {
			rows = append(rows, row)
		}
	}
	rows = spread(rows, looked)
	times := make([]int64, len(rows))
	for i, row := range rows {
		times[i] = newest(s.facts, row)
	}
	agree, pairs := 0, 0
	for i := range rows {
		for j := range i {
			v := c.Values[c.Of[rows[i]]].Of.Compare(c.Values[c.Of[rows[j]]].Of)
			t := cmp.Compare(times[i], times[j])
			if v != 0 && t != 0 {
				agree += v * t
				pairs++
			}
		}
	}
	return pairs > len(rows) && math.Abs(float64(agree)) > 0.8*float64(pairs)
}

// newest is the timestamp of the newest cell of a row, in microseconds.
func newest(f *workload.Facts, row int) int64 {
	from, to := f.Sample.Cells(row)
	best := int64(math.MinInt64)
	for j := from; j < to; j++ {
		best = max(best, f.Sample.Cell(j).Micros)
	}
	return best
}
