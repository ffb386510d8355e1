package candidate

import (
	"fmt"
	"strings"

	"tabletop/model/rowkey"
)

// String writes the candidate as a template that Parse reads back.
func (c *Candidate) String() string {
	var out strings.Builder
	for i := range c.Templates {
		out.WriteString(c.Sign(i) + c.Templates[i].String())
	}
	return out.String()
}

// Sign returns what stands before the i-th template: the sign of another record kind or of another table, nothing
// before the first.
func (c *Candidate) Sign(i int) string {
	switch {
	case i == 0:
		return ""
	case c.Templates[i].Into == c.Templates[i-1].Into:
		return kindSign
	}
	return tableSign
}

// TableString writes what goes to one of the new tables.
func (c *Candidate) TableString(table int) string {
	var texts []string
	for i := range c.Templates {
		if c.Templates[i].Into == table {
			texts = append(texts, c.Templates[i].String())
		}
	}
	return strings.Join(texts, kindSign)
}

// String writes one template of a candidate.
func (t *Template) String() string {
	switch word := t.Action.String(); {
	case word != "" && t.Kind != "":
		return t.Kind + " = " + word
	case word != "":
		return word
	}
	text := rowkey.EscapeReserved(PartsString(t.Key))
	for _, sign := range []string{cellsSign, tableSign, kindSign} {
		reserved := strings.TrimRight(sign, " ") // with \x20 for the last space it would be read as such still
		if strings.HasSuffix(text, reserved) {
			text = strings.TrimSuffix(text, reserved) + ` \` + reserved[1:]
		}
	}
	switch name, end := rowkey.NameAt(text, 0); {
	case strings.HasPrefix(text, viewWord): // bytes, not the word
		text = fmt.Sprintf(`\x%02x`, text[0]) + text[1:]
	case t.Kind != "" || t.View:
	case name != "" && strings.HasPrefix(strings.TrimLeft(text[end:], " "), "="):
		text = strings.Replace(text, "=", `\=`, 1)
	}
	if t.View {
		text = viewWord + text
	}
	if t.Kind != "" {
		text = t.Kind + " = " + text
	}
	if rules := t.rules(); rules != "" {
		text += " => " + rules
	}
	return text
}

func (t *Template) rules() string {
	var rules []string
	if t.Time != nil {
		rules = append(rules, "time {"+t.Time.String()+"}")
	}
	for _, r := range t.Rules {
		rules = append(rules, r.String())
	}
	return strings.Join(rules, "; ")
}

// PartsString writes the parts of a key.
func PartsString(parts []Part) string {
	var out strings.Builder
	for i, part := range parts {
		if i > 0 && parts[i-1].Group != nil && strings.HasPrefix(string(part.Literal), "*") {
			out.WriteByte('\\')
		}
		switch {
		case part.Field != nil:
			out.WriteString(part.Field.String())
		case part.Group != nil:
			out.WriteString("[" + PartsString(part.Group) + "]")
		default:
			out.WriteString(rowkey.QuoteLiteral(part.Literal, `\{}[]`))
		}
	}
	return out.String()
}

// String writes the field with its braces.
func (f *Field) String() string {
	text := "{"
	if f.Name != "" && (f.Expr.Op != Segment || f.Expr.Name != f.Name) {
		text += f.Name + "="
	}
	text += f.Expr.String()
	if f.Codec != nil {
		text += ":" + f.Codec.Spec()
	}
	if f.Escape != rowkey.EscapeNone {
		text += " escaped"
	}
	if f.LengthPrefix > 0 {
		text += fmt.Sprintf(" len(%d)", f.LengthPrefix)
	}
	return text + "}"
}

// String writes the rule as a template has it.
func (r *Rule) String() string {
	var from []string
	for _, selector := range r.From {
		switch {
		case selector.Family == "":
			from = append(from, "*")
		case selector.Any:
			from = append(from, quoteRule(selector.Family))
		default:
			from = append(from, quoteRule(selector.Family)+":"+quoteRule(selector.Qualifier))
		}
	}
	if r.Drop {
		return "drop " + strings.Join(from, ", ")
	}
	to := r.Family
	if to == "" {
		to = "*"
	}
	if r.Qualifier != nil {
		to += ":"
		for _, p := range r.Qualifier {
			if p.Field != nil {
				to += p.Field.String()
			} else {
				to += quoteRule(string(p.Literal))
			}
		}
	}
	if r.Serialize != "" {
		to = string(r.Serialize) + " " + to
	}
	if r.Empty {
		to = "empty " + to
	}
	return strings.Join(from, ", ") + " -> " + to
}

func quoteRule(s string) string {
	quoted := strings.ReplaceAll(rowkey.QuoteLiteral([]byte(s), `\{},:;*`), " ", `\x20`)
	return strings.ReplaceAll(quoted, "->", `\->`)
}
