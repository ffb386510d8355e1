package text

import (
	"math"
	"strconv"

	"tabletop/model/profile/estimate"
)

// Change formats by what part something grows or shrinks, with its interval in percentage points: "-4.0% ±0.1 pt". The
// result is empty if that is neither exact nor has an interval.
func Change(f estimate.Figure) string {
	if !f.Exact && (!f.Interval() || math.IsInf(f.High, 1)) {
		return ""
	}
	out := strconv.FormatFloat(100*f.Value, 'f', 1, 64)
	if f.Value > 0 {
		out = "+" + out
	}
	if out == "-0.0" || out == "+0.0" {
		out = "0.0"
	}
	out += "%"
	if half := math.Max(f.High-f.Value, f.Value-f.Low); half > 0 && !f.Exact {
		out += " ±" + upwards(100*half) + " pt"
	}
	return out
}
