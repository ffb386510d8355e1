// Package estimate turns figures of a sample into figures of the table it was drawn from: what each row stands for, and
// how far an estimate may be off.
package estimate

import "math"

// Scope is what figures of a sample are representative of.
type Scope string

// The scopes. Counts are always counts of the sample; the scope states what they mean for the table.
const (
	All    Scope = "all"    // every row of the table (or of the range asked for) was read: counts are exact
	Sample Scope = "sample" // rows were drawn from all over the table: figures are estimates
	Head   Scope = "head"   // the first rows only: figures speak for these rows and nothing else
)

// Summary returns the scope as a phrase to set after a figure.
func (s Scope) Summary() string {
	switch s {
	case All:
		return "of all rows"
	case Head:
		return "of the first rows"
	}
	return "of the rows read"
}

// Figure is a number and its confidence interval. An estimate lies between Low and High with 95% confidence; where no interval is
// known, and where Exact, both equal Value.
type Figure struct {
	Value     float64
	Low, High float64
	Exact     bool // counted, not estimated
}

// Interval reports whether Low and High bound the figure.
func (f Figure) Interval() bool { return f.Low < f.High }

// Vague reports whether the sample says nothing of the figure: its interval is from 0 to infinity.
func (f Figure) Vague() bool { return f.Low <= 0 && math.IsInf(f.High, 1) }

// Counted returns n as an exact figure.
func Counted[N int | int64 | float64](n N) Figure { return plain(float64(n), true) }

// CountedShare returns the exact share of a part in a whole; 0 if the whole is 0.
func CountedShare(part, whole int64) Figure { return Counted(float64(part) / float64(max(whole, 1))) }

// plain is a figure without an interval.
func plain(v float64, exact bool) Figure { return Figure{Value: v, Low: v, High: v, Exact: exact} }

// Of returns the share f of a total, such as bytes of the table: relative errors of both add in quadrature. It is zero where
// the total is unknown, that is 0, and says nothing where one of both does not.
func (f Figure) Of(total Figure) Figure {
	v, t := f.Value, total.Value
	if t <= 0 {
		return Figure{}
	}
	out := Figure{Value: v * t, Exact: f.Exact && total.Exact}
	if whole := math.Round(out.Value); out.Exact && math.Abs(out.Value-whole) < 1e-13*t {
		out.Value = whole // the share of a count is a count, but for what a division and a multiplication lose
	}
	if f.Vague() || total.Vague() {
		out.High = math.Inf(1)
		return out
	}
	out.Low = out.Value - math.Hypot((v-f.Low)*t, v*(t-total.Low))
	out.High = out.Value + math.Hypot((f.High-v)*t, v*(total.High-t))
	if f.Low >= 0 { // what is a part is never less than nothing
		out.Low = math.Max(0, out.Low)
	}
	return out
}

// Minus returns the negative of f.
func (f Figure) Minus() Figure {
	return Figure{Value: -f.Value, Low: -f.High, High: -f.Low, Exact: f.Exact}
}

// Inverse is 1/f, for a figure that is above zero. A lower end at zero makes an upper end of +Inf.
func (f Figure) Inverse() Figure {
	low := 1 / f.High
	high := math.Inf(1)
	if f.Low > 0 {
		high = 1 / f.Low
	}
	return Figure{Value: 1 / f.Value, Low: low, High: high, Exact: f.Exact}
}
