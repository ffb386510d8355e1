package rowkey

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a template, with an optional leading "name = ". Errors are of type *SyntaxError.
func Parse(template string) (*Layout, error) { return parse(template, Words()) }

func parse(template string, words Vocabulary) (*Layout, error) {
	scanner := &scanner{src: trimSpaces(template), vocabulary: words}
	if len(scanner.src) > maxTemplate {
		return nil, &SyntaxError{Template: scanner.src[:80], Offset: 80,
			Message: fmt.Sprintf("a template has at most %d bytes", maxTemplate)}
	}
	name, err := scanner.kind()
	if err != nil {
		return nil, err
	}
	parts, err := scanner.parts(0)
	if err == nil {
		var l *Layout
		if l, err = New(name, parts...); err == nil {
			return l, nil
		}
		err = scanner.placed(err, parts)
	}
	return nil, err
}

// kind reads the leading "name = ". "user={id}" begins with a literal: the sign of a name has spaces on both sides, and
// no segment or group precedes it.
func (s *scanner) kind() (string, error) {
	at := strings.Index(s.src, " = ")
	if at < 0 || strings.ContainsAny(s.src[:at], "{[") {
		return "", nil
	}
	name := strings.TrimRight(s.src[:at], " ")
	if !validName(name) {
		return "", s.fail(0, `"%s" is not a valid record kind: use letters, digits, _ and -, starting with a letter or _; write \= for the byte`, printable([]byte(name)))
	}
	s.pos = at + len(" = ")
	s.spaces()
	return name, nil
}

// validName holds for letters, digits, '_' and '-', the first a letter or '_'.
func validName(name string) bool {
	for i, r := range name {
		if !inName(r, i == 0) {
			return false
		}
	}
	return name != "" && utf8.ValidString(name)
}

func inName(r rune, first bool) bool {
	return unicode.IsLetter(r) || r == '_' || !first && (unicode.IsDigit(r) || r == '-')
}

// parts reads up to the end of the template, or of the group when depth is not 0.
func (s *scanner) parts(depth int) ([]Part, error) {
	var parts []Part
	literal := func(b []byte) {
		if n := len(parts); n > 0 && parts[n-1].Literal != nil {
			parts[n-1].Literal = append(parts[n-1].Literal, b...)
		} else {
			parts = append(parts, Part{Literal: b})
		}
	}
	for s.pos < len(s.src) {
		switch char := s.src[s.pos]; char {
		case '{':
			seg, err := s.segment()
			if err != nil {
				return nil, err
			}
			parts = append(parts, Part{Segment: seg})
		case '[':
			group, err := s.group(depth)
			if err != nil {
				return nil, err
			}
			parts = append(parts, Part{Group: group})
		case ']':
			if depth > 0 {
				return parts, nil
			}
			return nil, s.fail(s.pos, `no "[" opens what this closes; write \] for the byte`)
		case '}':
			return nil, s.fail(s.pos, `no "{" opens what this closes; write \} for the byte`)
		default:
			if rest := s.src[s.pos:]; strings.HasPrefix(rest, " => ") || strings.HasPrefix(rest, " ++ ") {
				return nil, s.fail(s.pos+1, `%q is for candidates; write \%s for the bytes`, rest[1:3], rest[1:3])
			}
			b, err := s.literalByte(nil)
			if err != nil {
				return nil, err
			}
			literal(b)
		}
	}
	return parts, nil
}

// maxTemplate bounds the length of a template in bytes: a key has at most 4 KB.
const maxTemplate = 1 << 15

// maxDepth bounds how deep groups may nest.
const maxDepth = 8

// group reads [parts] or [parts]*.
func (s *scanner) group(depth int) (*Group, error) {
	open := s.pos
	if depth == maxDepth {
		return nil, s.fail(open, "groups nest at most %d deep", maxDepth)
	}
	s.pos++
	parts, err := s.parts(depth + 1)
	if err != nil {
		return nil, err
	}
	if s.peek() != ']' {
		return nil, s.fail(open, `this "[" is never closed; write \[ for the byte`)
	}
	s.pos++
	g := &Group{Parts: parts}
	if s.peek() == '*' {
		s.pos++
		g.Repeat = true
	}
	return g, nil
}

// segment reads {name}, {name:codec}, and what may follow: escaped, len(n) and "...".
func (s *scanner) segment() (*Segment, error) {
	open := s.pos
	s.pos++
	s.spaces()
	at := s.pos
	seg := &Segment{Name: s.name()}
	s.spaces()
	switch char := s.peek(); {
	case seg.Name != "" && (char == '(' || char == '='):
		return nil, s.fail(at, "computed segments are for candidates; a segment of a key is {name} or {name:codec}")
	case seg.Name == "":
		return nil, s.fail(at, `the name of a segment belongs here; write \{ for the byte`)
	case char == ':':
		s.pos++
		s.spaces()
		var err error
		if seg.Codec, err = s.codec(); err != nil {
			return nil, columnHint(err, seg.Name)
		}
	default:
		seg.Codec = newText()
	}
	for {
		s.spaces()
		switch at := s.pos; {
		case s.peek() == '}':
			s.pos++
			return seg, nil
		case strings.HasPrefix(s.src[s.pos:], "..."):
			if seg.Last {
				return nil, s.fail(at, `"..." is given twice`)
			}
			s.pos += 3
			seg.Last = true
		case s.pos == len(s.src):
			return nil, s.fail(open, `this "{" is never closed; write \{ for the byte`)
		default:
			if err := s.modifier(seg); err != nil {
				return nil, err
			}
			if s.pos == at {
				return nil, s.fail(at, `want "}"`)
			}
		}
	}
}

func (s *scanner) modifier(seg *Segment) error {
	at := s.pos
	call, err := s.call()
	switch {
	case err != nil:
		return s.fail(at, `want "}", "...", escaped or len(2)`)
	case call.word == "escaped" && len(call.args) == 0 && seg.Escape == EscapeNone:
		seg.Escape = EscapeOrdered
	case call.word == "len" && seg.LengthPrefix == 0:
		seg.LengthPrefix, err = call.oneCount(1, 4, "the bytes that hold the length: len(2)")
		return err
	case call.word == "escaped" && len(call.args) == 0, call.word == "len":
		return s.fail(at, "%s is given twice", call.word)
	default:
		return s.fail(at, `want "}", "...", escaped or len(2)`)
	}
	return nil
}

// columnHint adds to the message of an unknown codec how a column of a candidate is written.
func columnHint(err error, name string) error {
	if e, ok := err.(*SyntaxError); ok && strings.HasPrefix(e.Message, "there is no codec") {
		word := &scanner{src: e.Template, pos: e.Offset}
		if !strings.Contains(e.Message, "mean") {
			e.Message += fmt.Sprintf("; a column is {column(%s:%s)}, in candidates only", name, word.word())
		}
	}
	return err
}

// name reads a name of a segment, empty when there is none.
func (s *scanner) name() string {
	start := s.pos
	for s.pos < len(s.src) {
		r, n := utf8.DecodeRuneInString(s.src[s.pos:])
		if !inName(r, s.pos == start) {
			break
		}
		s.pos += n
	}
	return s.src[start:s.pos]
}

// placed turns an error of New into one that shows where in the template the part is.
func (s *scanner) placed(err error, parts []Part) error {
	offset := 0
	if p, ok := err.(*partError); ok && p.name != "" {
		if at := s.segmentAt(p.name, p.again); at >= 0 {
			offset = at
		}
	}
	return s.fail(offset, "%s", strings.TrimPrefix(err.Error(), "rowkey: "))
}

// segmentAt finds where the template has a segment of a name, the second such when again is set.
func (s *scanner) segmentAt(name string, again bool) int {
	s = &scanner{src: s.src, vocabulary: s.vocabulary}
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case '\\':
			s.pos += 2
			continue
		case '{':
			at := s.pos
			if seg, err := s.segment(); err == nil {
				if seg.Name == name {
					if !again {
						return at
					}
					again = false
				}
				continue
			}
		}
		s.pos++
	}
	return -1
}

// String writes the layout as a template that Parse reads back.
func (l *Layout) String() string {
	var out strings.Builder
	appendParts(&out, l.parts)
	text := EscapeReserved(out.String())
	if strings.HasPrefix(text, "//") {
		text = `\` + text
	}
	if l.name != "" {
		return l.name + " = " + text
	}
	for {
		name, err := (&scanner{src: text}).kind()
		if name == "" && err == nil {
			return text
		}
		text = strings.Replace(text, " = ", ` \= `, 1)
	}
}

func appendParts(out *strings.Builder, parts []Part) {
	for i, part := range parts {
		switch {
		case part.Segment != nil:
			out.WriteString(part.Segment.String())
		case part.Group != nil:
			out.WriteByte('[')
			appendParts(out, part.Group.Parts)
			out.WriteByte(']')
			if part.Group.Repeat {
				out.WriteByte('*')
			}
		default:
			if i > 0 && parts[i-1].Group != nil && bytes.HasPrefix(part.Literal, []byte("*")) {
				out.WriteByte('\\')
			}
			out.WriteString(escapeLiteral(part.Literal, `\{}[]`))
		}
	}
}

// String writes the segment as a template has it.
func (s *Segment) String() string {
	text := "{" + s.Name
	if spec := s.Codec.Spec(); spec != "text" || s.Escape != EscapeNone || s.LengthPrefix > 0 {
		text += ":" + spec
	}
	if s.Escape != EscapeNone {
		text += " escaped"
	}
	if s.LengthPrefix > 0 {
		text += fmt.Sprintf(" len(%d)", s.LengthPrefix)
	}
	if s.Last {
		text += "..."
	}
	return text + "}"
}
