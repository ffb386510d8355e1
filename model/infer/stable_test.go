package infer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFewWordsAreNoKind verifies that a few test keys among others make no record kind, however many of them the sample
// holds: otherwise the layouts of two samples of a table differ.
func TestFewWordsAreNoKind(t *testing.T) {
	for _, garbage := range []int{3, 5, 7} {
		w := newWorld(5)
		rs := rows(300, func() row { return row{key: w.uuid()} })
		for i := range garbage {
			rs = append(rs, row{key: w.word() + w.one("-test", "-check") + fmt.Sprint(i)})
		}
		if got := templates(inferred(t, rs)); len(got) != 1 || !strings.Contains(got[0], "uuid}") {
			t.Errorf("300 UUIDs and %d words with dashes: %q", garbage, got)
		}
	}
	w := newWorld(5)
	rs := rows(300, func() row { return row{key: w.uuid()} })
	rs = append(rs, rows(20, func() row { return row{key: w.word() + "-" + w.word()} })...)
	if got := templates(inferred(t, rs)); len(got) != 2 {
		t.Errorf("300 UUIDs and 20 pairs of words: %q", got)
	}
}

// TestEscapedNumbersAreOrdered verifies that escaped fields of which all are numbers of an ordered code are read as
// such, though as bytes of one width they are a big-endian number too.
func TestEscapedNumbersAreOrdered(t *testing.T) {
	for seed := range uint64(8) {
		w := newWorld(seed)
		animals := some(w, 12, w.word)
		first := 0xe10000 + w.IntN(0xe0000)
		rs := rows(150, func() row {
			version := strings.ReplaceAll(be(uint64(first+w.IntN(20_000)), 3), "\x00", "\x00\xff")
			return row{key: animals() + "\x00\x01" + version + "\x00\x01" + w.one("read", "write", "list")}
		})
		if got := templates(inferred(t, rs)); len(got) != 1 || !strings.Contains(got[0], "ordered escaped}") {
			t.Errorf("seed %d: %q", seed, got)
		}
	}
}

// TestFewIDsHaveTheirAlphabet verifies that the alphabet of ids is the same for few keys as for many: a character that
// base 58 leaves out is in most keys of base 62, and a damaged key of base 58 has one by chance.
func TestFewIDsHaveTheirAlphabet(t *testing.T) {
	const (
		digits  = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
		leftOut = "0OIl"
	)
	for _, n := range []int{30, 45, 60, 200} {
		w := newWorld(uint64(n))
		if got := templates(inferred(t, rows(n, func() row {
			return row{key: w.letters(16,
				digits+leftOut)}
		}))); !slices.Equal(got, []string{"{id:hash(b62(16))}"}) {
			t.Errorf("%d ids of base 62: %q", n, got)
		}
		rs := rows(n, func() row { return row{key: w.letters(16, digits)} })
		rs[n/2].key = w.letters(15, digits) + "l"
		if got := templates(inferred(t, rs)); !slices.Equal(got, []string{"{id:hash(b58(16))}"}) {
			t.Errorf("%d ids of base 58, and one that is damaged: %q", n, got)
		}
	}
}

// TestSamplesHaveTheSameEnum verifies that samples of a small table agree whether a field is an enum, and whether its
// values are listed.
func TestSamplesHaveTheSameEnum(t *testing.T) {
	for _, values := range []int{3, 6, 10, 40} {
		seen := map[string]int{}
		for seed := range uint64(12) {
			w := newWorld(uint64(values))
			group := some(w, values, w.coined)
			rs := rows(80, func() row { return row{key: group() + "|" + w.uuid()} })
			w = newWorld(seed)
			rs = slices.DeleteFunc(rs, func(row) bool { return w.IntN(10) == 0 })
			seen[strings.Join(templates(inferred(t, rs)), "; ")]++
		}
		if len(seen) != 1 {
			t.Errorf("%d values: %v", values, seen)
		}
	}
}
