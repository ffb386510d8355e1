// Package confidence returns how likely an inferred layout, and each of its segments, is to be right.
//
// A segment is right when its start, end, and type are right in 98% of its keys; a layout when all its segments are and
// no boundary is missing. The probabilities come from boosted trees and a logistic regression on features of the keys
// (FeatureNames and LayoutNames), fitted on generated tables of known layout. fitted.bin holds the fit;
// docs/confidence.md how good it is on other tables.
package confidence

import (
	"math"
	"slices"

	"tabletop/model/rowkey"
)

// Sure is the confidence from which a segment or layout is shown without doubt. docs/confidence.md has the share of
// those that is right on tables of productions that the fit has not seen.
const Sure = 0.95

// Input is a set of layouts and the keys that it was inferred from.
type Input struct {
	Keys  [][]byte
	Times []int64 // a cell timestamp per key in microseconds since 1970; NoTime where there is none
	Set   rowkey.Set
	Kinds []Claim // by layout of Set
	Total int     // keys of the sample
	Rest  int     // of Total, those that no layout reads
}

// NoTime is the timestamp of a key without a cell.
const NoTime = math.MinInt64

// Claim is what the search for a layout found out about it.
type Claim struct {
	Keys      int     // of Input.Total, those that the layout reads
	Margin    float64 // bits per key to the runner-up; ignored without one
	RunnerUp  bool
	Stability float64 // share of resamples with the same boundaries, 0..1
	Fit       float64 // share of the keys taken for it that it reads, 0..1
	Saved     float64 // bits per key that it saves over bare bytes
	Chosen    bool    // it was taken instead of a cheaper layout because confidence in it is higher
	Segments  []SegmentClaim
}

// SegmentClaim is what the search found out about a segment.
type SegmentClaim struct {
	Bits, Raw                float64 // to describe a value by its type, and byte by byte
	Claim                    float64 // -log2 of the probability that noise passes for the type; 0 for no such claim
	StartByWidth, EndByWidth bool    // only a number of bytes states where it starts or ends
	Certain                  bool    // no accident looks like the values
	Even                     bool    // the values are drawn evenly from their alphabet
	Known                    bool    // a time that agrees with cell timestamps, or a date
}

// Judgment is the confidence in a layout and in its segments, 0..1.
type Judgment struct {
	Layout   float64
	Segments []float64 // as Layout.Segments()
}

// Judge returns a judgment for each layout of in.Set. It is linear in the keys, of which it looks at 200 per layout.
func Judge(in Input) []Judgment {
	out := make([]Judgment, len(in.Set))
	model := fitted()
	for i, e := range Evaluate(in) {
		out[i] = model.Judge(e)
	}
	return out
}

// choiceOdds is by how much the odds of a layout are divided that was chosen for its confidence: of several, the one
// that is overrated most is chosen more often than others. The fit knows only layouts that were found without a choice.
const choiceOdds = 2

// afterChoice returns the confidence in a layout that was chosen for the confidence p.
func afterChoice(p float64) float64 { return p / (p + choiceOdds*(1-p)) }

// mostDoubtful is the confidence in doubtful segments at most: tables of the fit have too few of them to learn from.
const mostDoubtful = 0.9

// bound returns the fitted confidence p, or less for segments that are doubtful for a reason that the fit does not
// know.
func (c Claimed) bound(p float64) float64 {
	if c.Doubtful {
		return min(p, mostDoubtful)
	}
	return p
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// dot returns the weighted sum of features; weights are as many or fewer.
func dot(weights, features []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		sum += w * features[i]
	}
	return sum
}

// LayoutFeatures returns the features of a layout whose segments have the given confidence; LayoutNames are their
// names.
func (e Evidence) LayoutFeatures(segments []float64) []float64 {
	least, sum := 1.0, 0.0
	for _, p := range segments {
		least = min(least, p)
		sum += logit(p)
	}
	product := 0.0
	for _, p := range segments {
		product += math.Log(max(p, 0.001))
	}
	n := float64(max(len(segments), 1))
	text := e.Whole[0]
	return slices.Concat([]float64{logit(least), logit(math.Exp(product)), sum / n, math.Log(n)}, e.Common, e.Whole,
		[]float64{text * logit(least), text * logit(math.Exp(product))})
}

// LayoutNames returns the names of LayoutFeatures.
func LayoutNames() []string {
	return slices.Concat([]string{"least sure segment", "all segments", "mean segment", "segments"}, commonNames(),
		wholeNames(),
		[]string{"least sure segment of text", "all segments of text"})
}

// logit is the inverse of the logistic function, bounded.
func logit(p float64) float64 {
	p = min(max(p, 0.002), 0.998)
	return math.Log(p / (1 - p))
}
