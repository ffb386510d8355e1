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
	return e.Message + "\n  " + before + printable([]byte(e.Template[at:])) + "\n  " +
		strings.Repeat(" ", cells(before)) + "^"
}

// printable writes bytes so that a terminal shows them and does nothing else: control characters, invisible ones and
// what is not UTF-8 come as \xNN.
func printable(b []byte) string {
	var out strings.Builder
	for len(b) > 0 {
		char, count := utf8.DecodeRune(b)
		if char == utf8.RuneError && count <= 1 || !unicode.IsPrint(char) {
			for _, c := range b[:count] {
				fmt.Fprintf(&out, `\x%02x`, c)
			}
		} else {
			out.Write(b[:count])
		}
		b = b[count:]
	}
	return out.String()
}

// cells is the number of terminal cells that printable text takes.
func cells(text string) int {
	count := 0
	for _, char := range text {
		switch width.LookupRune(char).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			count += 2
		default:
			if !unicode.Is(unicode.Mn, char) && !unicode.Is(unicode.Me, char) {
				count++
			}
		}
	}
	return count
}

// literalByte reads one character of literal bytes, escaped or not, and appends it to out.
func (s *scanner) literalByte(out []byte) ([]byte, error) {
	char := s.src[s.pos]
	if char == '\\' {
		return s.escape(out)
	}
	letter, count := utf8.DecodeRuneInString(s.src[s.pos:])
	if letter == utf8.RuneError && count <= 1 {
		return out, s.fail(s.pos, `bytes that are not UTF-8 are written \xNN`)
	}
	if !unicode.IsPrint(letter) {
		return out, s.fail(s.pos, `characters that cannot be seen are written \n, \t, \0 or \xNN`)
	}
	out = append(out, s.src[s.pos:s.pos+count]...)
	s.pos += count
	return out, nil
}

// escape reads \xNN, \0, \n, \t, \r, or a backslash before punctuation that stands for itself.
func (s *scanner) escape(out []byte) ([]byte, error) {
	at := s.pos
	s.pos++
	char := s.peek()
	s.pos++
	switch {
	case s.pos > len(s.src):
	case char == 'x':
		if s.pos+2 <= len(s.src) {
			high, low := hexDigit(lower(s.src[s.pos]), false), hexDigit(lower(s.src[s.pos+1]), false)
			if high >= 0 && low >= 0 {
				s.pos += 2
				return append(out, byte(high<<4|low)), nil
			}
		}
		return out, s.fail(at, `\x wants two hexadecimal digits`)
	case char == '0':
		return append(out, 0), nil
	case char == 'n':
		return append(out, '\n'), nil
	case char == 't':
		return append(out, '\t'), nil
	case char == 'r':
		return append(out, '\r'), nil
	case char >= ' ' && char < 0x7F && !isWord(char) || char == '_':
		return append(out, char), nil
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
		char, count := utf8.DecodeRune(b[i:])
		next := byte(' ')
		if i+1 < len(b) {
			next = b[i+1]
		}
		switch digit := b[i]; {
		case digit == 0 && (next < '0' || next > '9'):
			out.WriteString(`\0`)
		case digit == '\n':
			out.WriteString(`\n`)
		case digit == '\t':
			out.WriteString(`\t`)
		case digit == '\r':
			out.WriteString(`\r`)
		case char == utf8.RuneError && count <= 1 || !unicode.IsPrint(char):
			for _, c := range b[i : i+count] {
				fmt.Fprintf(&out, `\x%02x`, c)
			}
		case strings.IndexByte(special, digit) >= 0:
			out.WriteByte('\\')
			out.WriteByte(digit)
		default:
			out.Write(b[i : i+count])
		}
		i += count
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

// EscapeReserved escapes what means something in a template that is not part of one of its segments: a space at either
// end, and the signs behind which a candidate has cells, further record kinds and further tables.
func EscapeReserved(text string) string {
	text = escapeEnds(text)
	for _, reserved := range []string{"=> ", "++ ", "| "} {
		for strings.Contains(text, " "+reserved) {
			text = strings.ReplaceAll(text, " "+reserved, ` \`+reserved)
		}
	}
	return text
}
