package widget

import (
	"fmt"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// ASCII redraws a frame for a terminal that shows no other characters: each of our signs becomes its nearest one, and
// anything else a question mark for each of its cells, so that nothing moves. Escape sequences are ASCII and stay.
// Signs that need several characters (+/-, <=, >=) take the room of spaces behind them, wherever two stand together or
// a line ends.
func ASCII(frame string) string {
	return ascii(frame, func(r rune, _ string) string { return strings.Repeat("?", Width(string(r))) })
}

// ASCIIReport is like ASCII for the text of a report. A character that is none of our signs is data: its bytes are
// written as \xNN, the notation of keys, so that what is printed can be given back.
func ASCIIReport(report string) string {
	return ascii(report, func(_ rune, encoded string) string {
		var b strings.Builder
		for i := range len(encoded) {
			fmt.Fprintf(&b, `\x%02x`, encoded[i])
		}
		return b.String()
	})
}

func ascii(frame string, other func(r rune, encoded string) string) string {
	index := 0
	for index < len(frame) && frame[index] < utf8.RuneSelf {
		index++
	}
	if index == len(frame) {
		return frame
	}
	var out strings.Builder
	out.Grow(len(frame))
	out.WriteString(frame[:index])
	debt := 0 // cells that a line is too wide
	rest := frame[index:]
	for at, char := range rest {
		several := sign(char)
		if several == "" && plain(char) == "" {
			_, n := utf8.DecodeRuneInString(rest[at:])
			several = other(char, rest[at:at+n])
		}
		switch {
		case several != "":
			out.WriteString(several)
			debt += len(several) - Width(string(char))
		case char == '\n':
			debt = 0
			out.WriteRune(char)
		case char == ' ' && debt > 0 && spare(rest[at+1:]):
			debt--
		case char < utf8.RuneSelf:
			out.WriteRune(char)
		default:
			out.WriteString(plain(char))
		}
	}
	return out.String()
}

// spare reports whether a space before rest can go without joining words.
func spare(rest string) bool { return rest == "" || rest[0] == ' ' || rest[0] == '\n' }

// sign returns the ASCII of a sign that needs several characters; empty if r is none.
func sign(r rune) string {
	switch r {
	case '±':
		return "+/-"
	case '≤':
		return "<="
	case '≥':
		return ">="
	}
	return ""
}

// plain returns the ASCII character nearest to one of our signs; empty if r is none.
func plain(r rune) string {
	if r < utf8.RuneSelf {
		return string(r)
	}
	switch r {
	case '─', '–', '—', '−', '▌', '▍':
		return "-"
	case '│', '┃', '┊', '╷', '▐', '▕':
		return "|"
	case '╭', '╮', '╰', '╯', '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '✓', '▇':
		return "+"
	case '▸', '→', '›', '▶':
		return ">"
	case '←', '‹', '◂':
		return "<"
	case '▾', '▼', '↓':
		return "v"
	case '▴', '▲', '↑', '⇧':
		return "^"
	case '·', '░', '▃', '◌':
		return "."
	case '▂', '▬':
		return "="
	case '▄', '▖', '▗':
		return "#"
	case '≈':
		return "~"
	case '○':
		return "o"
	case '★', '●', '◆', '▹', '✎', '•':
		return "*"
	case '✖', '■':
		return "!"
	case '━':
		return "="
	case '÷':
		return "/"
	case '⏸':
		return "="
	case '╲':
		return "\\"
	case 'µ':
		return "u"
	case '×':
		return "x"
	case '…':
		return "~"
	case '▉', '▊', '▋', '▆':
		return "="
	case '▎', '▏', '▁':
		return "_"
	case '▒':
		return ":"
	case '▅', '▓':
		return "%"
	case '█':
		return "#"
	case '▀':
		return "\""
	}
	if r >= 0x2800 && r <= 0x28ff { // dots of a histogram: by how many there are
		return string(" .:=#"[(bits.OnesCount32(uint32(r-0x2800))+1)/2])
	}
	return ""
}
