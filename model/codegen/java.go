package codegen

import (
	"fmt"
	"strconv"
	"strings"
)

// java writes Java.
type java struct{}

func (java) runtime() string      { return "java.txt" }
func (java) fileNames() [2]string { return [2]string{"RowKey.java", "RowKeyTest.java"} }

func (java) call(fn string) string {
	switch {
	case strings.HasPrefix(fn, "p."):
		return fn[2:] + "(parts"
	case fn == "newReader":
		return "Reader("
	case strings.HasPrefix(fn, "pattern"):
		return strings.ToUpper(fn) + "("
	}
	return fn + "("
}

func (java) field(p *Part) string { return "parts." + p.Name }

// bytes writes a string of bytes. The compiler reads a \u as the character that it is before it reads strings, so that
// octal escapes are used.
func (java) bytes(b []byte) string   { return "latin1(" + quoted(b, `\%03o`) + ")" }
func (java) text(s string) string    { return quoted([]byte(s), `\%03o`) }
func (java) large(n string) string   { return `new BigInteger("` + n + `")` }
func (java) boolean(b bool) string   { return strconv.FormatBool(b) }
func (java) either() [2]string       { return [2]string{" || ", " && "} }
func (java) add(value string) string { return "key.writeBytes(" + value + ");" }
func (java) let(name string) string  { return "byte[] " + name + " = new byte[0];" }
func (java) do(value string) string  { return value + ";" }

func (java) set(name, value string) string { return name + " = " + value + ";" }

func (java) when(condition string) (open, end string) { return "if (" + condition + ") {", "}" }

func (j java) list(all [][]byte) string {
	var texts []string
	for _, b := range all {
		texts = append(texts, j.bytes(b))
	}
	return "new byte[][] {" + strings.Join(texts, ", ") + "}"
}

func (j java) present(p *Part, is bool) string {
	if is {
		return j.field(p) + " != null"
	}
	return j.field(p) + " == null"
}

func (j java) assign(p *Part, value string) string { return j.field(p) + " = " + value + ";" }

// typeOf is the type of a part.
func (java) typeOf(p *Part) string {
	switch {
	case p.Kind == TextPart:
		return "String"
	case p.Kind == BytesPart:
		return "byte[]"
	case p.Kind == UnsignedPart:
		return "BigInteger"
	case p.Optional:
		return "Long"
	}
	return "long"
}

func (j java) file(w *writer) string {
	var code strings.Builder
	parse := "parseOldKey"
	if w.New == "" {
		parse = "parseKey"
	}
	fmt.Fprintf(&code, "/** Reads and writes row keys. */\npublic final class RowKey {\n  private RowKey() {}\n\n"+
		"  /** The parts of a row key %s. */\n  public static final class Parts {\n", javadoc(w.Old))
	for _, p := range w.Parts {
		fmt.Fprintf(&code, "    public %s %s; // %s\n", j.typeOf(p), p.Name, javadoc(p.describe()))
	}
	code.WriteString("  }\n")
	j.readers(w, &code, parse)
	for _, built := range w.builders {
		doc := "Returns a row key from a part on."
		switch built.name {
		case "newKey":
			doc = "Returns the new row key " + javadoc(w.New) + " of the parts of an old one."
		case "oldKey", "key":
			doc = "\n   * Returns a row key " + javadoc(w.Old) + " of its parts. Whether a part holds a\n" +
				"   * delimiter is not checked: " + parse + " tells.\n  "
		}
		fmt.Fprintf(&code, "\n  /** %s */\n  public static byte[] %s(Parts parts) {\n"+
			"    ByteArrayOutputStream key = new ByteArrayOutputStream();\n%s    return key.toByteArray();\n  }\n",
			strings.TrimPrefix(doc, " "), built.name, body(w.statements(built.body), "    ", "  "))
	}
	if w.New != "" {
		j.rekey(w, &code)
	}
	w.used["latin1"] = true
	helpers := w.helpers("fail")
	for i, p := range w.patterns {
		fmt.Fprintf(&code, "\n  private static final Pattern %s =\n      Pattern.compile(%s, Pattern.DOTALL);\n",
			w.pattern(i), strconv.Quote(p))
	}
	all := code.String() + helpers
	return j.imports(all) + all + "}\n"
}

// javadoc writes text for a comment: a \u would be read even there.
func javadoc(text string) string { return strings.ReplaceAll(ascii(text), `\`, "%5c") }

func (java) imports(code string) string {
	var out strings.Builder
	for _, name := range strings.Fields("java.io.ByteArrayOutputStream java.math.BigInteger java.nio.ByteBuffer " +
		"java.nio.ByteOrder java.nio.charset.StandardCharsets java.security.MessageDigest " +
		"java.security.NoSuchAlgorithmException java.time.LocalDateTime java.time.ZoneOffset java.util.Arrays " +
		"java.util.Collections java.util.HashMap java.util.List java.util.Locale java.util.Map " +
		"java.util.function.UnaryOperator java.util.regex.Pattern") {
		if mentions(withoutText(code), name[strings.LastIndexByte(name, '.')+1:]) {
			out.WriteString("import " + name + ";\n")
		}
	}
	return out.String() + "\n"
}

// readers writes the functions that read old keys.
func (java) readers(w *writer, code *strings.Builder, parse string) {
	fmt.Fprintf(code, "\n  /**\n   * Returns the parts of a row key %s.\n   *\n"+
		"   * @throws IllegalArgumentException if the key does not fit\n   */\n  public static Parts %s(byte[] key) {\n",
		javadoc(w.Old), parse)
	theirs := w.theirs()
	for i := range w.readings[:theirs] {
		fmt.Fprintf(code, "    if (fits(p -> read%d(key))) {\n      throw fail(\"of another record kind\");\n    }\n",
			i+1)
		w.used["fits"] = true
	}
	for i := theirs; i < len(w.readings)-1; i++ {
		fmt.Fprintf(code, "    if (fits(p -> read%d(key))) {\n      return read%d(key);\n    }\n", i+1, i+1)
		w.used["fits"] = true
	}
	fmt.Fprintf(code, "    return read%d(key);\n  }\n", len(w.readings))
	for i, r := range w.readings {
		fmt.Fprintf(code, "\n  private static Parts read%d(byte[] key) {\n    Parts parts = new Parts();\n"+
			"    Reader r = new Reader(key);\n%s    return parts;\n  }\n", i+1, body(w.steps(r), "    ", "  "))
	}
}

// rekey writes the function from old keys to new ones.
func (j java) rekey(w *writer, code *strings.Builder) {
	params, sets := "", ""
	for _, p := range w.OfRow() {
		params += ", " + j.typeOf(p) + " " + p.Name
		sets += fmt.Sprintf("    %s = %s;\n", j.field(p), p.Name)
	}
	fmt.Fprintf(code, "\n  /**\n   * Returns the new row key of an old one.\n   *\n"+
		"   * @throws IllegalArgumentException if the old key does not fit\n   */\n"+
		"  public static byte[] rekey(byte[] old%s) {\n    Parts parts = parseOldKey(old);\n%s    return newKey(parts);\n  }\n",
		params, sets)
}

func (java) test(f *Functions, t Test) string {
	args := ""
	for i, p := range f.OfRow() {
		value := map[PartKind]string{BytesPart: "value", MicrosPart: "Long.valueOf"}[p.Kind]
		args += fmt.Sprintf(", %s(line[%d])", value, i+2)
	}
	text := testText("java_test.txt", f, t, args, "    %q,\n", "// rekey\n", "// end\n", "parseOldKey", "parseKey",
		"oldKey", "key")
	return strings.Replace(text, `call("rekey", old)`, `call("rekey", (Object) old)`, 1)
}
