package bigtable_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
	reader "tabletop/sampler/bigtable"
	"tabletop/sampler/embedded"
)

// row of a table with known truth: a cell of f:data, versions of f:state with 20 bytes each, and perhaps one of f:flag.
type row struct {
	key      string
	data     int
	versions int
	flag     bool
}

const (
	stateBytes = 1 + 5 + 8 + 20
	flagBytes  = 1 + 4 + 8 + 1
)

func (r row) bytes() float64 {
	n := len(r.key) + 1 + 4 + 8 + r.data + r.versions*stateBytes
	if r.flag {
		n += flagBytes
	}
	return float64(n)
}

// skewed are tables whose first rows, or whose rows drawn without care, say the wrong thing.
func skewed(name string, n int) []row {
	r := rand.New(rand.NewPCG(7, uint64(len(name))))
	lognormal := func(sigma float64) float64 { return math.Exp(sigma * r.NormFloat64()) }
	rows := make([]row, n)
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
			rows[i] = row{fmt.Sprintf("%016x", r.Uint64()), int(150 * lognormal(1)), 1 + r.IntN(4), r.Float64() < 0.3}
		case "tenants":
			t := int(float64(len(tenants)) * at * at) // the last of them have few rows each
			rows[i] = row{fmt.Sprintf("tenant%02d#%08d", t, i), int(tenants[t].size * lognormal(0.5)), 1 + r.IntN(tenants[t].versions), r.Float64() < tenants[t].flag}
		case "aged":
			rows[i] = row{fmt.Sprintf("%010d", i), int(50 * math.Exp(2.5*(1-at)) * lognormal(0.5)), 1 + r.IntN(1+int(8*(1-at))), r.Float64() < 1-at}
		}
	}
	return rows
}

// write loads the rows as a table.
func write(t testing.TB, s *embedded.Server, name string, rows []row) {
	t.Helper()
	ctx := context.Background()
	admin, err := s.Admin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	conf := &bigtable.TableConf{TableID: name, ColumnFamilies: map[string]bigtable.Family{"f": {GCPolicy: bigtable.MaxVersionsGCPolicy(1)}}}
	if err := admin.CreateTableFromConf(ctx, conf); err != nil {
		t.Fatal(err)
	}
	client, err := s.Client(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for part := range slices.Chunk(rows, 1000) {
		var keys []string
		var muts []*bigtable.Mutation
		for _, r := range part {
			m := bigtable.NewMutation()
			m.Set("f", "data", 1000, make([]byte, r.data))
			for v := range r.versions {
				m.Set("f", "state", bigtable.Timestamp(1000*(v+1)), make([]byte, 20))
			}
			if r.flag {
				m.Set("f", "flag", 1000, []byte{1})
			}
			keys, muts = append(keys, r.key), append(muts, m)
		}
		if errs, err := client.Open(name).ApplyBulk(ctx, keys, muts); err != nil || errs != nil {
			t.Fatal(errs, err)
		}
	}
}

func truth(rows []row) map[string]float64 {
	sizes := make([]float64, len(rows))
	var size, cells, flag, waste float64
	for i, r := range rows {
		sizes[i] = r.bytes()
		size += sizes[i]
		cells += float64(1 + r.versions)
		if r.flag {
			flag++
			cells++
		}
		waste += float64((r.versions - 1) * stateBytes)
	}
	slices.Sort(sizes)
	n := float64(len(rows))
	return map[string]float64{"mean": size / n, "p50": sizes[len(rows)/2], "p95": sizes[len(rows)*95/100], "cells": cells / n, "flag": flag / n, "waste": waste / size}
}

func estimated(s *sample.Sample) map[string]estimate.Figure {
	d := estimate.Of(s)
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

// draws is how many seeds are tried: enough by default to see a gross fault; TABLETOP_SLOW=200 measures.
func draws() int {
	if n, err := strconv.Atoi(os.Getenv("TABLETOP_SLOW")); err == nil && n > 1 {
		return n
	}
	return 5
}

// TestCoverage draws samples of skewed tables in the emulator with many seeds, and compares estimates and their 95 %
// intervals with the truth.
func TestCoverage(t *testing.T) {
	ctx := context.Background()
	s, err := embedded.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in, err := reader.Connect(ctx, reader.Config{Project: embedded.Project, Instance: embedded.Instance, EmulatorHost: s.Addr()})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for _, name := range []string{"hashed", "tenants", "aged"} {
		n := 6000
		if draws() >= 100 {
			n = 20_000
		}
		rows := skewed(name, n)
		write(t, s, name, rows)
		want := truth(rows)
		for _, strategy := range []sample.Strategy{sample.Auto, sample.Quick, sample.Accurate} {
			covered, ratio, width := map[string]int{}, map[string]float64{}, map[string]float64{}
			for seed := range draws() {
				src, err := in.Open(ctx, name)
				if err != nil {
					t.Fatal(err)
				}
				got, err := src.Sample(ctx, sample.Options{Strategy: strategy, Rows: int64(n / 5), Seed: uint64(seed)}, nil)
				if err != nil {
					t.Fatal(err)
				}
				for figure, f := range estimated(got) {
					if f.Low <= want[figure] && want[figure] <= f.High {
						covered[figure]++
					}
					ratio[figure] += f.Value / want[figure] / float64(draws())
					width[figure] += (f.High - f.Low) / want[figure] / float64(draws())
				}
			}
			for figure := range want {
				bias, coverage := ratio[figure]-1, float64(covered[figure])/float64(draws())
				t.Logf("%-8s %-8s %-6s bias %+5.1f %% covered %5.1f %% width %5.1f %%", name, strategy, figure, 100*bias, 100*coverage, 100*width[figure])
				if draws() >= 100 && (coverage < 0.93 || math.Abs(bias) > 0.03) || coverage < 0.6 || math.Abs(bias) > 0.3 {
					t.Errorf("%s by %s: %s is off by %.1f %% and covered in %.0f %% of %d draws", name, strategy, figure, 100*bias, 100*coverage, draws())
				}
			}
		}
	}
}
