// Package everyday is a further calibration part of the key grammar: what teams put into Bigtable, HBase, Cassandra, and RocksDB every day, with
// ordinary separators, words, ids, and times, and with simple layouts as often as they occur. It was written without running
// inference on its tables. Confidence may be fitted on it, and nothing else may be learned from it: do not look at what
// inference loses on its tables.
package everyday

import (
	"slices"

	kg "tabletop/internal/keygrammar"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:        "everyday",
		Rows:        []int{60, 100, 200, 400, 800, 1500, 3000},
		Garbage:     []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0.01, 0.03, 0.08},
		Clocks:      []kg.Clock{kg.Prompt, kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten, kg.Exact},
		Productions: slices.Concat(simple(), telemetry(), business(), people(), web(), stores()),
	}
}
