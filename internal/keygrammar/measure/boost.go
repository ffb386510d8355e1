package measure

import (
	"math"
	"math/rand/v2"
	"slices"

	"tabletop/model/confidence"
)

// What boosting does was chosen by cross-validation over productions.
const (
	boostTrees   = 300
	boostRate    = 0.05 // share of its best value that each tree adds
	boostPenalty = 6    // on squared values of leaves, in units of the second derivative of the loss
	boostLeast   = 4    // second derivative that a leaf holds at least
	boostBounds  = 16   // bounds of a feature that are tried at most
	boostColumns = 0.4  // share of the features that a tree may ask for
	boostRows    = 0.7  // share of the examples that a tree is fitted on
)

// boosting is the state of a fit of trees.
type boosting struct {
	Examples
	rng       *rand.Rand
	bounds    [][]float32 // by feature
	bin       [][]uint8   // by feature and example: how many bounds the value is above
	odds      []float64   // so far, by example
	gradient  []float64
	curvature []float64
}

// Boost fits trees to the log loss by gradient boosting with second derivatives (Friedman, Greedy function
// approximation, 2001; Chen and Guestrin, XGBoost, 2016), each on a random part of examples and features. It returns
// the log odds before any tree, and the trees.
func Boost(e Examples) (base float64, trees []confidence.Tree) {
	if len(e.X) == 0 {
		return 0, nil
	}
	boosting := boosting{Examples: e, rng: rand.New(rand.NewPCG(1, 2)), odds: make([]float64, len(e.X)),
		gradient: make([]float64, len(e.X)), curvature: make([]float64, len(e.X))}
	boosting.divide()
	right := 0.0
	for _, y := range e.Right {
		right += one(y)
	}
	base = math.Log((right + 1) / (float64(len(e.X)) - right + 1))
	for i := range boosting.odds {
		boosting.odds[i] = base
	}
	for range boostTrees {
		t := boosting.tree()
		for i, x := range e.X {
			boosting.odds[i] += t.Odds(x)
		}
		trees = append(trees, t)
	}
	return base, trees
}

// divide finds the bounds of each feature between which about as many examples lie.
func (b *boosting) divide() {
	count := len(b.X)
	for index := range b.X[0] {
		values := make([]float32, count)
		for i, x := range b.X {
			values[i] = float32(x[index])
		}
		sorted := slices.Sorted(slices.Values(values))
		var bounds []float32
		for k := range boostBounds {
			if v := rounded(float64(sorted[k*count/boostBounds])); v < sorted[count-1] &&
				(len(bounds) == 0 || v > bounds[len(bounds)-1]) {
				bounds = append(bounds, v)
			}
		}
		bin := make([]uint8, count)
		for i, v := range values {
			for _, bound := range bounds {
				if v > bound {
					bin[i]++
				}
			}
		}
		b.bounds, b.bin = append(b.bounds, bounds), append(b.bin, bin)
	}
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// rounded is x with as many digits as the file of a model has.
func rounded(x float64) float32 { return float32(math.Round(x*1e4) / 1e4) }

// tree fits the next tree.
func (b *boosting) tree() confidence.Tree {
	var rows, features []int
	for i, y := range b.Right {
		p := 1 / (1 + math.Exp(-b.odds[i]))
		b.gradient[i], b.curvature[i] = one(y)-p, max(p*(1-p), 1e-6)
		if b.rng.Float64() < boostRows {
			rows = append(rows, i)
		}
	}
	for f, bounds := range b.bounds {
		if len(bounds) > 0 && b.rng.Float64() < boostColumns {
			features = append(features, f)
		}
	}
	var t confidence.Tree
	b.grow(&t, 0, rows, features)
	return t
}

// grow fills in node at of a tree and those under it. A node that nothing divides sends all examples to the left.
func (b *boosting) grow(t *confidence.Tree, at int, rows, features []int) {
	if leaf := at - len(t.Feature); leaf >= 0 {
		gradient, curvature := b.sums(rows)
		t.Leaf[leaf] = rounded(boostRate * gradient / (curvature + boostPenalty))
		return
	}
	feature, bound, ok := b.best(rows, features)
	var low, high []int
	switch {
	case ok:
		t.Feature[at], t.Bound[at] = uint8(feature), b.bounds[feature][bound]
		for _, i := range rows {
			if int(b.bin[feature][i]) > bound {
				high = append(high, i)
			} else {
				low = append(low, i)
			}
		}
	default:
		t.Bound[at] = confidence.Unbounded
		low = rows
	}
	b.grow(t, 2*at+1, low, features)
	b.grow(t, 2*at+2, high, features)
}

func (b *boosting) sums(rows []int) (gradient, curvature float64) {
	for _, i := range rows {
		gradient += b.gradient[i]
		curvature += b.curvature[i]
	}
	return gradient, curvature
}

// best returns the feature and the bound of it that divide rows best.
func (b *boosting) best(rows, features []int) (feature, bound int, ok bool) {
	gradient, curvature := b.sums(rows)
	worth := func(g, c float64) float64 { return g * g / (c + boostPenalty) }
	most := worth(gradient, curvature) + 1e-9
	for _, count := range features {
		var g, c [boostBounds + 1]float64
		for _, i := range rows {
			g[b.bin[count][i]] += b.gradient[i]
			c[b.bin[count][i]] += b.curvature[i]
		}
		lowGradient, lowCurvature := 0.0, 0.0
		for k := range b.bounds[count] {
			lowGradient, lowCurvature = lowGradient+g[k], lowCurvature+c[k]
			if lowCurvature < boostLeast || curvature-lowCurvature < boostLeast {
				continue
			}
			if w := worth(lowGradient, lowCurvature) + worth(gradient-lowGradient, curvature-lowCurvature); w > most {
				most, feature, bound, ok = w, count, k, true
			}
		}
	}
	return feature, bound, ok
}
