package detect

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// Calendar is a way to write a date or a time, as package time lays it out.
type Calendar struct {
	Layout string
	codec  rowkey.Codec
}

// Parse reads v, which must have the form of the calendar.
func (c Calendar) Parse(v []byte) (time.Time, bool) {
	value, err := c.codec.Decode(v)
	if err != nil {
		return time.Time{}, false
	}
	t := value.Time()
	return t, t.Year() >= calendarFrom && t.Year() < calendarTo
}

// digitForms lists the calendars of digits alone. Where two have the same width the first that fits nearly all values
// wins.
func digitForms() []string {
	return []string{"2006", "200601", "20060102", "060102", "01022006", "02012006", "2006002", "06002", "200600215",
		"20060021504", "2006002150405", "2006010215", "06010215", "200601021504", "0601021504", "20060102150405",
		"060102150405", "20060102150405000", "20060102150405000000"}
}

// forms holds the calendars that were asked for, by their form. It is made once for an inference.
type forms map[string]Calendar

// calendar returns the calendar of a form, false where that is none.
func (f forms) calendar(form string) (Calendar, bool) {
	c, seen := f[form]
	if !seen {
		codec, err := rowkey.ParseCodec("date(" + form + ")")
		if c = (Calendar{form, codec}); err != nil {
			c = Calendar{}
		}
		f[form] = c
	}
	return c, c.codec != nil
}

// Of lists the calendars that a value may be written in.
func (f forms) Of(v []byte) []Calendar {
	var out []Calendar
	if column.TextClasses(v) == column.Digit {
		for _, form := range digitForms() {
			if c, ok := f.calendar(form); ok && len(form) == len(v) {
				out = append(out, c)
			}
		}
		return out
	}
	f.Each(v, func(c Calendar, size int) {
		if size == len(v) {
			out = append(out, c)
		}
	})
	return out
}

// calendarYears are the years a date in a key may lie in: dates of birth are older than tables.
const (
	calendarFrom = 1900
	calendarTo   = 2100
)

// FindCalendar finds the form of nearly all values, if they are dates.
func (e *Reader) FindCalendar(s *column.Summary) (timing, bool) {
	if s.Width < 4 && s.Width > 0 || s.N == 0 {
		return timing{}, false
	}
	at := slices.IndexFunc(s.Val[len(s.Val)/2:],
		func(v []byte) bool { return len(v) > 0 && (s.Width == 0 || len(v) == s.Width) })
	if at < 0 {
		return timing{}, false
	}
	typical := s.Val[len(s.Val)/2+at]
	var best timing
	found := false
	for _, calendar := range e.Forms.Of(typical) {
		if varies := calendar.codec.Width() == 0; varies != (s.Width == 0) {
			continue // the widths vary of fields without padding, and of names
		}
		// The first form that fits is taken, but one that agrees with the cells, or better, before it: 03/02/25 may be
		// of three orders.
		t, ok := e.calendarFits(s, calendar)
		if ok && (!found || t.Known && !best.Known || t.Known == best.Known && t.bits < best.bits-1) {
			best, found = t, true
		}
	}
	return best, found
}

// reversedDay reports whether the values are days of eight digits subtracted from 99999999, so that the newest come
// first.
func (e *Reader) reversedDay(s *column.Summary, nums column.Numbers) (timing, bool) {
	const most, form = 99_999_999, "20060102"
	if s.Width != len(form) || len(nums.Val) < column.Most(s.N) {
		return timing{}, false
	}
	days := column.Column{Row: nums.Row}
	for _, v := range nums.Val {
		days.Val = append(days.Val, fmt.Appendf(nil, "%08d", most-min(v, most)))
	}
	t, ok := e.FindCalendar(column.Summarize(days))
	return t, ok && t.format == form && t.unit == rowkey.Day
}

func (e *Reader) calendarFits(s *column.Summary, c Calendar) (timing, bool) {
	bad := 0
	when := make([]float64, 0, s.N)
	away := make([]float64, 0, s.N)
	unit := c.codec.Unit()
	tick := unitMicros(unit)
	var hours clockTest
	for i, data := range s.Val {
		if len(data) == 0 {
			continue
		}
		moment, ok := c.Parse(data)
		if !ok {
			if bad++; bad > column.Tolerance(s.N) {
				return timing{}, false
			}
			continue
		}
		m := float64(moment.UnixMicro())
		when = append(when, m)
		if cell := e.Keys.Oldest[s.Row[i]]; cell != keyset.NoTime {
			away = append(away, m-float64(cell))
			hours.add(m, float64(cell))
		}
	}
	if at := strings.Index(c.Layout, "15"); at > 0 && !carries(when) &&
		(strings.IndexByte("-_/.:", c.Layout[at-1]) >= 0 || !midnight(when)) {
		return timing{}, false
	}
	if tick < dayMicros && e.Keys.Timed && hours.contradicts() {
		return timing{}, false
	}
	out := timing{unit: unit, format: c.Layout}
	spread := deviation(when)
	out.bits = math.Log2(spread*4/tick + 1)
	far := false
	if len(away) > 0 && e.Keys.Timed {
		rest := deviation(away)
		far = math.Abs(middle(away)) > 365*86400e6
		near := math.Abs(middle(away)) < 3*tick+86400e6
		// Over a few ticks any distance to the cells is about constant: far from them that confirms nothing.
		together := spread > 0 && rest < spread/4+tick && (!far || spread > 4*tick)
		out.Known = together || spread == 0 && near
		out.bits = min(out.bits, math.Log2(rest*4/tick+1))
	}
	if !out.Known && !calendarPlausible(c, s, e.Keys.Timed, far) {
		return timing{}, false
	}
	return out, true
}

// carries reports whether times of many days are of several hours: a number that is filled up with
// zeros behind a date looks like a time of day right after midnight. when are microseconds.
func carries(when []float64) bool {
	const leastDays = 8
	days := map[int64]bool{}
	for _, m := range when {
		d := math.Floor(m / dayMicros)
		clock := m - d*dayMicros
		if clock >= dayMicros/24 {
			return true
		}
		days[int64(d)] = true
	}
	return len(days) < leastDays
}

// midnight reports whether all times are those of bare days: no number behind a date is zero in all keys. when are
// microseconds.
func midnight(when []float64) bool {
	return !slices.ContainsFunc(when, func(m float64) bool { return math.Mod(m, dayMicros) != 0 })
}

const dayMicros = 86400e6

// clockTest compares the times of day in keys with those of the cells, where the cells determine the day: an hour
// brings a time nearer to its cell, and the number of a shard behind a date does not. distances to the cell, with the
// time of day and without; times of day of the cells
type clockTest struct{ full, day, ofDay []float64 }

func (c *clockTest) add(micros, cell float64) {
	c.full = append(c.full, micros-cell)
	c.day = append(c.day, math.Floor(micros/dayMicros)*dayMicros-cell)
	c.ofDay = append(c.ofDay, math.Mod(cell, dayMicros))
}

// contradicts reports whether the cells lie within a day of the dates, were written at all hours, and are as far from
// the times as from the bare dates.
func (c *clockTest) contradicts() bool {
	const (
		least = 24   // keys, under which nothing is told
		share = 0.92 // of the distance to the bare date, over which the time of day brings nothing
	)
	bare := deviation(c.day)
	return len(c.full) >= least && bare < dayMicros/2 && math.Abs(middle(c.day)) < 2*dayMicros &&
		deviation(c.ofDay) > dayMicros/12 && deviation(c.full) > share*bare
}

// calendarPlausible guards the short digit forms, which plain numbers may look like, where the cells do not confirm
// them. far reports that the dates are over a year from the cells.
func calendarPlausible(c Calendar, s *column.Summary, timed, far bool) bool {
	// Numbers that go up in steps are days of a calendar for a month at most: then comes a 32nd.
	const runOfDays = 31
	switch c.Layout {
	case "060102", "06010215", "0601021504":
		return s.Distinct >= 3 && (!far || s.Distinct > runOfDays)
	case "2006":
		return yearsInRow(s) || !timed && s.Distinct >= 3 && s.Distinct <= 60
	case "200601", "2006002":
		return s.Distinct >= 3
	case "06002", "200600215", "20060021504", "2006002150405":
		return false // only the cells tell such a number for a date
	case "01022006", "02012006":
		return s.Distinct >= 8
	}
	return true
}

// yearsInRow reports whether numbers are so many of the years of a period that they are no numbers of anything else:
// figures of past years, say, which were written at one time.
func yearsInRow(s *column.Summary) bool {
	const least = 10
	first, last := calendarTo, calendarFrom
	for _, v := range s.Val {
		if year, ok := column.ParseUint(v, 10); ok && len(v) == 4 {
			first, last = min(first, int(year)), max(last, int(year))
		}
	}
	return s.Distinct >= least && 3*s.Distinct >= 2*(last-first+1)
}

// shortDigits reports whether a form is a few digits without punctuation, of which one in a hundred numbers is a date.
func shortDigits(layout string) bool {
	switch layout {
	case "2006", "200601", "060102", "2006002", "06002", "200600215", "20060021504", "2006002150405", "06010215",
		"0601021504":
		return true
	}
	return false
}
