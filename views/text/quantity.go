package text

import (
	"math"
	"strconv"
	"strings"
	"time"

	"tabletop/model/spelling"
)

// NoFigure is written where there is no number to give.
const NoFigure = "–"

// Bytes formats a size with three significant digits and decimal units: 587 B, 1.23 kB, 31.2 GB. 1 kB is 1,000 bytes.
func Bytes(n float64) string {
	return scaled(n, []string{" B", " kB", " MB", " GB", " TB", " PB", " EB"})
}

// BinaryBytes formats a number of bytes in powers of 1,024: "300 B", "4 KiB", "286 MiB".
func BinaryBytes(n float64) string {
	units := []string{" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"}
	if n < 1024 {
		return Integer(int64(math.Round(n))) + " B"
	}
	i := 0
	for n /= 1024; n >= 1023.5 && i+1 < len(units); i++ {
		n /= 1024
	}
	if n == math.Trunc(n) {
		return Integer(int64(n)) + units[i]
	}
	return three(n) + units[i]
}

// Number formats a number: an integer with commas below a million, then 1.23 M, 45.6 G, 1.90 T. Numbers with a fraction
// below 1,000, such as means, keep three significant digits.
func Number(n float64) string {
	switch a := math.Abs(n); {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return NoFigure
	case a < 1000 && n != math.Trunc(n):
		return three(n)
	case a < 1e6 && math.Round(a) < 1e6:
		return Integer(int64(math.Round(n)))
	}
	return scaled(n, []string{"", " k", " M", " G", " T", " P", " E"})
}

// Integer formats an integer in full with a comma between groups of three digits.
func Integer(n int64) string { return spelling.Integer(n) }

// Plural returns one if n is 1, and many otherwise.
func Plural[N int | int64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Count formats n with the thing it counts: 1 row, 2,000 rows.
func Count[N int | int64](n N, thing string) string { return spelling.Count(n, thing) }

// Percent formats a share of 1 with up to three significant digits: 38.2%, 4.1%, 0.12%. Only exactly 1 is 100% and
// only exactly 0 is 0%: 99.97% becomes >99.9%, and a share below 0.01% becomes <0.01%.
func Percent(share float64) string {
	value := share * 100
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
		return NoFigure
	case value == 0 || value == 100:
		return strconv.FormatFloat(value, 'f', 0, 64) + "%"
	case value < 0:
		return "-" + Percent(-share)
	case value < 0.01:
		return "<0.01%"
	case value < 1:
		return strconv.FormatFloat(value, 'f', 2, 64) + "%"
	case value > 99.9 && value < 100:
		return ">99.9%"
	case value < 999.95:
		return strconv.FormatFloat(value, 'f', 1, 64) + "%"
	}
	return Number(math.Round(value)) + "%"
}

// Duration formats a duration in its largest fitting unit with up to three significant digits: 412 ms, 1.5 h, 9 d,
// 2.14 y. A year is 365.25 days; what takes less than two is in days.
func Duration(d time.Duration) string {
	const day, year = 24 * time.Hour, 24 * time.Hour * 1461 / 4
	switch {
	case d < 0:
		return "-" + Duration(-max(d, -math.MaxInt64))
	case d == 0:
		return "0 s"
	}
	if d >= 2*year {
		return trimmed(float64(d)/float64(year)) + " y"
	}
	for _, entry := range []struct {
		size time.Duration
		name string
	}{
		{day, "d"}, {time.Hour, "h"}, {time.Minute, "min"}, {time.Second, "s"},
		{time.Millisecond, "ms"}, {time.Microsecond, "µs"},
	} {
		if d >= entry.size {
			return trimmed(float64(d)/float64(entry.size)) + " " + entry.name
		}
	}
	return strconv.FormatInt(int64(d), 10) + " ns"
}

// Age formats the time from micros (microseconds since 1970) to now: "9 d", and "in 3 h" for a time in the future.
func Age(now time.Time, micros int64) string {
	// A duration holds 292 years, cell timestamps 292,000; longer ages are limited to 292 years.
	d := now.Sub(time.UnixMicro(micros))
	if d < 0 {
		return "in " + Duration(-max(d, -math.MaxInt64))
	}
	return Duration(d)
}

// Ages writes the ages of a list in one unit, so that they can be compared.
type Ages struct {
	now  time.Time
	unit time.Duration
	name string
}

// AgesUpTo returns how the ages of a list are written of which the oldest is that of micros: in days, hours, minutes or
// seconds.
func AgesUpTo(now time.Time, micros int64) Ages {
	switch longest := now.Sub(time.UnixMicro(micros)); {
	case longest >= 24*time.Hour:
		return Ages{now, 24 * time.Hour, "d"}
	case longest >= time.Hour:
		return Ages{now, time.Hour, "h"}
	case longest >= time.Minute:
		return Ages{now, time.Minute, "min"}
	}
	return Ages{now, time.Second, "s"}
}

// Age formats the time from micros to now in the unit: "0.7 d"; from two years on in years, and a time in the future as
// the function Age does.
func (a Ages) Age(micros int64) string {
	age := a.now.Sub(time.UnixMicro(micros))
	if age < 0 {
		return Age(a.now, micros)
	}
	unit, name := a.unit, a.name
	if age >= 2*365*24*time.Hour {
		unit, name = 24*time.Hour*1461/4, "y"
	}
	in, digits := float64(age)/float64(unit), 0
	if in > 0 && in < 10 { // more digits would state a young age more exactly than an old one
		digits = 1
	}
	return strconv.FormatFloat(in, 'f', digits, 64) + " " + name
}

// Between formats the ages from the newest to the oldest: "0.7 … 375 d".
func (a Ages) Between(newest, oldest int64) string {
	if newest == oldest {
		return a.Age(oldest)
	}
	from, to := a.Age(newest), a.Age(oldest)
	if value, unit, ok := strings.Cut(from, " "); ok && strings.HasSuffix(to, " "+unit) {
		from = value
	}
	return from + " … " + to
}

// Micros formats a cell timestamp in UTC, without trailing zeros of the second: 2026-11-20 14:18:32.001.
func Micros(micros int64) string { return Time(time.UnixMicro(micros)) }

// Time formats an instant in UTC, without trailing zeros of the second.
func Time(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.999999999") }

// PlusMinus formats the interval from low to high around v, to follow format(v): as a share of v, "±6%", or in
// percentage points if format writes a percentage. An asymmetric interval, or one wider than v, is written as a range,
// "551–624 B", and one that ends at 0, at 100% or at infinity as a bound, "≥ 551 B". One from 0 to infinity, or from 0%
// to 100%, says nothing. The result is empty when there is no interval, or none in the digits shown.
func PlusMinus(v, low, high float64, format func(float64) string) string {
	down, up := v-low, high-v
	half := max(down, up)
	from, to := format(low), format(high)
	switch {
	case math.IsNaN(half) || from == to:
		return ""
	case low <= 0 && (math.IsInf(high, 1) || to == "100%"):
		return "± unknown"
	case math.IsInf(high, 1) || to == "100%" || to[0] == '>':
		return AtLeast(from)
	case low <= 0 || from[0] == '<':
		return AtMost(to)
	case half >= v || half > 1.5*min(down, up):
		return between(from, to)
	case strings.HasSuffix(to, "%"):
		return "±" + upwards(half*100) + " points"
	}
	return "±" + upwards(half/v*100) + "%"
}

// AtLeast formats a lower bound. A figure that is written as one, ">99.9%", is one already.
func AtLeast(figure string) string {
	if strings.HasPrefix(figure, ">") {
		return figure
	}
	return "≥ " + figure
}

// AtMost formats an upper bound, like AtLeast.
func AtMost(figure string) string {
	if strings.HasPrefix(figure, "<") {
		return figure
	}
	return "≤ " + figure
}

// About marks an estimate. A figure that is written as a bound, ">99.9%", says already that it is not exact.
func About(figure string) string {
	if isBound(figure) {
		return figure
	}
	return "≈ " + figure
}

// isBound reports whether a figure is written as a bound: "<0.01%".
func isBound(figure string) bool {
	return strings.HasPrefix(figure, "<") || strings.HasPrefix(figure, ">")
}

// estimated joins an estimate and its interval, which stands alone if the estimate is written as a bound.
func estimated(figure, interval string) string {
	switch {
	case interval == "":
		return figure
	case isBound(figure):
		return interval
	}
	return figure + " " + interval
}

// between formats a range, with a unit that both ends share only once.
func between(from, to string) string { return trimUnit(to, from) + "–" + to }

// trimUnit returns a quantity without its unit if another has the same one.
func trimUnit(other, quantity string) string {
	if number, ok := strings.CutSuffix(quantity, "%"); ok && strings.HasSuffix(other, "%") {
		return number
	}
	if number, unit, ok := strings.Cut(quantity, " "); ok && strings.HasSuffix(other, " "+unit) {
		return number
	}
	return quantity
}

// upwards formats a percentage, rounded up: an integer, and below 1 with one digit.
func upwards(p float64) string {
	if p > 1 {
		return strconv.FormatFloat(math.Ceil(p-1e-9), 'f', 0, 64)
	}
	digit := math.Pow(10, math.Floor(math.Log10(p)))
	return strconv.FormatFloat(math.Ceil(p/digit-1e-9)*digit, 'g', 1, 64)
}

// scaled divides n by 1,000 until at most three digits precede the decimal point.
func scaled(n float64, units []string) string {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return NoFigure
	}
	index := 0
	// 999.5 would be rounded to 1000, so it moves to the next unit.
	for math.Abs(n) >= 999.5 && index < len(units)-1 {
		n /= 1000
		index++
	}
	if index == 0 && n == math.Trunc(n) {
		return strconv.FormatFloat(n, 'f', 0, 64) + units[0]
	}
	return three(n) + units[index]
}

// three formats n with three significant digits, and numbers above 100 without a fraction.
func three(n float64) string {
	switch value := math.Abs(n); {
	case value == 0:
		return "0"
	case value >= 99.95:
		return strconv.FormatFloat(n, 'f', 0, 64)
	case value >= 9.995:
		return strconv.FormatFloat(n, 'f', 1, 64)
	case value >= 0.01:
		return strconv.FormatFloat(n, 'f', 2, 64)
	case value >= 0.0001:
		return strconv.FormatFloat(n, 'g', 2, 64)
	case n < 0:
		return "0" // rounded up
	}
	return "<0.0001"
}

// trimmed is like three, without trailing zeros of the fraction.
func trimmed(n float64) string {
	s := three(n)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}
