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
