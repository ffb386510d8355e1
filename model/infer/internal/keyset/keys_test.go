package keyset

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
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

// TestPickTakesAllPhases verifies that keys are not picked at equal steps, which would show but some of the rows of
// each entity.
func TestPickTakesAllPhases(t *testing.T) {
	b := sample.NewBuilder(0)
	for k := range 1000 {
		b.Row(fmt.Appendf(nil, "%05d", k))
	}
	phases, tenths := map[byte]bool{}, map[byte]int{}
	for _, k := range Pick(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), 100).Key {
		phases[k[4]] = true
		tenths[k[2]]++
	}
	if len(phases) < 8 {
		t.Errorf("only the last digits %v were picked", phases)
	}
	for c := byte('0'); c <= '9'; c++ {
		if n := tenths[c]; n < 2 || n > 22 { // ten are expected; a normal deviation is 2.8
			t.Errorf("%d keys picked of the hundred that begin with 00%c", n, c)
		}
	}
}

// TestPickAgreesBetweenSamples verifies that two samples that share most of their rows give mostly the same keys, and
// the same ones to search.
func TestPickAgreesBetweenSamples(t *testing.T) {
	pick := func(without int) (picked, thin map[string]bool) {
		b := sample.NewBuilder(0)
		for k := range 3000 {
			if k%10 != without {
				b.Row(fmt.Appendf(nil, "user-%05d", k))
			}
		}
		ks := Pick(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), 800)
		rows := make([]int32, len(ks.Key))
		picked, thin = map[string]bool{}, map[string]bool{}
		for i, k := range ks.Key {
			rows[i] = int32(i)
			picked[string(k)] = true
		}
		for _, r := range ks.Thin(rows, 200) {
			thin[string(ks.Key[r])] = true
		}
		return picked, thin
	}
	allA, thinA := pick(3)
	allB, thinB := pick(7)
	if len(allA) != 800 || len(thinA) != 200 {
		t.Fatalf("%d keys picked, %d searched", len(allA), len(thinA))
	}
	common := func(a, b map[string]bool) float64 {
		n := 0
		for k := range a {
			if b[k] {
				n++
			}
		}
		return float64(n) / float64(len(a))
	}
	if all, thin := common(allA, allB), common(thinA, thinB); all < 0.8 || thin < 0.8 { // 8/9 are in both samples
		t.Errorf("samples that share 8/9 of their rows share %.2f of the keys picked, %.2f of those searched", all,
			thin)
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

// TestLeastHashes verifies that the keys with the least hashes are those that sorting all of them gives, equal keys by
// their place.
func TestLeastHashes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		total, n := rng.IntN(6000), rng.IntN(900)
		keys := make([][]byte, total)
		for i := range keys {
			keys[i] = fmt.Appendf(nil, "%d", rng.IntN(3000))
		}
		want := make([]int, total)
		for i := range want {
			want[i] = i
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(hashKey(keys[a]), hashKey(keys[b])) })
		want = want[:min(n, total)]
		slices.Sort(want)
		if got := leastHashes(total, n, func(i int) []byte { return keys[i] }); !slices.Equal(got, want) {
			t.Fatalf("%d of %d keys: %v, want %v", n, total, got, want)
		}
	}
}

// TestDrawsDiffer verifies that draws of keys are some of them with their times, in order, the same for one number and
// others for another, and that they thin to other keys too.
func TestDrawsDiffer(t *testing.T) {
	ks := &Keyset{Timed: true, To: 7}
	for i := range 100 {
		ks.Key = append(ks.Key, []byte{byte(i)})
		ks.Oldest, ks.Newest = append(ks.Oldest, int64(i)), append(ks.Newest, int64(i+1))
	}
	drawn := func(number, n int) string {
		d := ks.Draw(number, n)
		if len(d.Key) != min(n, len(ks.Key)) || !d.Timed || d.To != ks.To || !slices.IsSortedFunc(d.Key, bytes.Compare) {
			t.Errorf("draw %d of %d keys: %+v", number, n, d)
		}
		for i, key := range d.Key {
			if d.Oldest[i] != int64(key[0]) || d.Newest[i] != int64(key[0])+1 {
				t.Errorf("key %d has the times %d and %d", key[0], d.Oldest[i], d.Newest[i])
			}
		}
		return fmt.Sprint(d.Key)
	}
	first, again := drawn(1, 40), drawn(1, 40)
	if first != again || first == drawn(2, 40) || drawn(1, 200) != drawn(2, 200) {
		t.Error("a draw depends on more than its number, or not on that")
	}
	rows := make([]int32, 100)
	for i := range rows {
		rows[i] = int32(i)
	}
	if slices.Equal(ks.Draw(1, 200).Thin(rows, 40), ks.Thin(rows, 40)) {
		t.Error("all keys, drawn, thin to the same")
	}
}
