package heat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestMildHotspots verifies how much more than an even share a hot range must take to be one: 25% of the writes in 3%
// of the keys are a hot range, 5% of them are even.
func TestMildHotspots(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  Pattern
	}{{0, Even}, {0.05, Even}, {0.25, FixedRange}, {0.3, FixedRange}} {
		rng := rand.New(rand.NewPCG(1, 2))
		events := draw(func(int) float64 {
			if rng.Float64() < c.share {
				return 0.4 + 0.03*rng.Float64()
			}
			return rng.Float64()
		})
		m, err := NewMap(context.Background(), table(rng, events), Options{Now: start.AddDate(1, 0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		if m.Score.Pattern != c.want {
			t.Errorf("%.0f%% of the writes in one range: %q, want %q (%+v)", 100*c.share, m.Score.Pattern, c.want,
				m.Score)
		}
	}
}

// TestRunTrend verifies that places that move on between jumps have a trend, and that there is none where less than
// four fifths of the windows are in runs.
func TestRunTrend(t *testing.T) {
	rising := []float64{0.1, 0.11, 0.12, 0.13, 0.7, 0.71, 0.72, 0.73}
	if got := runTrend(rising, 0.05); got != 1 {
		t.Errorf("two rising runs: trend %v, want 1", got)
	}
	if got := runTrend([]float64{0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.5, 0.9}, 0.05); got != 0 {
		t.Errorf("7 of 9 windows in a run: trend %v, want 0", got)
	}
	if got := runTrend(nil, 0.05); got != 0 {
		t.Errorf("nothing: trend %v", got)
	}
}
