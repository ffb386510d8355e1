package advise

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// searched has searched a table of users with so many rows each.
func searched(t *testing.T, counts []int, queries string) (*search, *Advice) {
	t.Helper()
	b := sample.NewBuilder(16)
	for u, n := range counts {
		for i := range n {
			b.Row(fmt.Appendf(nil, "u%04d#%06d", u, i))
			b.Cell("f", []byte("q"), int64(1_700_000_000_000_000+(u*37+i*101)%5000*60_000_000), make([]byte, 200))
		}
	}
	l, err := rowkey.Parse("{user}#{n:pad(6)}")
	if err != nil {
		t.Fatal(err)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	f, err := indexOf(s, rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.Parse([]byte(queries), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	space, err := newSpace(f, w)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newCube(context.Background(), space, w, Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := &search{space: space, cube: c, best: map[signature]*found{}, forms: slices.Clone(space.today.forms)}
	if err := e.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return e, e.advice()
}

// deviation is how far the scores of the first layout are from each other.
func deviation(scores [][]float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, draw := range scores {
		low, high = min(low, draw[0]), max(high, draw[0])
	}
	return high - low
}

// sampled are the scores where only what was sampled varies.
func sampled(e *search) [][]float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	scores := make([][]float64, draws)
	for i := range scores {
		drawn, s := e.draw(rng, rng), e.usual()
		s.blocks, s.times = drawn.blocks, drawn.times
		scores[i] = e.scoresIn(e.front(), &s)
	}
	return scores
}

// Where every user has as many rows, it does not matter which ask; where one has most of them, it does. Both are the
// same every time.
func TestDoubt(t *testing.T) {
	const byUser = "queries: [{name: q, where: {user: equal}}]"
	even, skewed := slices.Repeat([]int{20}, 200), slices.Repeat([]int{20}, 200)
	skewed[7] = 2000
	spread := map[string]float64{}
	for name, counts := range map[string][]int{"even": even, "skewed": skewed} {
		e, a := searched(t, counts, byUser)
		scores := sampled(e)
		again, b := searched(t, counts, byUser)
		if !slices.EqualFunc(e.bootstrap(e.front()), again.bootstrap(again.front()), slices.Equal[[]float64]) ||
			a.Verdict != b.Verdict {
			t.Errorf("%s: two searches of one table differ", name)
		}
		spread[name] = deviation(scores)
		sum := 0.0
		for _, o := range a.Options {
			sum += o.BestShare
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: the layouts came first in %g of the draws", name, sum)
		}
	}
	if spread["even"] > 0.2 || spread["skewed"] < 3*spread["even"] {
		t.Errorf("scores differ by %.3f where values are even, by %.3f where they are not", spread["even"],
			spread["skewed"])
	}
}

func TestBetter(t *testing.T) {
	scores := func(won int, by float64) [][]float64 {
		out := make([][]float64, draws)
		for i := range out {
			if out[i] = []float64{1, 1 + by}; i >= won {
				out[i] = []float64{1, 1 - by}
			}
		}
		return out
	}
	for _, c := range []struct {
		won  int
		by   float64
		want bool
		why  string
	}{
		{draws, 2 * margin, true, "in only 100%"}, {draws, margin / 2, false, "in only 0%"},
		{draws * 82 / 100, 2 * margin, true, "in only 82%"},
		{draws * 75 / 100, 2 * margin, false, "is no worse in only 75% of 200 random conditions"},
	} {
		if got := shareBetter(scores(c.won, c.by), 0, 1) >= sure; got != c.want {
			t.Errorf("first in %d of %d draws by %g: better is %v", c.won, draws, c.by, got)
		}
		if got := why(scores(c.won, c.by), 0, 1); !strings.Contains(got, c.why) {
			t.Errorf("first in %d of %d draws by %g: %s", c.won, draws, c.by, got)
		}
	}
}

// TestBeatenByOneOrAnother verifies that a layout is not kept where each condition has a clearly better one, though no
// single one is better in nearly all.
func TestBeatenByOneOrAnother(t *testing.T) {
	scores := func(by float64) [][]float64 {
		out := make([][]float64, draws)
		for i := range out {
			out[i] = []float64{1, 1, 1}
			out[i][i%2] -= by
		}
		return out
	}
	for by, want := range map[float64]bool{2 * margin: true, margin / 2: false} {
		all := scores(by)
		if one, other, beaten := shareBetter(all, 0, 2), shareBetter(all, 1, 2), shareBeaten(all, 2); one >= sure ||
			other >= sure || beaten >= sure != want {
			t.Errorf("by %g: better in %g and %g, beaten in %g, want %v", by, one, other, beaten, want)
		}
	}
}

// TestWeightsMayBeOffByTwo verifies that the random conditions reach from half of each weight to twice of it, all but
// that of reading, which the others are weighed against.
func TestWeightsMayBeOffByTwo(t *testing.T) {
	e, _ := searched(t, slices.Repeat([]int{20}, 50), "queries: [{name: q, where: {user: equal}}]")
	rng := rand.New(rand.NewPCG(1, 2))
	low, high := *weighing(reading, 1), *weighing(reading, 1)
	for range 500 {
		for i, v := range *e.draw(rng, rng).factors {
			low[i], high[i] = min(low[i], v), max(high[i], v)
		}
	}
	for i := range termCount {
		if i == reading && (low[i] != 1 || high[i] != 1) ||
			i != reading && (low[i] > 0.52 || low[i] < 0.5 || high[i] < 1.92 || high[i] > 2) {
			t.Errorf("%s is weighed %g to %g", i, low[i], high[i])
		}
	}
}
