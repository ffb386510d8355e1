package keyrange

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func table(keys int) []Border {
	var out []Border
	for i := 1; i < keys; i++ {
		out = append(out, Border{fmt.Appendf(nil, "k%04d", i*100), int64(i) * 1000})
	}
	return append(out, Border{nil, int64(keys) * 1000})
}

// TestSplitTilesTheRange verifies that initial splits cover the range without gap or overlap, at section borders, with
// sizes that add up.
func TestSplitTilesTheRange(t *testing.T) {
	for _, n := range []int{1, 2, 7, 10, 64} {
		all := New(nil, nil, table(10))
		parts := all.Split(n)
		if len(parts) != min(n, 10) {
			t.Errorf("%d parts of 10 sections became %d", n, len(parts))
		}
		var at []byte
		var size int64
		for _, p := range parts {
			if !bytes.Equal(p.Start, at) {
				t.Errorf("a part starts at %q after one that ends at %q", p.Start, at)
			}
			at = p.End
			size += p.Bytes
		}
		if len(at) != 0 || size != all.Bytes || all.Bytes != 10_000 {
			t.Errorf("the last part ends at %q, all have %d bytes of %d", at, size, all.Bytes)
		}
	}
	if r := New([]byte("k0150"), []byte("k0350"), table(10)); len(r.Keys) != 2 ||
		math.Abs(float64(r.Bytes)-2000) > 100 {
		t.Errorf("a part of the table has %d bytes and borders %q", r.Bytes, r.Keys)
	}
}

// TestClaims verifies which claims are refused, and which of these are errors.
func TestClaims(t *testing.T) {
	type step struct {
		claim any
		ok    bool
	}
	for name, c := range map[string]struct {
		steps      []step
		done, fail bool
	}{
		"to the end":        {[]step{{[]byte("b"), true}, {[]byte("c"), true}, {End{}, true}}, true, false},
		"no row":            {[]step{{End{}, true}}, true, false},
		"not ended":         {[]step{{[]byte("b"), true}}, false, false},
		"past the end":      {[]step{{[]byte("b"), true}, {[]byte("m"), false}}, true, false},
		"before the start":  {[]step{{[]byte("a"), false}}, false, true},
		"backward":          {[]step{{[]byte("c"), true}, {[]byte("b"), false}}, false, true},
		"twice":             {[]step{{[]byte("c"), true}, {[]byte("c"), false}}, false, true},
		"after a refusal":   {[]step{{[]byte("z"), false}, {[]byte("c"), false}}, false, true},
		"a row after all":   {[]step{{End{}, true}, {[]byte("c"), false}}, true, false},
		"of another type":   {[]step{{"c", false}}, false, true},
		"of the end, twice": {[]step{{End{}, true}, {End{}, false}}, true, false},
	} {
		tr := NewTracker(Range{Start: []byte("b"), End: []byte("m")})
		for i, s := range c.steps {
			if got := tr.TryClaim(s.claim); got != s.ok {
				t.Errorf("%s: claim %d was %v", name, i, got)
			}
		}
		if tr.IsDone() != c.done || (tr.GetError() != nil) != c.fail {
			t.Errorf("%s: done %v, error %v", name, tr.IsDone(), tr.GetError())
		}
	}
	if tr := NewTracker(Range{Start: []byte("m"), End: []byte("m")}); !tr.IsDone() {
		t.Error("an empty range is not done")
	}
}

// TestCheckpoint verifies that a split at 0 keeps what was claimed and gives away the rest.
func TestCheckpoint(t *testing.T) {
	tr := NewTracker(New(nil, nil, table(4)))
	tr.TryClaim([]byte("k0150"))
	p, r, err := tr.TrySplit(0)
	if err != nil || r == nil || !tr.IsDone() {
		t.Fatalf("%v, %v, done %v", r, err, tr.IsDone())
	}
	if want := []byte("k0150\x00"); !bytes.Equal(p.(Range).End, want) || !bytes.Equal(r.(Range).Start, want) ||
		len(r.(Range).End) != 0 {
		t.Errorf("primary %q, residual %q", p, r)
	}
	if got := p.(Range).Bytes + r.(Range).Bytes; got != 4000 {
		t.Errorf("%d bytes of 4000 after the split", got)
	}
	if tr.TryClaim([]byte("k0151")) {
		t.Error("a row of the residual was claimed")
	}
	if before, after := tr.GetProgress(); after != 0 || before <= 0 {
		t.Errorf("progress %v of %v", before, before+after)
	}
}

// reader plays a DoFn on some rows, with splits after some claims. It returns the rows that were processed.
func reader(t *rapid.T, r Range, rows [][]byte, splits bool) [][]byte {
	var out [][]byte
	todo := []Range{r}
	for len(todo) > 0 {
		r, todo = todo[0], todo[1:]
		tr := NewTracker(r)
		split := func() {
			if !splits || !rapid.Bool().Draw(t, "split") {
				return
			}
			p, residual, err := tr.TrySplit(rapid.Float64Range(0, 1).Draw(t, "share"))
			if err != nil {
				t.Fatal(err)
			}
			if residual == nil {
				return
			}
			a, b := p.(Range), residual.(Range)
			if !bytes.Equal(a.End, b.Start) || a.Bytes < 0 || b.Bytes < 0 {
				t.Fatalf("split into %+v and %+v", a, b)
			}
			todo = append(todo, b)
		}
		stopped := false
		for _, key := range rows {
			if !r.Contains(key) {
				continue
			}
			split()
			if !tr.TryClaim(key) {
				stopped = true
				break
			}
			out = append(out, key)
			split()
		}
		if !stopped {
			tr.TryClaim(End{})
		}
		if !tr.IsDone() || tr.GetError() != nil {
			t.Fatalf("done %v, error %v", tr.IsDone(), tr.GetError())
		}
	}
	return out
}

// TestSplitsLoseAndDoubleNothing verifies that, however a restriction is split while it is read, each row is claimed
// once. A bundle that is executed again, with other splits, claims the same rows.
func TestSplitsLoseAndDoubleNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 'a', 'b', 0xff}), 1, 5)
		rows := rapid.SliceOfN(key, 0, 30).Draw(t, "rows")
		slices.SortFunc(rows, bytes.Compare)
		rows = slices.CompactFunc(rows, bytes.Equal)
		var borders []Border
		for i, k := range rows {
			if rapid.IntRange(0, 3).Draw(t, "border") == 0 {
				borders = append(borders, Border{k, int64(i) * 10})
			}
		}
		borders = append(borders, Border{nil, int64(len(rows)) * 10})
		r := New(nil, nil, borders)
		if rapid.Bool().Draw(t, "bounded") {
			r = New(key.Draw(t, "start"), key.Draw(t, "end"), borders)
		}
		want := slices.DeleteFunc(slices.Clone(rows), func(k []byte) bool { return !r.Contains(k) })
		for _, splits := range []bool{false, true, true} {
			got := reader(t, r, rows, splits)
			slices.SortFunc(got, bytes.Compare)
			if !slices.EqualFunc(got, want, bytes.Equal) {
				t.Fatalf("read %q of %q", got, want)
			}
		}
	})
}

// TestBetween verifies that a key made up lies strictly between its neighbors.
func TestBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SliceOfN(rapid.Byte(), 1, 8)
		low, high := key.Draw(t, "low"), key.Draw(t, "high")
		if bytes.Compare(low, high) > 0 {
			low, high = high, low
		}
		k, ok := Between(low, high, rapid.Float64Range(0, 1).Draw(t, "share"))
		if ok && (bytes.Compare(k, low) <= 0 || bytes.Compare(k, high) >= 0) {
			t.Fatalf("%q is not between %q and %q", k, low, high)
		}
	})
	if k, ok := Between([]byte("user#100"), []byte("user#200"), 0.5); !ok || !bytes.HasPrefix(k, []byte("user#1")) {
		t.Errorf("%q, %v", k, ok)
	}
}
