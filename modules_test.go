package tabletop_test

import (
	"os"
	"regexp"
	"testing"
)

// TestModulesShareVersions verifies that what both this module and that of Beam need is of one version in both: the job
// on Beam then runs the code that was tested here, and a build of the one serves the other.
func TestModulesShareVersions(t *testing.T) {
	here, beam := required(t, "go.mod"), required(t, "beam/go.mod")
	shared := 0
	for module, version := range here {
		if other, ok := beam[module]; ok {
			shared++
			if other != version {
				t.Errorf("%s is %s in go.mod and %s in beam/go.mod", module, version, other)
			}
		}
	}
	if shared < 20 {
		t.Errorf("only %d modules are in both files: the test does not see them", shared)
	}
}

// TestBackfillHasBeamsVersions verifies that the program that tabletop plan writes needs the modules that the job on
// Beam is tested with, of the same versions.
func TestBackfillHasBeamsVersions(t *testing.T) {
	beam, program := required(t, "beam/go.mod"), required(t, "model/plan/backfill/go.mod.txt")
	for module, version := range program {
		if beam[module] != version {
			t.Errorf("%s is %s in the backfill and %q in beam/go.mod", module, version, beam[module])
		}
	}
	if len(program) < 50 {
		t.Errorf("only %d modules are in the backfill's file: the test does not see them", len(program))
	}
	sums, err := os.ReadFile("beam/go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if own, err := os.ReadFile("model/plan/backfill/go.sum.txt"); err != nil || string(own) != string(sums) {
		t.Errorf("model/plan/backfill/go.sum.txt is not beam/go.sum: copy it (%v)", err)
	}
}

// required returns the modules that a go.mod requires, with their versions.
func required(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^(?:require)?\s+(\S+) (v\d\S+)`).FindAllStringSubmatch(string(text), -1) {
		versions[m[1]] = m[2]
	}
	return versions
}
