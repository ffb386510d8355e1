package estimate

import (
	"math"
	"testing"
)

// TestRankCorrelation verifies that numbers which rise or fall together have a correlation of 1 or -1 whatever their
// scale, that others lie between, that ties share their mean rank, and that a constant has none.
func TestRankCorrelation(t *testing.T) {
	for _, tt := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{10, 200, 3000, 4e9}, 1},
		{[]float64{4, 1, 3, 2}, []float64{3, 9, 5, 7}, -1},
		{[]float64{1, 2, 3}, []float64{1, 3, 2}, 0.5},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, math.Sqrt(3) / 2}, // ranks 1.5, 1.5, 3
		{[]float64{1, 2, 3}, []float64{5, 5, 5}, 0},
		{nil, nil, 0},
	} {
		if got := RankCorrelation(tt.x, tt.y); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("RankCorrelation(%v, %v) = %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
}
