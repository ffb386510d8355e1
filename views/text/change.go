package text

import (
	"math"
	"strconv"

	"tabletop/model/estimate"
)

// Change formats by what part something grows or shrinks, with its interval in points: "-4.0% ±0.1 points", or
// as a range where it is lopsided: "-40.0% (-51.2 to -39.9%)". The result is empty if that is neither exact nor has an
// interval.
func Change(f estimate.Figure) string {
	if !f.IsExact() && (!f.Interval() || math.IsInf(f.High, 1)) {
		return ""
	}
	out := changed(f.Value) + "%"
	down, up := f.Value-f.Low, f.High-f.Value
	switch half := math.Max(down, up); {
	case f.IsExact() || half <= 0:
	case half > 1.5*math.Min(down, up) && changed(f.Low) != changed(f.High):
		out += " (" + changed(f.Low) + " to " + changed(f.High) + "%)"
	default:
		out += " ±" + upwards(100*half) + " points"
	}
	return out
}

// changed formats a part in percent, with its sign.
func changed(part float64) string {
	out := strconv.FormatFloat(100*part, 'f', 1, 64)
	switch {
	case out == "-0.0":
		return "0.0"
	case part > 0 && out != "0.0":
		return "+" + out
	}
	return out
}
