package simulate

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// drawn reads short runs of a table in sections selected by their bytes, as a quick sample of a service does.
func drawn(whole *sample.Sample, sections, points, rows int, r *rand.Rand) *sample.Sample {
	n := whole.Rows()
	ends, bytes := make([]int64, sections), int64(0)
	for s := range sections {
		for i := s * n / sections; i < (s+1)*n/sections; i++ {
			bytes += whole.RowBytes(i)
		}
		ends[s] = bytes
	}
	hits := map[int]int{}
	for range points {
		at, _ := slices.BinarySearch(ends, r.Int64N(bytes)+1)
		hits[at]++
	}
	var parts []*sample.Builder
	for s := range sections {
		if hits[s] == 0 {
			continue
		}
		from, to := s*n/sections, (s+1)*n/sections
		size := ends[s]
		if s > 0 {
			size -= ends[s-1]
		}
		b := whole.Slice(from, min(to, from+rows))
		b.SetSection(hits[s], size, rows >= to-from)
		parts = append(parts, b)
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Quick, RowShare: 1, Filter: 1,
		Points: points, TotalBytes: bytes}, parts)
}

// Over many samples, the intervals hold what the whole table would have nine times in ten at least, and bounds always
// do. What is saved is right on average within a tenth where it is told how many rows merge, and always inside its
// interval.
func TestScaleCovers(t *testing.T) {
	draws, rows := 120, 20_000
	if !slowtest.On() {
		draws, rows = 10, 5_000
	}
	whole := events(rows).sample()
	truth := prepare(t, whole, eventLayout)
	for _, c := range []struct {
		text               string
		rows, bytes, sizes bool // are told
	}{
		{text: "{event}#{reverse(ts)}#{user}", rows: true, bytes: true, sizes: true},
		{text: "{user}#{ts}#{event} => d -> json d:all", rows: true, bytes: true, sizes: true},
		{text: "{user}#{event}#{qualifier()}#{ts}", rows: true, bytes: true, sizes: true},
		{text: "{user}#{bucket(ts, 1d):date(20060102)}#{event} => * -> *:{ts}#{qualifier()}", bytes: true},
		{text: "{user}#{bucket(ts, 1w):date(2006-W01)} => * -> *:{ts}#{event}#{qualifier()}", rows: true, bytes: true},
	} {
		parsed, err := candidate.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Run(context.Background(), truth, parsed)
		if err != nil {
			t.Fatal(err)
		}
		missed, saves := map[string]int{}, 0.0
		r := rand.New(rand.NewPCG(1, 3))
		for range draws {
			s := drawn(whole, rows/50, 60, 30, r)
			got, err := Run(context.Background(), prepare(t, s, eventLayout), parsed)
			if err != nil {
				t.Fatal(err)
			}
			scale := got.Scale()
			if told := [3]bool{scale.NoFigureReason == "" && scale.Rows.Value > 0, scale.Bytes.Value > 0,
				scale.Sizes != nil}; told != [3]bool{c.rows, c.bytes, c.sizes} {
				t.Fatalf("%s: told are %v: %+v", c.text, told, scale)
			}
			check := func(name string, f estimate.Figure, v float64) {
				if v < f.Low || v > f.High {
					missed[name]++
				}
			}
			if c.rows {
				check("rows", scale.Rows, float64(want.Rows))
			}
			check("bytes", scale.Bytes, float64(want.Bytes))
			check("cells", scale.Cells, float64(want.Cells))
			saved := float64(whole.Bytes() - want.Bytes)
			check("saves", scale.Saves, saved)
			saves += scale.Saves.Value / saved / float64(draws)
			if scale.Saves.Value < scale.Saves.Low || scale.Saves.Value > scale.Saves.High {
				t.Errorf("%s: %+v is saved", c.text, scale.Saves)
			}
			if scale.KeyBytes.Value > 0 {
				check("keys", scale.KeyBytes, float64(want.KeyBytes))
			}
			for k, p := range SizeQuantiles() {
				if c.sizes {
					check("sizes", scale.Sizes[k], float64(want.RowBytes.Quantile(p)))
				}
			}
		}
		for name, n := range missed {
			of := draws
			if name == "sizes" {
				of *= len(SizeQuantiles())
			}
			if float64(n) > 0.1*float64(of) {
				t.Errorf("%s: %s are outside their interval in %d of %d samples", c.text, name, n, of)
			}
		}
		if c.rows && math.Abs(saves-1) > 0.1 {
			t.Errorf("%s: of what is saved, %.2f is estimated on average", c.text, saves)
		}
		t.Logf("%s: outside %v of %d, of what is saved %.3f is estimated", c.text, missed, draws, saves)
	}
}

// TestChangeIsJudgedPairwise verifies that the change of bytes against the current layout is estimated row by row: its
// interval holds the truth, and is far narrower than that of the number of rows.
func TestChangeIsJudgedPairwise(t *testing.T) {
	draws := 120
	if !slowtest.On() {
		draws = 10
	}
	whole := events(8_000).sample()
	parsed, err := candidate.Parse("{event}#{event}#{reverse(ts)}#{user}") // longer keys
	if err != nil {
		t.Fatal(err)
	}
	result := func(s *sample.Sample) (*Scale, *Result) {
		got, err := Run(context.Background(), prepare(t, s, eventLayout), parsed)
		if err != nil {
			t.Fatal(err)
		}
		return got.Scale(), got
	}
	_, want := result(whole)
	truth := float64(want.Bytes)/float64(whole.Bytes()) - 1
	if truth == 0 {
		t.Fatal("the layout changes nothing")
	}
	missed, r := 0, rand.New(rand.NewPCG(4, 3))
	for range draws {
		s, _ := result(drawn(whole, 160, 60, 30, r))
		if truth < s.BytesChange.Low || truth > s.BytesChange.High {
			missed++
		}
		total := (s.Rows.High - s.Rows.Low) / s.Rows.Value
		if width := s.BytesChange.High - s.BytesChange.Low; width > total/3 || !s.BytesChange.Interval() {
			t.Errorf("the change %+v is no surer than the rows %+v", s.BytesChange, s.Rows)
		}
	}
	if float64(missed) > 0.1*float64(draws) {
		t.Errorf("the change is outside its interval in %d of %d samples", missed, draws)
	}
}

func seeded() *rand.Rand { return rand.New(rand.NewPCG(2, 3)) }

// TestSavingsAreAsSureAsBytes verifies that what a layout saves, and the table that it saves it of, are as certain as
// the bytes that were counted.
func TestSavingsAreAsSureAsBytes(t *testing.T) {
	for name, tt := range map[string]struct {
		bytes         estimate.Figure
		current       int64
		saves, change float64
	}{
		"counted":       {estimate.Counted(75), 100, 25, -0.25},
		"estimated":     {estimate.Point(150), 100, -50, 0.5},
		"of no table":   {estimate.Counted(10), 0, -10, 0},
		"without bytes": {estimate.Counted(0), 100, 100, -1},
	} {
		scale := Scale{Bytes: tt.bytes}
		scale.against(tt.current)
		sure := tt.bytes.Certainty
		want := [3]estimate.Figure{}
		for i, v := range []float64{float64(tt.current), tt.saves, tt.change} {
			want[i] = estimate.Figure{Value: v, Low: v, High: v, Certainty: sure}
		}
		if got := [3]estimate.Figure{scale.Table, scale.Saves, scale.BytesChange}; got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
