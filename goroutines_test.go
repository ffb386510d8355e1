package tabletop_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// started is a goroutine of a file: what go or a group's Go calls, with the source text of it.
type started struct {
	where string
	code  string
}

// goroutines returns what starts in a file.
func goroutines(t *testing.T, path string) []started {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []started
	add := func(n ast.Node) {
		var code strings.Builder
		if err := printer.Fprint(&code, set, n); err != nil {
			t.Fatal(err)
		}
		found = append(found, started{fmt.Sprintf("%s:%d", path, set.Position(n.Pos()).Line), code.String()})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			add(n.Call)
		case *ast.CallExpr:
			if method, ok := n.Fun.(*ast.SelectorExpr); ok && (method.Sel.Name == "Go" || method.Sel.Name == "TryGo") {
				add(n)
			}
		}
		return true
	})
	return found
}

// TestGoroutinesRecover verifies that each goroutine of the program recovers from panics by package crash: a panic that
// leaves one ends the process, with the terminal as it is and what was read lost.
func TestGoroutinesRecover(t *testing.T) {
	// What only waits, or calls a function that recovers, by a part of its code.
	safe := []string{
		"r.work(ctx)",       // sampler/read: recovers and reports the panic as an event
		"events <- taken(",  // sampler/read: taken recovers and returns the panic as an event
		"j.run(ctx, id, s)", // tui: recovers and reports the panic as a message
		"loop.run()",        // tui: App.Update recovers
		"wg.Wait()", "j.group.Wait()", "p.Quit()", "signal.Stop(signals)", "p.Kill()", "<-signals", "<-closing",
		"s.err = fill()", // sampler/dataset: fill is crash.Recovered
	}
	seen := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		folder := top(filepath.ToSlash(path))
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			!slices.Contains([]string{"cmd", "tui", "views", "model", "sampler"}, folder) ||
			strings.Contains(path, "/internal/wire/") {
			return err
		}
		for _, g := range goroutines(t, path) {
			seen++
			recovers := strings.Contains(g.code, "crash.Recovered(") || strings.Contains(g.code, "crash.From(")
			if !recovers && !slices.ContainsFunc(safe, func(part string) bool {
				return strings.Contains(g.code, part)
			}) {
				t.Errorf("%s: a goroutine that does not recover from panics: %.60s", g.where, g.code)
			}
		}
		return nil
	})
	if err != nil || seen < 15 {
		t.Errorf("%d goroutines, %v: the test has lost sight of them", seen, err)
	}
}
