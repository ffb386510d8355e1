package tabletop_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// askingForSource matches how code asks whether a figure is from a census or from the rows of a sample.
var askingForSource = regexp.MustCompile(`Totals [!=]= nil|KeysCounted|HasGarbage|CountsAll\(\)|CountedWrites|CountNode|Census [!=]= nil|` +
	`DistinctOfAll|\w\.[cC]ounted\b`)

// makersOfFigures are the folders that hold counts or make figures of them.
func makersOfFigures() []string { return []string{"model/census", "model/figures"} }

// stillAsking is in how many places each package asks for the source of a figure. Figures come from model/figures,
// which states how certain they are; a number here may only fall.
func stillAsking() map[string]int {
	return map[string]int{
		"model/analysis":   1,
		"model/sample":     1,
		"sampler/read":     3,
		"views/findings":   1,
		"views/lab":        1,
		"views/report":     11,
		"views/report/doc": 2,
	}
}

// TestFiguresAreAskedForOnce verifies that no package asks in more places than before whether a figure was counted or
// estimated.
func TestFiguresAreAskedForOnce(t *testing.T) {
	found := map[string]int{}
	for _, top := range []string{"model", "views", "tui", "cmd", "sampler"} {
		err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for line := range strings.Lines(string(text)) {
				if code, _, _ := strings.Cut(line, "//"); asksForSource(code) {
					found[filepath.ToSlash(filepath.Dir(path))]++
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) == 0 {
		t.Fatal("nothing was read")
	}
	most := stillAsking()
	for _, path := range slices.Sorted(maps.Keys(found)) {
		maker := slices.ContainsFunc(makersOfFigures(),
			func(of string) bool { return path == of || strings.HasPrefix(path, of+"/") })
		if n := found[path]; !maker && n > most[path] {
			t.Errorf("%s asks in %d places for the source of a figure, in %d before: ask model/figures for a figure",
				path, n, most[path])
		}
	}
}

// TestCountsAreReadByMakers verifies that of what is computed and shown only these packages know the counts of a census:
// all else asks model/figures, which makes figures of them.
func TestCountsAreReadByMakers(t *testing.T) {
	allowed := map[string]string{
		"model/census":          "",
		"model/census/relayout": "counts layouts for a census of them",
		"model/figures":         "makes figures of counts",
		"model/analysis":        "plans a census, and hands its counts to the makers",
		"model/simulate":        "the current layout beside candidates that were counted",
	}
	importers := map[string]bool{}
	for _, p := range packages(t) {
		if !slices.Contains([]string{"model", "views", "tui", "cmd"}, top(p.path)) ||
			!slices.Contains(p.imports, "tabletop/model/census") {
			continue
		}
		if importers[p.path] = true; allowed[p.path] == "" {
			t.Errorf("%s imports model/census: ask model/figures for a figure", p.path)
		}
	}
	for path, why := range allowed {
		if why != "" && !importers[path] {
			t.Errorf("%s (%s) does not import model/census: it needs no exception", path, why)
		}
	}
}

// asksForSource reports whether a line of code asks for the source of a figure.
func asksForSource(code string) bool {
	return askingForSource.MatchString(strings.ReplaceAll(code, "estimate.Counted", ""))
}

// TestAsksForSource verifies what is taken for such a question.
func TestAsksForSource(t *testing.T) {
	for code, want := range map[string]bool{
		"if p.Whole.Totals != nil {": true, "case review.Counted:": true, "if w.KeysCounted {": true,
		"return estimate.Counted(3)":    false,
		"f.Certainty == estimate.Exact": false, "x.CountedBy(layouts)": false,
	} {
		if asksForSource(code) != want {
			t.Errorf("%q", code)
		}
	}
}
