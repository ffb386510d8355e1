package simulate

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
)

// Whatever candidate parses can be tried, resultly and exactly with the same figures, and sampled.
func FuzzRun(f *testing.F) {
	for _, text := range keys() {
		f.Add(text)
	}
	b := prepare(f, odds(rand.New(rand.NewPCG(9, 9)), 60).sample(), oddLayouts...)
	one := prepare(f, events(50).sample(), eventLayout)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := candidate.Parse(text)
		if err != nil {
			return
		}
		for _, base := range []*Base{b, one} {
			result, err := Run(context.Background(), base, c)
			var syntax *rowkey.SyntaxError
			if err != nil {
				if !errors.As(err, &syntax) {
					t.Fatalf("%s: %v", text, err)
				}
				_ = err.Error()
				continue
			}
			if _, err := result.Hotspot(context.Background(), heat.Options{Windows: 4, Buckets: 8}); err != nil {
				t.Fatal(err)
			}
			for _, table := range result.Tables {
				table.Layouts(access.NewIndex(base.Table))
			}
		}
	})
}
