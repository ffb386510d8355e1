package qualifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/sample"
)

// table builds rows; each gives its qualifiers in the family.
func table(rows int, qualifiers func(r *rand.Rand, row int) []string) *sample.Sample {
	r := rand.New(rand.NewPCG(1, 1))
	b := sample.NewBuilder(0)
	for i := range rows {
		b.Row(fmt.Appendf(nil, "row%06d", i))
		q := qualifiers(r, i)
		slices.Sort(q)
		for _, q := range slices.Compact(q) {
			b.Cell("f", []byte(q), 1, []byte("value"))
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func names(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = []string{"color", "size", "weight", "owner", "height", "price", "vendor", "shape"}[i%8] +
			[]string{"", "_min", "_max", "_unit", "_note", "_old"}[i/8%6]
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// part returns n of 48 names in a row of fifty, and one name that is in all rows in the others.
func part(row, n int) []string {
	if row%50 != 0 {
		return []string{"name"}
	}
	all := names(48)
	return append(slices.Clone(all), all...)[row/50*5%48:][:n]
}

func TestFolds(t *testing.T) {
	start := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name       string
		rows       int
		qualifiers func(r *rand.Rand, row int) []string
		folded     int // at least so many columns are folded; 0 for none
		kept       []string
	}{
		{"a few names", 500, func(*rand.Rand, int) []string { return []string{"name", "owner", "state"} }, 0, nil},
		{"many names, each in a few rows", 2000, func(r *rand.Rand, _ int) []string {
			all := names(48)
			return []string{all[r.IntN(len(all))], all[r.IntN(len(all))]}
		}, 0, nil},
		{"friends", 1000, func(r *rand.Rand, _ int) []string {
			q := []string{"since"}
			for range 1 + r.IntN(8) {
				q = append(q, fmt.Sprintf("%s-%s", []string{"anna", "bo", "cem", "dana"}[r.IntN(4)],
					string(rune('a'+r.IntN(26)))+string(rune('a'+r.IntN(26)))+string(rune('a'+r.IntN(26)))))
			}
			return q
		}, 500, []string{"since"}},
		{"seconds of an hour, the same in every row", 50, func(*rand.Rand, int) []string {
			var q []string
			for s := range 60 {
				q = append(q, fmt.Sprintf("%04d", s*60))
			}
			return q
		}, 60, nil},
		{"times", 200, func(r *rand.Rand, row int) []string {
			q := []string{"model"}
			for range 5 {
				q = append(q, fmt.Sprint(start.Add(time.Duration(row*3600+r.IntN(3600))*time.Second).UnixMilli()))
			}
			return q
		}, 900, []string{"model"}},
		{"digits in names", 300, func(*rand.Rand, int) []string {
			var q []string
			for c := range 4 {
				for _, m := range []string{"IDLE", "USER", "SYSTEM", "IOWAIT", "STEAL", "NICE"} {
					q = append(q, fmt.Sprintf("CPU/CPU%d_%s", c+1, m))
				}
			}
			return q
		}, 0, nil},
		{"names of a thing that few rows have", 1000, func(_ *rand.Rand, row int) []string {
			if row%50 == 0 {
				return names(48)
			}
			return []string{"name"}
		}, 0, nil},
		{"names of which a row has half", 1000, func(_ *rand.Rand, row int) []string { return part(row, 24) }, 0, nil},
		{"names of which a row has less than half", 1000, func(_ *rand.Rand, row int) []string {
			return part(row, 23)
		}, 48, nil},
		{"no rows", 0, nil, 0, nil},
	} {
		s := table(tt.rows, tt.qualifiers)
		folds, err := Folds(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range folds {
			n += len(f.Columns)
			for _, id := range f.Columns {
				if slices.Contains(tt.kept, s.Column(id).Qualifier) {
					t.Errorf("%s: the name %s was folded", tt.name, s.Column(id).Qualifier)
				}
			}
			check(t, s, f)
			t.Logf("%s: %d columns like %q: %v", tt.name, len(f.Columns), f.First, f.Layout)
		}
		if n < tt.folded || tt.folded == 0 && n > 0 {
			t.Errorf("%s: %d columns folded, want %d or more", tt.name, n, tt.folded)
		}
	}
}

// check counts a fold once more, cell by cell.
func check(t *testing.T, s *sample.Sample, f Fold) {
	t.Helper()
	var rows, cells, bytes int64
	most := 0
	for i := range s.Rows() {
		from, to := s.Cells(i)
		n := 0
		for c := from; c < to; c++ {
			if slices.Contains(f.Columns, s.Cell(c).Column) {
				n++
				cells++
				bytes += s.CellBytes(c)
			}
		}
		if n > 0 {
			rows++
		}
		most = max(most, n)
	}
	if f.Rows != rows || f.Cells != cells || f.Bytes != bytes || f.Most != most {
		t.Errorf("fold of %q: %d rows, %d cells, %d bytes, %d at most; counted %d, %d, %d, %d", f.First, f.Rows,
			f.Cells, f.Bytes, f.Most, rows, cells, bytes, most)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := table(50, func(r *rand.Rand, _ int) []string {
		return []string{fmt.Sprint(r.IntN(10000)), fmt.Sprint(r.IntN(10000))}
	})
	if _, err := Folds(ctx, s); err != context.Canceled {
		t.Errorf("error is %v", err)
	}
}

// TestRare verifies both limits of what only rarity makes data: in at most 5% of the rows, and new at least every
// fiftieth time.
func TestRare(t *testing.T) {
	for _, tt := range []struct {
		name         string
		in, rows     int64 // rows that each column is in, and all rows
		columns, all int   // that are rare, of so many
	}{
		{"in 5% of the rows, every fiftieth is new", 50, 1000, 20, 20},
		{"in more of the rows", 50, 999, 0, 20},
		{"seldom new", 51, 10_000, 0, 20},
		{"one row", 1, 1, 0, 20},
		{"each in one row of few", 1, 2, 20, 20},
	} {
		k := &kind{}
		seen := presence{column: make([]int64, tt.all)}
		for id := range tt.all {
			k.ids = append(k.ids, sample.ColumnID(id))
			seen.column[id] = tt.in
		}
		if got := k.rare(seen, tt.rows); len(got) != tt.columns {
			t.Errorf("%s: %d columns are rare, want %d", tt.name, len(got), tt.columns)
		}
	}
}

// TestFewQualifiersOfALaterFamily verifies that a family of a few columns is not folded behind one of many.
func TestFewQualifiersOfALaterFamily(t *testing.T) {
	for of, folds := range map[int]int{19: 1, 20: 2} {
		b := sample.NewBuilder(16)
		for row := range 1000 {
			b.Row(fmt.Appendf(nil, "k%04d", row))
			b.Cell("a", fmt.Appendf(nil, "%06d", 100_000+row*37%600), 1, nil)
			b.Cell("b", fmt.Appendf(nil, "%06d", 200_000+row*37%of*4999), 1, nil)
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
		got, err := Folds(t.Context(), s)
		if err != nil || len(got) != folds {
			t.Errorf("%d qualifiers in the second family: %d folds, want %d, %v", of, len(got), folds, err)
		}
	}
}
