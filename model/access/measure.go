package access

import (
	"math"
	"slices"

	"tabletop/model/estimate"
)

// cost measures the query under l, read in the way that takes less time.
func (b *bound) cost(l *Layout) Cost {
	r := b.reach(l)
	c := b.estimateCost(l, &r)
	if each, ok := b.perUnit(&r); ok && c.Access != NoAccess {
		if other := b.estimateCost(l, &each); other.Millis() < c.Millis() {
			return other
		}
	}
	return c
}

// estimateCost measures the query under l, read as r states.
func (b *bound) estimateCost(l *Layout, r *reach) Cost {
	cost := Cost{Query: b.query, Access: b.access(r), Uses: r.uses, Filters: r.filters, Ranges: float64(r.fan),
		Backward: b.latest != nil && r.terminal != nil && r.place.order == rising}
	if cost.Access == NoAccess {
		cost.ByValue, cost.ByData = b.exactly(tally{}), b.exactly(tally{})
		return cost
	}
	if cost.Access == FullScan {
		cost.Ranges = 1
	}
	measured := b.measure(l, r)
	if cost.Access != FullScan && measured.data.n > 0 {
		cost.Ranges = measured.data.ranges / measured.data.n
	}
	if r.each != nil {
		b.skipped(&cost, measured, r)
	}
	cost.Asked = int(measured.value.n)
	cost.ByValue, cost.ByData = b.exactly(measured.value), b.exactly(measured.data)
	if !b.Design.IsExact() {
		b.estimate(&cost, measured, l)
	}
	b.ofAll(&cost)
	return cost
}

// skipped sets how the newest of each are found: in a range for each, or where that takes longer, in one scan.
func (b *bound) skipped(c *Cost, m measured, r *reach) {
	c.Ranges = m.data.ranges / max(m.data.n, 1)
	switch {
	case c.Ranges > float64(r.scan)+1e-9:
		c.Access = FanOut
	case len(r.known) == 0:
		c.Access = FullScan
	default:
		c.Access = Filter
		c.Filters = append(c.Filters, b.query.By)
		c.Uses = slices.DeleteFunc(c.Uses,
			func(name string) bool { return name == b.query.By || slices.Contains(r.of, name) })
	}
}

// tally adds up what runs of a query read and return.
type tally struct {
	n                                float64 // runs
	rowsRead, rowsReturned           float64
	bytesRead, bytesReturned, ranges float64
}

func (t *tally) add(weight float64, a answer) {
	t.n += weight
	t.rowsRead += weight * a.rowsRead
	t.rowsReturned += weight * a.rowsReturned
	t.bytesRead += weight * a.bytesRead
	t.bytesReturned += weight * a.bytesReturned
	t.ranges += weight * a.ranges
}

// answer is one run of a query.
type answer struct{ rowsRead, rowsReturned, bytesRead, bytesReturned, ranges float64 }

// exactly turns sums into averages of what was counted.
func (b *bound) exactly(t tally) Average {
	f := func(v float64) estimate.Figure {
		if t.n > 0 {
			v /= t.n
		}
		return estimate.CountedIf(v, b.Design.IsExact())
	}
	return Average{RowsRead: f(t.rowsRead), RowsReturned: f(t.rowsReturned), BytesRead: f(t.bytesRead),
		BytesReturned: f(t.bytesReturned)}
}

// measured is a query counted over the rows of the sample.
type measured struct {
	value, data tally
	group       []uint32 // new row -> its group by what is known
	groups      int
	sizes       []float64 // group -> new rows in it
}

// measure runs the query with every combination of values that occurs.
func (b *bound) measure(l *Layout, r *reach) measured {
	measured := measured{}
	measured.group, measured.groups = combine(len(b.match), r.known...)
	table := b.newTable(l, r, measured.group, measured.groups)
	measured.sizes = make([]float64, measured.groups)
	for g := range measured.sizes {
		measured.sizes[g] = float64(table.first[g+1] - table.first[g])
	}
	b.runs(table, func(asking float64, a answer, ended bool) {
		if !ended && r.each == nil {
			a.ranges *= float64(r.fan)
		}
		measured.value.add(1, a)
		measured.data.add(asking, a)
	})
	return measured
}

// runs goes through the combinations asked for, and reports for each how many rows of the sample ask so, what is read,
// and whether it ended before all that it could read.
func (b *bound) runs(t *table, each func(asking float64, a answer, ended bool)) {
	records := slices.DeleteFunc(b.records(), func(record uint32) bool {
		return t.group[t.row(record)] == None // of a kind that the layout says nothing of
	})
	for i := 0; i < len(records); {
		end := i
		for end < len(records) && b.asked[records[end]] == b.asked[records[i]] {
			end++
		}
		switch {
		case b.span != nil && !b.span.fixed:
			b.slide(t, records[i:end], each)
		default:
			b.run(t, records[i:end], each)
		}
		i = end
	}
	t.ends(each)
}

// run asks for all the records, or the newest of them.
func (b *bound) run(t *table, records []uint32, each func(float64, answer, bool)) {
	a, asking := t.answer(records), float64(len(records))*b.asks(records[0])
	if !t.limited(len(records)) {
		each(asking, a, false)
		return
	}
	last := t.findEnd(records, &a)
	t.end(last, asking, a)
}

// records lists the rows that match by what they are filtered on, and within it along the range, or the newest first.
func (b *bound) records() []uint32 {
	records := make([]uint32, 0, len(b.match))
	for i, ok := range b.match {
		if ok {
			records = append(records, uint32(i))
		}
	}
	var along []float64
	switch {
	case b.span != nil:
		along = b.span.at
	case b.latest != nil:
		along = make([]float64, len(b.match))
		for row, code := range b.latest.Of {
			if code != None {
				along[row] = -Coordinate(b.latest.Values[code].Of)
			}
		}
	}
	slices.SortFunc(records, func(x, y uint32) int {
		if b.asked[x] != b.asked[y] {
			return int(int64(b.asked[x]) - int64(b.asked[y]))
		}
		if along != nil && along[x] != along[y] {
			if along[x] < along[y] {
				return -1
			}
			return 1
		}
		return int(int64(x) - int64(y))
	})
	return records
}

// slide asks for the stretch that begins at each value that the records have.
func (b *bound) slide(t *table, records []uint32, each func(float64, answer, bool)) {
	in, asks := window{count: map[uint32]int{}}, b.asks(records[0])
	if t.limited(len(records)) {
		in.inOrder = t.sumsOfRows()
	}
	end := 0
	for i := 0; i < len(records); {
		from := b.span.at[records[i]]
		for end < len(records) && b.span.at[records[end]] < from+b.span.width {
			in.put(t, records[end])
			end++
		}
		next := i
		for next < len(records) && b.span.at[records[next]] == from {
			next++
		}
		answer := t.read(records[i], from, from+b.span.width)
		answer.rowsReturned, answer.bytesReturned = float64(len(in.count)), in.bytes
		if t.limited(end - i) {
			last := in.inOrder.find(float64(b.query.Limit))
			returned := in.inOrder.before(last + 1)
			answer.rowsReturned, answer.bytesReturned = returned[1], returned[2]
			t.end(uint32(last), asks*float64(next-i), answer)
		} else {
			each(asks*float64(next-i), answer, false)
		}
		for ; i < next; i++ {
			in.take(t, records[i])
		}
	}
}

// window is the new rows that hold a match.
type window struct {
	count   map[uint32]int
	bytes   float64
	inOrder sums // matches, rows, and bytes along the keys; nil where no run ends early
}

func (w *window) put(t *table, record uint32) {
	row := t.row(record)
	change := [3]float64{1}
	if w.count[row]++; w.count[row] == 1 {
		w.bytes += t.bytes[row]
		change = [3]float64{1, 1, t.bytes[row]}
	}
	if w.inOrder != nil {
		w.inOrder.add(int(row), change)
	}
}

func (w *window) take(t *table, record uint32) {
	row := t.row(record)
	change := [3]float64{-1}
	if w.count[row]--; w.count[row] == 0 {
		delete(w.count, row)
		w.bytes -= t.bytes[row]
		change = [3]float64{-1, -1, -t.bytes[row]}
	}
	if w.inOrder != nil {
		w.inOrder.add(int(row), change)
	}
}

// digitRanges are the byte ranges that hold the decimal numbers of [from, to), one for each number of digits.
func digitRanges(from, to float64) [][2]float64 {
	var out [][2]float64
	low, high := math.Max(0, math.Ceil(from)), math.Ceil(to)-1
	for start, end := 0.0, 9.0; start <= high; start, end = end+1, end*10+9 {
		if a, b := math.Max(start, low), math.Min(end, high); a <= b {
			out = append(out, [2]float64{a, b})
		}
	}
	return out
}
