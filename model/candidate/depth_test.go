package candidate

import (
	"strings"
	"testing"
)

// TestDepthIsBounded verifies that groups and calls nest 8 deep and no deeper.
func TestDepthIsBounded(t *testing.T) {
	group := func(n int) string { return "{a}" + strings.Repeat("[#{b}", n) + strings.Repeat("]", n) }
	call := func(n int) string { return "{" + strings.Repeat("reverse(", n) + "a" + strings.Repeat(")", n) + "}" }
	for _, text := range []func(int) string{group, call} {
		if _, err := Parse(text(8)); err != nil && strings.Contains(err.Error(), "nest at most") {
			t.Errorf("%s: %v", text(8), err)
		}
		if _, err := Parse(text(9)); err == nil || !strings.Contains(err.Error(), "nest at most 8 deep") {
			t.Errorf("%s: %v, want an error that names the limit", text(9), err)
		}
	}
}
