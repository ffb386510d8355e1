package read

import (
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
	// surely is how much longer a read may take than what is sure of it for that to be told.
	surely = 1.3
	// enoughRanges are the key ranges whose rows say how those of others may differ from what is expected.
	enoughRanges = 8
)

// forecast tells how much longer a read takes. Its key ranges are read by a few streams, each by one: the end is that
// of the last, so a key range that is large or slow, and one that is left over for one stream, count for what they are.
// The clock that it is told is that of the time at work.
type forecast struct {
	places  []sample.ReadRange // of the read, as it goes on
	weight  func(*sample.ReadRange) float64
	planned int64           // rows that the plan expects
	first   float64         // share done when it began
	ranges  []rangeForecast // as places
	active  int
	streams int // most of active so far
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
	return &forecast{places: places, weight: weight, planned: planned, first: share,
		ranges: make([]rangeForecast, len(places))}
}

// note takes that the read of a key range has begun, that rows have come of it, or that it is done.
func (f *forecast) note(at time.Duration, index int) {
	now, one := mark{at, f.places[index].Rows}, &f.ranges[index]
	switch {
	case !one.active && !one.read && !f.places[index].Done:
		*one = rangeForecast{active: true, begun: now, before: now, then: now}
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

// left returns the time until all is done, at a time at which a share of the plan is; 0 while it cannot be told, as
// where that depends on a key range which has more rows than nearly all others had. limit is how many rows a second a
// limit allows that holds the read up, or 0.
func (f *forecast) left(at time.Duration, share, limit float64) time.Duration {
	if share < 0 || share >= 1 || share-f.first < enoughDone*(1-f.first) {
		return 0
	}
	rows := f.expectation()
	perRow := f.perRow(at)
	streams := make([]float64, max(f.streams, 1)) // when each ends what it reads now, in seconds
	var all, doubt float64                        // rows to come, and those of which that is not sure
	var late float64                              // when a key range ends of which that is not sure
	stream := 0
	for index := range f.ranges {
		one := &f.ranges[index]
		if !one.active {
			continue
		}
		rest, sure := rows.rest(f.weight(&f.places[index]), float64(f.places[index].Rows))
		end := rest * one.perRow(at, perRow)
		if all += rest; !sure {
			doubt, late, end = doubt+rest, max(late, end), 0
		}
		streams[stream] = end
		stream++
	}
	for index := range f.places {
		if f.places[index].Done || f.ranges[index].active {
			continue
		}
		rest, _ := rows.rest(f.weight(&f.places[index]), float64(f.places[index].Rows))
		all += rest
		next := 0
		for i := range streams {
			if streams[i] < streams[next] {
				next = i
			}
		}
		streams[next] += rest * perRow
	}
	seconds := slices.Max(streams)
	if limit > 0 {
		seconds, late = (all-doubt)/limit, all/limit
	}
	if late > surely*seconds {
		return 0
	}
	return time.Duration(max(seconds, late) * float64(time.Second))
}

// perRow is how many seconds a row takes a stream, over the key ranges that are read and those that were done of late.
func (f *forecast) perRow(at time.Duration) float64 {
	var took, rows float64
	since := at - max(2*recent, at/2)
	for index := range f.ranges {
		switch one := &f.ranges[index]; {
		case one.active:
			took += (at - one.begun.at).Seconds()
			rows += float64(one.last.rows - one.begun.rows)
		case one.read && one.last.at >= since:
			took += (one.last.at - one.begun.at).Seconds()
			rows += float64(one.last.rows - one.begun.rows)
		}
	}
	if rows == 0 {
		return 0
	}
	return took / rows
}

// perRow is how many seconds a row of the key range takes of late; others is what one takes elsewhere.
func (r *rangeForecast) perRow(at time.Duration, others float64) float64 {
	rows, took := float64(r.last.rows-r.before.rows), (r.last.at - r.before.at).Seconds()
	if others > 0 { // as if it had been read like them for a while
		rows, took = rows+settling.Seconds()/others, took+settling.Seconds()
	}
	if rows == 0 {
		return (at - r.before.at).Seconds()
	}
	return took / rows
}

// expectation is what is known of the rows of key ranges, for a unit of their weight.
type expectation struct {
	mean float64
	all  []float64 // those of key ranges that are done, in ascending order
}

// expectation is by the key ranges that are done; by the plan while there are none.
func (f *forecast) expectation() expectation {
	var out expectation
	var rows, weight, all float64
	for i := range f.places {
		place := &f.places[i]
		own := f.weight(place)
		all += own
		if place.Done && own > 0 {
			rows, weight = rows+float64(place.Rows), weight+own
			out.all = append(out.all, float64(place.Rows)/own)
		}
	}
	switch {
	case weight > 0:
		out.mean = rows / weight
	case all > 0:
		out.mean = float64(f.planned) / all
	}
	slices.Sort(out.all)
	return out
}

// rest is how many rows come after so many. A key range that has had more than expected has as many more as those that
// have more than it; where hardly any has, that is not sure.
func (e *expectation) rest(weight, rows float64) (more float64, sure bool) {
	if len(e.all) < enoughRanges || rows == 0 || weight == 0 {
		return max(e.mean*weight-rows, 0), true
	}
	from, _ := slices.BinarySearch(e.all, rows/weight)
	longer := e.all[from:]
	if len(longer) == 0 {
		return rows / 2, false
	}
	for _, each := range longer {
		more += (each*weight - rows) / float64(len(longer))
	}
	return more, len(longer)*enoughRanges >= len(e.all)
}
