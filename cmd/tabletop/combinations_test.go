package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"tabletop/internal/slowtest"
	"tabletop/sampler/snapshot"
)

// calls are the ways to call each command, by the words after "tabletop". Adding one is a line; a command without any
// fails the test. SOURCE is a sample with its flags, OTHER a saved sample of an ordinary table, FILE a file to write,
// TRY a layout to try, and WORKLOAD a file of queries. A call is run in every format of the command, unless it says
// --format itself or is one that has no report.
func calls() []string {
	return []string{
		"stats SOURCE", "schema SOURCE", "decode SOURCE",
		"gc SOURCE", "gc SOURCE --policy f=maxage=1d",
		"heat SOURCE", "heat SOURCE --metric garbage", "heat SOURCE --layout TRY",
		"simulate SOURCE --layout TRY", "simulate SOURCE --layout TRY --workload WORKLOAD",
		"code --layout {a} --language go", "code --layout {a} --language python -o FILE",
		"plan SOURCE --layout TRY -o FILE",
		"advise SOURCE", "advise SOURCE --workload WORKLOAD",
		"audit SOURCE", "audit SOURCE --redact=false", "audit SOURCE --fail-on note -o FILE",
		"diff SOURCE OTHER", "diff OTHER SOURCE --redact=false",
		"verify demo:domains demo:domains --layout {key()}",
		"sample SOURCE -o FILE", "sample SOURCE --redact --redact-words -o FILE", "sample SOURCE --plan",
		"config", "doctor", "bug -o FILE", "version", "man --dir FILE", "help audit", "completion bash", "completion zsh", "completion fish",
		"completion powershell",
		"lesson", "lesson print hotspots", "lesson print hotspots --answers", "lesson export hotspots",
		"lesson new FILE",
		"lesson reset", "lesson grade FILE",
	}
}

// uncalled are commands that no call reaches, with the reason.
func uncalled() map[string]string {
	return map[string]string{
		"tabletop":                "draws on a terminal",
		"tabletop demo":           "draws on a terminal",
		"tabletop emulator":       "serves until a signal",
		"tabletop lesson compare": "draws on a terminal",
		"tabletop lesson check":   "carries out whole lessons, as its own tests do",
		"tabletop describe":       "reads no row; output_test.go and locale_test.go call it",
		"tabletop try":            "reads records, which are no samples; try_test.go calls it",
		"tabletop generate":       "reads a specification, which is no sample; generate_test.go calls it",
		"tabletop mcp":            "serves an assistant until its input ends",
		"tabletop merge":          "was removed, and says what to use",
	}
}

// call is one run of the program.
type call struct {
	kind    kind // zero for a command without SOURCE
	command string
	format  string // empty for a command without formats
	line    string // of calls
	locale  string // empty is that of UTF-8
}

func (c call) name() string {
	return strings.TrimSpace(c.line + " --format " + c.format + " " + c.locale + ": " + c.kind.name)
}

// TestEveryCombination runs every command in every format on samples of every kind, and verifies that none falls over,
// that what it writes is fit for a terminal and for programs, how it exits, and that it leaves no file behind. Short
// tests take one in several combinations, so that each command meets each kind and each format several kinds.
func TestEveryCombination(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	all := combinations(t, kinds(t))
	check := &checker{t: t, schemas: schemas(t), faults: map[string][]string{}}
	for i, c := range all {
		if i%slowtest.Pick(61, 1) == 0 {
			check.run(c)
		}
	}
	for _, fault := range slices.Sorted(maps.Keys(check.faults)) {
		of := check.faults[fault]
		t.Errorf("%s: %d, for example\n  %s", fault, len(of), strings.Join(of[:min(len(of), 5)], "\n  "))
	}
	t.Logf("%d of %d combinations were run", check.ran, len(all))
}

// combinations returns all runs, and fails if a command of the program has no call.
func combinations(t *testing.T, samples []kind) []call {
	t.Helper()
	var all []call
	reached := uncalled()
	root := newRoot()
	for _, line := range calls() {
		cmd, _, err := root.Find(strings.Fields(line))
		if err != nil || cmd == root {
			t.Fatalf("no command for %q: %v", line, err)
		}
		reached[cmd.CommandPath()] = "called"
		of := samples
		if !strings.Contains(line, "SOURCE") {
			of = samples[:1]
		}
		for _, k := range of {
			for _, format := range formatsOf(cmd, line) {
				c := call{kind: k, command: cmd.CommandPath(), format: format, line: line}
				all = append(all, c)
				if format == "text" {
					c.locale = "LC_ALL=C"
					all = append(all, c)
				}
			}
		}
	}
	eachCommand(root, func(c *cobra.Command) {
		if c.Runnable() && reached[c.CommandPath()] == "" {
			t.Errorf("no combination runs %s: add a call", c.CommandPath())
		}
	})
	return all
}

// formatsOf returns the formats of a command for a call.
func formatsOf(cmd *cobra.Command, line string) []string {
	flag := cmd.Flags().Lookup("format")
	if flag == nil || cmd.Name() == "sample" && !strings.Contains(line, "--plan") {
		return []string{""}
	}
	return flag.Value.(interface{ formats() []string }).formats()
}

// words returns the arguments of a call.
func (c call) words(folder string) []string {
	var words []string
	for _, word := range strings.Fields(c.line) {
		switch word {
		case "SOURCE":
			words = append(words, c.kind.source...)
		case "OTHER":
			words = append(words, filepath.Join(c.kind.maker.folder, "saved.tabletop"))
		case "FILE":
			words = append(words, filepath.Join(folder, "written"))
		case "TRY":
			words = append(words, "{celltime(day)}#{column(f:v)}#{key()}")
		case "WORKLOAD":
			words = append(words, filepath.Join(c.kind.maker.folder, "workload.yaml"))
		default:
			words = append(words, word)
		}
	}
	if c.format != "" {
		words = append(words, "--format", c.format)
	}
	layout := c.kind.shape.layout
	switch {
	case layout == "" || !strings.Contains(c.line, "SOURCE") || c.command == "tabletop sample":
	case c.command == "tabletop simulate" || c.command == "tabletop heat" || c.command == "tabletop plan":
		words = append(words, "--current-layout", layout)
	default:
		words = append(words, "--layout", layout)
	}
	return words
}

// refusal is an error that a command may end with for some tables, by a part of its text.
type refusal struct {
	command string
	code    int
	words   string
}

// refusals are the errors that are answers: the table has not what a call is about.
func refusals() []refusal {
	return []refusal{
		{"tabletop advise", exitError, "the keys have no layout, so there are no segments to reorder"},
		{"tabletop advise", exitError, "no row read has the layout"},
		{"tabletop advise", exitError, "the keys have no segment that differs from row to row"},
		{"tabletop advise", exitError, "too many to "},
		{"tabletop advise", exitError, "no query matches any of the rows read"},
		{"tabletop advise", exitUsage, "no row read has the column f:v"},
		{"tabletop schema", exitError, "cannot write a row-key schema: "},
		{"tabletop schema", exitError, "cannot be a row-key schema: "},
		{"tabletop simulate", exitUsage, "invalid --layout: no column "},
		{"tabletop simulate", exitUsage, "no row read has the column f:v"},
		{"tabletop simulate", exitUsage, "no segment"},
		{"tabletop advise", exitUsage, "no segment"},
		{"tabletop plan", exitUsage, "invalid --layout: no column "},
		{"tabletop plan", exitUsage, "no row read has the column f:v"},
		{"tabletop plan", exitUsage, "no segment"},
		{"tabletop plan", exitError, "cbt accepts names in UTF-8 only"},
		{"tabletop heat", exitUsage, "invalid --layout: no column "},
		{"tabletop gc", exitUsage, "unknown family \"f\" in --policy"},
		{"tabletop lesson grade", exitUsage, "cannot read the records"},
	}
}

// refused reports whether a call ended with an error that is an answer.
func refused(c call, code int, errs string) bool {
	return slices.ContainsFunc(refusals(), func(r refusal) bool {
		return r.command == c.command && r.code == code && strings.Contains(errs, r.words)
	})
}

// code returns how a call must exit.
func (c call) code() int {
	if !strings.Contains(c.line, "SOURCE") {
		return exitOK
	}
	live := c.kind.form.name == "demo" || strings.HasPrefix(c.kind.form.name, "live")
	switch {
	case strings.Contains(c.line, "--plan") && !live:
		return exitUsage // only a live table has a plan
	case strings.Contains(c.line, "--plan"):
		return exitOK
	}
	return c.kind.form.code
}

// checker runs calls and collects what is wrong, by the sort of fault and the command.
type checker struct {
	t       *testing.T
	schemas map[string]*jsonschema.Schema
	faults  map[string][]string
	ran     int
}

func (k *checker) fault(c call, sort, detail string) {
	key := fmt.Sprintf("%s (%s --format %s)", sort, c.command, c.format)
	k.faults[key] = append(k.faults[key], c.name()+": "+fmt.Sprintf("%.900q", detail))
}

// run runs a call and checks all that it leaves.
func (k *checker) run(c call) {
	k.ran++
	folder, err := os.MkdirTemp(k.t.TempDir(), "run")
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Chdir(folder)
	var stdout, stderr bytes.Buffer
	p := c.kind.maker.program(&stdout, &stderr)
	if name, value, ok := strings.Cut(c.locale, "="); ok {
		p.env[name] = value
	}
	p.env["XDG_STATE_HOME"] = filepath.Join(folder, "state")
	code := p.run(context.Background(), c.words(folder))
	if reports, _ := filepath.Glob(filepath.Join(folder, "state", "tabletop", "internal-error*")); len(reports) > 0 {
		text, _ := os.ReadFile(reports[0])
		k.fault(c, "panic", string(text[strings.Index(string(text), "error: "):]))
		return
	}
	failed := strings.Contains(c.line, "--fail-on") && code == exitCheck
	if want := c.code(); code != want && !failed && !refused(c, code, stderr.String()) {
		k.fault(c, fmt.Sprintf("exit code %d instead of %d", code, want), stderr.String())
	}
	written, isSample := k.leftovers(c, folder)
	out := append(stdout.Bytes(), written...)
	k.clean(c, "standard error", stderr.Bytes())
	if c.format == "png" || isSample {
		k.isImage(c, code, out, isSample)
		return
	}
	k.clean(c, "output", out)
	if code == exitOK || code == exitPartial {
		k.parses(c, out)
	}
}

// leftovers returns what was written to FILE and whether it is a sample, and looks for other files.
func (k *checker) leftovers(c call, folder string) (written []byte, isSample bool) {
	for _, dir := range []string{folder, os.TempDir()} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			k.t.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".tabletop") || dir != folder {
				k.fault(c, "file left", e.Name())
				os.RemoveAll(filepath.Join(dir, e.Name()))
			}
		}
	}
	path := filepath.Join(folder, "written")
	if c.command == "tabletop plan" {
		path = filepath.Join(path, "README.md")
	}
	written, err := os.ReadFile(path)
	if err != nil {
		return nil, false // a folder, or nothing
	}
	if c.command != "tabletop sample" {
		return written, false
	}
	if _, err := snapshot.ReadFile(context.Background(), path, 1<<30); err != nil {
		k.fault(c, "sample that cannot be read", err.Error())
	}
	return written, true
}

// clean checks that text is UTF-8, and that no byte of it controls a terminal or changes the direction of text.
func (k *checker) clean(c call, where string, text []byte) {
	if !utf8.Valid(text) {
		k.fault(c, where+" is not UTF-8", around(text, func(r rune) bool { return r == utf8.RuneError }))
	}
	tabs := c.format == "junit" || c.command == "tabletop code" // Go is indented by tabs
	bad := func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && (r != '\t' || !tabs) ||
			unicode.Is(unicode.Bidi_Control, r) || r == 0x200b || r == 0xfeff
	}
	if bytes.ContainsFunc(text, bad) {
		k.fault(c, where+" has control characters", around(text, bad))
	}
	if c.locale == "LC_ALL=C" && bytes.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		k.fault(c, where+" is not ASCII", around(text, func(r rune) bool { return r > unicode.MaxASCII }))
	}
}

// around returns the first place where bad holds, with what is beside it.
func around(text []byte, bad func(rune) bool) string {
	at := bytes.IndexFunc(text, bad)
	return string(text[max(0, at-40):min(len(text), at+40)])
}

// parses checks that output is what its format promises.
func (k *checker) parses(c call, out []byte) {
	schema := k.schemas[schemaOf(c)]
	var err error
	switch c.format {
	case "json", "sarif", "row-key-schema-json":
		err = k.valid(c, schema, out)
	case "jsonl":
		for line := range bytes.Lines(out) {
			err = errors.Join(err, k.valid(c, schema, line))
		}
	case "csv":
		_, err = csv.NewReader(bytes.NewReader(out)).ReadAll()
	case "summary":
		if lines := bytes.Count(out, []byte("\n")); lines > 18 || !bytes.HasPrefix(out, []byte("# Schema review of ")) {
			err = fmt.Errorf("a summary of %d lines: %.100s", lines, out)
		}
	case "junit":
		err = readAll(xml.NewDecoder(bytes.NewReader(out)))
	case "openmetrics":
		if !bytes.HasSuffix(out, []byte("\n# EOF\n")) {
			err = errors.New("it does not end with # EOF")
		}
	case "html":
		if text := string(out); strings.Contains(text, "<script>alert") || strings.Contains(text, "<img src=x") {
			err = errors.New("the table's text is part of the page")
		}
	}
	if err != nil {
		k.fault(c, "invalid "+c.format, err.Error())
	}
	mayBeEmpty := []string{"decode SOURCE", "lesson reset", "man --dir FILE"} // without keys, and what only does
	if len(bytes.TrimSpace(out)) == 0 && c.format != "csv" && c.format != "template" &&
		!slices.Contains(mayBeEmpty, c.line) {
		k.fault(c, "nothing was written", string(out))
	}
}

// schemaOf returns the name of the schema of a call's JSON.
func schemaOf(c call) string {
	if c.format == "sarif" || c.format == "row-key-schema-json" || c.command == "tabletop version" {
		return ""
	}
	name := strings.ReplaceAll(strings.TrimPrefix(c.command, "tabletop "), " ", "-")
	return cmp.Or(map[string]string{"sample": "plan", "lesson": "lessons", "lesson-check": "lesson-checks",
		"lesson-grade": "lesson-grades"}[name], name)
}

// valid checks that text is JSON, and as the schema says; nil is any JSON.
func (k *checker) valid(c call, schema *jsonschema.Schema, text []byte) error {
	if schema == nil {
		if schemaOf(c) != "" {
			return errors.New("it has no schema")
		}
		var any any
		return json.Unmarshal(text, &any)
	}
	object, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return schema.Validate(object)
}

// isImage checks that a picture can be decoded. There is none if the call failed.
func (k *checker) isImage(c call, code int, out []byte, isSample bool) {
	if isSample || code != exitOK && code != exitPartial {
		return
	}
	if _, err := png.Decode(bytes.NewReader(out)); err != nil {
		k.fault(c, "invalid png", err.Error())
	}
}

func readAll(d *xml.Decoder) error {
	for {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// schemas returns those of docs/schema, by name.
func schemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "docs", "schema", "*.schema.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	out := map[string]*jsonschema.Schema{}
	for _, file := range files {
		schema, err := jsonschema.NewCompiler().Compile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(file), ".schema.json")] = schema
	}
	return out
}
