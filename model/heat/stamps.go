package heat

import (
	"math"
	"time"

	"tabletop/model/sample"
)

// Artificial returns why the timestamps of the cells of s cannot be write times, or "" when they look like write times.
// If now is zero, no timestamp is in the future.
func Artificial(s *sample.Sample, now time.Time) string {
	stamps := NewStamps(now)
	for _, micros := range s.Times(0, s.NumCells()) {
		stamps.Add(micros)
	}
	return stamps.Artificial()
}

// Stamps are timestamps that are judged together.
type Stamps struct {
	n, zero, early, future int
	first, newest          int64
	differ                 bool
	year2000, limit        int64
}

// NewStamps judges timestamps as of now. If it is zero, none is in the future.
func NewStamps(now time.Time) *Stamps {
	s := &Stamps{year2000: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro(), limit: math.MaxInt64}
	if !now.IsZero() {
		s.limit = now.Add(5 * time.Minute).UnixMicro()
	}
	return s
}

// Add adds a timestamp.
func (s *Stamps) Add(micros int64) {
	switch {
	case micros <= 0:
		s.zero++
	case micros < s.year2000:
		s.early++
	case micros > s.limit:
		s.future++
	}
	if s.n == 0 {
		s.first, s.newest = micros, micros
	}
	s.newest = max(s.newest, micros)
	s.n++
	s.differ = s.differ || micros != s.first
}

// Artificial returns why the timestamps cannot be write times; see the function Artificial.
func (s *Stamps) Artificial() string {
	most := func(part int) bool { return 2*part > s.n }
	switch {
	case s.n == 0:
		return ""
	case !s.differ && s.n > 1:
		return "all cells have the same timestamp"
	case most(s.zero):
		return "most timestamps are zero or negative"
	case most(s.early):
		return "most timestamps lie before 2000: they look like " + s.looksLike("sequence numbers")
	case most(s.future) && sample.OtherUnit(s.newest) != "":
		return "most timestamps lie in the future: they look like " + s.looksLike("")
	case most(s.future):
		return "most timestamps lie in the future"
	}
	return ""
}

// looksLike returns what timestamps that are no times in microseconds look like, or else.
func (s *Stamps) looksLike(otherwise string) string {
	if unit := sample.OtherUnit(s.newest); unit != "" {
		return unit + " written where microseconds belong"
	}
	return otherwise
}
