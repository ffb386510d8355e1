package access

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// requests is a table of requests with columns of several kinds of values.
func requests(t testing.TB) *Index {
	t.Helper()
	b := sample.NewBuilder(64)
	for i := range 40 {
		b.Row(fmt.Appendf(nil, "h%d#%03d", i%2, i/2))
		for _, c := range [][2]string{
			{"at", fmt.Sprintf("2026-05-%02dT10:00:00Z", 1+i%20)}, {"load", fmt.Sprintf("%.1f", float64(i)/2)},
			{"path", fmt.Sprintf("/%c/x", 'a'+i%4)},
			{"status", fmt.Sprint([]int{99, 200, 404, 500, 503}[i%5])},
		} {
			b.Cell("f", []byte(c[0]), int64(i)*1000, []byte(c[1]))
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b})
	f, err := indexOf(s, rowkey.Set{mustParse(t, "{host}#{n:pad(3)}")})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mustParse(t testing.TB, template string) *rowkey.Layout {
	t.Helper()
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestRangesOfColumns verifies ranges of numbers, of numbers with fractions, of text, and of times in ISO 8601 in
// columns.
func TestRangesOfColumns(t *testing.T) {
	f := requests(t)
	for where, want := range map[string]float64{
		"'f:status': range = 500 .. 599": 16, "'f:status': range = 99 .. 200": 16, "'f:load': range = 9.5 .. 10.0": 2,
		"'f:path': range = /a .. /b":     20,
		"'f:path': range = /b/x .. /c/w": 10, "'f:at': in 2026-05-03": 2, "'f:at': in 2026-05": 40,
		"'f:at': in 2026":                          40,
		"'f:at': range = 2026-05-03 .. 2026-05-04": 4, "'f:at': range = 2026-05-03T10 .. 2026-05-03T11": 2,
		"host: range = h1 .. h1": 20, "host: in h1": 20,
	} {
		if got := cost(t, f, "{name: q, where: {"+where+"}}"); got.ByData.RowsReturned.Value != want {
			t.Errorf("%s returns %g rows, not %g", where, got.ByData.RowsReturned.Value, want)
		}
	}
	if got := cost(t, f, "{name: q, where: {host: range = h1 .. h1}}"); got.Access != ByRange ||
		got.ByData.RowsRead.Value != 20 {
		t.Errorf("a range of text is a %s that reads %g rows", got.Access, got.ByData.RowsRead.Value)
	}
	w, err := workload.Parse([]byte("queries: [{name: q, where: {'f:path': range 5}}]"), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Prepare(w); err == nil || !strings.Contains(err.Error(), "so it has no width") {
		t.Error(err)
	}
}

// TestPrefixCountsBytesOfTheKey verifies that conditions are on what the key holds, not on how a value is shown.
func TestPrefixCountsBytesOfTheKey(t *testing.T) {
	var keys []string
	for month := 1; month <= 12; month++ {
		for day := range 28 {
			keys = append(keys, fmt.Sprintf("2023%02d%02d", month, day+1))
		}
	}
	f := facts(t, "{day:date(20060102)}", keys...)
	for where, access := range map[string]Method{"day: prefix 6": ByPrefix, "day: prefix = 202305": ByPrefix,
		"day: in 2023-05": ByRange} {
		got := cost(t, f, "{name: q, where: {"+where+"}}")
		if got.Access != access || got.ByData.RowsRead.Value != 28 || got.ByData.RowsReturned.Value != 28 {
			t.Errorf("%s: %s, %g rows read for %g", where, got.Access, got.ByData.RowsRead.Value,
				got.ByData.RowsReturned.Value)
		}
	}
	hosts := facts(t, "{h:reverse(domain)}", "com.x.a", "com.x.b", "com.y.a", "org.x.a")
	if got := cost(t, hosts, "{name: q, where: {h: prefix = com.x}}"); got.Access != ByPrefix ||
		got.ByData.RowsRead.Value != 2 {
		t.Errorf("the prefix of a reversed name: %s, %g rows", got.Access, got.ByData.RowsRead.Value)
	}
}

// TestInReadsBack verifies that a period reads back from the text that it is written as.
func TestInReadsBack(t *testing.T) {
	c, err := workload.ParseCondition("day", "in 2023-05")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := workload.ParseCondition("day", c.String()); err != nil || again != c || c.String() != "in 2023-05" {
		t.Errorf("%q: %+v, %v", c, again, err)
	}
	if _, err := workload.ParseCondition("day", "in"); err == nil {
		t.Error("in nothing")
	}
}

// TestRangeGoesOnBehindABucket verifies that a time behind the week that it is in narrows a range, and a fixed one.
func TestRangeGoesOnBehindABucket(t *testing.T) {
	records := makeRecords(3, 400)
	f := factsOf(t, records)
	w := newWorld(records, []string{"user", "hour", "at", "n"})
	for _, q := range []*workload.Query{conditions(t, "user", "equal", "at", "range 10min"), conditions(t, "user", "equal", "at",
		"range = 2026-05-02T10:10:00Z .. 2026-05-02T10:20:00Z")} {
		costs, err := f.Costs(context.Background(), &workload.Workload{Queries: []*workload.Query{q}},
			w.layout(f, []string{"user", "hour", "at", "n"}))
		if err != nil {
			t.Fatal(err)
		}
		if a := costs[0].ByData; a.RowsRead.Value != a.RowsReturned.Value || slices.Contains(costs[0].Filters, "at") {
			t.Errorf("%s: %g rows read for %g", q, a.RowsRead.Value, a.RowsReturned.Value)
		}
	}
}

// What a condition asks for must be there to ask for.
func TestPrepareErrors(t *testing.T) {
	f := facts(t, "{device}#{day:date(20060102)}", "a#20260501", "b#20260502")
	for query, want := range map[string]string{
		"{name: q, where: {m:x: equal}}":                               `line 1: query "q": no row read has the column m:x`,
		"{name: q, where: {device: range 3}}":                          `line 1: query "q": device contains no times or numbers`,
		"{name: q, where: {day: range = 20260502 .. 20260501}}":        `line 1: query "q": the range ends before it starts`,
		"{name: q, where: {day: range = yesterday .. 20260501}}":       `line 1: query "q": "yesterday" is not a value of day`,
		"{name: q, where: {day: labels 2}}":                            `line 1: query "q": day contains no names with dots`,
		"{name: q, where: {device: labels 2}}":                         `line 1: query "q": device contains no names with dots`,
		"{name: q, where: {day: equal}, latest: 3 by device}":          `line 1: query "q": device contains no times or whole numbers`,
		"{name: q, where: {device: equal, day: range 2026-05-01 .. }}": "line 1: day: range wants a width",
	} {
		w, err := workload.Parse([]byte("queries: ["+query+"]"), f.Names)
		if err == nil {
			err = f.Prepare(w)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", query, err, want)
		}
	}
}
