package widget

import (
	"strings"
	"testing"
)

// TestSpoken verifies that a frame for a screen reader has no character beyond ASCII and nothing drawn with characters,
// that words and figures stay in their columns, and that the caret or the line under the cursor is found.
func TestSpoken(t *testing.T) {
	frame := "╭─ Rows ─╮\n│ ▸ a ▄▄▖·· 12% ±3 │\n│ ⣀⣿⣷ ░▒▓█ ✓ fine │\n╰─────╯"
	got := Spoken(frame)
	want := []string{"   Rows", "  > a       12% +/-3", "           + fine", ""}
	for i, line := range strings.Split(got, "\n") {
		if strings.TrimRight(line, " ") != want[i] {
			t.Errorf("line %d is %q, want %q", i, line, want[i])
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
