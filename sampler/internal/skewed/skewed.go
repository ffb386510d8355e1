// Package skewed holds tables with known truth whose first rows, or a naive sample, are not representative; and the
// figures by which a sample of one is judged.
package skewed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Names are the tables there are.
func Names() []string { return []string{"hashed", "tenants", "aged"} }

// Row has a cell of f:data with Data bytes, Versions cells of f:state with 20 bytes each, and perhaps one of f:flag
// with one byte.
type Row struct {
	Key      string
	Data     int
	Versions int
	Flag     bool
}

const (
	stateBytes = 1 + 5 + 8 + 20
	flagBytes  = 1 + 4 + 8 + 1
)

func (r Row) bytes() float64 {
	n := len(r.Key) + 1 + 4 + 8 + r.Data + r.Versions*stateBytes
	if r.Flag {
		n += flagBytes
	}
	return float64(n)
}

// Rows makes n rows of the table, in key order but for "hashed": independent ones, clustered by tenant, or changing
// with age. Another seed makes another table of the kind.
func Rows(name string, n int, seed uint64) []Row {
	random := rand.New(rand.NewPCG(6+seed, uint64(len(name))))
	lognormal := func(sigma float64) float64 { return math.Exp(sigma * random.NormFloat64()) }
	rows := make([]Row, n)
	type tenant struct {
		size     float64
		versions int
		flag     float64
	}
	tenants := make([]tenant, 60)
	for i := range tenants {
		tenants[i] = tenant{120 * lognormal(0.9), 1 + random.IntN(7), random.Float64()}
	}
	for i := range rows {
		switch at := float64(i) / float64(n); name {
		case "hashed":
			rows[i] = Row{fmt.Sprintf("%016x", random.Uint64()), int(150 * lognormal(1)), 1 + random.IntN(4),
				random.Float64() < 0.3}
		case "tenants":
			t := int(float64(len(tenants)) * at * at) // the last of them have few rows each
			rows[i] = Row{fmt.Sprintf("tenant%02d#%08d", t, i), int(tenants[t].size * lognormal(0.5)),
				1 + random.IntN(tenants[t].versions), random.Float64() < tenants[t].flag}
		case "aged":
			rows[i] = Row{fmt.Sprintf("%010d", i), int(50 * math.Exp(2.5*(1-at)) * lognormal(0.5)),
				1 + random.IntN(1+int(8*(1-at))), random.Float64() < 1-at}
		}
	}
	return rows
}

// Truth returns the figures to estimate: number of rows, mean, p50 and p95 of row bytes, cells a row, share of rows
// with f:flag, and share of bytes in f:state that are not the newest.
func Truth(rows []Row) map[string]float64 {
	sizes := make([]float64, len(rows))
	var size, cells, flag, waste float64
	for i, row := range rows {
		sizes[i] = row.bytes()
		size += sizes[i]
		cells += float64(1 + row.Versions)
		if row.Flag {
			flag++
			cells++
		}
		waste += float64(max(0, row.Versions-1) * stateBytes)
	}
	slices.Sort(sizes)
	n := float64(len(rows))
	return map[string]float64{"rows": n, "mean": size / n, "p50": sizes[len(rows)/2], "p95": sizes[len(rows)*95/100],
		"cells": cells / n, "flag": flag / n, "waste": waste / size}
}

// Estimated returns the same figures from a sample.
func Estimated(s *sample.Sample) map[string]estimate.Figure {
	design := estimate.NewDesign(s)
	sizes := design.NewSeries(s.Rows())
	cells, flag, waste := make([]float64, s.Rows()), make([]float64, s.Rows()), make([]float64, s.Rows())
	for i := range s.Rows() {
		sizes.Add(i, s.RowBytes(i))
		from, to := s.Cells(i)
		cells[i] = float64(to - from)
		states := 0
		for j := from; j < to; j++ {
			switch s.Column(s.Cell(j).Column).Qualifier {
			case "flag":
				flag[i] = 1
			case "state":
				states++
			}
		}
		waste[i] = float64(max(0, states-1) * stateBytes)
	}
	ratio := func(y []float64, z func(i int) float64) estimate.Ratio {
		return design.EstimateRatio(s, func(i int) (float64, float64) { return y[i], z(i) })
	}
	one := func(int) float64 { return 1 }
	quantiles := sizes.Quantiles(0.5, 0.95)
	out := map[string]estimate.Figure{
		"mean": design.MeanRow(), "p50": quantiles[0], "p95": quantiles[1], "cells": ratio(cells, one).Mean(design),
		"flag":  ratio(flag, one).Share(design),
		"waste": ratio(waste, func(i int) float64 { return float64(s.RowBytes(i)) }).Share(design),
	}
	if design.Rows().Value > 0 {
		out["rows"] = design.Rows()
	}
	return out
}

// Draws returns the number of seeds: by default enough to detect a gross bias; TABLETOP_SLOW=1 takes 100, and a larger
// number as many.
func Draws() int {
	switch n, err := strconv.Atoi(os.Getenv("TABLETOP_SLOW")); {
	case err != nil || n < 1:
		return 5
	case n == 1:
		return 100
	default:
		return n
	}
}

// Accuracy is how the estimates of one figure did over many draws, relative to the truth.
type Accuracy struct {
	Bias     float64 // mean error
	RMSE     float64 // root of the mean square error
	Worst    float64 // 95% quantile of the error's size
	Half     float64 // mean half-width of the intervals; infinite if one is
	Coverage float64 // share of the intervals that hold the truth
	None     float64 // share of the draws that give no interval
}

// Excess is how many times wider than the errors are the intervals are.
func (a Accuracy) Excess() float64 { return a.Half / a.Worst }

// String writes the measures in columns of fixed widths.
func (a Accuracy) String() string {
	return fmt.Sprintf("bias %+6.1f%%  RMSE %6.1f%%  q95 %6.1f%%  half %7.1f%%  excess %5.2f  coverage %5.1f%%  none "+
		"%3.0f%%",
		100*a.Bias, 100*a.RMSE, 100*a.Worst, 100*a.Half, a.Excess(), 100*a.Coverage, 100*a.None)
}

// Measure draws samples with so many seeds and compares their estimates with the truth. A figure without an interval
// counts in neither Half nor Coverage.
func Measure(want map[string]float64, seeds int, draw func(seed uint64) *sample.Sample) map[string]Accuracy {
	errors := map[string][]float64{}
	out := map[string]Accuracy{}
	told := map[string]float64{}
	for seed := range seeds {
		for figure, f := range Estimated(draw(uint64(seed))) {
			truth, known := want[figure]
			if !known {
				continue
			}
			value := f.Value/truth - 1
			errors[figure] = append(errors[figure], math.Abs(value))
			accuracy := out[figure]
			accuracy.Bias += value
			accuracy.RMSE += value * value
			if !f.Interval() && !f.IsExact() {
				accuracy.None++
			} else {
				told[figure]++
				accuracy.Half += (f.High - f.Low) / truth / 2
				if f.Low <= truth*(1+1e-9) && truth*(1-1e-9) <= f.High {
					accuracy.Coverage++
				}
			}
			out[figure] = accuracy
		}
	}
	for figure, accuracy := range out {
		n := float64(len(errors[figure]))
		slices.Sort(errors[figure])
		accuracy.Bias, accuracy.RMSE, accuracy.None = accuracy.Bias/n, math.Sqrt(accuracy.RMSE/n), accuracy.None/n
		accuracy.Worst = errors[figure][int(0.95*(n-1))]
		if told[figure] > 0 {
			accuracy.Half, accuracy.Coverage = accuracy.Half/told[figure], accuracy.Coverage/told[figure]
		}
		out[figure] = accuracy
	}
	return out
}

// Judge takes samples with many seeds, and compares estimates and their 95% confidence intervals with the truth. With
// few seeds only gross errors are reported; with 100 or more, a bias over 3% and a coverage under 93%.
func Judge(t *testing.T, title string, want map[string]float64, draw func(seed uint64) *sample.Sample) {
	t.Helper()
	for figure, a := range Measure(want, Draws(), draw) {
		t.Logf("%-22s %-6s %v", title, figure, a)
		if Draws() >= 100 && (a.Coverage < 0.93 || math.Abs(a.Bias) > 0.03) || a.Coverage < 0.4 ||
			math.Abs(a.Bias) > 0.3 {
			t.Errorf("%s: %s is off by %.1f%% and covered in %.0f%% of %d draws", title, figure, 100*a.Bias,
				100*a.Coverage, Draws())
		}
	}
}
