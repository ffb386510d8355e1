package widget_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/views/widget"
)

// TestSignsOfIntervals verifies that signs of intervals keep their meaning in ASCII, and that columns stay where they
// are.
func TestSignsOfIntervals(t *testing.T) {
	for in, want := range map[string]string{
		"12 B ±15%     │x":  "12 B +/-15%   |x",
		"≤ 22%  │":          "<= 22% |",
		"≥ 5   \n±1 a b  c": ">= 5  \n+/-1 a b c",
	} {
		if got := widget.ASCII(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestASCIIKnowsEverySign verifies that every sign that screens draw has an ASCII form of its own, not a question mark.
func TestASCIIKnowsEverySign(t *testing.T) {
	files, err := filepath.Glob("../*/testdata/*x[0-9]*")
	more, err2 := filepath.Glob("../../tui/testdata/*.txt")
	if err != nil || err2 != nil || len(files)+len(more) < 20 {
		t.Fatalf("%d golden files, %v, %v", len(files)+len(more), err, err2)
	}
	unknown := map[rune]string{}
	for _, name := range append(files, more...) {
		if strings.Contains(name, "hostile") || strings.Contains(name, "unexplained") {
			continue // names of a table may hold anything
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(text) {
			if r > 0x7e && strings.Contains(widget.ASCII(string(r)), "?") {
				unknown[r] = name
			}
		}
	}
	for r, name := range unknown {
		t.Errorf("%q of %s has no ASCII form", r, name)
	}
}
