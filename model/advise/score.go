package advise

import (
	"math"

	"tabletop/model/rowkey"
)

// score adds up the disadvantages of a layout, as natural logarithms of factors, so that units do not count:
// less is better, and a difference of 0.12 is a figure worse by an eighth. The terms and where they come from:
//
//	ln(read)                        reading twice as much costs ln 2 (G03)
//	0.5 ln(bytes)                   storage counts half as much as reading
//	1.7 ln(20 / min(writers, 20))   a hotspot limits the whole table, so it counts more than a read (G08, G40); 1.0 where
//	                                something stands before the time, so that more of it will spread writes more
//	0.9 + 0.35 ln(salt)             a range takes a scan for each bucket and their number is hard to change, so promotion
//	                                goes before a salt (G61)
//	0.7 scans                       the share of runs that read the whole table: that grows with it, whatever it is today (G03)
//	1 + ln(worst / 100 MB)          for rows that may be larger than they should (G18)
//	0.15 + 0.04 changes             a migration rewrites the table
//	0.85, 1.05, 0.3                 a bucket of events as columns, versions, rows: tall and narrow is the default (G58),
//	                                rows before versions (G59)
//	0.2                             a piece moved into the qualifier (G17)
//	1.5                             rows that get events indefinitely (G43, G58, G59)
//	0.2                             cells that become rows: what was one row is several
//	0.75                            a second table: every event is written twice, not atomically (G07, G60)
//	0.01 untidy                     the common value before the granular one, where nothing else decides (G35)
//
// The weights are judgment, set so that the worked examples E01 to E14 of docs/guidelines.md come out as the documentation
// has them; docs/advise.md tells them to people.
func (e *search) score(f *found) float64 {
	score := math.Log(max(f.read, 1e-9)) + 0.5*math.Log(max(f.bytes, 1)) + f.crowding(f.writers) + 0.7*f.scans
	if f.endless {
		score += 1.5
	}
	if f.worst > largeRow {
		score += 1 + math.Log(f.worst/largeRow)
	}
	if f.changes > 0 {
		score += 0.15 + 0.04*float64(f.changes)
	}
	score += e.effort(&f.plan)
	if f.second != nil {
		score += 0.75 + e.effort(&f.second.plan)
	}
	return score
}

// largeRow is the size a row should stay under, in bytes (G18).
const largeRow = 100e6

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

// endless reports whether rows of a plan get events indefinitely: a time has moved into the qualifiers, or many versions stay
// in the rows that they are in today, whose keys tell no time.
func (e *search) endless(p *plan) bool {
	for _, i := range p.moved {
		if e.space.pieces[i].moving {
			return true
		}
	}
	return p.tall != byTime && e.cube.versions >= wide && !e.space.dated
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
	return score
}

// coarser reports whether buckets of a unit hold several instants of another.
func coarser(a, b rowkey.Unit) bool { return rank(a) > rank(b) && b != "" }

func rank(u rowkey.Unit) int {
	for i, v := range []rowkey.Unit{rowkey.Nanosecond, rowkey.Microsecond, rowkey.Millisecond, rowkey.Second, rowkey.Minute, rowkey.Hour, rowkey.Day, rowkey.Week,
		rowkey.Month, rowkey.Year} {
		if u == v {
			return i
		}
	}
	return 0
}
