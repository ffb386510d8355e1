package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/model/rowkey"
)

// TestALayoutFileIsReadByItsContent verifies that a row-key schema is taken from any file name and from standard input,
// and reads back as the layout it was written of, whatever its delimiter.
func TestALayoutFileIsReadByItsContent(t *testing.T) {
	for _, template := range []string{`{a}\0{b:bytes}`, `{a}#{b}`, `{a}\xff{b}`, `{a}Iw=={b}`, `{a:text escaped}\0\x01{n:ordered escaped}`} {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		schema, _, err := l.Schema()
		if err != nil {
			t.Fatal(err)
		}
		file, err := schema.YAML()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "no-ending")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, flag := range []string{"@" + path, "@-", "-"} {
			p := &program{std: streams{in: strings.NewReader(string(file))}}
			p.flags.layouts = []string{flag}
			for range 2 { // diff reads the layouts of two sources
				set, err := p.declaredLayouts("")
				if err != nil || len(set) != 1 || set[0].String() != template {
					t.Errorf("%s from %s: %v, %v", template, flag, set, err)
				}
			}
		}
	}
	p := &program{std: streams{in: strings.NewReader("k = {a}#{b:int}\n")}}
	p.flags.layouts = []string{"@-"}
	if set, err := p.declaredLayouts(""); err != nil || set.String() != "k = {a}#{b:int}\n" {
		t.Errorf("templates from standard input: %v, %v", set, err)
	}
	taken := &program{std: streams{in: strings.NewReader("{a}")}, inputTaken: true}
	taken.flags.layouts = []string{"@-"}
	if set, err := taken.declaredLayouts(""); err == nil {
		t.Errorf("standard input was read twice: %v", set)
	}
	broken := filepath.Join(t.TempDir(), "schema.yaml")
	if err := os.WriteFile(broken, []byte("encoding: {singleton: {}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p = &program{}
	p.flags.layouts = []string{"@" + broken}
	if _, err := p.declaredLayouts(""); err == nil || !strings.Contains(err.Error(), "no fields") {
		t.Errorf("a broken schema: %v", err)
	}
}
