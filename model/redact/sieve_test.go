package redact

import "testing"

// TestIsDistinct verifies which names are looked for in sentences: those of three letters or seven digits, and those
// with a letter that is not ASCII; others could be any word or number.
func TestIsDistinct(t *testing.T) {
	for name, want := range map[string]bool{"abc": true, "ab": false, "ab1": false, "a1b2c": true, "1234567": true,
		"123456": false, "12-34-567": true, "12-34-56": false, "x1234567": true, "é1": true, "--": false, "": false} {
		if got := isDistinct(name); got != want {
			t.Errorf("isDistinct(%q) = %t, want %t", name, got, want)
		}
	}
}
