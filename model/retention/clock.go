package retention

import (
	"fmt"
	"math"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// FutureSlack is how far ahead a timestamp may be before it counts as in the future; clocks differ.
const FutureSlack = 5 * time.Minute

// Clock is the time from which ages are counted, and where it comes from.
type Clock struct {
	Now    time.Time
	Source string // "given", "when counting began", "when the rows were read", "the newest cell"
	// Future counts the cells that are newer than Now, FarFuture those by more than FutureSlack.
	Future, FarFuture int64
	// Newest is the timestamp of the newest cell that is not in the far future; 0 when there is none.
	Newest int64
}

// NewClock chooses the time as of which s is evaluated. A given time is used as it is. If all rows were counted while
// they were read, it is the time of these counts, so that both agree. Otherwise it is when the rows were read, since
// their contents are known for that time only. Cells up to FutureSlack newer show that this machine's clock is
// behind the one that set the timestamps, so then the newest of these cells is used; cells further ahead are so on
// purpose.
func NewClock(s *sample.Sample, given time.Time) Clock {
	clock := Clock{Now: given, Source: "given", Newest: math.MinInt64}
	counted := given.IsZero() && !s.How.CountedAsOf.IsZero()
	if counted {
		clock.Now, clock.Source = s.How.CountedAsOf, "when counting began"
	} else if given.IsZero() {
		clock.Now, clock.Source = s.How.Started.Add(s.How.Took), "when the rows were read"
	}
	at := clock.Now.UnixMicro()
	slack := at + FutureSlack.Microseconds()
	for _, ts := range s.Times(0, s.NumCells()) {
		switch {
		case ts > slack:
			clock.Future++
			clock.FarFuture++
			continue
		case ts > at:
			clock.Future++
		}
		clock.Newest = max(clock.Newest, ts)
	}
	if clock.Newest == math.MinInt64 {
		clock.Newest = 0
	}
	if given.IsZero() && !counted && clock.Newest > at {
		clock.Now, clock.Source = time.UnixMicro(clock.Newest), "the newest cell"
		clock.Future = clock.FarFuture
	}
	return clock
}

// cellsAre returns the start of a sentence about n cells.
func cellsAre(n int64) string {
	if n == 1 {
		return "1 cell is"
	}
	return spelling.Count(n, "cell") + " are"
}

// Warning returns a sentence about what is unusual about the clock, or "".
func (c Clock) Warning() string {
	switch {
	case c.FarFuture > 0:
		return fmt.Sprintf("%s more than %s in the future, as seen from %s", cellsAre(c.FarFuture),
			Span(FutureSlack), c.Now.UTC().Format(time.RFC3339))
	case c.Source == "given" && c.Future > 0:
		return cellsAre(c.Future) + " newer than the time given"
	case c.Source == "the newest cell":
		return "this machine's clock is behind the newest cell, so ages are counted from that cell"
	}
	return ""
}
