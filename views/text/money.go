package text

import (
	"tabletop/model/figures"
	"tabletop/model/price"
)

// Money formats an amount of money: "12.3 EUR", or an estimate "≈ 12.3 EUR" with its interval.
func Money(p *price.Prices, f figures.Figure) string {
	switch {
	case f.Vague():
		return NoFigure
	case f.IsExact():
		return p.Amount(f.Value)
	case f.Interval():
		return About(p.Amount(f.Value)) + " " + PlusMinus(f.Value, f.Low, f.High, p.Amount)
	}
	return About(p.Amount(f.Value))
}
