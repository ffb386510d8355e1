package text

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/diff"
	"tabletop/model/estimate"
)

// TestDiffSummaryStatesWhatIsUndetermined verifies that a comparison is called within sampling error only as far as the
// samples show it.
func TestDiffSummaryStatesWhatIsUndetermined(t *testing.T) {
	for _, c := range []struct {
		compared, beyond, undetermined int
		want                           string
	}{
		{140, 0, 0, "No significant difference: 140 figures compared, all within sampling error."},
		{140, 0, 1, "No significant difference: of 140 figures compared, 139 are within sampling error and 1 is " +
			"undetermined."},
		{140, 0, 140, "Undetermined: the samples do not show whether any of 140 figures differs."},
		{140, 3, 0, "3 of 140 figures differ significantly (95% confidence): by more than sampling error."},
		{140, 1, 9, "1 of 140 figures differs significantly (95% confidence): by more than sampling error. 9 are " +
			"undetermined."},
	} {
		got := DiffSummary(&diff.Diff{Compared: c.compared, Beyond: c.beyond, Undetermined: c.undetermined})
		if got != c.want {
			t.Errorf("%+v:\n%s", c, got)
		}
		if strings.Contains(got, "all within") != (c.beyond == 0 && c.undetermined == 0) {
			t.Errorf("%+v is called all within sampling error: %s", c, got)
		}
	}
}

// TestSharesDifferInPoints verifies that the difference of two shares is in percentage points, and that of two sizes in
// bytes.
func TestSharesDifferInPoints(t *testing.T) {
	change := func(low, v, high float64) diff.Change {
		return diff.Change{Delta: estimate.Within(v, low, high), Verdict: diff.Grew}
	}
	for _, c := range []struct {
		change diff.Change
		format func(float64) string
		want   string
	}{
		{change(0.021, 0.021, 0.021), Percent, "+2.1 pt"},
		{change(0.011, 0.021, 0.031), Percent, "+1.1 to +3.1 pt"},
		{change(-0.004, 0.021, 0.046), Percent, "−0.40 to +4.6 pt"},
		{change(1000, 2000, 3000), Bytes, "+1.00 to +3.00 kB"},
		{change(-1000, 2000, math.Inf(1)), Bytes, "≥ −1.00 kB"},
		{change(math.Inf(-1), 2000, 3000), Bytes, "≤ +3.00 kB"},
		{change(math.Inf(-1), 2000, math.Inf(1)), Bytes, "unknown"},
	} {
		if got := diffDelta(c.change, c.format); got != c.want {
			t.Errorf("%+v is %q, want %q", c.change.Delta, got, c.want)
		}
	}
}

// TestDiffFiguresSayWhatTheyAre verifies that a figure of a comparison shows whether it is exact, an estimate, or a
// bound of what was not seen.
func TestDiffFiguresSayWhatTheyAre(t *testing.T) {
	for want, f := range map[string]estimate.Figure{
		"400 B":             estimate.Counted(400),
		"≈ 400 B ±13%":      estimate.Within(400, 350, 450),
		"≈ 400 B":           estimate.Within(400, 390, 700),
		"≈ 400 B ± unknown": estimate.Within(400, 0, math.Inf(1)),
		"≤ 9 B":             estimate.Within(0, 0, 9),
		"0 B":               estimate.Counted(0),
	} {
		if got := diffFigure(f, Bytes); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
	if got := diffFigure(estimate.Within(1, 0.93, 1), Percent); got != "≥ 93.0%" {
		t.Errorf("a share of all is %q", got)
	}
}
