package lesson

import (
	"testing"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestBenchTakesWhatIsKnown verifies that a bench takes an analysis of its sample by its layouts, and no other.
func TestBenchTakesWhatIsKnown(t *testing.T) {
	set := func(text string) rowkey.Set {
		s, err := rowkey.ParseSet(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	rows := func() *sample.Sample {
		b := sample.NewBuilder(0)
		b.Row([]byte("a#1"))
		b.Cell("f", []byte("q"), 1, []byte("v"))
		return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
			[]*sample.Builder{b})
	}
	own := rows()
	analyzed := func(s *sample.Sample, layouts rowkey.Set) *analysis.Analysis {
		a, err := analysis.New(t.Context(), s, analysis.Options{Layouts: layouts})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for name, tt := range map[string]struct {
		of   *analysis.Analysis
		want bool
	}{
		"its own":           {analyzed(own, set("{a}#{b}")), true},
		"by other layouts":  {analyzed(own, set("{a}")), false},
		"of another sample": {analyzed(rows(), set("{a}#{b}")), false},
	} {
		bench := NewWorkbench(own, set("{a}#{b}"))
		bench.Share(tt.of)
		got, err := bench.analysis(t.Context())
		if err != nil || (got == tt.of) != tt.want || got.Sample != own {
			t.Errorf("%s: taken %t, want %t: %v", name, got == tt.of, tt.want, err)
		}
		if again, err := bench.analysis(t.Context()); err != nil || again != got {
			t.Errorf("%s: another analysis is made: %v", name, err)
		}
	}
}
