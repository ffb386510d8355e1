package segments

import (
	"hash/maphash"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDictionary verifies that values get the codes of their first appearance, whether they ascend or not, in one
// dictionary and in one that adopts another.
func TestDictionary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching("[a-d]{0,2}"), 0, 150).Draw(t, "words")
		if n := rapid.IntRange(0, len(words)).Draw(t, "ascending"); n > 0 {
			slices.Sort(words[:n])
		}
		half := rapid.IntRange(0, len(words)).Draw(t, "half")
		seed := maphash.MakeSeed()
		all, other := dictionary{seed: seed}, dictionary{seed: seed}
		codes, want := make([]uint32, len(words)), map[string]uint32{}
		for i, w := range words {
			d := &all
			if i >= half {
				d = &other
			}
			codes[i] = d.code(Value{Raw: []byte(w)}, uint32(i))
			if _, ok := want[w]; !ok {
				want[w] = uint32(len(want))
			}
		}
		to := all.adopt(&other)
		for i, w := range words {
			code := codes[i]
			if i >= half {
				code = to[code]
			}
			if code != want[w] || string(all.values[code].Raw) != w || words[all.first[code]] != w {
				t.Fatalf("value %d %q has code %d, want %d", i, w, code, want[w])
			}
		}
	})
}
