package diff_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tabletop/internal/demotest"
	"tabletop/model/analysis"
	"tabletop/model/diff"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// withColumn is a table of 400 rows of which the first few have a column, read as how says.
func withColumn(name string, rows int, how sample.Provenance, families ...string) *sample.Sample {
	b := sample.NewBuilder(0)
	for i := range 400 {
		b.Row(fmt.Appendf(nil, "acme#%08d", i))
		b.Cell("f", []byte("body"), now.UnixMicro(), []byte("value"))
		if i < rows {
			b.Cell(families[len(families)-1], []byte(name), now.UnixMicro(), []byte("x"))
		}
	}
	how.Started = now
	table := sample.Table{Source: "p/i/orders", Name: "orders"}
	for _, f := range families {
		table.Families = append(table.Families, sample.Family{Name: f})
	}
	return sample.Assemble(table, how, []*sample.Builder{b})
}

func everything() sample.Provenance {
	return sample.Provenance{Strategy: sample.Everything, Complete: true, Filter: 1, RowShare: 1}
}

// oneIn is a sample that kept each row by chance.
func oneIn(n float64) sample.Provenance {
	return sample.Provenance{Strategy: sample.Small, Filter: 1 / n, RowShare: 1 / n, RowsSeen: 400}
}

// counted returns a sample that keeps 100 rows and has the counts of all.
func counted(t *testing.T, all *sample.Sample) *sample.Sample {
	t.Helper()
	set, err := rowkey.ParseSet("{tenant}#{id:pad(8)}")
	if err != nil {
		t.Fatal(err)
	}
	a, err := analysis.New(t.Context(), all, analysis.Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := a.CensusPlan(t.Context(), sample.Options{Rows: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := demotest.Counted(all, plan)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// said returns what is said of what one side lacks.
func said(d *diff.Diff) []string {
	var out []string
	for _, p := range d.Presences {
		name := string(p.Subject) + " " + p.Template + p.Family
		if p.Subject == diff.OfColumn {
			name += ":" + p.Qualifier
		}
		out = append(out, fmt.Sprintf("%s: %s, %.4g to %.4g, %d rows", name, p.Verdict, p.Rows.Before.High,
			p.Rows.After.High, p.Seen))
	}
	return out
}

// TestColumnsOfOneSideAreNamed verifies that a column that only one side has is named whatever its share: new or gone
// where all rows of the other side were read or counted, and else not seen, with the share that may have it.
func TestColumnsOfOneSideAreNamed(t *testing.T) {
	all := func(rows int) *sample.Sample { return withColumn("note", rows, everything(), "f") }
	drawn := func(rows int) *sample.Sample { return withColumn("note", rows, oneIn(10), "f") }
	for _, tt := range []struct {
		name          string
		before, after *sample.Sample
		verdict       diff.Verdict
		absent        float64 // the share that may have it all the same
		seen          int
	}{
		{"one row of all, new", all(0), all(1), diff.New, 0, 1},
		{"one row of all, gone", all(1), all(0), diff.Gone, 0, 1},
		{"half of all rows", all(0), all(200), diff.New, 0, 200},
		{"one row of a sample, which no row had", all(0), drawn(1), diff.New, 0, 1},
		{"one row of all, which no row of a sample has", all(1), drawn(0), diff.Unseen, 3. / 400, 1},
		{"one row of a sample, another has none", drawn(0), drawn(1), diff.Unseen, 3. / 400, 1},
		{"half of a sample, another has none", drawn(0), drawn(200), diff.Unseen, 3. / 400, 200},
		{"counted, one row", counted(t, all(0)), counted(t, all(1)), diff.New, 0, 1},
		{"counted, no longer", counted(t, all(3)), counted(t, all(0)), diff.Gone, 0, 3},
		{"counted, and a sample has none", counted(t, all(3)), drawn(0), diff.Unseen, 3. / 400, 3},
	} {
		d := compared(t, tt.before, tt.after)
		if len(d.Presences) != 1 {
			t.Errorf("%s: %q", tt.name, said(d))
			continue
		}
		p := d.Presences[0]
		absent := p.Rows.After
		if p.Now {
			absent = p.Rows.Before
		}
		if p.Verdict != tt.verdict || p.Qualifier != "note" || p.Seen != tt.seen || absent.Value != 0 ||
			math.Abs(absent.High-tt.absent) > 1e-9 || absent.IsExact() != (tt.absent == 0) {
			t.Errorf("%s: %q, the other side has %+v", tt.name, said(d), absent)
		}
		listed := false
		for _, c := range d.Columns {
			listed = listed || c.Qualifier == "note" && (c.Verdict.Significant() || tt.verdict == diff.Unseen)
		}
		if !listed {
			t.Errorf("%s: the column does not differ: %+v", tt.name, d.Columns)
		}
	}
	if d := compared(t, all(1), all(400)); len(d.Presences) != 0 {
		t.Errorf("a column that both have is of one side: %q", said(d))
	}
}

// TestFiltersProveNothing verifies that what a read left out is not called gone.
func TestFiltersProveNothing(t *testing.T) {
	how := everything()
	how.Options.Prefix = []byte("acme#00")
	for filtered, want := range map[bool]diff.Verdict{false: diff.Gone, true: diff.Unseen} {
		after := everything()
		if filtered {
			after = how
		}
		d := compared(t, withColumn("note", 9, everything(), "f"), withColumn("note", 0, after, "f"))
		if len(d.Presences) != 1 || d.Presences[0].Verdict != want || d.Presences[0].Rows.After.Interval() {
			t.Errorf("filtered %v: %q", filtered, said(d))
		}
	}
}

// TestFamiliesAndKindsOfOneSideAreNamed verifies that a family is new or gone if the description of the table lists the
// others, also in a sample, and that record kinds are named as columns are.
func TestFamiliesAndKindsOfOneSideAreNamed(t *testing.T) {
	drawn := withColumn("note", 4, oneIn(10), "f", "g")
	unknown := withColumn("note", 0, oneIn(10), "f")
	unknown.Table.Families = nil
	for _, tt := range []struct {
		name  string
		after *sample.Sample
		want  string
	}{
		{"described", withColumn("note", 0, oneIn(10), "f"), "family g: gone, 0.02"},
		{"not described", unknown, "family g: unseen, 0.02"},
	} {
		d := compared(t, drawn, tt.after)
		if got := strings.Join(said(d), "\n"); !strings.Contains(got, tt.want) || !strings.Contains(got, "column g:note") {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
	set, err := rowkey.ParseSet("config/{n:pad(3)}\n{tenant}#{id:pad(8)}")
	if err != nil {
		t.Fatal(err)
	}
	withConfig := func(rows int, how sample.Provenance) *sample.Sample {
		b := sample.NewBuilder(0)
		for i := range 400 {
			b.Row(fmt.Appendf(nil, "acme#%08d", i))
			b.Cell("f", []byte("body"), now.UnixMicro(), []byte("value"))
		}
		for i := range rows {
			b.Row(fmt.Appendf(nil, "config/%03d", i))
			b.Cell("f", []byte("body"), now.UnixMicro(), []byte("value"))
		}
		how.Started = now
		return sample.Assemble(sample.Table{Source: "p/i/t", Families: []sample.Family{{Name: "f"}}}, how,
			[]*sample.Builder{b})
	}
	for _, tt := range []struct {
		name          string
		before, after *sample.Sample
		sets          [2]rowkey.Set
		want          string
	}{
		{"all rows", withConfig(2, everything()), withConfig(0, everything()), [2]rowkey.Set{set, set[1:]},
			"record kind config/{n:pad(3)}: gone, 0.004975 to 0, 2 rows"},
		{"one set", withConfig(2, everything()), withConfig(0, everything()), [2]rowkey.Set{set, set},
			"record kind config/{n:pad(3)}: gone, 0.004975 to 0, 2 rows"},
		{"sample", withConfig(0, oneIn(10)), withConfig(2, oneIn(10)), [2]rowkey.Set{set[1:], set},
			"record kind config/{n:pad(3)}: unseen, 0.0075 to "},
	} {
		var sides [2]*diff.Side
		for i, s := range []*sample.Sample{tt.before, tt.after} {
			if sides[i], err = newSide(t.Context(), "t", s, tt.sets[i], now); err != nil {
				t.Fatal(err)
			}
		}
		d, err := diff.Compare(t.Context(), sides[0], sides[1], diff.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(said(d), "\n"); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %s", tt.name, got, tt.want)
		}
	}
}

// TestPresencesAreListed verifies that what is certain and what many rows have comes first, and that the rest is counted.
func TestPresencesAreListed(t *testing.T) {
	with := func(columns int) *sample.Sample {
		b := sample.NewBuilder(0)
		for i := range 400 {
			b.Row(fmt.Appendf(nil, "acme#%08d", i))
			b.Cell("f", []byte("body"), now.UnixMicro(), []byte("value"))
			for c := range columns {
				if i < c+1 {
					b.Cell("f", fmt.Appendf(nil, "extra%c%c", 'a'+c/26, 'a'+c%26), now.UnixMicro(), []byte("x"))
				}
			}
		}
		return sample.Assemble(sample.Table{Source: "p/i/t", Families: []sample.Family{{Name: "f"}}}, everything(),
			[]*sample.Builder{b})
	}
	for columns, more := range map[int]int{40: 0, 41: 1} {
		d := compared(t, with(0), with(columns))
		if len(d.Presences) != 40 || d.MorePresences != more || d.Presences[0].Seen != columns {
			t.Errorf("%d columns: %d more after %q", columns, d.MorePresences, said(d))
		}
	}
}
