package widget

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// ASCII redraws a frame for a terminal that shows no other characters: each of our signs becomes its nearest one, and
// anything else a question mark for each of its cells, so that nothing moves. Escape sequences are ASCII and stay.
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
	for _, r := range frame[i:] {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			b.WriteString(plain(r))
		}
	}
	return b.String()
}

// plain is the ASCII for one character that is not.
func plain(r rune) string {
	switch r {
	case '─', '–', '—', '▌', '▍':
		return "-"
	case '│':
		return "|"
	case '╭', '╮', '╰', '╯', '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼', '±', '✓', '▇':
		return "+"
	case '▸', '→', '›', '≥':
		return ">"
	case '←', '≤':
		return "<"
	case '▾', '▼', '↓':
		return "v"
	case '▴', '▲', '↑', '⇧':
		return "^"
	case '·', '░', '▃', '◌':
		return "."
	case '▂':
		return "="
	case '▄', '▖':
		return "#"
	case '≈':
		return "~"
	case '★', '●', '◆':
		return "*"
	case '✖', '■':
		return "!"
	case '━':
		return "="
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
