package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRename verifies that module files, imports, and paths in strings are changed, in order again, that the name of
// the program is not, and that a second run restores all.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	before := map[string]string{
		"go.mod":       "module tabletop\n\ngo 1.26\n\nrequire example.com/tabletop v1.0.0\n",
		"beam/go.mod":  "module tabletop/beam\n\nrequire (\n\ttabletop v0.0.0\n)\n\nreplace tabletop => ../\n",
		"tools/go.mod": "module tabletop/tools\n",
		"model/a.go": "package model\n\nimport (\n\t\"fmt\"\n\t\"tabletop/model/crash\"\n\t\"unicode\"\n)\n\n" +
			"var agent = \"tabletop/\" + fmt.Sprint(crash.X, unicode.MaxRune)\n\n" +
			"var path = \"cmd/tabletop/model\" + `\n  tabletop/model.X`\n",
		"tools/mutate/equivalent.txt": "tabletop/model/a.go: x\n",
		"docs/page.md":                "tabletop/model is a table\n",
	}
	after := map[string]string{
		"go.mod": "module example.com/me/tabletop\n\ngo 1.26\n\nrequire example.com/tabletop v1.0.0\n",
		"beam/go.mod": "module example.com/me/tabletop/beam\n\nrequire (\n\texample.com/me/tabletop v0.0.0\n)\n\n" +
			"replace example.com/me/tabletop => ../\n",
		"tools/go.mod": "module example.com/me/tabletop/tools\n",
		"model/a.go": "package model\n\nimport (\n\t\"example.com/me/tabletop/model/crash\"\n\t\"fmt\"\n\t\"unicode\"\n)\n\n" +
			"var agent = \"tabletop/\" + fmt.Sprint(crash.X, unicode.MaxRune)\n\n" +
			"var path = \"cmd/tabletop/model\" + `\n  example.com/me/tabletop/model.X`\n",
		"tools/mutate/equivalent.txt": "example.com/me/tabletop/model/a.go: x\n",
		"docs/page.md":                "tabletop/model is a table\n",
	}
	for name, text := range before {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		to   string
		want map[string]string
	}{{"example.com/me/tabletop", after}, {"tabletop", before}} {
		if changed, err := rename(dir, step.to); err != nil || changed != 5 {
			t.Errorf("%s: %d files were changed, %v", step.to, changed, err)
		}
		compare(t, dir, step.want)
	}
	for _, to := range []string{"", "-x y", "https://example.com"} {
		if _, err := rename(dir, to); err == nil {
			t.Errorf("%q was taken for a path", to)
		}
	}
}

func compare(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s:\n%s\nwant:\n%s%v", name, got, text, err)
		}
	}
}
