// Package tabletop_test verifies the rules of the whole tree: which package may import which, and that each is
// described.
package tabletop_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// pkg is a package of this module with what it imports, by import path.
type pkg struct {
	path    string // relative to the module: "model/rowkey"
	imports []string
	tests   []string // imported by its tests
}

// module is the path of the module, with a slash.
var module = sync.OnceValue(func() string {
	text, _ := os.ReadFile("go.mod") // without it go list fails
	path, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return path + "/"
})

// listed is what go list prints of the module, which takes a second.
var listed = sync.OnceValues(func() ([]byte, error) {
	return exec.Command("go", "list", "-f",
		`{{.ImportPath}}|{{join .Imports " "}}|{{join .TestImports " "}} {{join .XTestImports " "}}`, "./...").Output()
})

// packages lists the packages of the module.
func packages(t *testing.T) []pkg {
	t.Helper()
	out, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []pkg
	for line := range strings.Lines(string(out)) {
		of := strings.Split(line, "|")
		all = append(all, pkg{strings.TrimPrefix(of[0], module()), strings.Fields(of[1]), strings.Fields(of[2])})
	}
	if len(all) < 40 {
		t.Fatalf("only %d packages were listed: the test does not see the tree", len(all))
	}
	return all
}

// ours returns the path of an imported package of this module.
func ours(path string) (string, bool) { return strings.CutPrefix(path, module()) }

// top is the top folder of a package.
func top(path string) string {
	folder, _, _ := strings.Cut(path, "/")
	return folder
}

// TestTopFoldersImportDownward verifies cmd -> tui -> views -> model and cmd -> sampler -> model, and that only the
// sampler imports the Bigtable client.
func TestTopFoldersImportDownward(t *testing.T) {
	allowed := map[string][]string{
		"cmd":     {"cmd", "tui", "views", "model", "sampler"},
		"tui":     {"tui", "views", "model"},
		"views":   {"views", "model"},
		"model":   {"model"},
		"sampler": {"sampler", "model"},
	}
	// What each folder must not import from outside; a name that ends in a slash stands for all below it.
	foreign := map[string][]string{
		"cmd":   {"cloud.google.com/go/bigtable/"},
		"tui":   {"cloud.google.com/go/bigtable/", "google.golang.org/"},
		"views": {"cloud.google.com/go/bigtable/", "google.golang.org/", "net", "os", "os/exec"},
		"model": {"cloud.google.com/go/bigtable/", "google.golang.org/", "charm.land/", "net/http", "os", "os/exec"},
	}
	for _, p := range packages(t) {
		rules, ok := allowed[top(p.path)]
		if !ok {
			continue
		}
		for _, to := range p.imports {
			if path, ok := ours(to); ok && !slices.Contains(rules, top(path)) {
				t.Errorf("%s imports %s: %s may import only %v", p.path, to, top(p.path), rules)
			}
			for _, f := range foreign[top(p.path)] {
				if to == f || strings.HasSuffix(f, "/") && strings.HasPrefix(to+"/", f) {
					t.Errorf("%s imports %s, which %s must not", p.path, to, top(p.path))
				}
			}
		}
	}
}

// TestTestsImportDownward verifies that tests, too, import nothing above their package but internal helpers, and those
// of model no helper that does, and no client of the service: what a test imports is linked into it, and the truth of
// model needs no server.
func TestTestsImportDownward(t *testing.T) {
	above := map[string][]string{"model": {"sampler", "views", "tui", "cmd"}, "views": {"sampler", "tui", "cmd"},
		"tui": {"sampler", "cmd"}, "sampler": {"views", "tui", "cmd"}}
	all := packages(t)
	for _, p := range all {
		for _, to := range p.tests {
			path, internal := ours(to)
			if internal && slices.Contains(above[top(p.path)], top(path)) {
				t.Errorf("tests of %s import %s", p.path, to)
			}
			if top(p.path) != "model" {
				continue
			}
			if strings.HasPrefix(to, "cloud.google.com/") || strings.HasPrefix(to, "google.golang.org/grpc") ||
				strings.HasPrefix(to, "google.golang.org/api") {
				t.Errorf("tests of %s import %s", p.path, to)
			}
			for _, helper := range all {
				if internal && top(path) == "internal" && helper.path == path && slices.ContainsFunc(helper.imports,
					func(of string) bool {
						below, ok := ours(of)
						return ok && slices.Contains(above["model"], top(below)) ||
							strings.HasPrefix(of, "cloud.google.com/")
					}) {
					t.Errorf("tests of %s import %s, which imports what is above model", p.path, to)
				}
			}
		}
	}
}

// modelOrder lists the packages of model so that each imports only packages before it. A package below one of them,
// such as model/infer/internal/search, has the place of that one.
func modelOrder() []string {
	return []string{"crash", "spelling", "bounded", "command", "personal", "rowkey", "candidate", "sample",
		"demo",
		"price", "estimate", "segments", "gaps", "confidence", "infer", "value", "qualifier", "heat", "keyspace", "redact",
		"retention", "spec", "census", "figures", "rekey", "codegen", "verify", "workload", "access", "advise", "simulate", "plan", "census/relayout", "audit",
		"analysis", "diff", "lesson"}
}

// placeInModel returns where a package of model stands in its order, -1 if nowhere.
func placeInModel(path string) int {
	name := strings.TrimPrefix(path, "model/")
	place, longest := -1, ""
	for i, room := range modelOrder() {
		if (name == room || strings.HasPrefix(name, room+"/")) && len(room) > len(longest) {
			place, longest = i, room
		}
	}
	return place
}

// TestModelImportsDownward verifies that packages of model import only those before them in modelOrder.
func TestModelImportsDownward(t *testing.T) {
	for _, p := range packages(t) {
		if top(p.path) != "model" {
			continue
		}
		at := placeInModel(p.path)
		if at < 0 {
			t.Errorf("%s has no place in the order of model", p.path)
		}
		for _, to := range p.imports {
			if path, ok := ours(to); ok && placeInModel(path) > at {
				t.Errorf("%s imports %s, which comes after it", p.path, to)
			}
		}
	}
}

// TestScreensDoNotImportEachOther verifies that a screen stands on the shared packages of views only.
func TestScreensDoNotImportEachOther(t *testing.T) {
	shared := []string{"views", "views/text", "views/value", "views/take", "views/widget", "views/report", "views/report/doc"}
	for _, p := range packages(t) {
		if top(p.path) != "views" || slices.Contains(shared, p.path) {
			continue
		}
		for _, to := range p.imports {
			if path, ok := ours(to); ok && top(path) == "views" && !slices.Contains(shared, path) {
				t.Errorf("the screen %s imports the screen %s", p.path, to)
			}
		}
	}
}

// TestContributingDescribesEachPackage verifies that CONTRIBUTING.md names every package, by its path below the top
// folder.
func TestContributingDescribesEachPackage(t *testing.T) {
	page, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages(t) {
		_, name, ok := strings.Cut(p.path, "/")
		if p.path == strings.TrimSuffix(module(), "/") || !ok || strings.Contains(name, "internal/") {
			continue // these tests themselves, or a part of the package above it
		}
		if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), "`"+p.path+"`") {
			t.Errorf("CONTRIBUTING.md does not describe %s", p.path)
		}
	}
}

// TestKeysAreDecodedInOnePlace verifies that only a table of segments decodes the keys of a sample: all else reads its
// columns. The other files listed decode under layouts that are not in force, a single key, or a few that are shown.
func TestKeysAreDecodedInOnePlace(t *testing.T) {
	allowed := []string{
		// the one place
		"model/segments/build.go",
		// other layouts
		"model/infer", "model/confidence", "model/qualifier", "model/redact", "model/lesson/cond.go", "model/diff",
		"model/audit/rule_key.go",
		"views", "internal/keygrammar", // a key under the cursor, the keys on the screen, a draft of a layout
		"model/analysis/scope.go", // a key that stands for a record kind
		"model/spec",              // keys that were made, which must be read back, and qualifiers
		"model/advise/largest.go", // the largest rows of the table, which are not among those kept
	}
	decode := regexp.MustCompile(`(?i)\b(set|layouts?|l|now|other|in\.Set|as)\.Decode\(`)
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "model/rowkey/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !decode.Match(text) {
			return err
		}
		seen++
		if !slices.ContainsFunc(allowed, func(a string) bool { return path == a || strings.HasPrefix(path, a+"/") }) {
			t.Errorf("%s decodes row keys: read the columns of segments.Table instead", path)
		}
		return nil
	})
	if err != nil || seen < 5 {
		t.Errorf("%d files decode keys, %v: the test has lost sight of them", seen, err)
	}
}

// TestTextsAreDecodedInOnePlace verifies that only model/bounded decodes JSON and YAML, only model/workload SQL, and
// only sampler/files opens what a person names: they bound what a hostile text takes, whoever reads it.
func TestTextsAreDecodedInOnePlace(t *testing.T) {
	allowed := map[string]string{
		"model/bounded/json.go": "the one place", "model/bounded/yaml.go": "the one place",
		"model/workload/sql.go": "behind the bounds of sqlbound.go", "model/workload/sqlbound.go": "the bounds",
		"model/value/fits.go":                  "a value of a cell, token by token",
		"model/infer/internal/search/atoms.go": "a part of a key, token by token",
		"sampler/decoder/avro.go":              "the offset of an error, after the limit of the file",
		"sampler/rest/rest.go":                 "an answer over HTTP, with a limit",
		"sampler/files/read.go":                "the one place",
		"sampler/files/stale.go":               "locks a temporary file, reads nothing",
		"sampler/snapshot/file.go":             "streams a saved sample, within --max-memory",
		"sampler/snapshot/format.go":           "a section, within --max-memory",
		"cmd/tabletop/layouts.go":              "standard input, with the limit of a file",
		"views/value/lines.go":                 "unpacks a value, with a limit",
		"beam/parts/parts.go":                  "what its own workers wrote",
	}
	decode := regexp.MustCompile(`\b(json|yaml)\.(Unmarshal|NewDecoder)\(|\bmemefish\.(Parse|Split|Lexer)|\bos\.(ReadFile|Open)\(|\bio\.ReadAll\(`)
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			slices.Contains([]string{"internal", "tools"}, top(filepath.ToSlash(path))) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !decode.Match(text) {
			return err
		}
		seen[filepath.ToSlash(path)] = true
		if allowed[filepath.ToSlash(path)] == "" {
			t.Errorf("%s decodes or opens by itself (%s): use model/bounded and sampler/files", path, decode.Find(text))
		}
		return nil
	})
	for path, why := range allowed {
		if !seen[path] {
			t.Errorf("%s (%s) decodes nothing", path, why)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestCellSizeIsDefinedOnce verifies that only model/sample adds up the family, the qualifier and the 8 bytes of the
// timestamp of a cell.
func TestCellSizeIsDefinedOnce(t *testing.T) {
	sum := regexp.MustCompile(`(?i)(famil|qualif|column|name|head).*\+ ?8($|[^\d*])|\b8 ?\+.*(famil|qualif)`)
	quoted := regexp.MustCompile("\"(\\\\.|[^\"\\\\])*\"|`[^`]*`")
	found := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "internal/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			code, _, _ := strings.Cut(quoted.ReplaceAllString(line, `""`), "//")
			if !sum.MatchString(code) {
				continue
			}
			found++
			if path != filepath.Join("model", "sample", "sample.go") {
				t.Errorf("%s: a size of cells beside sample.CellBytes: %s", path, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%v; %d definitions were found, want that of sample.CellBytes", err, found)
	}
}

// TestCountsHaveSeparators verifies that what is counted, such as 20,000 rows, is written by spelling.Count or
// spelling.Integer, and not by a bare %d.
func TestCountsHaveSeparators(t *testing.T) {
	bare := regexp.MustCompile(`%d (of (the )?)?([a-z%]+ ){0,2}(rows|cells|keys|values|timestamps)\b`)
	others := regexp.MustCompile(`key ranges|1/%d|× %d`) // few ranges, shares, cells of a screen
	for _, want := range []string{"read %d rows", "%d of %d rows", "%d of the rows read", "the value of %d cells",
		"%d kept rows"} {
		if !bare.MatchString(want) {
			t.Fatalf("the test does not see %q", want)
		}
	}
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.HasPrefix(path, "internal/") || strings.HasPrefix(path, "beam/internal/") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		seen++
		for line := range strings.Lines(string(text)) {
			// errors of programs, not of users
			internal := strings.Contains(line, `Errorf("sample: `) || strings.Contains(line, `Errorf("heat: `)
			if bare.MatchString(others.ReplaceAllString(line, "")) && !internal {
				t.Errorf("%s: %s", path, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil || seen < 300 {
		t.Errorf("%d files, %v", seen, err)
	}
}
