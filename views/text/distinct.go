package text

import (
	"math"
	"strings"

	"tabletop/model/figures"
)

// Distinct formats how many distinct values the table has in a segment: "11" if all rows were read, else "≥ 11", with
// an estimate where there is one: "≥ 11, ≈ 14".
func Distinct(s figures.Segment) string {
	seen := Number(float64(s.Distinct))
	switch {
	case s.Found.IsExact(): // counted of all rows, perhaps in a sketch
		all := s.AllDistinct
		return strings.TrimSpace(Number(all.Value) + " " + PlusMinus(all.Value, all.Low, all.High, Number))
	case s.AllDistinct.Value > 0 && math.Round(s.AllDistinct.Value) > float64(s.Distinct):
		return "≥ " + seen + ", ≈ " + rounded(s.AllDistinct.Value)
	}
	return "≥ " + seen
}

// DistinctEstimate explains the estimate in Distinct, in a sentence; empty if there is none.
func DistinctEstimate(s figures.Segment) string {
	f := s.AllDistinct
	if f.Value == 0 || s.Found.IsExact() {
		return ""
	}
	return "The table is estimated to have about " + rounded(f.Value) + " or more (95% confidence interval " +
		between(rounded(f.Low), rounded(f.High)) +
		", Chao2 estimator: from the values met in one and in two key ranges only)."
}
