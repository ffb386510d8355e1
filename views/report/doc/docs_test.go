package doc

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/json.md and docs/schema")

const docs = "../../../docs"

// marker is where the generated part of docs/json.md begins.
const marker = "<!-- Generated from views/report/doc by go test ./views/report/doc -update. Edit the comments there. " +
	"-->\n"

// TestDocsDescribeTheReports verifies that docs/json.md and docs/schema are what the structs and their comments say.
func TestDocsDescribeTheReports(t *testing.T) {
	page := filepath.Join(docs, "json.md")
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	intro, _, ok := strings.Cut(string(old), marker)
	if !ok {
		t.Fatalf("%s has no line %q", page, marker)
	}
	compare(t, page, []byte(intro+marker+generated(t)))
	for _, r := range Reports() {
		schema, err := r.JSONSchema()
		if err != nil {
			t.Fatal(err)
		}
		compare(t, filepath.Join(docs, "schema", r.Name+".schema.json"), schema)
	}
}

func compare(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
		t.Errorf("%s differs from what the structs of this package say: go test ./views/report/doc -update writes it",
			path)
	}
}

// comments are the doc comments of types, and of fields as Type.Field.
func comments(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.TypeSpec)
				found[spec.Name.Name] = g.Doc.Text()
				st, ok := spec.Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, f := range st.Fields.List {
					for _, n := range f.Names {
						found[spec.Name.Name+"."+n.Name] = f.Doc.Text()
					}
				}
			}
		}
	}
	return found
}

// page writes the generated part of docs/json.md.
type page struct {
	bytes.Buffer
	says map[string]string
	seen map[reflect.Type]bool
}

func generated(t *testing.T) string {
	p := &page{says: comments(t), seen: map[reflect.Type]bool{}}
	for _, r := range Reports() {
		typ := reflect.TypeOf(r.Value)
		fmt.Fprintf(p, "\n## %s\n\nPrinted by `%s`. JSON Schema: [schema/%s.schema.json](schema/%s.schema.json).\n",
			r.Name, r.Command, r.Name, r.Name)
		p.typeTable(typ)
		if r.Last != nil {
			last := reflect.TypeOf(r.Last)
			fmt.Fprintf(p, "\n### %s\n", last.Name())
			p.typeTable(last)
		}
	}
	return p.String()
}

// typeTable writes the members of a struct, then those of the structs it holds that were not described yet.
func (p *page) typeTable(t reflect.Type) {
	p.seen[t] = true
	fmt.Fprintf(p, "\n%s\n", p.about(t.Name()))
	all := members(t)
	if len(all) > 0 {
		p.WriteString("\n| member | type | description |\n|---|---|---|\n")
	}
	var next []reflect.Type
	for _, m := range all {
		if m.part != nil {
			fmt.Fprintf(p, "| *members of [%s](#%s)* | | |\n", m.part.Name(), strings.ToLower(m.part.Name()))
			next = append(next, m.part)
			continue
		}
		name := "`" + m.name + "`"
		if m.optional {
			name += " (optional)"
		}
		about := strings.ReplaceAll(p.about(t.Name()+"."+m.field.Name), "|", `\|`)
		fmt.Fprintf(p, "| %s | %s | %s |\n", name, typeName(m.field.Type), about)
		if s := structOf(m.field.Type); s != nil {
			next = append(next, s)
		}
	}
	for _, s := range next {
		if !p.seen[s] {
			fmt.Fprintf(p, "\n### %s\n", s.Name())
			p.typeTable(s)
		}
	}
}

// about is the comment of name in one line, as a sentence about it: "Rows is the number of rows" becomes "The number of
// rows".
func (p *page) about(name string) string {
	s := strings.Join(strings.Fields(p.says[name]), " ")
	short := name[strings.LastIndexByte(name, '.')+1:]
	for _, verb := range []string{" is ", " are ", " has ", " describes ", " reports whether ", " lists "} {
		if rest, ok := strings.CutPrefix(s, short+verb); ok {
			switch verb {
			case " reports whether ":
				rest = "whether " + rest
			case " has ", " describes ", " lists ":
				rest = strings.TrimSpace(verb) + " " + rest
			}
			return strings.ToUpper(rest[:1]) + rest[1:]
		}
	}
	return s
}

// structOf is the struct that a member holds, itself or in an array; nil where it holds none.
func structOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.PkgPath() != reflect.TypeFor[Value]().PkgPath() ||
		t == reflect.TypeFor[Figure]() || t == reflect.TypeFor[Value]() {
		return nil
	}
	return t
}

func typeName(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[Figure]():
		return "figure"
	case reflect.TypeFor[Bytes]():
		return "bytes"
	case reflect.TypeFor[[]byte]():
		return "base64"
	case reflect.TypeFor[Value]():
		return "integer or text"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.Slice:
		return "list of " + typeName(t.Elem())
	case reflect.Map:
		return "map of " + typeName(t.Elem())
	case reflect.Struct:
		if t.Name() == "Time" {
			return "time"
		}
		return fmt.Sprintf("[%s](#%s)", t.Name(), strings.ToLower(t.Name()))
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "integer"
	case reflect.Float64:
		return "number"
	}
	return "text"
}
