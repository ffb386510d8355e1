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

// TestPickTakesAllPhases verifies that keys are not picked at equal steps, which would show but some of the rows of each entity.
func TestPickTakesAllPhases(t *testing.T) {
	b := sample.NewBuilder(0)
	for k := range 1000 {
		b.Row(fmt.Appendf(nil, "%05d", k))
	}
	phases := map[byte]bool{}
	for i, k := range Pick(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), 100).Key {
		phases[k[4]] = true
		if want := fmt.Sprintf("%04d", i); string(k[:4]) != want {
			t.Errorf("key %d is %s, want one of %s0 to %s9", i, k, want, want)
		}
	}
	if len(phases) < 8 {
		t.Errorf("only the last digits %v were picked", phases)
	}
}

// TestWindow verifies when cells tell the times of rows, and up to when times in keys may lie.
func TestWindow(t *testing.T) {
	const year, now = int64(366 * 24 * 3600e6), int64(1_790_000_000_000_000)
	for name, tt := range map[string]struct {
		newest []int64
		timed  bool
		to     int64
	}{
		"times that differ":        {[]int64{now - 5, now, now - 9}, true, now + 2*year},
		"one time for all":         {[]int64{now, now, now}, false, now + 2*year},
		"most rows without a time": {[]int64{now, now - 5, NoTime, NoTime}, false, now + 2*year},
		"some rows without a time": {[]int64{now, now - 5, now - 6, NoTime}, true, now + 2*year},
		"no times":                 {[]int64{NoTime, NoTime}, false, unknownTo},
	} {
		ks := Keyset{Newest: tt.newest}
		ks.window(&sample.Sample{})
		if ks.Timed != tt.timed || ks.To != tt.to {
			t.Errorf("%s: timed %v, to %d", name, ks.Timed, ks.To)
		}
	}
}
