package measure

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"tabletop/model/confidence"
)

// exclusive returns examples that are right with a probability of 0.9 if one of the first two features is above a half,
// but not both, and of 0.3 otherwise; the third says nothing.
func exclusive(n int, seed uint64) (e Examples, probability []float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range n {
		x := []float64{rng.Float64(), rng.Float64(), rng.Float64()}
		p := 0.3
		if (x[0] > 0.5) != (x[1] > 0.5) {
			p = 0.9
		}
		probability = append(probability, p)
		e.add(x, rng.Float64() < p)
	}
	return e, probability
}

func boosted(base float64, trees []confidence.Tree, x []float64) float64 {
	for _, t := range trees {
		base += t.Odds(x)
	}
	return 1 / (1 + math.Exp(-base))
}

// TestBoostFindsProbabilities verifies that boosted trees come near the probability of fresh examples, where no sum of
// functions of one feature each can, and that a fit repeats.
func TestBoostFindsProbabilities(t *testing.T) {
	e, _ := exclusive(4000, 1)
	base, trees := Boost(e)
	if again, same := Boost(e); again != base || !reflect.DeepEqual(same, trees) {
		t.Error("two fits of the same examples differ")
	}
	fresh, want := exclusive(2000, 2)
	off := 0.0
	for i, x := range fresh.X {
		off += math.Abs(boosted(base, trees, x)-want[i]) / float64(len(want))
	}
	if off > 0.15 { // few trees may ask for both
		t.Errorf("probabilities are off by %.3f on average", off)
	}
	logistic := Logistic(Examples{X: e.X, Right: e.Right}, 1)
	linear := 0.0
	for i, x := range fresh.X {
		linear += math.Abs(predict(logistic, x)-want[i]) / float64(len(want))
	}
	if linear < 2*off {
		t.Errorf("a logistic regression is off by %.3f, so the examples test nothing", linear)
	}
}

// TestBoostOfNothing verifies that examples which nothing distinguishes get the share that is right, and that no
// examples are no error.
func TestBoostOfNothing(t *testing.T) {
	var e Examples
	for i := range 1000 {
		e.add([]float64{1, 1, 1}, i%4 > 0)
	}
	base, trees := Boost(e)
	if p := boosted(base, trees, e.X[0]); math.Abs(p-0.75) > 0.01 {
		t.Errorf("%.3f, want 0.75", p)
	}
	if _, trees := Boost(Examples{}); trees != nil {
		t.Error("trees of no examples")
	}
}
