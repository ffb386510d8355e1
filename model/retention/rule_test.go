package retention

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
)

// randomTimes makes the timestamps of one column around now: past, future, exactly at the edges of rules, zero, and
// negative ones. They are distinct and newest first, as a timestamp names a cell of its column.
func randomTimes(r *rand.Rand, now time.Time) []int64 {
	at := now.UnixMicro()
	times := make([]int64, r.IntN(12))
	for i := range times {
		switch r.IntN(10) {
		case 0:
			times[i] = 0
		case 1:
			times[i] = -1 - r.Int64N(100)
		case 2:
			times[i] = at + r.Int64N(20_000)
		case 3: // at an edge, and a microsecond beside it
			times[i] = at - (1+r.Int64N(40))*1000 + r.Int64N(3) - 1
		case 4:
			times[i] = 1 + r.Int64N(9)
		default:
			times[i] = at - r.Int64N(45_000)
		}
	}
	slices.SortFunc(times, func(a, b int64) int { return int(min(max(b-a, -1), 1)) })
	return slices.Compact(times)
}

// eligibleTimes applies the documented meaning to sets: it lists the cells that rule collects out of cells, each given
// by its timestamp. It knows nothing of ranks, tails or numbers of cells kept.
func eligibleTimes(rule sample.GCRule, cells map[int64]bool, now time.Time) map[int64]bool {
	out := map[int64]bool{}
	switch rule.Kind {
	case sample.GCMaxVersions:
		for ts := range cells {
			newer := 0
			for other := range cells {
				if other > ts {
					newer++
				}
			}
			if newer >= rule.Versions {
				out[ts] = true
			}
		}
	case sample.GCMaxAge:
		for ts := range cells {
			if time.UnixMicro(ts).Before(now.Add(-rule.Age)) {
				out[ts] = true
			}
		}
	case sample.GCUnion:
		for _, c := range rule.Children {
			for ts := range eligibleTimes(c, cells, now) {
				out[ts] = true
			}
		}
	case sample.GCIntersection:
		for ts := range cells {
			all := len(rule.Children) > 0
			for _, c := range rule.Children {
				all = all && eligibleTimes(c, cells, now)[ts]
			}
			if all {
				out[ts] = true
			}
		}
	}
	return out
}

func TestKeepAgreesWithSets(t *testing.T) {
	cases := 200_000
	if !slowtest.On() {
		cases = 20_000
	}
	r := rand.New(rand.NewPCG(7, 7))
	now := time.UnixMicro(1_700_000_000_000_000)
	for range cases {
		rule, times := randomRule(r, 3), randomTimes(r, now)
		set := map[int64]bool{}
		for _, ts := range times {
			set[ts] = true
		}
		gone := eligibleTimes(rule, set, now)
		ready := NewRule(rule, now)
		keep := ready.Keep(times)
		for i, ts := range times {
			if gone[ts] != (i >= keep) {
				t.Fatalf("%v, times %v: cell %d is eligible %v, but %d are kept", rule, times, i, gone[ts], keep)
			}
			if e := ready.Eligible(i, now.UnixMicro()-ts); e != gone[ts] {
				t.Fatalf("%v, times %v: Eligible of cell %d is %v", rule, times, i, e)
			}
			checkSince(t, rule, times, i, now)
		}
	}
}

// checkSince verifies that Since is the first moment at which the rule, with the cells written by then, condemns the
// cell, unless the cell waits for others to be written.
func checkSince(t *testing.T, rule sample.GCRule, times []int64, i int, now time.Time) {
	t.Helper()
	ready := NewRule(rule, now)
	since := ready.Since(times, i)
	at := now.UnixMicro()
	if i >= ready.Keep(times) && since > at {
		// A version rule counts future cells as newer, and the last of them came in the future.
		if times[0] <= at {
			t.Fatalf("%v, times %v: cell %d is eligible now but only since %d", rule, times, i, since-at)
		}
		return
	}
	if i < ready.Keep(times) && since < at {
		t.Fatalf("%v, times %v: cell %d is kept but eligible since %d", rule, times, i, since-at)
	}
}

func TestEdgeCases(t *testing.T) {
	now := time.UnixMicro(1_700_000_000_000_000)
	ago := func(ds ...time.Duration) []int64 {
		times := make([]int64, len(ds))
		for i, d := range ds {
			times[i] = now.UnixMicro() - d.Microseconds()
		}
		return times
	}
	young := ago(1*day, 2*day, 3*day, 4*day, 5*day, 6*day, 7*day, 8*day, 9*day, 10*day)
	for _, tt := range []struct {
		name  string
		rule  sample.GCRule
		times []int64
		want  int
	}{
		{"no cells", versions(1), nil, 0},
		{"no cells, age", maxAge(day), nil, 0},
		{"one cell", versions(1), ago(400 * day), 1},
		{"exactly N", versions(3), ago(1, 2, 3), 3},
		{"N and one", versions(3), ago(1*day, 2*day, 3*day, 4*day), 3},
		{"exactly at now - age", maxAge(day), ago(day), 1},
		{"one microsecond older", maxAge(day), ago(day + time.Microsecond), 0},
		{"future cells never age out", maxAge(time.Millisecond), ago(-day, -time.Hour, time.Hour), 2},
		{"future cells take ranks", versions(2), ago(-2*day, -day, time.Hour), 2},
		{"timestamp 0", maxAge(3650 * day), []int64{0}, 0},
		{"timestamp 0, versions", versions(1), []int64{0}, 1},
		{"negative timestamp", maxAge(day), []int64{-1}, 0},
		{"least timestamp", maxAge(day), []int64{math.MinInt64}, 0},
		{"greatest timestamp", maxAge(day), []int64{math.MaxInt64}, 1},
		{"union of the tightest", anyOf(versions(1), maxAge(time.Millisecond)), ago(day, 2*day), 0},
		{"union, young", anyOf(versions(1), maxAge(time.Hour)), ago(time.Minute, 2*time.Minute), 1},
		{"intersection, young cells beyond N", allOf(versions(5), maxAge(30*day)), young, 10},
		{"intersection, few old cells", allOf(versions(5), maxAge(30*day)), ago(100*day, 200*day, 300*day), 3},
		{"intersection, old and many", allOf(versions(2), maxAge(5*day)), young, 5},
		{"nested", anyOf(allOf(versions(2), maxAge(5*day)), versions(4)), young, 4},
		{"empty union", anyOf(), young, 10},
		{"empty intersection", allOf(), young, 10},
		{"empty in a union", anyOf(allOf(), versions(1)), young, 1},
		{"empty in an intersection", allOf(anyOf(), versions(1)), young, 10},
		{"no rule", sample.GCRule{}, young, 10},
		{"a kind nobody knows", sample.GCRule{Kind: "new"}, young, 10},
		{"age is cut to microseconds", maxAge(day + 999), ago(day), 1},
	} {
		r := NewRule(tt.rule, now)
		if got := r.Keep(tt.times); got != tt.want {
			t.Errorf("%s: %v keeps %d, want %d", tt.name, tt.rule, got, tt.want)
		}
	}
}

func TestSince(t *testing.T) {
	now := time.UnixMicro(1_700_000_000_000_000)
	at := now.UnixMicro()
	hour := time.Hour.Microseconds()
	times := []int64{at - hour, at - 2*hour, at - 3*hour, at - 4*hour}
	for _, tt := range []struct {
		rule sample.GCRule
		cell int
		want int64
	}{
		{versions(2), 1, Never},
		{versions(2), 2, at - hour},   // the newest cell pushed it out
		{versions(2), 3, at - 2*hour}, // the one before it did
		{maxAge(3 * time.Hour), 3, at - hour},
		{maxAge(3 * time.Hour), 0, at + 2*hour},
		{anyOf(versions(2), maxAge(3*time.Hour)), 3, at - 2*hour},
		{allOf(versions(2), maxAge(3*time.Hour)), 3, at - hour},
		{allOf(versions(2), maxAge(3*time.Hour)), 1, Never},
		{sample.GCRule{}, 3, Never},
	} {
		r := NewRule(tt.rule, now)
		if got := r.Since(times, tt.cell); got != tt.want {
			t.Errorf("%v: cell %d is eligible since %d, want %d", tt.rule, tt.cell, got-at, tt.want-at)
		}
	}
	r := NewRule(maxAge(day), now)
	if got := r.Since([]int64{math.MaxInt64 - 5}, 0); got != Never {
		t.Errorf("a timestamp at the end of time is eligible since %d, want Never", got)
	}
}
