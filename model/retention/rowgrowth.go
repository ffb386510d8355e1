package retention

import (
	"math"
	"time"

	"tabletop/model/sample"
)

// The limits of a row (G18), in bytes: above the first, reads are slow; above the second, the row cannot be read whole.
const (
	RowAdvised = 100_000_000
	RowLimit   = 256 << 20
)

// growthWindow is the period over which the growth of a row is measured, if the row is that old.
const growthWindow = 30 * 24 * time.Hour

// RowGrowth is how fast one row grows, by the timestamps of the cells it still has. Cells that were overwritten or
// garbage-collected are not visible, so it is a lower bound if a rule collects cells within the window.
type RowGrowth struct {
	Bytes  int64
	PerDay float64       // bytes written per day over Window
	Window time.Duration // growthWindow, or the age of the row if that is less; 0 if ages are unknown
	// Level is the size at which the row stops growing if writes continue at this rate, because an age rule then
	// removes as much as is written. +Inf if no rule ends the growth.
	Level float64
}

// Until returns how long the row takes to reach size; 0 if it has reached it, negative if it never does.
func (g RowGrowth) Until(size int64) time.Duration {
	switch {
	case g.Bytes >= size:
		return 0
	case g.PerDay <= 0 || g.Level < float64(size):
		return -1
	}
	days := float64(size-g.Bytes) / g.PerDay
	if days > 36500 {
		return -1
	}
	return time.Duration(days * 24 * float64(time.Hour))
}

// RowCell is a cell of a row that grows.
type RowCell struct {
	Family string
	Column uint32 // versions of a column have one number
	Micros int64
	Bytes  int64 // see sample.CellBytes
}

// MeasureGrowth returns the growth of row i of s as of now; see GrowthOfCells.
func MeasureGrowth(s *sample.Sample, i int, rules Rules, now time.Time) RowGrowth {
	from, to := s.Cells(i)
	var few [32]RowCell // most rows need no more memory
	cells := few[:0]
	for j := from; j < to; j++ {
		id := s.CellColumn(j)
		cells = append(cells, RowCell{s.Column(id).Family, uint32(id), s.Times(j, j+1)[0], s.CellBytes(j)})
	}
	return GrowthOfCells(s.RowBytes(i), cells, rules, now)
}

// GrowthOfCells returns the growth of a row of so many bytes as of now. Its cells come column by column, newest first.
// A family limited by age levels off at its rate times that age. A family limited by versions grows only by columns
// that are new within the window.
func GrowthOfCells(bytes int64, cells []RowCell, rules Rules, now time.Time) RowGrowth {
	rowGrowth := RowGrowth{Bytes: bytes}
	at := now.UnixMicro()
	oldest := at
	for i := range cells {
		if t := cells[i].Micros; t > 0 {
			oldest = min(oldest, t)
		}
	}
	window := min(time.Duration(at-oldest)*time.Microsecond, growthWindow)
	if window < time.Hour {
		return rowGrowth // too young for a rate per day
	}
	rowGrowth.Window = window
	since := at - window.Microseconds()
	days := window.Hours() / 24
	for from := 0; from < len(cells); {
		written, end := 0.0, from
		for ; end < len(cells) && cells[end].Column == cells[from].Column; end++ {
			if t := cells[end].Micros; t > since && t <= at {
				written += float64(cells[end].Bytes)
			}
		}
		age, versions := bounds(rules[cells[from].Family])
		rate := written / days
		switch {
		case age > 0:
			rowGrowth.Level += rate * age.Hours() / 24
		case versions > 0 && cells[end-1].Micros <= since:
			rate = 0 // the column is not new: it keeps as many versions as it has
		}
		if age <= 0 && rate > 0 {
			rowGrowth.Level = math.Inf(1)
		}
		rowGrowth.PerDay += rate
		from = end
	}
	rowGrowth.Level = math.Max(rowGrowth.Level, 0)
	if rowGrowth.PerDay == 0 {
		rowGrowth.Level = float64(rowGrowth.Bytes)
	}
	return rowGrowth
}

// bounds returns what a rule limits in every case: the age, and the versions of a column; 0 means no limit.
func bounds(r sample.GCRule) (age time.Duration, versions int) {
	switch r.Kind {
	case sample.GCMaxAge:
		return r.Age, 0
	case sample.GCMaxVersions:
		return 0, r.Versions
	case sample.GCUnion: // any child collects, so the tightest limit of each kind applies
		for _, c := range r.Children {
			a, v := bounds(c)
			if a > 0 && (age == 0 || a < age) {
				age = a
			}
			if v > 0 && (versions == 0 || v < versions) {
				versions = v
			}
		}
	case sample.GCIntersection: // all children must, so a limit applies only if every child has one, and then the loosest
		for i, c := range r.Children {
			a, v := bounds(c)
			if i == 0 {
				age, versions = a, v
				continue
			}
			age, versions = loosest(age, a), loosest(versions, v)
		}
	}
	return age, versions
}

// loosest returns the larger of two limits; 0 means no limit.
func loosest[T time.Duration | int](a, b T) T {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a, b)
}
