package detect

import (
	"testing"
	"time"

	"tabletop/model/infer/internal/keyset"
)

// TestUpperBytesAreNoTime verifies that numbers that go up with the cells are no times where what they differ by from
// the cells grows with them: the upper bytes of milliseconds count units of 65.5 seconds, not minutes.
func TestUpperBytesAreNoTime(t *testing.T) {
	start := time.Date(2014, 6, 1, 0, 0, 0, 0, time.UTC)
	ks := &keyset.Keyset{Timed: true, To: start.AddDate(20, 0, 0).UnixMicro()}
	var rows []int32
	var minutes, upper []uint64
	for i := range 200 {
		at := start.Add(time.Duration(i*i) * 19 * time.Minute)
		rows = append(rows, int32(i))
		minutes, upper = append(minutes, uint64(at.Unix()/60)), append(upper, uint64(at.UnixMilli()>>16))
		cell := at.Add(time.Duration(i%7) * time.Minute).UnixMicro()
		ks.Oldest, ks.Newest = append(ks.Oldest, cell), append(ks.Newest, cell)
	}
	if got, ok := FindTime(ks, rows, minutes, binaryField(32)); !ok || !got.Known {
		t.Errorf("minutes: %+v, %t, want a known time", got, ok)
	}
	if got, ok := FindTime(ks, rows, upper, binaryField(32)); ok {
		t.Errorf("upper bytes: %+v, want no time", got)
	}
}
