package infer

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/rowkey"
)

// coined makes up a word of a few syllables.
func (w *world) coined() string {
	out := ""
	for range 1 + w.IntN(4) {
		out += w.letters(1, "bdfghjklmnprstvz") + w.letters(1, "aeiou")
	}
	return out + w.one("", "", w.letters(1, "nrstl"))
}

// syllables makes up a name of so many letters, of few syllables, which recur at the same places.
func syllables(w *world, least, most int) string {
	for {
		out := ""
		for range 1 + w.IntN(4) {
			out += w.one("ka", "mo", "ri", "ten", "lu", "ba", "shi", "do", "pe", "van", "el", "an", "jo", "kim", "ra",
				"su")
		}
		if len(out) >= least && len(out) <= most {
			return out
		}
	}
}

// Words are never cut between letters, however much their first letters repeat.
func TestWordsStayWhole(t *testing.T) {
	title := func(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
	for name, make := range map[string]func(w *world) string{
		"coined":          (*world).coined,
		"capitals":        func(w *world) string { return title(w.coined()) },
		"two words":       func(w *world) string { return title(w.coined()) + title(w.coined()) },
		"tickers":         func(w *world) string { return w.letters(2+w.IntN(4), "ABCDEFGHIKLMNOPRSTUVWX") },
		"tickers of 4":    func(w *world) string { return w.letters(4, "ABCDEFGHIKLMNOPRSTUVWX") },
		"names of 3 to 8": func(w *world) string { return syllables(w, 3, 8) },
		"names of 3 to 5": func(w *world) string { return syllables(w, 3, 5) },
		"with a number":   func(w *world) string { return syllables(w, 3, 6) + w.one("", "", fmt.Sprint(w.IntN(90))) },
		"a letter before": func(w *world) string { return "u" + syllables(w, 3, 7) },
		"few beginners":   func(w *world) string { return w.letters(1, "ab") + w.coined() },
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range seeds(8) {
				w := newWorld(seed)
				res := inferred(t, rows(300, func() row { return row{make(w), w.when()} }))
				for _, k := range res.Kinds {
					if n := len(k.Layout.Segments()); n > 1 {
						t.Errorf("seed %d: %s", seed, k.Layout)
					}
				}
			}
		})
	}
}

// A digest is one segment, whatever stands behind it.
func TestDigestsStayWhole(t *testing.T) {
	widths := []int{16, 20, 32, 40, 64}
	if !slowtest.On() {
		widths = []int{32}
	}
	for _, width := range widths {
		for name, rest := range map[string]func(w *world) string{
			"nothing": func(*world) string { return "" },
			"name":    func(w *world) string { return "_" + w.name() },
			"time":    func(w *world) string { return fmt.Sprint("#", w.when().UnixMilli()) },
			"number":  func(w *world) string { return fmt.Sprint("-", w.IntN(9000)) },
			"binary":  func(w *world) string { return be(uint64(w.when().UnixMilli()), 8) },
		} {
			t.Run(fmt.Sprint(width, " ", name), func(t *testing.T) {
				for seed := range seeds(3) {
					w := newWorld(seed)
					res := inferred(t, rows(300, func() row { return row{w.hex(width) + rest(w), w.when()} }))
					if len(res.Kinds) != 1 {
						t.Fatalf("seed %d: %q", seed, templates(res))
					}
					first := res.Kinds[0].Layout.Segments()[0].Codec
					if first.Width() != width && name != "nothing" || first.Type() != rowkey.Hash ||
						len(res.Kinds[0].Layout.Segments()) > 2 {
						t.Errorf("seed %d: %s", seed, res.Kinds[0].Layout)
					}
				}
			})
		}
	}
}

// TestKindsKeepTheirOrder verifies that kinds of about equal shares have one order in all samples of a table, and that
// a far larger kind goes first.
func TestKindsKeepTheirOrder(t *testing.T) {
	for _, tt := range []struct{ share, first string }{{"visit visit visit order order order", "order"},
		{"visit visit visit visit visit visit visit order", "visit"}} {
		shares := strings.Fields(tt.share)
		for seed := range seeds(16) {
			w := newWorld(seed)
			res := inferred(t, rows(300, func() row {
				if w.one(shares...) == "visit" {
					return row{"visit#" + w.name() + "#" + fmt.Sprint(w.when().UnixMilli()), w.when()}
				}
				return row{"order#" + fmt.Sprint(w.IntN(1e6)), w.when()}
			}))
			if len(res.Kinds) != 2 || res.Kinds[0].Layout.Name() != tt.first {
				t.Errorf("%s, seed %d: %q", tt.share, seed, templates(res))
			}
		}
	}
}
