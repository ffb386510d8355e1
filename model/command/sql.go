package command

import (
	"fmt"
	"strings"
)

// SQLName quotes an identifier of GoogleSQL, such as the name of a table or a family.
func SQLName(name string) string { return sqlQuoted(name, '`', false) }

// SQLText is a string literal of GoogleSQL. The text must be UTF-8.
func SQLText(text string) string { return sqlQuoted(text, '\'', false) }

// SQLBytes is a literal of bytes of GoogleSQL, in ASCII.
func SQLBytes(b string) string { return "b" + sqlQuoted(b, '\'', true) }

// sqlQuoted quotes s: the quote, backslashes, and what is not printable are escaped, and bytes beyond ASCII where all
// is to be ASCII.
func sqlQuoted(s string, quote byte, ascii bool) string {
	var out strings.Builder
	out.WriteByte(quote)
	for i := range len(s) {
		switch b := s[i]; {
		case b == quote || b == '\\':
			out.WriteByte('\\')
			out.WriteByte(b)
		case b < ' ' || b == 0x7f || ascii && b > '~':
			fmt.Fprintf(&out, `\x%02x`, b)
		default:
			out.WriteByte(b)
		}
	}
	out.WriteByte(quote)
	return out.String()
}
