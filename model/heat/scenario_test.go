package heat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

// keyed is a write of a row at a time.
type keyed struct {
	key string
	at  time.Time
}

// tableOfKeys builds the complete sample of writes to keys. Writes of one key become versions of one row.
func tableOfKeys(writes []keyed) *sample.Sample {
	slices.SortStableFunc(writes,
		func(a, b keyed) int { return cmp.Or(strings.Compare(a.key, b.key), b.at.Compare(a.at)) })
	b := sample.NewBuilder(0)
	for i, w := range writes {
		if i == 0 || w.key != writes[i-1].key {
			b.Row([]byte(w.key))
		}
		b.Cell("f", []byte("q"), w.at.UnixMicro(), []byte("v"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

// scenario is a way in which a program writes: it builds keys as programs do, where patterns of heat_test.go place
// writes directly. It is never used to choose a threshold.
type scenario struct {
	name   string
	want   []Pattern // the first is the best name, the others are true too
	fronts func(n int) bool
	make   func(rng *rand.Rand) []keyed
}

// clock spreads n writes over a random span of days, in order.
func clock(rng *rand.Rand, n int) []time.Time {
	span := time.Duration((2 + 60*rng.Float64()) * 24 * float64(time.Hour))
	at := make([]time.Time, n)
	for i := range at {
		at[i] = start.Add(time.Duration(rng.Float64() * float64(span)))
	}
	slices.SortFunc(at, time.Time.Compare)
	return at
}

func sizeOf(rng *rand.Rand) int { return 6000 + rng.IntN(24000) }

// saltWeights are shares of n buckets: equal, or as unequal as a poor hash makes them.
func saltWeights(rng *rand.Rand, n int, equal bool) []float64 {
	w := make([]float64, n)
	for i := range w {
		if w[i] = 1; !equal {
			w[i] = 0.6 + 0.8*rng.Float64()
		}
	}
	return w
}

func pick(rng *rand.Rand, weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	x := rng.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

func saltedScenario(n int, equal, newestFirst bool) scenario {
	name := fmt.Sprintf("salt %d", n)
	if !equal {
		name += " unequal"
	}
	if newestFirst {
		name += " newest first"
	}
	return scenario{name, []Pattern{ParallelHotspots}, func(got int) bool { return got == n },
		func(rng *rand.Rand) []keyed {
			weights := saltWeights(rng, n, equal)
			var all []keyed
			for i, at := range clock(rng, max(sizeOf(rng), 96*32*5)) {
				ms := at.UnixMilli()
				if newestFirst {
					ms = 1<<53 - ms
				}
				all = append(all, keyed{fmt.Sprintf("%02d#%016d#%05d", pick(rng, weights), ms, i), at})
			}
			return all
		}}
}

func scenarios() []scenario {
	one := func(n int) bool { return n <= 1 }
	all := []scenario{
		{"time first", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for i, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{at.Format(time.RFC3339Nano) + fmt.Sprint("#", i%7), at})
			}
			return all
		}},
		{"reversed time first", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for _, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{fmt.Sprintf("%019d", math.MaxInt64-at.UnixMilli()), at})
			}
			return all
		}},
		{"padded sequence", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			first := rng.IntN(1e6)
			var all []keyed
			for i, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{fmt.Sprintf("order%012d", first+i), at})
			}
			return all
		}},
		{"sequence across a digit boundary", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			n := sizeOf(rng)
			boundary := int(math.Pow10(5 + rng.IntN(2)))
			first := boundary - int(float64(n)*(0.05+0.9*rng.Float64()))
			var all []keyed
			for i, at := range clock(rng, n) {
				all = append(all, keyed{fmt.Sprint("user", first+i), at})
			}
			return all
		}},
		{"sequence across two digit boundaries", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for i, at := range clock(rng, 12000+rng.IntN(12000)) {
				all = append(all, keyed{fmt.Sprint(900 + i), at})
			}
			return all
		}},
		{"hotspot that jumps 1 to 4 times", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			runs := rng.Perm(2 + rng.IntN(4))
			weights := saltWeights(rng, len(runs), false)
			sum := 0.0
			for _, w := range weights {
				sum += w
			}
			at := clock(rng, sizeOf(rng))
			var all []keyed
			done := 0.0
			for r, region := range runs {
				from := int(done / sum * float64(len(at)))
				done += weights[r]
				for i := from; i < min(int(done/sum*float64(len(at))), len(at)); i++ {
					all = append(all, keyed{fmt.Sprintf("region%d#%08d", region, i), at[i]})
				}
			}
			return all
		}},
		{"roving over customers", []Pattern{Roving}, one, func(rng *rand.Rand) []keyed {
			at := clock(rng, sizeOf(rng))
			span := at[len(at)-1].Sub(at[0])
			customers := rng.Perm(100 + rng.IntN(150))
			var all []keyed
			for i, t := range at {
				turn := int(t.Sub(at[0]) * time.Duration(len(customers)-1) / span)
				all = append(all, keyed{fmt.Sprintf("customer%04d#%08x", customers[turn], rng.Uint32()), at[i]})
			}
			return all
		}},
		{"even over users", []Pattern{Even}, one, func(rng *rand.Rand) []keyed {
			users := 500 + rng.IntN(20000)
			var all []keyed
			for _, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{fmt.Sprintf("u%06d#%d", rng.IntN(users), at.UnixMilli()), at})
			}
			return all
		}},
		{"even over hashed keys", []Pattern{Even}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for _, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{fmt.Sprintf("%016x", rng.Uint64()), at})
			}
			return all
		}},
		{"fixed hot range beside even writes", []Pattern{FixedRange}, one, func(rng *rand.Rand) []keyed {
			users := 5000 + rng.IntN(5000)
			hot, share := rng.IntN(users-100), 0.4+0.5*rng.Float64()
			var all []keyed
			for u := range users {
				all = append(all,
					keyed{fmt.Sprintf("u%06d", u), start.Add(time.Duration(rng.Int64N(int64(48 * time.Hour))))})
			}
			for _, at := range clock(rng, sizeOf(rng)) {
				u := rng.IntN(users)
				if rng.Float64() < share {
					u = hot + rng.IntN(60)
				}
				all = append(all, keyed{fmt.Sprintf("u%06d", u), at})
			}
			return all
		}},
		{"one row written again and again", []Pattern{FixedRange}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for u := range 3000 {
				all = append(all, keyed{fmt.Sprintf("m%05d", u), start.Add(time.Duration(u) * time.Minute)})
			}
			hot := fmt.Sprintf("m%05d", rng.IntN(3000))
			for _, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{hot, at})
			}
			return all
		}},
		{"bursts over even keys", []Pattern{Even}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for _, at := range clock(rng, sizeOf(rng)) {
				hour := at.Truncate(6 * time.Hour)
				at = hour.Add(time.Duration(rng.Float64() * float64(40*time.Minute)))
				all = append(all, keyed{fmt.Sprintf("%08x", rng.Uint32()), at})
			}
			return all
		}},
		{"bursts of a moving hotspot", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for _, at := range clock(rng, sizeOf(rng)) {
				at = at.Truncate(6 * time.Hour).Add(time.Duration(rng.Float64() * float64(40*time.Minute)))
				all = append(all, keyed{fmt.Sprintf("%d#%x", at.UnixMilli(), rng.Uint32()), at})
			}
			return all
		}},
		{"few windows, even", []Pattern{Even, Unknown}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			days := 2 + rng.IntN(5)
			for range sizeOf(rng) {
				at := start.AddDate(0, 0, rng.IntN(days)).Add(time.Duration(rng.Int64N(int64(time.Hour))))
				all = append(all, keyed{fmt.Sprintf("%08x", rng.Uint32()), at})
			}
			return all
		}},
		{"few windows, moving hotspot", []Pattern{MovingHotspot, Unknown}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			days := 5 + rng.IntN(3)
			for range sizeOf(rng) {
				at := start.AddDate(0, 0, rng.IntN(days)).Add(time.Duration(rng.Int64N(int64(time.Hour))))
				all = append(all, keyed{fmt.Sprintf("%d#%04x", at.UnixMilli(), rng.Uint32()%65536), at})
			}
			return all
		}},
		{"backfill in key order over users", []Pattern{MovingHotspot}, one, func(rng *rand.Rand) []keyed {
			at := clock(rng, sizeOf(rng))
			var all []keyed
			for i := range at {
				all = append(all, keyed{fmt.Sprintf("u%08d", i*3), at[i]})
			}
			return all
		}},
		{"backfill with one timestamp", []Pattern{Unknown}, one, func(rng *rand.Rand) []keyed {
			var all []keyed
			for range sizeOf(rng) {
				all = append(all, keyed{fmt.Sprintf("%08x", rng.Uint32()), start})
			}
			return all
		}},
		{"time behind many devices", []Pattern{Even}, one, func(rng *rand.Rand) []keyed {
			devices := 200 + rng.IntN(2000)
			var all []keyed
			for _, at := range clock(rng, sizeOf(rng)) {
				all = append(all, keyed{fmt.Sprintf("d%05d#%d", rng.IntN(devices), at.UnixMilli()), at})
			}
			return all
		}},
	}
	for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 31, 32} {
		all = append(all, saltedScenario(n, true, n%3 == 0), saltedScenario(n, false, n%4 == 0))
	}
	return all
}

// judge returns the score of a scenario under a seed.
func judge(t *testing.T, sc scenario, seed uint64) Score {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	m, err := NewMap(context.Background(), tableOfKeys(sc.make(rng)), Options{Now: start.AddDate(2, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	return m.Score
}

// TestScenariosAreNamed verifies that ways of writing are named right on keys as programs build them: one seed of those
// that differ most, and with TABLETOP_SLOW=1 ten seeds of all.
func TestScenariosAreNamed(t *testing.T) {
	slow := slowtest.On()
	brief := []string{"sequence across a digit boundary", "hotspot that jumps 1 to 4 times", "roving over customers",
		"fixed hot range beside even writes", "salt 2", "salt 2 unequal", "bursts over even keys"}
	seeds := uint64(1)
	if slow {
		seeds = 4
	}
	right, total := 0, 0
	for _, sc := range scenarios() {
		if !slow && !slices.Contains(brief, sc.name) {
			continue
		}
		for seed := range seeds {
			total++
			if s := judge(t, sc, 9000+seed); slices.Contains(sc.want, s.Pattern) && sc.fronts(s.Hotspots) {
				right++
			} else {
				t.Logf("%s, seed %d: %+v", sc.name, seed, s)
			}
		}
	}
	if float64(right) < 0.98*float64(total) {
		t.Errorf("%d of %d are named right", right, total)
	}
}

// TestSaltOfTwoIsParallelHotspots verifies that two moving hotspots, in equal and in unequal parts, are not taken for one
// that a single node serves.
func TestSaltOfTwoIsParallelHotspots(t *testing.T) {
	for _, equal := range []bool{true, false} {
		sc := saltedScenario(2, equal, false)
		m, err := NewMap(context.Background(), tableOfKeys(sc.make(rand.New(rand.NewPCG(5, 77)))),
			Options{Now: start.AddDate(2, 0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		said := m.Summary()
		if m.Score.Hotspots != 2 || !strings.HasPrefix(said, "Parallel hotspots: writes go to 2 key ranges") ||
			strings.Contains(said, "does not help") {
			t.Errorf("%s: %+v: %s", sc.name, m.Score, said)
		}
	}
}

// TestSequenceAcrossDigitsIsAMovingHotspot verifies the pattern and the fix for ids 99000 to 106999 without padding: a
// moving hotspot that jumps once, for which rows of its own for each change are no help.
func TestSequenceAcrossDigitsIsAMovingHotspot(t *testing.T) {
	var writes []keyed
	for i := range 8000 {
		writes = append(writes, keyed{fmt.Sprint(99000 + i), start.Add(time.Duration(i) * time.Minute)})
	}
	m, err := NewMap(context.Background(), tableOfKeys(writes), Options{Now: start.AddDate(2, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if said := m.Summary(); m.Score.Pattern != MovingHotspot || !strings.Contains(said, "splitting does not help") {
		t.Errorf("%+v: %s", m.Score, said)
	}
}

// TestHotExcess verifies where a table begins to be called hot: at an eighth of the way from even writes to all writes
// in one part.
func TestHotExcess(t *testing.T) {
	for _, c := range []struct {
		share float64 // of the writes that go to one range of a fiftieth of the keys, the rest being even
		want  Pattern
	}{{0, Even}, {0.08, Even}, {0.18, FixedRange}, {0.26, FixedRange}} {
		rng := rand.New(rand.NewPCG(3, 3))
		var events []event
		for w := range testWindows {
			for range 600 {
				place := rng.Float64()
				if rng.Float64() < c.share {
					place = 0.4 + 0.02*rng.Float64()
				}
				events = append(events, event{place, w})
			}
		}
		m, err := NewMap(context.Background(), table(rng, events), Options{})
		if err != nil {
			t.Fatal(err)
		}
		excess := (m.Score.Hot - m.Score.UniformShare) / (1 - m.Score.UniformShare)
		if m.Score.Pattern != c.want || (c.want == FixedRange) != (excess > 0.12) || excess > 0.29 {
			t.Errorf("share %v: %s at an excess of %.3f", c.share, m.Score.Pattern, excess)
		}
	}
}
