package audit

import (
	"math"

	"tabletop/model/profile/estimate"
)

// seen is a figure that was counted where it was looked at: a row of 300 MB exists, whatever the sample missed.
func seen(v float64) estimate.Figure { return estimate.Figure{Value: v, Low: v, High: v, Exact: true} }

// grade is the severity of a figure that should not be past its limits: an error only where the whole interval is past
// errorAt, a warning where it is past warnAt, a note where the figure is but the interval is not. A figure that is
// neither exact nor has an interval is a warning at most, because nobody knows how far it may be off. +Inf as a limit
// is none.
func grade(f estimate.Figure, warnAt, errorAt float64) (Severity, bool) {
	switch {
	case math.IsNaN(f.Value) || f.Value <= warnAt && f.Value <= errorAt:
		return "", false
	case f.Low > errorAt && (f.Exact || f.Interval()):
		return Error, true
	case f.Low > warnAt:
		return Warning, true
	}
	return Note, true
}

// severest is the limit whose crossing makes a figure of severity s: errorAt for an error, else the lower of both, since a
// figure that is neither exact nor has an interval is a warning past the limit of an error too.
func severest(s Severity, warnAt, errorAt float64) float64 {
	if s == Error {
		return errorAt
	}
	return min(warnAt, errorAt)
}

// no is a limit that nothing is past.
func no() float64 { return math.Inf(1) }
