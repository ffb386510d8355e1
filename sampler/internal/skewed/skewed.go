// Package skewed holds tables with known truth whose first rows, or a naive sample, are not representative; and the figures
// by which a sample of one is judged.
package skewed

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
)

// Names are the tables there are.
func Names() []string { return []string{"hashed", "tenants", "aged"} }

// Row has a cell of f:data with Data bytes, Versions cells of f:state with 20 bytes each, and perhaps one of f:flag with one
// byte.
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

// Rows makes n rows of the table, in key order but for "hashed": independent ones, clustered by tenant, or changing with age.
func Rows(name string, n int) []Row {
	r := rand.New(rand.NewPCG(7, uint64(len(name))))
	lognormal := func(sigma float64) float64 { return math.Exp(sigma * r.NormFloat64()) }
	rows := make([]Row, n)
	type tenant struct {
		size     float64
		versions int
		flag     float64
	}
	tenants := make([]tenant, 60)
	for i := range tenants {
		tenants[i] = tenant{120 * lognormal(0.9), 1 + r.IntN(7), r.Float64()}
	}
	for i := range rows {
		switch at := float64(i) / float64(n); name {
		case "hashed":
			rows[i] = Row{fmt.Sprintf("%016x", r.Uint64()), int(150 * lognormal(1)), 1 + r.IntN(4), r.Float64() < 0.3}
		case "tenants":
			t := int(float64(len(tenants)) * at * at) // the last of them have few rows each
			rows[i] = Row{fmt.Sprintf("tenant%02d#%08d", t, i), int(tenants[t].size * lognormal(0.5)), 1 + r.IntN(tenants[t].versions), r.Float64() < tenants[t].flag}
		case "aged":
			rows[i] = Row{fmt.Sprintf("%010d", i), int(50 * math.Exp(2.5*(1-at)) * lognormal(0.5)), 1 + r.IntN(1+int(8*(1-at))), r.Float64() < 1-at}
		}
	}
	return rows
}

// Truth returns the figures to estimate: mean, p50 and p95 of row bytes, cells per row, share of rows with f:flag, and share of
// bytes in f:state that are not the newest.
func Truth(rows []Row) map[string]float64 {
	sizes := make([]float64, len(rows))
	var size, cells, flag, waste float64
	for i, r := range rows {
		sizes[i] = r.bytes()
		size += sizes[i]
		cells += float64(1 + r.Versions)
		if r.Flag {
			flag++
			cells++
		}
		waste += float64((r.Versions - 1) * stateBytes)
	}
	slices.Sort(sizes)
	n := float64(len(rows))
	return map[string]float64{"mean": size / n, "p50": sizes[len(rows)/2], "p95": sizes[len(rows)*95/100], "cells": cells / n, "flag": flag / n, "waste": waste / size}
}

// Estimated returns the same figures from a sample.
func Estimated(s *sample.Sample) map[string]estimate.Figure {
	d := estimate.NewDesign(s)
	sizes := d.NewSeries(s.Rows())
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
		waste[i] = float64((states - 1) * stateBytes)
	}
	ratio := func(y []float64, z func(i int) float64) estimate.Ratio {
		return d.RatioOf(s, func(i int) (float64, float64) { return y[i], z(i) })
	}
	one := func(int) float64 { return 1 }
	q := sizes.Quantiles(0.5, 0.95)
	return map[string]estimate.Figure{
		"mean": d.MeanRow(), "p50": q[0], "p95": q[1], "cells": ratio(cells, one).Mean(d), "flag": ratio(flag, one).Share(d),
		"waste": ratio(waste, func(i int) float64 { return float64(s.RowBytes(i)) }).Share(d),
	}
}

// Draws returns the number of seeds: by default enough to detect a gross bias; TABLETOP_SLOW=200 measures.
func Draws() int {
	if n, err := strconv.Atoi(os.Getenv("TABLETOP_SLOW")); err == nil && n > 1 {
		return n
	}
	return 5
}

// Judge takes samples with many seeds, and compares estimates and their 95% confidence intervals with the truth. With few
// seeds only gross errors are reported; with 100 or more, a bias over 3% and a coverage under 93%.
func Judge(t *testing.T, title string, want map[string]float64, draw func(seed uint64) *sample.Sample) {
	t.Helper()
	n := float64(Draws())
	covered, ratio, width := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for seed := range Draws() {
		for figure, f := range Estimated(draw(uint64(seed))) {
			if f.Low <= want[figure] && want[figure] <= f.High {
				covered[figure] += 1 / n
			}
			ratio[figure] += f.Value / want[figure] / n
			width[figure] += (f.High - f.Low) / want[figure] / n
		}
	}
	for figure := range want {
		bias, coverage := ratio[figure]-1, covered[figure]
		t.Logf("%-18s %-6s bias %+5.1f%% covered %5.1f%% width %5.1f%%", title, figure, 100*bias, 100*coverage, 100*width[figure])
		if Draws() >= 100 && (coverage < 0.93 || math.Abs(bias) > 0.03) || coverage < 0.6 || math.Abs(bias) > 0.3 {
			t.Errorf("%s: %s is off by %.1f%% and covered in %.0f%% of %d draws", title, figure, 100*bias, 100*coverage, Draws())
		}
	}
}
