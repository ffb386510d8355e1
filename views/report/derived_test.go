package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPagesAreMadeOfDocuments verifies that what is laid out for people is made of the structs that JSON is written of:
// functions that lay out a page or a document take such a struct, and a width.
func TestPagesAreMadeOfDocuments(t *testing.T) {
	lays := regexp.MustCompile(`(?m)^func (\w+(?:Page|Document))\((.*)\) \*(?:page|document) \{$`)
	made := regexp.MustCompile(`^\w+ doc\.\w+(, width int)?$`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range lays.FindAllStringSubmatch(string(text), -1) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			seen++
			if !made.MatchString(f[2]) {
				t.Errorf("%s: %s takes %s", name, f[1], f[2])
			}
		}
	}
	if seen != 14 {
		t.Errorf("%d pages were found", seen)
	}
}
