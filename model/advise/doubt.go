package advise

import (
	"math"
	"math/rand/v2"
	"slices"

	"tabletop/model/access"
	"tabletop/model/workload"
)

// draws is the number of conditions that are drawn at random, and sure the share of them in which a layout must be
// better to be called better: four fifths, where all that a score depends on may be off at once. Than a layout whose
// keys begin with a time, it must be in most only: nobody should keep that (G40).
const draws, sure, likely = 200, 0.8, 0.5

// margin is by how much a score must be better at all: the weights are no more exact than that.
const margin = Margin

// Margin is the least difference of two scores that counts, everywhere that layouts are compared: an eighth.
const Margin = 0.12

// off is by which factor the frequencies of queries and the expected size may be off, and offWeights the weights of a
// score.
const off, offWeights = 2, 2

// condition is what the score of a layout depends on beside the layout.
type condition struct {
	size    size
	rates   workload.Rates
	asked   []float64 // query -> factor on its frequency
	factors *[termCount]float64
	blocks  *[access.Blocks]float64 // of what was sampled, each as often as it says; nil for once each
	times   []float64               // likewise of the windows that writes were counted in
}

// usual is the condition that layouts are ranked in.
func (e *search) usual() condition {
	c := e.cube
	s := condition{size: c.size, rates: c.rates, asked: make([]float64, len(c.queries))}
	for i := range s.asked {
		s.asked[i] = 1
	}
	return s
}

// draw draws a condition: what was sampled, with replacement (a bootstrap; Efron, Annals of Statistics 7, 1979); the
// size and the frequencies, each up to twice as large or as small; the constants of the cost model, anywhere in their
// ranges; and the weights of the score, each up to twice as large or as small.
func (e *search) draw(rng, sampling *rand.Rand) condition {
	cube := e.cube
	factor := func(most float64) float64 { return math.Exp((2*rng.Float64() - 1) * math.Log(most)) }
	condition := e.usual()
	condition.size = cube.sizes.at(max(cube.sizes.now, cube.sizes.wanted*factor(off)))
	for i := range condition.asked {
		condition.asked[i] = factor(off)
	}
	condition.rates = cube.rates.Vary(func(string) float64 { return rng.Float64() })
	condition.factors = new([termCount]float64)
	for i := range condition.factors {
		condition.factors[i] = factor(offWeights)
	}
	condition.factors[reading] = 1 // what the others are weighed against
	condition.blocks, condition.times = new([access.Blocks]float64), make([]float64, cube.writes.count)
	for range condition.blocks {
		condition.blocks[sampling.IntN(len(condition.blocks))]++
	}
	for range condition.times {
		condition.times[sampling.IntN(len(condition.times))]++
	}
	return condition
}

// scoresIn are the scores of some layouts in a condition.
func (e *search) scoresIn(all []*found, s *condition) []float64 {
	cube := e.cube
	size, rates := cube.size, cube.rates
	cube.size, cube.rates, cube.varied = s.size, s.rates, true
	defer func() { cube.size, cube.rates, cube.varied = size, rates, false }()
	scores := make([]float64, len(all))
	for i, f := range all {
		scores[i] = e.scoreIn(f, s)
	}
	return scores
}

// scoreIn is the score of a layout in a condition whose size and rates the cube has.
func (e *search) scoreIn(f *found, s *condition) float64 {
	cube := e.cube
	then := *f
	then.read = e.writeMillis(f)
	sum := 0.0
	for q := range cube.queries {
		sum += cube.queries[q].weight * s.asked[q]
	}
	for q := range cube.queries {
		r := e.reading(f, q)
		then.read += cube.queries[q].weight * s.asked[q] / sum * r.again(s.blocks, &s.rates)
	}
	writers := func(p *plan) float64 { return cube.placesAgain(p, s.times) }
	then.writers = writers(&f.plan)
	then.stored, then.worst = cube.stored(&f.plan, f.group, s.size), cube.worst(&f.plan, f.group, s.size)
	then.events = cube.eventsIn(&f.plan)
	if b := f.second; b != nil {
		if f.view { // stored with an intermediate copy of the first
			then.stored *= 2
		}
		then.events = max(then.events, cube.eventsIn(&b.plan))
		then.writers = min(then.writers, writers(&b.plan))
		then.stored += cube.stored(&b.plan, b.group, s.size)
		then.worst = max(then.worst, cube.worst(&b.plan, b.group, s.size))
	}
	return e.terms(&then).sum(s.factors)
}

// bootstrap gives the scores of each layout in every condition drawn, always with the same seed: what is drawn must not
// depend on how many rows were read.
func (e *search) bootstrap(all []*found) [][]float64 {
	seeded := func(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(uint64(len(e.cube.queries)), stream)) }
	rng, sampling := seeded(1), seeded(2)
	scores := make([][]float64, draws)
	for d := range scores {
		s := e.draw(rng, sampling)
		scores[d] = e.scoresIn(all, &s)
	}
	return scores
}

// reading is that of a query under the table that serves it better.
func (e *search) reading(f *found, query int) QueryCost {
	asked := &e.cube.queries[query]
	queryCost := e.cube.reading(asked, &f.plan)
	if f.second == nil {
		return queryCost
	}
	b := e.cube.reading(asked, &f.second.plan)
	if b.Millis*slack >= queryCost.Millis {
		return queryCost
	}
	b.Table = 1
	return b
}

// again is what a reading costs at some rates with the blocks sampled again, each as often as it says.
func (r *QueryCost) again(blocks *[access.Blocks]float64, rates *workload.Rates) float64 {
	if r.load == nil || blocks == nil {
		return rates.Millis(r.use)
	}
	var drawn, whole access.Block
	for i, b := range r.load.Blocks {
		drawn.Asking += blocks[i] * b.Asking
		drawn.Bytes += blocks[i] * b.Bytes
		whole.Asking += b.Asking
		whole.Bytes += b.Bytes
	}
	if drawn.Asking == 0 || whole.Bytes == 0 {
		return rates.Millis(r.use)
	}
	times := (drawn.Bytes / drawn.Asking) / (whole.Bytes / whole.Asking)
	use := r.use
	use.Bytes *= times
	use.ReturnedBytes *= times
	use.Rows *= times
	use.Returned *= times
	return rates.Millis(use)
}

// placesAgain is places with the windows of time sampled again.
func (c *cube) placesAgain(p *plan, times []float64) float64 {
	spreadOf := c.places(p)
	if spreadOf.places <= 1 || times == nil {
		return spreadOf.places
	}
	var pairs, meets float64
	for i, n := range times {
		pairs += n * spreadOf.pairs[i]
		meets += n * spreadOf.meets[i]
	}
	if pairs == 0 {
		return spreadOf.places
	}
	if p.salt > 0 {
		return min(effective(pairs, meets), spreadOf.places*effective(pairs, meets)/max(spreadOf.sampled, 1e-9))
	}
	return effective(pairs, meets)
}

// share is the share of the random conditions in which something holds of the scores.
func share(scores [][]float64, holds func(draw []float64) bool) float64 {
	n := 0
	for _, draw := range scores {
		if holds(draw) {
			n++
		}
	}
	return float64(n) / float64(len(scores))
}

// shareBetter is the share of the random conditions in which layout a has a better score than b, by the margin.
func shareBetter(scores [][]float64, a, b int) float64 {
	return share(scores, func(draw []float64) bool { return draw[b]-draw[a] > margin })
}

// shareBeaten is the share of the random conditions in which some layout has a better score than layout a, by the
// margin: which one may depend on the conditions.
func shareBeaten(scores [][]float64, a int) float64 {
	return share(scores, func(draw []float64) bool { return draw[a]-slices.Min(draw) > margin })
}
