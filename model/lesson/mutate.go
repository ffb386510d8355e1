package lesson

import (
	"fmt"
	"regexp"
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

// layoutMutants attacks a layout: the current one, also with other names for its parts, and of both it and the right
// one each segment dropped, exchanged with the next, doubled, hashed, cut off, moved to the front; times turned around
// and cut; constants added; the time of the cell in front; cells dropped, renamed, emptied, and given other times;
// tables doubled.
func layoutMutants(right string, t Table) []string {
	current, times := "", map[string]bool{}
	if set, err := rowkey.ParseSet(t.Layout); err == nil && len(set) == 1 {
		current, times = simple(set[0]), timeSegments(set)
	}
	out := []string{current, renamed(current), "{key()}", "{hash(key())}",
		"{celltime()}#{key()}", "{key()} => drop *", "{key()} => * -> *:x", current + " ++ " + current}
	for _, text := range []string{right, current} {
		tables := strings.Split(text, " ++ ")
		for at, table := range tables {
			for _, mutant := range tableMutants(table, times) {
				out = append(out, strings.Join(slices.Concat(tables[:at], []string{mutant}, tables[at+1:]), " ++ "))
			}
			out = append(out, text+" ++ "+table)
			if len(tables) > 1 {
				doubled := slices.Clone(tables)
				doubled[at] = tables[(at+1)%len(tables)]
				out = append(out, strings.Join(doubled, " ++ "), table)
			}
		}
	}
	return out
}

// renamed gives the parts of a layout other names.
func renamed(layout string) string {
	return regexp.MustCompile(`\{(\w+)\}`).ReplaceAllString(layout, "{part_$1=$1}")
}

// timeSegments are the segments that hold a time.
func timeSegments(set rowkey.Set) map[string]bool {
	out := map[string]bool{}
	for _, l := range set {
		for _, s := range l.Segments() {
			if s.Codec.Type() == rowkey.Timestamp {
				out[s.Name] = true
			}
		}
	}
	return out
}

// tableMutants attacks one table of a layout.
func tableMutants(text string, times map[string]bool) []string {
	proposed, err := candidate.Parse(text)
	if err != nil || len(proposed.Templates) != 1 {
		return nil
	}
	key, rules, _ := strings.Cut(text, " => ")
	var out []string
	more := ""
	if rules != "" {
		out = append(out, key)
		rules, more = " => "+rules, "; "+rules
	}
	for _, mutant := range keyMutants(proposed.Templates[0].Key, times) {
		out = append(out, mutant+rules)
	}
	out = append(out, "x"+key+rules, "X#"+key+rules, key+"#x"+rules, "{celltime()}#"+key+rules)
	for _, rule := range []string{"drop *", "* -> *:x", "* -> empty *:{qualifier()}", "time {celltime(year)}"} {
		out = append(out, key+" => "+rule+more)
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
func keyMutants(parts []candidate.Part, times map[string]bool) []string {
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
		with(fmt.Sprintf("{truncate(%s, 2)}", inner))
		with(fmt.Sprintf("{salt(4, %s)}", inner), field)
		if times[inner] {
			with(fmt.Sprintf("{mirror(%s)}", inner))
			with(fmt.Sprintf("{bucket(%s, 1y)}", inner))
			with(fmt.Sprintf("{%s:date(0102)}", inner))
		}
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
