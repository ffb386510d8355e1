// Package heldout is the part of the key grammar on which inference is measured at first contact: layouts as people have them in wide-column
// and key-value stores, and combinations drawn at random. Who develops inference does not read it, and looks at none of its tables.
package heldout

import (
	"cmp"
	"slices"

	kg "tabletop/internal/keygrammar"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:    "heldout",
		Rows:    []int{60, 150, 400, 1000, 1000, 3000},
		Garbage: []float64{0, 0, 0, 0.01, 0.03, 0.08},
		Clocks:  []kg.Clock{kg.Prompt, kg.Prompt, kg.Exact, kg.Late, kg.Loaded, kg.Unwritten},
		Productions: mixed(commerce(), finance(), advertising(), games(), social(), logs(), machines(), records(), registries(), documents(), leftovers(),
			delimited(), engines(), indexes(), keepers(), packedRecords()),
	}
}

// mixed spreads the productions of each list evenly over all, so that any run of seeds draws from most lists.
func mixed(lists ...[]kg.Production) []kg.Production {
	type placed struct {
		production kg.Production
		at         float64
	}
	var all []placed
	for _, list := range lists {
		for i, p := range list {
			all = append(all, placed{p, (float64(i) + 0.5) / float64(len(list))})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	out := make([]kg.Production, len(all))
	for i, p := range all {
		out[i] = p.production
	}
	return out
}
