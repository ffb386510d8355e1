package advise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/spelling"
	"tabletop/model/workload"
)

// Confidence is in which conditions the recommendation stays the same.
type Confidence struct {
	// Share is that of the random conditions, of sampling, size, frequencies, cost constants, and weights, in
	// which none of the others shown has a better score than the first, by more than what may be chance.
	Share float64
	// Rows is the expected size of the table. From and To are the sizes at which the first layout stays the best of
	// those shown, all else being as expected: 0 and +Inf where no other takes over below or above.
	Rows, From, To float64
	// Below and Above are the layouts that take over; empty without one.
	Below, Above string
	// Frequency is by which factor the frequency of any one query may be off before another layout is best: at most
	// MaxFrequencyFactor, which means that none is found. Query is the one that it depends on.
	Frequency float64
	Query     string
	// Constants are the constants of the cost model on which the recommendation depends within their ranges.
	Constants []string
	// Weights are the parts of the score on which it depends: another layout is best where one of them counts twice or
	// half as much.
	Weights []string
	// Ahead is a layout that has a clearly better score as it is, though the recommendation is to keep the current one;
	// else empty. Then the other fields below Rows are zero.
	Ahead string
}

// MaxFrequencyFactor is the largest factor on a frequency that is tried.
const MaxFrequencyFactor = 16

// sizeSteps is how many sizes are tried within a factor of ten, and sizeReach how many times the expected rows is the
// largest.
const sizeSteps, sizeReach = 4, 1000

// confidence finds the conditions in which the layout first of all stays the best of them.
func (e *search) confidence(all []*found, first int, scores [][]float64) Confidence {
	cube := e.cube
	out := Confidence{Rows: cube.sizes.wanted, To: math.Inf(1),
		Share: share(scores, func(draw []float64) bool { return leader(draw, first) == first })}
	best := func(change func(*condition)) int {
		s := e.usual()
		change(&s)
		return leader(e.scoresIn(all, &s), first)
	}
	if i := best(func(*condition) {}); i != first {
		out.Ahead = e.layoutName(all[i])
		return out
	}
	out.Frequency = MaxFrequencyFactor
	atSize := func(rows float64) int { return best(func(s *condition) { s.size = cube.sizes.at(rows) }) }
	step := math.Pow(10, 1./sizeSteps)
	for rows := cube.sizes.wanted / step; rows > cube.sizes.now; rows /= step {
		if i := atSize(rows); i != first {
			out.From, out.Below = rows*step, e.layoutName(all[i])
			break
		}
	}
	for rows := cube.sizes.wanted * step; rows <= cube.sizes.wanted*sizeReach; rows *= step {
		if i := atSize(rows); i != first {
			out.To, out.Above = rows/step, e.layoutName(all[i])
			break
		}
	}
	for query := range cube.queries {
		for factor := 2.0; factor <= out.Frequency; factor *= 2 {
			if best(func(s *condition) { s.asked[query] = factor }) != first ||
				best(func(s *condition) { s.asked[query] = 1 / factor }) != first {
				if factor/2 < out.Frequency {
					out.Frequency, out.Query = factor/2, cube.queries[query].Query().Name
				}
				break
			}
		}
	}
	for _, name := range workload.RateNames() {
		for _, end := range []float64{0, 1} {
			usual := cube.rates
			if best(func(s *condition) { s.rates = usual.VaryOne(name, end) }) != first {
				out.Constants = append(out.Constants, name)
				break
			}
		}
	}
	for t := range termCount {
		if slices.ContainsFunc([]float64{offWeights, 1. / offWeights}, func(factor float64) bool {
			return best(func(s *condition) { s.factors = weighing(t, factor) }) != first
		}) {
			out.Weights = append(out.Weights, t.String())
		}
	}
	return out
}

// weighing is that one part of the score counts so many times as much.
func weighing(t term, factor float64) *[termCount]float64 {
	f := new([termCount]float64)
	for i := range f {
		f[i] = 1
	}
	f[t] = factor
	return f
}

// leader is the index of the best score, or of the first layout if that is as good.
func leader(scores []float64, first int) int {
	if best := lowest(scores); scores[first] > scores[best]+tie {
		return best
	}
	return first
}

// lowest is the index of the least of some scores.
func lowest(scores []float64) int {
	first := 0
	for i, v := range scores {
		if v < scores[first] {
			first = i
		}
	}
	return first
}

// layoutName is the template of a layout, and of its second table.
func (e *search) layoutName(f *found) string {
	switch {
	case f == e.today:
		return e.todayTemplate()
	case f.second != nil:
		return e.space.template(&f.plan) + " ++ " + e.space.template(&f.second.plan)
	}
	return e.space.template(&f.plan)
}

// ofConditions writes a share of the conditions that are drawn.
func ofConditions(share float64) string {
	percent := fmt.Sprintf("%.1f", 100*share)
	return fmt.Sprintf("%s%% of %d random conditions", strings.TrimSuffix(percent, ".0"), draws)
}

// Text returns the confidence in sentences.
func (c *Confidence) Text() string {
	parts := []string{fmt.Sprintf("In %s, none of the others shown has a clearly better score than the "+
		"first.", ofConditions(c.Share))}
	if c.Ahead != "" {
		return fmt.Sprintf("%s In the expected conditions %s has one, but too little is gained, or in too few of the "+
			"conditions, to rewrite the table.", parts[0], c.Ahead)
	}
	parts = append(parts, c.sizes()...)
	switch {
	case c.Frequency >= MaxFrequencyFactor:
		parts = append(parts,
			fmt.Sprintf("It stays first if any one query runs %d times as often or as rarely as stated.",
				MaxFrequencyFactor))
	case c.Frequency < 2:
		parts = append(parts,
			fmt.Sprintf("It depends on how often %q runs: at twice or half the stated frequency, another layout is "+
				"first.", c.Query))
	default:
		parts = append(parts,
			fmt.Sprintf("It stays first if any one query runs %.0f times as often or as rarely as stated; beyond "+
				"that, it depends on %q.", c.Frequency, c.Query))
	}
	if len(c.Constants) == 0 {
		parts = append(parts, "No constant of the cost model changes this within its range.")
	} else {
		parts = append(parts, fmt.Sprintf("It depends on constants of the cost model within their ranges: %s.",
			strings.Join(c.Constants, ", ")))
	}
	if len(c.Weights) == 0 {
		parts = append(parts, "It stays first if any one weight of the score is doubled or halved.")
	} else {
		parts = append(parts, fmt.Sprintf("It depends on the weight of %s: doubled or halved, another layout is first.",
			strings.Join(c.Weights, ", ")))
	}
	return strings.Join(parts, " ")
}

// sizes returns in sentences at which sizes the first layout stays first.
func (c *Confidence) sizes() []string {
	if c.From == 0 && math.IsInf(c.To, 1) {
		return []string{fmt.Sprintf("It stays first at all sizes from the present one to %s rows.",
			Rows(c.Rows*sizeReach))}
	}
	var parts []string
	if c.From > 0 {
		parts = append(parts, fmt.Sprintf("It is first from %s rows on; below, %s is.", Rows(c.From), c.Below))
	}
	if !math.IsInf(c.To, 1) {
		parts = append(parts, fmt.Sprintf("It is first up to %s rows; above, %s is.", Rows(c.To), c.Above))
	}
	return parts
}

// Rows writes a number of rows in a few digits: 4.2 M, 2 B.
func Rows(n float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e12, " T"}, {1e9, " B"}, {1e6, " M"}} {
		if n >= u.size*0.9995 {
			return fmt.Sprintf("%.3g%s", n/u.size, u.name)
		}
	}
	return spelling.Integer(int64(math.RoundToEven(n)))
}
