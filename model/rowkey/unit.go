package rowkey

import (
	"slices"
	"time"
)

// Unit is the resolution of what a timestamp segment stores.
type Unit string

// The units, finest first. Weeks are ISO weeks in UTC.
const (
	Nanosecond  Unit = "ns"
	Microsecond Unit = "us"
	Millisecond Unit = "ms"
	Second      Unit = "s"
	Minute      Unit = "minute"
	Hour        Unit = "hour"
	Day         Unit = "day"
	Week        Unit = "week"
	Month       Unit = "month"
	Year        Unit = "year"
)

// Units returns all units, finest first.
func Units() []Unit {
	return []Unit{Nanosecond, Microsecond, Millisecond, Second, Minute, Hour, Day, Week, Month, Year}
}

// CoarserThan reports whether one u holds several of other. It is false where either is no unit.
func (u Unit) CoarserThan(other Unit) bool {
	at := slices.Index(Units(), other)
	return at >= 0 && slices.Index(Units(), u) > at
}

// day is the length of a day without leap seconds.
const day = 24 * time.Hour

// Length returns how long a unit is: a month counts as 30 days and a year as 365. It is 0 of what is no unit. Where the
// very month matters, Next says when it ends.
func (u Unit) Length() time.Duration {
	switch u {
	case Month:
		return 30 * day
	case Year:
		return 365 * day
	}
	return u.Longest()
}

// Longest returns the greatest length that a unit can have: a month has up to 31 days, and a year up to 366. It is 0 of
// what is no unit.
func (u Unit) Longest() time.Duration {
	switch u {
	case Nanosecond:
		return time.Nanosecond
	case Microsecond:
		return time.Microsecond
	case Millisecond:
		return time.Millisecond
	case Second:
		return time.Second
	case Minute:
		return time.Minute
	case Hour:
		return time.Hour
	case Day:
		return day
	case Week:
		return 7 * day
	case Month:
		return 31 * day
	case Year:
		return 366 * day
	}
	return 0
}

// Next returns the instant one unit after another, by the calendar (UTC): of the first of a month that of the next.
func (u Unit) Next(from time.Time) time.Time {
	switch u {
	case Month:
		return from.UTC().AddDate(0, 1, 0)
	case Year:
		return from.UTC().AddDate(1, 0, 0)
	}
	return from.Add(u.Length())
}
