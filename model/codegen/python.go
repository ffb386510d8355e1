package codegen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// python writes Python 3.
type python struct{}

func (python) runtime() string      { return "python.txt" }
func (python) fileNames() [2]string { return [2]string{"row_key.py", "test_row_key.py"} }

func (python) call(fn string) string {
	switch owner, name, method := strings.Cut(fn, "."); {
	case fn == "newReader":
		return "_Reader("
	case strings.HasPrefix(fn, "pattern"):
		return "_" + strings.ToUpper(fn) + "("
	case method && owner == "p":
		return snake(name) + "(parts"
	case method:
		return owner + "." + snake(name) + "("
	}
	return "_" + snake(fn) + "("
}

func (python) field(p *Part) string    { return "parts." + snake(p.Name) }
func (python) bytes(b []byte) string   { return "b" + quoted(b, `\x%02x`) }
func (python) text(s string) string    { return strconv.Quote(s) }
func (python) large(n string) string   { return n }
func (python) boolean(b bool) string   { return title(strconv.FormatBool(b)) }
func (python) either() [2]string       { return [2]string{" or ", " and "} }
func (python) add(value string) string { return "key += " + value }
func (python) let(name string) string  { return name + ` = b""` }
func (python) do(value string) string  { return value }

func (python) set(name, value string) string { return name + " = " + value }

func (python) when(condition string) (open, end string) { return "if " + condition + ":", "" }

func (y python) list(all [][]byte) string {
	var texts []string
	for _, b := range all {
		texts = append(texts, y.bytes(b))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

func (y python) present(p *Part, is bool) string {
	if is {
		return y.field(p) + " is not None"
	}
	return y.field(p) + " is None"
}

func (python) assign(p *Part, value string) string {
	return fmt.Sprintf("p[%q] = %s", snake(p.Name), value)
}

func (y python) file(w *writer) string {
	var code strings.Builder
	parse := "parse_old_key"
	if w.New == "" {
		parse = "parse_key"
	}
	y.parts(w, &code)
	y.readers(w, &code, parse)
	for _, built := range w.builders {
		doc := "Returns a row key " + ascii(w.Old) + " of its parts."
		switch built.name {
		case "newKey":
			doc = "Returns the new row key " + ascii(w.New) + " of the parts of an old one."
		case "oldKey", "key":
			doc += "\n\n    Whether a part holds a delimiter is not checked: " + parse + " tells.\n    "
		default:
			doc = "Returns a row key from a part on."
		}
		fmt.Fprintf(&code, "\n\ndef %s(parts):\n    \"\"\"%s\"\"\"\n    key = b\"\"\n%s    return key\n",
			snake(built.name), doc, body(w.statements(built.body), "    ", "    "))
	}
	if w.New != "" {
		y.rekey(w, &code)
	}
	helpers := spaced(w.helpers("fail"))
	for i, p := range w.patterns {
		helpers += fmt.Sprintf("\n\n%s = re.compile(%s, re.DOTALL)\n", w.pattern(i), strconv.Quote(p))
	}
	all := code.String() + helpers
	var head strings.Builder
	head.WriteString("\"\"\"Reads and writes row keys.\"\"\"\n\n")
	for _, name := range []string{"dataclasses", "datetime", "hashlib", "re", "typing", "zlib"} {
		if mentions(withoutText(all), "re") && name == "re" || len(imports(withoutText(all), name)) > 0 {
			head.WriteString("import " + name + "\n")
		}
	}
	return head.String() + all
}

// spaced puts two empty lines before each function.
func spaced(helpers string) string {
	text := strings.NewReplacer("\n\ndef ", "\n\n\ndef ", "\n\nclass ", "\n\n\nclass ").Replace("\n" + helpers)
	return strings.ReplaceAll(text, "\n\n\n\n", "\n\n\n")
}

// parts writes the class of the parts: those that every key has first.
func (python) parts(w *writer, code *strings.Builder) {
	fmt.Fprintf(code, "\n\n@dataclasses.dataclass\nclass Parts:\n    \"\"\"The parts of a row key %s.\"\"\"\n\n",
		ascii(w.Old))
	sorted := slices.Clone(w.Parts)
	late := func(p *Part) int {
		if p.Optional || p.OfRow {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(sorted, func(a, b *Part) int { return late(a) - late(b) })
	for _, part := range sorted {
		kind := map[PartKind]string{TextPart: "str", BytesPart: "bytes"}[part.Kind]
		if kind == "" {
			kind = "int"
		}
		if late(part) > 0 {
			kind = "typing.Optional[" + kind + "] = None"
		}
		fmt.Fprintf(code, "    %s: %s  # %s\n", snake(part.Name), kind, part.describe())
	}
}

// readers writes the functions that read old keys.
func (python) readers(w *writer, code *strings.Builder, parse string) {
	fmt.Fprintf(code, "\n\ndef %s(key):\n    \"\"\"Returns the parts of a row key %s.\n\n"+
		"    Raises ValueError if the key does not fit.\n    \"\"\"\n", parse, ascii(w.Old))
	theirs := w.theirs()
	for i := range w.readings[:theirs] {
		fmt.Fprintf(code, "    if _fits(_read%d, key):\n"+
			"        raise ValueError(\"row key: of another record kind\")\n", i+1)
		w.used["fits"] = true
	}
	for i := theirs; i < len(w.readings)-1; i++ {
		fmt.Fprintf(code, "    if _fits(_read%d, key):\n        return _read%d(key)\n", i+1, i+1)
		w.used["fits"] = true
	}
	fmt.Fprintf(code, "    return _read%d(key)\n", len(w.readings))
	for i, r := range w.readings {
		made := "Parts(**p)"
		if r.theirs != "" {
			made = "p"
		}
		fmt.Fprintf(code, "\n\ndef _read%d(key):\n    p, r = {}, _Reader(key)\n%s    return %s\n", i+1,
			body(w.steps(r), "    ", "    "), made)
	}
}

// rekey writes the function from old keys to new ones.
func (python) rekey(w *writer, code *strings.Builder) {
	params, sets := "", ""
	for _, p := range w.OfRow() {
		params += ", " + snake(p.Name)
		sets += fmt.Sprintf("    parts.%s = %[1]s\n", snake(p.Name))
	}
	fmt.Fprintf(code, "\n\ndef rekey(old%s):\n    \"\"\"Returns the new row key of an old one.\n\n"+
		"    Raises ValueError if the old key does not fit.\n    \"\"\"\n    parts = parse_old_key(old)\n%s"+
		"    return new_key(parts)\n", params, sets)
}

func (python) test(f *Functions, t Test) string {
	args := ""
	for i, p := range f.OfRow() {
		args += fmt.Sprintf(", %s(line[%d])", map[PartKind]string{BytesPart: "value", MicrosPart: "int"}[p.Kind], i+2)
	}
	return testText("python_test.txt", f, t, args, "    %q,\n", "# rekey\n", "# end\n",
		"parse_old_key", "parse_key", "old_key", "key")
}
