package personal

import "testing"

// TestNames states which names are taken for a person's and which are words of schemas. Names that are neither are
// judged by how many rows have them.
func TestNames(t *testing.T) {
	names := NewNames()
	for _, tt := range []struct {
		name             string
		personal, schema bool
	}{
		{"status", false, true}, {"created_at", false, true}, {"createdAt", false, true}, {"p99", false, true},
		{"HTTPStatusCode", false, true},
		{"temperature2", false, true}, {"cf", false, true}, {"user_id", false, true}, {"owner_email", false, true},
		{"first_name", false, true},
		{"jiffies", false, false}, {"cfg_xyz", false, false}, {"snmp", false, false}, {"usr_jiffies", false, false},
		{"2026", false, false}, {"", false, false},
		{"owner_anna.kovacs", true, false}, {"anna", true, false}, {"KOVACS", true, false}, {"AnnaKovacs", true, false},
		{"annakovacs", true, false},
		{"j.smith", true, false}, {"smith_j", true, false}, {"Müller", true, false}, {"Łukasz", true, false},
		{"Анна", true, false}, {"田中", true, false},
		{"jan_price", true, true}, {"mark_price", true, false}, {"may_day", true, true}, {"bill_total", false, true},
		{"owner_qwerty", true, false}, {"owner_count", false, true}, {"qwerty_asdfia", true, false},
		{"x.qwerty", true, false}, {"qwerty_total", false, false}, {"temperature_12345", true, false},
		{"temperature_1234", false, false}, {"temperature_12", false, true}, {"temperature_123", false, false},
		{"a_123_456", false, false}, {"a_123_4567", true, false}, {"user0042", true, false},
		{"patient-123", true, false}, {"user12", false, true}, {"sha256", false, true}, {"joe@home", true, false},
		{"+4930123456", true, false}, {"10.1.2.3", false, false},
		{"of_12-34-56", false, false}, {"users/anna", true, false},
	} {
		if got := names.IsPersonal(tt.name); got != tt.personal {
			t.Errorf("%q: taken for a person's is %t", tt.name, got)
		}
		if got := names.IsSchema(tt.name); got != tt.schema {
			t.Errorf("%q: words of schemas is %t", tt.name, got)
		}
	}
}

// TestNamesAreNoWordsOfSchemas lists the words that are in both lists, which alone are taken for words of schemas.
func TestNamesAreNoWordsOfSchemas(t *testing.T) {
	names := NewNames()
	both := 0
	for w := range names.schema {
		if names.given[w] || names.family[w] {
			both++
			t.Log(w)
		}
	}
	if both > 60 {
		t.Errorf("%d words are names and words of schemas", both)
	}
}

// TestPersonsHaveTwoNames verifies that a text is what a person is called if it is a given and a family name, in either
// order, beside initials and digits.
func TestPersonsHaveTwoNames(t *testing.T) {
	names := NewNames()
	for text, want := range map[string]bool{"anna kovacs": true, "Kovacs, Anna": true, "anna m kovacs": true,
		"anna": false, "kovacs": false, "anna qwerty": false, "qwerty kovacs": false, "qwerty anna": false,
		"kovacs qwerty": false, "anna kovacs smith": false, "": false, "status code": false} {
		if got := names.IsPerson(text); got != want {
			t.Errorf("%q: a person: %t, want %t", text, got, want)
		}
	}
}
