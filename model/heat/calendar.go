package heat

import "math"

// calendarSteps are the lengths of windows that begin at the same instants of each longer step where that is possible,
// in microseconds, up to a day; longer ones are whole days.
func calendarSteps() []float64 {
	const micros, second = 1, 1e6
	var steps []float64
	for unit := float64(micros); unit < second; unit *= 10 {
		steps = append(steps, unit, 2*unit, 5*unit)
	}
	for _, minutes := range []float64{1. / 60, 2. / 60, 5. / 60, 10. / 60, 15. / 60, 30. / 60, 1, 2, 5, 10, 15, 30, 60,
		120, 180, 240, 360, 480, 720, 1440} {
		steps = append(steps, math.Round(minutes*60*second))
	}
	return steps
}

// day is a day in microseconds, and maxStep the longest window that a Duration holds.
const (
	day     = 24 * 60 * 60 * 1e6
	maxStep = 9e15
)

// calendarWindows returns the windows of the shortest step of the calendar, of at least step microseconds, that cover
// the time from low until until in at most most windows.
func calendarWindows(low int64, until, step float64, most int) (from int64, length float64, windows int) {
	fits := func(length float64) bool {
		begin := math.Floor(float64(low)/length) * length
		from, windows = int64(begin), max(int(math.Ceil((until-begin)/length)), 1)
		return windows <= most
	}
	for _, length := range calendarSteps() {
		if length >= step && fits(length) {
			return from, length, windows
		}
	}
	for length := max(math.Ceil(step/day), 1) * day; length <=
		maxStep; length += day * max(math.Floor(length/day/8), 1) {
		if fits(length) {
			return from, length, windows
		}
	}
	return low, step, most
}
