package tabletop_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestStepsNameTests verifies that each test that a step of .ci, or the page of what was tried, names exists: a pattern
// that no test matches passes.
func TestStepsNameTests(t *testing.T) {
	functions, err := exec.Command("git", "grep", "-hE", `^func (Test|Benchmark)\w+\(`, "--", "*_test.go").Output()
	if err != nil {
		t.Skip("not in a git checkout: ", err)
	}
	for _, file := range []string{".ci/run", ".ci/nightly", "docs/tried.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(string(text), -1) {
			if !strings.Contains(string(functions), "func "+name+"(") {
				t.Errorf("%s: there is no %s", file, name)
			}
		}
	}
}
