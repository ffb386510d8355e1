package export

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tabletop/internal/exportfile"
	"tabletop/internal/slowtest"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// lumps returns a table whose rows differ by their places: runs of small and of large rows, and runs of rows with a
// family of their own, so that rows of one block are alike.
func lumps(t *testing.T, rows int) *sample.Sample {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	b := sample.NewBuilder(8)
	size, marked := 0, false
	for i := range rows {
		if i%100 == 0 {
			size, marked = 50+random.IntN(3)*random.IntN(800), random.IntN(4) == 0
		}
		b.Row(fmt.Appendf(nil, "k%07d", i))
		b.CellPrefix("f", []byte("q"), at.UnixMicro(), size+random.IntN(50), []byte("v"))
		if marked {
			b.Cell("m", []byte("q"), at.UnixMicro(), nil)
		}
	}
	return sample.Assemble(sample.Table{Name: "t"}, sample.Provenance{Complete: true, Strategy: sample.Everything,
		RowsSeen: int64(rows)}, []*sample.Builder{b})
}

// TestBlocksCover verifies that the intervals of a sample by blocks hold what they are of as often as they say, though
// rows of one block are alike: the number of rows, their mean size, and the share that has a family.
func TestBlocksCover(t *testing.T) {
	const rows = 20_000
	table := lumps(t, rows)
	source, _ := written(t, table, exportfile.Options{Shards: 3, BlockBytes: 2000})
	truth := estimate.NewDesign(table)
	marked := func(s *sample.Sample) func(int) (float64, float64) {
		return func(row int) (float64, float64) {
			from, to := s.Cells(row)
			return float64(to - from - 1), 1
		}
	}
	want := truth.EstimateRatio(table, marked(table)).Mean(truth).Value
	seeds, held := slowtest.Pick(60, 1000), map[string]int{}
	for seed := range seeds {
		got, err := source.sampleBlocks(t.Context(), sample.Options{Strategy: sample.Quick, Rows: 300,
			Seed: uint64(seed), FiguresOnly: true}, nil)
		if err != nil || got.Partial() != "" || got.How.Complete {
			t.Fatal(err, got.How)
		}
		design := estimate.NewDesign(got)
		for name, is := range map[string]struct {
			figure estimate.Figure
			want   float64
		}{"rows": {design.Rows(), rows}, "size": {design.MeanRow(), truth.MeanRow().Value},
			"share": {design.EstimateRatio(got, marked(got)).Mean(design), want}} {
			if !is.figure.Interval() || is.figure.IsExact() {
				t.Fatalf("%s has no interval: %+v", name, is.figure)
			}
			if is.figure.Low <= is.want && is.want <= is.figure.High {
				held[name]++
			}
		}
	}
	for name, times := range held {
		share := float64(times) / float64(seeds)
		t.Logf("%s: %.3f", name, share)
		if share < 0.88 || slowtest.On() && share < 0.93 {
			t.Errorf("%s: %.3f of the intervals hold it", name, share)
		}
	}
}

// TestBlocksAreFew verifies that a sample by blocks reads a part of the files only, keeps a row of each block, and is
// the same for the same seed; and which reads are by blocks.
func TestBlocksAreFew(t *testing.T) {
	source, _ := written(t, lumps(t, 20_000), exportfile.Options{Shards: 3, Shuffled: true, BlockBytes: 3000})
	opts := sample.Options{Strategy: sample.Quick, Rows: 100, Seed: 3}
	var told []sample.Progress
	got, err := source.sampleBlocks(t.Context(), opts, func(p sample.Progress) { told = append(told, p) })
	if err != nil || got.Rows() < 50 || got.How.Strategy != sample.Blocks || got.How.RowsSeen < 2*int64(got.Rows()) ||
		got.How.RowsSeen > 2000 || len(told) == 0 || told[len(told)-1].Sample != got {
		t.Fatalf("%d rows of %d: %v", got.Rows(), got.How.RowsSeen, err)
	}
	again, err := source.sampleBlocks(t.Context(), opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, again, got)
	large := &Source{files: []File{{Size: manyBytes + 1}}}
	for _, tt := range []struct {
		source *Source
		opts   sample.Options
		want   bool
	}{
		{large, sample.Options{Strategy: sample.Auto, Rows: 9}, true},
		{large, sample.Options{Strategy: sample.Auto, Rows: 9, Prefix: []byte("a")}, false},
		{large, sample.Options{Strategy: sample.Everything, Rows: 9}, false},
		{large, sample.Options{Strategy: sample.Small, Rows: 9}, false},
		{&Source{files: []File{{Size: manyBytes}}}, sample.Options{Strategy: sample.Auto, Rows: 9}, false},
		{&Source{files: []File{{Size: leastBlocks + 1}}}, sample.Options{Strategy: sample.Quick, Rows: 9}, true},
		{&Source{files: []File{{Size: leastBlocks}}}, sample.Options{Strategy: sample.Quick, Rows: 9}, false},
	} {
		if tt.source.byBlocks(tt.opts) != tt.want {
			t.Errorf("%+v of %d bytes: by blocks is not %v", tt.opts, tt.source.size(), tt.want)
		}
	}
	plan, err := large.Plan(t.Context(), sample.Options{Strategy: sample.Auto, Rows: 9})
	if err != nil || plan.Strategy != sample.Blocks || plan.Bytes > manyBytes/9 ||
		plan.Files != 1 || !strings.Contains(strings.Join(plan.Notes, ""), "At most a tenth of the files is read") {
		t.Errorf("%+v: %v", plan, err)
	}
}

// TestBlocksLookAtFiles verifies that a file that is cut off, and one that is no export, are named by a read of some
// blocks though none of them is looked for there, and that the rows of the others are read.
func TestBlocksLookAtFiles(t *testing.T) {
	source, _ := written(t, lumps(t, 20_000), exportfile.Options{Shards: 3, BlockBytes: 2000})
	whole := source.files[1]
	source.files[1].Size, source.files[2] = whole.Size-20, File{Name: "other", Size: 1, Open: whole.Open}
	got, err := source.sampleBlocks(t.Context(), sample.Options{Strategy: sample.Quick, Rows: 1}, nil)
	if err == nil || got.Rows() > 1 || !strings.Contains(got.Partial(), whole.Name+": its last block is damaged") ||
		!strings.Contains(got.Partial(), "other: ") {
		t.Errorf("%v: %s", err, got.Partial())
	}
}

// TestRowsSoFar verifies that the rows so far are shown when they have grown, and that whoever is told of progress
// holds the read up.
func TestRowsSoFar(t *testing.T) {
	all := table(t, 100)
	keep, err := newKeeping(ownPlan(sample.Table{}, sample.Options{Rows: 500}), false)
	if err != nil {
		t.Fatal(err)
	}
	take := keep.takers()[0]
	if got := keep.sofar(); got != nil {
		t.Errorf("nothing read, and %d rows are shown", got.Rows())
	}
	if err := take(all); err != nil {
		t.Fatal(err)
	}
	if got := keep.sofar(); got == nil || got.Rows() != 100 {
		t.Error("the first rows are not shown")
	}
	if got := keep.sofar(); got != nil {
		t.Error("the same rows are shown again")
	}
	scan := newScan(nil, sample.Options{}, nil)
	passed := make(chan struct{})
	scan.report(func(sample.Progress) {
		go func() {
			scan.pause()
			close(passed)
		}()
		select {
		case <-passed:
			t.Error("the read goes on while progress is told")
		case <-t.Context().Done():
		default:
		}
	})
	<-passed
}
