package analysis

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"tabletop/internal/demotest"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/keyspace"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestNodesAreCounted verifies, for tables with and without keys that no layout decodes, with one and two record kinds,
// that each node of the key space which is counted has the rows and bytes that the whole table has there, and that
// first segments are counted at all.
func TestNodesAreCounted(t *testing.T) {
	const one, two = "{tenant}#{device}#{n:pad(4)}", "{tenant}#{device}#{n:pad(4)}\nx{number:int}"
	for name, c := range map[string]struct {
		layouts   string
		odd       bool
		least     int // counted nodes of the first two levels
		secondToo bool
	}{
		"one kind":               {one, false, 5 + 20, true},
		"one kind, odd keys":     {one, true, 5, false},
		"two kinds":              {two, false, 2 + 5, false},
		"two kinds and odd keys": {two, true, 2 + 5, false},
	} {
		t.Run(name, func(t *testing.T) {
			all := nodesTable(c.layouts == two, c.odd)
			set, err := rowkey.ParseSet(c.layouts)
			if err != nil {
				t.Fatal(err)
			}
			a := countedAnalysis(t, all, set)
			whole, err := New(t.Context(), all, Options{Layouts: set})
			if err != nil {
				t.Fatal(err)
			}
			if n, second := walkCounted(t, a, whole, nil, 0); n < c.least || second != c.secondToo {
				t.Errorf("%d nodes are counted, second segments %v", n, second)
			}
		})
	}
}

// nodesTable is a table of 2,000 rows of five tenants of very different sizes.
func nodesTable(numbers, odd bool) *sample.Sample {
	b := sample.NewBuilder(16)
	row := func(key string, i int) {
		b.Row([]byte(key))
		b.Cell("f", []byte("q"), 1_790_000_000_000_000+int64(i)*1e6, make([]byte, i%13))
		if i%3 == 0 {
			b.Cell("f", []byte("q"), 1_780_000_000_000_000+int64(i)*1e6, make([]byte, i%7))
		}
	}
	for tenant := range 5 {
		for i := range 64 << tenant {
			row(fmt.Sprintf("t%d#d%d#%04d", tenant, i*4/(64<<tenant), i), i)
		}
	}
	if odd {
		row("w", 1)
	}
	for i := range 200 {
		if numbers {
			row(fmt.Sprintf("x%03d", i), i)
		}
	}
	return sample.Assemble(oneVersion(), sample.Provenance{Strategy: sample.Everything, Complete: true, RowShare: 1,
		Filter: 1}, []*sample.Builder{b})
}

// oneVersion describes a table that keeps one version of each column.
func oneVersion() sample.Table {
	return sample.Table{Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxVersions,
		Versions: 1}}}}
}

// countedAnalysis returns the analysis of 300 rows of a table that a census has counted.
func countedAnalysis(t *testing.T, all *sample.Sample, set rowkey.Set) *Analysis {
	t.Helper()
	pilot, err := New(t.Context(), all, Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	return countedBy(t, pilot, 300, set)
}

// countedBy returns the analysis of so many rows of those of pilot, which are all of the table, with the counts of all.
// set are the layouts declared, nil for none.
func countedBy(t *testing.T, pilot *Analysis, keep int64, set rowkey.Set) *Analysis {
	t.Helper()
	plan, err := pilot.CensusPlan(t.Context(), sample.Options{Rows: keep, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := demotest.Counted(pilot.Sample, plan)
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), kept, Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// walkCounted compares the counted nodes below a path, two levels deep, with the same nodes of an analysis of all rows.
// It returns how many are counted, and whether any of a second segment is.
func walkCounted(t *testing.T, a, whole *Analysis, path []keyspace.Step, depth int) (n int, second bool) {
	t.Helper()
	index, err := a.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	level, err := a.Figures().Level(t.Context(), index, path, figures.LevelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range level.Nodes {
		node := &level.Nodes[i]
		next := append(level.Path[:len(level.Path):len(level.Path)], node.Step)
		if node.FoundRows.IsExact() {
			n++
			second = second || node.Step.By.Segment == "device"
			want := under(t, whole, a, next)
			got := sums{int64(node.FoundRows.Value), int64(node.FoundBytes.Value), int64(node.FoundCells.Value),
				node.Largest, int64(math.Round(node.Garbage.Value * node.FoundBytes.Value))}
			if got != want || got.garbage == 0 && want.rows > 50 {
				t.Errorf("%v has %+v, counted as %+v", next, want, got)
			}
			all := under(t, whole, a, nil)
			for _, share := range []struct {
				figures.Figure
				part, of int64
			}{{node.Share.Rows, want.rows, all.rows}, {node.Share.Bytes, want.bytes, all.bytes},
				{node.Share.Cells, want.cells, all.cells}, {node.Share.Garbage, want.garbage, all.garbage}} {
				if share.Figure != estimate.CountedShare(share.part, share.of) {
					t.Errorf("%v has a share of %+v, want %d of %d", next, share.Figure, share.part, share.of)
				}
			}
		}
		if depth < 2 && node.Rows > 1 {
			more, deep := walkCounted(t, a, whole, next, depth+1)
			n, second = n+more, second || deep
		}
	}
	return n, second
}

// sums are what rows come to.
type sums struct{ rows, bytes, cells, largest, garbage int64 }

// under returns what all rows below a path of another analysis come to.
func under(t *testing.T, whole, a *Analysis, path []keyspace.Step) (c sums) {
	t.Helper()
	mine, err := a.Keys(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	all, err := whole.Keys(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	same := append([]keyspace.Step(nil), path...)
	for i, step := range same {
		if step.How != keyspace.BySegment {
			continue
		}
		want := mine.Groups(step.By).Values[step.Group]
		for g, v := range all.Groups(step.By).Values {
			if string(v.Raw) == string(want.Raw) {
				same[i].Group = uint32(g)
			}
		}
	}
	eligible, err := whole.EligibleCells(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	garbage := func(row int) (n int64) {
		for from, to := whole.Sample.Cells(row); from < to; from++ {
			if eligible[from] {
				n += whole.Sample.CellBytes(from)
			}
		}
		return n
	}
	for row := range all.Rows(same) {
		c.rows++
		c.bytes += whole.Sample.RowBytes(row)
		from, to := whole.Sample.Cells(row)
		c.cells += int64(to - from)
		c.garbage += garbage(row)
		c.largest = max(c.largest, whole.Sample.RowBytes(row))
	}
	return c
}

// TestSegmentsAreCounted verifies that of a table that a census has counted, the share of each kind, the number of rows
// per value, and the examples of keys that no layout decodes are those of all rows, not of the rows kept.
func TestSegmentsAreCounted(t *testing.T) {
	set, err := rowkey.ParseSet("{tenant}#{device}#{n:pad(4)}")
	if err != nil {
		t.Fatal(err)
	}
	all := nodesTable(true, true) // 1,984 rows of five tenants, and 201 keys that are decoded by nothing
	a := countedAnalysis(t, all, set)
	p := a.Profile
	if got, want := p.Kinds[0].Share.Value, 1984.0/2185; !p.Kinds[0].Share.IsExact() || math.Abs(got-want) > 1e-9 {
		t.Errorf("share of the kind: %+v, want exactly %v", p.Kinds[0].Share, want)
	}
	if got, want := p.Unexplained.Share.Value, 201.0/2185; !p.Unexplained.Share.IsExact() || math.Abs(got-want) > 1e-9 {
		t.Errorf("share of other keys: %+v, want exactly %v", p.Unexplained.Share, want)
	}
	examples := p.Unexplained.First
	if len(examples) == 0 || !slices.IsSortedFunc(examples, bytes.Compare) {
		t.Errorf("examples of other keys: %q", examples)
	}
	for _, key := range examples {
		if key[0] != 'x' && key[0] != 'w' {
			t.Errorf("%q is decoded by the layout", key)
		}
	}
	tenant := &p.Kinds[0].Segments[0]
	if r := tenant.RowsPerValue; r.Low > r.Value || r.Value > r.High || math.Abs(r.Value-1984.0/5) > 0.05*1984/5 {
		t.Errorf("rows per tenant: %+v, want about %v", r, 1984.0/5)
	}
}
