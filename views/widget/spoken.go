package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"tabletop/views/text"
)

// Spoken is a frame for a screen reader, in at most h lines of w cells, read from the top to the bottom: without boxes,
// rules, bars and pictures made of characters, whose figures stand beside them; with words in place of marks and signs,
// a comma between what stands in columns, and no blank lines. The last line stays where others are left out. x and y
// are a place in the frame, which comes back where it is now.
func Spoken(frame string, w, h, x, y int) (spoken string, atX, atY int) {
	const place = '\x01' // of no text: those are escaped
	var out []string
	last := ""
	for row, line := range strings.Split(frame, "\n") {
		line = ansi.Strip(line)
		if row == y {
			line += Spaces(x - Width(line))
			line = ansi.Truncate(line, x, "") + string(place) + ansi.TruncateLeft(line, x, "")
		}
		last = spokenLine(line)
		if strings.Trim(last, " "+string(place)) != "" || strings.ContainsRune(last, place) {
			out = append(out, text.Wrap(last, max(w, 1))...)
		}
	}
	if len(out) > h { // the status is told whatever else is left out
		out = append(out[:max(h-1, 0)], ansi.Truncate(last, w, "~"))
	}
	for i, line := range out {
		if before, after, ok := strings.Cut(line, string(place)); ok {
			out[i], atX, atY = before+after, min(len(before), max(w-1, 0)), i
		}
	}
	return strings.Join(out, "\n"), atX, atY
}

// spokenLine is a line of a frame in words.
func spokenLine(line string) string {
	line = strings.Map(func(r rune) rune {
		if isDrawing(r) {
			return ' '
		}
		return r
	}, line)
	out := ""
	for column := range strings.SplitSeq(line, "  ") {
		for _, word := range spokenWords() {
			named := word.sign + " " + strings.TrimSpace(word.word) // the word stands there already
			column = strings.ReplaceAll(column, named, word.word)
			column = strings.ReplaceAll(column, word.sign, word.word)
		}
		column = strings.Join(strings.Fields(column), " ")
		switch {
		case column == "":
		case out == "" || strings.ContainsAny(out[len(out)-1:], ",:;>"):
			out = strings.TrimSpace(out + " " + column)
		default:
			out += ", " + column
		}
	}
	return ASCII(out)
}

// spokenWord is a sign and what it is called.
type spokenWord struct{ sign, word string }

// spokenWords are the marks and signs of screens that are words for a screen reader.
func spokenWords() []spokenWord {
	return []spokenWord{{"✖", "error "}, {"▲", "warning "}, {"✓", "good "}, {"★", "recommended "}, {"◆", "in force "},
		{"●", "chosen "}, {"○", "not chosen "}, {"≈", "about "}, {"±", "plus or minus "}, {"≥", "at least "},
		{"≤", "at most "}, {"→", " to "}, {"×", " times "}, {"÷", "divided by "}, {"◌", " "}, {"▸", "> "}, {"▹", " "},
		{"⏸", "paused "}, {"▶", " "}, {"■", " "}, {"✎", " "}}
}

// isDrawing reports whether a character is part of a picture: lines and blocks (U+2500 to U+259F) and dots of braille.
// The middle dot is the track of a bar and the sign of a note; a note has its word.
func isDrawing(r rune) bool {
	if strings.ContainsRune("▲▸▹▶★◆●○◌■", r) {
		return false
	}
	return r >= 0x2500 && r <= 0x25ff || r >= 0x2800 && r <= 0x28ff || r == '·' || r == '┊'
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
