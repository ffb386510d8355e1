package rowkey

import (
	"bytes"
	"testing"
)

// TestPrefixEnd verifies that the end is the first key behind those with a prefix, and that the prefix stays as it is.
func TestPrefixEnd(t *testing.T) {
	for _, tt := range []struct{ prefix, want string }{
		{"a", "b"}, {"user#", "user$"}, {"a\xfe", "a\xff"}, {"a\xff", "b"}, {"a\xff\xff", "b"}, {"\x00", "\x01"},
		{"", ""}, {"\xff", ""}, {"\xff\xff", ""},
	} {
		prefix := []byte(tt.prefix)
		end := PrefixEnd(prefix)
		if string(end) != tt.want || (end == nil) != (tt.want == "") || string(prefix) != tt.prefix {
			t.Errorf("%q: %q, want %q; the prefix is %q", tt.prefix, end, tt.want, prefix)
		}
		last := append([]byte(tt.prefix), bytes.Repeat([]byte{0xff}, 9)...)
		if end != nil && (bytes.Compare(last, end) >= 0 || bytes.Compare(prefix, end) >= 0) {
			t.Errorf("%q is not after the keys with prefix %q", end, tt.prefix)
		}
	}
}

// TestUnitsAreInOrder verifies that each unit is coarser than those before it, than none behind it, and than what is no
// unit.
func TestUnitsAreInOrder(t *testing.T) {
	for i, a := range Units() {
		for k, b := range Units() {
			if a.CoarserThan(b) != (i > k) {
				t.Errorf("%s coarser than %s: %t", a, b, a.CoarserThan(b))
			}
		}
		if a.CoarserThan("") || Unit("").CoarserThan(a) {
			t.Errorf("%s and no unit are compared", a)
		}
	}
	if Units()[0] != Nanosecond || Units()[len(Units())-1] != Year {
		t.Errorf("%v", Units())
	}
}
