package heat

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestCalendarWindows verifies that windows of the calendar cover the axis in at most as many windows as asked for,
// begin at multiples of their length, and are not longer than they must be.
func TestCalendarWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Int64Range(-1e15, 4e15).Draw(t, "low")
		span := float64(rapid.Int64Range(1, 3e15).Draw(t, "span"))
		most := rapid.IntRange(1, 300).Draw(t, "most")
		until := float64(low) + span
		step := max(span/float64(most), 1)
		from, length, windows := calendarWindows(low, until, step, most)
		end := float64(from) + length*float64(windows)
		if from > low || end < until || windows > most || windows < 1 {
			t.Fatalf("%d windows of %g from %d do not cover %d to %g in %d", windows, length, from, low, until, most)
		}
		if end-length >= until {
			t.Fatalf("the last of %d windows of %g from %d is past %g", windows, length, from, until)
		}
		if most > 3 && length > 5*step+10 && length > 2*day {
			t.Fatalf("windows of %g where %g are needed", length, step)
		}
	})
}

// TestCalendarHasNoStripes verifies that writes that come once a day, for some months, leave no window between them
// empty.
func TestCalendarHasNoStripes(t *testing.T) {
	start := time.Date(2026, 7, 30, 22, 42, 0, 0, time.UTC)
	var writes []write
	for i := range 116 {
		writes = append(writes, write{micros: start.AddDate(0, 0, i).UnixMicro()})
	}
	for _, most := range []int{100, 150, 192} {
		m := &Map{Windows: most}
		m.axis(writes, Options{Calendar: true})
		seen := make([]bool, m.Windows)
		for _, w := range writes {
			seen[m.window(w.micros)] = true
		}
		for i, s := range seen {
			if !s {
				t.Fatalf("window %d of %d, each %v long, is empty", i, m.Windows, m.Step)
			}
		}
		if at := m.From; at != at.Truncate(24*time.Hour) || m.Step%(24*time.Hour) != 0 {
			t.Errorf("windows of %v begin at %v", m.Step, at)
		}
	}
}

// TestCalendarStepsDivideTheDay verifies that steps ascend and that a day has a whole number of each, so that days
// begin with a window.
func TestCalendarStepsDivideTheDay(t *testing.T) {
	steps := calendarSteps()
	for i, step := range steps {
		if math.Mod(day, step) != 0 || i > 0 && step <= steps[i-1] {
			t.Errorf("step %d is %v microseconds, after %v", i, step, steps[max(0, i-1)])
		}
	}
	for _, want := range []float64{1, 1e3, 1e6, 2e6, 60e6, 15 * 60e6, 3600e6, 6 * 3600e6, day} {
		if !slices.Contains(steps, want) {
			t.Errorf("no window is %v microseconds long", want)
		}
	}
}
