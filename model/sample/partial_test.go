package sample

import (
	"math"
	"strings"
	"testing"
)

// TestPartial verifies which reads count as partial, and that the state outlives the file.
func TestPartial(t *testing.T) {
	row := func() []*Builder {
		b := NewBuilder(0)
		b.Row([]byte("a"))
		b.Cell("f", nil, 1, nil)
		return []*Builder{b}
	}
	for _, c := range []struct {
		name string
		how  Provenance
		rows bool
		want string // part of the reason; empty is not partial
	}{
		{"whole table", Provenance{Complete: true}, true, ""},
		{"planned sample", Provenance{}, true, ""},
		{"limit", Provenance{Stopped: "the limit of 9 bytes was reached", Ending: EndLimit}, true, ""},
		{"error", Provenance{Stopped: "an error ended the read", Ending: EndError}, true, "an error"},
		{"interrupt", Provenance{Stopped: "the read was interrupted", Ending: EndInterrupt}, true, "interrupted"},
		{"ending of a newer version", Provenance{Stopped: "x", Ending: "other"}, true, "x"},
		{"error without words", Provenance{Ending: EndError}, true, "ended early"},
		{"empty table", Provenance{Complete: true}, false, ""},
		{"no rows in a sample", Provenance{}, false, "not known to be empty"},
		{"no rows within a limit", Provenance{Stopped: "the time limit of 1ms was reached", Ending: EndLimit}, false,
			"no rows were read: the time limit"},
		{"no rows before an error", Provenance{Stopped: "an error ended the read", Ending: EndError}, false,
			"an error"},
	} {
		var parts []*Builder
		if c.rows {
			parts = row()
		}
		s := Assemble(Table{}, c.how, parts)
		raw := encoded(t, s)
		saved, err := Decode(raw, math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		for where, got := range map[string]string{"as read": s.Partial(), "saved": saved.Partial()} {
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("%s, %s: partial because %q, want %q", c.name, where, got, c.want)
			}
		}
	}
}

// TestPartialOfOldFiles verifies that a file saved before the ending was is classified by its words: only a limit that
// the user gave lets it pass for a planned sample.
func TestPartialOfOldFiles(t *testing.T) {
	for stopped, partial := range map[string]bool{
		"":                                     false,
		"the limit of 60000 bytes was reached": false,
		"the time limit of 30s was reached":    false,
		"an error ended it with 3 of 128 places not read to their end": true,
		"it was stopped on request":                                    true,
		"its deadline was reached":                                     true,
		"the demo was still loading":                                   true,
		"the read ended early":                                         true, // redacted: the cause is not known
	} {
		b := NewBuilder(0)
		b.Row([]byte("a"))
		b.Cell("f", nil, 1, nil)
		raw := encoded(t, Assemble(Table{}, Provenance{Stopped: stopped}, []*Builder{b}))
		s, err := Decode(raw, math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Partial() != "") != partial {
			t.Errorf("%q: partial %v, want %v", stopped, s.Partial() != "", partial)
		}
	}
}
