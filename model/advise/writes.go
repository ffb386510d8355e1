package advise

import (
	"math"
	"slices"
)

// Writes are put into windows of time of perWindow rows each, so that a table that is read for longer has more of them,
// not longer ones; at least fewWindows and at most manyWindows. Watched is how many rows are looked at.
const perWindow, fewWindows, manyWindows, watched = 42, 48, 1024, 8192

// mostWriters bounds the number of writers that is shown: more is unknown from so few rows.
const mostWriters = 1024

// enoughWriters is as many places as are worth having: with more, no node of a usual cluster waits for another.
const enoughWriters = 20

// writes are rows looked at for the spread of writes.
type writes struct {
	window []uint32 // of each of rows
	count  int      // of windows
	spread map[spreading]*spreadOf
}

// spreading returns the key ranges that are written at once: a set of pieces, behind a salt of one of them.
type spreading struct {
	set          uint32
	salt, salted int
}

// spreadOf is how many places are written at once, with what it is computed of: pairs of rows written in each window,
// and those of them that went to one place.
type spreadOf struct {
	places       float64
	sampled      float64   // as counted, which of a salt may be more than there are
	pairs, meets []float64 // of each window
}

// watch puts the rows that are looked at for the spread of writes into windows of time.
func (c *cube) watch() {
	writes := &c.writes
	writes.spread = map[spreading]*spreadOf{}
	if c.space.times == nil {
		return
	}
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	times := make([]int64, len(c.watchedRows))
	for k, row := range c.watchedRows {
		times[k] = c.space.times[row]
		low, high = min(low, times[k]), max(high, times[k])
	}
	writes.count = max(fewWindows, min(len(c.rowsIn)/perWindow, manyWindows))
	writes.window = make([]uint32, len(c.watchedRows))
	for k, t := range times {
		share := (float64(t) - float64(low)) / (float64(high) - float64(low) + 1) // the whole axis may exceed an int64
		writes.window[k] = uint32(min(int(share*float64(writes.count)), writes.count-1))
	}
}

// places is how many places are written at once under a plan: the groups of what comes before the first piece that
// moves with time. Behind a salt of n there are as many of them n times over, as far as what is hashed has different
// values at one time. 0 is not known.
func (c *cube) places(p *plan) *spreadOf {
	end, set := c.space.frontier(p)
	key := spreading{set: set}
	if p.salt > 0 && p.saltAt <= end {
		key.salt, key.salted = p.salt, p.salted
	}
	if s, ok := c.writes.spread[key]; ok {
		return s
	}
	var s *spreadOf
	switch {
	case key.salt > 0 && !(c.space.salt != nil && key.salt == c.space.today.salt && key.salted == c.space.today.salted):
		s = c.saltedPlaces(key)
	default:
		s = c.countPlaces(key)
	}
	s.sampled = s.places
	switch {
	case set == 0 && key.salt == 0:
		s.places = 1 // whatever the clock says (G40)
	case key.salt > 0: // rows that a hash spreads more evenly than chance seem to be more
		plain := p.clone()
		plain.salt = 0
		s.places = min(s.places, float64(key.salt)*c.places(&plain).places)
	}
	c.writes.spread[key] = s
	return s
}

// saltedPlaces is how many places there are behind a salt of n, on average over all hashes: two rows of one place
// without the salt meet if what is hashed has the same value in both, or else with the chance 1/n.
func (c *cube) saltedPlaces(key spreading) *spreadOf {
	plain, apart := c.countPlaces(spreading{set: key.set}), c.countPlaces(spreading{set: key.set | 1<<key.salted})
	spreadOf := &spreadOf{pairs: plain.pairs, meets: make([]float64, len(plain.meets))}
	var pairs, meets float64
	for w := range spreadOf.meets {
		spreadOf.meets[w] = apart.meets[w] + (plain.meets[w]-apart.meets[w])/float64(key.salt)
		pairs += spreadOf.pairs[w]
		meets += spreadOf.meets[w]
	}
	spreadOf.places = effective(pairs, meets)
	return spreadOf
}

// countPlaces is 1 / sum p² over the groups of a set, from pairs of rows written within one window. Of values of which
// ever more arrive, there will be as many more as rows.
func (c *cube) countPlaces(key spreading) *spreadOf {
	writes := &c.writes
	spreadOf := &spreadOf{pairs: make([]float64, writes.count), meets: make([]float64, writes.count)}
	if writes.window == nil {
		return spreadOf
	}
	of := slices.Clone(writes.window)
	if key.salt > 0 {
		for k, row := range c.watchedRows { // that of the current keys
			of[k] = of[k]*uint32(key.salt) + c.space.salt.Of[row]%uint32(key.salt)
		}
	}
	pair := c.pairs.pair(of, c.watchedCodes(key.set).of)
	codes := of
	perGroup, at := make([]float64, pair), make([]uint32, pair)
	inWindow := make([]float64, writes.count)
	for k := range c.watchedRows {
		perGroup[codes[k]]++
		at[codes[k]] = writes.window[k]
		inWindow[writes.window[k]]++
	}
	var pairs, meets float64
	for i, n := range inWindow {
		spreadOf.pairs[i] = n * (n - 1)
		pairs += spreadOf.pairs[i]
	}
	for g, n := range perGroup {
		spreadOf.meets[at[g]] += n * (n - 1)
		meets += n * (n - 1)
	}
	if spreadOf.places = effective(pairs, meets); key.set != 0 && spreadOf.places < enoughWriters &&
		c.arrives(key.set) {
		for i := range spreadOf.meets {
			spreadOf.meets[i] /= c.size.factor
		}
		spreadOf.places = effective(pairs, meets/c.size.factor)
	}
	return spreadOf
}

// effective is the number of places of equal share that would meet as often.
func effective(pairs, meets float64) float64 {
	switch {
	case pairs == 0:
		return 0
	case meets == 0:
		return mostWriters
	}
	return max(1, min(pairs/meets, mostWriters))
}
