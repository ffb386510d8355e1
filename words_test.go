package tabletop_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// formerWords matches words for which screens, reports, help, and lessons write another: one word for one thing.
var formerWords = regexp.MustCompile(`(?i)\b(GC-eligible|eligible|can go|rule in force|rule keeps|age rules?|garbage-collection rules?|waste|condemned|hot spots?|frontiers?|roving hotspots?|` +
	`reads cost|conditions drawn|the draw|part back|take along|look at garbage|foretold|anew|afresh|for ever|` +
	`for instance|made up|beyond doubt|by chance|may be repeated|at most\)|` +
	`grave(r|st)?|hold(s)? a table against|walk(s|ed)? through|go(es)? on with)\b|` +
	`\bof all( {2,}|$)|\d pt\b|^ pt$|\d \.(ms|min|[shd])\b`)

// formerInHelp matches further words that the help of commands and flags does not use.
var formerInHelp = regexp.MustCompile(`(?i)\b(tells?|told|side by side|somebody|a person|today|folder|notation|takes? a)\b`)

// literalsMayHold returns the literals of sources that hold former words which no one reads as words of tabletop:
// former values and names of flags, and in some sources lists of words, all of them.
func literalsMayHold() map[string]string {
	return map[string]string{
		"cmd/tabletop/flags.go":             "today",
		"cmd/tabletop/heat.go":              "waste",
		"model/heat/heat.go":                "waste",
		"model/personal/schemawords.go":     anyLiteral,
		"sampler/internal/skewed/skewed.go": anyLiteral,
	}
}

// anyLiteral stands for all literals of a source.
const anyLiteral = "*"

// TestOneWordForOneThing verifies that no former word is in a literal of the sources, which are all texts of screens,
// reports, and help in every state; in a frame or a report as it is put together of them; or in a lesson.
func TestOneWordForOneThing(t *testing.T) {
	counts := map[string]int{}
	for _, top := range []string{"cmd", "tui", "views", "model", "sampler"} {
		err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			path = filepath.ToSlash(path)
			kind := readAs(path)
			if kind == "" {
				return nil
			}
			counts[kind]++
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if kind != "source" {
				reportFormerWords(t, path, string(content), formerWords)
				return nil
			}
			allowed := literalsMayHold()[path]
			return eachLiteral(path, content, func(at, text string) {
				if allowed == anyLiteral || text == allowed {
					return
				}
				reportFormerWords(t, at, text, formerWords)
				if strings.HasPrefix(path, "cmd/") {
					reportFormerWords(t, at, text, formerInHelp)
				}
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for kind, least := range map[string]int{"source": 500, "golden": 250, "lesson": 20} {
		if counts[kind] < least {
			t.Errorf("%d files were read as %s, want at least %d", counts[kind], kind, least)
		}
	}
}

// readAs returns what the texts of a file are: of a source, a golden, or a lesson; empty for others. JSON is an
// interface, whose names stay.
func readAs(path string) string {
	switch ext := filepath.Ext(path); {
	case strings.HasSuffix(path, "_test.go") || strings.Contains(path, "json") || strings.Contains(path, "/fuzz/") ||
		strings.Contains(path, "/drive/"):
		return ""
	case ext == ".go":
		return "source"
	case strings.HasPrefix(path, "model/lesson/") && ext == ".yaml" && !strings.Contains(path, "/testdata/"):
		return "lesson"
	case strings.HasPrefix(path, "views/") && strings.Contains(path, "/testdata/"),
		strings.HasPrefix(path, "tui/testdata/"), strings.HasPrefix(path, "cmd/tabletop/testdata/script/"):
		return "golden"
	}
	return ""
}

// eachLiteral calls f with each string of a source but imports and tags of fields, and where it is.
func eachLiteral(path string, content []byte, f func(at, text string)) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, content, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				f(files.Position(n.Pos()).String(), text)
			}
		}
		return true
	})
	return nil
}

// reportFormerWords fails for each line of a text with a word that has become another.
func reportFormerWords(t *testing.T, at, text string, former *regexp.Regexp) {
	t.Helper()
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "tabletop ") || strings.HasPrefix(line, "$ ") {
			continue // typed by a reader, who may use the former value of a flag
		}
		if word := former.FindString(strings.TrimRight(line, "\n")); word != "" {
			t.Errorf("%s: %q is not a word of tabletop: %s", at, word, strings.TrimSpace(line))
		}
	}
}
