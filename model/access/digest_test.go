package access

import (
	"crypto/md5"
	"crypto/sha1"
	"fmt"
	"slices"
	"testing"
)

// TestDigestsAreKnown verifies that a segment that begins the digest of another one is found and known to who knows
// that one, and that an id which is no digest, though each device has one, is not.
func TestDigestsAreKnown(t *testing.T) {
	const query = "{name: q, where: {device: equal, at: range 10s}}"
	table := func(head func(device string) string) *Index {
		var keys []string
		for i := range 200 {
			device := fmt.Sprintf("gw%04d", i*i%37)
			keys = append(keys, fmt.Sprintf("%s-%s-%d", head(device), device, 1_780_000_000+i))
		}
		return facts(t, "{h}-{device}-{at:s}", keys...)
	}
	for _, tt := range []struct {
		name string
		head func(device string) string
		fn   string
	}{
		{"md5", func(d string) string { return fmt.Sprintf("%x", md5.Sum([]byte(d)))[:4] }, "md5"},
		{"sha1 in capitals", func(d string) string { return fmt.Sprintf("%X", sha1.Sum([]byte(d)))[:6] }, "sha1"},
		{"an id", func(d string) string { return fmt.Sprintf("%x", md5.Sum([]byte("secret "+d)))[:4] }, ""},
		{"a digest of most", func(d string) string {
			if d == "gw0000" {
				return "0000"
			}
			return fmt.Sprintf("%x", md5.Sum([]byte(d)))[:4]
		}, ""},
	} {
		f := table(tt.head)
		var want []Digest
		if tt.fn != "" {
			want = []Digest{{"h", "device", tt.fn}}
		}
		if !slices.Equal(f.Digests, want) {
			t.Errorf("%s: found %v, want %v", tt.name, f.Digests, want)
		}
		if c := cost(t, f, query); (c.Access == ByRange) != (tt.fn != "") ||
			tt.fn != "" && c.ByData.RowsRead.Value > 2 {
			t.Errorf("%s: %s, %g rows", tt.name, c.Access, c.ByData.RowsRead.Value)
		}
		if c := cost(t, f, "{name: q, where: {at: range 10s}}"); c.Access == ByRange {
			t.Errorf("%s without the device: %s", tt.name, c.Access)
		}
	}
}
