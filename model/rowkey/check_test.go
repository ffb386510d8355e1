package rowkey

import (
	"math"
	"slices"
	"testing"
)

func TestCheck(t *testing.T) {
	set, err := ParseSet("user = user#{id:int}\nday = {device}#{day:date(20060102)}")
	if err != nil {
		t.Fatal(err)
	}
	keys := [][]byte{[]byte("user#1"), []byte("a#20240101"), []byte("user#x"), []byte("a#20241301"), []byte("user#2")}
	r := Check(set, slices.Values(keys))
	keys[2][0] = '!' // the report has a copy
	if r.Keys != 5 || r.Fit != 3 || !slices.Equal(r.Kinds, []int{2, 1}) || len(r.Misfits) != 2 {
		t.Fatalf("%+v", r)
	}
	first, second := r.Misfits[0], r.Misfits[1]
	if string(first.Key) != "user#x" || first.Index != 2 || first.Kind != 0 || first.Err.Offset != 5 ||
		first.Err.Segment.Name != "id" {
		t.Errorf("first misfit: %+v, %v", first, first.Err)
	}
	if second.Index != 3 || second.Kind != 1 ||
		second.Err.Error() != `byte 2: day (date(20060102)): no such month, at "20241301"` {
		t.Errorf("second misfit: %+v, %v", second, second.Err)
	}
	if r.Failing() != 0.4 {
		t.Errorf("failing: %v", r.Failing())
	}
	if r := Check(set, slices.Values([][]byte(nil))); r.FailingBound() != 1 || r.Failing() != 0 {
		t.Errorf("without keys: %v, %v", r.FailingBound(), r.Failing())
	}
	if r := Check(nil, slices.Values(keys)); r.Keys != 5 || r.Fit != 0 || len(r.Misfits) != 0 {
		t.Errorf("without layouts: %+v", r)
	}
}

// The wanted figures come from adding up binomial terms in another program, and for no failures from the closed form.
func TestFailingBound(t *testing.T) {
	for _, c := range []struct {
		n, failed int
		want      float64
	}{
		{1, 0, 0.95}, {10, 0, 0.258866}, {100, 0, 0.029513}, {1000, 0, 0.0029912}, {10, 1, 0.394163}, {10, 9, 0.994884},
		{10, 10, 1},
		{100, 5, 0.102253}, {1000000, 0, 2.9957e-6}, {1000000, 1000, 0.00105357}, {0, 0, 1},
	} {
		if got := FailingBound(c.n, c.failed); math.Abs(got-c.want) > c.want*2e-4 {
			t.Errorf("%d of %d failed: at most %v, want %v", c.failed, c.n, got, c.want)
		}
	}
}
