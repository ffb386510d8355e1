package access

import (
	"math"
	"slices"
	"sort"
	"tabletop/model/workload"
)

// NewestRun is runs of a query that wants the newest of the rows that it finds, and reads the rows of a group from the
// newest on until it has them: how many rows ask so, and on average how many rows the group has and the query finds in
// it, of those read now; and how many as many rows again would add to each.
type NewestRun struct{ Asking, Group, Found, GroupAdded, FoundAdded float64 }

// newestRuns are runs by their size.
type newestRuns struct {
	list []NewestRun
	at   map[[4]int]int
}

// add counts one run.
func (r *newestRuns) add(x NewestRun) {
	const finer = 4 // times what is added is graded as what there is: it is often less than a row
	key := [4]int{grade(x.Group), grade(x.Found), grade(finer * x.GroupAdded), grade(finer * x.FoundAdded)}
	at, ok := r.at[key]
	if !ok {
		if r.at == nil {
			r.at = map[[4]int]int{}
		}
		at = len(r.list)
		r.at[key] = at
		r.list = append(r.list, NewestRun{})
	}
	l := &r.list[at]
	l.Asking++
	l.Group += (x.Group - l.Group) / l.Asking
	l.Found += (x.Found - l.Found) / l.Asking
	l.GroupAdded += (x.GroupAdded - l.GroupAdded) / l.Asking
	l.FoundAdded += (x.FoundAdded - l.FoundAdded) / l.Asking
}

// newestRuns returns the runs of a query that knows the segments named, and with part a value prefix. rows is how many
// rows the group of each row has that asks; 0 for a row of a record kind that the table does not hold, which asks
// nothing.
//
// How many rows more rows would add to a group is estimated by empirical Bayes, since a few rows read say little of one
// group: a group is taken to get as many as a group gets on average, with the weight of one row, or as many as it has;
// what is found in it likewise, as many as its values have among all rows (Good and Turing, Biometrika 40, 1953),
// corrected by how much more or less often all such values occur together.
func (p *Probe) newestRuns(names []string, part bool, rows func(row int) float64) []NewestRun {
	found, share := p.answerCounts(), p.restShares(names, part)
	var asking, others, met, expected float64
	p.asking(func(row int) {
		beside := rows(row) - 1
		if beside < 0 {
			return
		}
		asking++
		others += beside
		if share != nil {
			met += found[p.b.asked[row]] - 1
			expected += beside * share[row]
		}
	})
	const pairs = 20 // that weigh as much as what is met
	together := (pairs + met) / (pairs + expected)
	likely := func(mean, others float64) float64 { return mean * (1 + others) / (1 + mean) }
	var runs newestRuns
	p.asking(func(row int) {
		run := NewestRun{Group: rows(row), Found: found[p.b.asked[row]]}
		if run.Group == 0 {
			return
		}
		run.GroupAdded = likely(others/asking, run.Group-1)
		if run.FoundAdded = run.GroupAdded; share != nil {
			run.FoundAdded = math.Min(run.GroupAdded, likely(run.GroupAdded*share[row]*together, run.Found-1))
		}
		runs.add(run)
	})
	return runs.list
}

// asking goes through the rows that ask.
func (p *Probe) asking(each func(row int)) {
	for row, ok := range p.b.match {
		if ok {
			each(row)
		}
	}
}

// restShares are for each row that asks which share of all rows has the same values of what is not known of the keys;
// nil where all is known.
func (p *Probe) restShares(names []string, part bool) []float64 {
	var columns [][]uint32
	for i := range p.b.query.Where {
		condition := &p.b.query.Where[i]
		switch {
		case condition.Op == workload.Equal && !slices.Contains(names, condition.Segment):
			columns = append(columns, p.b.Column(condition.Segment).Of)
		case condition.Op != workload.Equal && !part:
			for i := range p.b.parts {
				columns = append(columns, p.b.parts[i].of)
			}
		}
	}
	if columns = append(columns, p.b.within...); len(columns) == 0 {
		return nil
	}
	of, combine := combine(len(p.b.match), columns...)
	rows := make([]float64, combine)
	for _, code := range of {
		if code != None {
			rows[code]++
		}
	}
	const few = 5 // up to so many rows, how often values occur says little
	var values [few + 2]float64
	for _, n := range rows {
		if n <= few+1 {
			values[int(n)]++
		}
	}
	share := make([]float64, len(of))
	p.asking(func(row int) {
		n := rows[of[row]]
		if n <= few {
			n = (n + 1) * values[int(n)+1] / values[int(n)]
		}
		share[row] = n / float64(len(of))
	})
	return share
}

// lastWanted is for each combination of values asked for the row with the last of the newest; None where there are
// fewer.
func (p *Probe) lastWanted() []uint32 {
	if p.last != nil {
		return p.last
	}
	p.last = make([]uint32, p.b.askeds)
	for i := range p.last {
		p.last[i] = None
	}
	seen := make([]int, p.b.askeds)
	for _, row := range slices.Backward(p.byTime()) {
		if !p.b.match[row] {
			continue
		}
		asked := p.b.asked[row]
		if seen[asked]++; seen[asked] == p.b.query.Latest {
			p.last[asked] = row
		}
	}
	return p.last
}

// byTime lists the rows by what the query looks along.
func (p *Probe) byTime() []uint32 {
	if p.order == nil {
		at := make([]float64, len(p.b.match))
		for row := range at {
			at[row] = p.axis(row)
		}
		p.order = inOrder(at)
		p.prefix = make([]float64, len(p.order)+1)
	}
	return p.order
}

// newest sums what runs read that go through a group of rows from the newest on.
func (p *Probe) newest(l *Load, codes []uint32, n int) {
	rows, first := byGroup(p.byTime(), codes, n)
	place := make([]int, len(codes))
	for i, row := range rows {
		place[row] = i
		p.prefix[i+1] = p.prefix[i] + float64(p.b.Bytes[row])
	}
	last := p.lastWanted()
	p.asking(func(row int) {
		if codes[row] == None {
			return
		}
		from, to := first[codes[row]], first[codes[row]+1]
		if at := last[p.b.asked[row]]; at != None {
			from = place[at]
		}
		p.add(l, row, float64(to-from), p.prefix[to]-p.prefix[from])
	})
}

// newest limits what a run reads to what a scan from the newest end has passed when it has found enough: records are
// what it wants, the newest first. A key whose times rise is scanned in reverse. Each bucket of a salt is scanned until
// it has enough by itself.
func (t *table) newest(a *answer, records []uint32) {
	bits := t.group[t.row(records[0])]
	from, to := t.first[bits], t.first[bits+1]
	if len(t.r.salts) > 0 && t.bucket == nil {
		of, _ := combine(len(t.b.match), t.r.salts...)
		t.bucket = make([]uint32, len(t.bytes))
		for record, bucket := range of {
			t.bucket[t.row(uint32(record))] = bucket
		}
	}
	found, last := map[uint32]int{}, map[uint32]uint32{} // of each bucket
	for _, record := range records {
		row := t.row(record)
		b := t.rowBucket(row)
		if found[b]++; found[b] <= t.b.query.Latest {
			last[b] = record
		}
	}
	all := *a
	a.rowsRead, a.bytesRead = 0, 0
	for from < to {
		rowBucket := t.rowBucket(t.rows[from])
		end := to
		if t.bucket != nil {
			end = from + sort.Search(to-from, func(i int) bool { return t.rowBucket(t.rows[from+i]) != rowBucket })
		}
		low, high := from, end
		if found[rowBucket] >= t.b.query.Latest {
			low, high = t.upTo(from, end, last[rowBucket])
		}
		a.rowsRead += float64(high - low)
		a.bytesRead += t.sums[high] - t.sums[low]
		from = end
	}
	a.rowsRead, a.bytesRead = min(a.rowsRead, all.rowsRead), min(a.bytesRead, all.bytesRead)
}

// rowBucket is the number of the buckets that a new row is in, 0 without salts.
func (t *table) rowBucket(row uint32) uint32 {
	if t.bucket == nil {
		return 0
	}
	return t.bucket[row]
}

// upTo is the part of rows[from:to], in the order of their keys, that a scan from the newest end passes up to a record.
// Of a key that has a time only roughly, all rows of one such time are read, since those are in another order.
func (t *table) upTo(from, to int, record uint32) (low, high int) {
	row, falling := t.row(record), t.r.place.order == falling
	if !t.r.place.coarse {
		at := from + sort.Search(to-from, func(i int) bool { return t.rows[from+i] >= row })
		if falling {
			return from, at + 1
		}
		return at, to
	}
	starts := t.r.place.starts
	start := starts[t.code[row]]
	if falling {
		return from, from + sort.Search(to-from, func(i int) bool { return starts[t.code[t.rows[from+i]]] < start })
	}
	return from + sort.Search(to-from, func(i int) bool { return starts[t.code[t.rows[from+i]]] >= start }), to
}
