package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// equivalents are mutants that no test can notice, by package, file, line and change, with the reason why.
type equivalents map[string]string

// readEquivalent reads a file that has, for each mutant, a line "PACKAGE/FILE: LINE  [WAS -> IS]" and below it an
// indented line with the reason. Blank lines and those that begin with # are left out.
func readEquivalent(path string) (equivalents, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	known, last := equivalents{}, ""
	for line := range strings.Lines(string(text)) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || line[0] == '#':
		case line[0] == '\t' && last != "" && known[last] == "":
			known[last] = trimmed
		case line[0] == '\t':
			return nil, fmt.Errorf("%s: a reason without a mutant: %s", path, trimmed)
		default:
			known[trimmed], last = "", trimmed
		}
	}
	for name, reason := range known {
		if reason == "" {
			return nil, fmt.Errorf("%s: no reason for %s", path, name)
		}
	}
	return known, nil
}

// key returns how m is listed.
func (e equivalents) key(p goPackage, m mutant) string {
	return fmt.Sprintf("%s/%s: %s", p.ImportPath, filepath.Base(m.file), m.change())
}

func (e equivalents) has(p goPackage, m mutant) bool { return e[e.key(p, m)] != "" }

// check returns an error if a mutant of p is listed that there is no more.
func (e equivalents) check(p goPackage, mutants []mutant) error {
	seen := map[string]bool{}
	for _, m := range mutants {
		seen[e.key(p, m)] = true
	}
	for name := range e {
		file, _, _ := strings.Cut(name, ": ")
		if strings.TrimSuffix(file, "/"+filepath.Base(file)) == p.ImportPath && !seen[name] {
			return fmt.Errorf("a mutant is listed as equivalent that there is no more: %s", name)
		}
	}
	return nil
}
