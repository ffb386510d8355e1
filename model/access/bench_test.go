package access

import (
	"context"
	"fmt"
	"tabletop/model/workload"
	"testing"
)

// BenchmarkCosts is one query each by a prefix, a range and a filter over 200,000 rows under the current layout.
func BenchmarkCosts(b *testing.B) {
	keys := make([]string, 200_000)
	for i := range keys {
		keys[i] = fmt.Sprintf("u%04d#%06d", i%3000, i)
	}
	f := facts(b, "{u}#{n:pad(6)}", keys...)
	for _, c := range []struct{ name, query string }{
		{"prefix", "{name: q, where: {u: equal}}"}, {"range", "{name: q, where: {u: equal, n: range 1000}}"},
		{"filter", "{name: q, where: {n: range 1000}}"},
	} {
		b.Run(c.name, func(b *testing.B) {
			w, err := workload.Parse([]byte("queries: ["+c.query+"]"), f.Names)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := f.Costs(context.Background(), w, f.CurrentLayouts()...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
