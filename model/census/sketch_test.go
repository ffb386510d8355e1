package census

import (
	"math/rand/v2"
	"testing"
)

// TestSketchError verifies that counts are never too low, and that at most one of fifty is too high by more than the
// error that is stated: e of every 2048 rows.
func TestSketchError(t *testing.T) {
	for rows, want := range map[int64]int64{0: 0, 1: 1, 2048: 3, 1_000_000: 1328} {
		if got := (&Sketch{Rows: rows}).Error(); got != want {
			t.Errorf("of %d rows the error is %d, want %d", rows, got, want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	var sketch Sketch
	counts := map[uint64]int64{}
	for range 50_000 {
		hash := uint64(r.ExpFloat64() * 3000)
		hash *= 0x9E3779B97F4A7C15
		counts[hash]++
		sketch.add(hash)
	}
	over := 0
	for hash, want := range counts {
		switch got := sketch.count(hash); {
		case got < want:
			t.Fatalf("%d rows are counted as %d", want, got)
		case got > want+sketch.Error():
			over++
		}
	}
	if over > len(counts)/50 {
		t.Errorf("%d of %d counts are over by more than %d", over, len(counts), sketch.Error())
	}
}
