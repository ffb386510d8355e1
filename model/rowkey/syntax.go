package rowkey

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// SyntaxError describes a syntax error in a template.
type SyntaxError struct {
	Template string
	Offset   int    // of the mistake, in bytes of Template
	Message  string // what is wrong and what would be right
}

// Error returns the message, and on the next two lines the template with a caret under the place.
func (e *SyntaxError) Error() string {
	at := max(0, min(e.Offset, len(e.Template)))
	before := printable([]byte(e.Template[:at]))
	return e.Message + "\n  " + before + printable([]byte(e.Template[at:])) + "\n  " + strings.Repeat(" ", cells(before)) + "^"
}

// printable writes bytes so that a terminal shows them and does nothing else: control characters, invisible ones and
// what is not UTF-8 come as \xNN.
func printable(b []byte) string {
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n <= 1 || !unicode.IsPrint(r) {
			for _, c := range b[:n] {
				fmt.Fprintf(&out, `\x%02x`, c)
			}
		} else {
			out.Write(b[:n])
		}
		b = b[n:]
	}
	return out.String()
}

// cells is the number of terminal cells that printable text takes.
func cells(text string) int {
	n := 0
	for _, r := range text {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			if !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Me, r) {
				n++
			}
		}
	}
	return n
}

// literalByte reads one character of literal bytes, escaped or not, and appends it to out.
func (s *scanner) literalByte(out []byte) ([]byte, error) {
	c := s.src[s.pos]
	if c == '\\' {
		return s.escape(out)
	}
	r, n := utf8.DecodeRuneInString(s.src[s.pos:])
	if r == utf8.RuneError && n <= 1 {
		return out, s.fail(s.pos, `bytes that are not UTF-8 are written \xNN`)
	}
	if !unicode.IsPrint(r) {
		return out, s.fail(s.pos, `characters that cannot be seen are written \n, \t, \0 or \xNN`)
	}
	out = append(out, s.src[s.pos:s.pos+n]...)
	s.pos += n
	return out, nil
}

// escape reads \xNN, \0, \n, \t, \r, or a backslash before punctuation that stands for itself.
func (s *scanner) escape(out []byte) ([]byte, error) {
	at := s.pos
	s.pos++
	c := s.peek()
	s.pos++
	switch {
	case s.pos > len(s.src):
	case c == 'x':
		if s.pos+2 <= len(s.src) {
			high, low := hexDigit(lower(s.src[s.pos]), false), hexDigit(lower(s.src[s.pos+1]), false)
			if high >= 0 && low >= 0 {
				s.pos += 2
				return append(out, byte(high<<4|low)), nil
			}
		}
		return out, s.fail(at, `\x wants two hexadecimal digits`)
	case c == '0':
		return append(out, 0), nil
	case c == 'n':
		return append(out, '\n'), nil
	case c == 't':
		return append(out, '\t'), nil
	case c == 'r':
		return append(out, '\r'), nil
	case c >= ' ' && c < 0x7F && !isWord(c) || c == '_':
		return append(out, c), nil
	}
	return out, s.fail(at, `a backslash goes with xNN, 0, n, t, r or punctuation`)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// escapeLiteral writes bytes as a template has them between segments, with a backslash before what special lists.
func escapeLiteral(b []byte, special string) string {
	var out strings.Builder
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		next := byte(' ')
		if i+1 < len(b) {
			next = b[i+1]
		}
		switch c := b[i]; {
		case c == 0 && (next < '0' || next > '9'):
			out.WriteString(`\0`)
		case c == '\n':
			out.WriteString(`\n`)
		case c == '\t':
			out.WriteString(`\t`)
		case c == '\r':
			out.WriteString(`\r`)
		case r == utf8.RuneError && n <= 1 || !unicode.IsPrint(r):
			for _, c := range b[i : i+n] {
				fmt.Fprintf(&out, `\x%02x`, c)
			}
		case strings.IndexByte(special, c) >= 0:
			out.WriteByte('\\')
			out.WriteByte(c)
		default:
			out.Write(b[i : i+n])
		}
		i += n
	}
	return out.String()
}

// escapeArg writes bytes as an argument of a codec.
func escapeArg(b []byte) string {
	return escapeEnds(escapeLiteral(b, `\{}(),`))
}

// escapeEnds escapes a space at either end of a template or an argument, where it would mean nothing.
func escapeEnds(text string) string {
	if strings.HasPrefix(text, " ") {
		text = `\x20` + text[1:]
	}
	if strings.HasSuffix(text, " ") {
		text = text[:len(text)-1] + `\x20`
	}
	return text
}

// EscapeReserved escapes what means something in a template that is not part of one of its segments: a space at either end, and the
// signs behind which a candidate has cells and further tables.
func EscapeReserved(text string) string {
	text = escapeEnds(text)
	for _, reserved := range []string{"=> ", "++ "} {
		for strings.Contains(text, " "+reserved) {
			text = strings.ReplaceAll(text, " "+reserved, ` \`+reserved)
		}
	}
	return text
}
