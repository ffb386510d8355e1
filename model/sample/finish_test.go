package sample

import (
	"testing"

	"pgregory.net/rapid"
)

// TestFinishIsAssemble verifies that taking the rows out of the builders gives the sample that copying them gives, and
// leaves the builders empty.
func TestFinishIsAssemble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySample(t)
		var parts []*Builder
		for from := 0; from < s.Rows(); {
			to := from + rapid.IntRange(1, 5).Draw(t, "rows")
			parts = append(parts, s.Slice(from, min(to, s.Rows())))
			if rapid.Bool().Draw(t, "continues") {
				parts[len(parts)-1].ContinueRun()
			}
			from = to
		}
		parts = rapid.Permutation(parts).Draw(t, "order")
		want := Assemble(s.Table, s.How, parts)
		got := Finish(s.Table, s.How, parts)
		if diff := same(want, got); diff != "" {
			t.Fatal(diff)
		}
		if err := got.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, b := range parts {
			if b.Rows() != 0 || len(b.s.values) != 0 {
				t.Fatal("a builder still has rows")
			}
		}
	})
}

// BenchmarkFinish joins a million cells in runs of 1,000 rows.
func BenchmarkFinish(b *testing.B) {
	fill := func() []*Builder {
		var parts []*Builder
		for i := range 125_000 {
			if i%1000 == 0 {
				parts = append(parts, NewBuilder(0))
			}
			p := parts[len(parts)-1]
			p.Row([]byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)})
			for q := range 8 {
				p.Cell("f", []byte{byte('a' + q)}, int64(i), []byte("0123456789"))
			}
		}
		return parts
	}
	for name, join := range map[string]func(Table, Provenance, []*Builder) *Sample{"assemble": Assemble,
		"finish": Finish} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				parts := fill()
				b.StartTimer()
				join(Table{}, Provenance{}, parts)
			}
		})
	}
}
