package estimate

import (
	"math"

	"tabletop/model/sample"
)

// A jump is a change between neighboring clusters that stands out: by so many times from the changes beside it, and by
// so many standard errors from nothing.
const (
	jumpTimes  = 2.5
	jumpErrors = 4
)

// Where between two clusters a jump lies is unknown. If one point was selected at random in each of equal steps, a jump
// at share f of a step has variance f(1-f) of its square, 1/6 on average; first differences would make it 1/2, second
// ones 1/3. If a run at each start of a section stands for half of the sections on either side, the error of a jump is
// uniform, with variance 1/12; but between unlike runs there may be several, of which the runs say nothing, and with
// less than 1/3 means of tables of many tenants are covered too rarely (tenants60 of TestAccuracyOfHardWorlds).
const (
	jumpBetweenAll      = 1. / 3
	jumpBetweenSelected = 1. / 6
)

// signal is the mean of a number of the rows of a cluster, on the log scale, and its variance.
type signal struct{ mean, variance float64 }

// findJumps marks the clusters whose rows are of another kind than those of the cluster before, as at the border of two
// tenants: by the sizes of rows or by their cells. What figures have in common are such borders, so they are
// looked for once, and not in each figure. A section of several kinds, which was read by itself, is one.
func (d *Design) findJumps(s *sample.Sample, all bool) {
	share := jumpBetweenSelected
	if all {
		share = jumpBetweenAll
	}
	var order []int
	for i, c := range d.systematic {
		if c.row {
			continue
		}
		if n := len(order); !all && n > 0 && order[n-1] < i-1 {
			d.systematic[i].jump = share
		}
		order = append(order, i)
	}
	sizes := d.signals(func(row int) float64 { return float64(s.RowBytes(row)) })
	cells := d.signals(func(row int) float64 {
		from, to := s.Cells(row)
		return float64(1 + to - from)
	})
	for i := range order {
		if d.jumps(sizes, order, i) || d.jumps(cells, order, i) {
			d.systematic[order[i]].jump = share
		}
	}
}

// signals returns the signal of each cluster.
func (d *Design) signals(value func(row int) float64) []signal {
	out := make([]signal, len(d.ends))
	for index, end := range d.ends {
		from := d.endBefore(index)
		var m moment
		for row := from; row < end; row++ {
			v := math.Log(max(1, value(row)))
			m.n, m.sum, m.squares = m.n+1, m.sum+v, m.squares+v*v
		}
		if m.n < 2 {
			out[index] = signal{variance: math.Inf(1)}
			continue
		}
		mean := m.sum / m.n
		out[index] = signal{mean, math.Max(0, (m.squares-m.n*mean*mean)/(m.n-1)) / m.n}
	}
	return out
}

// jumps reports whether there is a jump before the cluster at place i of an order.
func (d *Design) jumps(of []signal, order []int, i int) bool {
	change := func(i int) float64 {
		if i < 1 || i >= len(order) || d.systematic[order[i]].begins {
			return -1
		}
		return math.Abs(of[order[i]].mean - of[order[i-1]].mean)
	}
	beside, x := math.Max(change(i-1), change(i+1)), change(i)
	if x < 0 || beside < 0 {
		return false
	}
	return x > jumpTimes*beside && x > jumpErrors*math.Sqrt(of[order[i]].variance+of[order[i-1]].variance)
}
