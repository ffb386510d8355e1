package analysis

import (
	"fmt"
	"testing"
	"time"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// BenchmarkCensus counts 100,000 rows of 155 bytes by the plan that an analysis of them makes, in runs of as many rows
// as a reader delivers at once.
func BenchmarkCensus(b *testing.B) {
	const rows, run = 100_000, 4096
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	build := func(from, to int) *sample.Sample {
		x := sample.NewBuilder(sample.DefaultKeep)
		for i := from; i < to; i++ {
			at := start.Add(time.Duration(i%2000) * time.Minute)
			x.Row(fmt.Appendf(nil, "tenant%03d#device%05d#%s", i/2000, i/20*7919%100_000, at.Format("20060102150405")))
			x.Cell("m", []byte("state"), at.UnixMicro(), []byte("running"))
			x.Cell("m", []byte("temperature"), at.UnixMicro(), fmt.Appendf(nil, "%d.%d", 20+i%9, i%10))
			x.Cell("m", []byte("version"), at.UnixMicro(), []byte("v2.13.7-stable"))
		}
		return sample.Finish(sample.Table{}, sample.Provenance{Started: start.Add(48 * time.Hour), Complete: true,
			RowShare: 1, Filter: 1}, []*sample.Builder{x})
	}
	a, err := New(b.Context(), build(0, rows/5), Options{})
	if err != nil {
		b.Fatal(err)
	}
	plan, err := a.CensusPlan(b.Context(), sample.Options{Rows: rows / 50, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	var runs []*sample.Sample
	for from := 0; from < rows; from += run {
		runs = append(runs, build(from, min(rows, from+run)))
	}
	b.ReportAllocs()
	for b.Loop() {
		c, err := census.New(plan)
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range runs {
			c.Add(s)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
}
