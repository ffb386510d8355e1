package read

import (
	"math/rand/v2"
	"slices"
	"time"

	"tabletop/model/sample"
)

const (
	// enoughDone is the share of what was to do at the start before which the time left would be a guess.
	enoughDone = 0.1
	// recent is how far back the speed of a key range is looked at: a read that is slowed or let go is judged by what
	// it does now.
	recent = 10 * time.Second
	// settling is how long a key range is read before its own speed counts more than that of the others.
	settling = time.Second
	// trials is how many ways on are drawn; the time left is between those of all but an outlier at either end.
	trials, outliers = 60, 1
	// renewed is how long what was drawn is told, less the time since.
	renewed = 500 * time.Millisecond
	// within is how far off a single time left may be in most trials, as a share; what may be further off is told as a
	// least and a most, and that not either where they are further apart than vague times.
	within = 0.25
	vague  = 6
	// beyond is how often the rows that a key range has over those of all others may come once more, at most.
	beyond = 9
)

// forecast tells how much longer a read takes. Its key ranges are read by a few streams, each by one: the end is that
// of the last, so a key range that is large or slow, and one that is left over for one stream, count for what they are.
// Those to come are taken to be like some of those that were begun, which are drawn anew for each of many trials.
// The clock that it is told is that of the time at work.
type forecast struct {
	places  []sample.ReadRange // of the read, as it goes on
	turns   []int              // indexes of places in the order in which they are begun
	weight  func(*sample.ReadRange) float64
	planned int64           // rows that the plan expects
	first   float64         // share done when it began
	ranges  []rangeForecast // as places
	begun   []int           // indexes of places in the order in which they were begun
	active  int
	streams int // most of active so far

	drawnAt time.Duration
	drawn   []float64 // seconds left at drawnAt in each trial, in ascending order
}

// rangeForecast is how the read of a key range goes.
type rangeForecast struct {
	active, read       bool // by this read, now or before
	begun              mark
	before, then, last mark // last is the newest, before is one that was the newest between recent and twice that ago
}

// mark is how many rows there were at a time.
type mark struct {
	at   time.Duration
	rows int64
}

// newForecast begins a forecast of a read at places, of which a share is done. weight is a place's part of the plan.
func newForecast(places []sample.ReadRange, weight func(*sample.ReadRange) float64, planned int64,
	share float64) *forecast {
	turns := make([]int, len(places))
	for i := range turns {
		turns[i] = i
	}
	slices.SortStableFunc(turns, func(a, b int) int { return places[a].Order - places[b].Order })
	return &forecast{places: places, turns: turns, weight: weight, planned: planned, first: share,
		ranges: make([]rangeForecast, len(places))}
}

// note takes that the read of a key range has begun, that rows have come of it, or that it is done.
func (f *forecast) note(at time.Duration, index int) {
	now, one := mark{at, f.places[index].Rows}, &f.ranges[index]
	switch {
	case !one.active && !one.read && !f.places[index].Done:
		*one = rangeForecast{active: true, begun: now, before: now, then: now}
		f.begun = append(f.begun, index)
		f.active++
		f.streams = max(f.streams, f.active)
	case at-one.then.at >= recent:
		one.before, one.then = one.then, now
	}
	one.last = now
	if one.active && f.places[index].Done {
		one.active, one.read = false, true
		f.active--
	}
}

// left returns the time until all is done, at a time at which a share of the plan is: that, or the least and the most
// that it may well be. Both are 0 while it cannot be told. limit is how many rows a second a limit allows that holds
// the read up, or 0.
func (f *forecast) left(at time.Duration, share, limit float64) (least, most time.Duration) {
	if share < 0 || share >= 1 || share-f.first < enoughDone*(1-f.first) {
		return 0, 0
	}
	if f.drawn == nil || at-f.drawnAt >= renewed {
		f.drawn, f.drawnAt = f.draw(at, limit), at
	}
	since := (at - f.drawnAt).Seconds()
	low, middle, high := f.drawn[outliers]-since, f.drawn[trials/2]-since, f.drawn[trials-1-outliers]-since
	switch {
	case high <= 0:
		return 0, 0
	case high*(1-within) <= low*(1+within):
		low = min(max(middle, high*(1-within)), low*(1+within))
		high = low
	case high > vague*low:
		return 0, 0
	}
	return time.Duration(low * float64(time.Second)), time.Duration(high * float64(time.Second))
}

// draw returns the seconds left in each trial, in ascending order.
func (f *forecast) draw(at time.Duration, limit float64) []float64 {
	random := rand.New(rand.NewPCG(1, 1)) // the same each time, so that what is told does not flicker
	out := make([]float64, trials)
	sizes, perRow := f.sizes(), f.perRow(at)
	for i := range out {
		ends, rows, paces := f.underWay(random, at, sizes, perRow)
		rows += f.toCome(newComing(random, paces), ends)
		if out[i] = slices.Max(ends); limit > 0 {
			out[i] = rows / limit
		}
	}
	slices.Sort(out)
	return out
}

// underWay draws how the key ranges go on that are read: when each stream ends its own, in seconds; the rows until
// then; and the paces of all that were begun of late.
func (f *forecast) underWay(random *rand.Rand, at time.Duration, sizes sizes, perRow float64) (
	ends []float64, rows float64, paces []pace) {
	for _, index := range f.begun {
		place, one := &f.places[index], &f.ranges[index]
		if !one.active && !one.recent(at) {
			continue
		}
		weight, total, own := f.weight(place), float64(place.Rows), one.perRow(at, perRow)
		if one.active {
			rest := sizes.rest(random, weight, total)
			rows, total = rows+rest, total+rest
			ends = append(ends, rest*own)
		}
		if weight > 0 {
			paces = append(paces, pace{total / weight, own})
		}
	}
	return append(ends, make([]float64, max(f.streams, 1)-len(ends))...), rows, paces
}

// toCome gives the key ranges to come to the streams, each to the one that ends first, and returns their rows.
func (f *forecast) toCome(coming *coming, ends []float64) float64 {
	var rows float64
	for _, index := range f.turns {
		if f.places[index].Done || f.ranges[index].active {
			continue
		}
		next := coming.next()
		rest := max(next.rows*f.weight(&f.places[index])-float64(f.places[index].Rows), 0)
		rows += rest
		ends[soonest(ends)] += rest * next.perRow
	}
	return rows
}

// soonest returns the index of the least.
func soonest(ends []float64) int {
	least := 0
	for i := range ends {
		if ends[i] < ends[least] {
			least = i
		}
	}
	return least
}

// pace is that of a key range: its rows for a unit of its weight, and the seconds that each takes.
type pace struct{ rows, perRow float64 }

// coming draws the paces of key ranges to come. Those that were begun one after the other are drawn together, because
// a server that is slow for a while is so for all of them; and they are drawn from a draw of those that were begun,
// because few of them say little about how often slow ones come.
type coming struct {
	random *rand.Rand
	like   []pace
	run    int // how many are drawn together
	at     int // the next one
	rest   int // of those drawn together
}

// newComing draws from the paces of key ranges in the order in which they were begun.
func newComing(random *rand.Rand, begun []pace) *coming {
	all := &coming{random: random, like: begun, run: min(max(len(begun)/4, 1), streamsAtOnce)}
	drawn := make([]pace, len(begun))
	for i := range drawn {
		drawn[i] = all.next()
	}
	return &coming{random: random, like: drawn, run: all.run}
}

func (c *coming) next() pace {
	if len(c.like) == 0 {
		return pace{}
	}
	if c.rest == 0 {
		c.at, c.rest = c.random.IntN(len(c.like)), c.run
	}
	one := c.like[c.at%len(c.like)]
	c.at, c.rest = c.at+1, c.rest-1
	return one
}

// perRow is how many seconds a row takes a stream in the middle one of the key ranges that are read and those that were
// done of late; 0 while none of them has rows.
func (f *forecast) perRow(at time.Duration) float64 {
	var all []float64
	for _, index := range f.begun {
		if one := &f.ranges[index]; one.last.rows > one.begun.rows && (one.active || one.recent(at)) {
			all = append(all, one.perRow(at, 0))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// recent states whether the key range was done of late.
func (r *rangeForecast) recent(at time.Duration) bool {
	return r.read && r.last.at >= at-max(2*recent, at/2)
}

// perRow is how many seconds a row of the key range takes of late; others is what one takes elsewhere.
func (r *rangeForecast) perRow(at time.Duration, others float64) float64 {
	if r.read {
		return (r.last.at - r.begun.at).Seconds() / float64(max(r.last.rows-r.begun.rows, 1))
	}
	rows, took := float64(r.last.rows-r.before.rows), (r.last.at - r.before.at).Seconds()
	waited := (at - r.before.at).Seconds()
	switch share := took / (took + settling.Seconds()); {
	case rows == 0 && others == 0:
		return waited
	case rows == 0:
		return others * (1 + waited/settling.Seconds())
	case others == 0:
		return took / rows
	default:
		return share*took/rows + (1-share)*others
	}
}

// sizes are the rows of key ranges that are done, for a unit of their weight, in ascending order; what the plan expects
// while there are none.
type sizes []float64

func (f *forecast) sizes() sizes {
	var out sizes
	var all float64
	for i := range f.places {
		place := &f.places[i]
		own := f.weight(place)
		all += own
		if place.Done && own > 0 {
			out = append(out, float64(place.Rows)/own)
		}
	}
	if len(out) == 0 && all > 0 {
		out = append(out, float64(f.planned)/all)
	}
	slices.Sort(out)
	return out
}

// rest draws how many rows come after so many: as many as one of the key ranges has more that have more. Where none
// has, as many times those beyond all others as may be.
func (s sizes) rest(random *rand.Rand, weight, rows float64) float64 {
	if len(s) == 0 || weight == 0 {
		return 0
	}
	from, _ := slices.BinarySearch(s, rows/weight)
	if longer := s[from:]; len(longer) > 0 {
		return longer[random.IntN(len(longer))]*weight - rows
	}
	return min(1/max(random.Float64(), 1e-9)-1, beyond) * (rows - s[len(s)-1]*weight)
}
