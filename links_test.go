package tabletop_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestIndexListsEveryPage verifies that docs/README.md lists each page of docs by its title.
func TestIndexListsEveryPage(t *testing.T) {
	index, err := os.ReadFile("docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		line := "- [" + title + "](" + filepath.Base(page) + ")\n"
		if filepath.Base(page) != "README.md" && strings.Count(string(index), line) != 1 {
			t.Errorf("docs/README.md has no line, or several: %s", line)
		}
	}
}

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
