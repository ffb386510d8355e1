package access

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

// facts makes a table of keys under a template, with one cell a row.
func facts(t testing.TB, template string, keys ...string) *Index {
	t.Helper()
	slices.Sort(keys)
	b := sample.NewBuilder(64)
	for i, k := range keys {
		b.Row([]byte(k))
		b.Cell("f", []byte("q"), int64(i)*1000, []byte(fmt.Sprint(i%3)))
	}
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b}), rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func cost(t testing.TB, f *Index, query string) Cost {
	t.Helper()
	w, err := workload.Parse([]byte("queries: ["+query+"]"), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs, err := f.Costs(context.Background(), w, f.CurrentLayouts()...)
	if err != nil {
		t.Fatal(err)
	}
	return costs[0]
}

func TestForms(t *testing.T) {
	readings := []string{"a#20260101", "a#20260102", "a#20260103", "a#20260105", "b#20260101", "b#20260109",
		"ab#20260102"}
	salted := []string{"0#a#20260101", "1#b#20260101", "1#b#20260102", "0#c#20260101"}
	hosts := []string{"com.x.a", "com.x.b", "com.y.a", "org.x.a"}
	months := []string{"202301", "202302", "202303", "202304"}
	for _, c := range []struct {
		template, query string
		keys            []string
		access          Method
		ranges          float64
		read, returned  float64 // by data
		valueRead       float64 // by value
	}{
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = a}}", readings, ByPrefix, 1, 4, 4, 4},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = nobody}}", readings, NoAccess, 1, 0, 0, 0},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = a, day: range = 20260102 .. 20260103}}", readings, ByRange,
			1, 2, 2, 2},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = a, day: range = 2026-01-02 .. 2026-01-04}}", readings,
			ByRange, 1, 2, 2, 2},
		{"{m:date(200601)}", "{name: q, where: {m: range = 202301 .. 202302}}", months, ByRange, 1, 2, 2, 2},
		{"{m:date(200601)}", "{name: q, where: {m: range = 202302 .. 202303}}", months, ByRange, 1, 2, 2, 2},
		{"{m:date(200601)}", "{name: q, where: {m: in 2023-02}}", months, ByRange, 1, 1, 1, 1},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: equal}, latest: 1 by day}", readings, ByPrefix, 1, 1, 1, 1},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: equal}, latest: 3 by day}", readings, ByPrefix, 1,
			(4*3 + 2*2 + 1.0) / 7, (4*3 + 2*2 + 1.0) / 7, 2},
		{"{u}#{day:date(20060102)}", "{name: q, latest: 2 by day}", readings, FullScan, 1, 7, 2, 7},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: prefix = a}}", readings, ByPrefix, 1, 5, 5, 5},
		{"{u}#{day:date(20060102)}", "{name: q, where: {day: equal}}", readings, FullScan, 1, 7, (2*2 + 2*2 + 3.0) / 7,
			7},
		{"{u}#{day:date(20060102)}", "{name: q}", readings, FullScan, 1, 7, 7, 7},
		{"{u}#{day:date(20060102)}", "{name: q, where: {'f:q': = 1}}", readings, FullScan, 1, 7, 2, 7},
		{"{s:salt(2)}#{u}#{day:date(20060102)}", "{name: q, where: {u: equal}}", salted, FanOut, 2,
			(1 + 2 + 2 + 1) / 4.0, (1 + 2 + 2 + 1) / 4.0, 4 / 3.0},
		{"{s:salt(2, crc32(u))}#{u}#{day:date(20060102)}", "{name: q, where: {u: equal}}", salted, ByPrefix, 1, 1.5,
			1.5, 4 / 3.0},
		{"{h:reverse(domain)}", "{name: q, where: {h: labels 2}}", hosts, ByPrefix, 1, (2*2 + 1 + 1) / 4.0,
			(2*2 + 1 + 1) / 4.0, 4 / 3.0},
		{"{h:reverse(domain)}", "{name: q, where: {h: labels = x.com}}", hosts, ByPrefix, 1, 2, 2, 2},
		{"{h:surt}", "{name: q, where: {h: labels = x.com}}", []string{"com,x,a", "com,x,b", "com,y,a"}, ByPrefix, 1, 2, 2,
			2},
		{"{h:text}", "{name: q, where: {h: labels 2}}", []string{"a.x.com", "b.x.com", "a.y.com"}, FullScan, 1, 3,
			(2*2 + 1) / 3.0, 3},
	} {
		got := cost(t, facts(t, c.template, slices.Clone(c.keys)...), c.query)
		near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
		if got.Access != c.access || !near(got.Ranges, c.ranges) || !near(got.ByData.RowsRead.Value, c.read) ||
			!near(got.ByData.RowsReturned.Value, c.returned) ||
			!near(got.ByValue.RowsRead.Value, c.valueRead) {
			t.Errorf("%s %s: %s, %g ranges, %g read for %g, by value %g", c.template, c.query, got.Access, got.Ranges,
				got.ByData.RowsRead.Value, got.ByData.RowsReturned.Value, got.ByValue.RowsRead.Value)
		}
	}
}

func TestCostErrors(t *testing.T) {
	f := facts(t, "{u}#{day:date(20060102)}", "a#20260101")
	for query, want := range map[string]string{
		"{name: q, where: {u: range 5}}":                        "u contains no times or numbers, so it has no width",
		"{name: q, where: {day: range = soon .. later}}":        `"soon" is not a value of day`,
		"{name: q, where: {day: range = 20260103 .. 20260101}}": "ends before it starts",
	} {
		w, err := workload.Parse([]byte("queries: ["+query+"]"), f.Names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Costs(context.Background(), w, f.CurrentLayouts()...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", query, err, want)
		}
	}
	w := &workload.Workload{Queries: []*workload.Query{{Name: "q", Where: []workload.Condition{{Segment: "f:none", Op: workload.Equal}}}}}
	if err := f.Prepare(w); err == nil || !strings.Contains(err.Error(), "no row read has the column f:none") {
		t.Error(err)
	}
}

// indexOf returns an index of the keys of s.
func indexOf(s *sample.Sample, set rowkey.Set) (*Index, error) {
	t, err := segments.New(context.Background(), s, set)
	if err != nil {
		return nil, err
	}
	return NewIndex(t), nil
}

// TestMillisAddsUpTheModel verifies each term of the cost model by itself: seeks, of which there is at least one,
// bytes, rows, rows filtered out, bytes sent, further ranges, and a scan in reverse.
func TestMillisAddsUpTheModel(t *testing.T) {
	r := workload.Rates{Seeks: 1000, Scan: 1e6, Row: 10, Filtered: 100, Network: 1e5, FanOut: 2000, ReverseScan: 2, Writes: 500}
	for _, c := range []struct {
		use  workload.Use
		want float64
	}{
		{workload.Use{}, 1}, {workload.Use{Ranges: 0.2}, 1}, {workload.Use{Ranges: 3}, 3 + 2*2}, {workload.Use{Bytes: 5e3}, 1 + 5},
		{workload.Use{Rows: 100, Returned: 100}, 1 + 1},
		{workload.Use{Rows: 100, Returned: 90}, 1 + 1 + 1}, {workload.Use{ReturnedBytes: 200}, 1 + 2},
		{workload.Use{Bytes: 5e3, Reversed: true}, 2 * 6}, {workload.Use{Rows: 1, Returned: 5}, 1 + 0.01},
	} {
		if got := r.Millis(c.use); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v takes %g ms, not %g", c.use, got, c.want)
		}
	}
	if got := r.WriteMillis(); got != 2 {
		t.Errorf("a write takes %g ms, not 2", got)
	}
	salted := cost(t, facts(t, "{s:salt(2)}#{u}#{n}", "0#a#1", "0#b#1", "1#a#2", "1#c#1"),
		"{name: q, where: {u: equal}}")
	plain := cost(t, facts(t, "{u}#{n}", "a#1", "a#2", "b#1", "c#1"), "{name: q, where: {u: equal}}")
	if got, want := salted.Millis()-plain.Millis(), 1.0/17+0.005; math.Abs(got-want) > 0.01*want {
		t.Errorf("a second range takes %g ms more, not %g", got, want)
	}
}

// TestTotalWeighsByFrequency verifies that the total is a mean by frequency, and 0 of nothing.
func TestTotalWeighsByFrequency(t *testing.T) {
	of := func(frequency, ranges float64) Cost {
		return Cost{Query: &workload.Query{Frequency: frequency}, Ranges: ranges}
	}
	if got, want := Total([]Cost{of(3, 17), of(1, 51)}), 1.5+0.005*(3*16+50)/4; math.Abs(got-want) > 1e-9 {
		t.Errorf("the total is %g ms, not %g", got, want)
	}
	if got := Total(nil) + Total([]Cost{of(0, 17)}); got != 0 {
		t.Errorf("the total of nothing is %g ms", got)
	}
}
