package advise_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// world is a made-up business that fills a table: devices of tenants that report, orders of customers of whom there are
// ever more, logs of hosts, sessions of users. It can make any number of rows of the same future.
type world struct {
	seed     uint64
	kind     string
	first    int     // tenants, regions, or levels
	second   int     // devices, hosts, or users; of orders, orders for each new customer
	skew     float64 // of the first, 0 is even
	perDay   float64 // rows; 0 where they are spread over days
	days     float64
	template string
	queries  string
	expect   float64
}

// newWorld makes one up.
func newWorld(seed uint64) *world {
	rng := rand.New(rand.NewPCG(seed, 4711))
	w := &world{seed: seed, kind: []string{"fleet", "orders", "logs", "visits"}[rng.IntN(4)], first: 3 + rng.IntN(30),
		second: 10 + int(math.Pow(10, 1+2*rng.Float64())),
		skew:   float64(rng.IntN(2)) * 1.2, expect: math.Pow(10, 6+3*rng.Float64())}
	if w.kind == "orders" { // of fewer than a hundred customers in 2,000 rows, nobody can tell that their number grows
		w.second = min(w.second, 200)
	}
	if w.perDay = math.Pow(10, 3+2*rng.Float64()); rng.IntN(2) == 0 {
		w.perDay, w.days = 0, float64(2+rng.IntN(60))
	}
	parts := map[string][]string{
		"fleet":  {"{tenant}", "{device}", "{at:ms}"},
		"orders": {"{customer:hex(8)}", "{region}", "{at:ms}", "{order:hex(8)}"},
		"logs":   {"{level}", "{host}", "{at:s}", "{line:hex(8)}"},
		"visits": {"{user}", "{visit:hex(8)}", "{at:ms}"},
	}[w.kind]
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	w.template = strings.Join(parts, "#")
	width := []string{"1h", "1d", "7d"}[rng.IntN(3)]
	pool := map[string][]string{
		"fleet": {"where: {device: equal, at: range " + width + "}", "where: {tenant: equal, at: range " + width + "}",
			"where: {device: equal}, latest: 10 by at",
			"where: {tenant: equal}, latest: 1 per device by at", "where: {at: range 1h}",
			`where: {device: equal, "f:status": equal}`},
		"orders": {"where: {customer: equal}", "where: {customer: equal}, latest: 20 by at",
			"where: {region: equal, at: range " + width + "}", "where: {order: equal}",
			`where: {region: equal, "f:status": equal}`, "where: {region: equal, customer: equal}"},
		"logs": {"where: {host: equal, at: range " + width + "}", "where: {level: equal, at: range " + width + "}",
			"where: {host: equal}, latest: 100 by at",
			"where: {level: equal, host: equal}, latest: 50 by at", "where: {at: range 1h}",
			`where: {host: equal, "f:status": equal, at: range 1d}`},
		"visits": {"where: {user: equal}, latest: 50 by at", "where: {visit: equal}",
			"where: {user: equal, at: range " + width + "}", "where: {user: equal, visit: equal}",
			`where: {"f:status": equal, at: range 1h}`},
	}[w.kind]
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	var queries []string
	for i, q := range pool[:1+rng.IntN(3)] {
		queries = append(queries, fmt.Sprintf("{name: q%d, frequency: %d, %s}", i, 1+rng.IntN(9), q))
	}
	w.queries = "queries: [" + strings.Join(queries, ", ") + "]"
	return w
}

// statusBits is above the bits of a time; a row of a world keeps its status there.
const statusBits = 60

// rows makes so many.
func (w *world) rows(n int) []line {
	rng := rand.New(rand.NewPCG(w.seed, uint64(n)))
	span := w.days * 86_400_000
	if w.perDay > 0 {
		span = float64(n) / w.perDay * 86_400_000
	}
	of := func(i uint64, n int) int { return int(mix(i+w.seed<<32) % uint64(n)) }
	pick := func(n int) int { return int(math.Pow(rng.Float64(), 1+w.skew) * float64(n)) }
	out := make([]line, n)
	for i := range out {
		ms := now.UnixMilli() - int64(span*(float64(n-i)-rng.Float64())/float64(n))
		values := map[string]string{"{at:ms}": fmt.Sprint(ms), "{at:s}": fmt.Sprint(ms / 1000)}
		status, size := rng.IntN(4), 20+rng.IntN(200)
		switch w.kind {
		case "fleet":
			d := rng.IntN(w.second)
			values["{device}"], values["{tenant}"] = fmt.Sprintf("d%05d", d),
				fmt.Sprintf("t%03d", int(math.Pow(float64(of(uint64(d), 1000))/1000, 1+w.skew)*float64(w.first)))
		case "orders":
			c := rng.IntN(1 + i*10/w.second) // of all customers so far
			values["{customer:hex(8)}"], values["{region}"], values["{order:hex(8)}"] = fmt.Sprintf("%08x",
				uint32(mix(uint64(c)))), fmt.Sprintf("r%02d", of(uint64(c), w.first)),
				fmt.Sprintf("%08x", uint32(mix(uint64(i)+w.seed)))
		case "logs":
			values["{level}"], values["{host}"], values["{line:hex(8)}"] = fmt.Sprintf("l%02d", pick(w.first)),
				fmt.Sprintf("h%04d", pick(w.second)), fmt.Sprintf("%08x", rng.Uint32())
		case "visits":
			visit := i/300*30 + rng.IntN(30) // thirty at a time
			values["{visit:hex(8)}"], values["{user}"] = fmt.Sprintf("%08x", uint32(mix(uint64(visit)))),
				fmt.Sprintf("u%06d", of(uint64(visit)*31, w.second))
		}
		key := w.template
		for part, v := range values {
			key = strings.ReplaceAll(key, part, v)
		}
		out[i] = line{key, ms*1000 + int64(status)<<statusBits, size}
	}
	return out
}

// mix scatters numbers (splitmix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// advice is that on a table of n rows.
func (w *world) advice(t *testing.T, n int) *advise.Advice {
	t.Helper()
	all := w.rows(n)
	slices.SortFunc(all, func(a, b line) int { return cmp.Compare(a.key, b.key) })
	all = slices.CompactFunc(all, func(a, b line) bool { return a.key == b.key })
	b := sample.NewBuilder(64)
	for _, l := range all {
		b.Row([]byte(l.key))
		micros, status := l.micros&(1<<statusBits-1), l.micros>>statusBits
		b.Cell("f", []byte("status"), micros, fmt.Appendf(nil, "s%d", status))
		b.Cell("f", []byte("v"), micros, make([]byte, l.size))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	l, err := rowkey.Parse(w.template)
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(s, rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return expecting(t, f, w.queries, w.expect)
}

// TestNumbersOfTenantsRise verifies that numbers which each tenant hands out for itself, at its own pace, are no spread of
// writes: behind the tenant and before it, as many places are written at once as tenants write; and that numbers at random
// are.
func TestNumbersOfTenantsRise(t *testing.T) {
	const tenants, rows = 12, 4800
	r := rand.New(rand.NewPCG(3, 9))
	for name, c := range map[string]struct {
		number   func(tenant, n, i int) int
		low, top float64
	}{
		"handed out": {func(_, n, _ int) int { return n }, 4, tenants},
		"at random":  {func(_, _, i int) int { return int(uint32(i) * 2654435761 % 1_000_000) }, 100, 1e6},
	} {
		var all []line
		count := make([]int, tenants)
		for i := range rows {
			tenant := int(math.Sqrt(float64(r.IntN(tenants * tenants)))) // some write much more than others
			all = append(all, line{fmt.Sprintf("t%02d#%06d", tenant, c.number(tenant, count[tenant], i)),
				now.UnixMicro() - int64(rows-i)*60*1e6, 60})
			count[tenant]++
		}
		a := asked(t, lines(t, "{tenant}#{number:pad(6)}", all), "{name: q, where: {tenant: equal}}, "+
			"{name: p, where: {number: equal}}", advise.Options{})
		for _, o := range a.Options {
			if strings.Contains(o.Template, "salt(") || strings.Contains(o.Template, "mirror(") ||
				strings.Contains(o.Template, "=>") {
				continue
			}
			if o.Writers < c.low || o.Writers > c.top {
				t.Errorf("numbers %s: %s is written in %g places", name, o.Template, o.Writers)
			}
		}
	}
}
