package access

import (
	"context"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// record is a row as the oracle knows it: it never looks at codes or components.
type record struct {
	user, city string
	n          int
	at         time.Time
	size       int
}

func (r record) today() string {
	return fmt.Sprintf("%s#%s#%d#%s", r.city, r.user, r.n, r.at.Format("20060102150405"))
}

func makeRecords(seed uint64, n int) []record {
	rng := rand.New(rand.NewPCG(seed, 1))
	seen := map[string]bool{}
	var out []record
	for len(out) < n {
		r := record{
			user: fmt.Sprintf("u%d", int(math.Pow(rng.Float64(), 3)*40)), city: []string{"oslo", "rom", "riga",
				"bern"}[rng.IntN(4)],
			n: rng.IntN(150), at: time.Date(2026, 5, 1, 0, 0, rng.IntN(5*86400), 0, time.UTC), size: rng.IntN(60),
		}
		if !seen[r.today()] {
			seen[r.today()] = true
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b record) int { return strings.Compare(a.today(), b.today()) })
	return out
}

func factsOf(t testing.TB, records []record) *Index {
	t.Helper()
	b := sample.NewBuilder(64)
	for _, r := range records {
		b.Row([]byte(r.today()))
		b.Cell("f", []byte("q"), r.at.UnixMicro(), make([]byte, r.size))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b})
	l, err := rowkey.Parse("{city}#{user}#{n:int}#{at:date(20060102150405)}")
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(s, rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// piece is a part of a key for the oracle: how it is written, and what it is computed of.
type piece struct {
	of    string
	write func(record) string
	fan   []string // all that it can be, of a salt

	hourly bool // a time truncated to the hour
}

func pieces() map[string]piece {
	const top = 253402300799 // the year 9999, so that all have 12 digits
	return map[string]piece{
		"user": {of: "user", write: func(r record) string { return r.user }},
		"city": {of: "city", write: func(r record) string { return r.city }},
		"n":    {of: "n", write: func(r record) string { return strconv.Itoa(r.n) }},
		"at":   {of: "at", write: func(r record) string { return r.at.Format("20060102150405") }},
		"back": {of: "at", write: func(r record) string { return strconv.FormatInt(top-r.at.Unix(), 10) }},
		"hour": {of: "at", write: func(r record) string { return r.at.Format("2006010215") }, hourly: true},
		"salt": {of: "user", write: func(r record) string {
			return strconv.Itoa(int(crc32.ChecksumIEEE([]byte(r.user)) % 4))
		}, fan: []string{"0", "1", "2", "3"}},
	}
}

// world is a table laid out again by the oracle.
type world struct {
	records []record
	pieces  []piece
	keys    []string // sorted, each once
	bytes   map[string]float64
	keyOf   []string    // of each record
	ranges  [][2]string // of the last run
	// a range of time is read in one for each hour, of a key that has the hour before something that is known
	hourly bool
}

func newWorld(records []record, names []string) *world {
	w := &world{records: records, bytes: map[string]float64{}}
	for _, n := range names {
		w.pieces = append(w.pieces, pieces()[n])
	}
	for _, r := range records {
		var parts []string
		for _, p := range w.pieces {
			parts = append(parts, p.write(r))
		}
		key := strings.Join(parts, "#")
		if _, ok := w.bytes[key]; !ok {
			w.keys = append(w.keys, key)
			w.bytes[key] = float64(len(key))
		}
		w.bytes[key] += float64(1 + 1 + 8 + r.size)
		w.keyOf = append(w.keyOf, key)
	}
	sort.Strings(w.keys)
	return w
}

// count adds up the rows with a key in [from, to).
func (w *world) count(from, to string) (rows, bytes float64) {
	w.ranges = append(w.ranges, [2]string{from, to})
	for i := sort.SearchStrings(w.keys, from); i < len(w.keys) && (to == "" || w.keys[i] < to); i++ {
		rows++
		bytes += w.bytes[w.keys[i]]
	}
	return rows, bytes
}

// layout hands the same table to the code under test.
func (w *world) layout(f *Index, names []string) *Layout {
	l := &Layout{Row: make([]uint32, len(w.records)), Bytes: make([]int64, len(w.keys))}
	for i, k := range w.keys {
		l.Bytes[i] = int64(w.bytes[k])
	}
	for i := range w.records {
		l.Row[i] = uint32(sort.SearchStrings(w.keys, w.keyOf[i]))
	}
	for i, p := range w.pieces {
		c := Component{Sources: []string{p.of}, Of: make([]uint32, len(w.records)), Fan: len(p.fan)}
		if i+1 < len(w.pieces) {
			c.After = []byte("#")
		}
		if names[i] == "hour" {
			c.Unit = TimeUnit{Unit: rowkey.Hour}
		}
		ids := map[string]uint32{}
		for row, r := range w.records {
			text := p.write(r)
			id, ok := ids[text]
			if !ok {
				id = uint32(len(c.Raw))
				ids[text] = id
				c.Raw = append(c.Raw, []byte(text))
				if names[i] == "hour" {
					c.Starts = append(c.Starts, float64(r.at.Truncate(time.Hour).Unix()))
				}
			}
			c.Of[row] = id
		}
		l.Components = append(l.Components, c)
	}
	return l
}

// has returns what a record has of a segment, as the oracle compares it.
func (r record) has(segment string) string {
	switch segment {
	case "user":
		return r.user
	case "city":
		return r.city
	case "n":
		return strconv.Itoa(r.n)
	}
	return r.at.Format("20060102150405")
}

// within reports whether a record is in a range of n with fixed ends.
func (r record) within(c workload.Condition) bool {
	from, _ := strconv.Atoi(c.Value)
	to, _ := strconv.Atoi(c.To)
	return r.n >= from && r.n <= to
}

// run answers one query for one record's values by byte ranges over the sorted keys, the way a client would.
func (w *world) run(q *workload.Query, asked record) (a answer) {
	w.ranges = nil
	equal := map[string]bool{}
	var span *workload.Condition
	for i, c := range q.Where {
		if c.Op == workload.Equal {
			equal[c.Segment] = true
		} else if !c.Fixed {
			span = &q.Where[i]
		}
	}
	fronts, open := []string{""}, true
	known := fronts // as far as the last part that is known: all values of a salt lie side by side behind it
	bound := 0
	for i, p := range w.pieces {
		var next []string
		last := i == len(w.pieces)-1
		end := "#"
		if last {
			end = ""
		}
		switch {
		case equal[p.of]:
			bound++
			for _, f := range fronts {
				next = append(next, f+p.write(asked)+end)
			}
			known = next
		case p.fan != nil:
			for _, f := range fronts {
				for _, s := range p.fan {
					next = append(next, f+s+end)
				}
			}
		case span != nil && p.of == span.Segment && w.hourly && p.hourly:
			return w.eachHour(q, asked, span, fronts, w.pieces[i:], equal)
		case span != nil && p.of == span.Segment:
			for _, finer := range w.pieces[i+1:] { // what follows at once and says the same more finely
				if finer.of != p.of {
					break
				}
				coarse := p.write
				p.write = func(r record) string { return coarse(r) + "#" + finer.write(r) }
				i++
			}
			if end = "#"; i == len(w.pieces)-1 {
				end = ""
			}
			return w.stretch(q, asked, span, fronts, p, end)
		default:
			open = false
		}
		if !open {
			fronts = known
			break
		}
		fronts = next
	}
	if bound == 0 {
		fronts = []string{""}
	}
	for _, f := range fronts {
		to := ""
		if f != "" {
			to = f[:len(f)-1] + string(f[len(f)-1]+1)
		}
		if open && f != "" { // the whole key
			to = f + "\x00"
		}
		rows, bytes := w.count(f, to)
		a.rowsRead += rows
		a.bytesRead += bytes
		a.ranges++
	}
	w.returned(q, asked, &a)
	return a
}

// eachHour reads, of [asked, asked+width), each hour that it touches behind each front, as far as what follows the hour
// is known, and of that the time itself.
func (w *world) eachHour(q *workload.Query, asked record, span *workload.Condition, fronts []string, rest []piece,
	equal map[string]bool) (a answer) {
	end := asked.at.Add(time.Duration(span.Width) * time.Second)
	for hour := asked.at.Truncate(time.Hour); hour.Before(end); hour = hour.Add(time.Hour) {
		prefix, from, to := rest[0].write(record{at: hour})+"#", "", "\xff"
		for i, p := range rest[1:] {
			if equal[p.of] {
				prefix += p.write(asked)
				if i+2 == len(rest) { // the whole key
					to = "\x00"
					break
				}
				prefix += "#"
				continue
			}
			if p.of == span.Segment {
				first, last := record{at: asked.at}, record{at: end.Add(-time.Second)}
				from, to = min(p.write(first), p.write(last)), max(p.write(first), p.write(last))+"\xff"
			}
			break
		}
		for _, f := range fronts {
			rows, bytes := w.count(f+prefix+from, f+prefix+to)
			a.rowsRead += rows
			a.bytesRead += bytes
			a.ranges++
		}
	}
	w.returned(q, asked, &a)
	return a
}

// cheapest is the average of the way to read that takes less time.
func (w *world) cheapest(q *workload.Query) (byValue, byData answer) {
	millis := func(a answer) float64 {
		rates := workload.DefaultRates()
		return rates.Millis(workload.Use{Ranges: a.ranges, Rows: a.rowsRead, Bytes: a.bytesRead, Returned: a.rowsReturned,
			ReturnedBytes: a.bytesReturned})
	}
	byValue, byData = w.average(q)
	if !slices.ContainsFunc(w.pieces, func(p piece) bool { return p.hourly }) || !strings.Contains(q.Name, "at range") {
		return byValue, byData
	}
	w.hourly = true
	value, data := w.average(q)
	if w.hourly = false; millis(data) < millis(byData) {
		return value, data
	}
	return byValue, byData
}

// stretch reads [asked, asked+width) behind each front.
func (w *world) stretch(q *workload.Query, asked record, span *workload.Condition, fronts []string, p piece, end string) (a answer) {
	var stretches [][2]string
	if span.Segment == "n" {
		for digits := 1; digits <= 4; digits++ {
			low, high := math.MaxInt, -1
			for v := asked.n; v < asked.n+int(span.Width); v++ {
				if len(strconv.Itoa(v)) == digits {
					low, high = min(low, v), max(high, v)
				}
			}
			if high >= 0 {
				stretches = append(stretches, [2]string{strconv.Itoa(low), strconv.Itoa(high)})
			}
		}
	} else {
		first, last := asked, asked
		last.at = asked.at.Add(time.Duration(span.Width)*time.Second - time.Second)
		low, high := p.write(first), p.write(last)
		stretches = append(stretches, [2]string{min(low, high), max(low, high)})
	}
	for _, f := range fronts {
		for _, s := range stretches {
			to := f + s[1] + "\x00"
			if end != "" {
				to = f + s[1] + string(end[0]+1)
			}
			rows, bytes := w.count(f+s[0]+end, to)
			a.rowsRead += rows
			a.bytesRead += bytes
			a.ranges++
		}
	}
	w.returned(q, asked, &a)
	return a
}

// limited reads the ranges of the last run in the order of the keys, each key once, and ends when it has enough of what
// matches: matches by key.
func (w *world) limited(limit int, matches map[string]int, a *answer) {
	read, found, passed := answer{}, 0, 0
	slices.SortFunc(w.ranges, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	for _, r := range w.ranges {
		if found >= limit {
			break
		}
		read.ranges++
		for i := max(passed, sort.SearchStrings(w.keys, r[0])); i < len(w.keys) && (r[1] == "" || w.keys[i] < r[1]) &&
			found < limit; i++ {
			passed = i + 1
			read.rowsRead++
			read.bytesRead += w.bytes[w.keys[i]]
			if n := matches[w.keys[i]]; n > 0 {
				found += n
				read.rowsReturned++
				read.bytesReturned += w.bytes[w.keys[i]]
			}
		}
	}
	*a = read
}

// returned counts the rows that hold a match.
func (w *world) returned(q *workload.Query, asked record, a *answer) {
	found := map[string]int{}
	for i, r := range w.records {
		ok := true
		for _, c := range q.Where {
			switch {
			case c.Op == workload.Equal:
				ok = ok && r.has(c.Segment) == asked.has(c.Segment)
			case c.Fixed:
				ok = ok && r.within(c)
			case c.Segment == "n":
				ok = ok && r.n >= asked.n && r.n < asked.n+int(c.Width)
			default:
				d := r.at.Sub(asked.at).Seconds()
				ok = ok && d >= 0 && d < c.Width
			}
		}
		if ok {
			found[w.keyOf[i]]++
		}
	}
	if q.Limit > 0 {
		w.limited(q.Limit, found, a)
		return
	}
	for k := range found {
		a.rowsReturned++
		a.bytesReturned += w.bytes[k]
	}
}

// average runs the query for all values that occur.
func (w *world) average(q *workload.Query) (byValue, byData answer) {
	seen := map[string]answer{}
	var nv, nd float64
	for _, r := range w.records {
		var key string
		asks := true
		for _, c := range q.Where {
			if c.Fixed {
				asks = asks && r.within(c)
				continue
			}
			key += "|" + r.has(c.Segment)
		}
		if !asks {
			continue
		}
		a, ok := seen[key]
		if !ok {
			a = w.run(q, r)
			seen[key] = a
			nv++
			byValue = sum(byValue, a)
		}
		nd++
		byData = sum(byData, a)
	}
	return over(byValue, nv), over(byData, nd)
}

func sum(a, b answer) answer {
	return answer{a.rowsRead + b.rowsRead, a.rowsReturned + b.rowsReturned, a.bytesRead + b.bytesRead,
		a.bytesReturned + b.bytesReturned, a.ranges + b.ranges}
}

func over(a answer, n float64) answer {
	return answer{a.rowsRead / n, a.rowsReturned / n, a.bytesRead / n, a.bytesReturned / n, a.ranges / n}
}

func conditions(t testing.TB, pairs ...string) *workload.Query {
	t.Helper()
	q := &workload.Query{Name: strings.Join(pairs, " "), Frequency: 1}
	for i := 0; i < len(pairs); i += 2 {
		c, err := workload.ParseCondition(pairs[i], pairs[i+1])
		if err != nil {
			t.Fatal(err)
		}
		q.Where = append(q.Where, c)
	}
	return q
}

// TestCostEqualsByteRanges holds every figure against a table that is built, sorted and read by byte ranges.
func TestCostEqualsByteRanges(t *testing.T) {
	layouts := []string{
		"city user n at", "at user n city", "user at n city", "user back city n", "salt user n at city",
		"salt at user n city", "n user city at",
		"user n at city", "city n user at", "user hour", "hour user", "city salt at", "at n", "salt hour city",
		"user hour at n", "hour at user", "salt user hour at", "hour city user at", "user hour city back",
		"salt hour user city n", "city hour n",
	}
	queries := []*workload.Query{
		conditions(t), conditions(t, "user", "equal"), conditions(t, "city", "equal", "user", "equal"),
		conditions(t, "at", "range 6h"),
		conditions(t, "user", "equal", "at", "range 1d"), conditions(t, "n", "range 20"),
		conditions(t, "user", "equal", "n", "range 7"),
		conditions(t, "city", "equal", "n", "range 101"),
		conditions(t, "city", "equal", "at", "range 3h"), conditions(t, "user", "equal", "city", "equal", "at",
			"range 2h"), conditions(t, "n", "equal"), conditions(t, "city", "equal", "user", "equal", "n", "equal",
			"at", "equal"),
	}
	two := conditions(t, "user", "equal", "n", "range = 20 .. 90", "at", "range 1d") // a key serves one of two ranges
	queries = append([]*workload.Query{two}, queries...)
	limited := func(q *workload.Query, n int) *workload.Query {
		l := *q
		l.Name, l.Limit = fmt.Sprintf("%s limit %d", q.Name, n), n
		return &l
	}
	queries = append(queries, limited(queries[2], 2), limited(queries[4], 4), limited(queries[5], 1),
		limited(queries[8], 8), limited(queries[4], 40), limited(queries[8], 1),
		limited(queries[9], 2), limited(queries[10], 1))
	for seed := range uint64(2) {
		if seed > 0 {
			queries = queries[:len(queries)-8]
		}
		records := makeRecords(seed, 220)
		f := factsOf(t, records)
		for _, layout := range layouts {
			names := strings.Fields(layout)
			w := newWorld(records, names)
			l := w.layout(f, names)
			costs, err := f.Costs(context.Background(), &workload.Workload{Queries: queries}, l)
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range queries {
				value, data := w.cheapest(q)
				check(t, layout+"; "+q.Name+"; by value", costs[i].ByValue, value)
				check(t, layout+"; "+q.Name+"; by data", costs[i].ByData, data)
				if math.Abs(costs[i].Ranges-data.ranges) > 1e-6 {
					t.Errorf("%s; %s: %g ranges, not %g", layout, q.Name, costs[i].Ranges, data.ranges)
				}
			}
		}
	}
}

// TestRangeForEachUnitEqualsByteRanges verifies what a range of time costs that is read in one for each hour, where the
// query knows what follows the hour in the key, whether or not that takes less time.
func TestRangeForEachUnitEqualsByteRanges(t *testing.T) {
	records := makeRecords(3, 300)
	f := factsOf(t, records)
	queries := []*workload.Query{conditions(t, "city", "equal", "at", "range 3h"), conditions(t, "user", "equal", "city",
		"equal", "at", "range 1d")}
	for _, layout := range []string{"hour city user at", "user hour city back", "salt hour user city n", "hour user",
		"hour salt user at"} {
		names := strings.Fields(layout)
		w := newWorld(records, names)
		l := w.layout(f, names)
		applied := 0
		for _, q := range queries {
			b, err := f.bind(q)
			if err != nil {
				t.Fatal(err)
			}
			r := b.reach(l)
			each, ok := b.perUnit(&r)
			if !ok {
				continue
			}
			applied++
			got := b.estimateCost(l, &each)
			w.hourly = true
			value, data := w.average(q)
			w.hourly = false
			check(t, layout+"; "+q.Name+"; by value", got.ByValue, value)
			check(t, layout+"; "+q.Name+"; by data", got.ByData, data)
			if math.Abs(got.Ranges-data.ranges) > 1e-6 {
				t.Errorf("%s; %s: %g ranges, not %g", layout, q.Name, got.Ranges, data.ranges)
			}
		}
		if applied == 0 {
			t.Errorf("%s: no query was read by hours", layout)
		}
	}
}

func check(t *testing.T, what string, got Average, want answer) {
	t.Helper()
	have := [4]float64{got.RowsRead.Value, got.RowsReturned.Value, got.BytesRead.Value, got.BytesReturned.Value}
	need := [4]float64{want.rowsRead, want.rowsReturned, want.bytesRead, want.bytesReturned}
	for i := range have {
		if math.Abs(have[i]-need[i]) > 1e-6*math.Max(1, need[i]) {
			t.Errorf("%s: rows read, returned, bytes read, returned are %v, not %v", what, have, need)
			return
		}
	}
	if !got.RowsRead.IsExact() {
		t.Errorf("%s: every row was read, and yet the figure is not exact", what)
	}
}
