// Package wide is a further calibration part of the key grammar, made for breadth: many productions of which no two are alike in structure,
// realistic designs of many trades and systematic combinations of fields, encodings, separators, and record kinds. It was
// written without running inference on its tables. Confidence may be fitted on it, and nothing else may be learned from it: do not look at
// what inference loses on its tables.
package wide

import (
	"slices"

	kg "tabletop/internal/keygrammar"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:        "wide",
		Rows:        []int{60, 120, 250, 500, 1000, 2000, 3000},
		Garbage:     []float64{0, 0, 0, 0, 0, 0, 0, 0, 0.01, 0.03, 0.06, 0.1},
		Clocks:      []kg.Clock{kg.Prompt, kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten, kg.Exact},
		Productions: slices.Concat(plain(), simple(), web(), commerce(), social(), things(), operations(), engines(), science(), spread(), combinations(180)),
	}
}
