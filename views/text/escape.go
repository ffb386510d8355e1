// Package text writes bytes and quantities of a table for people: escaped, and with the same digits and units
// everywhere. Screens and reports both use it, so a figure looks alike in either.
package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// marks is how many combining marks may follow one character. Scripts that need marks get by with two; towers of them
// reach into the lines above.
const marks = 2

// Escape makes b safe to show: printable UTF-8 stays as it is; every byte of anything else is written \xNN, and a
// backslash \\, so that no two inputs look alike. Escaped are control characters, invalid UTF-8, characters that change
// direction, have no width, look like nothing or are not assigned, and combining marks without a character to sit on.
func Escape(b []byte) string {
	if IsClean(b) {
		return string(b)
	}
	return string(AppendEscape(make([]byte, 0, len(b)+16), b))
}

// EscapeString is Escape of a string.
func EscapeString(s string) string { return Escape([]byte(s)) }

// AppendEscape appends Escape(b) to dst.
func AppendEscape(dst, b []byte) []byte {
	stacked := marks // as if the marks before b's start were used up: there is nothing to sit on
	for len(b) > 0 {
		if c := b[0]; c >= ' ' && c <= '~' && c != '\\' {
			dst, b, stacked = append(dst, c), b[1:], 0
			continue
		}
		r, n := utf8.DecodeRune(b)
		switch {
		case r == '\\':
			dst = append(dst, `\\`...)
			stacked = 0
		case r == utf8.RuneError && n <= 1 || !visible(r):
			dst = appendHex(dst, b[:n])
			stacked = marks
		case !unicode.Is(unicode.M, r):
			dst = append(dst, b[:n]...)
			stacked = 0
		case stacked >= marks:
			dst = appendHex(dst, b[:n])
		default:
			dst = append(dst, b[:n]...)
			stacked++
		}
		b = b[n:]
	}
	return dst
}

// Qualifier is the name of a column within its family, escaped. An empty one, which is allowed, says so.
func Qualifier(name string) string {
	if name == "" {
		return "(empty)"
	}
	return EscapeString(name)
}

// IsClean says that Escape(b) is b.
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

// visible says that a terminal draws something for r, where it stands. unicode.IsPrint leaves out controls, direction
// and format characters, spaces other than ' ', private use and the unassigned; what it lets through but nobody sees
// is listed.
func visible(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= ' ' && r < 0x7f
	}
	return unicode.IsPrint(r) && !unicode.Is(unicode.Variation_Selector, r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) &&
		r != 0x2800 && // the braille pattern without dots
		!joins(r)
}

// joins says that r melts with its neighbour into one character of another width (UAX #29): what is drawn side by side,
// each in its colour, would not be as wide as its parts. These are skin tones, the letters of flags, and the vowels and
// finals of Hangul written letter by letter.
func joins(r rune) bool {
	return r >= 0x1f3fb && r <= 0x1f3ff || unicode.Is(unicode.Regional_Indicator, r) ||
		r >= 0x1160 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7fb
}

// Safe escapes what may not reach a terminal and leaves backslashes as they are, for messages and expressions that may
// hold escapes already.
func Safe(s string) string {
	parts := strings.Split(s, `\`)
	for i, part := range parts {
		parts[i] = EscapeString(part)
	}
	return strings.Join(parts, `\`)
}
