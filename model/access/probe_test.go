package access

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

// probed makes a probe of a query.
func probed(t testing.TB, f *Index, query string) *Probe {
	t.Helper()
	w, err := workload.Parse([]byte("queries: ["+query+"]"), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	p, err := f.Probe(w.Queries[0])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run is what the oracle knows of a run: the rows that it reads, and those that it finds.
type oracleRun struct{ read, found, group []int }

// loads sums up runs as a Load does.
func loads(records []record, runs []oracleRun) (load Load) {
	for _, run := range runs {
		load.Rows += float64(len(run.read))
		load.Group += float64(len(run.group))
		load.Found += float64(len(run.found))
		for _, i := range run.read {
			load.Bytes += float64(len(records[i].today()) + 1 + 1 + 8 + records[i].size)
		}
	}
	n := math.Max(1, float64(len(runs)))
	load.Rows, load.Bytes, load.Group, load.Found = load.Rows/n, load.Bytes/n, load.Group/n, load.Found/n
	return load
}

// rowsWhere are the rows that something holds of.
func rowsWhere(records []record, holds func(r record) bool) (out []int) {
	for i, r := range records {
		if holds(r) {
			out = append(out, i)
		}
	}
	return out
}

func nearly(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

// TestProbesAgainstEachRow verifies what a probe answers against going through the rows for each that asks: what is read
// where only some of the key is known, behind it a range or the newest, and what is found.
func TestProbesAgainstEachRow(t *testing.T) {
	records := makeRecords(11, 150)
	f := factsOf(t, records)
	hour := time.Hour
	user := func(a record) func(record) bool { return func(r record) bool { return r.user == a.user } }
	city := func(a record) func(record) bool { return func(r record) bool { return r.city == a.city } }
	both := func(a record) func(record) bool {
		return func(r record) bool { return r.user == a.user && r.city == a.city }
	}
	everything := func(record) func(record) bool { return func(record) bool { return true } }
	for _, tt := range []struct {
		query   string
		known   string                         // segments at the start of the keys, which the query knows
		part    bool                           // a value prefix follows
		stretch bool                           // then the range, or what the newest are looked up by
		group   func(record) func(record) bool // of the row that asks
		within  func(a, r record) bool         // of the group, what is read; nil for all
		wanted  func(record) func(record) bool // of the newest, else nil
		latest  int
	}{
		{query: "{name: q, where: {user: equal}}", known: "user", group: user},
		{query: "{name: q, where: {user: equal}}", group: everything},
		{query: "{name: q, where: {user: equal, city: equal}}", known: "user city", group: both},
		{query: "{name: q, where: {user: equal, city: equal}}", known: "city", group: city},
		{query: "{name: q, where: {user: equal, city: prefix 1}}", known: "user", part: true, group: func(a record) func(record) bool {
			return func(r record) bool { return r.user == a.user && r.city[0] == a.city[0] }
		}},
		{query: "{name: q, where: {user: equal, at: range 6h}}", known: "user", stretch: true, group: user,
			within: func(a, r record) bool { return !r.at.Before(a.at) && r.at.Before(a.at.Add(6*hour)) }},
		{query: "{name: q, where: {user: equal, at: range 6h}}", known: "user", group: user},
		{query: "{name: q, where: {city: equal, n: range 10}}", known: "city", stretch: true, group: city,
			within: func(a, r record) bool { return r.n >= a.n && r.n < a.n+10 }},
		{query: "{name: q, where: {user: equal}, latest: 2 by at}", known: "user", stretch: true, group: user, wanted: user, latest: 2},
		{query: "{name: q, where: {user: equal, city: equal}, latest: 2 by at}", known: "user", stretch: true, group: user,
			wanted: both, latest: 2},
		{query: "{name: q, where: {user: equal, city: equal}, latest: 1 by at}", known: "city", stretch: true, group: city,
			wanted: both, latest: 1},
	} {
		var runs []oracleRun
		for _, asks := range records {
			run := oracleRun{group: rowsWhere(records, tt.group(asks))}
			run.read = run.group
			if tt.within != nil {
				run.read = slices.DeleteFunc(slices.Clone(run.group), func(i int) bool { return !tt.within(asks, records[i]) })
			}
			if tt.wanted != nil {
				run.found = rowsWhere(records, tt.wanted(asks))
				newest := slices.Clone(run.found)
				slices.SortFunc(newest, func(a, b int) int { return records[b].at.Compare(records[a].at) })
				if len(newest) >= tt.latest {
					last := records[newest[tt.latest-1]].at
					run.read = slices.DeleteFunc(slices.Clone(run.group), func(i int) bool { return records[i].at.Before(last) })
				}
			}
			runs = append(runs, run)
		}
		want := loads(records, runs)
		p := probed(t, f, tt.query)
		got := p.PrefixLoad(strings.Fields(tt.known), tt.part, tt.stretch)
		if !nearly(got.Rows, want.Rows) || !nearly(got.Bytes, want.Bytes) || !nearly(got.Group, want.Group) ||
			!nearly(got.Found, want.Found) || got.Events != got.Rows {
			t.Errorf("%s, %q known: %+v, want %+v", tt.query, tt.known, got, want)
		}
		var blocks Block
		for _, b := range got.Blocks {
			blocks.Asking, blocks.Rows, blocks.Bytes = blocks.Asking+b.Asking, blocks.Rows+b.Rows, blocks.Bytes+b.Bytes
		}
		if n := float64(len(records)); blocks.Asking != n || !nearly(blocks.Rows, n*want.Rows) || !nearly(blocks.Bytes, n*want.Bytes) {
			t.Errorf("%s: the blocks add up to %+v", tt.query, blocks)
		}
		if !p.Answers() || !p.Finds(3) || p.Query().Name != "q" {
			t.Errorf("%s finds nothing", tt.query)
		}
		if (got.Newest != nil) != (tt.wanted != nil && tt.stretch) {
			t.Errorf("%s has newest runs %v", tt.query, got.Newest)
		}
	}
}

// TestRunsOfQueriesWithALimit verifies that the runs of a query with a limit are counted by their sizes, and that their
// means are those of all.
func TestRunsOfQueriesWithALimit(t *testing.T) {
	records := makeRecords(12, 150)
	f := factsOf(t, records)
	for query, find := range map[string]func(a, r record) bool{
		"{name: q, where: {user: equal, city: equal}, limit: 3}": func(a, r record) bool {
			return r.user == a.user && r.city == a.city
		},
		"{name: q, where: {user: equal, at: range 1d}, limit: 3}": func(a, r record) bool {
			return r.user == a.user && !r.at.Before(a.at) && r.at.Before(a.at.Add(24*time.Hour))
		},
		"{name: q, where: {user: equal, at: range = 2026-05-02 .. 2026-05-03}, limit: 3}": func(a, r record) bool {
			in := func(r record) bool { return r.at.Day() == 2 || r.at.Day() == 3 }
			return r.user == a.user && in(r) && in(a)
		},
	} {
		got := probed(t, f, query).PrefixLoad([]string{"user"}, false, false)
		var asking, found, events, rows float64
		for _, run := range got.Runs {
			asking, found = asking+run.Asking, found+run.Asking*run.Found
			events, rows = events+run.Asking*run.Events, rows+run.Asking*run.Rows
		}
		var want, wantFound, wantRead float64
		for _, a := range records {
			n := len(rowsWhere(records, func(r record) bool { return find(a, r) }))
			if n == 0 {
				continue // its own row is outside of a fixed range
			}
			want, wantFound = want+1, wantFound+float64(n)
			wantRead += float64(len(rowsWhere(records, func(r record) bool { return r.user == a.user })))
		}
		if asking != want || !nearly(found, wantFound) || !nearly(events, wantRead) || !nearly(rows, wantRead) || len(got.Runs) < 2 {
			t.Errorf("%s: %g runs find %g of %g in %g rows, want %g, %g of %g", query, asking, found, events, rows, want, wantFound, wantRead)
		}
	}
	if got := probed(t, f, "{name: q, where: {user: equal}}").PrefixLoad([]string{"user"}, false, false); got.Runs != nil {
		t.Errorf("without a limit: %+v", got.Runs)
	}
	var l Load
	found := []float64{5, 5, 102, 108, 120}
	for row, events := range []float64{10, 10, 201, 205, 500} {
		l.run(found, row, events, events/2)
	}
	if len(l.Runs) != 3 || l.Runs[0] != (Run{2, 5, 10, 5}) || l.Runs[1] != (Run{2, 105, 203, 101.5}) || l.Runs[2].Asking != 1 {
		t.Errorf("runs %+v", l.Runs)
	}
	l.scale(3, 10)
	if l.Runs[0] != (Run{2, 30, 30, 15}) || l.Runs[1] != (Run{2, 609, 609, 304.5}) {
		t.Errorf("of the table: %+v", l.Runs)
	}
	for n, want := range map[float64]int{0: 0, 19.9: 19, 20: 20, 20.1: 21, 21.9: 21, 22.1: 22, 24.3: 23} {
		if got := grade(n); got != want {
			t.Errorf("%g is of grade %d, want %d", n, got, want)
		}
	}
}

// TestGroupsOfTheNewest verifies how many groups there are of which a query wants the newest, and how many rows.
func TestGroupsOfTheNewest(t *testing.T) {
	records := makeRecords(13, 120)
	f := factsOf(t, records)
	p := probed(t, f, "{name: q, where: {city: equal}, latest: 2 per user by at}")
	for known, same := range map[string]func(a, r record) bool{
		"city": func(a, r record) bool { return a.city == r.city }, "": func(record, record) bool { return true },
	} {
		var want Each
		for _, a := range records {
			users := map[string]int{}
			for _, i := range rowsWhere(records, func(r record) bool { return same(a, r) }) {
				users[records[i].user]++
				want.All++
			}
			want.Groups += float64(len(users))
			for _, n := range users {
				want.Rows += float64(min(n, 2))
			}
		}
		n := float64(len(records))
		got := p.Each(strings.Fields(known))
		if !nearly(got.Groups, want.Groups/n) || !nearly(got.Rows, want.Rows/n) || !nearly(got.All, want.All/n) {
			t.Errorf("with %q known: %+v, want %g groups, %g of %g rows", known, got, want.Groups/n, want.Rows/n, want.All/n)
		}
	}
}

// TestRangesOfProbes verifies the width of a range, which share of the rows outside a fixed one come before it, and how
// many units of time it touches.
func TestRangesOfProbes(t *testing.T) {
	f := facts(t, "{day:date(20060102)}", "20260101", "20260102", "20260103", "20260110", "20260111", "20260112", "20260113")
	fixed := probed(t, f, "{name: q, where: {day: range = 20260102 .. 20260110}}")
	if got := fixed.Lead(); !nearly(got, 1./4) {
		t.Errorf("%g of the others come before", got)
	}
	if got := fixed.Width(); got != 9*86400 {
		t.Errorf("a width of %g s", got)
	}
	if got := fixed.Units(TimeUnit{Unit: rowkey.Day}); got != 9 {
		t.Errorf("%g days", got)
	}
	all := probed(t, f, "{name: q, where: {day: range = 20260101 .. 20260113}}")
	if got := all.Lead(); got != 0 {
		t.Errorf("of no others %g come before", got)
	}
	sliding := probed(t, f, "{name: q, where: {day: range 3d}}")
	if got := sliding.Units(TimeUnit{Unit: rowkey.Day}); got != 3 || sliding.Width() != 3*86400 {
		t.Errorf("three days are %g days, %g s", got, sliding.Width())
	}
	if got := sliding.Units(TimeUnit{Unit: rowkey.Month}); got != 1 {
		t.Errorf("three days touch %g months", got)
	}
	if p := probed(t, f, "{name: q, where: {day: equal}}"); p.Width() != 0 || p.Units(TimeUnit{Unit: rowkey.Day}) != 1 {
		t.Errorf("without a range: %g s", p.Width())
	}
	if p := probed(t, f, "{name: q, where: {day: = 20270101}}"); p.Answers() || p.Finds(0) {
		t.Error("a day that does not occur has answers")
	}
	if got := probed(t, f, "{name: q}").Returned(); got.Rows != 7 {
		t.Errorf("everything is %g rows", got.Rows)
	}
}

// TestUnitsOfTime verifies how many units of time a period touches, of calendars and of several units.
func TestUnitsOfTime(t *testing.T) {
	at := func(text string) float64 {
		v, err := time.Parse("2006-01-02 15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return float64(v.Unix())
	}
	for _, tt := range []struct {
		unit     TimeUnit
		from, to string
		want     float64
	}{
		{TimeUnit{Unit: rowkey.Hour}, "2026-01-01 00:00", "2026-01-01 01:00", 1}, {TimeUnit{Unit: rowkey.Hour}, "2026-01-01 00:30", "2026-01-01 01:30", 2},
		{TimeUnit{Unit: rowkey.Hour, N: 1}, "2026-01-01 00:30", "2026-01-01 01:30", 2}, {TimeUnit{Unit: rowkey.Hour, N: 6}, "2026-01-01 00:30", "2026-01-01 06:00", 1},
		{TimeUnit{Unit: rowkey.Hour, N: 6}, "2026-01-01 00:30", "2026-01-01 06:01", 2}, {TimeUnit{Unit: rowkey.Day}, "2026-01-01 00:00", "2026-01-01 00:00", 1},
		{TimeUnit{Unit: rowkey.Week}, "2026-01-04 23:00", "2026-01-05 00:00", 1}, {TimeUnit{Unit: rowkey.Week}, "2026-01-04 23:00", "2026-01-05 00:01", 2},
		{TimeUnit{Unit: rowkey.Week}, "1970-01-01 00:00", "1970-01-05 00:00", 1}, {TimeUnit{Unit: rowkey.Week}, "1970-01-01 00:00", "1970-01-05 00:01", 2},
		{TimeUnit{Unit: rowkey.Month}, "2025-12-31 23:00", "2026-02-01 00:00", 2}, {TimeUnit{Unit: rowkey.Month}, "2025-12-31 23:00", "2026-02-01 00:01", 3},
		{TimeUnit{Unit: rowkey.Year}, "2025-12-31 23:00", "2026-01-01 00:00", 1}, {TimeUnit{Unit: rowkey.Year}, "2025-12-31 23:00", "2027-01-01 00:01", 3},
	} {
		if got := tt.unit.In(at(tt.from), at(tt.to)); got != tt.want {
			t.Errorf("%s to %s touch %g of %+v, want %g", tt.from, tt.to, got, tt.unit, tt.want)
		}
	}
}

// TestCombinationsAgainstMaps verifies that combinations are numbered as maps number them, in a table and in a map, and
// that rows without one of the codes have none.
func TestCombinationsAgainstMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for _, top := range []uint32{5, 1 << 20} {
		const rows = 400
		columns := make([][]uint32, 3)
		for c := range columns {
			columns[c] = make([]uint32, rows)
			for i := range columns[c] {
				if columns[c][i] = r.Uint32N(4) * (top / 4); r.IntN(10) == 0 {
					columns[c][i] = None
				}
			}
		}
		got, n := combine(rows, columns...)
		ids := map[string]uint32{}
		for i := range rows {
			key, want := fmt.Sprint(columns[0][i], columns[1][i], columns[2][i]), None
			if columns[0][i] != None && columns[1][i] != None && columns[2][i] != None {
				id, ok := ids[key]
				if !ok {
					id = got[i]
					ids[key] = id
				}
				want = id
			}
			if got[i] != want {
				t.Fatalf("row %d has number %d, want %d", i, got[i], want)
			}
		}
		if n != len(ids) {
			t.Errorf("%d combinations, want %d", n, len(ids))
		}
		for _, id := range ids {
			if int(id) >= n {
				t.Errorf("number %d of %d", id, n)
			}
		}
	}
	if of, n := combine(3); n != 1 || !slices.Equal(of, []uint32{0, 0, 0}) {
		t.Errorf("of nothing: %v, %d", of, n)
	}
	if _, n := combine(0); n != 0 {
		t.Errorf("of no rows: %d", n)
	}
}

// TestSumsOfPrefixes verifies the sums over the first entries of a list that changes, and which entry has the n-th match.
func TestSumsOfPrefixes(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	for _, n := range []int{1, 2, 7, 8, 33} {
		s, naive := newSums(n), make([][3]float64, n)
		for range 100 {
			i, by := r.IntN(n), [3]float64{float64(r.IntN(3)), 1, float64(r.IntN(50))}
			s.add(i, by)
			for k := range by {
				naive[i][k] += by[k]
			}
		}
		var sum [3]float64
		for i := range n + 1 {
			if got := s.before(i); got != sum {
				t.Fatalf("the first %d of %d add up to %v, want %v", i, n, got, sum)
			}
			if i < n {
				for match := sum[0] + 1; match <= sum[0]+naive[i][0]; match++ {
					if got := s.find(match); got != i {
						t.Fatalf("match %g is in entry %d, want %d", match, got, i)
					}
				}
				for k := range sum {
					sum[k] += naive[i][k]
				}
			}
		}
	}
}

// TestRangesOfDigits verifies the byte ranges of decimal numbers, one for each number of digits.
func TestRangesOfDigits(t *testing.T) {
	for _, tt := range []struct {
		from, to float64
		want     string
	}{{5, 8, "[[5 7]]"}, {5, 10, "[[5 9]]"}, {5, 11, "[[5 9] [10 10]]"}, {0, 1, "[[0 0]]"}, {-5, 3, "[[0 2]]"}, {-5, -1, "[]"},
		{9, 1001, "[[9 9] [10 99] [100 999] [1000 1000]]"}, {4.5, 6.5, "[[5 6]]"}, {10, 10, "[]"}, {100, 200, "[[100 199]]"}} {
		if got := fmt.Sprint(digitRanges(tt.from, tt.to)); got != tt.want {
			t.Errorf("from %g to %g: %s, want %s", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestValuesOfColumns verifies what the values of a column are taken for: whole numbers, times with a date, numbers with
// fractions, or text; and where they lie on their axis.
func TestValuesOfColumns(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []string
		kind   rowkey.Kind
		axis   []float64
	}{
		{"whole numbers", []string{"7", "-3"}, rowkey.KindInt, []float64{7, -3}},
		{"dates", []string{"1970-01-02", "1970-01-01"}, rowkey.KindTime, []float64{86400, 0}},
		{"times", []string{"1970-01-01T00:00:01.5Z", "1970-01-01 00:00:02"}, rowkey.KindTime, []float64{1.5, 2}},
		{"times before 1970", []string{"1969-12-31T23:59:59.5Z"}, rowkey.KindTime, []float64{-0.5}},
		{"months", []string{"1970-01", "1970-02"}, rowkey.KindText, []float64{0, 1}},
		{"fractions", []string{"1.5", "2"}, rowkey.KindText, []float64{1.5, 2}},
		{"fractions and text", []string{"b", "1.5"}, rowkey.KindText, []float64{1, 0}},
		{"no numbers", []string{"NaN", "1.5"}, rowkey.KindText, []float64{1, 0}},
		{"infinite numbers", []string{"Inf", "1.5"}, rowkey.KindText, []float64{1, 0}},
		{"text", []string{"c", "a", "b"}, rowkey.KindText, []float64{2, 0, 1}}, {"none", nil, 0, nil},
	} {
		c := &Column{Name: "f:q"}
		for _, v := range tt.values {
			c.Values = append(c.Values, segments.Value{Raw: []byte(v), Of: rowkey.Value{Kind: rowkey.KindText, Bytes: []byte(v)}})
		}
		c.interpret()
		for _, v := range c.Values {
			if v.Of.Kind != tt.kind {
				t.Errorf("%s: %v is of kind %v, want %v", tt.name, v.Of, v.Of.Kind, tt.kind)
			}
		}
		if got := c.axis(); len(got) != len(tt.axis) || !slices.EqualFunc(got, tt.axis, nearly) {
			t.Errorf("%s lie at %v, want %v", tt.name, got, tt.axis)
		}
	}
	for micros, want := range map[int64]float64{0: 0, 1: 1e-6, -1: -1e-6, 1_500_000: 1.5, -1_500_000: -1.5, -2_000_000: -2} {
		v := timeValue(micros)
		if got := Coordinate(v.Of); !nearly(got, want) || v.Of.Nanos < 0 {
			t.Errorf("%d µs lie at %g, want %g", micros, got, want)
		}
	}
	rising := []int64{math.MinInt64 + 1, -1, 0, 1, 1 << 40}
	for i := range rising[1:] {
		if bytes.Compare(timeValue(rising[i]).Raw, timeValue(rising[i+1]).Raw) >= 0 {
			t.Errorf("the bytes of %d and %d are out of order", rising[i], rising[i+1])
		}
	}
	if !math.IsNaN(Coordinate(rowkey.Value{Kind: rowkey.KindText})) || Coordinate(rowkey.Value{Kind: rowkey.KindUint, Uint: 7}) != 7 {
		t.Error("coordinates of text and unsigned numbers")
	}
	times := timesColumn([]int64{5, math.MinInt64, 7, 5})
	if !slices.Equal(times.Of, []uint32{0, None, 1, 0}) || len(times.Values) != 2 {
		t.Errorf("times %v of %v", times.Of, times.Values)
	}
}

// TestPeriodsThatUsersWrite verifies which period a time stands for that a user writes, by its last field.
func TestPeriodsThatUsersWrite(t *testing.T) {
	const from = 1767225600 // 2026-01-01
	for text, want := range map[string]float64{"2026-01-01T00:00:00Z": 1, "2026-01-01 00:00:00": 1, "2026-01-01T00:00Z": 60,
		"2026-01-01T00": 3600, "2026-01-01": 86400, "2026-01": 31 * 86400, "2026": 365 * 86400} {
		if start, end, ok := period(text); !ok || start != from || end-start != want {
			t.Errorf("%s is from %.0f for %g s, %t, want %g", text, start, end-start, ok, want)
		}
	}
	for _, text := range []string{"", "soon", "2026-13", "26-01-01"} {
		if _, _, ok := period(text); ok {
			t.Errorf("%q is a time", text)
		}
	}
	month := facts(t, "{m:date(200601)}", "202601", "202602").Column("m")
	for _, tt := range []struct {
		text          string
		begin, length float64
	}{{"202602", from + 31*86400, 28 * 86400}, {"2026-02", from + 31*86400, 28 * 86400}, {"2026-01-05", from + 4*86400, 86400}} {
		if begin, end, err := month.point(tt.text); err != nil || begin != tt.begin || end-begin != tt.length {
			t.Errorf("%s is from %.0f for %g s, %v, want %.0f for %g", tt.text, begin, end-begin, err, tt.begin, tt.length)
		}
	}
	number := facts(t, "{n:int}", "1", "2").Column("n")
	if from, to, err := number.point("5"); err != nil || from != 5 || to != 6 {
		t.Errorf("5 is from %g to %g, %v", from, to, err)
	}
	if _, _, err := number.point("x"); err == nil || err.Error() != `"x" is not a value of n: write it as it is stored` {
		t.Error(err)
	}
	fraction := &Column{Name: "f:q", numbers: []float64{1.5}}
	if from, to, err := fraction.point("1.5"); err != nil || from != 1.5 || to <= 1.5 || to > 1.5000001 {
		t.Errorf("1.5 is from %g to %g, %v", from, to, err)
	}
}

// TestEndsOfTextRanges verifies the ranks between which the values of a range of text lie: those that begin with its end
// belong to it.
func TestEndsOfTextRanges(t *testing.T) {
	c := facts(t, "{w}", "a", "b", "ba", "c").Column("w")
	for _, tt := range []struct {
		from, to  string
		low, high float64
		ok        bool
	}{{"a", "b", 0, 3, true}, {"b", "b", 1, 3, true}, {"aa", "ba", 1, 3, true}, {"c", "z", 3, 4, true}, {"x", "z", 4, 4, true}, {"b", "a", 0, 0, false}} {
		low, high, err := c.ends(tt.from, tt.to)
		if low != tt.low || high != tt.high || (err == nil) != tt.ok {
			t.Errorf("%s to %s: %g to %g, %v", tt.from, tt.to, low, high, err)
		}
	}
}

// TestOrderOfComponents verifies how the bytes of a component run along the values of its segment, also where one stands
// for several, and how components are joined.
func TestOrderOfComponents(t *testing.T) {
	f := facts(t, "{n:pad(2)}", "05", "11", "12", "20")
	component := func(write func(n int) string) *Component {
		c := &Component{Sources: []string{"n"}, Of: make([]uint32, 4)}
		ids := map[string]uint32{}
		for row, n := range []int{5, 11, 12, 20} {
			text := write(n)
			id, ok := ids[text]
			if !ok {
				id = uint32(len(c.Raw))
				ids[text] = id
				c.Raw = append(c.Raw, []byte(text))
			}
			c.Of[row] = id
		}
		return c
	}
	padded := component(func(n int) string { return fmt.Sprintf("%02d", n) })
	for _, tt := range []struct {
		name   string
		c      *Component
		order  order
		coarse bool
	}{
		{"padded", padded, rising, false}, {"reversed", component(func(n int) string { return fmt.Sprintf("%02d", 99-n) }), falling, false},
		{"not padded", component(func(n int) string { return fmt.Sprint(n) }), digits, false},
		{"hashed", component(func(n int) string { return fmt.Sprint("x", n*7%10) }), unordered, false},
		{"tens", component(func(n int) string { return fmt.Sprint(n / 10) }), rising, true},
		{"tens, reversed", component(func(n int) string { return fmt.Sprint(9 - n/10) }), falling, true},
		{"all alike", component(func(int) string { return "x" }), rising, true},
	} {
		if got := f.place(tt.c); got.order != tt.order || got.coarse != tt.coarse {
			t.Errorf("%s: order %d, coarse %t, want %d, %t", tt.name, got.order, got.coarse, tt.order, tt.coarse)
		}
	}
	tens := component(func(n int) string { return fmt.Sprint(n / 10) })
	for _, tt := range []struct {
		starts []float64
		want   []float64 // where the codes begin
	}{{[]float64{0, 10, 20}, []float64{0, 10, 20}}, {[]float64{0, 11.5, 20}, []float64{5, 11, 20}}, {[]float64{0, 4, 20}, []float64{5, 11, 20}},
		{[]float64{0, 10, 12}, []float64{5, 11, 20}}} {
		tens.Starts = tt.starts
		if got := f.place(tens).starts; !slices.Equal(got, tt.want) {
			t.Errorf("spans that begin at %v: codes begin at %v, want %v", tt.starts, got, tt.want)
		}
	}
	tens.After = []byte("#")
	units := component(func(n int) string { return fmt.Sprint(n % 10) })
	units.After, units.Of[3] = []byte("/"), None
	joined := tens.followedBy(units)
	var got []string
	for _, code := range joined.Of {
		if code == None {
			got = append(got, "")
			continue
		}
		got = append(got, string(joined.Raw[code]))
	}
	if !slices.Equal(got, []string{"0#5", "1#1", "1#2", ""}) || string(joined.After) != "/" {
		t.Errorf("joined %q, behind them %q", got, joined.After)
	}
	for text, want := range map[string]bool{"0": true, "7": true, "10": true, "07": false, "": false, "1a": false, "-1": false} {
		if isDecimal([]byte(text)) != want {
			t.Errorf("%q is decimal %t", text, !want)
		}
	}
}

// TestBeginningsOfDigests verifies which values begin a digest: at least two hexadecimal digits in either case, or bytes.
func TestBeginningsOfDigests(t *testing.T) {
	digest := []byte{0xab, 0x12, 0x34}
	for value, want := range map[string]bool{"ab": true, "AB12": true, "a": false, "ab123": true, "ab13": false, "\xab": true, "\xab\x12": true,
		"\xac": false, "": false, "ab1234": true, "ab12340": false} {
		if got := begins(digest, []byte(value)); got != want {
			t.Errorf("%q begins the digest %t, want %t", value, got, want)
		}
	}
}

// TestDigestsNeedValues verifies from how many different values on a segment is taken for a digest, that rows must have
// both or none, and one digest for each value.
func TestDigestsNeedValues(t *testing.T) {
	identity := func(b []byte) []byte { return b }
	column := func(of []uint32, values ...string) *Column {
		c := &Column{Of: of}
		for _, v := range values {
			c.Values = append(c.Values, segments.Value{Raw: []byte(v)})
		}
		return c
	}
	letters := strings.Split("abcdefghij", "")
	for _, tt := range []struct {
		name   string
		x, of  []uint32
		digest []string
		want   bool
	}{
		{"eight values", []uint32{0, 1, 2, 3, 4, 5, 6, 7}, []uint32{0, 1, 2, 3, 4, 5, 6, 7}, letters[:8], true},
		{"seven", []uint32{0, 1, 2, 3, 4, 5, 6}, []uint32{0, 1, 2, 3, 4, 5, 6}, letters[:7], false},
		{"seven that occur", []uint32{0, 1, 2, 3, 4, 5, 6}, []uint32{0, 1, 2, 3, 4, 5, 6}, letters[:8], false},
		{"eight, several times", []uint32{0, 1, 2, 3, 4, 5, 6, 7, 0, 1}, []uint32{0, 1, 2, 3, 4, 5, 6, 7, 0, 1}, letters[:8], true},
		{"another digest of one", []uint32{0, 1, 2, 3, 4, 5, 6, 7, 1}, []uint32{0, 1, 2, 3, 4, 5, 6, 7, 0}, letters[:8], false},
		{"a row without both", []uint32{None, 0, 1, 2, 3, 4, 5, 6, 7}, []uint32{None, 0, 1, 2, 3, 4, 5, 6, 7}, letters[:8], true},
		{"a row without the digest", []uint32{0, 1, 2, 3, 4, 5, 6, 7, None}, []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8}, letters[:8], false},
		{"a row with the digest only", []uint32{0, 1, 2, 3, 4, 5, 6, 7, 7}, []uint32{0, 1, 2, 3, 4, 5, 6, 7, None}, letters[:8], false},
		{"the last one wrong", []uint32{0, 1, 2, 3, 4, 5, 6, 7}, []uint32{0, 1, 2, 3, 4, 5, 6, 8}, letters[:8], false},
	} {
		if got := isDigest(column(tt.x, tt.digest...), column(tt.of, letters...), identity); got != tt.want {
			t.Errorf("%s: a digest %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestCostsInWords verifies the access in a few words, and the rows read for each that is returned.
func TestCostsInWords(t *testing.T) {
	for _, tt := range []struct {
		c    Cost
		want string
	}{
		{Cost{Access: Point}, "point"}, {Cost{Access: FanOut, Ranges: 16}, "16-way fan-out"}, {Cost{Access: Filter, Filters: []string{"a", "b"}}, "filter on a, b"},
		{Cost{Access: ByRange, Ranges: 1.5}, "range"}, {Cost{Access: ByRange, Ranges: 1.6}, "2 ranges"}, {Cost{Access: FullScan}, "full scan"},
	} {
		if got := tt.c.Summary(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.c, got, tt.want)
		}
	}
	read := Cost{ByData: Average{RowsRead: estimate.Counted(6), RowsReturned: estimate.Counted(2)}}
	if got := read.Amplification(); got != 3 {
		t.Errorf("6 rows for 2 are %g for each", got)
	}
	read.ByData.RowsReturned = estimate.Counted(0)
	if got := read.Amplification(); got != 1 {
		t.Errorf("6 rows for none are %g for each", got)
	}
}

// TestFiguresOfTheTable verifies how a chance that two rows share a code becomes rows of the table, and how records that
// merge become rows.
func TestFiguresOfTheTable(t *testing.T) {
	p := estimate.Within(0.1, 0.05, 0.2)
	for _, tt := range []struct {
		name               string
		doubt, share, unit float64
		bounded            bool
		want               estimate.Figure
	}{
		{"rows", 0, 1, 1, false, estimate.Within(101, 51, 201)}, {"half of them are read", 0, 0.5, 1, false, estimate.Within(50.5, 25.5, 100.5)},
		{"bytes", 0, 1, 10, false, estimate.Within(1010, 510, 2010)}, {"bounded", 0, 1, 10, true, estimate.Within(1010, 10, 2010)},
		{"hardly any is read", 0, 0.001, 10, false, estimate.Within(10, 10, 10)},
		{"of an uncertain table", 0.5, 1, 1, false, estimate.Within(101, 101-math.Hypot(50, 50.5), 101+math.Hypot(100, 50.5))},
	} {
		got := scaled(p, 1001, tt.doubt, tt.share, tt.unit, tt.bounded)
		if !nearly(got.Value, tt.want.Value) || !nearly(got.Low, tt.want.Low) || !nearly(got.High, tt.want.High) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	data := tally{rowsRead: 100, rowsReturned: 50, bytesRead: 1000, bytesReturned: 250}
	average := func() Average {
		return Average{RowsRead: estimate.Within(20, 10, 40), BytesRead: estimate.Within(2000, 1000, 4000)}
	}
	per := estimate.Within(0.5, 0.25, 1)
	known, unknown := average(), average()
	known.merge(data, &per, 30)
	unknown.merge(data, nil, 30)
	for name, pair := range map[string][2]estimate.Figure{
		"rows": {known.RowsRead, estimate.Within(10, 2.5, 40)}, "returned": {known.RowsReturned, estimate.Within(5, 1, 40)},
		"bytes": {known.BytesReturned, estimate.Within(500, 30, 4000)}, "rows, bounded": {unknown.RowsRead, estimate.Within(20, 1, 40)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %+v, want %+v", name, pair[0], pair[1])
		}
	}
}

// TestPairsOfDifferentClusters verifies the chance that a row has the code of one that asks, from pairs of rows that were
// sampled apart.
func TestPairsOfDifferentClusters(t *testing.T) {
	f := facts(t, "{n:pad(2)}", "00", "01", "02", "03", "04", "05")
	b := &bound{Index: f}
	codes := []uint32{0, 0, 1, 0, 1, None}
	for _, tt := range []struct {
		name    string
		cluster []uint32
		asks    []uint32
		want    float64
	}{
		// of 5 that ask and 6 that have, without a row and itself: code 0 is met 3*3-3 times, code 1 2*2-2
		{"each apart", []uint32{0, 1, 2, 3, 4, 5}, codes, 8. / (5*6 - 5)},
		// without the pairs of the first two, and of the next two
		{"two by two", []uint32{0, 0, 1, 1, 2, 2}, codes, (13. - 4 - 2 - 1) / (5*6 - 4 - 4 - 2)},
		{"one that asks", []uint32{0, 1, 2, 3, 4, 5}, []uint32{0, None, None, None, None, None}, 2. / 5},
		{"all of one cluster", []uint32{0, 0, 0, 0, 0, 0}, codes, 1},
	} {
		f.cluster = tt.cluster
		if got := b.pairs(tt.asks, codes, 2, -1); !nearly(got, tt.want) {
			t.Errorf("%s: %g, want %g", tt.name, got, tt.want)
		}
	}
}

// TestRowsInOrderOfGroups verifies that rows are sorted into groups, in each in the order that they come in.
func TestRowsInOrderOfGroups(t *testing.T) {
	order := inOrder([]float64{3, 1, 2, 1})
	if at := []float64{3, 1, 2, 1}; !slices.IsSortedFunc(order, func(a, b uint32) int { return cmp.Compare(at[a], at[b]) }) {
		t.Errorf("in order: %v", order)
	}
	rows, first := byGroup([]uint32{3, 2, 1, 0, 4}, []uint32{1, 0, None, 1, 0}, 3)
	if !slices.Equal(rows, []uint32{1, 4, 3, 0}) || !slices.Equal(first, []int{0, 2, 4, 4}) {
		t.Errorf("rows %v in groups that begin at %v", rows, first)
	}
}

// TestRowsThatARunReturns verifies what runs return, each time it is asked, on average over the rows that ask: those with
// the values of the row, and up to the limit of the range.
func TestRowsThatARunReturns(t *testing.T) {
	f := facts(t, "{a}#{b}#{n:int}", "x#p#1", "x#p#2", "x#q#3", "y#p#4")
	for query, want := range map[string]float64{
		"{name: q}":                              4,
		"{name: q, where: {a: equal}}":           (3*3 + 1) / 4.,
		"{name: q, where: {a: equal, b: equal}}": (2*2 + 1 + 1) / 4.,
		"{name: q, where: {b: equal}}":           (3*3 + 1) / 4.,
		"{name: q, where: {a: = x}}":             3,
		"{name: q, where: {n: range = 2 .. 3}}":  2,
		"{name: q, where: {a: = x, b: equal}}":   (2*2 + 1) / 3.,
	} {
		p := probed(t, f, query)
		for range 2 {
			if got := p.Returned(); !nearly(got.Rows, want) {
				t.Errorf("%s returns %v rows, want %v", query, got.Rows, want)
			}
		}
	}
}
