package text

import (
	"fmt"

	"tabletop/model/sample"
)

// Precision states how reading for a target of precision ended, and what reaching it would cost if it was not reached.
func Precision(p *sample.Precision) string {
	of := map[string]string{"bytes": "mean row size", "rows": "number of rows", "garbage": "bytes of garbage"}[p.Of]
	is := "±" + upwards(100*p.Half) + "%"
	switch {
	case !p.HalfKnown:
		is = "no interval"
	case p.Half == 0:
		is = "exact"
	}
	if p.Reached {
		return fmt.Sprintf("precision reached: %s %s (target ±%s%%)", of, is, upwards(100*p.Target))
	}
	out := fmt.Sprintf("precision not reached: %s %s (target ±%s%%): %s", of, is, upwards(100*p.Target), p.Why)
	if p.Cost != nil {
		plan := sample.Plan{Strategy: p.Cost.Strategy, Rows: p.Cost.Rows, Bytes: p.Cost.Bytes, Scan: p.Cost.Scan,
			Time: p.Cost.Time}
		out += "; reaching it would take " + planCost(&plan)
	}
	return out
}

// planCost returns what a plan takes, in a phrase: "strategy small: about 80,000 rows, 11.8 MB to receive of 2.00 GB
// scanned, about 9 s".
func planCost(p *sample.Plan) string {
	out := "strategy " + string(p.Strategy)
	if p.Rows > 0 {
		out += ", about " + rounded(float64(p.Rows)) + " rows"
	}
	return out + transfer(p)
}
