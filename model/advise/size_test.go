package advise_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/workload"
)

// generator makes a table of any number of rows, and asks it something.
type generator struct {
	rng      *rand.Rand
	seed     uint64
	names    []string
	values   []int     // of each entity
	skew     []float64 // 1 is even
	days     float64   // over which rows are spread; 0 where rows come at a rate
	perDay   float64   // that rate
	timed    bool
	session  bool // rows come in sessions of ten, each with an id of its own
	size     int
	template string
	queries  string
	expect   float64
}

// newGenerator makes one up.
func newGenerator(seed uint64) *generator {
	rng := rand.New(rand.NewPCG(seed, 17))
	g := &generator{rng: rng, seed: seed, timed: rng.IntN(5) > 0, size: 10 + rng.IntN(300),
		expect: math.Pow(10, float64(8+rng.IntN(2))) * 2}
	for i := range 1 + rng.IntN(3) {
		g.names = append(g.names, fmt.Sprintf("e%d", i))
		g.values = append(g.values, int(math.Pow(10, 0.5+2.2*rng.Float64())))
		g.skew = append(g.skew, 1+2*float64(rng.IntN(2))*rng.Float64())
	}
	if rng.IntN(2) == 0 {
		g.days = float64(1 + rng.IntN(30))
	} else {
		g.perDay = math.Pow(10, 3+2*rng.Float64())
	}
	g.session = g.timed && rng.IntN(4) == 0
	parts := slices.Clone(g.names)
	if g.timed {
		parts = append(parts, "at")
	}
	if g.session {
		parts = append(parts, "session")
	}
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	var fields []string
	for _, p := range parts {
		codec := map[string]string{"at": ":ms", "session": ":hex(8)"}[p]
		fields = append(fields, "{"+p+codec+"}")
	}
	fields = append(fields, "{id:hex(8)}")
	g.template = strings.Join(fields, "#")
	g.ask()
	return g
}

func (g *generator) ask() {
	var queries []string
	for i := range 1 + g.rng.IntN(3) {
		var where []string
		for k := range g.names {
			if g.rng.IntN(2) == 0 {
				where = append(where, g.names[k]+": equal")
			}
		}
		latest := ""
		switch {
		case g.session && g.rng.IntN(3) == 0:
			where = append(where, "session: equal")
		case !g.timed:
		case g.rng.IntN(2) == 0:
			where = append(where, "at: range "+[]string{"1h", "1d", "7d"}[g.rng.IntN(3)])
		case g.rng.IntN(2) == 0:
			latest = ", latest: 10 by at"
		}
		if len(where) == 0 {
			where = append(where, g.names[0]+": equal")
		}
		queries = append(queries, fmt.Sprintf("{name: q%d, frequency: %d, where: {%s}%s}", i, 1+g.rng.IntN(5),
			strings.Join(where, ", "), latest))
	}
	g.queries = "queries: [" + strings.Join(queries, ", ") + "]"
}

// rows makes so many.
func (g *generator) rows(n int) []line {
	rng := rand.New(rand.NewPCG(g.seed, uint64(n)))
	span := g.days * 86_400_000
	if g.days == 0 {
		span = float64(n) / g.perDay * 86_400_000
	}
	out := make([]line, n)
	for i := range out {
		ms := now.UnixMilli() - int64(span*float64(n-i)/float64(n))
		key := g.template
		session := i/500*50 + rng.IntN(50) // fifty at a time
		for k, name := range g.names {
			v := int(math.Pow(rng.Float64(), g.skew[k]) * float64(g.values[k]))
			if name == g.names[0] && g.session {
				v = int(mix(uint64(session)) % uint64(g.values[k])) // a session is of one
			}
			key = strings.ReplaceAll(key, "{"+name+"}", fmt.Sprintf("%s-%04d", name, v))
		}
		key = strings.ReplaceAll(key, "{at:ms}", fmt.Sprint(ms))
		key = strings.ReplaceAll(key, "{session:hex(8)}", fmt.Sprintf("%08x", uint32(session)*2654435761))
		key = strings.ReplaceAll(key, "{id:hex(8)}", fmt.Sprintf("%08x", rng.Uint32()))
		out[i] = line{key, ms * 1000, g.size}
		if !g.timed {
			out[i].micros = now.UnixMicro() - int64(span*1000*float64(n-i)/float64(n))
		}
	}
	return out
}

// advice is that on a table of n rows.
func (g *generator) advice(t *testing.T, n int) *advise.Advice {
	t.Helper()
	return expecting(t, lines(t, g.template, g.rows(n)), g.queries, g.expect)
}

// expecting is the advice on a table that will have so many rows.
func expecting(t *testing.T, f *access.Index, queries string, rows float64) *advise.Advice {
	t.Helper()
	w, err := workload.Parse([]byte(queries), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	a, err := advise.Search(context.Background(), f, w, advise.Options{Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// same reports whether two recommendations say the same: the same layout, or that the same layouts are too close to
// call.
func same(a, b *advise.Advice) bool {
	if a.Options[0].Template == b.Options[0].Template {
		return true
	}
	among := func(a, b *advise.Advice) bool { // the best of b is one of those too close to call in a
		i := slices.IndexFunc(a.Options, func(o *advise.Candidate) bool { return o.Template == b.Options[0].Template })
		return i >= 0 && i < 3
	}
	return a.TooClose && b.TooClose && among(a, b) && among(b, a)
}

// TestVerdictIsThatOfTheExpectedSize verifies that the answer depends on the rows that the table will have, not on how
// many of them are loaded, in tables of two generators. TABLETOP_SLOW=1 tries 40 tables; TABLETOP_TABLES=200 so many
// from seeds that begin with TABLETOP_SEED, ten of them with 200,000 rows too, and only counts.
func TestVerdictIsThatOfTheExpectedSize(t *testing.T) {
	number := func(name string, otherwise uint64) uint64 {
		if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return otherwise
	}
	tables := uint64(4)
	if slowtest.On() {
		tables = 40
	}
	tables, start := number("TABLETOP_TABLES", tables), number("TABLETOP_SEED", 0)
	differ := 0
	for i := range tables {
		seed := start + i/2
		var g interface {
			advice(t *testing.T, rows int) *advise.Advice
		} = newGenerator(seed)
		if i%2 == 1 {
			g = newWorld(seed)
		}
		loads := []int{2000, 20_000}
		if tables >= 200 && i < 10 {
			loads = append(loads, 200_000)
		}
		first := g.advice(t, loads[0])
		for _, n := range loads[1:] {
			if then := g.advice(t, n); !same(first, then) {
				differ++
				t.Logf("table %d, %+v: of %d rows\n  %s\nof %d rows\n  %s", i, g, loads[0], told(first), n, told(then))
				break
			}
		}
	}
	// Of many tables, some are so near an edge of a rule that the load decides: 1 in 80, counted by hand
	// (docs/advise.md).
	if t.Logf("%d of %d differ", differ, tables); differ > int(tables)/40 && tables <= 40 {
		t.Errorf("the number of rows loaded decides in %d of %d tables", differ, tables)
	}
}

func told(a *advise.Advice) string {
	var b strings.Builder
	b.WriteString(a.Verdict)
	for _, o := range a.Options[:min(3, len(a.Options))] {
		fmt.Fprintf(&b, "\n    %s score %.3f read %.4g bytes %.4g writers %.3g first %.2f", o.Template, o.Score, o.Read,
			o.Bytes, o.Writers, o.BestShare)
	}
	return b.String()
}

// TestNearALimitIsTooClose verifies that a table whose bucket is better in a share of the conditions next to the limit,
// on either side of it as the rows loaded have it, is answered with the same first layout: it is best, or too close to
// the current one.
func TestNearALimitIsTooClose(t *testing.T) {
	var all []*advise.Advice
	for _, n := range []int{2000, 20_000} {
		var rows []line
		for i := range n {
			at := 1_780_000_000 - int64(n/40-i/40)
			rows = append(rows, line{fmt.Sprintf("m%03d#%d", i%40, at), at * 1e6, 6})
		}
		all = append(all, expecting(t, lines(t, "{machine}#{at:s}", rows),
			"queries: [{name: q, where: {machine: equal, at: range 1h}}]", 2e9))
	}
	few, many := all[0], all[1]
	if few.Options[0].Template != many.Options[0].Template || few.KeepCurrent || many.KeepCurrent {
		t.Errorf("of 2,000 rows:\n%s\nof 20,000:\n%s", told(few), told(many))
	}
	if !few.TooClose || !few.Options[1].Current ||
		!strings.Contains(few.Verdict, few.Options[1].Template+" are too close to call") {
		t.Errorf("of 2,000 rows: %s", told(few))
	}
}
