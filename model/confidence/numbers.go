package confidence

import (
	"math"
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// Times in keys are expected between these bounds, seconds since 1970: the years 2000 to 2036.
const (
	firstTime = 946_684_800
	lastTime  = 2_082_758_400
)

// integers describes the numbers: how dense they are in their range, and whether they could be times.
func (c *column) integers() {
	if len(c.numbers) == 0 || len(c.numbers) != len(c.cells) {
		return
	}
	low, high := slices.Min(c.numbers), slices.Max(c.numbers)
	c.dense = min(float64(c.unique)/max(high-low+1, 1), 1)
	for _, unit := range []float64{1, 1e3, 1e6, 1e9} {
		if low/unit > firstTime && high/unit < lastTime {
			c.timeLike = 1
		}
	}
	if c.wide >= 9 && c.narrow == c.wide && c.printable {
		c.timeLike = max(c.timeLike, 0.5)
	}
	if c.seg.Codec.Type() != rowkey.Timestamp {
		c.timeRank = math.Abs(rank(c.numbers, c.cells))
	}
}

// times compares the times in keys with the timestamps of their cells.
func (c *column) times() {
	if len(c.seconds) == 0 || len(c.seconds) != len(c.cells) {
		return
	}
	c.calendar = strings.HasPrefix(c.seg.Codec.Spec(), "date")
	n := float64(len(c.seconds))
	var gaps []float64
	for i, s := range c.seconds {
		c.inRange += when(s > firstTime && s < lastTime) / n
		if !math.IsNaN(c.cells[i]) {
			gaps = append(gaps, math.Abs(s-c.cells[i]))
		}
	}
	span := slices.Max(c.seconds) - slices.Min(c.seconds)
	c.spread = min(math.Log10(1+span)/8, 1)
	c.timeRank = math.Abs(rank(c.seconds, c.cells))
	if len(gaps) > 0 {
		slices.Sort(gaps)
		gap := gaps[len(gaps)/2]
		c.timeNear = max(0, 1-math.Log10(1+gap)/7) // 0 from four months on
		c.timeFar = when(gap > 5*365*86400)
	}
}

// rank returns Spearman's rank correlation of the pairs that have both numbers; 0 for fewer than 8.
func rank(a, b []float64) float64 {
	var x, y []float64
	for i := range a {
		if !math.IsNaN(b[i]) {
			x, y = append(x, a[i]), append(y, b[i])
		}
	}
	if len(x) < 8 {
		return 0
	}
	return correlation(ranks(x), ranks(y))
}

func ranks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case v[i] < v[j]:
			return -1
		case v[i] > v[j]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j-1) / 2 // ties share their mean rank
		}
		i = j
	}
	return out
}

func correlation(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	var xx, yy, xy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}
