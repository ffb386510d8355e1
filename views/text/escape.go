// Package text formats the bytes and quantities of a table for display: escaped, and with the same digits and units
// everywhere. Screens and reports both use it, so a figure looks the same in either.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks is the maximum number of combining marks after one character. Scripts that need marks need at most two; longer
// stacks are drawn over the lines above.
const marks = 2

// Escape makes b safe to show: it keeps printable UTF-8, writes every other byte as \xNN and a backslash as \\, so that
// no two inputs have the same result. It escapes control characters, invalid UTF-8, characters that change direction,
// have no width, are invisible or not assigned, and combining marks without a base character.
func Escape(b []byte) string {
	if IsClean(b) {
		return string(b)
	}
	return string(AppendEscape(make([]byte, 0, len(b)+16), b))
}

// Key is Escape for a row key that no layout explains. A key that is not text as a whole is binary: of that only ASCII
// is shown, since letters of other scripts would be chance.
func Key(b []byte) string {
	if IsText(b) {
		return Escape(b)
	}
	return Binary(b)
}

// Binary is Escape for bytes that are no text: all but ASCII is written as \xNN.
func Binary(b []byte) string {
	out := make([]byte, 0, 4*len(b))
	for _, c := range b {
		if c < utf8.RuneSelf {
			out = AppendEscape(out, []byte{c})
		} else {
			out = appendHex(out, []byte{c})
		}
	}
	return string(out)
}

// Blank puts what would show as nothing, because it is spaces only, in quotes; other text stays as it is.
func Blank(s string) string {
	if s != "" && strings.Trim(s, " ") == "" {
		return `"` + s + `"`
	}
	return s
}

// IsText reports whether a key is valid UTF-8 without control characters.
func IsText(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(b)
}

// EscapeString is like Escape for a string.
func EscapeString(s string) string { return Escape([]byte(s)) }

// AppendEscape appends Escape(b) to dst.
func AppendEscape(dst, b []byte) []byte {
	stacked := marks // the start of b has no base character, so it admits no mark
	for len(b) > 0 {
		if c := b[0]; c >= ' ' && c <= '~' && c != '\\' {
			dst, b, stacked = append(dst, c), b[1:], 0
			continue
		}
		char, count := utf8.DecodeRune(b)
		switch {
		case char == '\\':
			dst = append(dst, `\\`...)
			stacked = 0
		case char == utf8.RuneError && count <= 1 || !visible(char):
			dst = appendHex(dst, b[:count])
			stacked = marks
		case !unicode.Is(unicode.M, char):
			dst = append(dst, b[:count]...)
			stacked = 0
		case stacked >= marks:
			dst = appendHex(dst, b[:count])
		default:
			dst = append(dst, b[:count]...)
			stacked++
		}
		b = b[count:]
	}
	return dst
}

// Qualifier returns the name of a column within its family, escaped, and in quotes if it is spaces only. An empty name,
// which is valid, becomes "(empty)".
func Qualifier(name string) string {
	if name == "" {
		return "(empty)"
	}
	return Blank(EscapeString(name))
}

// IsClean reports whether Escape(b) equals b.
func IsClean(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c > '~' || c == '\\' {
			return !asciiOnly(b) && string(AppendEscape(nil, b)) == string(b)
		}
	}
	return true
}

func asciiOnly(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func appendHex(dst, b []byte) []byte {
	const digits = "0123456789abcdef"
	for _, c := range b {
		dst = append(dst, '\\', 'x', digits[c>>4], digits[c&15])
	}
	return dst
}

// visible reports whether a terminal draws r in its own cell. unicode.IsPrint excludes controls, direction and format
// characters, spaces other than ' ', private use and unassigned characters; the invisible characters that it accepts
// are listed here.
func visible(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= ' ' && r < 0x7f
	}
	return unicode.IsPrint(r) && !unicode.Is(unicode.Variation_Selector, r) &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) &&
		r != 0x2800 && // the braille pattern without dots
		!joins(r)
}

// joins reports whether r combines with an adjacent character into one of another width (UAX #29), so that characters
// drawn next to each other in different colors would not be as wide as their sum. These are skin tones, the letters of
// flags, and the vowels and finals of Hangul written letter by letter.
func joins(r rune) bool {
	return r >= 0x1f3fb && r <= 0x1f3ff || unicode.Is(unicode.Regional_Indicator, r) ||
		r >= 0x1160 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7fb
}

// Safe escapes what must not reach a terminal and keeps backslashes, for messages and expressions that may contain
// escapes already.
func Safe(s string) string {
	parts := strings.Split(s, `\`)
	for i, part := range parts {
		parts[i] = EscapeString(part)
	}
	return strings.Join(parts, `\`)
}
