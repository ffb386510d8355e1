package infer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/rowkey"
)

// noise makes the rows of a table without structure: values drawn from one alphabet, of one length or of any, between
// constant bytes or none, with cells written at any time.
func noise(seed uint64) []row {
	w := newWorld(50_000 + seed)
	size, vary := 4+w.IntN(40), w.IntN(3) == 0
	alphabet := w.one("bytes", "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz234567",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", "0123456789", "syllables")
	value := func() string {
		n := size
		if vary {
			n = 3 + w.IntN(size)
		}
		switch alphabet {
		case "bytes":
			return w.bytes(n)
		case "syllables":
			out := ""
			for len(out) < n {
				out += w.coined()
			}
			return out
		}
		return w.letters(n, alphabet)
	}
	before, after := "", ""
	switch w.IntN(4) {
	case 1:
		before = w.bytes(1 + w.IntN(3))
	case 2:
		after = w.bytes(1 + w.IntN(3))
	case 3:
		before, after = w.one("a", "k:", "\x00", "user#", "17"), w.one("", "\x00", "!")
	}
	start := time.Unix(1_000_000_000+int64(w.IntN(900_000_000)), 0)
	span := []time.Duration{time.Second, 12 * time.Hour, 40 * 24 * time.Hour, 3 * 365 * 24 * time.Hour}[w.IntN(4)]
	untimed := w.IntN(6) == 0
	return rows([]int{60, 120, 400}[w.IntN(3)], func() row {
		at := start.Add(time.Duration(w.Int64N(int64(span))))
		if untimed {
			at = time.Time{}
		}
		return row{before + value() + after, at}
	})
}

// claims lists the segments of a result that claim a time or a function of other segments.
func claims(res Result) []string {
	var out []string
	for _, k := range res.Kinds {
		for _, s := range k.Layout.Segments() {
			spec := s.Codec.Spec()
			timed := s.Codec.Type() == rowkey.Timestamp || s.Codec.Type() == rowkey.ULID
			for _, id := range []string{"snowflake", "ksuid", "xid", "objectid"} {
				timed = timed || strings.Contains(spec, id)
			}
			if timed || s.Codec.Type() == rowkey.Salt || s.Name == "hash" {
				out = append(out, fmt.Sprintf("{%s:%s}", s.Name, spec))
			}
		}
	}
	return out
}

// TestNoClaimsInNoise verifies that tables of noise have no time, no salt and no hash function: 100 of them, or 10,000
// with TABLETOP_SLOW=1.
func TestNoClaimsInNoise(t *testing.T) {
	tables, allowed := uint64(100), 0
	if slowtest.On() {
		tables, allowed = 10_000, 4
	}
	found := 0
	for seed := range tables {
		rs := noise(seed)
		if c := claims(inferred(t, rs)); len(c) > 0 {
			found++
			t.Logf("seed %d, such as %q: %q", seed, rs[0].key, c)
		}
	}
	// With none found in n tables, the rate is under 3/n at 95% (rule of three).
	t.Logf("%d of %d tables of noise have a time, a salt or a hash function", found, tables)
	if found > allowed {
		t.Errorf("%d tables, want at most %d", found, allowed)
	}
}
