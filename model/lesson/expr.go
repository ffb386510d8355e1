package lesson

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/model/retention"
	"tabletop/model/workload"
)

// Subject is what a measure is of.
type Subject uint8

// The subjects.
const (
	OfTable  Subject = iota // the open table
	OfLayout                // a layout; the empty text is the current one
	OfPolicy                // a garbage-collection policy; the empty text is the current one
	OfQuery                 // a query; there is no current one
)

// layoutArgument is what stands in brackets for a layout.
const layoutArgument = "layout"

// needArgument is what stands in brackets for cells that a query needs.
const needArgument = "family: need"

// ruleArgument is what stands in brackets for a rule of the audit.
const ruleArgument = "rule"

// Gauge is a measure that lessons know by name.
type Gauge struct {
	Name    string
	Arg     string // what stands in brackets behind the name: "query", "segment"; empty for nothing
	Subject Subject
	Help    string // for docs/lessons.md
	of      func(arg string) Of
}

// Gauges lists the measures that lessons can name.
func Gauges() []Gauge { return slices.Concat(layoutGauges(), tableGauges()) }

// layoutGauges are those of layouts, queries and policies.
func layoutGauges() []Gauge {
	layout := func(o Of) func(string) Of { return func(string) Of { return o } }
	return []Gauge{
		{"hot", "", OfLayout, "the share of a window's writes in the busiest 5% of the keys", layout(Hot)},
		{"hotspots", "", OfLayout, "the number of moving hotspots", layout(Hotspots)},
		{"pattern", "", OfLayout, "the name of the write pattern", layout(Pattern)},
		{"rows", "", OfLayout, "the rows", layout(Rows)},
		{"written tablets", "", OfLayout, "the tablets that are written at once, as the Lab shows them",
			layout(WrittenTablets)},
		{"busiest", "", OfLayout, "the share of a window's writes that the busiest tablet takes, as the Lab shows it",
			layout(Busiest)},
		{"tables", "", OfLayout, "the tables, views included", layout(Tables)},
		{"current tables", "", OfLayout, "the tables that have the current keys and cells", layout(CurrentTables)},
		{"documents", "form", OfLayout, "the cells that are made of others, as json or protobuf", Documents},
		{"tells", "segment", OfLayout, "whether all tables tell a segment: yes or no", Tells},
		{"size", "", OfLayout, "the bytes of keys and cells", layout(Size)},
		{"key bytes", "", OfLayout, "the bytes of all keys", layout(KeyBytes)},
		{"packed keys", "", OfLayout, "the bytes of the keys if each stores only what differs from the key before",
			layout(PackedKeys)},
		{"largest row", "", OfLayout, "the bytes of the largest row", layout(Largest)},
		{"overwritten cells", "", OfLayout,
			"the cells that another cell of the same row, column and timestamp replaces", layout(Lost)},
		{"version cells", "", OfLayout, "the cells that become older versions of a column", layout(OlderVersions)},
		{"fit", "", OfLayout, "the share of the keys that match", layout(Fit)},
		{"rows read", "query", OfLayout, "the rows that a run of the query reads, averaged over the rows (by data)",
			Read},
		{"rows read by value", "query", OfLayout, "the same, averaged over the values that occur", ReadByValue},
		{"bytes read", "query", OfLayout, "the bytes of the rows read", ReadBytes},
		{"rows returned", "query", OfLayout, "the rows of them that match", Returned},
		{"ranges", "query", OfLayout, "the key ranges that a run reads", Ranges},
		{"direction", "query", OfLayout, "how the newest are read: forward, or backward from the end of a range",
			Direction},
		{"unlike", layoutArgument, OfLayout,
			"the cells in which `verify` finds a copy of this layout to differ from the table under the layout in " +
				"brackets", Unlike},
		{"difference", layoutArgument, OfLayout,
			"the kind of most of them: missing, extra, changed, retimed, lost, or nothing", Difference},
		{"access", "query", OfLayout, "how the rows are reached: point, prefix, range, filter, full scan", Access},
		{"query rows read", "", OfQuery, "rows read of the query made", layout(MeasureRead)},
		{"query access", "", OfQuery, "access of the query made", layout(MeasureAccess)},
		{"kept", "family", OfPolicy, "the share of the family's bytes that a policy keeps", Kept},
		{"garbage", "family", OfPolicy, "the share of the family's bytes that is garbage", GarbageShare},
		{"kept cells", "family", OfPolicy, "the cells of the family that a policy keeps", KeptCells},
		{"missed", needArgument, OfPolicy,
			"the cells that a need keeps, itself a policy, and a policy does not: `[v: maxversions=3]`", Missed},
	}
}

// tableGauges are those of the open table.
func tableGauges() []Gauge {
	table := func(m Measure) func(string) Of { return func(string) Of { return func(string) Measure { return m } } }
	arg := func(f func(string) Measure) func(string) Of {
		return func(a string) Of { return func(string) Measure { return f(a) } }
	}
	return []Gauge{
		{"heat hot", "", OfTable, "hot as the Heat screen shows it", table(HotSeen())},
		{"heat peak", "", OfTable, "the same in the worst window", table(PeakSeen())},
		{"heat uniform", "", OfTable, "the share that uniform writes would have", table(ChanceSeen())},
		{"heat pattern", "", OfTable, "the write pattern that the Heat screen names", table(PatternSeen())},
		{"finding", "", OfTable, "the rule of the most severe finding of an audit", table(Finding())},
		{"findings", ruleArgument, OfTable, "the findings of a rule in an audit", arg(FindingsOf)},
		{"distinct", "segment", OfTable, "the values of a segment", arg(Distinct)},
		{"columns", "", OfTable, "the columns that occur", table(Columns())},
		{"columns per row", "", OfTable, "the columns that a row has on average", table(MeanColumns())},
		{"versions", "column", OfTable, "the most versions that a row has of the column", arg(func(c string) Measure {
			family, qualifier, _ := strings.Cut(c, ":")
			return MostVersions(family, qualifier)
		})},
		{"key length", "", OfTable, "the bytes of a key on average", table(MeanKey())},
		{"row length", "", OfTable, "the bytes of a row on average", table(MeanRow())},
		{"rows below", "prefix", OfTable, "the rows whose key begins with the prefix", arg(RowsBelow)},
		{"share below", "prefix", OfTable, "their share of all bytes", arg(ShareBelow)},
	}
}

// expression is `name [argument] of text`.
var expression = regexp.MustCompile(`^([a-z ]+?)(?: \[([^\]]*)\])?(?: of (.+))?$`)

// parseGauge parses what a lesson writes for a measure. rest is the text behind "of".
func parseGauge(text string) (g Gauge, of Of, rest string, err error) {
	match := expression.FindStringSubmatch(strings.TrimSpace(text))
	if match == nil {
		return g, nil, "", fmt.Errorf("%q is not a measure: write NAME, NAME [ARGUMENT], or NAME [ARGUMENT] of LAYOUT",
			text)
	}
	g, ok := gauge(match[1])
	switch {
	case !ok:
		var known []string
		for _, g := range Gauges() {
			known = append(known, g.Name)
		}
		slices.Sort(known)
		return g, nil, "", fmt.Errorf("there is no measure %q; the measures are %s", match[1],
			strings.Join(known, ", "))
	case g.Arg == "" && match[2] != "":
		return g, nil, "", fmt.Errorf("%s takes nothing in brackets", g.Name)
	case g.Arg != "" && match[2] == "":
		return g, nil, "", fmt.Errorf("%s needs a %s in brackets", g.Name, g.Arg)
	case g.Subject == OfTable && match[3] != "":
		return g, nil, "", fmt.Errorf("%s is of the open table: leave out \"of\"", g.Name)
	}
	if err := checkArgument(g.Arg, match[2]); err != nil {
		return g, nil, "", err
	}
	return g, g.of(match[2]), match[3], checkSubject(g.Subject, match[3])
}

// checkArgument reports what is wrong with a text in brackets.
func checkArgument(kind, text string) (err error) {
	switch kind {
	case "query":
		_, err = parseQuery(text)
	case layoutArgument:
		err = checkCopy(text)
	case ruleArgument:
		if _, known := audit.FindRule(text); !known {
			return fmt.Errorf("there is no rule %q; docs/audit.md lists the rules", text)
		}
	case needArgument:
		family, need, ok := strings.Cut(text, ": ")
		if !ok || family == "" {
			return fmt.Errorf("%q is not a family and a policy: write, for example, v: maxversions=3", text)
		}
		_, err = retention.Parse(need)
	}
	return err
}

// gauge returns the gauge of this name, and reports whether there is one.
func gauge(name string) (Gauge, bool) {
	all := Gauges()
	i := slices.IndexFunc(all, func(g Gauge) bool { return g.Name == name })
	if i < 0 {
		return Gauge{}, false
	}
	return all[i], true
}

// ofWrites reports whether a measure is of when keys are written.
func ofWrites(text string) bool {
	g, _, _, err := parseGauge(text)
	return err == nil && (strings.HasPrefix(g.Name, "heat ") ||
		slices.Contains([]string{"hot", "hotspots", "pattern", "written tablets", "busiest"}, g.Name))
}

// checkSubject reports what is wrong with the text that a measure is of.
func checkSubject(s Subject, text string) (err error) {
	switch {
	case text == "":
	case s == OfLayout:
		_, err = candidate.Parse(text)
	case s == OfPolicy:
		_, err = retention.Parse(text)
	case s == OfQuery:
		_, err = parseQuery(text)
	}
	return err
}

// namedIn returns the segments that a measure names: in brackets, and in what it is of. Faults of the text are
// reported by its parser.
func namedIn(text string) []string {
	match := expression.FindStringSubmatch(strings.TrimSpace(text))
	if match == nil {
		return nil
	}
	gauge, _ := gauge(match[1])
	var out []string
	switch gauge.Arg {
	case "query":
		out = namedBy(OfQuery, match[2])
	case layoutArgument:
		layout, _, _ := strings.Cut(match[2], readWith)
		out = namedBy(OfLayout, layout)
	case "segment":
		out = []string{match[2]}
	}
	return append(out, namedBy(gauge.Subject, match[3])...)
}

// namedBy returns the segments that a layout or a query names. Columns are none.
func namedBy(s Subject, text string) []string {
	var out []string
	switch {
	case text == "":
	case s == OfLayout:
		proposed, err := candidate.Parse(text)
		if err != nil {
			return nil
		}
		for i := range proposed.Templates {
			proposed.Templates[i].Exprs(func(e *candidate.Expr) {
				if e.Op == candidate.Segment {
					out = append(out, e.Name)
				}
			})
		}
	case s == OfQuery:
		query, err := parseQuery(text)
		if err != nil {
			return nil
		}
		for _, c := range query.Where {
			if !strings.Contains(c.Segment, ":") && c.Segment != workload.CellTime {
				out = append(out, c.Segment)
			}
		}
		if query.By != "" && !strings.Contains(query.By, ":") {
			out = append(out, query.By)
		}
	}
	return out
}

// ParseMeasure parses a measure of the table, or of the layout, policy or query that it names.
func ParseMeasure(text string) (Measure, error) {
	g, of, rest, err := parseGauge(text)
	if err != nil {
		return nil, err
	}
	if g.Subject == OfQuery && rest == "" {
		return nil, fmt.Errorf("%s needs \"of\" and a query", g.Name)
	}
	return of(rest), nil
}

// ParseQuantity parses a measure of what the user makes, which must be a subject.
func ParseQuantity(text string, subject Subject) (Of, error) {
	gauge, of, rest, err := parseGauge(text)
	switch {
	case err != nil:
		return nil, err
	case rest != "":
		return func(string) Measure { return of(rest) }, nil
	case gauge.Subject != subject && gauge.Subject != OfTable:
		return nil, fmt.Errorf("%s is not a measure of what this step asks for", gauge.Name)
	}
	return of, nil
}

// ReadByValue is the rows that a run of the query reads, averaged over the values that occur.
func ReadByValue(query string) Of {
	of := func(template string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			c, err := b.Cost(ctx, template, query)
			return Figure{Figure: c.ByValue.RowsRead}, err
		}
	}
	return of
}
