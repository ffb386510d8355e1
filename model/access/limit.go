package access

import (
	"bytes"
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strconv"
)

// sums are sums over the first entries of a list that changes (a binary indexed tree; Fenwick, Software: Practice and
// Experience 24, 1994): matches, rows, and bytes.
type sums [][3]float64

func newSums(n int) sums { return make(sums, n+1) }

// add changes the entry at i.
func (s sums) add(i int, by [3]float64) {
	for i++; i < len(s); i += i & -i {
		for k := range by {
			s[i][k] += by[k]
		}
	}
}

// before is the sum of the entries before i.
func (s sums) before(i int) (sum [3]float64) {
	for ; i > 0; i -= i & -i {
		for k := range sum {
			sum[k] += s[i][k]
		}
	}
	return sum
}

// find is the entry that holds the n-th match.
func (s sums) find(n float64) int {
	at := 0
	for step := 1 << (bits.Len(uint(len(s))) - 1); step > 0; step >>= 1 {
		if next := at + step; next < len(s) && s[next][0] < n {
			at, n = next, n-s[next][0]
		}
	}
	return at
}

// ending is a run that ends before all that it could read: with the new row that holds the last match that is wanted.
// New rows are numbered in the order of their keys, in which one request reads all its ranges.
type ending struct {
	spans  [][2]int // of table.rows, what the run could read
	along  [2]float64
	last   uint32
	asking float64 // records
	answer answer
}

// limited reports whether a run with so many matches ends early. Of a sample, see estimate: the table has more.
func (t *table) limited(matches int) bool {
	return t.b.query.Limit > 0 && matches >= t.b.query.Limit && t.b.Design.IsExact()
}

// end notes a run that ends early, of which spans is what it could read.
func (t *table) end(last uint32, asking float64, a answer) {
	t.endings = append(t.endings, ending{slices.Clone(t.spans), t.along, last, asking, a})
}

// sumsOfRows are sums over the new rows, of none yet. They are used again: each run leaves them empty.
func (t *table) sumsOfRows() sums {
	if t.matched == nil {
		t.matched = newSums(len(t.bytes))
	}
	return t.matched
}

// findEnd is where a run with these matches ends, and what it has returned then.
func (t *table) findEnd(matches []uint32, a *answer) (last uint32) {
	rows := make([]uint32, len(matches))
	for i, record := range matches {
		rows[i] = t.row(record)
	}
	slices.Sort(rows)
	rows = rows[:t.b.query.Limit]
	last = rows[len(rows)-1]
	a.rowsReturned, a.bytesReturned = 0, 0
	for _, row := range slices.Compact(rows) {
		a.rowsReturned++
		a.bytesReturned += t.bytes[row]
	}
	return last
}

// ends reports what the runs read that end early: those rows of their spans that come no later than the last match.
func (t *table) ends(each func(asking float64, a answer, ended bool)) {
	if len(t.endings) == 0 {
		return
	}
	slices.SortFunc(t.endings, func(a, b ending) int { return cmp.Compare(a.last, b.last) })
	order := make([]int, len(t.rows)) // places in rows, along the keys
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(t.rows[a], t.rows[b]) })
	passed, next := newSums(len(t.rows)), 0
	for i := range t.endings {
		ending := &t.endings[i]
		for ; next < len(order) && t.rows[order[next]] <= ending.last; next++ {
			passed.add(order[next], [3]float64{0, 1, t.bytes[t.rows[order[next]]]})
		}
		ending.answer.rowsRead, ending.answer.bytesRead = 0, 0
		slices.SortFunc(ending.spans, func(a, b [2]int) int { return a[0] - b[0] })
		read := 0
		for _, s := range ending.spans { // what lies in two ranges is read once
			from, to := passed.before(max(s[0], read)), passed.before(max(s[1], read))
			read = max(read, s[1])
			ending.answer.rowsRead += to[1] - from[1]
			ending.answer.bytesRead += to[2] - from[2]
		}
		ending.answer.ranges = t.begun(ending)
		each(ending.asking, ending.answer, true)
	}
}

// begun is how many of its ranges a run that ends early has begun: those of the buckets up to the one of its last row,
// and of the ranges in this bucket those up to that row.
func (t *table) begun(e *ending) float64 {
	buckets, spans := 0, len(e.spans)
	for _, c := range t.r.fanned {
		buckets = buckets*c.Fan + c.bucket(t.rowRecord(e.last))
	}
	switch {
	case t.r.unit.Unit != "":
		return float64(buckets)*t.r.unit.In(e.along[0], e.along[1]) + t.unitsBegun(e)
	case spans == 1:
		return float64(buckets + 1)
	}
	g := t.group[e.last]
	rows := t.rows[t.first[g]:t.first[g+1]]
	at := t.first[g] + sort.Search(len(rows),
		func(i int) bool { return t.rank[t.code[rows[i]]] >= t.rank[t.code[e.last]] })
	within := slices.IndexFunc(e.spans, func(s [2]int) bool { return at < s[1] })
	return float64(buckets*spans + within + 1)
}

// unitsBegun is how many units of a truncated time a run has begun that ends early, in the order of the keys.
func (t *table) unitsBegun(e *ending) float64 {
	last := t.b.span.at[t.rowRecord(e.last)]
	if t.b.place(&t.layout.Components[t.r.at]).order == falling {
		return t.r.unit.In(last, e.along[1])
	}
	return t.r.unit.In(e.along[0], math.Nextafter(last, math.Inf(1)))
}

// rowRecord is a record in a new row.
func (t *table) rowRecord(row uint32) uint32 {
	if t.layout.Row == nil {
		return row
	}
	if t.record == nil {
		t.record = make([]uint32, len(t.bytes))
		for record, to := range t.layout.Row {
			t.record[to] = uint32(record)
		}
	}
	return t.record[row]
}

// bucket is the number of the bucket of a salt that a record is in: salts are decimal numbers. Of others it is the
// place among those that occur.
func (c *Component) bucket(record uint32) int {
	raw := c.Raw[c.Of[record]]
	if n, err := strconv.Atoi(string(raw)); err == nil && n >= 0 && n < c.Fan {
		return n
	}
	n := 0
	for _, other := range c.Raw {
		if bytes.Compare(other, raw) < 0 {
			n++
		}
	}
	return n
}
