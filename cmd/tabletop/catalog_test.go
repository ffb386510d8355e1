package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
	"tabletop/views/tables"
)

// TestCatalogOfFiles verifies that saved samples and specifications of the current directory are listed, and no other
// YAML file, before any sample is opened to learn what table it is of; where only names are asked for, none is.
func TestCatalogOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	table := sample.Table{Project: "p", Instance: "i", Name: "t"}
	err := snapshot.SaveFile("a.tabletop", sample.Assemble(table, sample.Provenance{Strategy: sample.Everything,
		Complete: true}, nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"b.yaml": "# A table.\ntable: t\n", "c.yml": "table: t\n",
		"ci.yaml": "jobs:\n  table: t\n", "d.txt": "table: t\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := &program{env: map[string]string{}}
	for _, names := range []bool{true, false} {
		var calls [][]tables.Entry
		c := &catalog{program: p, names: names}
		if err := c.Entries(t.Context(), func(found []tables.Entry) { calls = append(calls, found) }); err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, entry := range calls[0] {
			if entry.Kind != "demo" {
				files = append(files, entry.Kind+" "+entry.Source)
			}
			if entry.Of != "" || entry.Kind != "demo" && (entry.Size == 0 || filepath.Ext(entry.Name) == "") {
				t.Errorf("first %+v", entry)
			}
		}
		if got := strings.Join(files, ", "); got != "saved a.tabletop, spec b.yaml, spec c.yml" {
			t.Errorf("listed %s", got)
		}
		switch {
		case names && len(calls) != 1:
			t.Errorf("%d lists of names", len(calls))
		case !names && (len(calls) != 2 || len(calls[1]) != 1 || calls[1][0].Of != "p/i/t"):
			t.Errorf("then %+v", calls[1:])
		}
	}
}
