package keyset

import (
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// Pick takes as many keys as it was asked for, about as many from each run.
func TestPickSpreadsOverRuns(t *testing.T) {
	var stretches []*sample.Builder
	for i := range 10 {
		b := sample.NewBuilder(0)
		for k := range 1 + i*20 {
			b.Row(fmt.Appendf(nil, "%02d-%05d", i, k))
		}
		stretches = append(stretches, b)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, stretches)
	for _, n := range []int{5, 10, 40, 200, 5000} {
		per := map[string]int{}
		ks := Pick(s, n)
		for _, k := range ks.Key {
			per[string(k[:2])]++
		}
		if len(ks.Key) > n || len(ks.Key) < min(n, s.Rows())-10 {
			t.Errorf("%d keys picked of %d wanted", len(ks.Key), n)
		}
		for run, k := range per {
			if k > n/5+1 && n < 200 {
				t.Errorf("%d of %d keys from run %s", k, n, run)
			}
		}
	}
}
