package advise_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// asked is the advice on a table for some queries; none are those of its own prefixes.
func asked(t *testing.T, f *access.Index, queries string, o advise.Options) *advise.Advice {
	t.Helper()
	w := advise.DefaultWorkload(f.Layouts, 0)
	if queries != "" {
		var err error
		if w, err = workload.Parse([]byte("queries: ["+queries+"]"), f.Names); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	a, err := advise.Search(context.Background(), f, w, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// scores makes a table of the wins of players in games.
func wins(t *testing.T, n int) *access.Index {
	return lines(t, "{game}#{player}#{day:date(20060102)}#{match:hex(8)}",
		events(n, 200, 60, func(rng *rand.Rand, _ int, ms int64) string {
			return fmt.Sprintf("g%02d#p%04d#%s#%08x", rng.IntN(12), rng.IntN(800), dayOf(ms), rng.Uint32())
		}))
}

// TestTwoQueriesThatNeedTwoKeys verifies that two tables are proposed, first or second, for queries by player and month
// and by game and month that are asked equally often, as the documentation has it (G60).
func TestTwoQueriesThatNeedTwoKeys(t *testing.T) {
	for _, n := range []int{2000, 20_000} {
		a := asked(t, wins(t, n),
			"{name: of a player, where: {player: equal, day: range 30d}}, {name: of a game, where: {game: equal, "+
				"day: range 30d}}", advise.Options{Rows: 2e9})
		i := slices.IndexFunc(a.Options, func(o *advise.Candidate) bool { return o.Tables == 2 })
		if i < 0 || i > 1 {
			t.Fatalf("%d rows: a pair comes as number %d of %s", n, i+1, told(a))
		}
		first, second, _ := strings.Cut(plain(a.Options[i].Template), " ++ ")
		starts := []string{first[:len("{player}#{day}")-1], second[:len("{player}#{day}")-1]}
		slices.Sort(starts)
		if !strings.HasPrefix(starts[0], "{game}#{day}") || !strings.HasPrefix(starts[1], "{player}#{day") {
			t.Errorf("%d rows: the pair is %s", n, a.Options[i].Template)
		}
	}
}

// TestVersionsOfAFewRows verifies that a key with the time of the event is recommended where a few rows gather many
// versions, as the audit does (G59).
func TestVersionsOfAFewRows(t *testing.T) {
	b := sample.NewBuilder(64)
	for i := range 12 {
		for _, kind := range []string{"cpu", "disk", "mem"} {
			b.Row(fmt.Appendf(nil, "m%02d#%s", i, kind))
			for v := range 417 {
				b.Cell("f", []byte("v"), now.UnixMicro()-int64(v)*60_000_000-int64(i)*1e6, []byte("12.5"))
			}
		}
	}
	l, err := rowkey.Parse("{id}#{kind}")
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	a := asked(t, f, "", advise.Options{})
	if a.KeepCurrent || a.Options[0].Template != "{id}#{kind}#{celltime()}" {
		t.Error(told(a))
	}
}

// TestReasonsAreReasons verifies that nothing is given as a reason that is unknown, that a key with the time first is
// never proposed, and that a few minutes of data tell when rows were written.
func TestReasonsAreReasons(t *testing.T) {
	minutes := lines(t, "{region}#{at:ms}#{id:hex(8)}",
		events(3000, 1, 60, func(rng *rand.Rand, i int, _ int64) string {
			return fmt.Sprintf("r%d#%d#%08x", rng.IntN(8), now.UnixMilli()-int64(i)*80, rng.Uint32())
		}))
	a := asked(t, minutes, "{name: q, where: {at: range 1min}}", advise.Options{})
	for _, n := range a.Notes {
		if strings.Contains(n, "write spread is unknown") {
			t.Error(n)
		}
	}
	unknown := lines(t, "{region}#{name}", events(2000, 0, 60, func(rng *rand.Rand, _ int, _ int64) string {
		return fmt.Sprintf("r%d#n%05d", rng.IntN(8), rng.IntN(90_000))
	}))
	for _, a := range []*advise.Advice{a, asked(t, unknown, "{name: q, where: {name: equal}}", advise.Options{})} {
		for _, o := range a.Options {
			if !o.Current && strings.HasPrefix(o.Template, "{at") {
				t.Errorf("the time comes first in %s", o.Template)
			}
			for _, reason := range slices.Concat(o.Better, o.Worse) {
				if strings.Contains(reason, "unknown") {
					t.Errorf("%s: %s", o.Template, reason)
				}
			}
		}
	}
}

// TestWeightsTimesAConstant verifies that only the proportions of frequencies count.
func TestWeightsTimesAConstant(t *testing.T) {
	f := wins(t, 2000)
	text := "{name: a, frequency: %d, where: {player: equal}}, {name: b, frequency: %d, where: {game: equal, day: " +
		"range 30d}}"
	a, b := asked(t, f, fmt.Sprintf(text, 3, 5), advise.Options{}), asked(t, f, fmt.Sprintf(text, 3000, 5000),
		advise.Options{})
	if a.Verdict != b.Verdict || a.Confidence.Text() != b.Confidence.Text() {
		t.Errorf("%s\n%s", told(a), told(b))
	}
}

// TestConfidenceStatesItsConditions verifies the size from which a layout is first, and that the layout named below it
// is first there.
func TestConfidenceStatesItsConditions(t *testing.T) {
	f := wins(t, 2000)
	const queries = "{name: of a player, where: {player: equal, day: range 30d}}, {name: of a game, where: {game: " +
		"equal, day: range 30d}}"
	a := asked(t, f, queries, advise.Options{Rows: 2e9})
	c := a.Confidence
	if c.Rows != 2e9 || c.Share <= 0 || c.Share > 1 || !strings.Contains(c.Text(), "random conditions") {
		t.Errorf("%+v", c)
	}
	if c.From == 0 {
		return
	}
	below := asked(t, f, queries, advise.Options{Rows: max(2000, c.From/10)})
	if below.Options[0].Template == a.Options[0].Template && !below.KeepCurrent && !below.TooClose {
		t.Errorf("said to hold from %g rows on, and holds at %g", c.From, c.From/10)
	}
}

func dayOf(ms int64) string { return time.UnixMilli(ms).UTC().Format("20060102") }

// TestOneShareEverywhere verifies that sentences, the short form, and the figures of layouts give one share for the
// first layout, and that what the recommendation depends on is stated: at twice or half a weight, a frequency, a size.
func TestOneShareEverywhere(t *testing.T) {
	weighed := 0
	for seed := range uint64(12) {
		a := newWorld(900+seed).advice(t, 1000)
		c := &a.Confidence
		if math.Abs(a.Options[0].BestShare-c.Share) > 1e-9 {
			t.Errorf("world %d: the first layout comes first in %g and in %g of the conditions", seed,
				a.Options[0].BestShare, c.Share)
		}
		share := strings.TrimPrefix(c.Short(), "first in ")
		if !strings.HasPrefix(c.Text(), "In "+share) ||
			share != fmt.Sprintf("%g%% of 200 random conditions", math.Round(1000*c.Share)/10) {
			t.Errorf("world %d: %s; %s", seed, c.Short(), c.Text())
		}
		if c.Ahead != "" {
			if !a.KeepCurrent || !strings.Contains(c.Text(), "In the expected conditions "+c.Ahead+" has one") {
				t.Errorf("world %d: %s", seed, c.Text())
			}
			continue
		}
		for _, name := range c.Weights {
			weighed++
			if !strings.Contains(c.Text(), name) {
				t.Errorf("world %d: %s is not in %s", seed, name, c.Text())
			}
		}
	}
	if weighed == 0 {
		t.Error("no recommendation depends on a weight")
	}
}
