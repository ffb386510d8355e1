package measure

import (
	"fmt"
	"strings"

	"tabletop/model/confidence"
)

// Reliability is how confidence and truth compare over many claims.
type Reliability struct {
	N         int
	Brier     float64     // mean squared difference of confidence and truth
	Sure      int         // claims at confidence.Sure or above
	SureRight int         // of Sure, those that are right
	Right     int         // of N
	bins      [10]binning // by tenths of confidence
}

type binning struct {
	n, right int
	sum      float64
}

// Add counts a claim.
func (r *Reliability) Add(p float64, right bool) {
	value := 0.0
	binning := &r.bins[min(int(p*10), 9)]
	binning.n, binning.sum = binning.n+1, binning.sum+p
	if right {
		value = 1
		r.Right++
		binning.right++
	}
	r.N++
	r.Brier += ((p-value)*(p-value) - r.Brier) / float64(r.N)
	if p >= confidence.Sure {
		r.Sure++
		if right {
			r.SureRight++
		}
	}
}

// String returns the figures in a line.
func (r *Reliability) String() string {
	return fmt.Sprintf("%d, %.1f%% right, Brier score %.3f, %d (%.1f%%) sure, %.1f%% of those right",
		r.N, percent(r.Right, r.N), r.Brier, r.Sure, percent(r.Sure, r.N), percent(r.SureRight, r.Sure))
}

func percent(k, n int) float64 { return 100 * float64(k) / float64(max(n, 1)) }

// Diagram draws the reliability diagram: for each tenth of confidence its claims, mean confidence (|), and share that
// is right (bar).
func (r *Reliability) Diagram() string {
	var b strings.Builder
	b.WriteString("confidence    claims   mean   right\n")
	for i, bin := range r.bins {
		if bin.n == 0 {
			continue
		}
		mean, right := bin.sum/float64(bin.n), float64(bin.right)/float64(bin.n)
		bar := []byte(fmt.Sprintf("%-41s", strings.Repeat("=", int(right*40+0.5))))
		bar[int(mean*40+0.5)] = '|'
		fmt.Fprintf(&b, "%.1f to %.1f  %8d  %.3f   %.3f  %s\n", float64(i)/10, float64(i+1)/10, bin.n, mean, right,
			strings.TrimRight(string(bar), " "))
	}
	return b.String()
}

// Reliabilities compares the confidence of cases with the truth: of segments, of layouts, and of tables, for which the
// least confidence of a layout counts that reads 5% of the keys or more.
func Reliabilities(cases []Case) (segments, layouts, tables Reliability) {
	for _, table := range cases {
		for i, kind := range table.Result.Kinds {
			v := table.Verdict.Kinds[i]
			if v.Keys == 0 {
				continue
			}
			for j, s := range kind.Layout.Segments() {
				segments.Add(kind.Segments[j].Confidence, v.Segments[s])
			}
			layouts.Add(kind.Confidence, v.Layout)
		}
		tables.Add(tableConfidence(table), table.Verdict.Table)
	}
	return segments, layouts, tables
}

// tableConfidence returns the confidence in the least sure layout, 0 without layouts, and less than sure where the
// table is not shown as sure because many keys fit no layout.
func tableConfidence(c Case) float64 {
	least, _ := c.Result.LeastSure()
	if !c.Result.Explained() {
		return min(least.Confidence, 0.9)
	}
	return least.Confidence
}
