package text

import (
	"slices"
	"testing"
)

// TestWrapKeepsFlags verifies that a line ends after a hyphen of a compound word, but not within a flag, nor between a
// figure and its unit.
func TestWrapKeepsFlags(t *testing.T) {
	for _, tt := range []struct {
		s    string
		w    int
		want []string
	}{
		{"declare it with --layout", 20, []string{"declare it with", "--layout"}},
		{"declare it with --layout", 17, []string{"declare it with", "--layout"}},
		{"give more (--max-memory) to it", 16, []string{"give more", "(--max-memory)", "to it"}},
		{"the half-width of it", 10, []string{"the half-", "width of", "it"}},
		{"a -", 3, []string{"a -"}},
		{"782 B to 738 B, for 26 d; 3 more", 14, []string{"782 B to", "738 B, for", "26 d; 3 more"}},
		{"782 B to 738 B, for 26 d; 3 dogs", 11, []string{"782 B to", "738 B, for", "26 d; 3", "dogs"}},
		{"--max-memory", 5, []string{"--max", "-memo", "ry"}},
		{"gone", 0, nil},
	} {
		if got := Wrap(tt.s, tt.w); !slices.Equal(got, tt.want) {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tt.s, tt.w, got, tt.want)
		}
	}
}
