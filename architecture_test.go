// Package tabletop_test holds the one rule of the whole tree: which folder may import which.
package tabletop_test

import (
	"os/exec"
	"strings"
	"testing"
)

// room is the top folder of a package of ours, "model/rowkey" for the rooms of model.
func room(pkg string) string {
	return strings.SplitN(strings.TrimPrefix(pkg, "tabletop/"), "/", 2)[0]
}

// TestArrows holds cmd -> tui -> views -> model and cmd -> sampler -> model, and that only the sampler knows Bigtable.
func TestArrows(t *testing.T) {
	allowed := map[string][]string{
		"cmd":     {"cmd", "tui", "views", "model", "sampler"},
		"tui":     {"tui", "views", "model"},
		"views":   {"views", "model"},
		"model":   {"model"},
		"sampler": {"sampler", "model"},
	}
	// What each room must not import from outside.
	foreign := map[string][]string{
		"cmd":   {"cloud.google.com/go/bigtable"},
		"tui":   {"cloud.google.com/go/bigtable", "google.golang.org/"},
		"views": {"cloud.google.com/go/bigtable", "google.golang.org/", "net", "os", "os/exec"},
		"model": {"cloud.google.com/go/bigtable", "google.golang.org/", "charm.land/", "net/http", "os", "os/exec"},
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		from := words[0]
		rules, ok := allowed[room(from)]
		if !ok {
			continue
		}
		seen++
		for _, to := range words[1:] {
			if strings.HasPrefix(to, "tabletop/") && !contains(rules, room(to)) {
				t.Errorf("%s imports %s: %s may import only %v", from, to, room(from), rules)
			}
			for _, f := range foreign[room(from)] {
				if to == f || strings.HasSuffix(f, "/") && strings.HasPrefix(to, f) || strings.HasPrefix(to, f+"/") && f != "net" && f != "os" {
					t.Errorf("%s imports %s, which is no business of %s", from, to, room(from))
				}
			}
		}
	}
	if seen < 8 {
		t.Errorf("only %d packages were looked at: the test has lost sight of the tree", seen)
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
