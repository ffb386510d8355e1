package text

import (
	"strings"

	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/sample"
)

// MapUnit names what the amounts of a map of s are of, as Amounts does. It is empty while p, the profile of s, is nil.
func MapUnit(m *heat.Map, p *figures.Profile, s *sample.Sample) string {
	switch {
	case m.AllRows.IsKnown():
		return "of all rows"
	case p == nil || s == nil:
		return ""
	}
	return Amounts(p, s.How, s.Table.Emulator)
}

// MapAmount writes an amount of a map with its unit: "1 write", "3.5 kB". An amount of which of, a MapUnit, says that
// it is estimated is marked.
func MapAmount(metric heat.Metric, v float64, of string) string {
	words := ""
	switch {
	case metric == heat.Bytes || metric == heat.Garbage:
		words = Bytes(v)
	case v == 1:
		words = "1 " + strings.TrimSuffix(metric.Name(), "s")
	default:
		words = Number(v) + " " + metric.Name()
	}
	if v != 0 && of == AmountsEstimated {
		return About(words)
	}
	return words
}
