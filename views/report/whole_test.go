package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tabletop/model/sample"
)

// TestStatsAreOfTheTable verifies that stats of a sample give rows, cells, and bytes of the table with their intervals,
// that headings name the unit, and that what is of the rows read says so.
func TestStatsAreOfTheTable(t *testing.T) {
	in := meters(t, quick())
	w := in.Profile.Whole
	if !w.Rows.Interval() || !w.Cells.Interval() || w.Cells.Value < 2*w.Rows.Value || w.Table.Value != 40<<20 {
		t.Fatalf("the table has %+v rows, %+v cells, %+v bytes", w.Rows, w.Cells, w.Table)
	}
	got := printed(t, func(b *bytes.Buffer) error { return Stats(b, in, Text) })
	for _, want := range []string{
		"The table has ≈ 467,000 rows", "≈ 1.00 M cells ±31%", "≈ 41.9 MB by the service's count",
		"Read: 1,041 rows, 2,500 cells, 162 kB (sample)",
		"SIZES  estimates for the table; min and max are of the rows read",
		"FAMILIES  bytes and cells of the table, estimated",
		"COLUMNS  (3 read, sorted by bytes)  bytes and cells of the table", "m ≥ 3 99.9%", "≈ 1.00 M ±31%",
		"Most versions (≤) and sizes of values are of the rows read.", "CELL TIMESTAMPS  of the rows read",
		"LARGEST ROWS  of the rows read",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("stats do not say %q:\n%s", want, got)
		}
	}
	families := got[strings.Index(got, "FAMILIES"):strings.Index(got, "CELL TIMESTAMPS")]
	if strings.Contains(families, "2,500") || !strings.Contains(families, "≈ 41.9 MB") {
		t.Errorf("families and columns are of the sample:\n%s", families)
	}
	var out struct {
		Table struct {
			Cells, Low, High float64
		}
		Families []map[string]any
		Columns  []map[string]any
	}
	raw := printed(t, func(b *bytes.Buffer) error { return Stats(b, in, JSON) })
	raw = strings.NewReplacer(`"cells_low"`, `"low"`, `"cells_high"`, `"high"`).Replace(raw)
	if err := json.Unmarshal([]byte(raw), &out); err != nil {
		t.Fatal(err)
	}
	if c := out.Table; c.Cells < 2*460_000 || c.Low >= c.Cells || c.High <= c.Cells {
		t.Errorf("JSON has %+v cells of the table", c)
	}
	for _, c := range out.Columns {
		if c["table_bytes"].(float64) < 20*c["bytes"].(float64) ||
			c["table_cells"].(float64) < 20*c["cells"].(float64) {
			t.Errorf("JSON has the sample's figures: %v", c)
		}
	}
	exact := printed(t, func(b *bytes.Buffer) error { return Stats(b, meters(t, everything()), Text) })
	if strings.Contains(exact, "≈") || strings.Contains(exact, "±") ||
		!strings.Contains(exact, "FAMILIES  bytes and cells of the table, exact") {
		t.Errorf("a full scan is not called exact:\n%s", exact)
	}
	// A share of all rows that were read: the total of bytes is exact, what it is divided into is not.
	kept := meters(t, sample.Provenance{Strategy: sample.Small, RowShare: 0.1, Filter: 1, RowsSeen: 10_410,
		BytesSeen: 1_620_000, Places: []sample.ReadRange{{Done: true}}})
	thinned := printed(t, func(b *bytes.Buffer) error { return Stats(b, kept, Text) })
	thinned = thinned[strings.Index(thinned, "FAMILIES"):strings.Index(thinned, "CELL TIMESTAMPS")]
	if !strings.Contains(thinned, "≈") || strings.Contains(thinned, "table, exact") ||
		strings.Count(thinned, "only the total of bytes exact") != 2 || strings.Contains(thinned, "≥ >") {
		t.Errorf("estimates are called exact, or bounded twice:\n%s", thinned)
	}
	for of, asked := range map[string]sample.Options{
		"this part (keys that start with m1), exact": {Prefix: []byte("m1")},
		"this part (see Filters), exact":             {Prefix: []byte("m1"), Since: time.Unix(1_790_000_000, 0)},
	} {
		how := everything()
		how.Options = asked
		part := printed(t, func(b *bytes.Buffer) error { return Stats(b, meters(t, how), Text) })
		if !strings.Contains(part, "FAMILIES  bytes and cells of "+of) || strings.Contains(part, "cells of the table") {
			t.Errorf("it does not say that figures are of %s:\n%s", of, part)
		}
	}
	head := printed(t, func(b *bytes.Buffer) error {
		return Stats(b, meters(t, sample.Provenance{Strategy: sample.Head}), Text)
	})
	if strings.Contains(head, "of the table") && strings.Contains(head, "≈") ||
		!strings.Contains(head, "FAMILIES  bytes and cells of the rows read") {
		t.Errorf("the first rows are taken for the table:\n%s", head)
	}
}

// TestGarbageAndWritesSayWhatTheyAreOf verifies that each figure of gc and heat is marked as an estimate of the table
// or as one of the rows read if it is from a sample, and that neither is said if all rows were read.
func TestGarbageAndWritesSayWhatTheyAreOf(t *testing.T) {
	in, r := gcReview(t, false, tried(t, "m", "maxversions=1"))
	got := strings.Join(strings.Fields(printed(t, func(b *bytes.Buffer) error { return GC(b, in, GCInput{Review: r}, Text) })), " ")
	for _, want := range []string{
		"bytes of the table, estimated", "85.5 d or more",
		"row p50 ≈ 171 B → ≈ 126 B, p95 ≈ 205 B → ≈ 141 B, largest read 216 B", "400 of 400 timestamps read",
		"versions and oldest are of the 200 rows read", "10 ≈ 44.2%", "(share of the bytes now stored, estimated)",
		"of its cells",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("gc of a sample does not say %q:\n%s", want, got)
		}
	}
	exactIn, exactReview := gcReview(t, true, tried(t, "m", "maxversions=1"))
	got = printed(t, func(b *bytes.Buffer) error { return GC(b, exactIn, GCInput{Review: exactReview}, Text) })
	if strings.Contains(got, "≈") || strings.Contains(got, "±") || strings.Contains(got, "largest read") ||
		strings.Contains(got, "85.5 d or more") || !strings.Contains(got, "oldest are of all rows") {
		t.Errorf("gc of all rows is called an estimate:\n%s", got)
	}
	for want, how := range map[string]sample.Provenance{
		"writes of all rows": everything(), "writes of the table, estimated": quick(),
		"writes of the first rows": {Strategy: sample.Head},
	} {
		in := meters(t, how)
		got := printed(t, func(b *bytes.Buffer) error {
			return Heat(b, in, HeatInput{Map: heatMapOf(t, in), KeyAt: in.Sample.Key}, Text)
		})
		if !strings.Contains(got, "WRITES BY KEY AND TIME (UTC)  "+want) {
			t.Errorf("the map is not of %q:\n%s", want, got)
		}
	}
}

// TestSimulateSaysWhatTheyAreOf verifies that simulate shows rows, cells and bytes of the table with what a layout
// saves of it, apart from those of the rows read; that those of a full scan are called exact; that no savings are
// stated where cells would be lost; and that the first rows are not taken for the table.
func TestSimulateSaysWhatTheyAreOf(t *testing.T) {
	page := func(how sample.Provenance) string {
		in := meters(t, how)
		return strings.Join(strings.Fields(printed(t, func(b *bytes.Buffer) error {
			return Simulate(b, in, trialsOf(t, in, "{reverse(at)}#{device}", "{reverse(at)}"), Text)
		})), " ")
	}
	got := page(quick())
	table, rows, both := strings.Cut(got, "COMPARISON OF THE ROWS READ")
	_, table, found := strings.Cut(table, "COMPARISON OF THE TABLE (≈ estimated;")
	if !both || !found || strings.Contains(rows[:strings.Index(rows, "CURRENT ")], "≈") {
		t.Fatalf("figures of the table and of the rows read are not apart:\n%s", got)
	}
	for _, want := range []string{"rows ≈ 467,000 ≈ 467,000 – cells ≈ 1.00 M",
		"bytes ≈ 41.9 MB* ≈ 44.6 MB- – key bytes ≈ 9.11 MB* ≈ 11.8 MB-", "row bytes, p50 ≈ 60 B* ≈ 66 B-"} {
		if !strings.Contains(table, want) {
			t.Errorf("the comparison of the table does not say %q:\n%s", want, table)
		}
	}
	for _, want := range []string{
		"Takes ≈ 2.69 MB ±970 kB more of 41.9 MB (6.4%): +6.4% ±3 points.",
		"Whole table: ≈ 467,000 rows ±43%, ≈ 1.00 M cells ±31%, ≈ 44.6 MB ±970 kB, row p50 ≈ 66 B (66–86 B)",
		"Cells and bytes are known only for the rows read: a sample of rows cannot show which cells of the whole " +
			"table merge.",
	} {
		if !strings.Contains(rows, want) {
			t.Errorf("simulate of a sample does not say %q:\n%s", want, got)
		}
	}
	got = page(everything())
	if strings.Contains(got, "≈") || !strings.Contains(got, "COMPARISON (exact, of all rows;") ||
		!strings.Contains(got, "Takes 6.00 kB more of 162 kB (3.7%).") || strings.Contains(got, "Saves") {
		t.Errorf("simulate of all rows is called an estimate:\n%s", got)
	}
	got = page(sample.Provenance{Strategy: sample.Head})
	if strings.Contains(got, "OF THE TABLE") || strings.Contains(got, "Takes ") ||
		!strings.Contains(got, "COMPARISON OF THE ROWS READ") {
		t.Errorf("the first rows are taken for the table:\n%s", got)
	}
}

// TestAdviceSaysWhatItsFiguresAreOf verifies that the layouts of an advice have rows and bytes of the table as
// estimates with what each saves, that those of the rows read say so, and that neither is said if all rows were read.
func TestAdviceSaysWhatItsFiguresAreOf(t *testing.T) {
	const queries = "queries: [{name: day, where: {at: range 1d}}, {name: one, where: {device: equal}}]"
	page := func(how sample.Provenance) string {
		in := meters(t, how)
		a := advised(t, in, queries)
		return strings.Join(strings.Fields(printed(t, func(b *bytes.Buffer) error { return Advice(b, in, a, Text) })),
			" ")
	}
	got := page(quick())
	for _, want := range []string{"≈ 467,000 ≈ 41.9 MB", "of 41.9 MB (",
		"rows and bytes are of the table (≈: an estimate) unless they are called read", "in the rows read", " read "} {
		if !strings.Contains(got, want) {
			t.Errorf("advice on a sample does not say %q:\n%s", want, got)
		}
	}
	got = page(everything())
	if strings.Contains(got, "≈") || strings.Contains(got, "in the rows read") ||
		!strings.Contains(got, "rows and bytes are counted over all rows") {
		t.Errorf("advice on all rows is called an estimate:\n%s", got)
	}
}

// TestSectionsReadAtTheirStarts verifies that every report with intervals of a sample of starts of sections says what
// these do not allow for, in text and JSON, and that none does where all rows were read.
func TestSectionsReadAtTheirStarts(t *testing.T) {
	const note = "100% of the bytes are in sections of which only the first rows were kept: intervals do not allow " +
		"for rows of another kind deeper inside; use --strategy accurate"
	pages := func(how sample.Provenance, f Format) map[string]string {
		in := meters(t, how)
		gcIn, review := gcReview(t, how.Complete)
		return map[string]string{
			"stats": printed(t, func(b *bytes.Buffer) error { return Stats(b, in, f) }),
			"gc":    printed(t, func(b *bytes.Buffer) error { return GC(b, gcIn, GCInput{Review: review}, f) }),
			"simulate": printed(t, func(b *bytes.Buffer) error {
				return Simulate(b, in, trialsOf(t, in, "{device}"), f)
			}),
			"advise": printed(t, func(b *bytes.Buffer) error {
				return Advice(b, in, advised(t, in, "queries: [{name: one, where: {device: equal}}]"), f)
			}),
			"heat": printed(t, func(b *bytes.Buffer) error {
				return Heat(b, in, HeatInput{Map: heatMapOf(t, in), KeyAt: in.Sample.Key}, f)
			}),
		}
	}
	for name, got := range pages(quick(), Text) {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), note) {
			t.Errorf("%s does not say what its intervals do not allow for:\n%s", name, got)
		}
	}
	for name, got := range pages(quick(), JSON) {
		if !strings.Contains(strings.ReplaceAll(got, `": `, `":`), `"starts_only_share":1,`) {
			t.Errorf("the JSON of %s does not:\n%s", name, got)
		}
	}
	for _, f := range []Format{Text, JSON} {
		for name, got := range pages(everything(), f) {
			if strings.Contains(got, "first rows were kept") || strings.Contains(got, "starts_only_share") {
				t.Errorf("%s of all rows is called one of starts:\n%s", name, got)
			}
		}
	}
}
