package widget

import (
	"slices"
	"strings"
	"testing"
)

// TestSpoken verifies that a frame for a screen reader has no character beyond ASCII, nothing drawn with characters and no
// blank line, that marks and signs are words, once where the word stands there already, that what stands in columns has
// commas between, that nothing is wider than the terminal, that the status is told in any case, and that the caret or the
// line under the cursor is found.
func TestSpoken(t *testing.T) {
	frame := "╭─ Rows ─╮\n│ ▸ a ▄▄▖·· 12% ±3 │\n│ ⣀⣿⣷ ░▒▓█ ✓ fine │\n│            │\n" +
		"│ ▲ warning  ≈ 5 kB → maxage  │\n╰─────╯\n ▶ ██▌░░ 5%  ? help"
	want := []string{"Rows", "> a, 12% plus or minus 3", "good fine", "warning, about 5 kB to maxage", "5%, ? help"}
	got, x, y := Spoken(frame, 60, 10, 4, 1)
	if lines := strings.Split(got, "\n"); !slices.Equal(lines, want) {
		t.Errorf("spoken as %q, want %q", lines, want)
	}
	if x != 2 || y != 1 {
		t.Errorf("the place is at %d, %d", x, y)
	}
	if got, _, _ := Spoken(frame, 60, 3, 0, 0); !strings.HasSuffix(got, "\n"+want[4]) {
		t.Errorf("three lines end with %q", got)
	}
	got, _, _ = Spoken(frame, 12, 30, 0, 0)
	for _, line := range strings.Split(got, "\n") {
		if len(line) > 12 || strings.TrimSpace(line) == "" {
			t.Errorf("in 12 cells a line is %q", line)
		}
	}
	if x, y, ok := CursorIn(frame); x != 2 || y != 1 || !ok {
		t.Errorf("the cursor is at %d, %d, %v", x, y, ok)
	}
	if x, y, ok := CursorIn("▸ file\n  ab\x1b[7mc\x1b[md"); x != 4 || y != 1 || !ok {
		t.Errorf("the caret is at %d, %d, %v", x, y, ok)
	}
	if _, _, ok := CursorIn("\x1b[7ma whole line\x1b[m"); ok {
		t.Error("a reversed line is taken for a caret")
	}
}
