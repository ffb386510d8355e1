package retention

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tabletop/model/sample"
)

// maxDepth is the maximum nesting of parentheses. The service limits a rule to 500 bytes, which is far less deep.
const maxDepth = 64

// SyntaxError is a syntax error in a rule.
type SyntaxError struct {
	Rule    string
	Offset  int    // of the error, in bytes of Rule
	Message string // what is wrong and what would be right
}

// Error returns the message, and on the next two lines the rule and a caret under Offset. Control characters of the
// rule are replaced with dots.
func (e *SyntaxError) Error() string {
	text, caret := Caret(e.Rule, e.Offset)
	return e.Message + "\n  " + text + "\n  " + caret
}

// Caret returns rule as one line of printable characters, and a line with a caret under the byte at offset.
func Caret(rule string, offset int) (text, caret string) {
	show := func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '.'
		}
		return r
	}
	offset = max(0, min(offset, len(rule)))
	return strings.Map(show, rule), strings.Repeat(" ", utf8.RuneCountInString(rule[:offset])) + "^"
}

// Parse parses a rule in cbt setgcpolicy syntax: "maxversions=2 || maxage=30d", "and", "or", "&&", "||", parentheses,
// "never". As in cbt, the operators have the same precedence and associate to the left, so "a || b && c" is
// "(a || b) && c"; GCRule.String writes the parentheses. Parse also accepts what cbt ls prints: "versions() > 2",
// "age() > 30d", "<never>"; an age without a unit is in microseconds. Errors are of type *SyntaxError.
func Parse(rule string) (sample.GCRule, error) {
	parser := &parser{text: rule}
	parser.next()
	gcRule, err := parser.expression(0)
	if err == nil && parser.token.kind != tokenEnd {
		if parser.token.text == ")" {
			err = parser.fail("this ) closes nothing")
		} else {
			err = parser.fail("a policy continues with && or ||, not with %s", parser.token)
		}
	}
	if err != nil {
		return sample.GCRule{}, err
	}
	return gcRule, nil
}

type parser struct {
	text  string
	at    int // byte after the current token
	token token
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenSign
)

// token is one word, number or sign of a rule.
type token struct {
	kind tokenKind
	text string
	at   int
}

func (t token) String() string {
	if t.kind == tokenEnd {
		return "the end"
	}
	return strconv.Quote(t.text)
}

func (p *parser) fail(format string, args ...any) error { return p.failAt(p.token.at, format, args...) }

func (p *parser) failAt(at int, format string, args ...any) error {
	return &SyntaxError{Rule: p.text, Offset: at, Message: fmt.Sprintf(format, args...)}
}

// next reads the token after the current one.
func (p *parser) next() {
	rest := strings.TrimLeftFunc(p.text[p.at:], unicode.IsSpace)
	p.at = len(p.text) - len(rest)
	p.token = token{at: p.at}
	if rest == "" {
		return
	}
	for _, sign := range []string{"&&", "||", "()", "(", ")", "=", ">", "<never>"} {
		if len(rest) >= len(sign) && strings.EqualFold(rest[:len(sign)], sign) {
			p.token.kind, p.token.text = tokenSign, sign
			p.at += len(sign)
			return
		}
	}
	index := strings.IndexFunc(rest,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' })
	switch {
	case index < 0:
		index = len(rest)
	case index == 0:
		_, index = utf8.DecodeRuneInString(rest)
	}
	p.token.kind, p.token.text = tokenWord, rest[:index]
	p.at += index
}

// is reports whether the current token is one of words, ignoring case.
func (p *parser) is(words ...string) bool {
	for _, w := range words {
		if p.token.kind != tokenEnd && strings.EqualFold(p.token.text, w) {
			return true
		}
	}
	return false
}

// expression parses terms joined by operators, from the left. Terms joined by one operator become one composition.
func (p *parser) expression(depth int) (sample.GCRule, error) {
	left, err := p.term(depth)
	joined := false // whether left was composed here, not in parentheses
	for err == nil {
		var kind sample.GCKind
		switch {
		case p.is("&&", "and"):
			kind = sample.GCIntersection
		case p.is("||", "or"):
			kind = sample.GCUnion
		default:
			return left, nil
		}
		p.next()
		var right sample.GCRule
		if right, err = p.term(depth); err != nil {
			break
		}
		if joined && left.Kind == kind {
			left.Children = append(left.Children, right)
		} else {
			left = sample.GCRule{Kind: kind, Children: []sample.GCRule{left, right}}
		}
		joined = true
	}
	return sample.GCRule{}, err
}

func (p *parser) term(depth int) (sample.GCRule, error) {
	switch {
	case p.token.kind == tokenEnd && strings.TrimSpace(p.text) == "":
		return sample.GCRule{},
			p.fail(`there is no policy here: write "maxversions=1", "maxage=30d", both with && or ||, or "never"`)
	case p.token.kind == tokenEnd:
		return sample.GCRule{}, p.fail("a policy is missing at the end")
	case p.is("never", "<never>"):
		p.next()
		return sample.GCRule{}, nil
	case p.is("maxversions", "maxversion", "versions"):
		return p.versions()
	case p.is("maxage", "age"):
		return p.age()
	case p.is("("):
		return p.parentheses(depth)
	case p.is("()"):
		return sample.GCRule{}, p.fail("there is no policy between these parentheses")
	}
	return sample.GCRule{}, p.fail("a policy begins with maxversions=, maxage=, never or (, not with %s", p.token)
}

func (p *parser) parentheses(depth int) (sample.GCRule, error) {
	open := p.token.at
	if depth >= maxDepth {
		return sample.GCRule{}, p.fail("parentheses nest deeper than %d", maxDepth)
	}
	p.next()
	gcRule, err := p.expression(depth + 1)
	if err != nil {
		return gcRule, err
	}
	if !p.is(")") {
		if p.token.kind == tokenEnd {
			return gcRule, p.failAt(open, "this ( is never closed")
		}
		return gcRule, p.fail("a policy continues with && or || or ends with ), not with %s", p.token)
	}
	p.next()
	return gcRule, nil
}

// value advances past "=", or past "() >" as cbt prints it, to the value.
func (p *parser) value(name, example string) error {
	p.next()
	if p.is("()") {
		p.next()
		if !p.is(">") {
			return p.fail("%s() is followed by >, not by %s", name, p.token)
		}
	} else if !p.is("=") {
		return p.fail("%s is followed by =, as in %s, not by %s", name, example, p.token)
	}
	p.next()
	if p.token.kind == tokenEnd {
		return p.fail("a value is missing after %s, as in %s", name, example)
	}
	return nil
}

func (p *parser) versions() (sample.GCRule, error) {
	if err := p.value("maxversions", "maxversions=2"); err != nil {
		return sample.GCRule{}, err
	}
	bits, err := strconv.ParseUint(p.token.text, 10, 64)
	switch {
	case err != nil && !isNumber(p.token.text):
		return sample.GCRule{}, p.fail("maxversions takes a whole number, as in maxversions=2, not %s", p.token)
	case err != nil || bits > math.MaxInt32:
		return sample.GCRule{}, p.fail("maxversions can be at most %d", math.MaxInt32)
	case bits == 0:
		return sample.GCRule{}, p.fail("maxversions must be at least 1: a policy cannot keep nothing")
	}
	p.next()
	return sample.GCRule{Kind: sample.GCMaxVersions, Versions: int(bits)}, nil
}

// isNumber reports whether s is digits only, so that only its size can be wrong.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (p *parser) age() (sample.GCRule, error) {
	printed := p.is("age")
	if err := p.value("maxage", "maxage=30d"); err != nil {
		return sample.GCRule{}, err
	}
	word := p.token.text
	digits := len(word) - len(strings.TrimLeft(word, "0123456789"))
	number, unit := word[:digits], word[digits:]
	if number == "" {
		return sample.GCRule{}, p.fail("maxage takes a number and a unit, as in maxage=30d, not %s", p.token)
	}
	if unit == "" && printed {
		unit = "us"
	}
	per := parseUnit(unit)
	if per == 0 {
		return sample.GCRule{}, p.failAt(p.token.at+digits, "%s", unitMessage(unit))
	}
	bits, err := strconv.ParseUint(number, 10, 63)
	if err != nil || bits > uint64(math.MaxInt64/int64(per)) {
		return sample.GCRule{}, p.fail("this age is longer than 292 years, the longest that can be represented")
	}
	age := time.Duration(bits) * per
	if age < time.Millisecond {
		return sample.GCRule{}, p.fail("maxage must be at least 1ms")
	}
	p.next()
	return sample.GCRule{Kind: sample.GCMaxAge, Age: age}, nil
}

// parseUnit returns the length of a unit, 0 if there is none of that name. cbt accepts units from ms on; ages that a
// program has set are printed in shorter ones too.
func parseUnit(name string) time.Duration {
	switch strings.ToLower(name) {
	case "d":
		return 24 * time.Hour
	case "h":
		return time.Hour
	case "m":
		return time.Minute
	case "s":
		return time.Second
	case "ms":
		return time.Millisecond
	case "us", "µs", "μs":
		return time.Microsecond
	case "ns":
		return time.Nanosecond
	}
	return 0
}

func unitMessage(unit string) string {
	const units = "the units are ms, s, m, h and d"
	switch strings.ToLower(unit) {
	case "":
		return "a unit is missing after the number: " + units
	case "w", "week", "weeks":
		return "there is no unit for weeks: write 7d for one; " + units
	case "mo", "month", "months", "y", "year", "years":
		return "there is no unit for months and years: write 30d or 365d; " + units
	}
	return fmt.Sprintf("no unit %q: %s", unit, units)
}
