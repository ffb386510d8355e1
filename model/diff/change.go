package diff

import (
	"math"

	"tabletop/model/estimate"
)

// Verdict is the result of comparing a figure.
type Verdict string

// The verdicts. A difference between samples is significant only if its interval excludes zero.
const (
	Same         Verdict = "same"         // both are exact, and equal
	WithinError  Verdict = "within_error" // within sampling error
	Grew         Verdict = "grew"
	Shrank       Verdict = "shrank"
	New          Verdict = "new"
	Gone         Verdict = "gone"
	Changed      Verdict = "changed"      // of things that are not numbers
	Undetermined Verdict = "undetermined" // one of the figures has no interval
	Unseen       Verdict = "unseen"       // seen on one side only, and the other may have it all the same
)

// Significant reports whether a difference is statistically significant.
func (v Verdict) Significant() bool { return rank(v) == 0 }

// Change is a figure before and after. Delta is After less Before with its own interval, exact where both are.
type Change struct {
	Before, After, Delta estimate.Figure
	Verdict              Verdict
}

// compare returns the difference of two independent figures, as one of several simultaneous comparisons: the confidence
// level grows with their number (Bonferroni), or one in twenty would seem to have changed.
//
// The interval of a difference is computed from the limits of both, so it is valid for asymmetric ones as well: MOVER,
// Zou and Donner 2008, "Construction of confidence limits about effect measures"; for shares it is Newcombe's method 10
// of 1998.
func compare(before, after estimate.Figure, of int) Change {
	change := Change{Before: before, After: after}
	value := after.Value - before.Value
	if math.Abs(value) <= rounding*math.Max(math.Abs(before.Value), math.Abs(after.Value)) {
		value = 0
	}
	if before.IsExact() && after.IsExact() {
		change.Delta = estimate.Counted(value)
		change.Verdict = verdict(before.Value, after.Value, value, value)
		return change
	}
	change.Delta = estimate.Point(value)
	if !known(before) || !known(after) {
		if change.Verdict = Undetermined; value == 0 {
			change.Verdict = WithinError // such as a size that is the same in every row read
		}
		return change
	}
	down := math.Hypot(after.Value-after.Low, before.High-before.Value)
	up := math.Hypot(after.High-after.Value, before.Value-before.Low)
	change.Delta = estimate.Within(value, value-down, value+up)
	if change.Verdict = verdict(before.Value, after.Value, value-wider(of)*down, value+wider(of)*up); change.Verdict ==
		Same {
		change.Verdict = WithinError
	}
	return change
}

// wider returns by what factor an interval grows as one of several (Bonferroni).
func wider(of int) float64 { return quantile(0.025/float64(max(of, 1))) / quantile(0.025) }

// rounding is the relative rounding error of a figure of a sample, which is a sum of weights that are not whole
// numbers.
const rounding = 1e-9

func known(f estimate.Figure) bool { return f.IsExact() || f.Interval() }

// rank sorts significant differences first, then those that are not known.
func rank(v Verdict) int {
	switch v {
	case Same, WithinError, "":
		return 2
	case Undetermined, Unseen:
		return 1
	}
	return 0
}

func verdict(before, after, low, high float64) Verdict {
	switch {
	case low > 0 && before == 0:
		return New
	case low > 0:
		return Grew
	case high < 0 && after == 0:
		return Gone
	case high < 0:
		return Shrank
	}
	return Same
}

// quantile returns the value that a standard normal variable exceeds with probability p.
func quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(1-2*p) }
