package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Spoken redraws a frame for a screen reader: without boxes, rules, bars, and pictures made of characters, whose
// figures stand beside them, and with ASCII signs. Nothing moves.
func Spoken(frame string) string {
	return ASCII(strings.Map(func(r rune) rune {
		if isDrawing(r) {
			return ' '
		}
		return r
	}, frame))
}

// isDrawing reports whether a character is part of a picture: lines and blocks (U+2500 to U+259F) and dots of braille.
// The middle dot is the track of a bar and the sign of a note; a note has its word.
func isDrawing(r rune) bool {
	return r >= 0x2500 && r <= 0x259f || r >= 0x2800 && r <= 0x28ff || r == '·' || r == '┊'
}

// CursorIn returns where the user's place is in a frame: the character under the caret of a line of text, else the mark
// of the line under the cursor. ok is false if the frame has neither.
func CursorIn(frame string) (x, y int, ok bool) {
	const caret = "\x1b[7m"
	lines := strings.Split(frame, "\n")
	for _, mark := range []string{caret, "▸"} {
		for y, line := range lines {
			if at := strings.Index(line, mark); at >= 0 && (mark != caret || isCaret(line[at+len(caret):])) {
				return ansi.StringWidth(line[:at]), y, true
			}
		}
	}
	return 0, 0, false
}

// isCaret reports whether only one character is reversed, not a whole line.
func isCaret(after string) bool {
	_, n := utf8.DecodeRuneInString(after)
	return strings.HasPrefix(after[n:], "\x1b[m")
}
