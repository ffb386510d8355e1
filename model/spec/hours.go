package spec

import (
	"math"
	"slices"
)

// hoursOfDay is the number of hours of a day, and dayLength its milliseconds.
const (
	hoursOfDay = 24
	dayLength  = hoursOfDay * 3600 * second
)

// hours are the running shares of the rows written in the hours before the end of a day, the last hour first: 0, and
// that of each hour with those behind it. Nil is even.
type hours []float64

// newHours returns the hours of a kind.
func newHours(weights []float64) hours {
	if weights == nil {
		return nil
	}
	out, total := hours{0}, 0.0
	for _, weight := range slices.Backward(weights) {
		total += weight
		out = append(out, total)
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// spread turns milliseconds before the end that are even over the day into those of the hours. It keeps their order.
func (h hours) spread(before int64) int64 {
	return h.within(before, func(part float64) float64 {
		hour := min(max(1, lowest(h, part)), hoursOfDay)
		width := h[hour] - h[hour-1]
		return (float64(hour-1) + (part-h[hour-1])/max(width, math.SmallestNonzeroFloat64)) / hoursOfDay
	})
}

// even is what spread undoes.
func (h hours) even(before int64) int64 {
	return h.within(before, func(part float64) float64 {
		hour := min(int(part*hoursOfDay), hoursOfDay-1)
		return h[hour] + (part*hoursOfDay-float64(hour))*(h[hour+1]-h[hour])
	})
}

// within moves a time within its day, of which it is a part.
func (h hours) within(before int64, to func(part float64) float64) int64 {
	if h == nil {
		return before
	}
	day := before / dayLength * dayLength
	part := to((float64(before-day) + 0.5) / float64(dayLength))
	return day + min(dayLength-1, int64(part*float64(dayLength)))
}

// lowest is the first hour at whose end a part of the rows is written.
func lowest(h hours, part float64) int {
	at, _ := slices.BinarySearch(h, part)
	return at
}

// The least by which hours must differ from even ones, as the share of rows that are written in another hour, and the
// number of days from which on they are known to recur.
const (
	leastUneven = 0.1
	leastDays   = 3
)

// hoursFrom finds the hours of times in milliseconds before the end; nil if the rows are as good as even over the day,
// or if their hours do not recur: those of every other day must be nearer to those of the days between than to even.
func hoursFrom(before []int64) []float64 {
	var halves [2][hoursOfDay]float64
	var rows [2]float64
	for _, ms := range before {
		half := ms / dayLength % 2
		halves[half][hoursOfDay-1-ms%dayLength/(3600*second)]++
		rows[half]++
	}
	if rows[0] == 0 || rows[1] == 0 || slices.Max(before) < leastDays*dayLength {
		return nil
	}
	out, uneven, apart := make([]float64, hoursOfDay), 0.0, 0.0
	for hour := range out {
		out[hour] = halves[0][hour] + halves[1][hour]
		uneven += math.Abs(out[hour]/(rows[0]+rows[1])-1.0/hoursOfDay) / 2
		apart += math.Abs(halves[0][hour]/rows[0]-halves[1][hour]/rows[1]) / 2
	}
	if uneven < leastUneven+2/math.Sqrt(float64(len(before))) || apart > uneven/2 {
		return nil
	}
	return out
}
