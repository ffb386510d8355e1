package diff_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/analysis"
	"tabletop/model/diff"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// table is a table of orders by tenant that samples are drawn from.
type table struct {
	tenants map[string]int // rows of each
	extra   float64        // share of rows with the column note
	bytes   int            // of each value
	gc      sample.GCRule
}

func usual() table {
	return table{tenants: map[string]int{"acme": 900, "bolt": 1500, "core": 600, "dune": 3000}, extra: 0.3, bytes: 20,
		gc: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}
}

// draw keeps a share of the rows, each by chance; all of them when share is 1.
func (t table) draw(seed uint64, share float64) *sample.Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	type row struct {
		key   string
		extra bool
		bytes int
	}
	var rows []row
	world := rand.New(rand.NewPCG(99, 99)) // the table itself is the same whatever the seed
	names := make([]string, 0, len(t.tenants))
	for n := range t.tenants {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		for i := range t.tenants[n] {
			rows = append(rows, row{fmt.Sprintf("%s#%08d", n, i*7), world.Float64() < t.extra,
				t.bytes + world.IntN(10)})
		}
	}
	b := sample.NewBuilder(0)
	for _, row := range rows {
		if r.Float64() >= share {
			continue
		}
		b.Row([]byte(row.key))
		b.Cell("f", []byte("body"), now.UnixMicro()-1000, make([]byte, row.bytes))
		b.Cell("f", []byte("body"), now.UnixMicro()-2000, make([]byte, row.bytes))
		if row.extra {
			b.Cell("f", []byte("note"), now.UnixMicro()-1000, make([]byte, 50))
		}
	}
	how := sample.Provenance{Strategy: sample.Small, Started: now, Filter: share, RowShare: share, Complete: share == 1,
		RowsSeen: int64(b.Rows())}
	return sample.Assemble(sample.Table{Source: "p/i/orders", Name: "orders",
		Families: []sample.Family{{Name: "f", GC: t.gc}}}, how, []*sample.Builder{b})
}

func compared(t testing.TB, a, b *sample.Sample) *diff.Diff {
	t.Helper()
	ctx := context.Background()
	l, err := rowkey.Parse("{tenant}#{id:pad(8)}")
	if err != nil {
		t.Fatal(err)
	}
	var sides [2]*diff.Side
	for i, s := range []*sample.Sample{a, b} {
		if sides[i], err = newSide(ctx, "p/i/orders", s, rowkey.Set{l}, now); err != nil {
			t.Fatal(err)
		}
	}
	d, err := diff.Compare(ctx, sides[0], sides[1], diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A whole table compared with itself has no difference, and states that it counted.
func TestSame(t *testing.T) {
	s := usual().draw(1, 1)
	d := compared(t, s, s)
	if !d.Exact || d.Beyond != 0 || d.Compared < 15 || len(d.Notes) > 0 {
		t.Errorf("exact %v, %d of %d beyond, remarks %q", d.Exact, d.Beyond, d.Compared, d.Notes)
	}
}

// Of many pairs of samples of one table, hardly any has a difference.
func TestChance(t *testing.T) {
	pairs := 60
	if !slowtest.On() {
		pairs = 12
	}
	pairsBeyond, figures := 0, 0
	for i := range pairs {
		d := compared(t, usual().draw(uint64(2*i), 0.2), usual().draw(uint64(2*i+1), 0.2))
		if d.Exact {
			t.Fatal("samples are called exact")
		}
		figures += d.Compared
		if d.Beyond > 0 {
			pairsBeyond++
		}
	}
	// About ten groups of comparisons are at 95% together, and several tell the same twice.
	if pairsBeyond > pairs*45/100 {
		t.Errorf("%d of %d pairs seem to differ", pairsBeyond, pairs)
	}
	if figures == 0 {
		t.Error("nothing was compared")
	}
}

// What really changed is found: in samples and in whole tables.
func TestFound(t *testing.T) {
	later := usual()
	later.tenants = map[string]int{"acme": 900, "bolt": 1500, "core": 1900, "dune": 1500, "eden": 700}
	later.extra, later.bytes = 0.6, 30
	later.gc = sample.GCRule{Kind: sample.GCMaxVersions, Versions: 3}
	for _, share := range []float64{1, 0.3} {
		t.Run(fmt.Sprint(share), func(t *testing.T) {
			d := compared(t, usual().draw(5, share), later.draw(6, share))
			want := map[string]diff.Verdict{"core": diff.Grew, "dune": diff.Shrank, "eden": diff.New}
			for _, seg := range d.Segments {
				if seg.Name != "tenant" {
					continue
				}
				for _, v := range seg.Values {
					if w, ok := want[string(v.Raw)]; ok && v.Verdict != w {
						t.Errorf("%s: %s, want %s", v.Raw, v.Verdict, w)
					}
					delete(want, string(v.Raw))
				}
			}
			if len(want) > 0 {
				t.Errorf("not found: %v", want)
			}
			for _, c := range d.Columns {
				if c.Verdict != diff.Grew {
					t.Errorf("column %s: %s, want it grown", c.Qualifier, c.Verdict)
				}
			}
			if f := d.Families[0]; f.Verdict != diff.Changed || f.RuleAfter.Versions != 3 ||
				f.Garbage.Verdict != diff.Gone {
				t.Errorf("family: %+v", f)
			}
			mean := find(t, d, "mean row")
			if mean.Verdict != diff.Grew || mean.Delta.IsExact() != (share == 1) || mean.Delta.Low <= 0 {
				t.Errorf("mean row: %+v", mean)
			}
		})
	}
}

func find(t *testing.T, d *diff.Diff, name string) diff.Total {
	t.Helper()
	for _, x := range d.Totals {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("there is no total %q", name)
	return diff.Total{}
}

// The interval of a difference holds the true one as often as it says.
func TestCoverage(t *testing.T) {
	later := usual()
	later.tenants["core"], later.bytes = 1200, 24
	truth := find(t, compared(t, usual().draw(1, 1), later.draw(1, 1)), "mean row").Delta.Value
	trials := 200
	if !slowtest.On() {
		trials = 25
	}
	held := 0
	for i := range trials {
		x := find(t, compared(t, usual().draw(uint64(i), 0.1), later.draw(uint64(1000+i), 0.1)), "mean row").Delta
		if x.Low <= truth && truth <= x.High {
			held++
		}
	}
	if held < trials*88/100 {
		t.Errorf("%d of %d intervals hold the difference", held, trials)
	}
}

// TestRemarks verifies that a comparison states what limits it.
func TestRemarks(t *testing.T) {
	whole := usual().draw(1, 1)
	edit := func(f func(*sample.Table, *sample.Provenance)) *sample.Sample {
		s := usual().draw(1, 0.5)
		f(&s.Table, &s.How)
		return s
	}
	for want, s := range map[string]*sample.Sample{
		"different tables": edit(func(t *sample.Table, _ *sample.Provenance) {
			t.Source, t.Name = "p/i/other", "other"
		}),
		"only the first rows": edit(func(_ *sample.Table, h *sample.Provenance) {
			h.Strategy, h.RowShare = sample.Head, 1
		}),
		"different filters": edit(func(_ *sample.Table, h *sample.Provenance) { h.Options.Prefix = []byte("a") }),
		"taken before the first": edit(func(_ *sample.Table, h *sample.Provenance) {
			h.Started = now.Add(-time.Hour)
		}),
		"One of them is redacted": edit(func(_ *sample.Table, h *sample.Provenance) { h.Redacted = "yes" }),
		"has no rows":             sample.Assemble(whole.Table, whole.How, nil),
	} {
		d := compared(t, whole, s)
		if !strings.Contains(strings.Join(d.Notes, "\n"), want) {
			t.Errorf("remarks do not say %q: %q", want, d.Notes)
		}
		if strings.Contains(want, "first rows") && d.Beyond > 0 {
			t.Errorf("%d differences between a sample and the head of a table", d.Beyond)
		}
	}
}

// Two ways to explain one table are no change of it; keys of another form are.
func TestLayoutsAgree(t *testing.T) {
	ctx := context.Background()
	parse := func(text string) rowkey.Set {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return rowkey.Set{l}
	}
	side := func(s *sample.Sample, text string) *diff.Side {
		x, err := newSide(ctx, "t", s, parse(text), now)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	other := sample.NewBuilder(0)
	for i := range 500 {
		other.Row(fmt.Appendf(nil, "%06d/x", i))
	}
	how := sample.Provenance{Complete: true, Started: now}
	turned := sample.Assemble(sample.Table{Source: "p/i/orders", Name: "orders"}, how, []*sample.Builder{other})
	for name, test := range map[string]struct {
		after   *diff.Side
		changed bool
	}{
		"said otherwise": {side(usual().draw(1, 1), "{name}#{number:int...}"), false},
		"less said":      {side(usual().draw(1, 1), "{key...}"), false},
		"other keys":     {side(turned, "{id:pad(6)}/{kind}"), true},
	} {
		d, err := diff.Compare(ctx, side(usual().draw(1, 1), "{tenant}#{id:pad(8)}"), test.after, diff.Options{})
		if err != nil {
			t.Fatal(err)
		}
		changed := slices.ContainsFunc(d.Layouts, func(l diff.Layout) bool { return l.Verdict.Significant() })
		if changed != test.changed {
			t.Errorf("%s: changed %v: %+v", name, changed, d.Layouts)
		}
	}
}

// Ids are not compared value by value, though only rows of a rare kind have them.
func TestIDsOfARareKind(t *testing.T) {
	ctx := context.Background()
	layouts, err := rowkey.ParseSet("{tenant}#{number:pad(6)}\nu/{id}")
	if err != nil {
		t.Fatal(err)
	}
	side := func(ids int) *diff.Side {
		b := sample.NewBuilder(0)
		for i := range 2000 {
			b.Row(fmt.Appendf(nil, "tenant%d#%06d", i/500, i))
		}
		for i := range ids {
			b.Row(fmt.Appendf(nil, "u/%06d", i))
		}
		x, err := newSide(ctx, "t", sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Started: now},
			[]*sample.Builder{b}), layouts, now)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, ids := range [][2]int{{0, 300}, {300, 0}, {200, 300}} {
		d, err := diff.Compare(ctx, side(ids[0]), side(ids[1]), diff.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Segments) != 1 || d.Segments[0].Name != "tenant" {
			t.Errorf("%d and %d ids: segments compared: %+v", ids[0], ids[1], d.Segments)
		}
	}
}

// A redacted comparison names no value.
func TestRedact(t *testing.T) {
	later := usual()
	later.tenants["edenhall"] = 2000
	d := compared(t, usual().draw(5, 1), later.draw(6, 1))
	d.Redact(redact.NewStrings(redact.Options{Key: []byte("k")}))
	for _, seg := range d.Segments {
		for _, v := range seg.Values {
			if string(v.Raw) == "edenhall" || v.Value.String() == "edenhall" {
				t.Errorf("%q is still there", v.Raw)
			}
			if len(v.Raw) != len("edenhall") {
				t.Errorf("%q has another length", v.Raw)
			}
		}
	}
}

// Samples of any kind can be compared.
func FuzzOf(f *testing.F) {
	f.Add([]byte("a#1 b#2"), []byte("a#1\xff c"), uint8(3))
	f.Add([]byte(""), []byte("x"), uint8(0))
	f.Fuzz(func(t *testing.T, a, b []byte, kind uint8) {
		var sides [2]*diff.Side
		for i, text := range [][]byte{a, b} {
			words := strings.Split(string(text), " ")
			slices.Sort(words)
			builder := sample.NewBuilder(0)
			for _, w := range slices.Compact(words) {
				builder.Row([]byte(w))
				for k := range int(kind) % 4 {
					builder.Cell("f", []byte(w)[:min(k, len(w))], int64(k), []byte(w))
				}
			}
			how := sample.Provenance{Complete: kind&8 == 0, Strategy: sample.Small, RowShare: 0.5}
			s := sample.Assemble(sample.Table{Name: "t"}, how, []*sample.Builder{builder})
			var err error
			if sides[i], err = newSide(context.Background(), "t", s, nil, now); err != nil {
				t.Fatal(err)
			}
		}
		d, err := diff.Compare(context.Background(), sides[0], sides[1], diff.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d.Beyond > d.Compared {
			t.Fatalf("%d of %d differ", d.Beyond, d.Compared)
		}
	})
}

// BenchmarkOf compares two samples of 30,000 rows that are described already.
func BenchmarkOf(b *testing.B) {
	big := usual()
	for name := range big.tenants {
		big.tenants[name] *= 5
	}
	ctx := context.Background()
	var sides [2]*diff.Side
	for i := range sides {
		var err error
		if sides[i], err = newSide(ctx, "t", big.draw(uint64(i), 1), nil, now); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := diff.Compare(ctx, sides[0], sides[1], diff.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// newSide analyzes a sample under layouts; nil infers them.
func newSide(ctx context.Context, name string, s *sample.Sample, set rowkey.Set, now time.Time) (*diff.Side, error) {
	a, err := analysis.New(ctx, s, analysis.Options{Layouts: set, Now: now})
	if err != nil {
		return nil, err
	}
	return diff.NewSide(ctx, name, a)
}

// TestLayoutsOfOneSide verifies that layouts that match no key of the other side are gone and new, and that keys that no
// layout matches stay the same.
func TestLayoutsOfOneSide(t *testing.T) {
	sideOf := func(name, layout, key string) *diff.Side {
		b := sample.NewBuilder(0)
		for i := range 200 {
			b.Row(fmt.Appendf(nil, key, i))
			b.Cell("f", []byte("q"), now.UnixMicro(), []byte("value"))
		}
		set, err := rowkey.ParseSet(layout)
		if err != nil {
			t.Fatal(err)
		}
		side, err := newSide(t.Context(), name, sample.Assemble(sample.Table{}, sample.Provenance{Complete: true,
			Strategy: sample.Everything, Started: now}, []*sample.Builder{b}), set, now)
		if err != nil {
			t.Fatal(err)
		}
		return side
	}
	d, err := diff.Compare(t.Context(), sideOf("before", "a{x:pad(4)}", "a%04d"), sideOf("after", "b{y:pad(5)}", "b%05d"),
		diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range d.Layouts {
		got = append(got, fmt.Sprintf("%q to %q: %s, %v to %v", l.Before, l.After, l.Verdict, l.Share.Before.Value,
			l.Share.After.Value))
	}
	want := []string{`"a{x:pad(4)}" to "": gone, 1 to 0`, `"" to "b{y:pad(5)}": new, 0 to 1`}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
