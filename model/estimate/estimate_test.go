package estimate

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabletop/model/sample"
)

func TestStudent(t *testing.T) {
	for df, want := range map[int]float64{1: 12.7062, 2: 4.3027, 10: 2.2281, 30: 2.0423, 31: 2.03951, 40: 2.02108,
		100: 1.98397, 100_000: 1.95999} {
		if got := student(df); math.Abs(got-want) > 0.0001 {
			t.Errorf("with %d degrees of freedom %.5f, want %.5f", df, got, want)
		}
	}
	if !math.IsInf(student(0), 1) {
		t.Error("one cluster gives an interval")
	}
}

// TestShare verifies the edges of shares: nothing seen, all seen, and the same everywhere.
func TestShare(t *testing.T) {
	d := &Design{Scope: Sample, Clusters: 100, fpc: 1}
	of := func(share func(c int) float64) Figure {
		var r Ratio
		for c := range 100 {
			r.Add(Cluster{index: c}, 10*share(c), 10)
		}
		return r.Share(d)
	}
	for name, c := range map[string]struct {
		share func(c int) float64
		want  Figure
	}{
		"none": {func(int) float64 { return 0 }, Within(0, 0, 0.03)},
		"all":  {func(int) float64 { return 1 }, Within(1, 0.97, 1)},
	} {
		if got := of(c.share); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	if f := of(func(int) float64 { return 0.5 }); f.Value != 0.5 || f.Low < 0.35 || f.Low > 0.42 ||
		math.Abs(f.Low+f.High-1) > 1e-9 {
		t.Errorf("the same share everywhere: %+v", f)
	}
	if f := of(func(c int) float64 { return float64(c % 2) }); f.Low > 0.40 || f.High < 0.60 {
		t.Errorf("all or nothing: %+v", f)
	}
}

// TestPartsAgree gets the same share from a Part, from a Pair and from a Ratio over all rows.
func TestPartsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySample(t)
		d := NewDesign(s)
		y := func(i int) float64 { return float64(s.Key(i)[0] % 2) }
		var total Total
		var part Part
		var pair Pair
		for c, i := 0, 0; i < s.Rows(); c++ {
			total.Next(d.Cluster(c))
			for end := d.ClusterEnd(c, i, s.Rows()); i < end; i++ {
				w := d.Weight(i)
				total.Add(w)
				pair.Add(&total, w*y(i), w)
				if y(i) > 0 {
					part.Add(&total, w)
				}
			}
		}
		want := d.EstimateRatio(s, func(i int) (float64, float64) { return y(i), 1 })
		shares := total.Shares()(part)
		if v, se := want.value(); !near(first(shares.value()), v) || !near(second(shares.value()), se) {
			t.Fatalf("part: %+v, want %+v", shares, want)
		}
		// A Pair leaves out clusters that have no weight.
		if v, _ := pair.Ratio(&total).value(); !near(v, first(want.value())) {
			t.Fatalf("pair: %v, want %+v", v, want)
		}
	})
}

func first(a, _ float64) float64  { return a }
func second(_, b float64) float64 { return b }

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) }

// anySample is a sample of any kind, as a read may leave it that was stopped at any moment.
func anySample(t *rapid.T) *sample.Sample {
	how := sample.Provenance{
		Strategy: rapid.SampledFrom([]sample.Strategy{sample.Quick, sample.Small, sample.Accurate, sample.Everything,
			sample.Head, sample.Auto}).Draw(t, "strategy"),
		Complete: rapid.Bool().Draw(t, "complete"),
		Filter:   rapid.SampledFrom([]float64{1, 0.5}).Draw(t, "filter"),
		RowShare: rapid.SampledFrom([]float64{0, 1, 0.5}).Draw(t, "share"),
	}
	if rapid.Bool().Draw(t, "stopped") {
		how.Stopped = "on request"
	}
	if how.Strategy == sample.Quick || how.Strategy == sample.Accurate {
		how.Points = 20
		how.TotalBytes = rapid.SampledFrom([]int64{0, 1 << 30}).Draw(t, "bytes")
	}
	if rapid.IntRange(0, 9).Draw(t, "partial") == 0 {
		how.Options.Since = time.Unix(1, 0)
	}
	var parts []*sample.Builder
	for run := range rapid.IntRange(0, 6).Draw(t, "runs") {
		b := sample.NewBuilder(1)
		start := []byte{byte(20 * run)}
		for i := range rapid.IntRange(0, 5).Draw(t, "rows") {
			b.Row([]byte{start[0] + byte(i)})
			for range rapid.IntRange(0, 2).Draw(t, "cells") {
				b.CellPrefix("f", nil, 0, rapid.IntRange(0, 1<<28).Draw(t, "size"), nil)
			}
		}
		b.SetSection(rapid.IntRange(0, 3).Draw(t, "hits"), rapid.Int64Range(0, 1<<20).Draw(t, "section"),
			rapid.Bool().Draw(t, "whole"))
		how.Places = append(how.Places, sample.ReadRange{Start: start, End: []byte{start[0] + 20},
			Done: rapid.Bool().Draw(t, "done"), Rows: int64(b.Rows()), Bytes: 1000})
		parts = append(parts, b)
	}
	return sample.Assemble(sample.Table{}, how, parts)
}

// TestAnySample verifies that no sample, however small or broken off, leads to a figure that is no number, or to an
// interval that does not hold its estimate.
func TestAnySample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySample(t)
		d := NewDesign(s)
		sizes := d.NewSeries(s.Rows())
		for i := range s.Rows() {
			sizes.Add(i, s.RowBytes(i))
			if w := d.Weight(i); !(w >= 0) || math.IsInf(w, 0) {
				t.Fatalf("row %d weighs %v", i, w)
			}
		}
		parity := d.EstimateRatio(s, func(i int) (float64, float64) { return float64(s.Key(i)[0] % 2), 1 })
		figures := append(sizes.Quantiles(0, 0.5, 0.95, 1), sizes.Mean(), d.MeanRow(), d.Rows(), parity.Share(d),
			parity.Mean(d))
		for i, f := range figures {
			if math.IsNaN(f.Value) || math.IsInf(f.Value, 0) || !(f.Low <= f.Value && f.Value <= f.High) {
				t.Fatalf("figure %d is %+v of %+v", i, f, s.How)
			}
			if f.Interval() && (d.Scope != Sample || d.NoIntervalReason != "") {
				t.Fatalf("figure %d has an interval in scope %s, %q", i, d.Scope, d.NoIntervalReason)
			}
			if f.IsExact() && d.Scope != All && i < 5 {
				t.Fatalf("figure %d is exact in scope %s", i, d.Scope)
			}
		}
		if u := d.UnseenShareBound(); !(u >= 0 && u <= 1) {
			t.Fatalf("unseen is %v", u)
		}
	})
}
