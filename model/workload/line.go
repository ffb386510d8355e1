package workload

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// OneLine returns the query in a line that ParseQuery reads back: "meter equal, day range 7d, frequency 100".
func (q *Query) OneLine() string {
	return q.String() + ", frequency " + strconv.FormatFloat(q.Frequency, 'f', -1, 64)
}

// Summary returns the name of a query that has no other: what it filters on.
func (q *Query) Summary() string { return strings.ReplaceAll(q.String(), " "+string(Equal), "") }

// ParseQuery reads a query in a line, as String and OneLine write it: conditions, and what else a workload file states
// of a query, with a comma between them. The name of the query is what it filters on. names are the segments and
// columns there are. Errors are those of Parse, without a line.
func ParseQuery(line string, names []string) (*Query, error) {
	var where, rest strings.Builder
	name := ""
	for _, part := range queryParts(line, names) {
		word, value, _ := strings.Cut(part, " ")
		switch value = strings.TrimSpace(value); {
		case part == "all rows":
		case part == "reads its own writes" || part == "read your writes":
			rest.WriteString("    read your writes: true\n")
		case isField(part, names) && word == "columns":
			fmt.Fprintf(&rest, "    columns: [%s]\n", quotedList(strings.Fields(value)))
		case isField(part, names):
			fmt.Fprintf(&rest, "    %s: %s\n", word, quoted(value))
		default:
			name, value = nameIn(part, names)
			fmt.Fprintf(&where, "      %s: %s\n", quoted(name), quoted(value))
		}
	}
	text := "queries:\n  - name: q\n" + rest.String()
	if where.Len() > 0 {
		text += "    where:\n" + where.String()
	}
	workload, err := Parse([]byte(text), names)
	if err != nil {
		return nil, fmt.Errorf("%s", lineNumber().ReplaceAllString(err.Error(), ""))
	}
	q := workload.Queries[0]
	q.Name, q.Line = q.Summary(), 0
	for i := range q.Where {
		q.Where[i].Line = 0
	}
	return q, nil
}

// lineNumber matches the line that begins the errors of Parse.
func lineNumber() *regexp.Regexp { return regexp.MustCompile(`^line \d+: `) }

// queryParts splits a line at the commas that a part begins behind; others are of a value, or of a list of segments.
func queryParts(line string, names []string) []string {
	var parts []string
	for piece := range strings.SplitSeq(line, ",") {
		trimmed := strings.TrimSpace(piece)
		if n := len(parts); n > 0 && !beginsPart(trimmed, names) {
			parts[n-1] += "," + strings.TrimRight(piece, " ")
			continue
		}
		parts = append(parts, trimmed)
	}
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}

// beginsPart reports whether a text is a part of a query by itself.
func beginsPart(s string, names []string) bool {
	if s == "all rows" || s == "reads its own writes" || s == "read your writes" || isField(s, names) {
		return true
	}
	_, condition := nameIn(s, names)
	return isCondition(condition)
}

// isField reports whether a part is a field of the file; a segment of that name wins where a condition follows.
func isField(part string, names []string) bool {
	word, value, _ := strings.Cut(part, " ")
	if slices.Contains(names, word) && isCondition(strings.TrimSpace(value)) {
		return false
	}
	return slices.Contains([]string{"kind", "latest", "top", "limit", "columns", "frequency"}, word)
}

// isCondition reports whether a text begins as a condition does.
func isCondition(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return strings.HasPrefix(s, "=") || slices.Contains([]string{string(Equal), string(Prefix), string(Range),
		string(Labels), "in"}, word)
}

// nameIn splits a condition from the segment or column that it is on: the longest that there is, else the first word.
func nameIn(part string, names []string) (name, condition string) {
	for _, n := range names {
		if rest, ok := strings.CutPrefix(part, n); ok && len(n) > len(name) &&
			(rest == "" || strings.ContainsAny(rest[:1], " :=")) {
			name = n
		}
	}
	if name == "" {
		name, _, _ = strings.Cut(part, " ")
		condition = part[len(name):]
		return strings.TrimSuffix(name, ":"), strings.TrimSpace(condition)
	}
	return name, strings.TrimSpace(strings.TrimPrefix(part[len(name):], ":"))
}

// quotedList writes the items of a list in YAML.
func quotedList(items []string) string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = quoted(item)
	}
	return strings.Join(out, ", ")
}
