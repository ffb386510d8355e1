package rowkey

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"tabletop/model/spelling"
)

// ParseCodec makes the codec that a template writes as spec: "ms", "reverse(ms)", "be(4, flip)". docs/templates.md
// lists them. Errors are of type *SyntaxError.
func ParseCodec(spec string) (Codec, error) {
	return Words().Codec(spec)
}

// whole reads a codec that is all there is.
func (s *scanner) whole() (Codec, error) {
	c, err := s.codec()
	if err == nil && s.pos < len(s.src) {
		err = s.fail(s.pos, "nothing may follow a codec")
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// call is a codec as written: a word and its arguments.
type call struct {
	word string
	at   int   // offset of the word
	raw  arg   // everything between the parentheses
	args []arg // the same, cut at commas outside inner parentheses
}

// arg is one argument, spaces around it cut off.
type arg struct {
	s    *scanner
	at   int
	text string // escapes as written
}

// scanner reads a template from left to right.
type scanner struct {
	src        string
	pos        int
	vocabulary Vocabulary // nil for Words
}

func (s *scanner) words() Vocabulary {
	if s.vocabulary == nil {
		s.vocabulary = Words()
	}
	return s.vocabulary
}

func (s *scanner) fail(at int, format string, args ...any) error {
	return &SyntaxError{Template: s.src, Offset: at, Message: fmt.Sprintf(format, args...)}
}

func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) spaces() {
	for s.peek() == ' ' {
		s.pos++
	}
}

// word reads letters, digits and '_', as codecs and hash functions are named.
func (s *scanner) word() string {
	start := s.pos
	for s.pos < len(s.src) && isWord(s.src[s.pos]) {
		s.pos++
	}
	return s.src[start:s.pos]
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// codec reads a codec: word, word(args).
func (s *scanner) codec() (Codec, error) {
	c, err := s.call()
	if err != nil {
		return nil, err
	}
	return c.codec()
}

func (s *scanner) call() (call, error) {
	call := call{at: s.pos}
	call.word = s.word()
	if call.word == "" {
		return call, s.fail(s.pos, "a codec belongs here, such as text, int or ms")
	}
	call.raw = arg{s: s, at: call.at}
	if s.peek() != '(' {
		return call, nil
	}
	s.pos++
	return call, s.arguments(&call)
}

// arguments reads up to the closing parenthesis, cutting at commas outside inner parentheses.
func (s *scanner) arguments(c *call) error {
	open, start, depth := s.pos, s.pos, 0
	cut := func() {
		text := s.src[start:s.pos]
		lead := len(text) - len(strings.TrimLeft(text, " "))
		c.args = append(c.args, arg{s: s, at: start + lead, text: trimSpaces(text)})
		start = s.pos + 1
	}
	for ; s.pos < len(s.src); s.pos++ {
		switch s.src[s.pos] {
		case '\\':
			s.pos++
		case '(':
			depth++
		case ',':
			if depth == 0 {
				cut()
			}
		case '}':
			return s.fail(s.pos, `a ")" is missing before this; write \} for the byte`)
		case ')':
			if depth > 0 {
				depth--
				continue
			}
			cut()
			c.raw = arg{s: s, at: open, text: s.src[open:s.pos]}
			s.pos++
			return nil
		}
	}
	return s.fail(open-1, `this "(" is never closed`)
}

// trimSpaces cuts spaces off both ends, but not a space at the end that a backslash escapes.
func trimSpaces(text string) string {
	trimmed := strings.TrimRight(text, " ")
	slashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if slashes%2 == 1 && len(trimmed) < len(text) {
		trimmed = text[:len(trimmed)+1]
	}
	return strings.TrimLeft(trimmed, " ")
}

// codec builds the codec from the registry.
func (c call) codec() (Codec, error) {
	words := c.raw.s.words()
	for _, w := range words {
		if w.Word == c.word {
			codec, err := w.make(c)
			if _, placed := err.(*SyntaxError); err != nil && !placed {
				err = c.raw.s.fail(c.at, "%s: %s", c.word, err)
			}
			return codec, err
		}
	}
	if near := words.nearest(c.word); near != "" {
		return nil, c.raw.s.fail(c.at, "there is no codec %q; did you mean %q?", c.word, near)
	}
	return nil, c.raw.s.fail(c.at, "there is no codec %q", c.word)
}

// make builds the codec of a call.
func (w Word) make(c call) (Codec, error) {
	if w.build != nil {
		return w.build(c)
	}
	var args []string
	for _, a := range c.args {
		args = append(args, a.text)
	}
	return w.Build(args)
}

// arity makes sure of the number of arguments.
func (c call) arity(least, most int, want string) error {
	if len(c.args) < least || len(c.args) > most {
		at := c.at
		if len(c.args) > most {
			at = c.args[most].at
		}
		return c.raw.s.fail(at, "%s wants %s", c.word, want)
	}
	return nil
}

// has reports whether one of the arguments is text, and the rest of them.
func (c call) has(text string) (bool, call) {
	for i, a := range c.args {
		if a.text == text {
			rest := c
			rest.args = append(append([]arg(nil), c.args[:i]...), c.args[i+1:]...)
			return true, rest
		}
	}
	return false, c
}

func (a arg) fail(format string, args ...any) error { return a.s.fail(a.at, format, args...) }

// count reads a number from least to most.
func (a arg) count(least, most int) (int, error) {
	n, err := strconv.Atoi(a.text)
	if err != nil || n < least || n > most {
		return 0, a.fail("want a number from %d to %d", least, most)
	}
	return n, nil
}

// codec reads a codec that is the argument of another.
func (a arg) codec() (Codec, error) {
	c, err := a.call()
	if err != nil {
		return nil, err
	}
	return c.codec()
}

func (a arg) call() (call, error) {
	inner := &scanner{src: a.s.src[:a.at+len(a.text)], pos: a.at, vocabulary: a.s.vocabulary}
	call, err := inner.call()
	if err == nil && inner.pos < len(inner.src) {
		err = a.s.fail(inner.pos, "nothing may follow here")
	}
	call.raw.s = a.s
	for i := range call.args {
		call.args[i].s = a.s
	}
	if syntax, ok := err.(*SyntaxError); ok {
		syntax.Template = a.s.src
	}
	return call, err
}

// bytes undoes the escapes of the argument.
func (a arg) bytes() ([]byte, error) {
	inner := &scanner{src: a.s.src[:a.at+len(a.text)], pos: a.at}
	var out []byte
	for inner.pos < len(inner.src) {
		var err error
		if out, err = inner.literalByte(out); err != nil {
			err.(*SyntaxError).Template = a.s.src
			return nil, err
		}
	}
	return out, nil
}

// maximum reads what reverse subtracts from: 2^63-1, 10^13-1, a plain number.
func (a arg) maximum() (uint64, error) {
	power, found := strings.CutSuffix(a.text, "-1")
	base, exp, ok := strings.Cut(power, "^")
	if found && ok {
		count, err := strconv.Atoi(exp)
		switch {
		case err != nil || count < 1:
		case base == "2" && count <= 64:
			return math.MaxUint64 >> (64 - count), nil
		case base == "10" && count <= 19:
			return pow10(count) - 1, nil
		}
		return 0, a.fail("want 2^1-1 to 2^64-1 or 10^1-1 to 10^19-1")
	}
	n, err := strconv.ParseUint(a.text, 10, 64)
	if err != nil || n == 0 {
		return 0, a.fail("want the maximum to subtract from: 2^63-1, 10^13-1 or a number")
	}
	return n, nil
}

// maximumSpec writes a maximum as maximum reads it.
func maximumSpec(m uint64) string {
	if n := bits.Len64(m); n >= 8 && m == math.MaxUint64>>(64-n) {
		return fmt.Sprintf("2^%d-1", n)
	}
	for n := 1; n <= 19; n++ {
		if m == pow10(n)-1 {
			return fmt.Sprintf("10^%d-1", n)
		}
	}
	return strconv.FormatUint(m, 10)
}

// nearest is the word that was meant, perhaps; empty when there is none.
func (v Vocabulary) nearest(word string) string {
	var words []string
	for _, w := range v {
		words = append(words, w.Word)
	}
	return spelling.Closest(word, words)
}
