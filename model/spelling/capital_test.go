package spelling_test

import (
	"testing"

	"tabletop/model/spelling"
)

// TestCapitalize verifies that the first character changes, however many bytes it has, and no other.
func TestCapitalize(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "A", "rows READ": "Rows READ", "élan": "Élan", "≈3 GB": "≈3 GB", "3 rows": "3 rows",
		"\xe2\x89": "\xe2\x89", "ß": "ß",
	} {
		if got := spelling.Capitalize(text); got != want {
			t.Errorf("Capitalize(%q) is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"": "", "A": "a", "Rows READ": "rows READ", "Élan": "élan",
		"≈3 GB": "≈3 GB"} {
		if got := spelling.Uncapitalize(text); got != want {
			t.Errorf("Uncapitalize(%q) is %q, want %q", text, got, want)
		}
	}
}
