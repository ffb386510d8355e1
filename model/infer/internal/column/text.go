package column

import (
	"strings"
	"unicode/utf8"
)

// IsBinary reports whether a column holds bytes that text does not.
func IsBinary(c Column) bool { return !NearlyAll(c.Val, IsText) }

// IsText reports whether v is printable UTF-8, in which tabs may stand.
func IsText(v []byte) bool {
	m := TextClasses(v)
	return m&NonText == 0 || PrintableUTF8(v)
}

// PrintableUTF8 reports whether v is UTF-8 without control characters other than tabs.
func PrintableUTF8(v []byte) bool {
	for _, r := range string(v) {
		if r == 0xfffd || r < ' ' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return false
		}
	}
	return true
}

// Utf8Mostly reports whether nearly all values are UTF-8.
func Utf8Mostly(s *Summary) bool { return s.Nearly(utf8.Valid) }

// HasByte reports whether s contains c.
func HasByte(s string, c byte) bool { return strings.IndexByte(s, c) >= 0 }
