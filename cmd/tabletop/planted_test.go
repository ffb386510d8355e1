package main

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/planted"
	"tabletop/internal/slowtest"
	"tabletop/sampler/snapshot"
)

// survivors counts planted strings by kind of output.
type survivors map[string]map[planted.Where][]string

// look notes the strings that an output holds, as they are or as Markdown and HTML escape them.
func (s survivors) look(kind, output string, texts []planted.Text) {
	plain := output + "\x00" + html.UnescapeString(strings.ReplaceAll(output, `\`, ""))
	if s[kind] == nil {
		s[kind] = map[planted.Where][]string{}
	}
	for _, x := range texts {
		if strings.Contains(plain, x.Text) {
			s[kind][x.Where] = append(s[kind][x.Where], x.Text)
		}
	}
}

func (s survivors) report(t *testing.T, planted int) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(s)) {
		n := 0
		for where, texts := range s[kind] {
			n += len(texts)
			t.Errorf("%s: %d strings of %s are left: %.160q", kind, len(texts), where, texts)
		}
		t.Logf("%4d of %d left in %s", n, planted, kind)
	}
}

// TestNoPlantedStringIsLeft plants names, addresses, numbers and ids wherever a table holds text, rare and frequent,
// and looks for them in a redacted sample, in what every command prints of it, and in the reports that are redacted by
// default.
func TestNoPlantedStringIsLeft(t *testing.T) {
	rows, strs := slowtest.Pick(500, 6000), slowtest.Pick(120, 1250)
	for _, seed := range slowtest.Pick([]uint64{0}, []uint64{0, 1, 2, 100, 101, 102}) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			table := planted.New(seed, rows, strs)
			if least := min(1000, strs); len(table.Texts) < least {
				t.Fatalf("only %d strings are planted", len(table.Texts))
			}
			plantedLeft(t, table)
		})
		t.Run(fmt.Sprintf("owners %d", seed), func(t *testing.T) { plantedLeft(t, planted.Owners(seed)) })
	}
}

func plantedLeft(t *testing.T, table *planted.Table) {
	dir := t.TempDir()
	file, share := filepath.Join(dir, "in.tabletop"), filepath.Join(dir, "out.tabletop")
	if err := snapshot.SaveFile(file, table.Sample); err != nil {
		t.Fatal(err)
	}
	left := survivors{}
	ok(t, "sample", file, "--redact", "-o", share)
	s, err := snapshot.ReadFile(t.Context(), share, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	var raw bytes.Buffer
	if err := s.Encode(&raw); err != nil {
		t.Fatal(err)
	}
	left.look("the saved file", raw.String(), table.Texts)
	for command, formats := range map[string][]string{
		"stats FILE": {"text", "json", "markdown", "html", "openmetrics"}, "schema FILE": {"text", "json", "markdown", "html",
			"template"}, "decode FILE": {"text", "jsonl"},
		"gc FILE": {"text", "json", "markdown", "html", "openmetrics"}, "heat FILE": {"text", "json", "html"},
		"advise FILE":                    {"text", "json"},
		"simulate FILE --layout {key()}": {"text", "json"}, "audit FILE": {"text", "json", "summary", "markdown", "html",
			"sarif", "junit", "openmetrics"},
		"audit FILE --redact=false": {"html", "json"}, "diff FILE FILE --redact=false": {"text", "json", "markdown",
			"html"},
	} {
		for _, format := range formats {
			args := strings.Fields(strings.ReplaceAll(command, "FILE", share) + " --format " + format)
			out, errs, code := tabletop(t, nil, args...)
			if code != exitOK && !strings.Contains(errs, "no segment that differs") && !strings.Contains(errs, "too many to") {
				t.Fatalf("%q: code %d, %s", args, code, errs)
			}
			left.look("a redacted sample: "+command+" --format "+format, out+errs, table.Texts)
		}
	}
	declared := filepath.Join(dir, "declared.templates")
	if err := os.WriteFile(declared, []byte(strings.Join(table.Layouts, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	for command, formats := range map[string][]string{
		"audit FILE":              {"json", "summary", "markdown", "html", "sarif", "junit", "openmetrics"},
		"audit FILE --redact":     {"text"},
		"diff FILE FILE":          {"json", "markdown", "html"},
		"diff FILE FILE --redact": {"text"}, "audit FILE --layout @" + declared: {"json", "summary", "markdown", "html",
			"sarif", "junit"},
		"diff FILE FILE --layout @" + declared: {"json", "markdown", "html"},
	} {
		for _, format := range formats {
			args := strings.Fields(strings.ReplaceAll(command, "FILE", file) + " --format " + format)
			out := ok(t, args...)
			left.look("redacted by default: "+strings.ReplaceAll(command, declared, "FILE")+" --format "+format, out,
				table.Texts)
		}
	}
	for _, how := range []string{"--allow-partial", "--layout=@" + declared} {
		left.look("a specification", ok(t, "describe", file, "--as-spec", how), table.Texts)
	}
	for _, how := range []string{"", "--layout=@" + declared} {
		proposed := filepath.Join(dir, fmt.Sprintf("lesson%d", len(how)))
		out := ok(t, slices.DeleteFunc([]string{"lesson", "new", proposed + ".yaml", "--from", file, how},
			func(s string) bool { return s == "" })...)
		left.look("a lesson proposed", out+contents(t, proposed+".yaml"), table.Texts)
	}
	left.report(t, len(table.Texts))
}

// contents are those of a file.
func contents(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
