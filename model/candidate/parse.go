package candidate

import (
	"fmt"
	"strings"

	"tabletop/model/rowkey"
)

// maxText bounds the length of a candidate in bytes.
const maxText = 1 << 15

// How many tables and templates a candidate may have, and how deep calls and groups nest.
const (
	maxTables    = 8
	maxTemplates = 64
	maxDepth     = 8
)

// The signs between templates: of the next record kind of the same table, and of the next table; and the sign before
// what becomes of the cells.
const (
	kindSign  = " | "
	tableSign = " ++ "
	cellsSign = " => "
)

// viewWord stands before the key of a continuous materialized view.
const viewWord = "view "

// Lines returns the candidates of a file: one a line, which lines continue that begin with the sign of another record
// kind or table. Empty lines and those that begin with // do not count.
func Lines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		last := len(out) - 1
		switch {
		case line == "" || strings.HasPrefix(line, "//"):
		case last >= 0 && (strings.HasPrefix(line, kindSign[1:]) || strings.HasPrefix(line, tableSign[1:])):
			out[last] += " " + line
		default:
			out = append(out, line)
		}
	}
	return out
}

// Parse reads a candidate. Errors are of type *rowkey.SyntaxError.
func Parse(text string) (*Candidate, error) {
	parser := &parser{src: strings.Trim(text, " ")}
	if strings.HasSuffix(parser.src, `\`) && strings.HasSuffix(strings.TrimLeft(text, " "), `\ `) {
		parser.src += " " // the space is escaped
	}
	if len(parser.src) > maxText {
		return nil, &rowkey.SyntaxError{Template: parser.src[:80], Offset: 80,
			Message: fmt.Sprintf("a candidate has at most %d bytes", maxText)}
	}
	for _, sign := range []string{cellsSign, tableSign, kindSign} {
		if open := strings.TrimRight(sign, " "); strings.HasSuffix(parser.src, open) {
			return nil, parser.fail(len(parser.src), "what becomes of the cells, of another record kind, or another "+
				"table belongs here; write \\%s for the bytes", open[1:])
		}
	}
	return parser.candidate()
}

// candidate reads the templates.
func (p *parser) candidate() (*Candidate, error) {
	proposed := &Candidate{Source: p.src}
	for table := 0; ; {
		switch {
		case table == maxTables:
			return nil, p.fail(p.pos, "a candidate has at most %d tables", maxTables)
		case len(proposed.Templates) == maxTemplates:
			return nil, p.fail(p.pos, "a candidate has at most %d templates", maxTemplates)
		}
		template, err := p.template()
		if err != nil {
			return nil, err
		}
		if template.View && table == 0 && len(proposed.Templates) == 0 { // it is one of the table as it is
			proposed.Templates, table = append(proposed.Templates, Template{}), 1
		}
		template.Into = table
		proposed.Templates = append(proposed.Templates, template)
		switch {
		case p.pos == len(p.src):
			return proposed, p.kinds(proposed)
		case p.at(tableSign):
			table++
			p.pos += len(tableSign)
		default:
			p.pos += len(kindSign)
		}
		p.spaces()
	}
}

// kinds makes sure that the templates of a table are each for a record kind of its own. Only the first may leave it
// out.
func (p *parser) kinds(c *Candidate) error {
	type place struct {
		kind string
		into int
	}
	seen := map[place]bool{}
	before := -1 // the table of the template before
	viewed := c.View() != nil
	for index, template := range c.Templates {
		at := place{template.Kind, template.Into}
		switch {
		case viewed && template.Into == 0 && (index > 0 || template.Action != Same || template.Kind != ""):
			return p.fail(template.At, "a view is of the table as it is: write same ++ view %s; for a table to come, "+
				"try it once that is there", PartsString(c.View().Key))
		case template.Into == before && (template.View || c.Templates[index-1].View):
			return p.fail(template.At, "a view has rows of one record kind: write ++ before the next view")
		case at.kind == "" && at.into == before:
			return p.fail(template.At, "behind a bar stands what becomes of a record kind, as in {user}#{day} | "+
				"KIND = same; write \\| for the bytes")
		case seen[at]:
			return p.fail(template.At, "two templates of one table are for the record kind %q", at.kind)
		}
		seen[at], before = true, at.into
	}
	return nil
}

// parser reads a candidate from left to right.
type parser struct {
	src   string
	pos   int
	depth int
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &rowkey.SyntaxError{Template: p.src, Offset: at, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *parser) spaces() {
	for p.peek() == ' ' {
		p.pos++
	}
}

// at reports whether the text continues with s.
func (p *parser) at(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

// take goes past s where the text continues with it, spaces before it included.
func (p *parser) take(s string) bool {
	mark := p.pos
	p.spaces()
	if p.at(s) {
		p.pos += len(s)
		return true
	}
	p.pos = mark
	return false
}

// template reads what becomes of the rows of one record kind, or of all.
func (p *parser) template() (Template, error) {
	template := Template{Action: Rekey, At: p.pos}
	if name, end := rowkey.NameAt(p.src, p.pos); name != "" && strings.HasPrefix(strings.TrimLeft(p.src[end:], " "),
		"= ") && strings.HasPrefix(p.src[end:], " ") {
		template.Kind = name
		p.pos = strings.Index(p.src[end:], "= ") + end + 2
		p.spaces()
		if p.action(&template) {
			return template, nil
		}
	} else if p.at(Same.String() + tableSign) {
		template.Action = Same
		p.pos += len(Same.String())
		return template, nil
	}
	if p.at(viewWord) {
		template.View = true
		p.pos += len(viewWord)
		p.spaces()
	}
	var err error
	if template.Key, err = p.parts(p.endOfKey, `{}[]`); err != nil {
		return template, err
	}
	if len(template.Key) == 0 {
		return template, p.fail(template.At, "a key has at least one part, such as {user}")
	}
	if err := p.names(template.Key); err != nil {
		return template, err
	}
	if p.at(cellsSign) {
		p.pos += len(cellsSign)
		err = p.cells(&template)
	}
	return template, err
}

// action reads the word of an action in place of a key, and reports whether there is one.
func (p *parser) action(t *Template) bool {
	for action, word := range actionWords() {
		mark := p.pos
		if !p.take(word) {
			continue
		}
		if p.pos == len(p.src) || p.atEnd() {
			t.Action = action
			return true
		}
		p.pos = mark
	}
	return false
}

func (p *parser) endOfKey() bool { return p.at(cellsSign) || p.atEnd() }

// atEnd reports whether a sign that ends a template follows.
func (p *parser) atEnd() bool { return p.at(tableSign) || p.at(kindSign) }

// parts reads literals, fields and groups until end says so, or the text or the group ends. special lists the
// characters that need a backslash to stand for themselves.
func (p *parser) parts(end func() bool, special string) ([]Part, error) {
	var parts []Part
	for p.pos < len(p.src) && !end() {
		switch char := p.peek(); {
		case char == '{':
			f, err := p.field()
			if err != nil {
				return nil, err
			}
			parts = append(parts, Part{Field: f})
		case char == '[' && strings.ContainsRune(special, '['):
			group, err := p.group()
			if err != nil {
				return nil, err
			}
			parts = append(parts, Part{Group: group})
		case strings.IndexByte(special, char) >= 0 && char != '\\':
			if char == ']' && p.depth > 0 {
				return parts, nil
			}
			return nil, p.fail(p.pos, `"%c" has a meaning here; write \%c for the byte`, char, char)
		default:
			if n := len(parts); n == 0 || parts[n-1].Literal == nil {
				parts = append(parts, Part{})
			}
			last := &parts[len(parts)-1]
			var err error
			if last.Literal, p.pos, err = rowkey.AppendCharacter(last.Literal, p.src, p.pos); err != nil {
				return nil, err
			}
		}
	}
	return parts, nil
}

// group reads [parts].
func (p *parser) group() ([]Part, error) {
	open := p.pos
	if p.depth == maxDepth {
		return nil, p.fail(open, "groups nest at most %d deep", maxDepth)
	}
	p.pos++
	p.depth++
	parts, err := p.parts(p.endOfKey, `{}[]`)
	p.depth--
	if err != nil {
		return nil, err
	}
	if p.peek() != ']' {
		return nil, p.fail(open, `this "[" is never closed; write \[ for the byte`)
	}
	p.pos++
	if p.peek() == '*' {
		return nil, p.fail(p.pos,
			`a candidate repeats nothing; {rest(NAME)} is the current key from segment NAME to its end, repeats included`)
	}
	fields := 0
	Fields(parts, func(*Field) { fields++ })
	if fields == 0 {
		return nil, p.fail(open, "a group needs a segment in it: it is left out where that is absent")
	}
	return parts, nil
}

// names makes sure that no two fields have one name, except that a segment may recur as it is.
func (p *parser) names(parts []Part) error {
	seen := map[string]*Field{}
	var err error
	Fields(parts, func(f *Field) {
		if f.Name == "" || err != nil {
			return
		}
		before := seen[f.Name]
		seen[f.Name] = f
		if before != nil && (before.Expr.Op != Segment || f.Expr.Op != Segment) {
			err = p.fail(f.Expr.At, "two parts are named %q: give this one another name, as in {name=...}", f.Name)
		}
	})
	return err
}

// field reads {name}, {name:codec}, {call}, {name=call}, with :codec and modifiers behind.
func (p *parser) field() (*Field, error) {
	open := p.pos
	p.pos++
	p.spaces()
	field := &Field{}
	mark := p.pos
	name, end := rowkey.NameAt(p.src, p.pos)
	if name != "" {
		p.pos = end
		p.spaces()
		if p.peek() == '=' {
			field.Name = name
			p.pos++
			p.spaces()
		} else {
			p.pos = mark
		}
	}
	var err error
	if field.Expr, err = p.expr(0); err != nil {
		return nil, err
	}
	if field.Name == "" && field.Expr.Op == Segment {
		field.Name = field.Expr.Name
	}
	if p.take(":") {
		p.spaces()
		if field.Codec, p.pos, err = rowkey.CodecAt(p.src, p.pos); err != nil {
			return nil, p.columnHint(err, field)
		}
	}
	return field, p.modifiers(field, open)
}

// columnHint adds to the message of an unknown codec how a column is written.
func (p *parser) columnHint(err error, f *Field) error {
	e, ok := err.(*rowkey.SyntaxError)
	if ok && f.Expr.Op == Segment && strings.HasPrefix(e.Message, "there is no codec") {
		word, _ := rowkey.NameAt(p.src, e.Offset)
		e.Message += fmt.Sprintf("; a column is {column(%s:%s)}", f.Expr.Name, word)
	}
	return err
}

// modifiers reads "escaped", len(n) and the closing brace.
func (p *parser) modifiers(f *Field, open int) error {
	for {
		p.spaces()
		at := p.pos
		switch {
		case p.peek() == '}':
			p.pos++
			return nil
		case p.pos == len(p.src):
			return p.fail(open, `this "{" is never closed; write \{ for the byte`)
		case p.at("escaped"):
			p.pos += len("escaped")
			f.Escape = rowkey.EscapeOrdered
		case p.at("len("):
			p.pos += len("len(")
			n, err := p.number(1, 4)
			if err != nil {
				return err
			}
			if !p.take(")") {
				return p.fail(p.pos, `want ")"`)
			}
			f.LengthPrefix = int(n)
		case p.at("..."):
			p.pos += 3 // how a key is read back; it writes the same
		default:
			return p.fail(at, `want "}", ":codec", escaped or len(2)`)
		}
	}
}
