package heat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestMildHotspots verifies how much more than an even share a hot range must take to be one: 25% of the writes in 3% of
// the keys are a hot range, 5% of them are even.
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
			t.Errorf("%.0f%% of the writes in one range: %q, want %q (%+v)", 100*c.share, m.Score.Pattern, c.want, m.Score)
		}
	}
}
