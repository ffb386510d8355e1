package estimate

import (
	"math"

	"tabletop/model/sample"
)

// The limits of pools of runs.
const (
	// poolNeeds is the squared coefficient of variation of a mean from which on its inverse is too uncertain to weigh a
	// run with, and poolNoise that of the mean of a pool. The inverse of a mean is too large by about as much on
	// average; what a correction for that leaves was 1% at 0.08 (hashed of TestAccuracyOfHardWorlds).
	poolNeeds = 0.03
	poolNoise = 0.01
	// runs on either side that show how much the sizes of rows vary; one run may miss the rare large rows
	poolProbe = 4
	poolReach = 128  // runs on either side at most
	poolOne   = 0.98 // of what rows vary, from which on it is one run that varies: it is at the border of two kinds
	poolSure  = 4    // standard errors by which means of runs differ that are not of one kind
)

// pool is the row sizes of the runs around one, where these are of one kind. A run stands for a number of bytes, and
// for as many rows as fit these at the mean size. If a few rows are much larger than the others, the mean of a short
// run is far from that of its section, and its inverse is too large on average; the mean of many runs is not. A pool is
// as large as it must be, as long as means of its runs differ by no more than means of so few rows do (analysis of
// variance), so that trends and tenants stay what they are.
type pool struct {
	all, even, odd moment
	mean           float64 // of the means of the runs, each by what it stands for
	noise          float64 // squared coefficient of variation of the mean
}

// runSums are sums over the runs up to one.
type runSums struct {
	all, even, odd     moment
	sizes, logs        spread
	stands, standsMean float64
	runs               float64
}

// spread is what an analysis of variance needs of numbers in runs.
type spread struct {
	sum     float64
	within  float64 // squared deviations from the means of the runs
	between float64 // sums squared over rows, of each run
}

func newSpread(m moment) spread {
	return spread{m.sum, math.Max(0, m.squares-m.sum*m.sum/m.n), m.sum * m.sum / m.n}
}

func (a spread) plus(b spread, sign float64) spread {
	return spread{a.sum + sign*b.sum, a.within + sign*b.within, a.between + sign*b.between}
}

func (m moment) plus(o moment, sign float64) moment {
	return moment{m.n + sign*o.n, m.sum + sign*o.sum, m.squares + sign*o.squares}
}

func (r runSums) plus(b runSums, sign float64) runSums {
	return runSums{r.all.plus(b.all, sign), r.even.plus(b.even, sign), r.odd.plus(b.odd, sign),
		r.sizes.plus(b.sizes, sign), r.logs.plus(b.logs, sign),
		r.stands + sign*b.stands, r.standsMean + sign*b.standsMean, r.runs + sign*b.runs}
}

// pools returns the pool of each run; nil for one that needs none, because its own mean is precise enough or its rows
// were counted.
func pools(s *sample.Sample, runs []sample.Run) []*pool {
	out := make([]*pool, len(runs))
	var at []int
	sums := []runSums{{}}
	for i, run := range runs {
		if run.Whole || byRow(run) || run.Rows == 0 {
			continue
		}
		end := run.First + run.Rows
		x := runSums{all: moments(s, run.First, end, 1), even: moments(s, run.First, end, 2),
			odd: moments(s, run.First+1, end, 2), stands: part(run), runs: 1}
		x.sizes, x.logs, x.standsMean = newSpread(x.all), newSpread(logMoments(s, run.First, end)),
			x.stands*x.all.sum/x.all.n
		at, sums = append(at, i), append(sums, sums[len(sums)-1].plus(x, 1))
	}
	for index, position := range at {
		around := func(reach int) runSums {
			return sums[min(index+reach+1, len(at))].plus(sums[max(index-reach, 0)], -1)
		}
		mixed := func(reach int) bool {
			from, end := max(index-reach, 0), min(index+reach+1, len(at))
			most := 0.0
			for j := from; j < end; j++ {
				most = math.Max(most, sums[j+1].sizes.within-sums[j].sizes.within)
			}
			return most > poolOne*(sums[end].sizes.within-sums[from].sizes.within)
		}
		out[position] = newPool(around, mixed, float64(runs[position].Rows), len(at))
	}
	return out
}

// newPool enlarges the pool of a run of so many rows until its mean is precise, or it would hold rows of several kinds.
func newPool(around func(reach int) runSums, mixed func(reach int) bool, rows float64, runs int) *pool {
	near := around(poolProbe)
	if variation := near.variation(); variation/rows <= poolNeeds {
		return nil
	}
	var found *pool
	for reach := poolProbe; ; reach *= 2 {
		runSums := around(reach)
		if !runSums.alike() {
			return found
		}
		if !mixed(reach) {
			variation := math.Max(runSums.variation(), near.variation())
			found = &pool{all: runSums.all, even: runSums.even, odd: runSums.odd,
				mean: runSums.standsMean / runSums.stands, noise: variation / runSums.all.n}
		}
		if found != nil && found.noise <= poolNoise || reach >= min(runs, poolReach) {
			return found
		}
	}
}

// logMoments are of the logarithms of the sizes of rows.
func logMoments(s *sample.Sample, from, to int) moment {
	m := moment{n: float64(to - from)}
	for i := from; i < to; i++ {
		v := math.Log(math.Max(1, float64(s.RowBytes(i))))
		m.sum, m.squares = m.sum+v, m.squares+v*v
	}
	return m
}

// variation returns the squared coefficient of variation of rows within runs.
func (r runSums) variation() float64 {
	mean := r.all.sum / r.all.n
	return r.sizes.within / math.Max(1, r.all.n-r.runs) / (mean * mean)
}

// alike reports whether the means of the runs, and those of logarithms, differ by no more than means of so few rows of
// one kind do. One run at the border of two tenants makes sizes of rows vary so much that no means would differ;
// logarithms show it.
func (r runSums) alike() bool {
	return r.runs >= 2 && r.sizes.alike(r.all.n, r.runs) && r.logs.alike(r.all.n, r.runs)
}

// alike compares the mean square between runs with that within them: their ratio is 1 if there is no difference, with a
// standard error of sqrt(2/degrees of freedom).
func (s spread) alike(rows, runs float64) bool {
	between := math.Max(0, s.between-s.sum*s.sum/rows) / (runs - 1)
	within := s.within / math.Max(1, rows-runs)
	rounding := 1e-9 * s.sum * s.sum / rows // sums over many runs were subtracted
	return between <= within*(1+poolSure*math.Sqrt(2/(runs-1)))+rounding
}
