package infer

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
)

// special is a special case of the inference: a function, and the statement that switches it off.
type special struct{ file, function, off string }

// specials lists the special cases whose worth the ablation measures. A new special case is added here, and stays only
// if something is lost without it.
func specials() []special {
	return []special{
		{"recordkind/explain.go", "withoutGarbage", "return forms"},
		{"recordkind/tags.go", "findTags", "return nil"},
		{"recordkind/explain.go", "Merge", "return forms"},
		{"recordkind/layout.go", "noConstants", "return ps"},
		{"recordkind/layout.go", "optionalEmpties", "return ps"},
		{"recordkind/context.go", "inContext", "return"},
		{"recordkind/labels.go", "fixedColumns", "return nil"},
		{"recordkind/parents.go", "parents", "return forms"},
		{"recordkind/division.go", "mergeSimilar", "return groups"},
		{"recordkind/division.go", "explains", "return false"},
		{"recordkind/division.go", "sameCounts", "return false"},
		{"recordkind/salt.go", "gluedSalt", "return false"},
		{"detect/binary.go", "constantTail", "return false"},
		{"detect/binary.go", "privateIP", "return false"},
		{"detect/digits.go", "descending", "return Reading{}, false"},
		{"detect/snowflake.go", "hasSequence", "return false"},
		{"detect/geohash.go", "quadkey", "return Reading{}, false"},
		{"detect/lists.go", "levels", "return false"},
		{"detect/text.go", "dottedText", "return Reading{}, false"},
		{"detect/geohash.go", "geohash", "return Reading{}, false"},
		{"detect/prefix.go", "prefixedText", "return Reading{}, false"},
		{"search/codes.go", "codeBefore", "return nil, false"},
		{"search/codes.go", "pairOfCodes", "return nil, false"},
		{"search/codes.go", "wordBeforeID", "return nil, false"},
		{"search/atoms.go", "dottedAtom", "return atom{}, false"},
		{"search/delimiters.go", "uncut", "return 0"},
		{"search/edges_binary.go", "constantEnds", "return 0"},
		{"search/edges_binary.go", "letterful", "return 0"},
		{"search/edges_binary.go", "oddWidth", "return 0"},
		{"search/edges_binary.go", "zerosInside", "return 0"},
		{"search/edges_text.go", "capital", "return false"},
		{"search/edges_text.go", "hexEnds", "return false"},
		{"search/edges_text.go", "numberBegins", "return false"},
		{"search/edges_text.go", "longerDate", "return false"},
		{"search/edges_text.go", "unsorted", "return 0"},
		{"search/parts.go", "codeBeside", "return nil, false"},
		{"search/refine.go", "wordBefore", "return nil, false"},
		{"search/widths.go", "sideBySide", "return ps"},
		{"search/refine.go", "withZeros", "return ps"},
		{"search/repeat.go", "repeatEdges", "return nil"},
	}
}

// without returns the source of a file in which a special case is switched off.
func (s special) without() (string, error) {
	src, err := os.ReadFile(filepath.Join("internal", s.file))
	if err != nil {
		return "", err
	}
	at := regexp.MustCompile(`(?ms)^func (\([^)]*\) )?` + s.function + `\(.*?\{$`).FindIndex(src)
	if at == nil {
		return "", fmt.Errorf("%s has no function %s", s.file, s.function)
	}
	return string(src[:at[1]]) + "\nif true {\n" + s.off + "\n}\n" + string(src[at[1]:]), nil
}

// TestSpecialsExist verifies that the ablation knows each special case by its name.
func TestSpecialsExist(t *testing.T) {
	for _, s := range specials() {
		if _, err := s.without(); err != nil {
			t.Error(err)
		}
	}
}

// TestAblation prints what is lost when a special case is switched off: the tables that are told otherwise and the mean
// boundary F1 over random layouts. It takes minutes, so it runs only with TABLETOP_SLOW=1.
func TestAblation(t *testing.T) {
	slowtest.Skip(t)
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("with all special cases: %s", ablated(t, "{}"))
	for _, s := range specials() {
		src, err := s.without()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "without.go")
		if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "internal",
			s.file): file}})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("without %s: %s", s.function, ablated(t, string(overlay)))
	}
}

// ablated runs the tests that score the inference over an overlay of its sources and returns the figures they print.
func ablated(t *testing.T, overlay string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, []byte(overlay), 0o600); err != nil {
		t.Fatal(err)
	}
	// A failing test is a result here, so the error of the command is none.
	out, _ := exec.Command("go", "test", "-overlay", file, "-vet=off", "-v", "-run",
		"^(TestTables|TestRandomGrammar|TestWordsStayWhole|TestDigestsStayWhole)$", ".").CombinedOutput()
	mean := regexp.MustCompile(`mean boundary F1 [\d.]+`).FindString(string(out))
	if mean == "" {
		t.Fatalf("the tests did not run: %s", out)
	}
	var lost []string
	for _, m := range regexp.MustCompile(`--- FAIL: \w+/(\S+)`).FindAllStringSubmatch(string(out), -1) {
		lost = append(lost, m[1])
	}
	return fmt.Sprintf("%s, %d tables lost: %s", mean, len(lost), strings.Join(lost, ", "))
}
