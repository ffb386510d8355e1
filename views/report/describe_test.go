package report

import (
	"bytes"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestDescribe verifies what is said of a table of the service and of one of an emulator, and that names are escaped.
func TestDescribe(t *testing.T) {
	schema := &rowkey.Schema{Encoding: "DELIMITED", Fields: []rowkey.SchemaField{{Name: "user", Type: "STRING",
		Encoding: "UTF8"}}}
	families := []sample.Family{{Name: "a\x1b[2J", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 3}},
		{Name: "sums", Aggregate: "sum"}}
	for _, tt := range []struct {
		table sample.Table
		says  []string
		not   []string
	}{
		{sample.Table{Families: families, KeySchema: schema, Protected: true,
			Splits: []sample.Split{{Key: []byte("m"), Offset: 1000}, {Offset: 5000}}},
			[]string{"2 sections of the key space, about 5.00 kB stored, protected against deletion", `a\x1b[2J`,
				"maxversions=3", "never", "sum", "ROW-KEY SCHEMA", "user"}, []string{"emulator", "\x1b"}},
		{sample.Table{Emulator: true}, []string{"0 sections", "an emulator answered", "  none"},
			[]string{"stored,", "protected", "ROW-KEY SCHEMA"}},
	} {
		text := printed(t, func(b *bytes.Buffer) error { return Describe(b, "p/i/t", &tt.table, 200, Text) })
		for _, words := range tt.says {
			if !strings.Contains(text, words) {
				t.Errorf("%q is not in %s", words, text)
			}
		}
		for _, words := range tt.not {
			if strings.Contains(text, words) {
				t.Errorf("%q is in %s", words, text)
			}
		}
		if json := printed(t, func(b *bytes.Buffer) error {
			return Describe(b, "p/i/t", &tt.table, 200, JSON)
		}); strings.Contains(json, `"deletion_protection": true`) != tt.table.Protected {
			t.Error(json)
		}
	}
}
