package read

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// evenSplits are n sections of so many bytes each.
func evenSplits(n int, each int64) []sample.Split {
	var out []sample.Split
	for i := 1; i < n; i++ {
		out = append(out, sample.Split{Key: fmt.Appendf(nil, "%06d", i), Offset: int64(i) * each})
	}
	return append(out, sample.Split{Offset: int64(n) * each})
}

func TestChoice(t *testing.T) {
	const gb = 1_000_000_000
	for name, test := range map[string]struct {
		facts PlanInput
		opts  sample.Options
		want  sample.Strategy
	}{
		"a large table": {PlanInput{Splits: evenSplits(1001, gb/10), RowBytes: 500}, sample.Options{},
			sample.Quick},
		"more points than starts": {PlanInput{Splits: evenSplits(1000, gb/10), RowBytes: 500}, sample.Options{},
			sample.Accurate},
		"points enough for fewer rows": {PlanInput{Splits: evenSplits(1000, gb/10), RowBytes: 500},
			sample.Options{Rows: 5000}, sample.Quick},
		"sections long to scan": {PlanInput{Splits: evenSplits(400, gb/2), RowBytes: 500}, sample.Options{},
			sample.Quick},
		"no time to scan sections": {PlanInput{Splits: evenSplits(400, gb/10), RowBytes: 500},
			sample.Options{Time: 10 * time.Second}, sample.Quick},
		"few sections": {PlanInput{Splits: evenSplits(20, gb), RowBytes: 500}, sample.Options{},
			sample.Small},
		"few sections, quick asked for": {PlanInput{Splits: evenSplits(20, gb), RowBytes: 500},
			sample.Options{Strategy: sample.Quick}, sample.Small},
		"few sections, accurate asked": {PlanInput{Splits: evenSplits(20, gb), RowBytes: 500},
			sample.Options{Strategy: sample.Accurate}, sample.Small},
		"less than two gigabytes": {PlanInput{Splits: evenSplits(100, gb/100), RowBytes: 500}, sample.Options{},
			sample.Small},
		"fewer rows than wanted": {PlanInput{Splits: evenSplits(100, 1000), RowBytes: 50}, sample.Options{},
			sample.Everything},
		"no bytes":  {PlanInput{Splits: evenSplits(1, 0)}, sample.Options{}, sample.Everything},
		"no splits": {PlanInput{}, sample.Options{}, sample.Everything},
		"an emulator with few rows": {PlanInput{Splits: evenSplits(50, 1000), Emulator: true}, sample.Options{},
			sample.Everything},
		"an emulator with many rows": {PlanInput{Splits: evenSplits(1000, 1000), Emulator: true}, sample.Options{},
			sample.Small},
		"an emulator with empty values": {PlanInput{Splits: evenSplits(1000, 0), Emulator: true}, sample.Options{},
			sample.Small},
		"a few very large rows": {PlanInput{Splits: evenSplits(60, 100*gb), RowBytes: 1e9}, sample.Options{},
			sample.Quick},
		"rows known from statistics": {PlanInput{Splits: evenSplits(60, gb), Rows: 1000}, sample.Options{},
			sample.Quick},
		"all asked for": {PlanInput{Splits: evenSplits(400, gb)},
			sample.Options{Strategy: sample.Everything}, sample.Everything},
		"accurate": {PlanInput{Splits: evenSplits(400, gb)},
			sample.Options{Strategy: sample.Accurate}, sample.Accurate},
		"a prefix with few of many parts": {PlanInput{Splits: evenSplits(400, gb), RowBytes: 100},
			sample.Options{Prefix: []byte("00001")}, sample.Small},
	} {
		if got := Plan(test.facts, test.opts); got.Strategy != test.want {
			t.Errorf("%s: %s, want %s (%v)", name, got.Strategy, test.want, got.Notes)
		} else if test.opts.Strategy == "" && len(got.Notes) == 0 {
			t.Errorf("%s: it is not told why %s was chosen", name, got.Strategy)
		}
	}
}

// TestSizes holds what a plan expects against what was asked for.
func TestSizes(t *testing.T) {
	large := PlanInput{Splits: evenSplits(2000, 1_000_000_000), RowBytes: 500}
	quick := Plan(large, sample.Options{})
	if quick.Points != 400 || quick.Rows != 20_000 || quick.Bytes != 10_000_000 || quick.TotalBytes != 2e12 ||
		quick.Time <= 0 {
		t.Errorf("quick: %d points, %d rows, %d bytes of %d in %v", quick.Points, quick.Rows, quick.Bytes,
			quick.TotalBytes, quick.Time)
	}
	if p := Plan(large, sample.Options{Rows: 5000}); p.Points != 100 || p.Places[0].Limit != 50 {
		t.Errorf("5,000 rows: %d points of %d rows", p.Points, p.Places[0].Limit)
	}
	if p := Plan(large, sample.Options{Rows: 1000}); p.Points != 50 || p.Places[0].Limit != 20 {
		t.Errorf("1,000 rows: %d points of %d rows", p.Points, p.Places[0].Limit)
	}
	if p := Plan(large, sample.Options{Bytes: 1_000_000}); p.Points != 40 {
		t.Errorf("a megabyte of 500-byte rows: %d points", p.Points)
	}
	huge := large
	huge.RowBytes = 10_000_000
	if p := Plan(huge, sample.Options{}); p.Bytes > byteAllowance {
		t.Errorf("rows of 10 MB: %d bytes expected", p.Bytes)
	}
	// 4 GB in 40 sections of 500-byte rows are 8 million rows; 26,000 are sent, of which 20,000 are kept.
	small := Plan(PlanInput{Splits: evenSplits(40, 100_000_000), RowBytes: 500}, sample.Options{})
	if math.Abs(small.Filter-0.00325) > 1e-9 || small.KeepRows != 20_000 || small.Scan != 4_000_000_000 ||
		small.Rows != 26_000 {
		t.Errorf("small: filter %v, keeping %d of %d, scanning %d", small.Filter, small.KeepRows, small.Rows,
			small.Scan)
	}
	accurate := Plan(large, sample.Options{Strategy: sample.Accurate})
	if len(accurate.Places) != 60 || accurate.Scan != 60e9 || accurate.Filter >= 0.001 {
		t.Errorf("accurate: %d sections, scanning %d, filter %v", len(accurate.Places), accurate.Scan, accurate.Filter)
	}
	slow := Plan(large, sample.Options{Strategy: sample.Everything, BytesPerSecond: 1e9})
	if slow.Time < 2000*time.Second {
		t.Errorf("2 TB at 1 GB/s expected in %v", slow.Time)
	}
}

// drawSplits are sections of any sizes, some empty, that may not be ordered by more than their keys.
func drawSplits(t *rapid.T) []sample.Split {
	keys := rapid.SliceOfNDistinct(rapid.SliceOfN(rapid.Byte(), 1, 4), 0, 300, func(b []byte) string {
		return string(b)
	}).Draw(t, "keys")
	slices.SortFunc(keys, bytes.Compare)
	var out []sample.Split
	var offset int64
	for _, key := range keys {
		offset += rapid.Int64Range(0, 1<<32).Draw(t, "bytes")
		out = append(out, sample.Split{Key: key, Offset: offset})
	}
	return append(out, sample.Split{Offset: offset + rapid.Int64Range(0, 1<<32).Draw(t, "last")})
}

// TestPlanProperties: whatever the sections are, key ranges are in order and do not overlap, inside what was asked
// for; points are all somewhere; a whole read covers all; and the same seed gives the same plan.
func TestPlanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := PlanInput{Splits: drawSplits(t), Emulator: rapid.Bool().Draw(t, "emulator"),
			RowBytes: rapid.Float64Range(0, 1e6).Draw(t, "row bytes")}
		o := sample.Options{
			Strategy: rapid.SampledFrom([]sample.Strategy{sample.Auto, sample.Quick, sample.Small, sample.Accurate,
				sample.Everything, sample.Head}).Draw(t, "strategy"),
			Rows: rapid.Int64Range(0, 1e6).Draw(t, "rows"), Seed: rapid.Uint64().Draw(t, "seed"),
			Prefix: rapid.SliceOfN(rapid.Byte(), 0, 2).Draw(t, "prefix"),
			Start:  rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t, "start"), End: rapid.SliceOfN(rapid.Byte(), 0, 3).Draw(t,
				"end"),
		}
		p := Plan(f, o)
		if d := cmp.Diff(p, Plan(f, o)); d != "" {
			t.Fatalf("two plans of one seed differ: %s", d)
		}
		all := wanted(o)
		hits, turns := 0, map[int]bool{}
		for i, keyRange := range p.Places {
			s := span{keyRange.Start, keyRange.End}
			if s.empty() || !bytes.Equal(s.within(all).start, s.start) || !bytes.Equal(s.within(all).end, s.end) {
				t.Fatalf("key range %d is %q to %q, asked for was %q to %q", i, s.start, s.end, all.start, all.end)
			}
			if i > 0 && (len(p.Places[i-1].End) == 0 || bytes.Compare(p.Places[i-1].End, s.start) > 0) {
				t.Fatalf("key range %d begins before the one before it ends", i)
			}
			if i > 0 && p.Points == 0 && !bytes.Equal(p.Places[i-1].End, s.start) {
				t.Fatalf("between key ranges %d and %d rows are left out", i-1, i)
			}
			hits += keyRange.Hits
			turns[keyRange.Order] = true
		}
		if p.Points == 0 && len(p.Places) > 0 &&
			!(bytes.Equal(p.Places[0].Start, all.start) && bytes.Equal(p.Places[len(p.Places)-1].End, all.end)) {
			t.Fatalf("the plan covers %q to %q of %q to %q", p.Places[0].Start, p.Places[len(p.Places)-1].End,
				all.start, all.end)
		}
		if p.Points == 0 && len(p.Places) == 0 && !all.empty() {
			t.Fatal("nothing is read of what was asked for")
		}
		if hits != p.Points || len(turns) != len(p.Places) || p.Filter <= 0 || p.Filter > 1 ||
			p.Strategy == sample.Auto {
			t.Fatalf("%d hits of %d points, %d turns of %d key ranges, filter %v, %s", hits, p.Points, len(turns),
				len(p.Places), p.Filter, p.Strategy)
		}
	})
}

// TestDrawIsByBytes: over many seeds a section is hit in proportion to its bytes.
func TestDrawIsByBytes(t *testing.T) {
	splits := []sample.Split{{Key: []byte("a"), Offset: 1000}, {Key: []byte("b"), Offset: 1000},
		{Key: []byte("c"), Offset: 1010}, {Offset: 4010}}
	want := map[string]float64{"": 1000, "b": 10, "c": 3000}
	hits := map[string]int{}
	const seeds, points = 20_000, 3
	for seed := range uint64(seeds) {
		p := planner{opts: sample.Options{Seed: seed}, list: sections(splits, span{}), bytes: 4010}
		for _, keyRange := range p.draw(points) {
			hits[string(keyRange.Start)] += keyRange.Hits
		}
	}
	for start, size := range want {
		expected := size / 4010 * seeds * points
		if off := math.Abs(float64(hits[start]) - expected); off > 5*math.Sqrt(expected) {
			t.Errorf("the section from %q was hit %d times, expected %.0f", start, hits[start], expected)
		}
	}
	if hits["a"] != 0 {
		t.Error("an empty section was hit")
	}
}

// TestWholeSectionsAreTakenOut: where sections are read whole, those of a step or more are read whatever the seed, with
// as many points as they have whole steps; a smaller one is hit in proportion to its bytes among the others.
func TestWholeSectionsAreTakenOut(t *testing.T) {
	splits := []sample.Split{{Key: []byte("a"), Offset: 100}, {Key: []byte("b"), Offset: 199},
		{Key: []byte("c"), Offset: 349}, {Offset: 1000}}
	const seeds, points = 20_000, 10 // steps of 100 bytes
	small := 0
	for seed := range uint64(seeds) {
		p := planner{opts: sample.Options{Seed: seed}, list: sections(splits, span{}), bytes: 1000}
		hits := map[string]int{}
		for _, drawn := range p.drawBeside(points, 100) {
			hits[string(drawn.Start)] = drawn.Hits
		}
		if hits[""] != 1 || hits["b"] != 1 || hits["c"] != 6 {
			t.Fatalf("seed %d: sections of 1, 1.5 and 6.51 steps were hit %v times", seed, hits)
		}
		small += hits["a"]
	}
	if small != 2*seeds { // it is alone with what is left of the points
		t.Errorf("the section of 0.99 steps was hit %d times, expected %d", small, 2*seeds)
	}
}

// TestDrawIsSpread: in each of equal steps through the bytes there is one point, and where it falls in one step tells
// nothing of the next.
func TestDrawIsSpread(t *testing.T) {
	const points, each = 100, 10 // sections of a hundredth of a step
	list := sections(evenSplits(points*100, each), span{})
	var at [points]int // where in its step each point fell
	apart := 0
	for seed := range uint64(50) {
		p := planner{opts: sample.Options{Seed: seed}, list: list, bytes: points * 100 * each}
		n, places := 0, p.draw(points)
		for i, s := range list {
			_, drawn := slices.BinarySearchFunc(places, s.start, func(p sample.ReadRange, key []byte) int {
				return bytes.Compare(p.Start, key)
			})
			if drawn {
				if i/100 != n {
					t.Fatalf("seed %d: point %d fell into step %d", seed, n, i/100)
				}
				at[n] = i % 100
				n++
			}
		}
		if n != points {
			t.Fatalf("seed %d: %d points", seed, n)
		}
		for j := 1; j < points; j++ {
			if at[j] != at[j-1] {
				apart++
			}
		}
	}
	if apart < 50*(points-1)*9/10 {
		t.Errorf("only %d points of %d fell elsewhere in their step than the one before", apart, 50*(points-1))
	}
}

// TestSectionsThatStandOut verifies that sections over four times as large as usual are read by themselves: not in one
// key range with others, and not by their first rows alone; and that a plan says what may be read in addition.
func TestSectionsThatStandOut(t *testing.T) {
	const each, large = 1_000_000, 60_000_000
	for _, sections := range []int{400, 2000} {
		splits := evenSplits(sections, each)
		for i := 37; i < sections; i++ {
			splits[i].Offset += large - each
		}
		for _, strategy := range []sample.Strategy{sample.Small, sample.Quick, sample.Accurate} {
			p := Plan(PlanInput{Splits: splits, RowBytes: 500}, sample.Options{Strategy: strategy})
			found := false
			for _, place := range p.Places {
				if bytes.Equal(place.Start, []byte("000037")) {
					found = place.Bytes == large && bytes.Equal(place.End, []byte("000038")) && place.Limit == 0 &&
						(strategy != sample.Quick || place.Filter > 0 && place.Filter < 1 && place.Stands == large)
				}
			}
			if note := fmt.Sprint(p.Notes); !found || !strings.Contains(note, "1 of the "+spelling.Integer(sections)+
				" sections are over four times as large as usual: those of which few rows have most of the bytes are read "+
				"whole, up to 60 MB more.") {
				t.Errorf("%d sections, %s: read by itself %t, with the notes %s", sections, strategy, found, note)
			}
		}
	}
}
