package estimate

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"tabletop/model/sample"
)

// rowsOf makes a sample of n rows of 19 bytes and one in key ranges of ten.
func rowsOf(n int, table sample.Table, how sample.Provenance) *sample.Sample {
	b := sample.NewBuilder(0)
	for i := range n {
		b.Row(fmt.Appendf(nil, "%09d", i))
		b.Cell("f", []byte("q"), 1000, []byte("v"))
	}
	return sample.Assemble(table, how, []*sample.Builder{b})
}

// tens are n key ranges of ten rows, all read.
func tens(n int) (out []sample.ReadRange) {
	for i := range n {
		out = append(out, sample.ReadRange{Start: fmt.Appendf(nil, "%09d", 10*i), End: fmt.Appendf(nil, "%09d", 10*i+10),
			Bytes: 200, Rows: 10, Done: true})
	}
	return out
}

// TestDesigns verifies what the rows of a sample stand for by how they were read: the scope, the number of clusters,
// how much intervals shrink because much was read, and why there are none.
func TestDesigns(t *testing.T) {
	const rows = 40
	unknown := "how the rows were chosen is not known"
	for _, tt := range []struct {
		name     string
		how      sample.Provenance
		rows     int
		scope    Scope
		clusters int
		fpc      float64
		reason   string
	}{
		{"all", sample.Provenance{Complete: true}, rows, All, 0, 1, ""},
		{"all with a share of 1", sample.Provenance{Complete: true, RowShare: 1}, rows, All, 0, 1, ""},
		{"a share of all", sample.Provenance{Complete: true, RowShare: 0.36, Strategy: sample.Small}, rows, Sample,
			rows, 0.8, ""},
		{"the first", sample.Provenance{Strategy: sample.Head}, rows, Head, 0, 1,
			"the first rows do not speak for the table"},
		{"in another order", sample.Provenance{Strategy: sample.Small, Unordered: true}, rows, Sample, 0, 1,
			"redaction gave the keys another order, so which rows were read together is not known"},
		{"some key ranges", sample.Provenance{Strategy: sample.Everything, RowShare: 1, Places: tens(4)}, rows, Sample, 4,
			math.Sqrt(1. / 5), ""},
		{"a share of key ranges, not all of which were read", sample.Provenance{Strategy: sample.Small, RowShare: 0.5,
			Places: append(tens(4), sample.ReadRange{Start: []byte("000000040")})}, rows, Sample, 4, 1, ""},
		{"one key range", sample.Provenance{Strategy: sample.Small, Places: tens(1)}, 10, Sample, 1,
			math.Sqrt(1. / 2), "the rows are from one place"},
		{"key ranges of other rows", sample.Provenance{Strategy: sample.Small, Places: tens(3)}, rows, Sample, 0, 1,
			unknown},
		{"another strategy", sample.Provenance{Strategy: sample.Quick}, rows, Sample, 0, 1, unknown},
		{"points without hits", sample.Provenance{Strategy: sample.Quick, Points: 4}, rows, Sample, 0, 1, unknown},
	} {
		d := NewDesign(rowsOf(tt.rows, sample.Table{}, tt.how))
		if d.Scope != tt.scope || d.Clusters != tt.clusters || !near(d.fpc, tt.fpc) || d.NoIntervalReason != tt.reason ||
			d.HasIntervals() != (tt.scope == Sample && tt.reason == "") {
			t.Errorf("%s: %s of %d clusters, %g, %q", tt.name, d.Scope, d.Clusters, d.fpc, d.NoIntervalReason)
		}
	}
}

// TestRowsOfPartsHaveNoIntervals verifies that rows read by points, of which only some cells or some rows were asked
// for, have no interval, unless they are a share of all.
func TestRowsOfPartsHaveNoIntervals(t *testing.T) {
	for name, options := range map[string]sample.Options{"": {}, "a pattern": {KeyRegex: "a.*"},
		"families": {Families: []string{"f"}}, "since": {Since: time.Unix(1, 0)}, "until": {Until: time.Unix(1, 0)}} {
		for _, share := range []float64{1, 0.5} {
			s := runsOf(20, func(int, int) int { return 10 })
			s.How.Options, s.How.RowShare = options, share
			reason := NewDesign(s).NoIntervalReason
			if want := name != "" && share == 1; strings.HasPrefix(reason, "only some rows or cells of each place") != want {
				t.Errorf("%q of a share of %g: %q", name, share, reason)
			}
		}
	}
}

// TestNumberOfRows verifies the number of rows of the table, and its interval, by how a sample was read.
func TestNumberOfRows(t *testing.T) {
	const rows = 40
	binomial := marginFactor(rows-1) * math.Sqrt(rows*0.75) / 0.25
	open := append(tens(4), sample.ReadRange{Start: []byte("000000040"), Bytes: 400})
	sized := sample.Provenance{Strategy: sample.Everything, RowShare: 1, Filter: 1, Places: open, TotalBytes: 1200}
	unsized := sized
	unsized.TotalBytes = 0
	halved := sized
	halved.Filter, halved.RowShare = 0.5, 0.5
	seen := sample.Provenance{Strategy: sample.Small, Complete: true, RowShare: 0.25, Filter: 1, Places: tens(4),
		RowsSeen: 160, BytesSeen: 4000}
	for _, tt := range []struct {
		name string
		how  sample.Provenance
		want Figure
		mean float64
	}{
		{"all", sample.Provenance{Complete: true}, Counted(rows), 20},
		{"a share of all", sample.Provenance{Strategy: sample.Small, Complete: true, RowShare: 0.25},
			Within(160, 160-binomial, 160+binomial), 20},
		{"a share of all, with all counted", seen, Counted(160), 25},
		{"the first", sample.Provenance{Strategy: sample.Head}, Figure{}, 20},
		{"key ranges by their bytes", sized, Within(60, 60, 60), 20},
		{"key ranges by their number", unsized, Within(50, 50, 50), 20},
		{"half of the rows of key ranges", halved, Within(120, 120, 120), 20},
	} {
		d := NewDesign(rowsOf(rows, sample.Table{}, tt.how))
		got := d.Rows()
		if !near(got.Value, tt.want.Value) || !near(got.Low, tt.want.Low) || !near(got.High, tt.want.High) ||
			got.Certainty != tt.want.Certainty || !near(d.MeanRow().Value, tt.mean) {
			t.Errorf("%s: %+v rows of %g bytes, want %+v of %g", tt.name, got, d.MeanRow().Value, tt.want, tt.mean)
		}
	}
	few := rowsOf(2, sample.Table{}, sample.Provenance{Strategy: sample.Small, Complete: true, RowShare: 0.25})
	if got := NewDesign(few).Rows(); got.Value != 8 || got.Low != 2 {
		t.Errorf("a table has no fewer rows than were read: %+v", got)
	}
	none := NewDesign(rowsOf(0, sample.Table{}, sample.Provenance{Complete: true}))
	if got := none.Rows(); got != Counted(0) || none.MeanRow() != Counted(0) {
		t.Errorf("an empty table has %+v rows of %+v bytes", got, none.MeanRow())
	}
}

// TestBytesOfTheTable verifies which number of bytes a table is taken to have: that of its rows where all were read, what
// was counted, what the service counts, or what the rows make up; an emulator does not count them.
func TestBytesOfTheTable(t *testing.T) {
	splits := []sample.Split{{Offset: 500}, {Offset: 7000}}
	ranges := sample.Provenance{Strategy: sample.Everything, RowShare: 1, Filter: 1, Places: tens(4)}
	sized, part := ranges, ranges
	sized.TotalBytes = 5000
	part.Options.Prefix = []byte("0")
	for _, tt := range []struct {
		name  string
		table sample.Table
		how   sample.Provenance
		want  Figure
	}{
		{"all", sample.Table{Splits: splits}, sample.Provenance{Complete: true}, Counted(800)},
		{"all counted", sample.Table{Splits: splits}, sample.Provenance{Strategy: sample.Small, Complete: true,
			RowShare: 0.25, Filter: 1, Places: tens(4), RowsSeen: 160, BytesSeen: 4000}, Counted(4000)},
		{"the first", sample.Table{Splits: splits}, sample.Provenance{Strategy: sample.Head}, Figure{}},
		{"what was planned", sample.Table{Splits: splits}, sized, Point(5000)},
		{"what the table has", sample.Table{Splits: splits}, ranges, Point(7000)},
		{"of a part of it", sample.Table{Splits: splits}, part, Within(800, 800, 800)},
		{"of an emulator", sample.Table{Splits: splits, Emulator: true}, sized, Within(800, 800, 800)},
		{"without sizes", sample.Table{}, ranges, Within(800, 800, 800)},
	} {
		got := NewDesign(rowsOf(40, tt.table, tt.how)).Bytes()
		if !near(got.Value, tt.want.Value) || got.Certainty != tt.want.Certainty {
			t.Errorf("%s: %+v bytes, want %+v", tt.name, got, tt.want)
		}
	}
}

// TestUnaccountedBytes verifies that bytes that rows do not make up are reported if they are more than the slack of the
// service's count of rows, and of which tables nothing can be said.
func TestUnaccountedBytes(t *testing.T) {
	complete := sample.Provenance{Complete: true}
	for _, tt := range []struct {
		name  string
		stats *sample.Stats
		how   sample.Provenance
		want  float64
		ok    bool
	}{
		{"all of it", &sample.Stats{Rows: 50, LogicalBytes: 1000}, complete, 0, true},
		{"within a fifth", &sample.Stats{Rows: 42, LogicalBytes: 1000}, complete, 0, true},
		{"just over a fifth", &sample.Stats{Rows: 41, LogicalBytes: 1000}, complete, 0.18, true},
		{"half of it", &sample.Stats{Rows: 25, LogicalBytes: 1000}, complete, 0.5, true},
		{"by sections", &sample.Stats{Rows: 25}, complete, 0.75, true},
		{"no statistics", nil, complete, 0, false},
		{"no rows", &sample.Stats{LogicalBytes: 1000}, complete, 0, false},
		{"the first rows", &sample.Stats{Rows: 25, LogicalBytes: 1000}, sample.Provenance{Strategy: sample.Head}, 0,
			false},
		{"a part", &sample.Stats{Rows: 25, LogicalBytes: 1000}, sample.Provenance{Complete: true,
			Options: sample.Options{Start: []byte("0")}}, 0, false},
		{"up to a key", &sample.Stats{Rows: 25, LogicalBytes: 1000}, sample.Provenance{Complete: true,
			Options: sample.Options{End: []byte("1")}}, 0, false},
	} {
		s := rowsOf(40, sample.Table{Stats: tt.stats, Splits: []sample.Split{{Offset: 2000}}}, tt.how)
		got, ok := NewDesign(s).UnaccountedShare(s)
		if ok != tt.ok || !near(got.Value, tt.want) {
			t.Errorf("%s: %+v, %v, want %g", tt.name, got, ok, tt.want)
		}
	}
	s := rowsOf(40, sample.Table{Stats: &sample.Stats{Rows: 25}}, complete)
	if _, ok := NewDesign(s).UnaccountedShare(s); ok {
		t.Error("rows make up a share of bytes that are not known")
	}
}

// TestCorrectionOfInverses verifies by how much the inverse of a mean of few sizes is too large: by the squared
// coefficient of variation over their number, and not at all of one size or of none.
func TestCorrectionOfInverses(t *testing.T) {
	for _, tt := range []struct {
		sizes []float64
		want  float64
	}{
		{nil, 1}, {[]float64{5}, 1}, {[]float64{0, 0}, 1}, {[]float64{7, 7, 7}, 1},
		{[]float64{1, 3}, 1 + 2./4/2}, {[]float64{1, 2}, 1 + 0.5/2.25/2}, {[]float64{10, 20, 30}, 1 + 100./400/3},
	} {
		var m moment
		for _, v := range tt.sizes {
			m.n, m.sum, m.squares = m.n+1, m.sum+v, m.squares+v*v
		}
		if got := m.correction(); !near(got, tt.want) {
			t.Errorf("%v: corrected by %g, want %g", tt.sizes, got, tt.want)
		}
		if got := m.inverse(); m.sum > 0 && !near(got, m.n/m.sum/tt.want) {
			t.Errorf("%v: the inverse of the mean is %g", tt.sizes, got)
		}
	}
	rounded := moment{n: 3, sum: 0.3, squares: 0.03 - 1e-9}
	if got := rounded.correction(); got != 1 {
		t.Errorf("rounding corrects by %g", got)
	}
}

// TestSignals verifies the mean of a cluster on the log scale, the variance of that, and that one row has none that is
// known, so that it is at no jump.
func TestSignals(t *testing.T) {
	values := []float64{math.E, math.E, math.E * math.E, 1, 0.1, 7}
	d := &Design{ends: []int{1, 3, 5, 5, 6}}
	got := d.signals(func(row int) float64 { return values[row] })
	inf := math.Inf(1)
	for i, want := range []signal{{0, inf}, {1.5, 0.25}, {0, 0}, {0, inf}, {0, inf}} {
		if !near(got[i].mean, want.mean) || got[i].variance != want.variance && !near(got[i].variance, want.variance) {
			t.Errorf("cluster %d has the signal %+v, want %+v", i, got[i], want)
		}
	}
}

// TestSectionsLeftOutAreJumps verifies that a cluster behind rows that stand for themselves is at a jump where only some
// sections were selected, and at none where all were read.
func TestSectionsLeftOutAreJumps(t *testing.T) {
	s := rowsOf(8, sample.Table{}, sample.Provenance{})
	for _, all := range []bool{false, true} {
		d := &Design{}
		for i := range 8 {
			d.ends, d.systematic = append(d.ends, i+1), append(d.systematic, Cluster{size: 1, row: i == 3 || i == 4})
		}
		d.findJumps(s, all)
		for i, c := range d.systematic {
			want := 0.0
			if i == 5 && !all {
				want = 1. / 6
			}
			if c.jump != want {
				t.Errorf("all read %t: the jump at %d is %g, want %g", all, i, c.jump, want)
			}
		}
	}
}

// TestHistogramSums verifies the number, sum, ends and mean of a histogram, alone and merged in any order, and that
// small numbers are exact.
func TestHistogramSums(t *testing.T) {
	of := func(numbers ...int64) *Histogram {
		h := &Histogram{}
		for _, v := range numbers {
			h.Add(v)
		}
		return h
	}
	for _, tt := range []struct {
		a, b     []int64
		sum      int64
		min, max int64
	}{
		{[]int64{5, 3, 9}, nil, 17, 3, 9},
		{nil, []int64{5, 3, 9}, 17, 3, 9},
		{[]int64{100}, []int64{3}, 103, 3, 100},
		{[]int64{3}, []int64{100}, 103, 3, 100},
		{[]int64{127, 128}, []int64{1000}, 1255, 127, 1000},
	} {
		h := of(tt.a...)
		h.Merge(of(tt.b...))
		n := int64(len(tt.a) + len(tt.b))
		if h.N != n || h.Sum != tt.sum || h.Min != tt.min || h.Max != tt.max || h.Validate() != nil ||
			h.Mean() != Counted(float64(tt.sum)/float64(n)) {
			t.Errorf("%v and %v are %d numbers of %d from %d to %d: %v", tt.a, tt.b, h.N, h.Sum, h.Min, h.Max,
				h.Validate())
		}
	}
	h := of(10, 20, 30, 40)
	for p, want := range map[float64]float64{0: 10, 0.25: 10, 0.26: 20, 0.5: 20, 0.75: 30, 0.76: 40, 1: 40} {
		if got := h.Figure(p); got != Counted(want) {
			t.Errorf("the quantile %g is %+v, want %g", p, got, want)
		}
	}
	if got := of(1000, 1001, 2000).Figure(0.5); got != Between(1000, 1007) {
		t.Errorf("a number beyond 128 is within 1/64: %+v", got)
	}
	if got := of(1003, 1005).Figure(1); got != Between(1003, 1005) {
		t.Errorf("no number is beyond the ends: %+v", got)
	}
	for limit, want := range map[float64][2]int64{9: {2, 2}, 10: {1, 1}, 999: {1, 1}, 1002: {0, 1}, 1003: {0, 0}} {
		least, most := of(10, 1003).Above(limit)
		if least != want[0] || most != want[1] {
			t.Errorf("%d to %d numbers of 10 and 1003 are above %g, want %v", least, most, limit, want)
		}
	}
	if got := (&Histogram{}).Mean(); got != Counted(0) {
		t.Errorf("the mean of nothing is %+v", got)
	}
}

// TestHistogramsAreValidated verifies that a histogram whose parts contradict each other is refused.
func TestHistogramsAreValidated(t *testing.T) {
	for name, change := range map[string]func(*Histogram){
		"":                      func(*Histogram) {},
		"sum below 0":           func(h *Histogram) { h.Sum = -1 },
		"minimum below 0":       func(h *Histogram) { h.Min = -1 },
		"ends turned around":    func(h *Histogram) { h.Min, h.Max = 9, 5 },
		"more numbers":          func(h *Histogram) { h.N++ },
		"fewer numbers":         func(h *Histogram) { h.N-- },
		"a negative count":      func(h *Histogram) { h.Counts[6], h.Counts[7] = -1, 1 },
		"another minimum":       func(h *Histogram) { h.Min = 4 },
		"another maximum":       func(h *Histogram) { h.Max = 10 },
		"more buckets than fit": func(h *Histogram) { h.Counts = append(h.Counts, make([]int64, 5000)...) },
	} {
		h := &Histogram{}
		h.Add(5)
		h.Add(9)
		change(h)
		if got := h.Validate(); (got == nil) != (name == "") {
			t.Errorf("%s: %v", name, got)
		}
	}
	last := &Histogram{}
	last.Add(math.MaxInt64)
	if err := last.Validate(); err != nil {
		t.Errorf("the greatest number: %v", err)
	}
}

// TestRichnessFormula verifies the bias-corrected Chao2 estimate and its log-normal interval, and on both sides of the
// limit how many values must recur.
func TestRichnessFormula(t *testing.T) {
	got, ok := Richness(50, 10, 4, 200)
	unseen := 10. * 9 / (2 * 5)
	variance := 10.*9/(2*5) + 10.*19*19/(4*25) + 10*10*4*9*9/(4.*625)
	k := math.Exp(1.96 * math.Sqrt(math.Log(1+variance/(unseen*unseen))))
	if !ok || !near(got.Value, 50+unseen) || !near(got.Low, 50+unseen/k) || !near(got.High, 50+unseen*k) {
		t.Errorf("%+v, want %g more than 50, by a factor of %g", got, unseen, k)
	}
	for met, want := range map[int64]bool{19: false, 20: true, 21: true} {
		if _, ok := Richness(50, 10, 4, met); ok != want {
			t.Errorf("10 of %d values met do not recur: an estimate %t, want %t", met, ok, want)
		}
	}
	for once, want := range map[int64]bool{0: false, 1: false, 2: true} {
		if _, ok := Richness(50, once, 4, 200); ok != want {
			t.Errorf("%d values occur once: an estimate %t, want %t", once, ok, want)
		}
	}
}

// TestPoolsOfKinds verifies what makes runs one kind: means that differ by no more than means of so few rows do, by four
// standard errors of the ratio of their mean squares.
func TestPoolsOfKinds(t *testing.T) {
	// 9 runs of 20 rows: mean square within 1, so that between is 1 + 4 sqrt(2/8) at most.
	limit := 1 + 4*math.Sqrt(2./8)
	for between, want := range map[float64]bool{0: true, 0.99 * limit: true, 1.01 * limit: false} {
		s := spread{sum: 0, within: 180 - 9, between: between * 8}
		if got := s.alike(180, 9); got != want {
			t.Errorf("a mean square of %g between runs: one kind %t, want %t", between, got, want)
		}
	}
	if one := (runSums{runs: 1}); one.alike() {
		t.Error("one run is of one kind with others")
	}
	r := runSums{all: moment{n: 180, sum: 1800}, sizes: spread{within: 171 * 25}, runs: 9}
	if got := r.variation(); !near(got, 0.25) {
		t.Errorf("sizes of 10 ± 5 vary by %g, want 0.25", got)
	}
}

// TestPoolsGrow verifies that a run whose mean is precise has no pool, and that a pool takes in twice as many runs until
// its mean is precise, it meets another kind, or there are no more.
func TestPoolsGrow(t *testing.T) {
	// runs of 20 rows whose squared coefficient of variation is cv2; those beyond kinds runs are of another kind
	around := func(cv2 float64, kinds int) func(int) runSums {
		return func(reach int) runSums {
			runs := float64(2*reach + 1)
			r := runSums{all: moment{n: 20 * runs, sum: 200 * runs}, runs: runs, stands: runs, standsMean: 10 * runs}
			r.sizes.within = cv2 * 100 * 19 * runs
			if reach > kinds {
				r.sizes.between = 1e9
			}
			return r
		}
	}
	never := func(int) bool { return false }
	for _, tt := range []struct {
		name  string
		cv2   float64
		kinds int
		runs  int
		mixed func(int) bool
		want  float64 // runs in the pool
	}{
		{"precise", 20 * 0.0299, 1000, 1000, never, 0},
		{"not quite", 20 * 0.0301, 1000, 1000, never, 9},
		{"9 runs are enough", 9 * 20 * 0.0099, 1000, 1000, never, 9},
		{"9 are too few", 9 * 20 * 0.0101, 1000, 1000, never, 17},
		{"33 are needed", 18 * 20 * 0.0101, 1000, 1000, never, 33},
		{"other kinds beyond 10", 1000, 10, 1000, never, 17},
		{"other kinds at once", 1000, 3, 1000, never, 0},
		{"at most 128 to either side", 1e6, 1000, 1000, never, 257},
		{"no more runs", 1e6, 1000, 20, never, 65},
		{"mixed at first", 9 * 20 * 0.0099, 1000, 1000, func(reach int) bool { return reach < 8 }, 17},
	} {
		got := newPool(around(tt.cv2, tt.kinds), tt.mixed, 20, tt.runs)
		runs := 0.0
		if got != nil {
			runs = got.all.n / 20
			if !near(got.mean, 10) || !near(got.noise, tt.cv2/got.all.n) {
				t.Errorf("%s: a pool of mean %g and noise %g", tt.name, got.mean, got.noise)
			}
		}
		if runs != tt.want {
			t.Errorf("%s: a pool of %g runs, want %g", tt.name, runs, tt.want)
		}
	}
}

// TestSectionsWithoutNeighbors verifies that fewer than three sections between others that were read in another way have
// too few neighbors, but not if there are no others.
func TestSectionsWithoutNeighbors(t *testing.T) {
	plain, certain := sample.Run{Hits: 1}, sample.Run{Share: 1, Stands: 100, Whole: true, SectionBytes: 100}
	kept := sample.Run{Share: 0.5, SectionBytes: 100}
	for name, want := range map[string]string{"pp": "..", "ppp": "...", "ppc": "!!.", "pppc": "....", "cpp": ".!!",
		"ppkppp": "!!....", "pckp": "!..!", "pppcp": "....!", "c": "."} {
		var runs []sample.Run
		for _, kind := range name {
			runs = append(runs, map[rune]sample.Run{'p': plain, 'c': certain, 'k': kept}[kind])
		}
		got := ""
		for _, alone := range isolated(runs) {
			got += map[bool]string{true: "!", false: "."}[alone]
		}
		if got != want {
			t.Errorf("of %s %s are alone, want %s", name, got, want)
		}
	}
}

// TestUnseenKinds verifies the rule of three, which is no more than all.
func TestUnseenKinds(t *testing.T) {
	for clusters, want := range map[int]float64{2: 1, 3: 1, 4: 0.75, 300: 0.01} {
		d := &Design{Scope: Sample, Clusters: clusters}
		if got := d.UnseenShareBound(); !near(got, want) {
			t.Errorf("a share of %g of %d places is unseen, want %g", got, clusters, want)
		}
	}
}

// TestSparseRatio verifies that a sparse ratio counts the clusters that have some of it, once each.
func TestSparseRatio(t *testing.T) {
	var s Sparse
	var want Ratio
	for i, rows := range [][][2]float64{{{1, 2}, {0, 3}}, nil, {{0, 0}}, {{2, 2}}, {{0, 1}, {1, 1}, {1, 1}}} {
		c, y, z := Cluster{index: i}, 0.0, 0.0
		for _, row := range rows {
			s.Add(c, row[0], row[1])
			y, z = y+row[0], z+row[1]
		}
		if z > 0 {
			want.Add(c, y, z)
		}
	}
	if got := s.Ratio(); got != want || got.M != 3 || s.Ratio() != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := (Sparse{}).Ratio(); got.Z != 0 || got.M != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

// TestFiguresAreBounded verifies the operations on figures that keep what they are sure of.
func TestFiguresAreBounded(t *testing.T) {
	for name, tt := range map[string]struct{ got, want Figure }{
		"bound":                    {Point(3).Bound(2, 5), Figure{3, 2, 5, Range}},
		"bound by one number":      {Point(3).Bound(3, 3), Counted(3)},
		"surer":                    {Point(3).Or(Counted(4)), Counted(4)},
		"as sure":                  {Point(3).Or(Point(4)), Point(3)},
		"less sure":                {Counted(3).Or(Point(4)), Counted(3)},
		"times":                    {Within(3, 2, 5).Times(2), Within(6, 4, 10)},
		"an interval at most":      {Within(3, 2, 5).AtMost(AtLeast), Within(3, 2, 5)},
		"counted at most":          {Counted(3).AtMost(AtLeast), Seen(3)},
		"seen at most an estimate": {Seen(3).AtMost(NoInterval), Seen(3)},
		"a share of parts":         {CountedShare(3, 4), Counted(0.75)},
		"of a total without rows":  {Within(0.5, 0.4, 0.6).Of(Counted(0)), Figure{}},
		"of a small total":         {Point(0.5).Of(Point(1)), Point(0.5)},
		"of a vague total":         {Counted(0.5).Of(Within(8, 0, math.Inf(1))), Within(4, 0, math.Inf(1))},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, tt.got, tt.want)
		}
	}
	for scope, want := range map[Scope]string{All: "of all rows", Head: "of the first rows", Sample: "of the rows read"} {
		if got := scope.Summary(); got != want {
			t.Errorf("%s: %q, want %q", scope, got, want)
		}
	}
}

// TestQuantilesOfHeaps verifies that where many numbers are equal to a quantile, its interval allows for how uncertain the
// share up to it is, and the share below it.
func TestQuantilesOfHeaps(t *testing.T) {
	for name, tt := range map[string]struct {
		counts    [2][3]int // of 1, 2 and 3 in every other of 20 key ranges of ten rows
		p         float64
		low, high float64
	}{
		"the share below varies": {[2][3]int{{5, 1, 4}, {1, 5, 4}}, 0.32, 1, 2},
		"the share up to varies": {[2][3]int{{3, 5, 2}, {3, 1, 6}}, 0.58, 2, 3},
		"neither does":           {[2][3]int{{3, 3, 4}, {3, 3, 4}}, 0.32, 2, 2},
	} {
		how := sample.Provenance{Strategy: sample.Everything, RowShare: 1, Filter: 1, Places: tens(20)}
		design := NewDesign(rowsOf(200, sample.Table{}, how))
		series := design.NewSeries(200)
		for place := range 20 {
			row := 10 * place
			for number, count := range tt.counts[place%2] {
				for range count {
					series.Add(row, int64(1+number))
					row++
				}
			}
		}
		if got := series.Quantiles(tt.p)[0]; got != Within(2, tt.low, tt.high) {
			t.Errorf("%s: %+v, want 2 from %g to %g", name, got, tt.low, tt.high)
		}
	}
}
