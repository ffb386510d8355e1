package infer

import (
	"fmt"
	"strings"
	"testing"
)

// TestFewWordsAreNoKind verifies that a few test keys among others make no record kind, however many of them the sample holds: otherwise the
// layouts of two samples of a table differ.
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

// TestEscapedNumbersAreOrdered verifies that escaped fields of which all are numbers of an ordered code are read as such, though as bytes of one width
// they are a big-endian number too.
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
