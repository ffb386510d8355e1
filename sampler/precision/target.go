// Package precision reads a table until the confidence interval of one of its figures is as narrow as asked for.
package precision

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// The figures of a table that a target can be set for.
const (
	Bytes   = "bytes"   // mean size of a row, from which sizes of the table follow
	Rows    = "rows"    // number of rows
	Garbage = "garbage" // bytes eligible for garbage collection
)

// Target is the half-width of the 95% confidence interval of a figure that is wanted, relative to the estimate. The
// zero value is no target.
type Target struct {
	Of    string
	Share float64
}

// Wanted reports whether there is a target.
func (t Target) Wanted() bool { return t.Share > 0 }

// String returns the target as Parse takes it.
func (t Target) String() string {
	if !t.Wanted() {
		return ""
	}
	return t.Of + "=" + strconv.FormatFloat(100*t.Share, 'g', 6, 64) + "%"
}

// Parse parses a target: "3%", "rows=0.5%", "garbage=10%". Without a name it is of bytes. Shares of 0 and of over 100%
// are errors, which state what it must be.
func Parse(s string) (Target, error) {
	target := Target{Of: Bytes}
	number := strings.TrimSpace(s)
	if of, rest, named := strings.Cut(number, "="); named {
		target.Of, number = strings.TrimSpace(of), strings.TrimSpace(rest)
	}
	switch target.Of {
	case Bytes, Rows, Garbage:
	default:
		return Target{}, errors.New("a percentage of bytes, rows, or garbage, for example rows=1%")
	}
	digits, percent := strings.CutSuffix(number, "%")
	value, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	switch {
	case err != nil || !percent || math.IsNaN(value):
		return Target{}, errors.New("a percentage, for example 3%, rows=1%, or garbage=10%")
	case value <= 0 || value > 100:
		return Target{}, errors.New("over 0% and at most 100%")
	}
	target.Share = value / 100
	return target, nil
}

// Half returns the half-width of the interval of the target's figure in s, relative to the estimate; 0 if it is exact.
// known is false if it has no interval, or one without end.
func (t Target) Half(ctx context.Context, s *sample.Sample) (half float64, known bool, err error) {
	figure, err := t.figure(ctx, s)
	switch {
	case err != nil:
		return 0, false, err
	case figure.IsExact():
		return 0, true, nil
	case !figure.Interval() || figure.Value <= 0:
		return 0, false, nil
	}
	half = max(figure.Value-figure.Low, figure.High-figure.Value) / figure.Value
	return half, !math.IsInf(half, 1), nil
}

func (t Target) figure(ctx context.Context, s *sample.Sample) (estimate.Figure, error) {
	design := estimate.NewDesign(s)
	switch t.Of {
	case Rows:
		return design.Rows(), nil
	case Garbage:
		garbage, err := retention.NewEvaluator(s, retention.NewClock(s, time.Time{}).Now).Garbage(ctx,
			retention.CurrentRules(&s.Table))
		if err != nil {
			return estimate.Figure{}, err
		}
		eligible := garbage.Total.TableEligible
		if !eligible.IsExact() && eligible.Value == 0 {
			return estimate.Figure{}, nil // nothing of it was seen
		}
		return eligible, nil
	}
	return design.MeanRow(), nil
}
