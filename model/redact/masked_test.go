package redact

import "testing"

// TestMaskedKeepsWhatIsNotThere verifies that lists without entries stay lists, and those that are missing stay missing:
// JSON writes them differently.
func TestMaskedKeepsWhatIsNotThere(t *testing.T) {
	type part struct {
		Missing, Empty []string
		Nothing, Bytes []byte
		None           *string
	}
	got := Masked(&Strings{}, part{Empty: []string{}, Bytes: []byte("abc")})
	if got.Missing != nil || got.Empty == nil || got.Nothing != nil || string(got.Bytes) != "abc" || got.None != nil {
		t.Errorf("%+v", got)
	}
}
