package report

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// TestExpectationReadsDescribe verifies that what describe writes is read as an expectation that the table meets.
func TestExpectationReadsDescribe(t *testing.T) {
	month := sample.GCRule{Kind: sample.GCMaxAge, Age: 30 * 24 * 3600e9}
	table := sample.Table{Name: "t", Protected: true, Families: []sample.Family{{Name: "a", GC: month},
		{Name: "n", Aggregate: "sum"}}, KeySchema: &rowkey.Schema{Encoding: rowkey.DelimitedBytes, Delimiter: []byte("#"),
		Fields: []rowkey.SchemaField{{Name: "a", Type: "string", Encoding: "utf8"}}},
		Splits: []sample.Split{{Offset: 12}}, Emulator: true}
	var b bytes.Buffer
	if err := Describe(&b, "p/i/t", &table, 80, JSON); err != nil {
		t.Fatal(err)
	}
	got, err := ReadExpectation(b.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if len(got.Families) != 2 || got.Families[0].GC.String() != month.String() || got.Families[1].Aggregate != "sum" ||
		!*got.Protected || cmp.Diff(got.KeySchema, table.KeySchema) != "" || len(got.Columns)+len(got.Layouts) > 0 {
		t.Errorf("read as %+v", got)
	}
}

// TestExpectationsAreChecked verifies that what a person may write wrongly is refused, with the line.
func TestExpectationsAreChecked(t *testing.T) {
	const start, end = "{\n\"source\": \"p/i/t\",\n\"families\": [],\n", "\n}"
	column := func(s string) string { return `"columns": [{"family": "f", "qualifier": "q", ` + s + `}]` }
	for text, want := range map[string]string{
		column(`"use": "required", "rows_share": 0.5, "type": "int64"`): "",
		`"layouts": ["{a}#{b}"]`:                            "",
		`"colums": []`:                                      `line 4: unknown field "colums" (columns?)`,
		column(`"use": "allowed", "typ": "text"`):           `line 4: unknown field "typ" (type?)`,
		column(`"use": "must"`):                             `line 4: unknown use "must": must be required, allowed, or forbidden`,
		column(`"use": "required", "type": "string"`):       `line 4: unknown type "string"`,
		column(`"use": "required", "type": "mixed"`):        `line 4: unknown type "mixed"`,
		column(`"use": "allowed", "rows_share": 1`):         "line 4: rows_share is of required columns",
		column(`"use": "required", "rows_share": 7`):        "line 4: rows_share is 7: must be a share from 0 to 1",
		column(`"use": "required", "rows_share": "1"`):      "line 4: rows_share is not a float64",
		`"columns": [{"qualifier": "q", "use": "allowed"}]`: "line 4: a column without a family",
		`"columns": [7]`:                                    "line 4: ",
		`"layouts": ["{"]`:                                  "line 4: ",
		"\"columns\": [{\"family\": \"f\", \"qualifier\": \"q\", \"use\": \"allowed\"},\n" +
			`{"family": "f", "qualifier": "q", "use": "forbidden"}]`: "line 5: the column f:q appears twice",
		column(`"use": "allowed", "qualifier": "\\x"`): "line 4: ",
	} {
		_, err := ReadExpectation([]byte(start + text + end))
		if got := ""; err == nil && want != "" || err != nil && (want == "" || !strings.HasPrefix(err.Error(), want)) {
			if err != nil {
				got = err.Error()
			}
			t.Errorf("%s: error %q, want %q", text, got, want)
		}
	}
	of := "{\"source\": \"t\", \"families\": [\n{\"family\": \"f\", \"gc_rule\": \"never\", \"gc\": 1}]}"
	if _, err := ReadExpectation([]byte(of)); err == nil ||
		!strings.HasPrefix(err.Error(), `line 2: unknown field "gc"`) {
		t.Errorf("an unknown field of a family: %v", err)
	}
}

// TestExpectedTypesAreDocumented verifies that the comment of the member lists the types that are accepted.
func TestExpectedTypesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	_, types, _ := strings.Cut(string(page), "What all values that are not empty are: ")
	for _, one := range value.Types() {
		if !strings.Contains(types[:200], string(one)) {
			t.Errorf("docs/json.md does not name the type %s", one)
		}
	}
}
