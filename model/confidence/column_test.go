package confidence

import (
	"testing"

	"tabletop/model/rowkey"
)

// TestClass verifies that digits, letters, other characters and bytes that are no text differ in class.
func TestClass(t *testing.T) {
	for want, same := range []string{"059", "azAZ", " -_~", "\x00\x1f\x7f\xff"} {
		for _, b := range []byte(same) {
			if got := class(b); got != want {
				t.Errorf("class(%q) = %d, want %d", b, got, want)
			}
		}
	}
}

// TestBounded verifies which sides of a segment count as bounded: by an end of the key, or by bytes between it and its
// neighbor.
func TestBounded(t *testing.T) {
	key := []byte("ab#cdef")
	spans := []rowkey.Span{{Start: 0, End: 2}, {Start: 3, End: 5}, {Start: 5, End: 7}}
	for n, want := range [][2]int{{1, 1}, {1, 0}, {0, 1}} {
		var c column
		c.add(0, key, spans, n, NoTime)
		if c.bounded != want {
			t.Errorf("segment %d: bounded %v, want %v", n, c.bounded, want)
		}
	}
	var c column
	c.add(0, []byte("ab!"), []rowkey.Span{{Start: 0, End: 2}}, 0, NoTime)
	if want := [2]int{1, 1}; c.bounded != want {
		t.Errorf("before a literal at the end: bounded %v, want %v", c.bounded, want)
	}
}

// TestTimesNearCellsAreNotDoubted verifies how near the timestamps of the cells settle that values are times, which
// being all one value would speak against.
func TestTimesNearCellsAreNotDoubted(t *testing.T) {
	layout := parsed(t, "{day:date(20060102)}")
	for near, want := range map[float64]bool{0.24: true, 0.25: true, 0.26: false} {
		c := column{seg: layout.Segments()[0], calendar: true, unique: 1, values: make([][]byte, 2),
			seconds: []float64{1.7e9, 1.7e9}, cells: []float64{1.7e9, 1.7e9 + 9}, timeNear: near}
		if c.doubtTimes(); c.doubtfulTime != want {
			t.Errorf("%v near their cells: doubtful is %t, want %t", near, c.doubtfulTime, want)
		}
	}
}

// TestNanosecondsOrIDs verifies that decimal nanoseconds may be ids unless at least half of them end in zero, as those
// of clocks that count more coarsely do.
func TestNanosecondsOrIDs(t *testing.T) {
	nanos, millis := parsed(t, "{at:ns}").Segments()[0], parsed(t, "{at:ms}").Segments()[0]
	for _, tt := range []struct {
		name   string
		seg    *rowkey.Segment
		values []string
		binary bool
		want   bool
	}{
		{"half end in zero", nanos, []string{"1700000000000000010", "1700000000000000013"}, false, false},
		{"a third ends in zero", nanos, []string{"1700000000000000010", "1700000000000000013", "1700000000000000017"},
			false, true},
		{"in binary", nanos, []string{"1700000000000000013"}, true, false},
		{"milliseconds", millis, []string{"1700000000013"}, false, false},
	} {
		c := column{seg: tt.seg, printable: !tt.binary}
		for _, v := range tt.values {
			c.values = append(c.values, []byte(v))
		}
		if got := c.mayBeIDs(); got != tt.want {
			t.Errorf("%s: may be ids is %t", tt.name, got)
		}
	}
}
