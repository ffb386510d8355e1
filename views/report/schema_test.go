package report_test

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tabletop/views/report/doc"
)

// TestReportsMatchTheirSchemas verifies that the JSON in the golden files is valid against the schemas in docs/schema,
// and that these refuse a report without a required member.
func TestReportsMatchTheirSchemas(t *testing.T) {
	checked := map[string]int{}
	for _, r := range doc.Reports() {
		schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schema",
			r.Name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join("testdata", r.Name+"_*json*.golden"))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(map[string]any{"other": true}) == nil {
			t.Errorf("the schema of %s accepts an object without any of its members", r.Name)
		}
		for _, name := range files {
			for _, object := range objects(t, name) {
				checked[r.Name]++
				if err := schema.Validate(object); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	for _, name := range []string{"stats", "schema", "decode", "simulate", "advise", "audit", "diff"} {
		if checked[name] == 0 {
			t.Errorf("no golden file of %s was checked", name)
		}
	}
}

// objects are the JSON objects of a file: one, or one per line.
func objects(t *testing.T, name string) []any {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(name, "jsonl") {
		object, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(name, err)
		}
		return []any{object}
	}
	var all []any
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		object, err := jsonschema.UnmarshalJSON(bytes.NewReader(lines.Bytes()))
		if err != nil {
			t.Fatal(name, err)
		}
		all = append(all, object)
	}
	return all
}
