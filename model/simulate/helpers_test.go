package simulate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// cell is a cell of a table made for a test.
type cell struct {
	family, qualifier string
	micros            int64
	value             string
}

// table is a table made for a test: cells by row key.
type table map[string][]cell

// put adds a cell; of one instant the last stays, as in Bigtable.
func (t table) put(key string, c cell) {
	for i, old := range t[key] {
		if old.family == c.family && old.qualifier == c.qualifier && old.micros == c.micros {
			t[key][i] = c
			return
		}
	}
	t[key] = append(t[key], c)
}

// sample reads all of the table.
func (t table) sample() *sample.Sample {
	b := sample.NewBuilder(math.MaxInt32)
	keys := make([]string, 0, len(t))
	for k := range t {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		b.Row([]byte(k))
		cells := t[k]
		sort.SliceStable(cells, func(i, j int) bool {
			a, c := cells[i], cells[j]
			if a.family != c.family {
				return a.family < c.family
			}
			if a.qualifier != c.qualifier {
				return a.qualifier < c.qualifier
			}
			return a.micros > c.micros
		})
		for _, c := range cells {
			b.Cell(c.family, []byte(c.qualifier), c.micros, []byte(c.value))
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
}

func layouts(t testing.TB, templates ...string) rowkey.Set {
	t.Helper()
	var set rowkey.Set
	for _, text := range templates {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return set
}

func prepare(t testing.TB, s *sample.Sample, templates ...string) *Base {
	t.Helper()
	decoded, err := segments.New(context.Background(), s, layouts(t, templates...))
	if err != nil {
		t.Fatal(err)
	}
	return NewBase(decoded)
}

func try(t testing.TB, b *Base, text string) *Result {
	t.Helper()
	c, err := candidate.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), b, c)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

const eventLayout = "{user}#{ts:ms}#{event}"

// events is a table of events: user#milliseconds#event, with a few columns.
func events(rows int) table {
	r := rand.New(rand.NewPCG(7, 11))
	t := table{}
	for i := range rows {
		user := fmt.Sprintf("user%03d", r.IntN(40))
		at := int64(1_700_000_000_000) + int64(i)*61_000 + r.Int64N(500)
		key := fmt.Sprintf("%s#%d#%s", user, at, []string{"view", "buy", "leave"}[r.IntN(3)])
		micros := at * 1000
		t.put(key, cell{"d", "page", micros, fmt.Sprintf("/p/%d", r.IntN(50))})
		if r.IntN(3) > 0 {
			t.put(key, cell{"d", "amount", micros, fmt.Sprint(r.IntN(100000))})
		}
		if r.IntN(4) == 0 {
			t.put(key, cell{"d", "page", micros - 5_000, "old"})
			t.put(key, cell{"raw", "blob", micros, string(make([]byte, r.IntN(300)))})
		}
	}
	return t
}
