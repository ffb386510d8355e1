package sample

import "testing"

// TestAscends verifies what order rows must have: each key is larger than the one before.
func TestAscends(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want bool
	}{{nil, true}, {[]string{"a"}, true}, {[]string{"a", "b"}, true}, {[]string{"a", "a"}, false},
		{[]string{"b", "a"}, false}, {[]string{"a", "c", "b"}, false}} {
		b := NewBuilder(0)
		for _, key := range tt.keys {
			b.Row([]byte(key))
		}
		if got := b.s.ascends(); got != tt.want {
			t.Errorf("%q ascends: %v", tt.keys, got)
		}
	}
}

// TestNextOfNothing verifies that a run can follow one without rows.
func TestNextOfNothing(t *testing.T) {
	next := NewBuilder(4).Next(10)
	next.Row([]byte("a"))
	next.Cell("f", []byte("q"), 1, []byte("value"))
	if next.Rows() != 1 || next.keep != 4 {
		t.Errorf("%d rows, %d bytes of values are kept", next.Rows(), next.keep)
	}
}
