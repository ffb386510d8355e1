package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Input is a line of text that is being edited. The zero value is an empty line.
type Input struct {
	text  string
	caret int // byte offset in text, at the start of a character
	left  int // cells scrolled out of sight
}

// Text is the line as typed.
func (in *Input) Text() string { return in.text }

// SetText replaces the line and puts the caret at its end. Control characters and invalid bytes are dropped: the line
// is shown as it is.
func (in *Input) SetText(s string) {
	in.text = printable(s)
	in.caret = len(in.text)
}

// Caret is the byte offset of the caret in Text.
func (in *Input) Caret() int { return in.caret }

// SetCaret moves the caret to byte offset i, or to the start of the character there.
func (in *Input) SetCaret(i int) {
	i = max(0, min(i, len(in.text)))
	for i > 0 && i < len(in.text) && !utf8.RuneStart(in.text[i]) {
		i--
	}
	in.caret = i
}

// Press edits the line. It reports whether the key meant something to it; enter, esc, tab and the vertical arrows do
// not. Pasted text comes as a key press with that text.
func (in *Input) Press(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "left", "ctrl+b":
		in.SetCaret(in.caret - 1)
	case "right", "ctrl+f":
		in.caret += len(in.under())
	case "home", "ctrl+a":
		in.caret = 0
	case "end", "ctrl+e":
		in.caret = len(in.text)
	case "alt+left", "ctrl+left", "alt+b":
		in.caret = in.wordLeft()
	case "alt+right", "ctrl+right", "alt+f":
		in.caret = in.wordRight()
	case "backspace", "ctrl+h":
		_, n := utf8.DecodeLastRuneInString(in.text[:in.caret])
		in.remove(in.caret-n, in.caret)
	case "delete", "ctrl+d":
		in.remove(in.caret, in.caret+len(in.under()))
	case "ctrl+w", "alt+backspace":
		in.remove(in.wordLeft(), in.caret)
	case "ctrl+u":
		in.remove(0, in.caret)
	case "ctrl+k":
		in.remove(in.caret, len(in.text))
	default:
		s := printable(k.Text)
		if s == "" {
			return false
		}
		in.text = in.text[:in.caret] + s + in.text[in.caret:]
		in.caret += len(s)
	}
	return true
}

// under is the character at the caret, empty at the end of the line.
func (in *Input) under() string {
	_, n := utf8.DecodeRuneInString(in.text[in.caret:])
	return in.text[in.caret : in.caret+n]
}

func (in *Input) remove(from, to int) {
	in.text = in.text[:from] + in.text[to:]
	in.caret = from
}

func (in *Input) wordLeft() int {
	s := strings.TrimRightFunc(in.text[:in.caret], notWord)
	return len(strings.TrimRightFunc(s, isWord))
}

func (in *Input) wordRight() int {
	s := strings.TrimLeftFunc(in.text[in.caret:], notWord)
	return len(in.text) - len(strings.TrimLeftFunc(s, isWord))
}

func isWord(r rune) bool  { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
func notWord(r rune) bool { return !isWord(r) }

// printable drops what must not be drawn: control characters, format characters (bidi overrides) and invalid bytes.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) {
			return -1
		}
		return r
	}, s)
}

// Draw draws the line in w cells, scrolled so that the caret is in sight. The caret is drawn as a reversed cell, so
// that it is seen in a saved frame too. wrong is the byte offset of a mistake to mark, -1 for none.
func (in *Input) Draw(st *Styles, w, wrong int) string {
	if w <= 0 {
		return ""
	}
	at := Width(in.text[:in.caret])
	in.left = min(in.left, at)
	in.left = max(in.left, at+max(Width(in.under()), 1)-w)
	var out strings.Builder
	cell := 0
	for i, char := range in.text {
		word := string(char)
		width := Width(word)
		if cell >= in.left && cell+width <= in.left+w {
			switch i {
			case in.caret:
				word = reverse(word)
			case wrong:
				word = st.Text(Error, word)
			}
			out.WriteString(word)
		}
		cell += width
	}
	if in.caret == len(in.text) {
		out.WriteString(reverse(" "))
	}
	return Pad(out.String(), w)
}

// CaretLine is a line to draw under the input, with a sign below byte offset i of the text.
func (in *Input) CaretLine(st *Styles, w, i int) string {
	if i < 0 || i > len(in.text) {
		return Spaces(w)
	}
	return Pad(Spaces(Width(in.text[:i])-in.left)+st.Text(Error, "^"), w)
}

func reverse(s string) string { return "\x1b[7m" + s + "\x1b[m" }
