package retention

import (
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// TimestampStats counts the timestamps of one family, in cells.
type TimestampStats struct {
	Cells          int64
	Zero           int64 // exactly 1970: usually "not set"
	Negative       int64
	Small          int64 // after 1970 but before 2000: sequence numbers, or times in another unit
	Future         int64 // more than FutureSlack after now
	Oldest, Newest int64 // microseconds; 0 when there is no cell
}

// year2000 is before Bigtable existed; a smaller timestamp is not the time of a write.
var year2000 = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// tolerated is the maximum share of unusual timestamps with which ages are still meaningful.
const tolerated = 0.1

func (st *TimestampStats) add(ts, at int64) {
	if st.Cells == 0 {
		st.Oldest, st.Newest = ts, ts
	}
	st.Cells++
	st.Oldest, st.Newest = min(st.Oldest, ts), max(st.Newest, ts)
	switch {
	case ts == 0:
		st.Zero++
	case ts < 0:
		st.Negative++
	case ts < year2000:
		st.Small++
	case ts > at && ts-at > FutureSlack.Microseconds():
		st.Future++
	}
}

// merge adds the timestamps of o.
func (st *TimestampStats) merge(o *TimestampStats) {
	if o.Cells == 0 {
		return
	}
	if st.Cells == 0 {
		st.Oldest, st.Newest = o.Oldest, o.Newest
	}
	st.Cells += o.Cells
	st.Zero, st.Negative, st.Small, st.Future = st.Zero+o.Zero, st.Negative+o.Negative, st.Small+o.Small,
		st.Future+o.Future
	st.Oldest, st.Newest = min(st.Oldest, o.Oldest), max(st.Newest, o.Newest)
}

// Artificial returns why ages of the family are meaningless, in a sentence, or "". Age rules are evaluated
// nevertheless: the service uses no other time than the timestamp.
func (st TimestampStats) Artificial() string {
	share := func(n int64) float64 { return float64(n) / math.Max(1, float64(st.Cells)) }
	switch {
	case st.Cells == 0:
		return "there are no cells"
	case share(st.Zero) > tolerated:
		return fmt.Sprintf("%s of %s timestamps read are 0, which is 1970: they were never set, and any policy by age "+
			"collects them at once", spelling.Integer(st.Zero), spelling.Integer(st.Cells))
	case share(st.Small) > tolerated:
		return st.small()
	case share(st.Negative) > tolerated:
		return fmt.Sprintf("%s of %s timestamps read are negative: they are not times", spelling.Integer(st.Negative),
			spelling.Integer(st.Cells))
	case share(st.Future) > tolerated:
		return st.future()
	case st.Cells > 1 && st.Oldest == st.Newest:
		return fmt.Sprintf("all %s cells read carry one timestamp: that is the time of a load, not of each write",
			spelling.Integer(st.Cells))
	}
	return ""
}

func (st TimestampStats) small() string {
	odd := fmt.Sprintf("%s of %s timestamps read lie before the year 2000", spelling.Integer(st.Small),
		spelling.Integer(st.Cells))
	if unit := sample.OtherUnit(st.Newest); unit != "" {
		return odd + ": they look like " + unit + " written where microseconds belong"
	}
	return odd + ": they look like sequence numbers; a policy by age collects them at once (keep such cells by " +
		"versions)"
}

func (st TimestampStats) future() string {
	odd := fmt.Sprintf("%s of %s timestamps read are in the future", spelling.Integer(st.Future),
		spelling.Integer(st.Cells))
	if unit := sample.OtherUnit(st.Newest); unit != "" {
		return odd + ": they look like " + unit + " written where microseconds belong"
	}
	return odd + ": they look like times of expiry, or numbers counted down; an age says how long ago a cell expired"
}

// OtherUnit returns the unit that the timestamps seem to be in, if that is not microseconds: "milliseconds", for
// example; "" if they are in microseconds, or are no times.
func (st TimestampStats) OtherUnit() string {
	if most := 2 * max(st.Small, st.Future); most <= st.Cells {
		return ""
	}
	return sample.OtherUnit(st.Newest)
}

// Notes describes unusual timestamps that are too few to make ages meaningless.
func (st TimestampStats) Notes() []string {
	if st.Artificial() != "" {
		return nil
	}
	var notes []string
	for _, odd := range []struct {
		n    int64
		what string
	}{
		{st.Zero, "carry timestamp 0 (1970): any policy by age collects them at once"},
		{st.Negative, "carry a negative timestamp"},
		{st.Small, "carry a timestamp before the year 2000: sequence numbers, or another unit"},
		{st.Future, "lie in the future: no policy by age collects them before their time, and they count as the " +
			"newest versions"},
	} {
		if odd.n > 0 {
			notes = append(notes, fmt.Sprintf("%s of %s cells %s", spelling.Integer(odd.n), spelling.Integer(st.Cells),
				odd.what))
		}
	}
	return notes
}
