package advise

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tabletop/model/workload"
)

// draws is the number of bootstrap resamples, and sure the share of them in which a layout must be better to be
// called better.
const draws, sure = 200, 0.95

// margin is by how much a score must be better at all: the weights are no more exact than that.
const margin = 0.12

// bootstrap resamples what the figures depend on, always with the same seed: the clusters of the sample, or after a full scan
// the values that queries filter on, in workload.Blocks parts; and the windows of time that writes were counted in. It gives
// the scores of each layout in every draw (a bootstrap; Efron, Annals of Statistics 7, 1979). Bytes, the largest row and
// changes depend on the sample far less than these and stay.
func (e *search) bootstrap(all []*found) [][]float64 {
	c := e.cube
	rng := rand.New(rand.NewPCG(uint64(len(c.queries)), uint64(len(c.rowsIn))))
	scores := make([][]float64, draws)
	readings := make([][]QueryCost, len(all))
	for i, f := range all {
		for q := range c.queries {
			readings[i] = append(readings[i], e.reading(f, q))
		}
	}
	for d := range scores {
		var blocks [workload.Blocks]float64
		for range blocks {
			blocks[rng.IntN(len(blocks))]++
		}
		var times [windows]float64
		for range times {
			times[rng.IntN(len(times))]++
		}
		scores[d] = make([]float64, len(all))
		for i, f := range all {
			read := 0.0
			for q := range c.queries {
				read += c.queries[q].weight * readings[i][q].again(&blocks)
			}
			writers := c.placesAgain(&f.plan, &times)
			if f.second != nil {
				writers = min(writers, c.placesAgain(&f.second.plan, &times))
			}
			scores[d][i] = f.score + math.Log(max(read, 1e-9)/max(f.read, 1e-9)) + f.crowding(writers) - f.crowding(f.writers)
		}
	}
	return scores
}

// reading is that of a query under the table that serves it better.
func (e *search) reading(f *found, query int) QueryCost {
	q := &e.cube.queries[query]
	r := e.cube.reading(q, &f.plan)
	if f.second == nil || f.second.millis[query]*slack >= r.Millis {
		return r
	}
	r = e.cube.reading(q, &f.second.plan)
	r.Table = 1
	return r
}

// again is what a reading costs with the blocks sampled again, each as often as it says.
func (r *QueryCost) again(blocks *[workload.Blocks]float64) float64 {
	if r.load == nil {
		return r.Millis
	}
	var drawn, whole workload.Block
	for i, b := range r.load.Blocks {
		drawn.Asking += blocks[i] * b.Asking
		drawn.Bytes += blocks[i] * b.Bytes
		whole.Asking += b.Asking
		whole.Bytes += b.Bytes
	}
	if drawn.Asking == 0 || whole.Bytes == 0 {
		return r.Millis
	}
	return r.millis(r.Bytes * (drawn.Bytes / drawn.Asking) / (whole.Bytes / whole.Asking))
}

// placesAgain is places with the windows of time sampled again.
func (c *cube) placesAgain(p *plan, times *[windows]float64) float64 {
	s := c.places(p)
	if s.places <= 1 {
		return s.places
	}
	var pairs, meets float64
	for i, n := range times {
		pairs += n * s.pairs[i]
		meets += n * s.meets[i]
	}
	if pairs == 0 {
		return s.places
	}
	return effective(pairs, meets)
}

// verdict returns what to do: keep the current layout, unless another is significantly better.
func (e *search) verdict(a *Advice, all []*found) {
	scores := e.bootstrap(all)
	today := 0
	for i, o := range a.Options {
		if o.Current {
			today = i
		}
	}
	for _, draw := range scores {
		first := 0
		for i := range draw {
			if draw[i] < draw[first] {
				first = i
			}
		}
		a.Options[first].BestShare += 1. / draws
	}
	switch {
	case today == 0, !better(scores, 0, today):
		a.KeepCurrent = true
		a.Verdict = "Keep the current layout: no alternative is significantly better for these queries."
		if today > 0 {
			a.Verdict += fmt.Sprintf(" The nearest is %s: %s.", a.Options[0].Template, why(scores, 0, today))
		}
		o := a.Options[today] // it costs no migration, so it comes first
		copy(a.Options[1:today+1], a.Options[:today])
		a.Options[0] = o
	case len(all) > 1 && !better(scores, 0, 1):
		a.TooClose = true
		a.Verdict = fmt.Sprintf("%s and %s are too close to call: %s. Measure both, or choose the simpler one.",
			a.Options[0].Template, a.Options[1].Template, why(scores, 0, 1))
	default:
		a.Verdict = fmt.Sprintf("%s is best for these queries.", a.Options[0].Template)
	}
}

// why returns why layout a is not significantly better than b.
func why(scores [][]float64, a, b int) string {
	n := 0
	for _, draw := range scores {
		if draw[a] < draw[b] {
			n++
		}
	}
	if n < draws*sure {
		return fmt.Sprintf("it ranks first in %d of %d bootstrap resamples", n, draws)
	}
	return "the difference is smaller than the precision of the weights"
}

// better reports whether layout a has a better score than b, by the margin, in the share sure of the resamples.
func better(scores [][]float64, a, b int) bool {
	n := 0.0
	for _, draw := range scores {
		if draw[b]-draw[a] > margin {
			n++
		}
	}
	return n >= sure*draws
}
