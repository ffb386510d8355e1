package keygrammar

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// partWords returns how often each file of a part uses a word, with the package in front and without; comments are left
// out.
func partWords(t *testing.T) map[string]map[string]int {
	t.Helper()
	files, err := fs.Glob(partFiles, "parts/*.grammar")
	if err != nil || len(files) != 19 {
		t.Fatalf("the parts are %q, %v", files, err)
	}
	comment, word := regexp.MustCompile(`(?m)^\s*//.*$`), regexp.MustCompile(`(\w+\.)?\w+`)
	all := map[string]map[string]int{}
	for _, path := range files {
		text, err := partFiles.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = map[string]int{}
		for _, w := range word.FindAllString(comment.ReplaceAllString(string(text), ""), -1) {
			all[path][w]++
			if _, name, ok := strings.Cut(w, "."); ok {
				all[path][name]++
			}
		}
	}
	return all
}

// TestBuiltinsAreUsed verifies that parts use each function and type that they can.
func TestBuiltinsAreUsed(t *testing.T) {
	used := map[string]bool{}
	for _, words := range partWords(t) {
		for word := range words {
			used[word] = true
		}
	}
	for name := range builtins() {
		if !used[name] {
			t.Errorf("no part uses %s", name)
		}
	}
	for name := range builtinTypes() {
		if !used[name] {
			t.Errorf("no part uses the type %s", name)
		}
	}
}

// TestDefinitionsAreUsed verifies that each part uses its definitions, and that its file has its label.
func TestDefinitionsAreUsed(t *testing.T) {
	definition, label := regexp.MustCompile(`(?m)^func (\w+)\(`), regexp.MustCompile(`(?m)^package (\w+)$`)
	seen := 0
	for path, words := range partWords(t) {
		text, err := partFiles.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if match := label.FindSubmatch(text); match == nil || path != "parts/"+string(match[1])+".grammar" {
			t.Errorf("%s is labeled %q", path, match)
		}
		for _, match := range definition.FindAllSubmatch(text, -1) {
			seen++
			if name := string(match[1]); words[name] < 2 && name != "grammar" {
				t.Errorf("%s does not use its definition of %s", path, name)
			}
		}
	}
	if seen < 500 {
		t.Errorf("%d definitions: the test has lost sight of them", seen)
	}
}
