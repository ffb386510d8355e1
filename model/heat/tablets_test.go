package heat

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

// A moving hotspot stays with one tablet however often that splits, a salt shares it out, and even writes are shared by
// as many tablets as the rule allows.
func TestReplayOfPatterns(t *testing.T) {
	seeds := uint64(5)
	if !slowtest.On() {
		seeds = 2
	}
	for _, p := range patterns {
		for seed := range seeds {
			m, err := NewMap(context.Background(), table(rand.New(rand.NewPCG(seed, 9)),
				p.draw(rand.New(rand.NewPCG(seed, 7)))), Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := m.Replay
			low, high, busy := 0.0, 0.0, 0.0 // tablets written at once, and the least share of the busiest
			switch p.want {
			case Even:
				low, high = 15, 40
			case MovingHotspot:
				low, high, busy = 1, 1.6, 0.75
			case ParallelHotspots:
				low, high, busy = float64(p.front)*0.7, float64(p.front)*1.4, 0.75/float64(p.front)
			case FixedRange, Roving:
				continue // how fast a range is split depends on its width and on how long it stays
			}
			if r.Written < low || r.Written > high || r.Busiest < busy || r.Busiest > r.Worst || r.Worst > 1 {
				t.Errorf("%s, seed %d: %+v, want %v to %v tablets at once", p.name, seed, r, low, high)
			}
		}
	}
}

// Nothing can split a bucket: all writes to one row stay with one tablet.
func TestReplayOfOneRow(t *testing.T) {
	m, err := NewMap(context.Background(), table(rand.New(rand.NewPCG(1, 9)), draw(func(int) float64 { return 0.5 })),
		Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Replay; r.Written != 1 || r.Busiest != 1 || r.Splits != 0 ||
		!strings.Contains(r.Summary(), "1 tablet takes writes at once, the busiest 100% of a window's") {
		t.Errorf("%+v: %s", r, r.Summary())
	}
}

// The share that a tablet may have is a choice: a larger one leaves fewer tablets.
func TestReplayShare(t *testing.T) {
	of := func(share float64) Replay {
		rng := rand.New(rand.NewPCG(2, 9))
		m, err := NewMap(context.Background(), table(rng, patterns[0].draw(rng)), Options{TabletShare: share})
		if err != nil {
			t.Fatal(err)
		}
		return m.Replay
	}
	few, many := of(0.5), of(0.05)
	if few.Share != 0.5 || few.Tablets >= many.Tablets || few.Busiest <= many.Busiest {
		t.Errorf("at a half %+v, at a twentieth %+v", few, many)
	}
}

func TestReplayOfTooLittle(t *testing.T) {
	m, err := NewMap(context.Background(), table(rand.New(rand.NewPCG(1, 1)), nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m.Replay.Conclusive() || !strings.Contains(m.Replay.Summary(), "too few") {
		t.Errorf("%+v", m.Replay)
	}
}

// What tablets hold is what was written, whatever was split and joined.
func TestReplayKeepsWrites(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const buckets = 64
	s := &server{share: 0.1, limit: 200, tablets: []tablet{{}}, held: make([]float64, buckets),
		load: make([]float64, buckets)}
	total := 0.0
	for range 300 {
		w := &judged{writes: 50}
		hot := rng.IntN(buckets)
		for range 50 {
			b := hot
			if rng.IntN(3) == 0 {
				b = rng.IntN(buckets)
			}
			w.buckets = append(w.buckets, uint32(b))
		}
		total += 50
		shares := s.serve(w)
		s.split(shares)
		s.join()
		sum := 0.0
		for i, tab := range s.tablets {
			sum += tab.held
			if tab.first >= s.end(i) {
				t.Fatalf("an empty tablet at %d of %+v", i, s.tablets)
			}
		}
		if sum < total-1e-6 || sum > total+1e-6 {
			t.Fatalf("tablets hold %v of %v writes", sum, total)
		}
	}
	if s.splits == 0 || len(s.tablets) == s.splits+1 {
		t.Errorf("%d splits, %d tablets: nothing was split or nothing joined", s.splits, len(s.tablets))
	}
}

// Of a sample it is said at how many places the rows were read.
func TestReplayOfASample(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	whole := table(rng, patterns[0].draw(rng))
	var parts []*sample.Builder
	for i := 0; i < whole.Rows(); i += 100 {
		parts = append(parts, whole.Slice(i, i+60))
	}
	m, err := NewMap(context.Background(), sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Quick},
		parts), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Replay; r.Places != 20 || !strings.Contains(r.Summary(), "read at 20 places") {
		t.Errorf("%+v: %s", r, r.Summary())
	}
}

// TestNeighborsThatRestAreJoined verifies that tablets become one when both have rested long enough and the result is
// not too large.
func TestNeighborsThatRestAreJoined(t *testing.T) {
	for _, tt := range []struct {
		name   string
		rested int
		held   float64
		want   int
	}{
		{"rested", coldWindows, 5, 1},
		{"one busy a window ago", coldWindows - 1, 5, 2},
		{"as large as may be", coldWindows, 6, 1},
		{"too large", coldWindows, 6.5, 2},
	} {
		s := server{limit: 10, tablets: []tablet{{held: 4, rested: coldWindows},
			{first: 1, held: tt.held, rested: tt.rested}}}
		if s.join(); len(s.tablets) != tt.want {
			t.Errorf("%s: %d tablets, want %d", tt.name, len(s.tablets), tt.want)
		}
	}
}

// TestHottestStretch verifies the share of the places in the fullest stretch and their mean.
func TestHottestStretch(t *testing.T) {
	s := newScan(4)
	steps := float64(len(s.counts))
	for i := range stepsPerPart { // one place in each step of a part that begins off the borders
		s.add((float64(5+i) + 0.5) / steps)
	}
	for range 4 {
		s.add(0.99)
	}
	share, middle := s.hottest()
	if want := float64(5+stepsPerPart/2) / steps; share != 0.75 || math.Abs(middle-want) > 1e-9 {
		t.Errorf("share %v at %v, want 0.75 at %v", share, middle, want)
	}
}

// TestTabletHoldsAllWrites verifies that a tablet holds every write of a window, of which only some were looked at.
func TestTabletHoldsAllWrites(t *testing.T) {
	s := server{limit: 1000, tablets: []tablet{{}, {first: 1}}, held: make([]float64, 2), load: make([]float64, 2)}
	shares := s.serve(&judged{writes: 80, buckets: []uint32{0, 0, 0, 1}})
	if a, b := s.tablets[0].held, s.tablets[1].held; a != 60 || b != 20 || s.held[0] != 60 || s.held[1] != 20 ||
		shares[0] != 0.75 || shares[1] != 0.25 {
		t.Errorf("tablets hold %v and %v, buckets %v, shares %v: want 60 and 20 of 80 writes", a, b, s.held, shares)
	}
}

// TestTabletIsSplitInTheMiddle verifies that a tablet is split where half of its weight is on either side, and not
// where one bucket has half of it.
func TestTabletIsSplitInTheMiddle(t *testing.T) {
	for _, tt := range []struct {
		weight []float64
		want   int
	}{
		{[]float64{1, 1, 1, 1}, 2},
		{[]float64{3, 1, 2, 2}, 2},
		{[]float64{1, 1, 1, 2, 2}, 4},
		{[]float64{1, 4, 1, 2}, 0},
		{[]float64{0, 9, 0}, 0},
	} {
		if got := median(tt.weight, 0, len(tt.weight)); got != tt.want {
			t.Errorf("%v is split before bucket %d, want %d", tt.weight, got, tt.want)
		}
	}
}

// TestSpreadOfEvenWrites verifies that even writes are called even only if the busiest tablet takes at most twice its
// share of them.
func TestSpreadOfEvenWrites(t *testing.T) {
	for _, tt := range []struct {
		written, busiest float64
		want             string
	}{
		{10, 0.2, "even on 10 tablets"},
		{10, 0.21, "on 10 tablets"},
		{1.4, 1, "on one tablet"},
		{1.5, 0.9, "even on 2 tablets"},
	} {
		m := &Map{Score: Score{Pattern: Even}, Replay: Replay{Windows: minWindows, Written: tt.written,
			Busiest: tt.busiest}}
		if got := m.Spread(); got != tt.want {
			t.Errorf("%v tablets, of which the busiest takes %v: %q, want %q", tt.written, tt.busiest, got, tt.want)
		}
	}
}
