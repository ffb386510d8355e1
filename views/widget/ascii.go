package widget

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// ASCII redraws a frame for a terminal that shows no other characters: each of our signs becomes its nearest one, and
// anything else a question mark for each of its cells, so that nothing moves. Escape sequences are ASCII and stay. Signs
// that need several characters (+/-, <=, >=) take the room of spaces behind them, wherever two stand together or a line ends.
func ASCII(frame string) string {
	i := 0
	for i < len(frame) && frame[i] < utf8.RuneSelf {
		i++
	}
	if i == len(frame) {
		return frame
	}
	var b strings.Builder
	b.Grow(len(frame))
	b.WriteString(frame[:i])
	debt := 0 // cells that a line is too wide
	rest := frame[i:]
	for at, r := range rest {
		switch several := sign(r); {
		case several != "":
			b.WriteString(several)
			debt += len(several) - 1
		case r == '\n':
			debt = 0
			b.WriteRune(r)
		case r == ' ' && debt > 0 && spare(rest[at+1:]):
			debt--
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			b.WriteString(plain(r))
		}
	}
	return b.String()
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

// plain is the ASCII for one character that is not.
func plain(r rune) string {
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
	case '▂':
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
	return strings.Repeat("?", Width(string(r)))
}
