package lesson

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// Mutants returns works that are near the right one: a check that accepts one which the lesson does not name accepts
// too much. Those of Make are layouts, queries and policies; those of the other checks come with Examples.
func (m Make) Mutants(t Table) []string {
	var out []string
	switch m.Where {
	case InLab:
		out = layoutMutants(m.Right, t)
	case InQueries:
		out = queryMutants(m.Right, t)
	case InRetention:
		out = []string{"maxversions=1", "maxversions=2", "maxversions=1000000", "maxage=1m", "maxage=1d", "maxage=30d",
			"maxage=365d",
			strings.ReplaceAll(m.Right, "||", "&&"), strings.ReplaceAll(m.Right, "&&", "||")}
	case InKeys:
		out = []string{"{key:text}", "{key:bytes}", t.begin()}
	}
	var kept []string
	for _, text := range out {
		if _, err := m.work(text); err == nil && plain(text) != plain(m.Right) && !slices.Contains(kept, text) {
			kept = append(kept, text)
		}
	}
	return kept
}

// begin is the template in force when the lesson begins.
func (t Table) begin() string {
	if t.Start != "" {
		return t.Start
	}
	return t.Layout
}

// layoutMutants attacks a layout: the current one, and of both it and the right one each segment dropped, exchanged
// with the next, doubled, hashed, reversed, moved to the front; constants added; the time of the cell in front.
func layoutMutants(right string, t Table) []string {
	current := ""
	if set, err := rowkey.ParseSet(t.Layout); err == nil && len(set) == 1 {
		current = simple(set[0])
	}
	out := []string{current, "{key()}", "{hash(key())}", "{celltime()}#{key()}"}
	for _, text := range []string{right, current} {
		proposed, err := candidate.Parse(text)
		if err != nil || len(proposed.Templates) != 1 {
			continue
		}
		key, rules, _ := strings.Cut(text, " => ")
		if rules != "" {
			rules = " => " + rules
			out = append(out, key)
		}
		for _, mutant := range keyMutants(proposed.Templates[0].Key) {
			out = append(out, mutant+rules)
		}
		out = append(out, "x"+key+rules, "X#"+key+rules, key+"#x"+rules, "{celltime()}#"+key+rules)
	}
	return out
}

// simple is a layout as a candidate: names of segments and literals.
func simple(l *rowkey.Layout) string {
	var b strings.Builder
	for _, p := range l.Parts() {
		switch {
		case p.Segment != nil:
			b.WriteString("{" + p.Segment.Name + "}")
		case p.Group == nil:
			b.Write(p.Literal)
		}
	}
	return b.String()
}

// keyMutants changes one field of a key at a time. Fields are joined by the delimiters between them.
func keyMutants(parts []candidate.Part) []string {
	var fields []string // each with the literal before it
	lead := ""
	for _, part := range parts {
		text := candidate.PartsString([]candidate.Part{part})
		if part.Field == nil && len(part.Group) == 0 {
			if len(fields) == 0 {
				lead += text
			}
			continue
		}
		fields = append(fields, text)
	}
	join := func(f []string) string { return lead + strings.Join(f, "#") }
	var out []string
	for index, field := range fields {
		inner := strings.TrimSuffix(strings.TrimPrefix(field, "{"), "}")
		with := func(text ...string) { out = append(out, join(slices.Concat(fields[:index], text, fields[index+1:]))) }
		if len(fields) > 1 {
			with()
		}
		with(field, field)
		with(fmt.Sprintf("{hash(%s)}", inner))
		with(fmt.Sprintf("{reverse(%s)}", inner))
		with(fmt.Sprintf("{mirror(%s)}", inner))
		with(fmt.Sprintf("{salt(4, %s)}", inner), field)
		if index+1 < len(fields) {
			swapped := slices.Clone(fields)
			swapped[index], swapped[index+1] = swapped[index+1], swapped[index]
			out = append(out, join(swapped))
		}
		if index > 0 {
			first := slices.Concat([]string{field}, fields[:index], fields[index+1:])
			out = append(out, join(first))
			if lead != "" {
				out = append(out, strings.Join(first, "#"))
			}
		}
	}
	return out
}

// queryMutants drops each condition of a query, and filters on each segment alone.
func queryMutants(right string, t Table) []string {
	parts := strings.Split(right, ", ")
	var out []string
	for i := range parts {
		if len(parts) > 1 {
			out = append(out, strings.Join(slices.Delete(slices.Clone(parts), i, i+1), ", "))
		}
	}
	set, err := rowkey.ParseSet(t.Layout)
	if err != nil {
		return out
	}
	for _, l := range set {
		for _, s := range l.Segments() {
			one := s.Name + " equal"
			out = append(out, one)
			if !slices.Contains(parts, one) {
				out = append(out, right+", "+one)
			}
		}
	}
	return out
}
