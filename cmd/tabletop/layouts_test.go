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
	for _, template := range []string{`{a}\0{b:bytes}`, `{a}#{b}`, `{a}\xff{b}`, `{a}Iw=={b}`,
		`{a:text escaped}\0\x01{n:ordered escaped}`} {
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

// TestLayoutsThatCannotBeToldApart verifies that two layouts of one kind, standard input given twice, and files that
// are neither templates nor a schema are refused, each with what to do.
func TestLayoutsThatCannotBeToldApart(t *testing.T) {
	for _, tt := range []struct {
		flags []string
		input string
		want  string
	}{
		{[]string{"k = {a}", "k = {b}#{c}"}, "",
			`two layouts of --layout have the kind "k": give each a name of its own`},
		{[]string{"{a}", "{b}#{c}"}, "", ""},
		{[]string{"-", "@-"}, "{a}", "cannot read standard input for two --layout flags"},
		{[]string{"-"}, "- encoding\n- fields\n", "no line has a segment, such as {user}"},
		{[]string{"-"}, "META\n{user}\n\\#x\n#{a}\n", ""},
		{[]string{"-"}, "# of users\n{user}\n", "line 1: a comment begins with //"},
		{[]string{"-"}, "encoding: {delimitedBytes: {delimiter: #}}\nfields: []\n", "not a row-key schema definition"},
	} {
		p := &program{std: streams{in: strings.NewReader(tt.input)}}
		p.flags.layouts = tt.flags
		_, err := p.declaredLayouts("")
		if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q with %q: %v, want %q", tt.flags, tt.input, err, tt.want)
		}
	}
}
