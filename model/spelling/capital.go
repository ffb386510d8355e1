package spelling

import (
	"unicode"
	"unicode/utf8"
)

// Capitalize returns s with its first letter in upper case. What begins with no letter, such as "≈3 GB", stays as it
// is.
func Capitalize(s string) string { return withFirst(s, unicode.ToUpper) }

// Uncapitalize returns s with its first letter in lower case.
func Uncapitalize(s string) string { return withFirst(s, unicode.ToLower) }

// withFirst returns s with its first character changed; what is not UTF-8 stays as it is.
func withFirst(s string, change func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(s)
	if first == utf8.RuneError {
		return s
	}
	return string(change(first)) + s[size:]
}
