package candidate

import (
	"strings"

	"tabletop/model/rowkey"
)

// cells reads what becomes of the cells: rules with "; " between them, up to the next template or the end.
func (p *parser) cells(t *Template) error {
	for {
		p.spaces()
		at := p.pos
		if err := p.rule(t); err != nil {
			return err
		}
		switch {
		case p.pos == len(p.src), p.atEnd():
			return nil
		case p.take(";"):
		default:
			p.spaces()
			if p.pos == len(p.src) {
				return nil
			}
			return p.fail(p.pos, `want ";" and the next rule, or the end`)
		}
		if p.pos == at {
			return p.fail(at, "a rule belongs here")
		}
	}
}

// rule reads one of
//
//	time {slot}
//	drop m:debug, raw
//	m:temperature, m:pressure -> m:{slot}
//	m -> json m:data
//	m -> empty m:{value()}
func (p *parser) rule(t *Template) error {
	at := p.pos
	if p.at("time {") {
		p.pos += len("time ")
		field, err := p.field()
		if err != nil {
			return err
		}
		if t.Time != nil {
			return p.fail(at, "the timestamps are set twice")
		}
		if field.Codec != nil || field.Escape != "" || field.LengthPrefix > 0 {
			return p.fail(at, "a timestamp is a time, not bytes: it has no codec")
		}
		t.Time = &field.Expr
		return nil
	}
	var rule Rule
	if p.at("drop ") {
		p.pos += len("drop ")
		rule.Drop = true
	}
	for {
		s, err := p.selector()
		if err != nil {
			return err
		}
		rule.From = append(rule.From, s)
		if !p.take(",") {
			break
		}
	}
	if !rule.Drop {
		if !p.take("->") {
			p.spaces()
			return p.fail(p.pos, `want "->" and what the cells become: m:{slot}, json m:data; or "drop" before`)
		}
		if err := p.target(&rule); err != nil {
			return err
		}
	}
	t.Rules = append(t.Rules, rule)
	return nil
}

// selector reads family:qualifier, family:*, family, or * for all.
func (p *parser) selector() (Selector, error) {
	p.spaces()
	selector := Selector{At: p.pos}
	if p.peek() == '*' {
		p.pos++
		selector.Any = true
		return selector, nil
	}
	family, err := p.word(",;:")
	if err != nil {
		return selector, err
	}
	if family == "" {
		return selector, p.fail(p.pos, "a column belongs here: family:qualifier, family for all of it, or *")
	}
	selector.Family = family
	if p.peek() != ':' {
		selector.Any = true
		return selector, nil
	}
	p.pos++
	if p.peek() == '*' {
		p.pos++
		selector.Any = true
		return selector, nil
	}
	selector.Qualifier, err = p.word(",;")
	return selector, err
}

// word reads literal bytes up to a space, "*", "->" or one of the bytes of stop.
func (p *parser) word(stop string) (string, error) {
	var out []byte
	for p.pos < len(p.src) && !strings.ContainsRune(stop+" *{}", rune(p.peek())) && !p.at("->") {
		var err error
		if out, p.pos, err = rowkey.AppendCharacter(out, p.src, p.pos); err != nil {
			return "", err
		}
	}
	return string(out), nil
}

// target reads family, family:qualifier, :qualifier, or a form of serialization and such a name.
func (p *parser) target(r *Rule) error {
	p.spaces()
	for _, form := range []Form{JSON, Protobuf} {
		if p.at(string(form) + " ") {
			p.pos += len(form) + 1
			r.Serialize = form
		}
	}
	if p.at("empty ") {
		p.pos += len("empty ")
		r.Empty = true
	}
	p.spaces()
	at := p.pos
	var err error
	if p.peek() == '*' {
		p.pos++
	} else if r.Family, err = p.word(",;:"); err != nil {
		return err
	}
	if r.Family != "" && !ValidFamily(r.Family) {
		return p.fail(at, "a family's name has 1 to 64 letters, digits and _ . -")
	}
	if p.peek() == ':' {
		p.pos++
		if r.Qualifier, err = p.parts(p.endOfQualifier, "{}*,"); err != nil {
			return err
		}
		if r.Qualifier == nil {
			r.Qualifier = []Part{}
		}
	}
	switch {
	case r.Serialize != "" && r.Empty:
		return p.fail(at, "a cell is serialized or empty, not both")
	case r.Serialize != "" && (r.Family == "" || r.Qualifier == nil):
		return p.fail(at, "the one cell needs a column: %s m:data", r.Serialize)
	case r.Family == "" && r.Qualifier == nil:
		return p.fail(at, "what the cells become belongs here: family, family:qualifier or *:qualifier")
	}
	return nil
}

func (p *parser) endOfQualifier() bool {
	return p.peek() == ';' || p.peek() == ' '
}

// ValidFamily reports whether a family can have a name: [_a-zA-Z0-9][-_.a-zA-Z0-9]* of at most 64 bytes, as the service
// wants it. Cells can only move to such a family.
func ValidFamily(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
		if !letter && (i == 0 || c != '-' && c != '.') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}
