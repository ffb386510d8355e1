package segments

import (
	"hash/maphash"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDictionary verifies that values get the codes of their first appearance, whether they ascend or not.
func TestDictionary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching("[a-d]{0,2}"), 0, 150).Draw(t, "words")
		if n := rapid.IntRange(0, len(words)).Draw(t, "ascending"); n > 0 {
			slices.Sort(words[:n])
		}
		all, want := dictionary{seed: maphash.MakeSeed()}, map[string]uint32{}
		for i, w := range words {
			if _, ok := want[w]; !ok {
				want[w] = uint32(len(want))
			}
			code := all.code(Value{Raw: []byte(w)}, uint32(i))
			if first := slices.Index(words, w); code != want[w] || string(all.values[code].Raw) != w ||
				int(all.first[code]) != first {
				t.Fatalf("value %d %q has code %d, want %d", i, w, code, want[w])
			}
		}
	})
}
