package tabletop_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLinksOfPagesResolve verifies that every relative link of a page leads to a file of the tree.
func TestLinksOfPagesResolve(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	checked := 0
	err := filepath.WalkDir(".", func(page string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(page) != ".md" || strings.Contains(page, "testdata") {
			return err
		}
		text, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		for _, match := range link.FindAllStringSubmatch(string(text), -1) {
			target, _, _ := strings.Cut(match[1], "#")
			if target == "" || strings.Contains(target, "://") {
				continue
			}
			checked++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), target)); err != nil {
				t.Errorf("%s links to %s, which is not there", page, target)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked == 0 {
		t.Error("no link was found")
	}
}
