package advise

import (
	"math"
)

// score adds up the disadvantages of a layout, as natural logarithms of factors, so that units do not count:
// less is better, and a difference of 0.12 is a figure worse by an eighth. The terms and where they come from:
//
//	ln(read)                        reading twice as much costs ln 2 (G03)
//	0.5 ln(stored)                  storage counts half as much as reading
//	1.7 ln(20 / min(writers, 20))   a hotspot limits the whole table, so it counts more than a read (G08, G40); 1.0 where
//	                                something stands before the time, so that more of it will spread writes more
//	0.9 + 0.35 ln(salt)             a range takes a scan for each bucket and their number is hard to change, so promotion
//	                                goes before a salt (G61)
//	0.7 scans                       the share of runs that read the whole table: that grows with it, whatever it is today (G03)
//	ln(1 + (worst / 100 MB)²)       for rows that may be larger than they should (G18)
//	0.15 + 0.04 changes             a migration rewrites the table
//	0.85, 1.05, 0.3                 a bucket of events as columns, versions, rows: tall and narrow is the default (G58),
//	                                rows before versions (G59)
//	0.2                             a piece moved into the qualifier (G17)
//	1.5 + ln(events / 20)           rows that get events indefinitely, by how many they have (G43, G58, G59)
//	ln(events / 10,000)             rows that hold more events than a week of minutes (G53, G58)
//	0.2                             cells that become rows: what was one row is several
//	0.6                             columns that become one serialized cell: read and written only as a whole (G39, G54)
//	0.75                            a second table that clients write: every event twice, not atomically (G07, G60)
//	0.3                             one that a continuous materialized view fills: it lags behind, and takes no code, but is
//	                                stored with an intermediate copy (G65)
//	0.01 untidy                     the common value before the granular one, where nothing else decides (G35)
//
// The weights are judgment, set so that the worked examples E01 to E14 of docs/guidelines.md come out as the
// documentation has them; docs/advise.md describes them.
func (e *search) score(f *found) float64 { return e.terms(f).sum(nil) }

// term is a part of a score.
type term uint8

const (
	reading  term = iota
	storage       // of all tables
	crowding      // of writes
	shape         // rows that may grow too large or never end, and whole-table scans
	change        // from the current layout
	effort        // of those who write clients
	termCount
)

// String returns what the part of the score is about.
func (t term) String() string {
	return [...]string{"read cost", "storage", "write spread", "row size", "migration", "client effort"}[t]
}

// terms are the parts of a score.
type terms [termCount]float64

// sum adds up the terms, each multiplied by its factor; nil multiplies by 1.
func (t terms) sum(factors *[termCount]float64) float64 {
	sum := 0.0
	for i, v := range t {
		if factors != nil {
			v *= factors[i]
		}
		sum += v
	}
	return sum
}

func (e *search) terms(f *found) terms {
	var t terms
	t[reading], t[storage], t[crowding] = math.Log(max(f.read, 1e-9)), 0.5*math.Log(max(f.stored, 1)),
		f.crowding(f.writers)
	t[shape] = 0.7 * f.scans
	if f.endless {
		t[shape] += 1.5 + math.Log(max(1, f.events/wide))
	}
	t[shape] += math.Log(max(1, f.events/manyInRow))
	t[shape] += math.Log1p(f.worst / largeRow * f.worst / largeRow)
	if f.changes > 0 {
		t[change] = 0.15 + 0.04*float64(f.changes)
	}
	t[effort] = e.effort(&f.plan)
	if f.second != nil {
		t[effort] += e.secondTable(f) + e.effort(&f.second.plan)
	}
	return t
}

// secondTable is what a second table costs beside its storage. One that a continuous materialized view can fill takes
// no code: the client writes each event once, and the view lags behind (G65). Otherwise clients write twice, not
// atomically (G07, G60). A query that must read what its client has written before cannot be served by a view.
func (e *search) secondTable(f *found) float64 {
	if f.view {
		return 0.3
	}
	return 0.75
}

// largeRow is the size a row should stay under, in bytes (G18).
const largeRow = 100e6

// manyInRow is how many events a row holds in the documentation's widest example: a week of minutes (G53).
const manyInRow = 10_000

// eventsIn is how many events a row of a plan holds on average when the table has its size.
func (c *cube) eventsIn(p *plan) float64 {
	switch {
	case p.current:
		return 1
	case p.merges():
		return c.perRow(p, c.size) * c.versions
	case p.tall == byTime:
		return 1
	}
	return c.versions
}

// crowding is what so many places of writing cost.
func (f *found) crowding(writers float64) float64 {
	if writers <= 0 {
		return 0 // not known
	}
	weight := 1.0
	if f.leading {
		weight = 1.7
	}
	return weight * math.Log(enoughWriters/min(writers, enoughWriters))
}

// endless reports whether rows of a plan get events indefinitely: a time has moved into the qualifiers, or many
// versions stay in the rows that they are in today, whose keys tell no time.
func (e *search) endless(p *plan) bool {
	for _, i := range p.moved {
		if e.space.pieces[i].moving {
			return true
		}
	}
	return p.tall != byTime && !p.current && e.cube.versions >= wide && !e.space.dated
}

// effort is what a table costs those who write its clients.
func (e *search) effort(p *plan) float64 {
	score := 0.01 * e.space.untidy(p)
	if p.salt > 0 && !e.space.saltOfToday(p) {
		score += 0.9 + 0.35*math.Log(float64(p.salt))
	}
	switch p.bucket.events {
	case asColumns:
		score += 0.85
	case asVersions:
		score += 1.05
	case asRows:
		score += 0.3
	}
	for range p.moved {
		score += 0.2
	}
	if p.tall != asItIs {
		score += 0.2
	}
	if p.serial {
		score += 0.6
	}
	return score
}
