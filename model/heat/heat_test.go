package heat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

const (
	testWindows = 96
	perWindow   = 60
)

var start = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)

// event is a write at a place of the key space, 0 to 1, in a window.
type event struct {
	place  float64
	window int
}

// patterns generate perWindow writes in each of testWindows windows.
var patterns = []struct {
	name  string
	want  Pattern
	draw  func(rng *rand.Rand) []event
	front int
}{
	{"even", Even, func(rng *rand.Rand) []event {
		return draw(func(int) float64 { return rng.Float64() })
	}, 0},
	{"time first", MovingHotspot, func(rng *rand.Rand) []event {
		return draw(func(w int) float64 { return (float64(w) + rng.Float64()) / testWindows })
	}, 1},
	{"reversed time first", MovingHotspot, func(rng *rand.Rand) []event {
		return draw(func(w int) float64 { return 1 - (float64(w)+rng.Float64())/testWindows })
	}, 1},
	{"one range always", FixedRange, func(rng *rand.Rand) []event {
		at := rng.Float64() * 0.97
		return draw(func(int) float64 {
			if rng.Float64() < 0.6 {
				return at + 0.03*rng.Float64()
			}
			return rng.Float64()
		})
	}, 0},
	{"another range each time", Roving, func(rng *rand.Rand) []event {
		at, last := 0.0, -1
		return draw(func(w int) float64 {
			if w != last {
				at, last = rng.Float64()*0.97, w
			}
			return at + 0.03*rng.Float64()
		})
	}, 0},
	{"salt of 4 before time", ParallelHotspots, func(rng *rand.Rand) []event {
		return draw(func(w int) float64 {
			return (float64(rng.IntN(4)) + (float64(w)+rng.Float64())/testWindows) / 4
		})
	}, 4},
	{"salt of 8 before time", ParallelHotspots, func(rng *rand.Rand) []event {
		return draw(func(w int) float64 {
			return (float64(rng.IntN(8)) + (float64(w)+rng.Float64())/testWindows) / 8
		})
	}, 8},
}

func draw(place func(window int) float64) []event {
	var events []event
	for w := range testWindows {
		for range perWindow {
			events = append(events, event{place(w), w})
		}
	}
	return events
}

// table makes a sample of the events: a thousand rows that are there from the start, spread evenly, each event a
// version of the row at its place. Rows that events make, instead, would stretch the key space where they are many.
func table(rng *rand.Rand, events []event) *sample.Sample {
	const rows = 2000
	cells := make([][]int64, rows)
	for _, e := range events {
		at := start.Add(time.Duration((float64(e.window) + rng.Float64()) * float64(time.Hour)))
		r := int(e.place * rows)
		cells[r] = append(cells[r], at.UnixMicro())
	}
	b := sample.NewBuilder(0)
	for r, times := range cells {
		b.Row(fmt.Appendf(nil, "row%06d", r))
		slices.Sort(times)
		slices.Reverse(times)
		for _, t := range times {
			b.Cell("f", []byte("q"), t, []byte("v"))
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

func TestPatternsAreNamed(t *testing.T) {
	seeds := 30
	if !slowtest.On() {
		seeds = 10
	}
	for _, p := range patterns {
		t.Run(p.name, func(t *testing.T) {
			right, frontsRight := 0, 0
			got := map[Pattern]int{}
			for seed := range seeds {
				rng := rand.New(rand.NewPCG(uint64(seed), 7))
				m, err := NewMap(context.Background(), table(rng, p.draw(rng)), Options{Now: start.AddDate(1, 0, 0)})
				if err != nil {
					t.Fatal(err)
				}
				got[m.Score.Pattern]++
				if m.Score.Pattern == p.want {
					right++
				}
				if m.Score.Hotspots == p.front {
					frontsRight++
				}
			}
			want := 0.95
			if p.want == Even {
				want = 0.99
			}
			if float64(right) < want*float64(seeds) {
				t.Errorf("%d of %d named %q: %v", right, seeds, p.want, got)
			}
			if float64(frontsRight) < 0.9*float64(seeds) {
				t.Errorf("%d of %d found %d fronts", frontsRight, seeds, p.front)
			}
		})
	}
}

// Shuffling the timestamps leaves the places as hot as they were, but nothing moves any more.
func TestShuffledTimesHaveNoMovingHotspot(t *testing.T) {
	for seed := range 20 {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		events := patterns[1].draw(rng)
		rng.Shuffle(len(events), func(i, j int) {
			events[i].window, events[j].window = events[j].window,
				events[i].window
		})
		m, err := NewMap(context.Background(), table(rng, events), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m.Score.Pattern == MovingHotspot || m.Score.Pattern == ParallelHotspots {
			t.Errorf("seed %d: shuffled writes are called a %s", seed, m.Score.Pattern)
		}
	}
}

// The true number of parallel writers is known when writes fall evenly on k rows.
func TestWritersAreCounted(t *testing.T) {
	for _, k := range []int{1, 10, 200} {
		rng := rand.New(rand.NewPCG(uint64(k), 5))
		events := draw(func(int) float64 { return (float64(rng.IntN(k)) + 0.5) / float64(k) })
		m, err := NewMap(context.Background(), table(rng, events), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(m.Score.Writers-float64(k)) > 0.1*float64(k) {
			t.Errorf("%d places are written in parallel, estimated as %.1f", k, m.Score.Writers)
		}
	}
}

func TestSumsEqualTheSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := table(rng, patterns[0].draw(rng))
	for _, metric := range []Metric{Writes, Cells, Bytes} {
		m, err := NewMap(context.Background(), s, Options{Metric: metric})
		if err != nil {
			t.Fatal(err)
		}
		rows, windows := m.Sums()
		want := float64(s.NumCells())
		if metric == Bytes {
			want = float64(s.Bytes())
			for i := range s.Rows() {
				want -= float64(len(s.Key(i)))
			}
		}
		if got := sum(rows); got+m.Before+m.After != want || sum(windows) != got {
			t.Errorf("%s: rows sum to %v and windows to %v, beside %v and %v; want %v", metric, got, sum(windows),
				m.Before, m.After, want)
		}
	}
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

func TestOddTimes(t *testing.T) {
	now := start
	for _, tt := range []struct {
		name       string
		times      []int64
		artificial bool
	}{
		{"none", nil, false},
		{"one", []int64{start.UnixMicro()}, false},
		{"all alike", []int64{start.UnixMicro(), start.UnixMicro(), start.UnixMicro()}, true},
		{"zero", []int64{0, 0, 0, start.UnixMicro()}, true},
		{"sequence numbers", []int64{1, 2, 3, 4, 5}, true},
		{"far future", []int64{start.AddDate(9, 0, 0).UnixMicro(), start.AddDate(10, 0, 0).UnixMicro()}, true},
		{"from 1970 to 2262", []int64{0, start.UnixMicro(), math.MaxInt64 / 1000}, false},
		{"the whole range", []int64{math.MinInt64, 0, start.UnixMicro(), math.MaxInt64}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := sample.NewBuilder(0)
			for i, micros := range tt.times {
				b.Row(fmt.Appendf(nil, "k%d", i))
				b.Cell("f", []byte("q"), micros, nil)
			}
			s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
			m, err := NewMap(context.Background(), s, Options{Now: now})
			if err != nil {
				t.Fatal(err)
			}
			if (m.Artificial != "") != tt.artificial {
				t.Errorf("artificial: %q", m.Artificial)
			}
			for w := 1; w < m.Windows; w++ {
				if !m.Window(w).After(m.Window(w - 1)) {
					t.Fatalf("window %d begins at %v, the one before it at %v", w, m.Window(w), m.Window(w-1))
				}
			}
			rows, _ := m.Sums()
			if got := sum(rows) + m.Before + m.After; got != float64(len(tt.times)) {
				t.Errorf("%v writes on the map, want %d", got, len(tt.times))
			}
			if m.Score.Pattern != Unknown {
				t.Errorf("%d writes are called %q", len(tt.times), m.Score.Pattern)
			}
		})
	}
}

// A grid that would take gigabytes is refused, whichever of its sides is long; buckets count only as far as there are
// rows.
func TestGridIsBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := table(rng, patterns[0].draw(rng))
	if _, err := NewMap(context.Background(), s, Options{Windows: maxFields / 10, Buckets: 11}); err == nil {
		t.Error("more than maxFields fields are no error")
	}
	if _, err := NewMap(context.Background(), s, Options{Windows: 100, Buckets: math.MaxInt}); err != nil {
		t.Error(err)
	}
}

func BenchmarkMillionRows(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	builder := sample.NewBuilder(0)
	key := make([]byte, 0, 32)
	for i := range 1_000_000 {
		key = fmt.Appendf(key[:0], "row%09d", i)
		builder.Row(key)
		builder.Cell("f", []byte("q"), start.UnixMicro()+rng.Int64N(1e12), []byte("v"))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{builder})
	b.ResetTimer()
	for range b.N {
		if _, err := NewMap(context.Background(), s, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
