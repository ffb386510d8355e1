package audit

import (
	"math"

	"tabletop/model/estimate"
)

// seen returns v as an exact figure of the rows read: a row of 300 MB exists, whatever the sample missed.
func seen(v float64) estimate.Figure { return estimate.Counted(v) }

// grade returns the severity of a figure, and whether it exceeds a limit: an error only if the entire interval exceeds
// errorAt, a warning if it exceeds warnAt, a note if only the figure does. A figure that is neither exact nor has an
// interval is at most a warning, because its error is unknown. A limit of +Inf means no limit.
func grade(f estimate.Figure, warnAt, errorAt float64) (Severity, bool) {
	switch {
	case math.IsNaN(f.Value) || f.Value <= warnAt && f.Value <= errorAt:
		return "", false
	case f.Low > errorAt && (f.IsExact() || f.Interval()):
		return Error, true
	case f.Low > warnAt:
		return Warning, true
	}
	return Note, true
}

// severest returns the limit that a finding of severity s exceeds: errorAt for an error, else the lower of both, since
// a figure that is neither exact nor has an interval is a warning above the limit of an error too.
func severest(s Severity, warnAt, errorAt float64) float64 {
	if s == Error {
		return errorAt
	}
	return min(warnAt, errorAt)
}

// no returns a limit that no figure exceeds.
func no() float64 { return math.Inf(1) }
