package text

import (
	"math"
	"testing"

	"tabletop/model/profile/estimate"
)

// TestChangeIsInPoints verifies that a change has its sign, and its interval in percentage points.
func TestChangeIsInPoints(t *testing.T) {
	for want, f := range map[string]estimate.Figure{
		"-4.0% ±0.1 pt":            {Value: -0.04, Low: -0.041, High: -0.039},
		"+12.5% ±3 pt":             {Value: 0.125, Low: 0.1, High: 0.152},
		"0.0%":                     {Exact: true},
		"+5.0%":                    {Value: 0.05, Low: 0.05, High: 0.05, Exact: true},
		"-40.0% (-51.2 to -39.9%)": {Value: -0.4, Low: -0.512, High: -0.399},
		"":                         {Value: 0.05, Low: 0.05, High: 0.05},
	} {
		if got := Change(f); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
	if got := Change(estimate.Figure{Value: 1, High: math.Inf(1)}); got != "" {
		t.Errorf("an unbounded change is %q", got)
	}
}

// TestSharesInPoints verifies that the interval of a share is in percentage points, that of a size relative, and that an
// interval without ends is no number.
func TestSharesInPoints(t *testing.T) {
	for _, c := range []struct {
		f      estimate.Figure
		format func(float64) string
		want   string
	}{
		{estimate.Figure{Value: 0.4, Low: 0.35, High: 0.45}, Percent, "±5 pt"},
		{estimate.Figure{Value: 400, Low: 350, High: 450}, Bytes, "±13%"},
		{estimate.Figure{Value: 400, High: math.Inf(1)}, Bytes, "± unknown"},
	} {
		if got := PlusMinus(c.f.Value, c.f.Low, c.f.High, c.format); got != c.want {
			t.Errorf("%+v has %q, want %q", c.f, got, c.want)
		}
	}
}
