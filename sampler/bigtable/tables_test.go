package bigtable

import (
	"math"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/sampler/internal/skewed"
)

// TestManyTables verifies that intervals hold the truth on every table of a kind, and not only on the one that a world
// is: whether a sample misleads is a matter of where the sections of its table start. In the pool of the tables they hold
// it at least 93 times in 100, and on no table is the upper end of the 95% interval of its coverage under 85%. Short of
// TABLETOP_SLOW=1 it draws from few tables of uneven tenants, and reports gross errors only.
func TestManyTables(t *testing.T) {
	tables, draws, pool, least := uint64(4), 4, 0.75, 0.4
	if slowtest.On() {
		tables, draws, pool, least = 40, skewed.Draws(), 0.93, 0.85
	}
	const n, wanted = 24_000, 3_000
	for index, world := range skewed.Worlds(n, 1) {
		if world.Name != "tenants" && !slowtest.On() {
			continue
		}
		t.Run(world.Name, func(t *testing.T) {
			scores := map[string]*tableScores{}
			for seed := range tables {
				w := skewed.Worlds(n, 1+seed)[index]
				for figure, a := range measureWorld(t, w, sample.Quick, wanted, draws) {
					if scores[figure] == nil {
						scores[figure] = &tableScores{worst: 1}
					}
					scores[figure].add(seed, a, draws)
				}
			}
			for figure, s := range scores {
				count := float64(tables)
				t.Logf("%-12s %-6s pool %5.1f%%, worst %5.1f%% (table %d), bias %+5.1f%%, at most %5.1f%%, half %5.1f%%",
					world.Name, figure, 100*s.pool/count, 100*s.worst, s.table, 100*s.bias/count, 100*s.mostBias,
					100*s.half/count)
				if s.pool/count < pool || upperCoverage(s.worst, draws) < least {
					t.Errorf("%s: %s is covered in %.1f%%, and on table %d in %.1f%% of %d draws", world.Name, figure,
						100*s.pool/count, s.table, 100*s.worst, draws)
				}
			}
		})
	}
}

// tableScores are sums over tables, and the extremes of them.
type tableScores struct {
	pool, bias, half float64
	worst, mostBias  float64
	table            uint64 // of the worst coverage
}

func (s *tableScores) add(table uint64, a skewed.Accuracy, draws int) {
	s.pool, s.bias, s.mostBias = s.pool+a.Coverage, s.bias+a.Bias, math.Max(s.mostBias, math.Abs(a.Bias))
	s.half += math.Min(a.Half, 10) // unbounded ones count as ten times the figure
	if a.Coverage < s.worst {
		s.worst, s.table = a.Coverage, table
	}
}

// upperCoverage is the upper end of Wilson's 95% interval of a coverage in so many draws.
func upperCoverage(share float64, draws int) float64 {
	const z = 1.96
	n := float64(draws)
	return (share + z*z/(2*n) + z*math.Sqrt(share*(1-share)/n+z*z/(4*n*n))) / (1 + z*z/n)
}
