package census

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabletop/model/sample"
)

type row struct {
	key   string
	cells []rowCell
}

type rowCell struct {
	family, qualifier string
	micros            int64
	size              int
}

// count adds the rows as one stretch each, as they need not be in key order.
func count(t *Tally, rows ...row) *Tally {
	for _, r := range rows {
		b := sample.NewBuilder(1)
		b.Row([]byte(r.key))
		for _, c := range r.cells {
			b.CellPrefix(c.family, []byte(c.qualifier), c.micros, c.size, nil)
		}
		t.Add(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}))
	}
	return t
}

func drawRows(t *rapid.T) []row {
	rows := make([]row, rapid.IntRange(0, 20).Draw(t, "rows"))
	for i := range rows {
		rows[i].key = rapid.StringN(1, 9, 20).Draw(t, "key")
		for range rapid.IntRange(0, 5).Draw(t, "columns") {
			family, qualifier := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "family"),
				rapid.SampledFrom([]string{"", "x", "y", "z\x00"}).Draw(t, "qualifier")
			if slices.ContainsFunc(rows[i].cells,
				func(c rowCell) bool { return c.family == family && c.qualifier == qualifier }) {
				continue
			}
			for v := range rapid.IntRange(1, 4).Draw(t, "versions") {
				size := rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(0, 1<<28)).Draw(t, "size")
				rows[i].cells = append(rows[i].cells,
					rowCell{family, qualifier, rapid.Int64Range(-2, 2).Draw(t, "micros") * int64(v), size})
			}
		}
	}
	return rows
}

// TestMerge splits rows anywhere, merges the parts in any order, and gets what one pass gets.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		most := rapid.IntRange(1, 10).Draw(t, "most")
		part := func(rows ...row) *Tally {
			tally := NewTally()
			tally.most = most
			return count(tally, rows...)
		}
		want := part(rows...).Totals()
		parts := make([]*Tally, rapid.IntRange(1, 4).Draw(t, "parts"))
		for i := range parts {
			parts[i] = part()
		}
		for _, r := range rows {
			count(parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")], r)
		}
		order := rapid.Permutation(parts).Draw(t, "order")
		left := part()
		for _, p := range order {
			left.Merge(p)
		}
		right := part()
		for _, p := range slices.Backward(order) { // p + (all that come after)
			inner := part()
			inner.Merge(p)
			inner.Merge(right)
			right = inner
		}
		for _, got := range []*Totals{left.Totals(), right.Totals()} {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("merged parts differ from one pass (-want +got):\n%s", diff)
			}
		}
	})
}

// TestAgainstSums counts a second time in the plainest way.
func TestAgainstSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t)
		got := count(NewTally(), rows...).Totals()
		var want Totals
		present := map[string]int64{}
		for _, r := range rows {
			want.Rows++
			want.KeyBytes += int64(len(r.key))
			want.Bytes += int64(len(r.key))
			seen := map[string]bool{}
			for _, c := range r.cells {
				want.Cells++
				want.ValueBytes += int64(c.size)
				want.Bytes += int64(len(c.family)+len(c.qualifier)+8) + int64(c.size)
				seen[c.family+"\x00"+c.qualifier] = true
			}
			for name := range seen {
				present[name]++
			}
		}
		if got.Rows != want.Rows || got.Cells != want.Cells || got.Bytes != want.Bytes ||
			got.KeyBytes != want.KeyBytes || got.ValueBytes != want.ValueBytes {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		if len(got.Columns) != len(present) || got.Cut {
			t.Fatalf("%d columns, want %d", len(got.Columns), len(present))
		}
		var cells, bytes, familyParts, columnParts int64
		keys := want.KeyBytes // of rows with cells
		for _, r := range rows {
			if len(r.cells) == 0 {
				keys -= int64(len(r.key))
			}
		}
		for _, c := range got.Columns {
			if c.Rows != present[c.Family+"\x00"+c.Qualifier] {
				t.Fatalf("%+v, want %v", c, present)
			}
			cells += c.Cells
			columnParts += c.KeyParts
		}
		for _, f := range got.Families {
			bytes += f.Bytes
			familyParts += f.KeyParts
		}
		if all := keys * part; familyParts != all || columnParts != all {
			t.Fatalf("families take %d and columns %d of %d parts of the keys", familyParts, columnParts, all)
		}
		if cells != want.Cells || bytes != want.Bytes-want.KeyBytes || got.RowBytes.Sum != want.Bytes ||
			got.RowBytes.N != want.Rows {
			t.Fatalf("columns have %d cells, families %d bytes: %+v", cells, bytes, got)
		}
	})
}

// TestManyColumns verifies that of too many columns the same are kept whatever the order, each with its full count.
func TestManyColumns(t *testing.T) {
	var rows []row
	for i := range 300 {
		rows = append(rows, row{"k", []rowCell{{"f", fmt.Sprint(i % 100), 0, 1}}})
	}
	var kept []Column
	for _, order := range [][]row{rows, reversed(rows)} {
		tally := NewTally()
		tally.most = 10
		got := count(tally, order...).Totals()
		if len(got.Columns) != 10 || !got.Cut || got.Families[0].Cells != 300 {
			t.Fatalf("%d columns, cut %v, %d cells of the family", len(got.Columns), got.Cut, got.Families[0].Cells)
		}
		for _, c := range got.Columns {
			if c.Cells != 3 {
				t.Errorf("column %s has %d cells, want 3", c.Qualifier, c.Cells)
			}
		}
		if kept != nil && !slices.EqualFunc(kept, got.Columns,
			func(a, b Column) bool { return a.Qualifier == b.Qualifier }) {
			t.Errorf("kept %v, then %v", kept, got.Columns)
		}
		kept = got.Columns
	}
}

func reversed(rows []row) []row {
	out := slices.Clone(rows)
	slices.Reverse(out)
	return out
}

func BenchmarkAdd(b *testing.B) {
	builder := sample.NewBuilder(0)
	for i := range 100_000 {
		builder.Row(fmt.Appendf(nil, "device-%06d#1700000000000", i))
		for _, name := range []string{"cpu", "disk", "memory"} {
			builder.CellPrefix("metrics", []byte(name), 1_700_000_000_000_000, 100, nil)
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{builder})
	t := NewTally()
	b.Run("100,000 rows of 3 cells", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			t.Add(s)
		}
	})
}

// TestResumeKeepsNewColumns verifies that a tally that continues counts columns that come later.
func TestResumeKeepsNewColumns(t *testing.T) {
	before := count(NewTally(), row{"a", []rowCell{{"f", "old", 1, 1}}}).Totals()
	if got := count(Resume(before), row{"b", []rowCell{{"f", "new", 1, 1}}}).Totals(); len(got.Columns) != 2 ||
		got.Cut {
		t.Errorf("%+v, cut %v", got.Columns, got.Cut)
	}
}

// TestLargestTakesTheLastPlace verifies that a row that is larger than the smallest of those kept takes its place.
func TestLargestTakesTheLastPlace(t *testing.T) {
	x := NewTally()
	for i := range MaxLargest {
		count(x, row{fmt.Sprintf("k%03d", i), []rowCell{{"f", "q", 1, 1000 + 10*i}}})
	}
	got := count(x, row{"last", []rowCell{{"f", "q", 1, 1005}}}).Totals()
	if k := got.LargestRows[MaxLargest-1].Key; string(k) != "last" {
		t.Errorf("the smallest of the largest rows is %s", k)
	}
	if k := got.LargestCells[MaxLargest-1].Key; string(k) != "last" {
		t.Errorf("the smallest of the largest cells is of %s", k)
	}
}
