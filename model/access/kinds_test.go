package access

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// kinds makes a table of record kinds, with one cell a row.
func kinds(t testing.TB, templates string, keys []string) *Index {
	t.Helper()
	set, err := rowkey.ParseSet(templates)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	b := sample.NewBuilder(64)
	for i, k := range keys {
		b.Row([]byte(k))
		b.Cell("f", []byte("q"), int64(i)*1000, []byte("v"))
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b}), set)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestQueriesOfSeveralKinds verifies what a query reads of a table of users and their events, by hand.
func TestQueriesOfSeveralKinds(t *testing.T) {
	keys := []string{"u#a#1", "u#a#2", "u#b#3", "e#a#20260101#x", "e#a#20260102#x", "e#a#20260103#y", "e#c#20260101#x", "odd"}
	const templates = "user = u#{t}#{id}\nevent = e#{t}#{day:date(20060102)}#{w}\n"
	for _, tt := range []struct {
		query          string
		access         Method
		ranges         float64
		read, returned float64 // by data
		valueRead      float64 // rows by value
	}{
		// a has two users and three events, b one user, c one event: 5*5 + 1 + 1 over 7 rows that ask.
		{"{name: q, where: {t: equal}}", ByPrefix, 2, 27. / 7, 27. / 7, 7. / 3},
		{"{name: q, where: {t: = a}}", ByPrefix, 2, 5, 5, 5},
		{"{name: q, where: {t: equal, id: equal}}", Point, 1, 1, 1, 1}, // of users alone
		{"{name: q, where: {t: = a, day: range = 20260102 .. 20260109}}", ByRange, 1, 2, 2, 2},
		{"{name: q, where: {t: = a, w: = x}}", Filter, 1, 3, 2, 3},
		{"{name: q, kind: event, where: {t: equal}}", ByPrefix, 1, 10. / 4, 10. / 4, 2}, // a has three, c one
		{"{name: q, kind: A, where: {t: = a}}", ByPrefix, 1, 2, 2, 2},                   // the first kind, by its letter
		{"{name: q, kind: event}", FullScan, 1, 8, 4, 8},
		{"{name: q, where: {w: = x}}", FullScan, 1, 8, 3, 8},
		{"{name: q}", FullScan, 1, 8, 8, 8},
	} {
		c := cost(t, kinds(t, templates, keys), tt.query)
		if c.Access != tt.access || c.Ranges != tt.ranges || math.Abs(c.ByData.RowsRead.Value-tt.read) > 1e-9 ||
			math.Abs(c.ByData.RowsReturned.Value-tt.returned) > 1e-9 ||
			math.Abs(c.ByValue.RowsRead.Value-tt.valueRead) > 1e-9 {
			t.Errorf("%s: %s, %g ranges, %g rows read of which %g are returned, %g by value; want %+v", tt.query, c.Access,
				c.Ranges, c.ByData.RowsRead.Value, c.ByData.RowsReturned.Value, c.ByValue.RowsRead.Value, tt)
		}
	}
}

// TestKindsAgainstScans verifies the rows that queries on one value read of many random tables of several kinds: of each
// kind that has what is asked for, those that begin alike, as a scan of the keys counts them.
func TestKindsAgainstScans(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	for range 200 {
		var keys []string
		tenants := 1 + rng.IntN(5)
		for i := range 5 + rng.IntN(40) {
			tenant := string(rune('a' + rng.IntN(tenants)))
			switch rng.IntN(3) {
			case 0:
				keys = append(keys, fmt.Sprintf("u#%s#%d", tenant, i))
			case 1:
				keys = append(keys, fmt.Sprintf("e/%s/%d/%d", tenant, rng.IntN(3), i))
			default:
				keys = append(keys, fmt.Sprintf("s!%d", i))
			}
		}
		keys = append(keys, "u#a#x", "e/a/1/x", "s!x") // each kind has a row
		f := kinds(t, "u = u#{t}#{id}\ne = e/{t}/{n}/{id}\ns = s!{k}\n", keys)
		count := func(prefix string) (n float64) {
			for _, key := range keys {
				if strings.HasPrefix(key, prefix) {
					n++
				}
			}
			return n
		}
		var asking, read float64
		for _, key := range keys {
			if key[0] == 's' {
				continue
			}
			tenant := key[2:3]
			asking++
			read += count("u#"+tenant+"#") + count("e/"+tenant+"/")
		}
		c := cost(t, f, "{name: q, where: {t: equal}}")
		if math.Abs(c.ByData.RowsRead.Value-read/asking) > 1e-9 || math.Abs(c.ByData.RowsReturned.Value-read/asking) > 1e-9 {
			t.Fatalf("%q: reads %g rows and returns %g, want %g", keys, c.ByData.RowsRead.Value,
				c.ByData.RowsReturned.Value, read/asking)
		}
	}
}

// TestUnknownKind verifies what is said of a query for a record kind that there is not.
func TestUnknownKind(t *testing.T) {
	index := kinds(t, "user = u#{t}\nevent = e#{t}\n", []string{"u#a", "e#a"})
	err := index.Prepare(&workload.Workload{Queries: []*workload.Query{{Name: "q", Kind: "orders", Line: 3}}})
	if want := `line 3: query "q": no record kind orders: there are user, event`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
