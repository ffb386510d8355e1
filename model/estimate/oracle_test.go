package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/model/sample"
)

// TestQuantilesAgainstSorting verifies histograms of small and of large numbers against sorting the numbers: quantiles
// by nearest rank, the ends, and the order of Each.
func TestQuantilesAgainstSorting(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var h WeightedHistogram
		type item struct {
			v int64
			w float64
		}
		var all []item
		total := 0.0
		for range 1 + rng.IntN(40) {
			x := item{rng.Int64N(20), float64(1 + rng.IntN(5))}
			if rng.IntN(2) == 0 {
				x.v = smallNumbers - 3 + rng.Int64N(6) // where counting by index ends
			}
			all, total = append(all, x), total+x.w
			h.Add(x.v, x.w)
		}
		slices.SortFunc(all, func(a, b item) int { return int(a.v - b.v) })
		if h.Min != all[0].v || h.Max != all[len(all)-1].v || h.N != int64(len(all)) || h.Weight != total {
			t.Fatalf("%d numbers from %d to %d of weight %g", h.N, h.Min, h.Max, h.Weight)
		}
		for _, p := range []float64{-1, 0, 0.25, 0.5, 0.9, 1, 2} {
			want, below := all[len(all)-1].v, 0.0
			for _, x := range all {
				if below += x.w; below >= p*total-1e-9 {
					want = x.v
					break
				}
			}
			if got := h.Quantile(p); got != want {
				t.Fatalf("quantile %g of %v is %d, want %d", p, all, got, want)
			}
		}
		last, weight, calls := int64(-1), 0.0, 0
		h.Each(func(v int64, w float64) bool {
			if v < last {
				t.Fatalf("%d comes after %d", v, last)
			}
			last, weight, calls = v, weight+w, calls+1
			return true
		})
		if math.Abs(weight-total) > 1e-9 {
			t.Fatalf("each weighs %g of %g", weight, total)
		}
		stopped := 0
		h.Each(func(int64, float64) bool { stopped++; return stopped < calls })
		if stopped != calls {
			t.Fatalf("stopped after %d of %d", stopped, calls)
		}
	}
	var none WeightedHistogram
	if none.Quantile(0.5) != 0 || none.Min != 0 || none.Max != 0 {
		t.Error("an empty histogram has numbers")
	}
}

// TestVarianceAgainstItsFormula verifies the variance of ratios against the formulas of their sources, computed from
// the residuals.
func TestVarianceAgainstItsFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := 3 + rng.IntN(12)
		y, z := make([]float64, n), make([]float64, n)
		clusters := make([]Cluster, n)
		systematic := rng.IntN(2) == 0
		var own Cluster
		for i := range n {
			y[i], z[i] = rng.Float64(), 0.5+rng.Float64()
			if systematic {
				size := 0.5 + rng.Float64()
				clusters[i] = Cluster{index: i, size: size, open: size * size * rng.Float64()}
				if i > 0 && rng.IntN(6) == 0 {
					clusters[i].jump = 1. / 3
				}
				clusters[i].begins = i > 0 && rng.IntN(8) == 0
			}
		}
		own = Cluster{row: true, lost: 0.3}
		var r Ratio
		for i, c := range clusters {
			r.Add(c, y[i], z[i])
		}
		r.Add(own, 0.2, 0.1)
		ys, zs := 0.2, 0.1
		for i := range n {
			ys, zs = ys+y[i], zs+z[i]
		}
		v := ys / zs
		e := func(i int) float64 { return y[i] - v*z[i] }
		mine := 0.3 * math.Pow(0.2-v*0.1, 2)
		sum := 0.0
		if !systematic {
			for i := range n {
				sum += e(i) * e(i)
			}
			sum *= float64(n) / float64(n-1)
		} else {
			met, open, jumps := 0.0, 0.0, 0.0
			u := func(i int) float64 { return e(i) / clusters[i].size }
			for i, c := range clusters {
				open += c.open
				if i > 0 && c.jump > 0 {
					jumps += c.jump * (clusters[i-1].open + c.open) / 2 * math.Pow(u(i)-u(i-1), 2)
				}
				if i > 1 && !c.parted() && !clusters[i-1].parted() {
					w := (clusters[i-2].open + 4*clusters[i-1].open + c.open) / 6
					met += w
					sum += w / 6 * math.Pow(u(i)-2*u(i-1)+u(i-2), 2)
				}
			}
			if met == 0 {
				if _, ok := r.variance(v); ok && open > 0 {
					t.Fatal("a variance without a difference")
				}
				continue
			}
			sum = sum*open/met + jumps
		}
		got, se := r.value()
		if !near(got, v) || !near(se, math.Sqrt(sum+mine)/zs) {
			t.Fatalf("systematic %t: %g ± %g, want %g ± %g", systematic, got, se, v, math.Sqrt(sum+mine)/zs)
		}
		if minus, same := r.Negative().value(); !near(minus, -got) || !near(same, se) {
			t.Fatalf("negative: %g ± %g of %g ± %g", minus, same, got, se)
		}
		if zero, _ := r.Nothing().value(); zero != 0 || r.Nothing().M != r.M {
			t.Fatalf("nothing is %g of %d clusters", zero, r.Nothing().M)
		}
	}
	for n, c := range map[int]Cluster{1: {}, 2: {size: 1, open: 1}} {
		var r Ratio
		for range n {
			r.Add(c, 1, 2)
		}
		if _, se := r.value(); se >= 0 {
			t.Errorf("%d clusters are too few, and give ±%g", n, se)
		}
	}
}

// TestIntervalsOfRatios verifies the forms of intervals: of means on the log scale, of shares by the score, and the
// rule of three.
func TestIntervalsOfRatios(t *testing.T) {
	d := &Design{Scope: Sample, Clusters: 10, fpc: 1}
	if !d.HasIntervals() {
		t.Fatal("the design has no intervals")
	}
	ratio := func(y ...float64) (r Ratio) {
		for _, v := range y {
			r.Add(Cluster{}, v, 1)
		}
		return r
	}
	r := ratio(4, 5, 6, 5, 4, 6, 5, 5, 4, 6)
	v, se := r.value()
	half := marginFactor(9) * se
	if f := r.Mean(d); !near(f.Value, v) || !near(math.Log(f.High/v), half/v) || !near(math.Log(v/f.Low), half/v) {
		t.Errorf("mean %+v, want ± %g on the log scale", f, half/v)
	}
	if f := r.Negative().Mean(d); !near(f.Low, -v-half) || !near(f.High, -v+half) {
		t.Errorf("mean below zero %+v", f)
	}
	if f := ratio(0, 0, 0, 50, 0, 0, 0, 0, 0, 0).Mean(d); f.Low != 0 || !math.IsInf(f.High, 1) || !f.Vague() ||
		f.Value != 5 {
		t.Errorf("one cluster has all: %+v", f)
	}
	s := ratio(0.2, 0.4, 0.3, 0.2, 0.4, 0.3, 0.3, 0.2, 0.4, 0.3)
	p, se := s.value()
	f := s.Share(d)
	// the shares from which p is as far as the factor times their own error
	for _, bound := range []float64{f.Low, f.High} {
		n := p * (1 - p) / (se * se)
		if off := math.Abs(p-bound) / math.Sqrt(bound*(1-bound)/n); !near(off, marginFactor(9)) {
			t.Errorf("share %+v: %g is %g errors away, want %g", f, bound, off, marginFactor(9))
		}
	}
	if f := ratio(0, 0, 0, 0, 0, 0, 0, 0, 0, 0).Share(d); f != (Within(0, 0, 0.3)) {
		t.Errorf("nothing seen in 10 places: %+v", f)
	}
	if f := ratio(1, 1, 1, 1, 1, 1, 1, 1, 1, 1).Share(d); f != (Within(1, 0.7, 1)) {
		t.Errorf("all seen in 10 places: %+v", f)
	}
	if f := ratio(1.0000000000000002, 1, 1, 1).Share(d); f.Value != 1 || f.High != 1 {
		t.Errorf("all of it, but for rounding: %+v", f)
	}
	if f := ratio(0.5, 0.5, 0.5, 0.5).Share(d); !(f.Low > 0 && f.Low < 0.5 && f.High > 0.5 && f.High < 1) {
		t.Errorf("half in each of 4 places: %+v", f)
	}
	half2 := &Design{Scope: Sample, Clusters: 10, fpc: 0.5}
	if a, b := r.Mean(d), r.Mean(half2); !near(math.Log(a.High/v), 2*math.Log(b.High/v)) {
		t.Errorf("most of the table was read: %+v, else %+v", b, a)
	}
}

// TestFiguresCombine verifies shares of totals, inverses and negatives of figures.
func TestFiguresCombine(t *testing.T) {
	f, total := Within(0.5, 0.4, 0.7), Within(100, 90, 130)
	if got := f.Of(total); got.Value != 50 || !near(got.Low, 50-math.Hypot(10, 5)) ||
		!near(got.High, 50+math.Hypot(20, 15)) || got.IsExact() {
		t.Errorf("%+v", got)
	}
	if got := f.Of(Figure{}); got != (Figure{}) {
		t.Errorf("of nothing: %+v", got)
	}
	if got := (Within(0.1, 0, 1)).Of(total); got.Low != 0 {
		t.Errorf("less than nothing: %+v", got)
	}
	if got := (Within(-0.1, -0.5, 1)).Of(total); got.Low >= 0 {
		t.Errorf("what may be negative: %+v", got)
	}
	if got := (Within(3, 0, math.Inf(1))).Of(total); got.Value != 300 || got.Low != 0 || !math.IsInf(got.High, 1) {
		t.Errorf("vague: %+v", got)
	}
	if got := f.Minus(); got != (Within(-0.5, -0.7, -0.4)) {
		t.Errorf("minus %+v", got)
	}
	if got := f.Inverse(); got.Value != 2 || !near(got.Low, 1/0.7) || !near(got.High, 2.5) {
		t.Errorf("inverse %+v", got)
	}
	if got := (Within(1, 0, 2)).Inverse(); got.Low != 0.5 || !math.IsInf(got.High, 1) {
		t.Errorf("inverse of what may be zero: %+v", got)
	}
	if Counted(7) != (Figure{7, 7, 7, Exact}) || CountedShare(1, 4).Value != 0.25 || CountedShare(0, 0).Value != 0 ||
		Counted(7).Interval() || !f.Interval() {
		t.Error("counts")
	}
	for df, want := range map[int]float64{0: math.Inf(1), 1: 12.7062, 30: 2.0423, 40: 2.0211, 60: 2.0003, 120: 1.9799,
		1e6: 1.95997} {
		if got := marginFactor(df); math.Abs(got-1.2*want) > 1e-4 && !(math.IsInf(want, 1) && math.IsInf(got, 1)) {
			t.Errorf("%d degrees of freedom: %g, want %g", df, got, 1.2*want)
		}
	}
}

// TestPairsOfClusters verifies the error of a difference between two samples by pairs: nothing of a sample and itself,
// the same either way around, in proportion to the scale, and unknown where either side has nothing.
func TestPairsOfClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	p := &Pairs{}
	a, b := Clustered{}, Clustered{}
	for i := range 12 {
		p.list = append(p.list, pair{i, i, Cluster{}})
		z := 1 + rng.Float64()
		a.Y, a.Z = append(a.Y, rng.Float64()), append(a.Z, z)
		b.Y, b.Z = append(b.Y, rng.Float64()), append(b.Z, z)
	}
	if half, ok := p.HalfWidth(a, a, 1, 1); !ok || half > 1e-12 {
		t.Errorf("a sample and itself: ±%g, %t", half, ok)
	}
	ab, _ := p.HalfWidth(a, b, 1, 1)
	ba, _ := p.HalfWidth(b, a, 1, 1)
	tenfold, _ := p.HalfWidth(a, b, 10, 10)
	if ab <= 0 || !near(ab, ba) || !near(tenfold, 10*ab) {
		t.Errorf("±%g, the other way around ±%g, tenfold ±%g", ab, ba, tenfold)
	}
	// The variance of independent differences of the residuals, as shares of the bases.
	var ya, za, yb, zb float64
	for i := range a.Y {
		ya, za, yb, zb = ya+a.Y[i], za+a.Z[i], yb+b.Y[i], zb+b.Z[i]
	}
	sum := 0.0
	for i := range a.Y {
		d := (b.Y[i]-yb/zb*b.Z[i])/zb - (a.Y[i]-ya/za*a.Z[i])/za
		sum += d * d
	}
	if want := marginFactor(11) * math.Sqrt(sum*12/11); !near(ab, want) {
		t.Errorf("±%g, want ±%g", ab, want)
	}
	if _, ok := p.HalfWidth(a, Clustered{Y: []float64{0}, Z: []float64{0}}, 1, 1); ok {
		t.Error("a side without a base has an error")
	}
	if _, ok := (&Pairs{list: p.list[:1]}).HalfWidth(a, b, 1, 1); ok {
		t.Error("one pair has an error")
	}
	c := Cluster{size: 4, open: 8}.relative(4).and(Cluster{size: 2, open: 4, begins: true, jump: 0.5,
		lost: 0.2}.relative(2))
	if c.size != 1 || c.open != 0.75 || !c.begins || c.jump != 0.5 || c.lost != 0.2 || c.row {
		t.Errorf("a pair counts for %+v", c)
	}
}

// TestOpenPartOfASection verifies that of a section read whole only the part is uncertain that its share among the rows
// and its size leave open, and of one read in part all that it stands for.
func TestOpenPartOfASection(t *testing.T) {
	for _, tt := range []struct {
		name   string
		run    sample.Run
		share  float64 // of the rows kept
		stands float64
		want   float64 // of the square of what it stands for
	}{
		{"in part", sample.Run{SectionBytes: 100}, 1, 100, 1},
		{"whole, all of it", sample.Run{Whole: true, SectionBytes: 100}, 1, 100, 0},
		{"whole, one of four", sample.Run{Whole: true, SectionBytes: 100}, 1, 400, 0.75},
		{"whole, half of the rows", sample.Run{Whole: true, SectionBytes: 100}, 0.5, 100, 0.5},
		{"larger than what it stands for", sample.Run{Whole: true, SectionBytes: 300}, 1, 100, 0},
	} {
		got := cluster(3, tt.run, sample.Provenance{RowShare: tt.share}, tt.stands)
		if got.size != tt.stands || !near(got.open, tt.want*tt.stands*tt.stands) || got.index != 3 {
			t.Errorf("%s: %+v, want %g of the square of %g open", tt.name, got, tt.want, tt.stands)
		}
	}
}

// TestClustersBeginWithTheirKeyRange verifies that clusters of two samples are paired by the start of their key ranges,
// whichever of these have rows, and rows that are clusters by their own key.
func TestClustersBeginWithTheirKeyRange(t *testing.T) {
	b := sample.NewBuilder(0)
	for _, key := range []string{"a5", "b5", "d5", "f5", "f6"} {
		b.Row([]byte(key))
	}
	how := sample.Provenance{}
	for _, start := range []string{"a", "b", "c", "d", "e", "f"} {
		how.Places = append(how.Places, sample.ReadRange{Start: []byte(start)})
	}
	d := &Design{ends: []int{1, 2, 3, 4, 5}, systematic: make([]Cluster, 5)}
	d.systematic[4].row = true
	for i, key := range d.clusterKeys(sample.Assemble(sample.Table{}, how, []*sample.Builder{b})) {
		if want := []string{"a", "b", "d", "f", "f6"}[i]; string(key) != want {
			t.Errorf("cluster %d begins with %q, want %q", i, key, want)
		}
	}
}

// TestSectionsOfTwoSamplesArePaired verifies that sections that two samples have in common are pairs, that the others
// count alone, and that samples with less than half in common are not compared so.
func TestSectionsOfTwoSamplesArePaired(t *testing.T) {
	drawn := func(sections ...string) (*sample.Sample, *Design) {
		b, how, d := sample.NewBuilder(0), sample.Provenance{}, &Design{Scope: Sample, Clusters: len(sections), fpc: 1}
		for i, key := range sections {
			b.Row([]byte(key + "5"))
			how.Places = append(how.Places, sample.ReadRange{Start: []byte(key)})
			d.ends, d.systematic = append(d.ends, i+1), append(d.systematic, Cluster{index: i, size: 1, open: 1})
		}
		return sample.Assemble(sample.Table{}, how, []*sample.Builder{b}), d
	}
	for _, tt := range []struct {
		a, b []string
		want [][2]int
	}{
		{[]string{"a", "b"}, []string{"a", "b"}, [][2]int{{0, 0}, {1, 1}}},
		{[]string{"a", "b", "c"}, []string{"b", "c", "d"}, [][2]int{{0, -1}, {1, 0}, {2, 1}, {-1, 2}}},
		{[]string{"a", "c"}, []string{"a", "b", "c"}, [][2]int{{0, 0}, {-1, 1}, {1, 2}}},
		{[]string{"a", "b", "c"}, []string{"a", "c"}, [][2]int{{0, 0}, {1, -1}, {2, 1}}},
		{[]string{"a", "b", "c"}, []string{"c", "d", "e"}, nil},
	} {
		x, a := drawn(tt.a...)
		y, b := drawn(tt.b...)
		pairs := NewPairs(x, y, a, b)
		if pairs == nil {
			if tt.want != nil {
				t.Errorf("%q and %q are not compared in pairs", tt.a, tt.b)
			}
			continue
		}
		var got [][2]int
		for _, p := range pairs.list {
			got = append(got, [2]int{p.a, p.b})
			size := 1 / float64(len(tt.a))
			if p.a < 0 {
				size = 1 / float64(len(tt.b))
			}
			if alone := p.a < 0 || p.b < 0; alone && !near(p.c.size, size) {
				t.Errorf("%q and %q: %v alone counts for %g of its sample, want %g", tt.a, tt.b, got, p.c.size, size)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q and %q are paired as %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
