package codegen

import (
	"fmt"
	"strconv"
	"strings"
)

// javascript writes JavaScript for Node. Numbers are BigInts, since a number of JavaScript has 53 bits.
type javascript struct{}

func (javascript) runtime() string      { return "javascript.txt" }
func (javascript) fileNames() [2]string { return [2]string{"rowKey.js", "rowKey.test.js"} }

func (javascript) call(fn string) string {
	if name, ok := strings.CutPrefix(fn, "p."); ok {
		return name + "(parts"
	}
	if fn == "newReader" {
		return "Reader("
	}
	return fn + "("
}

func (javascript) field(p *Part) string    { return "parts." + p.Name }
func (javascript) bytes(b []byte) string   { return "latin1(" + singly(quoted(b, `\x%02x`)) + ")" }
func (javascript) text(s string) string    { return singly(strconv.Quote(s)) }
func (javascript) large(n string) string   { return n + "n" }
func (javascript) boolean(b bool) string   { return strconv.FormatBool(b) }
func (javascript) either() [2]string       { return [2]string{" || ", " && "} }
func (javascript) add(value string) string { return "key.push(" + value + ");" }
func (javascript) let(name string) string  { return "let " + name + " = Buffer.alloc(0);" }
func (javascript) do(value string) string  { return value + ";" }

func (javascript) set(name, value string) string { return name + " = " + value + ";" }

func (javascript) when(condition string) (open, end string) { return "if (" + condition + ") {", "}" }

// singly puts text that stands in double quotes into single ones.
func singly(quoted string) string {
	text := strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
	return "'" + strings.ReplaceAll(text, "'", `\'`) + "'"
}

func (j javascript) list(all [][]byte) string {
	var texts []string
	for _, b := range all {
		texts = append(texts, j.bytes(b))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func (j javascript) present(p *Part, is bool) string {
	if is {
		return j.field(p) + " != null"
	}
	return j.field(p) + " == null"
}

func (j javascript) assign(p *Part, value string) string { return j.field(p) + " = " + value + ";" }

func (j javascript) file(w *writer) string {
	var code strings.Builder
	parse := "parseOldKey"
	if w.New == "" {
		parse = "parseKey"
	}
	fmt.Fprintf(&code, "// Returns the parts of a row key %s. Throws a RangeError if the key does not fit.\n",
		ascii(w.Old))
	code.WriteString("// Whole numbers are BigInts. The parts are:\n")
	for _, p := range w.Parts {
		fmt.Fprintf(&code, "//   %s, %s\n", p.Name, p.describe())
	}
	j.readers(w, &code, parse)
	exports := []string{parse}
	for _, built := range w.builders {
		switch built.name {
		case "newKey":
			fmt.Fprintf(&code, "\n// Returns the new row key %s of the parts of an old one.\n", ascii(w.New))
		case "oldKey", "key":
			fmt.Fprintf(&code, "\n// Returns a row key %s of its parts. Whether a part holds a delimiter is not\n"+
				"// checked: %s tells.\n", ascii(w.Old), parse)
		default:
			code.WriteString("\n// Returns a row key from a part on.\n")
		}
		fmt.Fprintf(&code, "function %s(parts) {\n  const key = [];\n%s  return Buffer.concat(key);\n}\n", built.name,
			body(w.statements(built.body), "  ", "  "))
		exports = append(exports, built.name)
	}
	if w.New != "" {
		j.rekey(w, &code)
		exports = append(exports, "rekey")
	}
	for _, n := range []string{"latin1", "utf8"} {
		w.used[n] = true
	}
	helpers := w.helpers("fail")
	for i, p := range w.patterns {
		fmt.Fprintf(&code, "\nconst %s = new RegExp(%s, 'su');\n", w.pattern(i), singly(strconv.Quote("^(?:"+p+")$")))
	}
	head := "'use strict';\n\n"
	if strings.Contains(helpers, "crypto.") {
		head += "const crypto = require('node:crypto');\n\n"
	}
	return head + code.String() + helpers + "\nmodule.exports = { " + strings.Join(exports, ", ") + " };\n"
}

// readers writes the functions that read old keys.
func (javascript) readers(w *writer, code *strings.Builder, parse string) {
	fmt.Fprintf(code, "function %s(key) {\n", parse)
	theirs := w.theirs()
	for i := range w.readings[:theirs] {
		fmt.Fprintf(code, "  if (fits(read%d, key)) fail('of another record kind');\n", i+1)
		w.used["fits"] = true
	}
	for i := theirs; i < len(w.readings)-1; i++ {
		fmt.Fprintf(code, "  if (fits(read%d, key)) return read%d(key);\n", i+1, i+1)
		w.used["fits"] = true
	}
	fmt.Fprintf(code, "  return read%d(key);\n}\n", len(w.readings))
	for i, r := range w.readings {
		fmt.Fprintf(code, "\nfunction read%d(key) {\n  const parts = {};\n  const r = new Reader(key);\n%s"+
			"  return parts;\n}\n", i+1, body(w.steps(r), "  ", "  "))
	}
}

// rekey writes the function from old keys to new ones.
func (j javascript) rekey(w *writer, code *strings.Builder) {
	params, sets := "", ""
	for _, p := range w.OfRow() {
		params += ", " + p.Name
		sets += fmt.Sprintf("  %s = %s;\n", j.field(p), p.Name)
	}
	fmt.Fprintf(code, "\n// Returns the new row key of an old one. Throws a RangeError if the old key does not fit.\n"+
		"function rekey(old%s) {\n  const parts = parseOldKey(old);\n%s  return newKey(parts);\n}\n", params, sets)
}

func (javascript) test(f *Functions, t Test) string {
	args := ""
	for i, p := range f.OfRow() {
		value := map[PartKind]string{BytesPart: "value", MicrosPart: "BigInt"}[p.Kind]
		args += fmt.Sprintf(", %s(line[%d])", value, i+2)
	}
	return testText("javascript_test.txt", f, t, args, "  '%s',\n", "// rekey\n", "// end\n", "parseOldKey", "parseKey",
		"oldKey", "key")
}
