package text

import (
	"math"
	"testing"

	"tabletop/model/estimate"
)

// TestChangeIsInPoints verifies that a change has its sign, and its interval in percentage points.
func TestChangeIsInPoints(t *testing.T) {
	for want, f := range map[string]estimate.Figure{
		"-4.0% ±0.1 points":        estimate.Within(-0.04, -0.041, -0.039),
		"+12.5% ±3 points":         estimate.Within(0.125, 0.1, 0.152),
		"0.0%":                     estimate.Counted(0),
		"+5.0%":                    estimate.Counted(0.05),
		"-40.0% (-51.2 to -39.9%)": estimate.Within(-0.4, -0.512, -0.399),
		"":                         estimate.Point(0.05),
	} {
		if got := Change(f); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
	if got := Change(estimate.Within(1, 0, math.Inf(1))); got != "" {
		t.Errorf("an unbounded change is %q", got)
	}
}

// TestSharesInPoints verifies that the interval of a share is in percentage points, that of a size relative, and that
// an interval without ends is no number.
func TestSharesInPoints(t *testing.T) {
	for _, c := range []struct {
		f      estimate.Figure
		format func(float64) string
		want   string
	}{
		{estimate.Within(0.4, 0.35, 0.45), Percent, "±5 points"},
		{estimate.Within(400, 350, 450), Bytes, "±13%"},
		{estimate.Within(400, 0, math.Inf(1)), Bytes, "± unknown"},
		{estimate.Within(0.4, 0, 1), Percent, "± unknown"},
		{estimate.Within(0.4, 0.01, 1), Percent, "≥ 1.0%"},
		{estimate.Within(0.4, 0, 0.95), Percent, "≤ 95.0%"},
	} {
		if got := PlusMinus(c.f.Value, c.f.Low, c.f.High, c.format); got != c.want {
			t.Errorf("%+v has %q, want %q", c.f, got, c.want)
		}
	}
}

// TestBoundsThatSayNothing verifies that a share that can be anything is unknown, and that any other bound is shown.
func TestBoundsThatSayNothing(t *testing.T) {
	for want, f := range map[string]estimate.Figure{
		"unknown":         estimate.Within(0, 0, 1),
		"≤ 99.0%":         estimate.Within(0, 0, 0.99),
		"≥ 1.0%":          estimate.Within(1, 0.01, 1),
		"≥ 99.8%":         estimate.Within(0.9999, 0.998, 1),
		"≈ 3.8%":          estimate.Point(0.038),
		">99.9%":          estimate.Point(0.9999),
		"3.8%":            estimate.Within(0.038, 0.03799, 0.03801),
		"40.0% ± unknown": estimate.Within(0.4, 0, 1),
		"100%":            estimate.Counted(1),
		"0%":              estimate.Counted(0),
	} {
		if got := Share(f); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
	if got := Share(estimate.Within(1, 0, 1)); got != "unknown" {
		t.Errorf("all, or none, is %q", got)
	}
}
