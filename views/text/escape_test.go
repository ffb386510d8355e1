package text

import "testing"

// TestBlank verifies that text of spaces only is in quotes, and no other text.
func TestBlank(t *testing.T) {
	for in, want := range map[string]string{"": "", " ": `" "`, "   ": `"   "`, " a": " a", "a b": "a b"} {
		if got := Blank(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestUndeclaredFamily verifies that a sample without a list of families says so, and does not speak of changes.
func TestUndeclaredFamily(t *testing.T) {
	if got, want := UndeclaredFamily(false), "the sample has no list of families; for an export, --gc and --table-info "+
		"state policies"; got != want {
		t.Errorf("%q", got)
	}
	if got, want := UndeclaredFamily(true), "the description of the table lacks the family: it was created or deleted "+
		"meanwhile, or is one that the --gc or --table-info of an export leave out"; got != want {
		t.Errorf("%q", got)
	}
}
