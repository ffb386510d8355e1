package access

import (
	"bytes"
	"slices"
	"strconv"
	"tabletop/model/workload"
)

// table is the new table as a query sees it: its rows sorted into groups by what the query knows, and within a group by
// what it looks along.
type table struct {
	b      *bound
	r      *reach
	layout *Layout
	bytes  []float64 // of each new row
	group  []uint32  // new row -> group, or None
	code   []uint32  // new row -> code of the terminal
	rows   []uint32  // new rows by group
	first  []int     // group -> its first in rows; one more at the end
	sums   []float64 // of bytes before each of rows
	rank   []uint32  // of the terminal's codes, by their bytes; for digits only
	ranked [][]byte  // the bytes in that order

	bucket  []uint32   // new row -> number of its buckets of salts that are not known; nil without
	record  []uint32   // see rowRecord
	spans   [][2]int   // of rows, what the last run could read
	along   [2]float64 // what its range was
	endings []ending   // runs that end early; see ends
	matched sums       // see sumsOfRows
}

// newTable sorts the new rows. group is by rows of the sample.
func (b *bound) newTable(l *Layout, r *reach, group []uint32, groups int) *table {
	count := len(l.Bytes)
	table := &table{b: b, r: r, layout: l, bytes: make([]float64, count), group: make([]uint32, count),
		first: make([]int, groups+1)}
	for i, v := range l.Bytes {
		table.bytes[i] = float64(v)
	}
	if r.terminal != nil {
		table.code = make([]uint32, count)
	}
	for i := range table.group {
		table.group[i] = None
	}
	for record := len(group) - 1; record >= 0; record-- {
		row := table.row(uint32(record))
		if l.Bytes[row] == 0 {
			continue // it stands for records that are in no row
		}
		if r.terminal != nil {
			if table.code[row] = r.terminal.Of[record]; table.code[row] == None {
				continue // of another kind: it lies elsewhere
			}
		}
		table.group[row] = group[record]
	}
	for _, g := range table.group {
		if g != None {
			table.first[g+1]++
		}
	}
	for g := range groups {
		table.first[g+1] += table.first[g]
	}
	table.rows = make([]uint32, table.first[groups])
	next := slices.Clone(table.first)
	for row, g := range table.group {
		if g != None {
			table.rows[next[g]] = uint32(row)
			next[g]++
		}
	}
	table.sort()
	table.sums = make([]float64, len(table.rows)+1)
	for i, row := range table.rows {
		table.sums[i+1] = table.sums[i] + table.bytes[row]
	}
	return table
}

// row is the new row that a row of the sample ends up in.
func (t *table) row(record uint32) uint32 {
	if t.layout.Row == nil {
		return record
	}
	return t.layout.Row[record]
}

// sort puts the rows of each group in order along the terminal.
func (t *table) sort() {
	if t.r.terminal == nil || t.b.span == nil {
		return
	}
	if t.r.place.order == digits {
		t.rankCodes()
	}
	for index := 0; index+1 < len(t.first); index++ {
		slices.SortFunc(t.rows[t.first[index]:t.first[index+1]], func(x, y uint32) int {
			if t.rank != nil {
				return int(int64(t.rank[t.code[x]]) - int64(t.rank[t.code[y]]))
			}
			a, b := t.r.place.starts[t.code[x]], t.r.place.starts[t.code[y]]
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		})
	}
}

func (t *table) rankCodes() {
	component := t.r.terminal
	codes := make([]int, len(component.Raw))
	for i := range codes {
		codes[i] = i
	}
	slices.SortFunc(codes, func(a, b int) int { return bytes.Compare(component.key(a), component.key(b)) })
	t.rank, t.ranked = make([]uint32, len(codes)), make([][]byte, len(codes))
	for i, code := range codes {
		t.rank[code], t.ranked[i] = uint32(i), component.key(code)
	}
}

// all is a run that reads the whole group of a record.
func (t *table) all(record uint32) answer {
	g := t.group[t.row(record)]
	t.spans = t.spans[:0]
	return t.count(answer{}, t.first[g], t.first[g+1])
}

// count adds one range to what a run reads: rows[from:to].
func (t *table) count(a answer, from, to int) answer {
	t.spans = append(t.spans, [2]int{from, to})
	a.rowsRead += float64(to - from)
	a.bytesRead += t.sums[to] - t.sums[from]
	a.ranges++
	return a
}

// read is a run that wants the stretch [from, to), and what it has to read for it.
func (t *table) read(record uint32, from, to float64) answer {
	if t.along = [2]float64{from, to}; t.r.terminal == nil {
		return t.all(record)
	}
	bits := t.group[t.row(record)]
	rows, base := t.rows[t.first[bits]:t.first[bits+1]], t.first[bits]
	if t.rank != nil {
		return t.readDigits(rows, base, from, to)
	}
	starts := t.r.place.starts
	if own := t.r.terminal.Of[record]; starts[own] < from {
		from = starts[own] // what the stretch begins in the middle of is read too
	}
	search := func(x float64) int {
		i, _ := slices.BinarySearchFunc(rows, x, func(row uint32, x float64) int {
			if starts[t.code[row]] < x {
				return -1
			}
			return 1
		})
		return i
	}
	t.spans = t.spans[:0]
	a := t.count(answer{}, base+search(from), base+search(to))
	if t.r.unit.Unit != "" {
		a.ranges = t.r.unit.In(t.along[0], t.along[1])
	}
	return a
}

// readDigits reads numbers without padding: one byte range for each number of digits, each holding longer numbers too.
func (t *table) readDigits(rows []uint32, base int, from, to float64) answer {
	var answered answer
	t.spans = t.spans[:0]
	after := t.r.terminal.After
	rankOf := func(key []byte) uint32 {
		i, _ := slices.BinarySearchFunc(t.ranked, key, bytes.Compare)
		return uint32(i)
	}
	search := func(rank uint32) int {
		i, _ := slices.BinarySearchFunc(rows, rank, func(row, rank uint32) int {
			return int(int64(t.rank[t.code[row]]) - int64(rank))
		})
		return i
	}
	for _, span := range digitRanges(from, to) {
		low := append(strconv.AppendFloat(nil, span[0], 'f', 0, 64), after...)
		high := append(strconv.AppendFloat(nil, span[1], 'f', 0, 64), after...)
		if len(after) > 0 {
			high[len(high)-1]++
		} else {
			high = append(high, 0)
		}
		answered = t.count(answered, base+search(rankOf(low)), base+search(rankOf(high)))
	}
	return answered
}

// answer is a run that wants all the records, or the newest of them: they come the newest first.
func (t *table) answer(records []uint32) answer {
	asked := t.b
	answered := t.all(records[0])
	if asked.span != nil {
		answered = t.read(records[0], asked.span.from, asked.span.from+asked.span.width)
	}
	groups := t.wanted(&answered, records)
	switch {
	case t.r.each != nil:
		return t.skip(answered, groups)
	case asked.latest != nil && t.r.terminal != nil:
		t.newest(&answered, records)
	}
	return answered
}

// wanted counts the new rows that a run for all the records returns, and what the newest of each are wanted of.
func (t *table) wanted(a *answer, records []uint32) (groups int) {
	asked := t.b
	if asked.latest == nil && !t.layout.merges() { // a row each
		a.rowsReturned += float64(len(records))
		for _, record := range records {
			a.bytesReturned += t.bytes[t.row(record)]
		}
		return 1
	}
	rows := map[uint32]bool{}
	of := map[uint32]int{} // what the newest of each are wanted of -> records so far
	for _, record := range records {
		row, each := t.row(record), uint32(0)
		if asked.per != nil {
			each = asked.per[record]
		}
		if of[each]++; asked.latest != nil && of[each] > asked.query.Latest || rows[row] {
			continue
		}
		rows[row] = true
		a.rowsReturned++
		a.bytesReturned += t.bytes[row]
	}
	return len(of)
}

// skip reads the newest of each in a range of its own, where that takes less time than to read them all.
func (t *table) skip(all answer, each int) answer {
	rates := workload.DefaultRates()
	fan := float64(t.r.fan)
	use := func(a answer, ranges float64) workload.Use {
		return workload.Use{Ranges: ranges, Rows: a.rowsRead, Returned: a.rowsReturned, Bytes: a.bytesRead,
			ReturnedBytes: a.bytesReturned}
	}
	one := all
	one.rowsRead, one.bytesRead, one.ranges = all.rowsReturned, all.bytesReturned, fan*float64(each)
	if fan > 1 { // each bucket is read until there are enough
		one.rowsRead = min(all.rowsRead, fan*all.rowsReturned)
		one.bytesRead = all.bytesRead * one.rowsRead / max(all.rowsRead, 1)
	}
	all.ranges = float64(t.r.scan)
	if rates.Millis(use(one, one.ranges)) < rates.Millis(use(all, all.ranges)) {
		return one
	}
	return all
}
