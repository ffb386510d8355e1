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

// TestNamesAreReplacedInSentences verifies that names which were replaced are replaced in sentences too: whole words, the
// longest name at a place, and no words of schemas or too short to name anything.
func TestNamesAreReplacedInSentences(t *testing.T) {
	sieve := newSieve(map[NameKind]map[string]string{
		FamilyName: {"acme": "fam1", "ab": "fam2", "status": "fam3"},
		ColumnName: {"acme.sales": "col1", "1234567": "col2", "émile": "col3"},
	}, func(name string) bool { return name == "status" })
	for text, want := range map[string]string{
		"":                            "",
		"family acme":                 "family fam1",
		"acme":                        "fam1",
		"acme, and acme":              "fam1, and fam1",
		"acme.sales is larger":        "col1 is larger",
		"acme.sale is larger":         "fam1.sale is larger",
		"acmes":                       "acmes",
		"macme":                       "macme",
		"m.acme":                      "m.fam1",
		"ab is no name":               "ab is no name",
		"status is a word of schemas": "status is a word of schemas",
		"1234567":                     "col2",
		"12345678":                    "12345678",
		"for émile.":                  "for col3.",
	} {
		if got := sieve.text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
