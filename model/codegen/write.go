package codegen

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed runtime
var runtimes embed.FS

// dialect is how a language spells calls, literals and statements, and what stands around them.
type dialect interface {
	runtime() string        // the file with the functions that are called
	fileNames() [2]string   // of the functions, and of their test
	call(fn string) string  // the name of a function, as it is called
	field(p *Part) string   // a part of the record that is read or written
	bytes(b []byte) string  // a string of bytes
	text(s string) string   // a string of ASCII characters
	large(n string) string  // a whole number of any size, in decimal digits
	list(b [][]byte) string // a list of strings of bytes
	boolean(b bool) string

	present(p *Part, is bool) string // the condition that a part is there, or is missing
	either() [2]string               // or, and between conditions
	add(value string) string
	when(condition string) (open, end string)
	let(name string) string // the declaration of a local string of bytes, empty at first
	set(name, value string) string
	assign(p *Part, value string) string
	do(value string) string // a call for its effect

	file(w *writer) string
	test(f *Functions, t Test) string
}

func dialectOf(l Language) dialect {
	return map[Language]dialect{Go: golang{}, Java: java{}, Python: python{}, Node: javascript{}}[l]
}

// FileNames returns the names of the file of the functions and of the file of their test.
func FileNames(l Language) (code, test string) {
	names := dialectOf(l).fileNames()
	return names[0], names[1]
}

// Write writes the functions in a language, with what they need around them, as a file of its own: in Go of package
// rowkey, in Java a class RowKey.
func (f *Functions) Write(l Language) string {
	w := &writer{dialect: dialectOf(l), Functions: f, used: map[string]bool{}}
	return w.file(w)
}

// writer writes functions.
type writer struct {
	dialect
	*Functions
	used     map[string]bool // functions of the runtime
	patterns []string
}

// node writes an expression.
func (w *writer) node(n node) string {
	switch n.fn {
	case "literal":
		return w.bytes(n.args[0].([]byte))
	case "local":
		return n.args[0].(string)
	case "part":
		return w.node(given(n.args[0].(*Part)))
	case "field":
		return w.field(n.args[0].(*Part))
	}
	name, _, method := strings.Cut(n.fn, ".")
	switch {
	case !method:
		w.used[n.fn] = true
	case name == "r":
		w.used["newReader"] = true
	}
	var args []string
	for _, arg := range n.args {
		args = append(args, w.arg(arg))
	}
	return w.call(n.fn) + strings.Join(args, ", ") + ")"
}

func (w *writer) arg(arg any) string {
	switch known := arg.(type) {
	case node:
		return w.node(known)
	case uint64:
		return w.large(fmt.Sprint(known))
	case int64:
		return w.large(fmt.Sprint(known))
	case string:
		return w.text(known)
	case bool:
		return w.boolean(known)
	case []byte:
		return w.bytes(known)
	case [][]byte:
		return w.list(known)
	case pattern:
		at := slices.Index(w.patterns, string(known))
		if at < 0 {
			at = len(w.patterns)
			w.patterns = append(w.patterns, string(known))
		}
		return w.pattern(at)
	}
	return fmt.Sprint(arg)
}

// pattern is the name of a regular expression.
func (w *writer) pattern(at int) string {
	return strings.TrimSuffix(w.call(fmt.Sprint("pattern", at+1)), "(")
}

// unit is the length of the unit of a time, in nanoseconds; 0 of other parts.
func (k PartKind) unit() uint64 {
	return map[PartKind]uint64{MillisPart: 1_000_000, MicrosPart: 1000, NanosPart: 1}[k]
}

// given is a part as the functions compute with it, found is the contrary.
func given(p *Part) node {
	field := call("field", p)
	if p.Optional && p.Kind != BytesPart {
		field = call("present", field)
	}
	switch p.Kind {
	case TextPart:
		return call("utf8", field)
	case BytesPart:
		return field
	case UnsignedPart:
		return call("unsigned", field)
	case IntPart:
		return call("whole", field)
	}
	return call("instant", call("whole", field), p.Kind.unit())
}

func found(p *Part, n node) node {
	switch p.Kind {
	case TextPart:
		return call("toText", n)
	case BytesPart:
		return call("toBytes", n)
	case UnsignedPart:
		return call("toUnsigned", n)
	case IntPart:
		return call("toWhole", n)
	}
	return call("toWhole", call("divide", n, p.Kind.unit()))
}

// statements writes the body of a builder.
func (w *writer) statements(body []statement) []string {
	var lines []string
	for _, step := range body {
		switch step.do {
		case add:
			lines = append(lines, w.add(w.node(step.node)))
		case let:
			lines = append(lines, w.let(step.name))
			lines = append(lines, w.block(w.all(step.of, true), []string{w.set(step.name, w.node(step.node))})...)
		case when:
			lines = append(lines, w.block(w.all(step.of, true), w.statements(step.body))...)
		case unless:
			lines = append(lines, w.block(w.all(step.of, false), w.statements(step.body))...)
		case together:
			none := w.all(step.of, false)
			if w.used["missing"] = true; len(step.of) > 0 {
				some := w.conditions(step.of, true, 0)
				lines = append(lines, w.block(w.join([]string{some, none}, 1),
					[]string{w.do(w.call("missing") + ")")})...)
			}
		}
	}
	return lines
}

// all is the condition that all parts are there; or that some are missing.
func (w *writer) all(of []*Part, there bool) string {
	if there {
		return w.conditions(of, true, 1)
	}
	return w.conditions(of, false, 0)
}

func (w *writer) conditions(of []*Part, there bool, word int) string {
	var all []string
	for _, p := range of {
		all = append(all, w.present(p, there))
	}
	return w.join(all, word)
}

// join puts or, 0, or and, 1, between conditions.
func (w *writer) join(all []string, word int) string {
	if word == 1 && len(all) > 1 {
		for i, one := range all {
			if strings.Contains(one, w.either()[0]) {
				all[i] = "(" + one + ")"
			}
		}
	}
	return strings.Join(all, w.either()[word])
}

// block writes lines under a condition.
func (w *writer) block(condition string, body []string) []string {
	open, end := w.when(condition)
	lines := append([]string{open}, indented(body)...)
	if end != "" {
		lines = append(lines, end)
	}
	return lines
}

// indented marks lines as one level deeper, by a tab.
func indented(lines []string) []string {
	var out []string
	for _, line := range lines {
		out = append(out, "\t"+line)
	}
	return out
}

// steps writes the body of a reading.
func (w *writer) steps(r reading) []string {
	var lines []string
	for _, s := range r.steps {
		if s.part != nil {
			lines = append(lines, w.assign(s.part, w.node(found(s.part, s.node))))
		} else {
			lines = append(lines, w.do(w.node(s.node)))
		}
	}
	w.used["newReader"] = true
	return append(lines, w.do(w.call("r.finish")+")"))
}

// body writes lines, each as many levels deep as indent says, with a tab written as step.
func body(lines []string, indent, step string) string {
	var out strings.Builder
	for _, line := range lines {
		text := strings.TrimLeft(line, "\t")
		out.WriteString(indent + strings.Repeat(step, len(line)-len(text)) + text + "\n")
	}
	return out.String()
}

// block is a piece of a runtime: functions that stand together, by the name of the first.
type block struct{ name, text string }

// helpers returns the functions of the runtime that are used, and those that they use, in the order of its file.
func (w *writer) helpers(names ...string) string {
	data, err := runtimes.ReadFile("runtime/" + w.runtime())
	if err != nil {
		return err.Error() // it is embedded
	}
	var blocks []block
	for _, text := range strings.Split(string(data), "%% ")[1:] {
		name, code, _ := strings.Cut(text, "\n")
		blocks = append(blocks, block{name, code})
	}
	for _, name := range names {
		w.used[name] = true
	}
	for more := true; more; {
		more = false
		for _, b := range blocks {
			for _, other := range blocks {
				if w.used[b.name] && !w.used[other.name] && mentions(withoutText(b.text), w.call(other.name)) {
					w.used[other.name], more = true, true
				}
			}
		}
	}
	var out strings.Builder
	for _, b := range blocks {
		if w.used[b.name] {
			out.WriteString("\n" + b.text)
		}
	}
	return out.String()
}

// mentions reports whether code has a word, or calls a function if the word ends in a parenthesis.
func mentions(code, word string) bool {
	end := `(\W|$)`
	if strings.HasSuffix(word, "(") {
		end = ""
	}
	return regexp.MustCompile(`(^|[^.\w])` + regexp.QuoteMeta(word) + end).MatchString(code)
}

// imports returns which of the names stand before a point in code.
func imports(code string, names ...string) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		base := name[strings.LastIndexByte(name, '/')+1:]
		return !regexp.MustCompile(`\b` + base + `\.`).MatchString(code)
	})
}

// theirs returns the number of readings that recognize the keys of other record kinds.
func (f *Functions) theirs() int {
	return len(slices.DeleteFunc(slices.Clone(f.readings), func(r reading) bool { return r.theirs == "" }))
}

// describe returns a description of a part for a comment.
func (p *Part) describe() string {
	words := map[PartKind]string{TextPart: "as it stands in the key", BytesPart: "as it stands in the key",
		IntPart: "a whole number from -2^63 to 2^63-1", UnsignedPart: "a whole number from 0 to 2^64-1",
		MillisPart: "milliseconds since 1970 UTC", MicrosPart: "microseconds since 1970 UTC",
		NanosPart: "nanoseconds since 1970 UTC"}[p.Kind]
	switch {
	case p.OfRow && p.Kind == BytesPart:
		words = "of the row; not in the old key"
	case p.OfRow:
		words += ", of the row; not in the old key"
	case p.Optional:
		words += "; not in every key"
	}
	return fmt.Sprintf("%s: %s", ascii(p.Source), words)
}

// ascii writes text for a comment, so that it ends none and starts nothing in any language.
func ascii(text string) string {
	var out strings.Builder
	for _, b := range []byte(text) {
		if b < ' ' || b > '~' || b == '\\' {
			fmt.Fprintf(&out, "%%%02x", b)
		} else {
			out.WriteByte(b)
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(out.String(), "*/", "*%2f"), `"""`, `""%22`)
}

// quoted writes bytes in double quotes, those that are not letters of ASCII by escape.
func quoted(b []byte, escape string) string {
	var out strings.Builder
	for _, c := range b {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&out, escape, c)
		} else {
			out.WriteByte(c)
		}
	}
	return `"` + out.String() + `"`
}

// withoutText removes what stands in double quotes and comments.
func withoutText(code string) string {
	return regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|//.*`).ReplaceAllString(code, `""`)
}
