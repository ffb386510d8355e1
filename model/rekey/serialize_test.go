package rekey

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// The length of a quoted text is that of what encoding/json makes of it.
func TestQuotedSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(),
			rapid.StringOfN(rapid.RuneFrom([]rune("\x00\b\f\n\r\t\x1f\"\\<>&\u2028\u2029\ufffda\x7fé漢🙂")), 0, 20, -1),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		want, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := quotedSize(s); got != len(want) || quotedSize([]byte(s)) != got {
			t.Fatalf("%q takes %d, not %d", s, len(want), got)
		}
	})
}

// Columns are numbered from 0 in the order in which they come, whatever their names.
func TestNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newNames(rapid.IntRange(0, 4).Draw(t, "room"))
		ids := map[[2]string]uint32{}
		for range rapid.IntRange(0, 300).Draw(t, "columns") {
			family := rapid.SampledFrom([]string{"", "f", "ff", "fa"}).Draw(t, "family")
			qualifier := rapid.StringN(0, 3, -1).Draw(t, "qualifier")
			want, known := ids[[2]string{family, qualifier}]
			if !known {
				want = uint32(len(ids))
				ids[[2]string{family, qualifier}] = want
			}
			got := n.number(family, []byte(qualifier))
			if got != want || n.family(got) != family || string(n.qualifier(got)) != qualifier ||
				n.cellBytes(got, 5) != int64(len(family)+len(qualifier)+8+5) {
				t.Fatalf("%q %q has number %d, not %d", family, qualifier, got, want)
			}
		}
	})
}
