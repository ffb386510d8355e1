package figures

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// TestTotals keeps some rows of a table of which all were counted, and gets the figures of the table.
func TestTotals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	whole := table(20_000, 3, 40, 4)
	kept := sample.NewBuilder(0)
	counts := census.NewTally()
	counts.Add(whole)
	for row := range whole.Rows() {
		if r.Float64() < 0.05 {
			copyRow(kept, whole, row)
		}
	}
	how := sample.Provenance{Strategy: sample.Everything, RowShare: 0.05, Filter: 1}
	s := sample.Assemble(sample.Table{}, how, []*sample.Builder{kept})
	got := of(t, s, ProfileOptions{Counts: &census.Result{Totals: counts.Totals()}})
	want := of(t, whole, ProfileOptions{})
	if got.Scope != estimate.Sample || got.Whole.Rows != estimate.Counted(20_000) || got.Rows != int64(s.Rows()) {
		t.Errorf("%s, %+v rows of the table, %d read", got.Scope, got.Whole.Rows, got.Rows)
	}
	for _, d := range []struct {
		name      string
		got, want Distribution
	}{{"row bytes", got.RowBytes, want.RowBytes}, {"versions", got.Versions, want.Versions},
		{"values", got.ValueSize, want.ValueSize}, {"cells", got.CellsPerRow, want.CellsPerRow}} {
		if d.got.N != d.want.N || d.got.Min != d.want.Min || d.got.Max != d.want.Max || d.got.Mean != d.want.Mean {
			t.Errorf("%s: %+v, want %+v", d.name, d.got, d.want)
		}
		if q := d.got.P95; d.want.P95.Value < q.Low || d.want.P95.Value > q.High || q.High-q.Low > q.Low/64 {
			t.Errorf("%s: p95 is %+v, want %v", d.name, q, d.want.P95.Value)
		}
		for i, b := range d.got.Bins {
			if b != d.want.Bins[i] {
				t.Errorf("%s: bin %+v, want %+v", d.name, b, d.want.Bins[i])
			}
		}
	}
	for i, c := range got.Columns {
		w := want.Columns[i]
		if c.RowShare != w.RowShare || math.Abs(c.ByteShare.Value-w.ByteShare.Value) > 1e-6 ||
			c.MaxVersions != w.MaxVersions || c.MeanVersions != w.MeanVersions || c.Oldest != w.Oldest {
			t.Errorf("%+v, want %+v", c, w)
		}
		if !c.ByteShare.IsExact() || c.FoundRows != w.FoundRows || c.FoundCells != w.FoundCells ||
			w.FoundRows.Value != float64(w.Rows) {
			t.Errorf("%s is not exact: %+v", c.Qualifier, c)
		}
	}
}

// TestFoundIsCountedOrAtLeast verifies that numbers of rows and cells found are exact where all rows were read or
// counted, also of a family that no row has, and of a sample at least so many; and that each goes with the number of
// rows that it is of.
func TestFoundIsCountedOrAtLeast(t *testing.T) {
	b := sample.NewBuilder(0)
	for i := range 10 {
		b.Row(fmt.Appendf(nil, "r%d", i))
		b.Cell("f", []byte("q"), 2e6, []byte("1"))
		b.Cell("f", []byte("q"), 1e6, []byte("1"))
	}
	description := sample.Table{Families: []sample.Family{{Name: "empty"}, {Name: "f"}}}
	read := func(how sample.Provenance) *sample.Sample {
		return sample.Assemble(description, how, []*sample.Builder{b})
	}
	sampled := read(sample.Provenance{Strategy: sample.Head})
	counts := census.NewTally()
	counts.Add(sampled)
	counts.Add(read(sample.Provenance{})) // as many rows again, which are not kept
	for name, c := range map[string]struct {
		of              *Profile
		certainty       estimate.Certainty
		among, has, all float64
	}{
		"read in full": {of(t, read(sample.Provenance{Complete: true}), ProfileOptions{}), estimate.Exact, 10, 10, 20},
		"a sample":     {of(t, sampled, ProfileOptions{}), estimate.AtLeast, 10, 10, 20},
		"counted":      {of(t, sampled, ProfileOptions{Counts: &census.Result{Totals: counts.Totals()}}), estimate.Exact, 20, 20, 40},
	} {
		empty, f, column := c.of.Families[0], c.of.Families[1], c.of.AnyColumn("f", "q")
		if f.FoundRows.Certainty != c.certainty || f.FoundRows.Value != c.has || f.FoundCells.Value != c.all ||
			column.FoundRows != f.FoundRows ||
			column.FoundCells != f.FoundCells || c.of.FoundCells != f.FoundCells ||
			c.of.FoundAmong(f.FoundRows).Value != c.among {
			t.Errorf("%s: %+v, %+v", name, f, column)
		}
		if empty.FoundRows.Certainty != c.certainty || empty.FoundRows.Value != 0 ||
			empty.RowShare.IsExact() != (c.certainty == estimate.Exact) {
			t.Errorf("%s: a family without cells has %+v", name, empty)
		}
		if c.of.FoundAmong(estimate.Seen(3)) != estimate.Seen(10) || c.of.AnyColumn("f", "other") != nil {
			t.Errorf("%s: what is not known of all rows", name)
		}
	}
}

// TestColumnsThatNoRowKeptHas verifies that columns are counted over all rows: the number of those of a family, and
// what is known of one that no row kept has.
func TestColumnsThatNoRowKeptHas(t *testing.T) {
	all, kept := sample.NewBuilder(0), sample.NewBuilder(0)
	for i := range 100 {
		key := fmt.Appendf(nil, "r%03d", i)
		all.Row(key)
		all.Cell("f", []byte("common"), 1e6, []byte("1"))
		if i%20 == 7 {
			all.Cell("f", []byte("rare"), 2e6, []byte("22"))
			all.Cell("f", []byte("rare"), 1e6, []byte("22"))
			continue
		}
		kept.Row(key)
		kept.Cell("f", []byte("common"), 1e6, []byte("1"))
	}
	how := sample.Provenance{Strategy: sample.Everything, RowShare: 0.95, Filter: 1}
	counts := census.NewTally()
	counts.Add(sample.Assemble(sample.Table{}, how, []*sample.Builder{all}))
	p := of(t, sample.Assemble(sample.Table{}, how, []*sample.Builder{kept}), ProfileOptions{Counts: &census.Result{Totals: counts.Totals()}})
	if n := p.Families[0].Columns; n != 2 {
		t.Errorf("the family has %d columns, want 2", n)
	}
	got := p.AllColumns()
	if len(p.Columns) != 1 || len(got) != 2 {
		t.Fatalf("%d columns of the rows kept, %d of all rows", len(p.Columns), len(got))
	}
	if c := p.AnyColumn("f", "rare"); c == nil || c.FoundRows != estimate.Counted(5) ||
		c.FoundCells != estimate.Counted(10) || c.Rows != 0 {
		t.Errorf("asked for by name: %+v", c)
	}
	if c := got[1]; c.Qualifier != "rare" || c.TableCells != estimate.Counted(10) || c.RowShare.Value != 0.05 ||
		!c.RowShare.IsExact() || c.MaxVersions != 2 || c.MeanVersions != estimate.Counted(2) {
		t.Errorf("the column that no row kept has: %+v", c)
	}
}

func copyRow(b *sample.Builder, s *sample.Sample, row int) {
	b.Row(s.Key(row))
	from, to := s.Cells(row)
	for j := from; j < to; j++ {
		c := s.Cell(j)
		name := s.Column(c.Column)
		b.CellPrefix(name.Family, []byte(name.Qualifier), c.Micros, c.Size, c.Value)
	}
}

// TestWhole verifies what a profile says of the table around a sample.
func TestWhole(t *testing.T) {
	s := table(1000, 3, 3, 1)
	if w := of(t, s, ProfileOptions{}).Whole; w.Rows != estimate.Counted(1000) || w.Unseen != 0 || w.NoFigureReason != "" {
		t.Errorf("of all rows: %+v", w)
	}
	head := *s
	head.How = sample.Provenance{Strategy: sample.Head}
	if w := of(t, &head, ProfileOptions{}).Whole; w.Rows.Value != 0 || w.Unseen != 1 || w.NoFigureReason == "" {
		t.Errorf("of the first rows: %+v", w)
	}
	thinned := *s
	thinned.How = sample.Provenance{Strategy: sample.Small, RowShare: 0.5, Filter: 0.5}
	p, err := profileOf(context.Background(), &thinned, nil, ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if w := p.Whole; !w.Rows.Interval() || w.Rows.Low > 2000 || w.Rows.High < 2000 || w.Places != 1000 {
		t.Errorf("of half of the rows: %+v", w)
	}
}
