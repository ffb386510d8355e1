package heat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/sample"
)

// TestHottestAgainstAllRanges verifies the hottest range and its mean against counting every range of the grid.
func TestHottestAgainstAllRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		parts := 2 + rng.IntN(6)
		steps := parts * stepsPerPart
		sc := newScan(parts)
		sc.add(0.5)
		sc.reset() // what was there before is gone
		at := make([]int, 1+rng.IntN(30))
		for i := range at {
			place := rng.Float64()
			if round%3 == 0 {
				place = []float64{0, 1 - 1e-9, 1}[rng.IntN(3)] // the edges
			}
			sc.add(place)
			at[i] = min(int(place*float64(steps)), steps-1)
		}
		best, middle := 0, 0.0
		for end := range steps {
			n, sum := 0, 0.0
			for _, a := range at {
				if a <= end && a > end-stepsPerPart {
					n, sum = n+1, sum+float64(a)+0.5
				}
			}
			if n > best {
				best, middle = n, sum/float64(n)/float64(steps)
			}
		}
		share, got := sc.hottest()
		if want := float64(best) / float64(len(at)); math.Abs(share-want) > 1e-12 || math.Abs(got-middle) > 1e-12 {
			t.Fatalf("%v of %d steps: %g around %g, want %g around %g", at, steps, share, got, want, middle)
		}
	}
}

// TestTrendAndStay verifies how steadily a series moves, and how often it stays.
func TestTrendAndStay(t *testing.T) {
	for _, tt := range []struct {
		series      []float64
		trend, stay float64 // staying within half of 0.1
	}{
		{[]float64{1, 2, 3, 4}, 1, 0}, {[]float64{4, 3, 2, 1}, -1, 0}, {[]float64{1, 1, 1}, 0, 1},
		{[]float64{1, 2, 1}, 0, 0}, {[]float64{1, 2, 2, 3}, 5. / 6, 1. / 3},
		{[]float64{1}, 0, 0}, {nil, 0, 0}, {[]float64{1, 1.049}, 1, 1}, {[]float64{1, 1.051}, 1, 0},
		{[]float64{1.049, 1}, -1, 1},
	} {
		if trend, stays := kendall(tt.series), stay(tt.series, 0.1); math.Abs(trend-tt.trend) > 1e-12 ||
			math.Abs(stays-tt.stay) > 1e-12 {
			t.Errorf("%v: trend %g, stays %g; want %g, %g", tt.series, trend, stays, tt.trend, tt.stay)
		}
	}
}

// TestWritersAgainstAllPairs verifies the number of ranges written in parallel against counting all pairs of writes of
// one window that come from different clusters.
func TestWritersAgainstAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		m := &Map{Buckets: 1 + rng.IntN(12)}
		pairs, meets := 0, 0
		var windows []judged
		for range 1 + rng.IntN(3) {
			var w judged
			n := 1 + rng.IntN(20)
			for range n {
				w.buckets, w.clusters = append(w.buckets, rng.Uint32N(uint32(m.Buckets))),
					append(w.clusters, rng.Uint32N(6))
			}
			for i := range n {
				for j := range n {
					if w.clusters[i] != w.clusters[j] {
						if pairs++; w.buckets[i] == w.buckets[j] {
							meets++
						}
					}
				}
			}
			windows = append(windows, w)
		}
		want := float64(m.Buckets)
		if pairs == 0 {
			want = 0
		} else if meets > 0 {
			want = min(float64(pairs)/float64(meets), want)
		}
		if got := writers(m, windows); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d pairs, %d of one bucket of %d: %g, want %g", pairs, meets, m.Buckets, got, want)
		}
	}
	// Of windows that were counted, each write is by itself: 3 of 10 in one bucket, 7 in another.
	if got, want := writers(&Map{Buckets: 100}, []judged{{writes: 10, loads: []float64{3, 0, 7}}}),
		90.0/(6+42); math.Abs(got-want) > 1e-12 {
		t.Errorf("counted: %g, want %g", got, want)
	}
}

// TestJudgedWindows verifies which windows have enough writes, that of very many a fixed number at equal distances is
// examined, and where in the key space they lie.
func TestJudgedWindows(t *testing.T) {
	m := &Map{Windows: 4, Rows: []int{0, 5000}}
	var writes []write
	for w, n := range []int{MinWrites - 1, MinWrites, maxJudged, 3 * maxJudged} {
		for i := range n {
			writes = append(writes, write{window: int32(w), position: uint32(i), bucket: uint32(i % 7),
				cluster: uint32(i)})
		}
	}
	writes = append(writes, write{window: -1}, write{window: 4})
	got := byWindow(m, writes)
	if len(got) != 3 {
		t.Fatalf("%d windows", len(got))
	}
	for k, n := range []int{MinWrites, maxJudged, 3 * maxJudged} {
		w := got[k]
		if w.index != k+1 || w.writes != n || len(w.positions) != min(n, maxJudged) ||
			len(w.buckets) != len(w.positions) || len(w.clusters) != len(w.positions) {
			t.Fatalf("window %d: %d writes, %d examined", w.index, w.writes, len(w.positions))
		}
		for i, p := range w.positions {
			if want := (float64(w.clusters[i]) + 0.5) / 5000; math.Abs(p-want) > 1e-12 ||
				i > 0 && w.clusters[i]-w.clusters[i-1] != uint32(max(1, n/maxJudged)) {
				t.Fatalf("window %d: write %d is at %g, want %g", w.index, w.clusters[i], p, want)
			}
		}
	}
}

// TestUniformShare verifies that the share of the hottest range under uniform writes falls with their number towards
// that of a part, is that of the simulation at the numbers simulated, and is between its neighbors elsewhere.
func TestUniformShare(t *testing.T) {
	n := newNull(20)
	for i, count := range n.counts {
		if got := n.at(count); math.Abs(got-n.shares[i]) > 1e-12 || count != MinWrites<<i {
			t.Errorf("%d writes: %g, simulated %g", count, got, n.shares[i])
		}
	}
	last := 1.0
	for count := MinWrites; count < 1500; count += 7 {
		got := n.at(count)
		if got > last || got < 1.0/20 {
			t.Errorf("%d writes: %g, of fewer %g", count, got, last)
		}
		last = got
	}
	if n.at(1) != n.shares[0] || n.at(1<<30) != n.shares[len(n.shares)-1] || len(n.counts) != 7 {
		t.Errorf("of numbers that were not simulated: %g, %g", n.at(1), n.at(1<<30))
	}
}

// TestFolding verifies into which part between seams a position falls and where in it, and which parts are similar.
func TestFolding(t *testing.T) {
	part := between([]float64{0.2, 0.5})
	for position, want := range map[float64][2]float64{0: {0, 0}, 0.1: {0, 0.5}, 0.35: {1, 0.5}, 0.75: {2, 0.5},
		1: {2, 1}} {
		if i, place := part(position); i != int(want[0]) || math.Abs(place-want[1]) > 1e-9 {
			t.Errorf("%g is at %g of part %d, want %g of part %g", position, place, i, want[1], want[0])
		}
	}
	for _, tt := range []struct {
		seams []float64
		want  bool
	}{{nil, true}, {[]float64{0.5}, true}, {[]float64{0.26}, true}, {[]float64{0.24}, false}, {[]float64{0.76}, false},
		{[]float64{0.3, 0.6}, true}, {[]float64{0.16, 0.6}, false}, {[]float64{0.16, 0.32}, false}} {
		if similarParts(tt.seams) != tt.want {
			t.Errorf("parts between %v are similar: %t", tt.seams, !tt.want)
		}
	}
}

// TestCalendarAgainstAllSteps verifies that windows cover the time asked for, begin at whole steps, are no more than
// allowed and no shorter than asked for, and that no shorter step of the calendar would do.
func TestCalendarAgainstAllSteps(t *testing.T) {
	steps := calendarSteps()
	if !slices.IsSorted(steps) || steps[0] != 1 || steps[len(steps)-1] != day {
		t.Errorf("steps of the calendar: %v", steps)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		low := rng.Int64N(2e15)
		until := float64(low) + math.Pow(10, 1+13*rng.Float64())
		most := 1 + rng.IntN(100)
		step := (until - float64(low)) / float64(most)
		from, length, windows := calendarWindows(low, until, step, most)
		covers := func(length float64) int {
			begin := math.Floor(float64(low)/length) * length
			return max(int(math.Ceil((until-begin)/length)), 1)
		}
		if length < step || windows > most || from > low || float64(from)+length*float64(windows) < until ||
			math.Mod(float64(from), length) != 0 || windows != covers(length) {
			t.Fatalf("from %d to %g in steps of %g or more: %d windows of %g from %d", low, until, step, windows,
				length, from)
		}
		if length > day && math.Mod(length, day) != 0 {
			t.Fatalf("windows of %g days", length/day)
		}
		for _, s := range steps {
			if s >= step && s < length && covers(s) <= most {
				t.Fatalf("windows of %g would do, and are of %g", s, length)
			}
		}
	}
}

// TestMapAgainstCells verifies every field of a map, what lies outside of its axis, and its sums against adding up the
// cells, for each metric, with rows of very many versions, an order of another layout, and a part of the rows.
func TestMapAgainstCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	b := sample.NewBuilder(0)
	base := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	const rows = 60
	for i := range rows {
		b.Row(fmt.Appendf(nil, "k%03d", i))
		n := 1 + rng.IntN(5)
		if i%10 == 0 {
			n = 90
		}
		for _, q := range []string{"a", "b"} {
			at := 3600
			for range n {
				at -= rng.IntN(80) // some versions of both columns have one instant
				b.Cell("f", []byte(q), base.Add(time.Duration(at)*time.Second).UnixMicro(), make([]byte, 1+i%4))
			}
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
	order := make([]uint32, rows)
	for row := range order {
		order[row] = uint32((row*7 + 3) % rows)
	}
	eligible := func(cell int) bool { return cell%3 == 0 }
	for _, metric := range []Metric{Writes, Bytes, Cells, Garbage} {
		for name, opts := range map[string]Options{
			"all":     {From: base.Add(10 * time.Minute), Until: base.Add(50 * time.Minute)},
			"ordered": {From: base.Add(10 * time.Minute), Until: base.Add(50 * time.Minute), Order: order},
			"part":    {From: base.Add(10 * time.Minute), Until: base.Add(50 * time.Minute), First: 10, End: 40},
		} {
			opts.Metric, opts.Windows, opts.Buckets, opts.Eligible = metric, 8, 7, eligible
			m, err := NewMap(context.Background(), s, opts)
			if err != nil {
				t.Fatal(err)
			}
			first, end := 0, rows
			if opts.End > 0 {
				first, end = opts.First, opts.End
			}
			want := make([]float64, 7*8)
			before, after := 0.0, 0.0
			for row := range rows {
				place := row
				if opts.Order != nil {
					place = int(order[row])
				}
				if place < first || place >= end {
					continue
				}
				seen := map[int64]bool{}
				from, to := s.Cells(row)
				for j := from; j < to; j++ {
					c := s.Cell(j)
					amount := map[Metric]float64{Bytes: float64(s.CellBytes(j)), Cells: 1, Writes: 1,
						Garbage: float64(s.CellBytes(j))}[metric]
					if metric == Writes && seen[c.Micros] || metric == Garbage && !eligible(j) {
						continue
					}
					seen[c.Micros] = true
					window := math.Floor(float64(c.Micros-base.Add(10*time.Minute).UnixMicro()) /
						float64(m.Step.Microseconds()))
					switch {
					case window < 0:
						before += amount
					case window >= 8:
						after += amount
					default:
						want[(place-first)*7/(end-first)*8+int(window)] += amount
					}
				}
			}
			if m.Before != before || m.After != after || !slices.Equal(m.Grid, want) || before == 0 || after == 0 {
				t.Errorf("%s, %s: before %g, after %g, grid %v\nwant %g, %g, %v", metric, name, m.Before, m.After,
					m.Grid, before, after, want)
			}
			buckets, windows := m.Sums()
			for bucket, got := range buckets {
				if got != sum(want[bucket*8:bucket*8+8]) || m.At(bucket, 3) != want[bucket*8+3] {
					t.Errorf("%s, %s: bucket %d sums up to %g", metric, name, bucket, got)
				}
			}
			if sum(windows) != sum(want) || !m.Window(3).Equal(base.Add(10*time.Minute+3*m.Step)) {
				t.Errorf("%s, %s: windows sum up to %g, the fourth begins at %v", metric, name, sum(windows),
					m.Window(3))
			}
			fine, most := m.Downsample(7, 8)
			coarse, top := m.Downsample(2, 3)
			if most != slices.Max(want) || top != slices.Max(coarse) {
				t.Errorf("%s, %s: the largest is %g, of means %g", metric, name, most, top)
			}
			if !slices.Equal(fine, want) || len(coarse) != 6 {
				t.Errorf("%s, %s: at full size %v", metric, name, fine)
			}
			for i, got := range coarse { // means of the fields that fall into each
				total, n := 0.0, 0.0
				for bucket := range 7 {
					for window := range 8 {
						if bucket*2/7 == i/3 && window*3/8 == i%3 {
							total, n = total+want[bucket*8+window], n+1
						}
					}
				}
				if math.Abs(got-total/n) > 1e-9 {
					t.Errorf("%s, %s: field %d of the small map is %g, want %g", metric, name, i, got, total/n)
				}
			}
		}
	}
}

// TestSummaryNamesThePattern verifies that each pattern is named with its figures, and that stamps are as fine as the
// windows.
func TestSummaryNamesThePattern(t *testing.T) {
	m := &Map{From: time.Date(2026, 3, 1, 12, 30, 15, 0, time.UTC), Step: time.Minute}
	for pattern, words := range map[Pattern]string{MovingHotspot: "Moving hotspot",
		ParallelHotspots: "goes to|Parallel hotspots: writes go to 8 ", FixedRange: "Fixed hot range",
		Roving: "Changing hotspot", Even: "Even: "} {
		m.Score = Score{Parts: 20, Hot: 0.456, UniformShare: 0.07, Peak: 0.9, Hottest: 2, Hotspots: 8,
			Pattern: pattern}
		got := m.Summary()
		words = words[strings.LastIndex(words, "|")+1:]
		if !strings.HasPrefix(got, words) ||
			!strings.Contains(got, "the hottest 5% of the keys take 46% of a window's writes (7% if uniform)") ||
			strings.Contains(got, "90% in the window from 2026-03-01 12:32") != (pattern != Even) ||
			strings.Contains(got, "8 nodes") != (pattern == ParallelHotspots) {
			t.Errorf("%s: %s", pattern, got)
		}
		if pattern.IsHot() != (pattern == MovingHotspot || pattern == FixedRange || pattern == Roving) {
			t.Errorf("%s is hot: %t", pattern, pattern.IsHot())
		}
	}
	if m.Score.Hottest = -1; strings.Contains(m.Summary(), "in the window from") {
		t.Errorf("a hottest window where there is none: %s", m.Summary())
	}
	if m.Score = (Score{Pattern: Unknown, Windows: 3}); !strings.Contains(m.Summary(),
		"3 windows have at least 30 writes, and 4 windows are needed") {
		t.Error(m.Summary())
	}
	if m.Artificial = "all alike"; !strings.Contains(m.Summary(), "all alike") {
		t.Error(m.Summary())
	}
	for step, want := range map[time.Duration]string{24 * time.Hour: "2026-03-02", 24*time.Hour - 1: "2026-03-02 12:30",
		time.Minute: "2026-03-01 12:31", time.Second: "2026-03-01 12:30:16"} {
		if m.Step = step; m.Label(1) != want {
			t.Errorf("windows of %v: %s, want %s", step, m.Label(1), want)
		}
	}
}
