package codegen

import (
	"fmt"
	"go/format"
	"strconv"
	"strings"
)

// golang writes Go.
type golang struct{}

func (golang) runtime() string      { return "go.txt" }
func (golang) fileNames() [2]string { return [2]string{"rowkey.go", "rowkey_test.go"} }

func (golang) call(fn string) string {
	switch fn {
	case "utf8", "toBytes":
		return map[string]string{"utf8": "[]byte(", "toBytes": "bytes.Clone("}[fn]
	case "toText":
		return "string("
	}
	return fn + "("
}

func (golang) field(p *Part) string    { return "p." + title(p.Name) }
func (golang) bytes(b []byte) string   { return "[]byte(" + quoted(b, `\x%02x`) + ")" }
func (golang) text(s string) string    { return strconv.Quote(s) }
func (golang) large(n string) string   { return n }
func (golang) boolean(b bool) string   { return strconv.FormatBool(b) }
func (golang) either() [2]string       { return [2]string{" || ", " && "} }
func (golang) add(value string) string { return "key = append(key, " + value + "...)" }
func (golang) let(name string) string  { return "var " + name + " []byte" }
func (golang) do(value string) string  { return value }

func (golang) set(name, value string) string { return name + " = " + value }

func (golang) when(condition string) (open, end string) { return "if " + condition + " {", "}" }

func (golang) list(all [][]byte) string {
	if len(all) == 0 {
		return "nil"
	}
	var texts []string
	for _, b := range all {
		texts = append(texts, quoted(b, `\x%02x`))
	}
	return "[]string{" + strings.Join(texts, ", ") + "}"
}

func (g golang) present(p *Part, is bool) string {
	if is {
		return g.field(p) + " != nil"
	}
	return g.field(p) + " == nil"
}

func (g golang) assign(p *Part, value string) string {
	if p.Optional && p.Kind != BytesPart {
		value = "pointer(" + value + ")"
	}
	return g.field(p) + " = " + value
}

// typeOf is the type of a part.
func (golang) typeOf(p *Part) string {
	name := map[PartKind]string{TextPart: "string", BytesPart: "[]byte", UnsignedPart: "uint64"}[p.Kind]
	if name == "" {
		name = "int64"
	}
	if p.Optional && p.Kind != BytesPart {
		return "*" + name
	}
	return name
}

func (g golang) file(w *writer) string {
	var code strings.Builder
	parse, write := "ParseOldKey", "OldKey"
	if w.New == "" {
		parse, write = "ParseKey", "Key"
	}
	fmt.Fprintf(&code, "// Parts are the parts of a row key %s.\ntype Parts struct {\n", ascii(w.Old))
	for _, p := range w.Parts {
		fmt.Fprintf(&code, "\t%s %s // %s\n", title(p.Name), g.typeOf(p), p.describe())
		if p.Optional && p.Kind != BytesPart {
			w.used["pointer"] = true
		}
	}
	code.WriteString("}\n")
	g.readers(w, &code, parse)
	g.exported(&code, write, w.builders[0].name, "a row key "+ascii(w.Old)+" of its parts. Whether a part holds a "+
		"delimiter is not checked: "+parse+" tells")
	if w.New != "" {
		g.exported(&code, "NewKey", "newKey", "the new row key "+ascii(w.New))
		g.rekey(w, &code)
	}
	for _, b := range w.builders {
		fmt.Fprintf(&code, "\nfunc (p Parts) %s() (key []byte) {\n%s\treturn key\n}\n", b.name,
			body(w.statements(b.body), "\t", "\t"))
	}
	helpers := w.helpers("fail", "catch")
	for i, p := range w.patterns {
		fmt.Fprintf(&code, "\nvar %s = regexp.MustCompile(%s)\n", w.pattern(i), strconv.Quote("^(?s:"+p+")$"))
	}
	all := code.String() + helpers
	var head strings.Builder
	head.WriteString("// Package rowkey reads and writes row keys.\npackage rowkey\n\nimport (\n")
	for _, name := range imports(withoutText(all), "bytes", "crypto/md5", "crypto/sha1", "crypto/sha256",
		"crypto/sha512",
		"encoding/binary", "encoding/hex", "errors", "fmt", "hash/adler32", "hash/crc32", "hash/fnv", "math/big",
		"math/bits", "regexp", "slices", "strconv", "strings", "time", "unicode/utf8") {
		fmt.Fprintf(&head, "\t%q\n", name)
	}
	return formatted(head.String() + ")\n\n" + all)
}

// readers writes the functions that read old keys.
func (golang) readers(w *writer, code *strings.Builder, parse string) {
	theirs := w.theirs()
	fmt.Fprintf(code, "\n// %s returns the parts of a row key %s. It is an error if the key does not fit.\n"+
		"func %s(key []byte) (p Parts, err error) {\n", parse, ascii(w.Old), parse)
	for i := range w.readings[:theirs] {
		fmt.Fprintf(code, "\tif _, err := read%d(key); err == nil {\n\t\treturn p, errors.New(%q)\n\t}\n", i+1,
			"row key: of another record kind")
	}
	for i := theirs; i < len(w.readings)-1; i++ {
		fmt.Fprintf(code, "\tif p, err := read%d(key); err == nil {\n\t\treturn p, nil\n\t}\n", i+1)
	}
	fmt.Fprintf(code, "\treturn read%d(key)\n}\n", len(w.readings))
	for i, r := range w.readings {
		fmt.Fprintf(code, "\nfunc read%d(key []byte) (p Parts, err error) {\n\tdefer catch(&err)\n"+
			"\tr := newReader(key)\n%s\treturn p, nil\n}\n", i+1, body(w.steps(r), "\t", "\t"))
	}
}

// exported writes a method that returns what an unexported one builds.
func (golang) exported(code *strings.Builder, name, builds, does string) {
	fmt.Fprintf(code, "\n// %s returns %s.\nfunc (p Parts) %s() (key []byte, err error) {\n\tdefer catch(&err)\n"+
		"\treturn p.%s(), nil\n}\n", name, does, name, builds)
}

// rekey writes the function from old keys to new ones.
func (g golang) rekey(w *writer, code *strings.Builder) {
	params, sets := "", ""
	for _, p := range w.OfRow() {
		params += ", " + p.Name + " " + g.typeOf(p)
		sets += "\t" + g.field(p) + " = " + p.Name + "\n"
	}
	fmt.Fprintf(code, "\n// Rekey returns the new row key of an old one. It is an error if the old key does not fit.\n"+
		"func Rekey(old []byte%s) ([]byte, error) {\n\tp, err := ParseOldKey(old)\n\tif err != nil {\n"+
		"\t\treturn nil, err\n\t}\n%s\treturn p.NewKey()\n}\n", params, sets)
}

// formatted returns a file of Go as gofmt writes it.
func formatted(file string) string {
	text, err := format.Source([]byte(file))
	if err != nil {
		return file // a compiler says where it is wrong
	}
	return string(text)
}

func (golang) test(f *Functions, t Test) string {
	args := ""
	for i, p := range f.OfRow() {
		value := map[PartKind]string{BytesPart: "value", MicrosPart: "number"}[p.Kind]
		args += fmt.Sprintf(", %s(t, line[%d])", value, i+2)
	}
	text := testText("go_test.txt", f, t, args, "\t%q,\n", "//rekey\n", "//end\n", "ParseOldKey", "ParseKey", "OldKey",
		"Key")
	names := ""
	for _, name := range imports(withoutText(text), "bytes", "encoding/hex", "strconv", "strings", "testing") {
		names += fmt.Sprintf("\t%q\n", name)
	}
	return formatted(strings.Replace(text, "IMPORTS", names, 1))
}
