package confidence

import (
	"math"
	"slices"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
)

// Times in keys are expected between these bounds, seconds since 1970: the years 2000 to 2036.
const (
	firstTime = 946_684_800
	lastTime  = 2_082_758_400
)

// Times in keys are near the timestamps of their cells, in seconds.
const (
	oneLoad = 6 * 3600          // all cells written within it are of one load, which may hold older times
	farAway = 2 * 365 * 86400.0 // from the nearest cell timestamp: too far to be right
	oldLoad = 5 * 365 * 86400.0 // the same for the times of one load
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
	c.reversedLike, c.coarseLike = when(mayBeReversed(low, high)), when(mayBeCoarse(low, high))
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
	c.calendar = c.seg.Codec.Form().Calendar
	count := float64(len(c.seconds))
	var gaps []float64
	for i, s := range c.seconds {
		c.inRange += when(s > firstTime && s < lastTime) / count
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
	c.doubtTimes()
}

// doubtTimes notes why values that are taken for times may be none, although they are in range: see doubtfulTime.
func (c *column) doubtTimes() {
	const ticks = 256 // that the values of a time vary by at least: one byte is less
	first, last := c.written()
	low, high := slices.Min(c.seconds), slices.Max(c.seconds)
	far := farAway
	if last-first < oneLoad {
		far = oldLoad
	}
	if first <= last && (low > last+far || high < first-far) {
		c.doubtfulTime = true
		return
	}
	if c.timeRank > 0.8 || first <= last && c.timeNear > 0.25 {
		return // the cells agree
	}
	if c.calendar {
		c.doubtfulTime = c.unique > 1 && !carries(c.seconds)
	} else if tick, ok := secondsPer(c.seg.Codec.Unit()); ok {
		c.doubtfulTime = high-low < ticks*tick || c.mayBeIDs()
	}
	c.doubtfulTime = c.doubtfulTime || c.unique == 1 && len(c.values) > 1
}

// mayBeIDs reports whether decimal nanoseconds may be ids of 64 bits that begin with milliseconds since a later epoch,
// as those of messages and posts do: of 19 digits they are nanoseconds of some day too. Clocks that count more coarsely
// end in zero.
func (c *column) mayBeIDs() bool {
	if c.seg.Codec.Unit() != rowkey.Nanosecond || !c.printable {
		return false
	}
	zero := 0
	for _, v := range c.values {
		if len(v) > 0 && v[len(v)-1] == '0' {
			zero++
		}
	}
	return 2*zero < len(c.values)
}

// secondsPer returns the length of a unit that counts since 1970.
func secondsPer(u rowkey.Unit) (float64, bool) {
	switch u {
	case rowkey.Nanosecond:
		return 1e-9, true
	case rowkey.Microsecond:
		return 1e-6, true
	case rowkey.Millisecond:
		return 1e-3, true
	case rowkey.Second:
		return 1, true
	}
	return 0, false
}

// leastDates is the number of dates from which on a field that stays in its lower half is no accident: one in a
// million.
const leastDates = 20

// carries reports whether the fields of dates reach what makes them carry into the field before: where the day varies,
// the hour is not always before noon, where the hour varies, the minute is not always below 30. A number that looks
// like a date stops at any figure. Fields of one or two values have no say: a calendar may be of midnights.
func carries(seconds []float64) bool {
	if len(seconds) < leastDates {
		return true
	}
	fields := [5]map[int]bool{}
	for i := range fields {
		fields[i] = map[int]bool{}
	}
	for _, s := range seconds {
		t := time.Unix(int64(s), 0).UTC()
		for i, v := range [5]int{int(t.Month()), t.Day(), t.Hour(), t.Minute(), t.Second()} {
			fields[i][v] = true
		}
	}
	half := [5]int{7, 16, 12, 30, 30} // the first value of the upper half
	for i := 1; i < len(fields); i++ {
		reaches := false
		for v := range fields[i] {
			reaches = reaches || v >= half[i]
		}
		if len(fields[i-1]) >= 2 && len(fields[i]) > 2 && !reaches {
			return false
		}
	}
	return true
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
	return estimate.RankCorrelation(x, y)
}

// mayBeReversed reports whether numbers from low to high may be times subtracted from a largest number, in seconds or
// finer.
func mayBeReversed(low, high float64) bool {
	return slices.ContainsFunc(limits(), func(limit float64) bool {
		return period{firstTime, lastTime}.holds(limit-high, limit-low, fineUnits())
	})
}

// mayBeCoarse reports whether numbers from low to high may be minutes, hours, or days since 1970.
func mayBeCoarse(low, high float64) bool {
	return period{firstTime, lastTime}.holds(low, high, coarseUnits())
}

// limits are the numbers that times are subtracted from.
func limits() []float64 {
	return []float64{math.MaxInt32, math.MaxUint32, math.MaxInt64, math.MaxUint64, 1e10, 1e11, 1e13, 1e14, 1e16, 1e19}
}

// fineUnits and coarseUnits are the seconds in each of what times count.
func fineUnits() []float64   { return []float64{1, 1e-3, 1e-6, 1e-9} }
func coarseUnits() []float64 { return []float64{60, 3600, 86400} }

// period is a time between two others, in seconds since 1970.
type period struct{ first, last float64 }

// holds reports whether counts from low to high of one of units are times of the period.
func (p period) holds(low, high float64, units []float64) bool {
	return slices.ContainsFunc(units, func(unit float64) bool { return low*unit > p.first && high*unit < p.last })
}

// unconfirmed reports whether numbers may be times that no cell confirms: what runs from zero on, or is drawn evenly,
// does not lie within a few years of the cells, or of the present.
func (c *column) unconfirmed() bool {
	const (
		longest = 5 * 365 * 86400 // seconds between the first and the last
		widest  = 4               // bytes of a coarse time: more are a number
		seconds = 10              // digits of the greatest number of 32 bits, and of seconds
		day     = 86400           // numbers of six digits and more are seldom hours or minutes
	)
	switch c.seg.Codec.Type() {
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE:
	default:
		return false
	}
	if len(c.numbers) == 0 || c.unique < 2 || c.narrow != c.wide {
		return false
	}
	low, high := slices.Min(c.numbers), slices.Max(c.numbers)
	present := c.present()
	near := func(low, high float64, units []float64) bool {
		return slices.ContainsFunc(units, func(unit float64) bool {
			return (high-low)*unit < longest && present.holds(low, high, []float64{unit})
		})
	}
	switch {
	case c.printable && c.leadingZero == 0 && (near(low, high, fineUnits()) || near(low, high, []float64{day})):
		return true
	case !c.printable && (near(low, high, fineUnits()) || c.wide <= widest && near(low, high, coarseUnits())):
		return true
	}
	return (!c.printable || c.wide >= seconds) && slices.ContainsFunc(limits(), func(limit float64) bool {
		return near(limit-high, limit-low, fineUnits())
	})
}

// present is when the times of keys are likely to be: up to a few years before the first cell was written, or in these
// decades where there are no cells.
func (c *column) present() period {
	const (
		firstDecade = 1_104_537_600 // 2005
		lastDecade  = 1_893_456_000 // 2030
	)
	first, last := c.written()
	if first > last {
		return period{firstDecade, lastDecade}
	}
	return period{first - oldLoad, last + farAway}
}

// written returns the least and the greatest timestamp of cells, in seconds since 1970; the first is greater than the
// second where there are none.
func (c *column) written() (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, t := range c.cells {
		if !math.IsNaN(t) {
			first, last = min(first, t), max(last, t)
		}
	}
	return first, last
}
