package candidate

import (
	"strings"
	"testing"
)

// TestValidFamily verifies what a family may be called: up to 64 letters, digits, '_', and behind the first '-' and '.'.
func TestValidFamily(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "Az09_": true, "a-.": true, strings.Repeat("z", 64): true,
		"": false, "-a": false, ".a": false, "a b": false, "é": false, strings.Repeat("z", 65): false,
		"a/": false, "a:": false, "@": false, "[": false, "`": false, "{": false,
	} {
		if got := ValidFamily(name); got != want {
			t.Errorf("%q may be a family: %v, want %v", name, got, want)
		}
	}
}
