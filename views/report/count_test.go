package report

import (
	"bytes"
	"strings"
	"testing"

	"tabletop/model/sample"
)

// TestCountIsExactToTheEndOnly verifies that only a count that met every row is called exact.
func TestCountIsExactToTheEndOnly(t *testing.T) {
	read, unread := sample.ReadRange{Done: true}, sample.ReadRange{}
	for name, c := range map[string]struct {
		how  sample.Provenance
		says string
	}{
		"all":   {sample.Provenance{Places: []sample.ReadRange{read, read}}, "Exactly 1,000 rows, counted by their keys."},
		"empty": {sample.Provenance{}, "Exactly 1,000 rows, counted by their keys."},
		"limit": {sample.Provenance{Places: []sample.ReadRange{read, unread}, Ending: sample.EndLimit,
			Stopped: "the limit\x1b was reached"}, "At least 1,000 rows: the limit\\x1b was reached."},
		"unread": {sample.Provenance{Places: []sample.ReadRange{read, unread}}, "At least 1,000 rows."},
		"unreadable": {sample.Provenance{Places: []sample.ReadRange{read}, Unreadable: []sample.Unreadable{{}}},
			"At least 1,000 rows: 1 more row cannot be read."},
	} {
		c.how.RowsSeen = 1000
		text := printed(t, func(b *bytes.Buffer) error { return Count(b, "p/i/t", &c.how, 80, Text) })
		if text != "p/i/t\n"+c.says+"\n" {
			t.Errorf("%s: %q", name, text)
		}
		exact := strings.HasPrefix(c.says, "Exactly")
		json := printed(t, func(b *bytes.Buffer) error { return Count(b, "p/i/t", &c.how, 80, JSON) })
		if strings.Contains(json, `"exact": true`) != exact {
			t.Errorf("%s: %s", name, json)
		}
	}
}
