package workload

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
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything}, []*sample.Builder{b}), rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func cost(t testing.TB, f *Index, query string) Cost {
	t.Helper()
	w, err := Parse([]byte("queries: ["+query+"]"), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs, err := f.Costs(context.Background(), w, f.CurrentLayout())
	if err != nil {
		t.Fatal(err)
	}
	return costs[0]
}

func TestForms(t *testing.T) {
	readings := []string{"a#20260101", "a#20260102", "a#20260103", "a#20260105", "b#20260101", "b#20260109", "ab#20260102"}
	salted := []string{"0#a#20260101", "1#b#20260101", "1#b#20260102", "0#c#20260101"}
	hosts := []string{"com.x.a", "com.x.b", "com.y.a", "org.x.a"}
	for _, c := range []struct {
		template, query string
		keys            []string
		access          Access
		ranges          float64
		read, returned  float64 // by data
		valueRead       float64 // by value
	}{
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = a}}", readings, ByPrefix, 1, 4, 4, 4},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = nobody}}", readings, NoAccess, 1, 0, 0, 0},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = a, day: range = 20260102 .. 20260103}}", readings, ByRange, 1, 2, 2, 2},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: = a, day: range = 2026-01-02 .. 2026-01-04}}", readings, ByRange, 1, 2, 2, 2},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: equal}, latest: 1 by day}", readings, ByPrefix, 1, 1, 1, 1},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: equal}, latest: 3 by day}", readings, ByPrefix, 1, (4*3 + 2*2 + 1.0) / 7, (4*3 + 2*2 + 1.0) / 7, 2},
		{"{u}#{day:date(20060102)}", "{name: q, latest: 2 by day}", readings, FullScan, 1, 7, 2, 7},
		{"{u}#{day:date(20060102)}", "{name: q, where: {u: prefix = a}}", readings, ByPrefix, 1, 5, 5, 5},
		{"{u}#{day:date(20060102)}", "{name: q, where: {day: equal}}", readings, FullScan, 1, 7, (2*2 + 2*2 + 3.0) / 7, 7},
		{"{u}#{day:date(20060102)}", "{name: q}", readings, FullScan, 1, 7, 7, 7},
		{"{u}#{day:date(20060102)}", "{name: q, where: {'f:q': = 1}}", readings, FullScan, 1, 7, 2, 7},
		{"{s:salt(2)}#{u}#{day:date(20060102)}", "{name: q, where: {u: equal}}", salted, FanOut, 2, (1 + 2 + 2 + 1) / 4.0, (1 + 2 + 2 + 1) / 4.0, 4 / 3.0},
		{"{s:salt(2, crc32(u))}#{u}#{day:date(20060102)}", "{name: q, where: {u: equal}}", salted, ByPrefix, 1, 1.5, 1.5, 4 / 3.0},
		{"{h:reverse(domain)}", "{name: q, where: {h: labels 2}}", hosts, ByPrefix, 1, (2*2 + 1 + 1) / 4.0, (2*2 + 1 + 1) / 4.0, 4 / 3.0},
		{"{h:reverse(domain)}", "{name: q, where: {h: labels = x.com}}", hosts, ByPrefix, 1, 2, 2, 2},
		{"{h:text}", "{name: q, where: {h: labels 2}}", []string{"a.x.com", "b.x.com", "a.y.com"}, FullScan, 1, 3, (2*2 + 1) / 3.0, 3},
	} {
		got := cost(t, facts(t, c.template, slices.Clone(c.keys)...), c.query)
		near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
		if got.Access != c.access || !near(got.Ranges, c.ranges) || !near(got.ByData.RowsRead.Value, c.read) || !near(got.ByData.RowsReturned.Value, c.returned) ||
			!near(got.ByValue.RowsRead.Value, c.valueRead) {
			t.Errorf("%s %s: %s, %g ranges, %g read for %g, by value %g", c.template, c.query, got.Access, got.Ranges,
				got.ByData.RowsRead.Value, got.ByData.RowsReturned.Value, got.ByValue.RowsRead.Value)
		}
	}
}

func TestCostErrors(t *testing.T) {
	f := facts(t, "{u}#{day:date(20060102)}", "a#20260101")
	for query, want := range map[string]string{
		"{name: q, where: {u: range 5}}":                        "line 1: u contains no times or numbers",
		"{name: q, where: {day: range = soon .. later}}":        `"soon" is not a value of day`,
		"{name: q, where: {day: range = 20260103 .. 20260101}}": "ends before it starts",
	} {
		w, err := Parse([]byte("queries: ["+query+"]"), f.Names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Costs(context.Background(), w, f.CurrentLayout()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", query, err, want)
		}
	}
	w := &Workload{Queries: []*Query{{Name: "q", Where: []Condition{{Segment: "f:none", Op: Equal}}}}}
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

// TestMillisCountsSeeksAndBytes verifies that a run takes the time of its seeks and of its bytes, at least one seek.
func TestMillisCountsSeeksAndBytes(t *testing.T) {
	for _, c := range []struct{ ranges, bytes, want float64 }{
		{17, 0, 1}, {1, 0, 1.0 / 17}, {0.2, 0, 1.0 / 17}, {1, 220e3, 1 + 1.0/17}, {34, 440e3, 4},
	} {
		if got := Millis(c.ranges, c.bytes); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%g ranges and %g bytes take %g ms, not %g", c.ranges, c.bytes, got, c.want)
		}
	}
	salted := cost(t, facts(t, "{s:salt(2)}#{u}#{n}", "0#a#1", "0#b#1", "1#a#2", "1#c#1"), "{name: q, where: {u: equal}}")
	plain := cost(t, facts(t, "{u}#{n}", "a#1", "a#2", "b#1", "c#1"), "{name: q, where: {u: equal}}")
	if got, want := salted.Millis()-plain.Millis(), 1.0/17; math.Abs(got-want) > 0.01*want {
		t.Errorf("a second range takes %g ms more, not %g", got, want)
	}
}

// TestTotalWeighsByFrequency verifies that the total is a mean by frequency, and 0 of nothing.
func TestTotalWeighsByFrequency(t *testing.T) {
	of := func(frequency, ranges float64) Cost { return Cost{Query: &Query{Frequency: frequency}, Ranges: ranges} }
	if got := Total([]Cost{of(3, 17), of(1, 51)}); math.Abs(got-1.5) > 1e-9 {
		t.Errorf("the total is %g ms, not 1.5", got)
	}
	if got := Total(nil) + Total([]Cost{of(0, 17)}); got != 0 {
		t.Errorf("the total of nothing is %g ms", got)
	}
}
