package simulate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// TestSentencesOfCounts verifies what is said of counts of a whole table, and that each doubt and each remark is only
// there if there is a reason for it.
func TestSentencesOfCounts(t *testing.T) {
	plain := []string{"40 rows, 900 cells, 90,000 bytes; 400 bytes of keys (exact, counted over 1,000 rows).",
		"960 rows merge; 0 cells become older versions, and 100 cells are overwritten.",
		"Row bytes: p50 100, p99 100 (within 1/64), largest 100; 0 rows over 100 MB, 0 rows over 256 MB."}
	inexact := slices.Clone(plain)
	inexact[0] = strings.Replace(plain[0], "exact", "not exact", 1)
	window := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	hot := HotRange{Window: window, Step: time.Hour + time.Millisecond, Start: []byte("a"), End: []byte("b\x00"),
		Share: 0.256}
	last := hot
	last.End = nil
	for _, tt := range []struct {
		name   string
		change func(*Counted)
		base   []string
		more   []string
	}{
		{"nothing else", func(*Counted) {}, plain, nil},
		{"emptied", func(c *Counted) { c.Emptied = 1 }, plain, []string{"1 row would be left without cells and disappear."}},
		{"large rows", func(c *Counted) {
			for i := range 4 {
				c.Large = append(c.Large, census.LargeRow{Key: []byte{'k', byte(i)}, Bytes: int64(4000 - i)})
			}
		}, plain, []string{`Row "k\x00" has 4,000 bytes.`, `Row "k\x01" has 3,999 bytes.`, `Row "k\x02" has 3,998 bytes.`}},
		{"hot", func(c *Counted) { c.Hot = []HotRange{hot, last} }, plain, []string{
			`Hottest: from 2026-01-02T03:00:00Z for 1h0m0s, the keys from "a" to "b\x00" take 26% of the writes.`}},
		{"hot at the end", func(c *Counted) { c.Hot = []HotRange{last} }, plain, []string{
			`Hottest: from 2026-01-02T03:00:00Z for 1h0m0s, the keys from "a" to the end of the table take 26% of the writes.`}},
		{"changed", func(c *Counted) { c.Changed = 1 }, inexact, []string{
			"The table changed while it was read: two reads of the rows that merge differ by 1 row."}},
		{"cut", func(c *Counted) { c.Cut = 1 }, inexact, []string{
			"Only the first bytes of the value of 1 cell were read: read again with a larger --value-bytes."}},
		{"estimated", func(c *Counted) { c.Estimated = 2 }, inexact, []string{
			"The sizes of 2 serialized cells are estimates."}},
	} {
		c := wholeTable("{user}", "")
		tt.change(&c)
		if got, want := c.Sentences(), slices.Concat(tt.base, tt.more); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", tt.name, got, want)
		}
	}
}

// TestContradictionsOfCounts verifies on both sides of each limit which counts contradict each other.
func TestContradictionsOfCounts(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*Counted)
		ok     bool
	}{
		"as they are":               {func(*Counted) {}, true},
		"all rows are large":        {func(c *Counted) { c.Over100MB, c.Over256MB = 40, 40 }, true},
		"more than 100 MB than all": {func(c *Counted) { c.Over100MB = 41 }, false},
		"more than 256 MB than 100": {func(c *Counted) { c.Over100MB, c.Over256MB = 3, 4 }, false},
		"all bytes are of keys":     {func(c *Counted) { c.KeyBytes = c.Bytes }, true},
		"more are":                  {func(c *Counted) { c.KeyBytes = c.Bytes + 1 }, false},
		"other rows than sizes":     {func(c *Counted) { c.Rows, c.RowBytes.N = 41, 41 }, false},
		"other rows than cells":     {func(c *Counted) { c.RowCells.Add(1) }, false},
		"other rows than bytes":     {func(c *Counted) { c.RowBytes.Add(1) }, false},
		"sizes that are none":       {func(c *Counted) { c.RowCells.Sum = -1 }, false},
		"negative changes":          {func(c *Counted) { c.Changed = -1 }, false},
		"negative source":           {func(c *Counted) { c.SourceRows = -1 }, false},
		"negative estimates":        {func(c *Counted) { c.Estimated = -1 }, false},
	} {
		c := wholeTable("{user}", "")
		tt.change(&c)
		if err := c.validate(); (err == nil) != tt.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRowsOverALimit verifies how many rows of a counted table are over a limit: by the bounds of its histogram, else by
// its largest rows, and that it is unknown where neither shows it.
func TestRowsOverALimit(t *testing.T) {
	const limit = retention.RowAdvised
	for _, tt := range []struct {
		name  string
		sizes []int64 // largest first
		named int     // of them among the largest rows
		want  int64
		known bool
	}{
		{"none", []int64{5, 4}, 0, 0, true},
		{"far over", []int64{3 * limit, 2 * limit, 5}, 0, 2, true},
		{"at the limit and just over", []int64{limit + 1, limit, 5}, 2, 1, true},
		{"just over, the last named is over too", []int64{limit + 2, limit + 1, limit}, 2, 2, false},
		{"just over and not named", []int64{limit + 2, limit}, 0, 0, false},
	} {
		totals := &census.Totals{Rows: int64(len(tt.sizes))}
		for i, n := range tt.sizes {
			totals.RowBytes.Add(n)
			if i < tt.named {
				totals.LargestRows = append(totals.LargestRows, census.LargeRow{Bytes: n})
			}
		}
		got, known := over(totals, limit)
		if known != tt.known || known && got != tt.want {
			t.Errorf("%s: %d rows, known %t, want %d, %t", tt.name, got, known, tt.want, tt.known)
		}
		counted := countedCurrent(totals, time.Time{})
		if (counted != nil) != tt.known {
			t.Errorf("%s: counted %v", tt.name, counted)
		} else if counted != nil && (counted.Over100MB != tt.want || int64(len(counted.Large)) != min(tt.want, int64(tt.named))) {
			t.Errorf("%s: %d rows over 100 MB, %d are named", tt.name, counted.Over100MB, len(counted.Large))
		}
	}
}

// TestScaleOfCounts verifies the figures of a whole table that was counted, exact or not.
func TestScaleOfCounts(t *testing.T) {
	c := wholeTable("{user}", "")
	got := c.scale()
	for name, pair := range map[string][2]estimate.Figure{
		"rows to a row": {got.PerRow, estimate.Counted(0.04)}, "key length": {got.KeyLength, estimate.Counted(10)},
		"cells": {got.Cells, estimate.Counted(900)}, "keys": {got.KeyBytes, estimate.Counted(400)},
		"saves": {got.Saves, estimate.Counted(10_000)}, "change": {got.BytesChange, estimate.Counted(ratio(90_000, 100_000) - 1)},
		"table": {got.Table, estimate.Counted(100_000)}, "median": {got.Sizes[0], estimate.Counted(100)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %+v, want %+v", name, pair[0], pair[1])
		}
	}
	c.Changed = 1
	if got := c.scale(); got.Rows != estimate.Point(40) || got.Saves != estimate.Point(10_000) ||
		got.Sizes[0] != estimate.Point(100) {
		t.Errorf("of a table that changed: %+v", got)
	}
	c.SourceRows, c.Rows = 0, 0
	if got := c.scale(); got.PerRow.Value != 0 || got.KeyLength.Value != 0 {
		t.Errorf("of no rows: %+v", got)
	}
}

// TestCurrentLayoutIsCounted verifies that totals of all rows are the figures of the current layout.
func TestCurrentLayoutIsCounted(t *testing.T) {
	whole := keyed("a#1", "b#2", "c#3", "c#4").sample()
	b := prepare(t, sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Head},
		[]*sample.Builder{whole.Slice(0, 2)}), "{user}#{n}")
	tally := census.NewTally()
	tally.Add(whole)
	b.SetTotals(tally.Totals())
	current, err := Run(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := current.Scale(); got.Rows != estimate.Counted(4) || got.Bytes != estimate.Counted(whole.Bytes()) ||
		got.Saves != estimate.Counted(0) || current.Template != "{user}#{n}" {
		t.Errorf("%s: %+v", current.Template, got)
	}
}

// TestMostRowsAreDropped verifies that most rows are gone if more than half are.
func TestMostRowsAreDropped(t *testing.T) {
	for kept, want := range map[int]bool{4: false, 3: false, 2: false, 1: true, 0: true} {
		rows := table{}
		for i := range 4 {
			rows.put(fmt.Sprintf("a#%d", i), cell{"f", map[bool]string{true: "keep", false: "go"}[i < kept], 1000, "v"})
		}
		rows.put("a#9", cell{"f", "go", 1000, "v"}) // a fifth that goes, and one that stays
		rows.put("b#9", cell{"f", "keep", 1000, "v"})
		r := try(t, prepare(t, rows.sample(), "{user}#{n}"), "{user}#{n} => drop f:go")
		if got := r.DropsMostRows(); got != want || r.Emptied != int64(5-kept) {
			t.Errorf("%d of 6 rows are emptied: most are gone %t", r.Emptied, got)
		}
	}
}

// TestFindingsOnFields verifies what is said of a field whose values are odd, with an example.
func TestFindingsOnFields(t *testing.T) {
	b := sample.NewBuilder(3) // bytes that are kept of a value
	for _, row := range []struct{ key, value string }{{"a#9", "abcd"}, {"b#10", "abc"}, {"c#100", ""}, {"d#101", "x"}} {
		b.Row([]byte(row.key))
		if row.value != "" {
			b.Cell("f", []byte("q"), 2000, []byte(row.value))
		}
		if row.key == "d#101" {
			b.Cell("f", []byte("q"), 1000, []byte("y"))
		}
	}
	base := prepare(t, sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), "{user}#{n:int}")
	for _, tt := range []struct {
		text    string
		kind    Kind
		count   int64
		example string
		want    string
	}{
		{"{column(f:q)}#{user}", AbsentPart, 1, "#c", "column(f:q) is absent in 1 row: their keys have nothing in its place"},
		{"{column(f:q)}#{user}", CutValue, 1, "abc#a",
			"only the first bytes of column(f:q) were sampled, in 1 row: read again with a larger --value-bytes"},
		{"{column(f:q)}#{user}", Versions, 1, "",
			"column(f:q) has several versions in 1 row: the newest is the key part, and a new version would be a new row"},
		{"{n:pad(2)}#{user}", UnfitValue, 2, "100#c",
			"the value of n does not fit pad(2) in 2 rows and is written unchanged"},
		{"{pad(n, 2)}#{user}", UnfitValue, 2, "100#c",
			"the value of pad(n, 2) does not fit 2 bytes in 2 rows and is written unchanged"},
		{"{n}#{user}", NumericOrder, 1, "",
			`the bytes of n do not sort as its values do: "101" comes before "9"; pad them to one width`},
		{"{user}{n}", Ambiguous, 0, "", ""},
		{"{n}{n:int}#{user}", Ambiguous, 1, "",
			"n has values of several widths and nothing marks its end: add a delimiter after it, or pad it"},
		{"{column(f:q)}x{user}", Delimiter, 1, "xxd",
			`1 value of column(f:q) contains the delimiter "x" that follows it: the key cannot be decoded`},
		{"{user} => * -> protobuf f:all", Estimated, 3, "", "the sizes of 3 serialized cells are estimates"},
	} {
		r := try(t, base, tt.text)
		at := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Kind == tt.kind })
		if at < 0 {
			if tt.want != "" {
				t.Errorf("%s: no finding %s among %+v", tt.text, tt.kind, r.Findings)
			}
			continue
		}
		if f := r.Findings[at]; f.Text != tt.want || f.Count != tt.count || string(f.Example) != tt.example {
			t.Errorf("%s: %s of %d: %q, %q; want %d: %q, %q", tt.text, f.Kind, f.Count, f.Text, f.Example, tt.count, tt.want,
				tt.example)
		}
	}
}

// TestFindingsOnOtherKinds verifies what is said of rows that a candidate is not for: they stay if there is no other
// table, and are in none otherwise.
func TestFindingsOnOtherKinds(t *testing.T) {
	b := prepare(t, keyed("a#1", "b#2", "other/x").sample(), "{user}#{n}", "other/{p}")
	for text, want := range map[string]string{
		"{n}#{user}": "1 row of other kinds, unchanged", "{p}": "2 rows of other kinds, unchanged",
		"{key()}": "", "{n}#{user} ++ {p}": "1 row of other kinds, not in this table",
	} {
		got := ""
		for _, f := range try(t, b, text).Findings {
			if got == "" && f.Kind == NotMeant {
				got = f.Text
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestFindingsOnLargeRows verifies what is said of rows over 100 MB and over 256 MB.
func TestFindingsOnLargeRows(t *testing.T) {
	row := func(key string, size int) *sample.Builder {
		b := sample.NewBuilder(0)
		b.Row([]byte(key))
		b.CellPrefix("f", []byte("q"), 1000, size-len(key)-10, nil)
		return b
	}
	for _, tt := range []struct {
		size  int
		want  string
		grave bool
	}{
		{100_000_000, "", false}, {100_000_001, "1 row over 100 MB, more than recommended", false},
		{256 << 20, "1 row over 100 MB, more than recommended", false},
		{256<<20 + 1, "1 row over 256 MB, which cannot be read", true},
	} {
		b := prepare(t, sample.Assemble(sample.Table{}, sample.Provenance{Complete: true},
			[]*sample.Builder{row("a#1", tt.size), row("b#2", 100)}), "{user}#{n}")
		r := try(t, b, "{n}-{user}")
		got, grave := "", false
		for _, f := range r.Findings {
			if f.Kind == LargeRow {
				got, grave = f.Text, f.Grave
			}
		}
		if got != tt.want || grave != tt.grave {
			t.Errorf("a row of %d bytes: %q, %t, want %q, %t", tt.size, got, grave, tt.want, tt.grave)
		}
	}
}

// TestProofsThatNoRowsMeet verifies why no two rows can have one key: because each segment is in the key, in a form that
// distinguishes all of its values, or the whole key is.
func TestProofsThatNoRowsMeet(t *testing.T) {
	const all, whole = "the new key contains every segment of the current key",
		"the new key contains the whole current key"
	const unlessHeld = all + ", provided that no value contains the delimiter that follows it"
	rows := keyed("ann#7#1700000000000", "bob#7#1700000000001", "c#7#1700000000002")
	for _, tt := range []struct{ layout, text, want string }{
		{"{u}#{n:int}#{at:ms}", "{at}#{n}#{u}", all},
		{"{u}#{n:int}#{at:ms}", "{u}#{n}#{at}", unlessHeld},
		{"{u}#{n:int}#{at:ms}", "{u len(1)}#{n}#{at}", all},
		{"{u}#{n:int}#{at:ms}", "{at}#{n:pad(4)}#{reverse(u)}", all},
		{"{u}#{n:int}#{at:ms}", "{at}#{n:be(4)}#{mirror(u)}", all},
		{"{u}#{n:int}#{at:ms}", "{at:us}#{n}#{u}", all},
		{"{u}#{n:int}#{at:ms}", "{reverse(at)}#{n}#{u}", all},
		{"{u}#{n:int}#{at:ms}", "{at:s}#{n}#{u}", ""},
		{"{u}#{n:int}#{at:ms}", "{at:date(0102150405.000)}#{n}#{u}", ""},
		{"{u}#{n:int}#{at:ms}", "{bucket(at, 1d)}#{n}#{u}", ""},
		{"{u}#{n:int}#{at:ms}", "{at}#{n}#{truncate(u, 9)}", ""},
		{"{u}#{n:int}#{at:ms}", "{at}#{n}#{hash(u)}", ""},
		{"{u}#{n:int}#{at:ms}", "{at}#{u}", ""},
		{"{u}#{n:int}#{at:ms}", "{n}#{u}#{key()}", whole},
		{"{u}#{n:int}#{at:ms}", "{u}{key()}", ""}, // not decodable, so nothing is claimed
		{"{u}#{n:int}#{at:ms}", "{at}#{n}#{u}#{celltime()}", ""},
		{"{u}#{n:int}#{at:ms}", "{at}{n}{u}", all},
		{"{u}#{n:int}[#{at:ms}]", "{u}#{n}#{at}", ""},
		{"{u}#{n:int}#{at}", "{at:ms}#{n}#{u}", ""},
	} {
		if got := try(t, prepare(t, rows.sample(), tt.layout), tt.text).Collisions.Impossible; got != tt.want {
			t.Errorf("%s as %s: %q, want %q", tt.layout, tt.text, got, tt.want)
		}
	}
	two := prepare(t, keyed("a#1", "other/x").sample(), "{u}#{n}", "other/{p}")
	if got := try(t, two, "{n}#{u}").Collisions.Impossible; got != "" {
		t.Errorf("of rows of two kinds: %q", got)
	}
}

// TestHottestTable verifies that the map is that of the table with the most concentrated writes, and how concentrated
// writes are: 0 where chance makes them so, 1 where all are in one part.
func TestHottestTable(t *testing.T) {
	for _, tt := range []struct{ hot, uniform, want float64 }{{0.05, 0.05, 0}, {0.02, 0.05, 0}, {1, 0.05, 1},
		{0.525, 0.05, 0.5}, {1, 1, 0}} {
		if got := Concentration(heat.Score{Hot: tt.hot, UniformShare: tt.uniform}); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%g of the writes where chance makes it %g: %g, want %g", tt.hot, tt.uniform, got, tt.want)
		}
	}
	b := prepare(t, events(3000).sample(), eventLayout)
	for _, text := range []string{"{ts}#{user} ++ {hash(user, ts)}#{user}", "{hash(user, ts)}#{user} ++ {ts}#{user}"} {
		r := try(t, b, text)
		m, of, err := r.Hottest(t.Context(), heat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(of.Template, "{ts}") {
			t.Errorf("%s: the hottest table is %s with %g", text, of.Template, m.Score.Hot)
		}
	}
}

// TestSizesLater verifies how large a row is after a time: it grows at its rate up to the level that its rules hold, and
// never shrinks.
func TestSizesLater(t *testing.T) {
	day := 24 * time.Hour
	for _, tt := range []struct {
		growth retention.RowGrowth
		left   time.Duration
		want   int64
	}{
		{retention.RowGrowth{Bytes: 100, PerDay: 10, Level: math.Inf(1)}, 3 * day, 130},
		{retention.RowGrowth{Bytes: 100, PerDay: 10, Level: math.Inf(1)}, 12 * time.Hour, 105},
		{retention.RowGrowth{Bytes: 100, PerDay: 10, Level: math.Inf(1)}, 0, 100},
		{retention.RowGrowth{Bytes: 100, PerDay: 10, Level: 120}, 3 * day, 120},
		{retention.RowGrowth{Bytes: 100, PerDay: 10, Level: 50}, 3 * day, 100},
		{retention.RowGrowth{Bytes: 100, PerDay: 1e300, Level: math.Inf(1)}, day, math.MaxInt64 / 2},
	} {
		if got := later(tt.growth, tt.left); got != tt.want && tt.want < math.MaxInt64/2 || got < 0 {
			t.Errorf("%+v after %v: %d bytes, want %d", tt.growth, tt.left, got, tt.want)
		}
	}
}

// TestHowLongRowsGrow verifies for how long a row is written to: to the horizon, or to the end of the span of the time in
// its key; not at all if it was silent for longer than it was written to.
func TestHowLongRowsGrow(t *testing.T) {
	now := time.UnixMicro(1_700_000_000_000_000)
	hour := time.Hour
	for _, tt := range []struct {
		name           string
		oldest, newest time.Duration // before now
		span           time.Duration // 0 for none
		want           time.Duration
	}{
		{"to the horizon", 10 * hour, hour, 0, 100 * hour},
		{"silent for as long as it was written to", 10 * hour, 5 * hour, 0, 100 * hour},
		{"silent for longer", 10 * hour, 5*hour + time.Second, 0, 0},
		{"to the end of its day", 10 * hour, hour, 24 * hour, 14 * hour},
		{"its day is over", 30 * hour, hour, 24 * hour, 0},
		{"a long span", 10 * hour, hour, 1000 * hour, 100 * hour},
	} {
		p := &Projection{Horizon: 100 * hour, Span: tt.span}
		if tt.span > 0 {
			p.SpanOf = "day"
		}
		row := &growing{oldest: now.Add(-tt.oldest).UnixMicro(), newest: now.Add(-tt.newest).UnixMicro()}
		if got := p.left(row, now); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestSummariesOfProjections verifies the words of a projection.
func TestSummariesOfProjections(t *testing.T) {
	for _, tt := range []struct {
		p    Projection
		want string
	}{
		{Projection{NoFigureReason: "no time"}, "Row growth is unknown: no time."},
		{Projection{Horizon: Year, Rows: 10}, "In 365 days, at the current write rate: 0 rows over 100 MB, 0 of them over " +
			"256 MB; no row grows."},
		{Projection{Horizon: 48 * time.Hour, Rows: 10, Growing: 3, Over100MB: 1, Over256MB: 1, AtLeast: true},
			"In 2 days, at the current write rate: 1 row over 100 MB, 1 of them over 256 MB; 3 of 10 rows grow. Rows that " +
				"merge were read in part, so there may be more and larger ones."},
		{Projection{Horizon: Year, Rows: 1, Growing: 1, SpanOf: "at", Span: time.Minute - 1}, "In 365 days, at the current " +
			"write rate: 0 rows over 100 MB, 0 of them over 256 MB; 1 of 1 row grow. With at in the key, each row is written " +
			"once."},
		{Projection{Horizon: Year, Rows: 1, SpanOf: "at", Span: time.Minute}, "In 365 days, at the current write rate: 0 " +
			"rows over 100 MB, 0 of them over 256 MB; no row grows. With at in the key, each row is written to for " +
			sample.AgeInText(time.Minute) + " only."},
	} {
		if got := tt.p.Summary(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.p, got, tt.want)
		}
	}
}

// TestTimesInKeys verifies which parts of a key are times, and for how long a row of each is written to.
func TestTimesInKeys(t *testing.T) {
	day, hour := 24*time.Hour, time.Hour
	for _, tt := range []struct{ text, want string }{
		{"{user}#{ts}", fmt.Sprint("ts ", time.Millisecond)},
		{"{user}#{ts:date(20060102)}", fmt.Sprint("ts ", day)},
		{"{user}#{bucket(ts, 1h)}", fmt.Sprint("bucket(ts, 1h) ", hour)},
		{"{user}#{bucket(ts, 6h)}", fmt.Sprint("bucket(ts, 6h) ", 6*hour)},
		{"{user}#{bucket(ts, 1d):date(200601)}", fmt.Sprint("bucket(ts, 1d) ", 31*day)},
		{"{user}#{reverse(bucket(ts, 1d))}", fmt.Sprint("reverse(bucket(ts, 1d)) ", day)},
		{"{user}#{celltime(hour)}", fmt.Sprint("celltime(hour) ", hour)},
		{"{user}#{celltime()}", fmt.Sprint("celltime() ", time.Millisecond)},
		{"{user}#{hash(ts)}#{salt(4, ts)}", ""},
		{"{user}#{event}", ""},
	} {
		var got []string
		for _, part := range try(t, prepare(t, events(20).sample(), eventLayout), tt.text).Tables[0].times() {
			got = append(got, fmt.Sprint(part.text, " ", part.span))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestRulesOfNewFamilies verifies that a new family has the policy of the family that its cells come from.
func TestRulesOfNewFamilies(t *testing.T) {
	one, two := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}, sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}
	s := keyed("a#1").sample()
	rows := table{"a#1": {{"f", "q", 1000, "v"}, {"g", "q", 1000, "v"}}}.sample()
	b := prepare(t, sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f", GC: one}, {Name: "g", GC: two}}},
		s.How, []*sample.Builder{rows.Slice(0, 1)}), "{user}#{n}")
	for text, want := range map[string]string{"{n}": "f:1 g:2", "{n} => g -> x": "f:1 g:2 x:2", "{n} => f -> g": "f:1 g:2",
		"{n} => f:q -> x:r; g -> y": "f:1 g:2 x:1 y:2"} {
		rules := try(t, b, text).Tables[0].rules()
		var got []string
		for name, rule := range rules {
			got = append(got, fmt.Sprint(name, ":", rule.Versions))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// described is what a table of one record kind says to whoever costs queries.
func described(t *Table) *access.Layout { return t.Layouts(access.NewIndex(t.base.Table))[0] }

// TestRecordsOfALayout verifies what a layout says to whoever costs queries: which record is in which row, rows that are
// in none in one without bytes, the values of each part, what follows it, and the fan of a salt.
func TestRecordsOfALayout(t *testing.T) {
	rows := keyed("a#1", "b#1", "c#2")
	rows["gone#3"] = []cell{{"x", "q", 1000, "v"}}
	b := prepare(t, rows.sample(), "{user}#{n}")
	one := try(t, b, "{salt(4, user)}/{n}#{n} => drop x").Tables[0]
	layout := described(one)
	if len(layout.Bytes) != one.Len()+1 || layout.Bytes[one.Len()] != 0 || int(layout.Row[3]) != one.Len() {
		t.Errorf("rows %v of %v bytes", layout.Row, layout.Bytes)
	}
	for i := range one.Len() {
		if layout.Bytes[i] != one.BytesAt(i) {
			t.Errorf("row %d has %d bytes, want %d", i, layout.Bytes[i], one.BytesAt(i))
		}
	}
	salt, first, last := layout.Components[0], layout.Components[1], layout.Components[2]
	if salt.Fan != 4 || first.Fan != 0 || string(salt.After) != "/" || string(first.After) != "#" || last.After != nil ||
		layout.PerRecord != nil || len(first.Raw) != 3 || !slices.Equal(first.Sources, []string{"n"}) {
		t.Errorf("%+v, %+v, %+v", salt, first, last)
	}
	for row, want := range []string{"1", "1", "2", "3"} {
		if got := string(first.Raw[first.Of[row]]); got != want {
			t.Errorf("record %d has n %q, want %q", row, got, want)
		}
	}
	all := described(try(t, prepare(t, keyed("a#1", "b#1").sample(), "{user}#{n}"), "{n}").Tables[0])
	if len(all.Bytes) != 1 || !slices.Equal(all.Row, []uint32{0, 0}) {
		t.Errorf("rows %v of %v bytes", all.Row, all.Bytes)
	}
}

// TestRecordsPerCell verifies the records of a layout whose keys depend on cells: one for each row of the source and new
// row, with the time of a cell that brought it there.
func TestRecordsPerCell(t *testing.T) {
	rows := table{"a#1": {{"f", "q", 5000, "v"}, {"f", "r", 7000, "v"}}, "b#2": {{"f", "q", 9000, "v"}}}
	layout := described(try(t, prepare(t, rows.sample(), "{user}#{n}"), "{qualifier()}#{n}#{salt(8, qualifier())}").Tables[0])
	if !slices.Equal(layout.Of, []uint32{0, 1, 0}) || !slices.Equal(layout.Row, []uint32{0, 1, 2}) ||
		!slices.Equal(layout.Times, []int64{5000, 9000, 7000}) {
		t.Errorf("records of rows %v in %v at %v", layout.Of, layout.Row, layout.Times)
	}
	name, n, salt := layout.Components[0], layout.Components[1], layout.Components[2]
	var got []string
	for record := range layout.Of {
		got = append(got, string(name.Raw[name.Of[record]])+string(n.Raw[n.Of[record]]))
	}
	if !slices.Equal(got, []string{"q1", "q2", "r1"}) || salt.Fan != 8 || len(name.Raw) != 2 {
		t.Errorf("records have %q, a fan of %d", got, salt.Fan)
	}
}

// TestSpansOfTimesInKeys verifies where the spans begin that the bytes of a cut time stand for, and how long they are.
func TestSpansOfTimesInKeys(t *testing.T) {
	rows := keyed("a#1700000001234", "b#1700003601234")
	for _, tt := range []struct {
		text   string
		starts []float64
		unit   access.TimeUnit
	}{
		{"{ts}", nil, access.TimeUnit{}},
		{"{user}", nil, access.TimeUnit{}},
		{"{ts:s}", []float64{1700000001, 1700003601}, access.TimeUnit{Unit: rowkey.Second}},
		{"{ts:date(2006010215)}", []float64{1699999200, 1700002800}, access.TimeUnit{Unit: rowkey.Hour}},
		{"{bucket(ts, 2h)}", []float64{1699999200, 0}, access.TimeUnit{Unit: rowkey.Hour, N: 2}},
		{"{reverse(bucket(ts, 1h))}", []float64{1699999200, 1700002800}, access.TimeUnit{Unit: rowkey.Hour, N: 1}},
	} {
		c := described(try(t, prepare(t, rows.sample(), "{user}#{ts:ms}"), tt.text).Tables[0]).Components[0]
		if c.Unit != tt.unit || (c.Starts == nil) != (tt.starts == nil) {
			t.Errorf("%s: spans of %+v begin at %v, want %+v", tt.text, c.Unit, c.Starts, tt.unit)
			continue
		}
		for row, want := range tt.starts {
			if code := c.Of[row]; want > 0 && code != segments.None && c.Starts[code] != want {
				t.Errorf("%s: the span of row %d begins at %.0f, want %.0f", tt.text, row, c.Starts[code], want)
			}
		}
	}
}

// TestScalesOfTemplates verifies that layouts are scaled to the whole table unless all rows were read, an empty template
// being the current one, and that what is no template is an error.
func TestScalesOfTemplates(t *testing.T) {
	whole := events(400).sample()
	if scales, err := Scales(t.Context(), prepare(t, whole, eventLayout), []string{"", "{event}"}); scales != nil ||
		err != nil {
		t.Errorf("of all rows: %v, %v", scales, err)
	}
	b := prepare(t, sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5},
		[]*sample.Builder{whole.Slice(0, whole.Rows())}), eventLayout)
	scales, err := Scales(t.Context(), b, []string{"", "{ts}#{user}#{event}", "{event}"})
	if err != nil || len(scales) != 3 {
		t.Fatal(scales, err)
	}
	for i, text := range []string{"", "{ts}#{user}#{event}"} {
		if s := scales[i]; s.Rows != b.Design.Rows() || s.PerRow.Value != 1 || s.NoFigureReason != "" {
			t.Errorf("%q: %+v", text, s)
		}
	}
	if !strings.HasPrefix(scales[2].NoFigureReason, "rows that would share a key are scattered") ||
		!strings.HasPrefix(scales[2].NoSizesReason, "rows that merge were read only in part") ||
		scales[2].KeyBytes != (estimate.Figure{}) {
		t.Errorf("scattered rows: %+v", scales[2])
	}
	if s := try(t, b, "{user}").Scale(); s.NoFigureReason != "rows were sampled individually, so how many share a key is unknown" {
		t.Errorf("neighbors that meet: %q", s.NoFigureReason)
	}
	for _, text := range []string{"{", "{nobody}"} {
		if _, err := Scales(t.Context(), b, []string{text}); err == nil {
			t.Errorf("%s is a template", text)
		}
	}
	head := prepare(t, sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Head},
		[]*sample.Builder{whole.Slice(0, 10)}), eventLayout)
	if s := try(t, head, "{event}").Scale(); s.NoFigureReason != head.Design.NoIntervalReason ||
		s.NoBytesReason != s.NoFigureReason || s.NoSizesReason != s.NoFigureReason || s.PerRow.IsExact() {
		t.Errorf("of the first rows: %+v", s)
	}
}

// TestExactScale verifies the figures of all rows.
func TestExactScale(t *testing.T) {
	s := keyed("a#1", "a#2", "bbb#3").sample()
	r := try(t, prepare(t, s, "{user}#{n}"), "{user}")
	got := r.Scale()
	for name, pair := range map[string][2]estimate.Figure{
		"rows to a row": {got.PerRow, estimate.Counted(2. / 3)}, "rows": {got.Rows, estimate.Counted(2)},
		"cells": {got.Cells, estimate.Counted(r.Cells)}, "bytes": {got.Bytes, estimate.Counted(r.Bytes)},
		"keys": {got.KeyBytes, estimate.Counted(4)}, "key length": {got.KeyLength, estimate.Counted(2)},
		"saves": {got.Saves, estimate.Counted(s.Bytes() - r.Bytes)}, "largest": {got.Sizes[2], estimate.Counted(14)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %+v, want %+v", name, pair[0], pair[1])
		}
	}
	if c, err := candidate.Parse("{user} => drop *"); err != nil {
		t.Fatal(err)
	} else if r, err := Run(t.Context(), prepare(t, s, "{user}#{n}"), c); err != nil || r.Scale().KeyLength.Value != 0 {
		t.Errorf("of no rows: %+v, %v", r.Scale(), err)
	}
}
