package tabletop_test

import (
	"os/exec"
	"testing"
)

// TestCodeGetsNoWorse verifies that no package has more long functions, one-letter names far from their declaration,
// odd receivers, wide lines or exported names without a comment than tools/measure/record.txt allows.
func TestCodeGetsNoWorse(t *testing.T) {
	if text, err := exec.Command("go", "run", "-C", "tools", "./measure", "-check").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
