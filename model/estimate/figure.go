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

// Certainty is how well a figure is known. The greater of two is the surer one.
type Certainty uint8

// The certainties. The zero value is that nothing is known.
const (
	Unknown    Certainty = iota
	AtLeast              // of the rows read: the table has as much, or more
	NoInterval           // an estimate whose error is not known
	Interval             // an estimate that lies between Low and High with 95% confidence
	Range                // counted in ranges: it lies between Low and High for certain
	Exact                // counted
)

// Figure is a number and how well it is known. Low and High are those of its Certainty; where that has none, both equal
// Value. The zero value is a figure of which nothing is known.
type Figure struct {
	Value     float64
	Low, High float64
	Certainty Certainty
}

// Counted returns n as an exact figure.
func Counted[N int | int64 | float64](n N) Figure {
	return Figure{float64(n), float64(n), float64(n), Exact}
}

// CountedShare returns the exact share of a part in a whole; 0 if the whole is 0.
func CountedShare(part, whole int64) Figure { return Counted(float64(part) / float64(max(whole, 1))) }

// Point returns a point estimate: a figure whose error is not known.
func Point(v float64) Figure { return Figure{v, v, v, NoInterval} }

// CountedIf returns an exact figure if all was counted, else a point estimate.
func CountedIf(v float64, all bool) Figure {
	if all {
		return Counted(v)
	}
	return Point(v)
}

// Within returns an estimate with its 95% confidence interval.
func Within(v, low, high float64) Figure { return Figure{v, low, high, Interval} }

// Between returns a figure that lies between low and high for certain, of which it has the middle: an exact one if they
// are equal.
func Between(low, high float64) Figure {
	if low == high {
		return Counted(low)
	}
	return Figure{(low + high) / 2, low, high, Range}
}

// Seen returns what the rows read have of a thing, of which the table may have more.
func Seen(v float64) Figure { return Figure{v, v, v, AtLeast} }

// IsExact reports whether the figure was counted.
func (f Figure) IsExact() bool { return f.Certainty == Exact }

// IsKnown reports whether anything is known of the figure.
func (f Figure) IsKnown() bool { return f.Certainty != Unknown && !f.Vague() }

// Interval reports whether Low and High bound the figure.
func (f Figure) Interval() bool { return f.Low < f.High }

// Vague reports whether the sample says nothing of the figure: its interval is from 0 to infinity.
func (f Figure) Vague() bool { return f.Low <= 0 && math.IsInf(f.High, 1) }

// Of returns the share f of a total, such as bytes of the table: relative errors of both add in quadrature. It is zero
// where the total is unknown, that is 0, and says nothing where one of both does not.
func (f Figure) Of(total Figure) Figure {
	value, amount := f.Value, total.Value
	if amount <= 0 || f.Certainty == Unknown {
		return Figure{}
	}
	out := Figure{Value: value * amount, Certainty: min(f.Certainty, total.Certainty)}
	if whole := math.Round(out.Value); out.IsExact() && math.Abs(out.Value-whole) < 1e-13*amount {
		out.Value = whole // the share of a count is a count, but for what a division and a multiplication lose
	}
	if f.Vague() || total.Vague() {
		return Within(out.Value, 0, math.Inf(1))
	}
	out.Low = out.Value - math.Hypot((value-f.Low)*amount, value*(amount-total.Low))
	out.High = out.Value + math.Hypot((f.High-value)*amount, value*(total.High-amount))
	if f.Low >= 0 { // what is a part is never less than nothing
		out.Low = math.Max(0, out.Low)
	}
	// a total that has no interval is taken as it is, and so is a share
	if out.Certainty < Range && out.Low < out.High {
		out.Certainty = Interval
	}
	return out
}

// Or returns f, or another figure of the same thing that is surer.
func (f Figure) Or(other Figure) Figure {
	if other.Certainty > f.Certainty {
		return other
	}
	return f
}

// Minus returns the negative of f.
func (f Figure) Minus() Figure {
	return Figure{Value: -f.Value, Low: -f.High, High: -f.Low, Certainty: f.Certainty}
}

// Bound returns f, which lies between low and high for certain.
func (f Figure) Bound(low, high float64) Figure {
	if low == high {
		return Counted(f.Value)
	}
	return Figure{f.Value, low, high, Range}
}

// AtMost returns f, no surer than certainty; a range stays one.
func (f Figure) AtMost(certainty Certainty) Figure {
	if !f.Interval() {
		f.Certainty = min(f.Certainty, certainty)
	}
	return f
}

// WithoutInterval returns f as a point estimate, unless it is surer, or unknown.
func (f Figure) WithoutInterval() Figure {
	if f.Certainty != Interval {
		return f
	}
	return Point(f.Value)
}

// Rest returns the share of a whole that is left beside the share f.
func (f Figure) Rest() Figure {
	return Figure{Value: 1 - f.Value, Low: 1 - f.High, High: 1 - f.Low, Certainty: f.Certainty}
}

// Times returns f multiplied by a number that is not negative.
func (f Figure) Times(by float64) Figure {
	return Figure{Value: f.Value * by, Low: f.Low * by, High: f.High * by, Certainty: f.Certainty}
}

// Plus returns the sum of both, as sure as the less sure one. Ends add up, so that the interval holds however the
// errors hang together.
func (f Figure) Plus(o Figure) Figure {
	return Figure{Value: f.Value + o.Value, Low: f.Low + o.Low, High: f.High + o.High,
		Certainty: min(f.Certainty, o.Certainty)}
}

// Inverse is 1/f, for a figure that is above zero. A lower end at zero makes an upper end of +Inf.
func (f Figure) Inverse() Figure {
	low := 1 / f.High
	high := math.Inf(1)
	if f.Low > 0 {
		high = 1 / f.Low
	}
	return Figure{Value: 1 / f.Value, Low: low, High: high, Certainty: f.Certainty}
}
