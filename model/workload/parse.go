package workload

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
	"tabletop/model/rowkey"
)

// Parse reads a workload file. names are the segments there are; a condition may also name a column as
// family:qualifier. A condition on anything else is an error that lists names. Errors begin with the line.
func Parse(text []byte, names []string) (*Workload, error) {
	docs, err := bounded.Documents(text)
	switch {
	case err != nil:
		return nil, notYAML(text, err)
	case len(docs) == 0:
		return nil, fmt.Errorf("the workload is empty: begin with queries: and list them below it")
	case len(docs) > 1:
		return nil, at(docs[1], "there are two workloads, with --- between: put all queries below one queries:")
	}
	doc, parser := docs[0], parser{names: names}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, at(doc.Content[0], "begin with queries: and list them below it")
	}
	list, err := bounded.Fields(doc.Content[0], "queries", "writes")
	if err != nil {
		return nil, err
	}
	queries := list["queries"]
	if queries == nil || queries.Kind != yaml.SequenceNode || len(queries.Content) == 0 {
		return nil, at(doc.Content[0], "queries: with at least one query below it is missing")
	}
	if n := len(queries.Content); n > maxQueries {
		return nil, at(queries.Content[maxQueries],
			"a workload has at most %d queries, and this one has %d", maxQueries, n)
	}
	workload := &Workload{}
	lines := map[string]int{}
	for _, node := range queries.Content {
		query, err := parser.query(node)
		if err != nil {
			return nil, err
		}
		if first := lines[query.Name]; first > 0 {
			return nil, at(node, "the query %q is in line %d already: give each a name of its own", query.Name, first)
		}
		lines[query.Name] = node.Line
		workload.Queries = append(workload.Queries, query)
	}
	return workload, parser.writes(workload, list["writes"])
}

// maxQueries is how many queries a workload has at most.
const maxQueries = 1000

// writes reads how many rows are written of each kind.
func (p *parser) writes(w *Workload, n *yaml.Node) error {
	if n == nil {
		return nil
	}
	var kinds []string
	for _, k := range writeKinds() {
		kinds = append(kinds, string(k))
	}
	fields, err := bounded.Fields(n, kinds...)
	if err != nil {
		return err
	}
	for _, kind := range writeKinds() {
		node := fields[string(kind)]
		if node == nil {
			continue
		}
		rate, err := strconv.ParseFloat(node.Value, 64)
		if err != nil || math.IsNaN(rate) || math.IsInf(rate, 0) || rate < 0 {
			return at(node, "%s: %q is not a number of rows", kind, node.Value)
		}
		w.Writes = append(w.Writes, Write{kind, rate})
	}
	return nil
}

// bounds reads what a query returns at most: limit and columns.
func (p *parser) bounds(q *Query, limit, columns *yaml.Node) error {
	if limit != nil {
		n, err := strconv.Atoi(limit.Value)
		if err != nil || n < 1 {
			return at(limit, "limit: %q is not a number of rows above 0", limit.Value)
		}
		if q.Limit = n; q.Latest > 0 {
			return at(limit, "limit: latest states already how many rows are wanted: leave out one of the two")
		}
	}
	if columns == nil {
		return nil
	}
	if columns.Kind != yaml.SequenceNode || len(columns.Content) == 0 {
		return at(columns, "columns: wants a list of columns, as [family:qualifier]")
	}
	for _, c := range columns.Content {
		if family, _, ok := strings.Cut(c.Value, ":"); !ok || family == "" {
			return at(c, "columns: %q is not a column: write family:qualifier", c.Value)
		}
		q.Columns = append(q.Columns, c.Value)
	}
	return nil
}

// notYAML returns an error that states where the text is not YAML. The reader reports the line that it was in, which
// may be the one before.
func notYAML(text []byte, err error) error {
	hint := "lines that belong together need the same indentation; check the next line too"
	if bytes.Contains(text, []byte("\n\t")) || bytes.HasPrefix(text, []byte("\t")) {
		hint = "indent with spaces, not tabs"
	}
	return fmt.Errorf("not a workload: %s (%s)", strings.TrimPrefix(err.Error(), "yaml: "), hint)
}

func at(n *yaml.Node, format string, args ...any) error { return bounded.OnLine(n, format, args...) }

type parser struct{ names []string }

func (p *parser) query(n *yaml.Node) (*Query, error) {
	fields, err := bounded.Fields(n, "name", "kind", "frequency", "where", "latest", "top", "limit", "columns",
		"read your writes")
	if err != nil {
		return nil, err
	}
	query := &Query{Frequency: 1, Line: n.Line}
	if fields["name"] == nil || fields["name"].Value == "" {
		return nil, at(n, "a query needs a name:")
	}
	query.Name = fields["name"].Value
	if node := fields["kind"]; node != nil {
		if query.Kind = node.Value; query.Kind == "" {
			return nil, at(node, "kind: wants the name or the letter of a record kind")
		}
	}
	if node := fields["frequency"]; node != nil {
		if query.Frequency, err = frequency(node); err != nil {
			return nil, err
		}
	}
	if where := fields["where"]; where != nil {
		if err := p.where(query, where); err != nil {
			return nil, err
		}
	}
	if fields["latest"] != nil && fields["top"] != nil {
		return nil, at(fields["top"], "top: the query has latest already: leave out one of the two")
	}
	for _, word := range []string{"latest", "top"} {
		if v := fields[word]; v != nil {
			if err := p.latest(query, word, v); err != nil {
				return nil, err
			}
		}
	}
	if err := p.bounds(query, fields["limit"], fields["columns"]); err != nil {
		return nil, err
	}
	if v := fields["read your writes"]; v != nil {
		if err := v.Decode(&query.ReadYourWrites); err != nil {
			return nil, at(v, "read your writes: wants true or false, not %q", v.Value)
		}
	}
	return query, nil
}

// frequency reads how often a query runs.
func frequency(node *yaml.Node) (float64, error) {
	runs, err := strconv.ParseFloat(node.Value, 64)
	switch {
	case err != nil || math.IsNaN(runs) || math.IsInf(runs, 0):
		return 0, at(node, "frequency: %q is not a number of runs", node.Value)
	case runs <= 0:
		return 0, at(node,
			"frequency: %s: a query that never runs costs nothing; leave it out, or give a number above 0", node.Value)
	}
	return runs, nil
}

// where reads the conditions of a query.
func (p *parser) where(query *Query, where *yaml.Node) error {
	if where.Kind != yaml.MappingNode {
		return at(where, "where: wants SEGMENT: CONDITION lines below it")
	}
	for pair := range slices.Chunk(where.Content, 2) {
		next, err := p.condition(pair[0], pair[1])
		if err != nil {
			return err
		}
		switch {
		case slices.ContainsFunc(query.Where, func(o Condition) bool { return o.Segment == next.Segment }):
			return at(pair[0], "%s appears twice: a query has one condition on each", next.Segment)
		case query.secondRange(next):
			return at(pair[0], "%s: the query already has a range that begins anywhere: give this one fixed ends, "+
				"range = FROM .. TO", next.Segment)
		}
		query.Where = append(query.Where, next)
	}
	return nil
}

// known makes sure that a segment or column can be asked for.
func (p *parser) known(n *yaml.Node, name string) error {
	if slices.Contains(p.names, name) {
		return nil
	}
	if family, _, column := strings.Cut(name, ":"); column && family != "" || name == CellTime {
		return nil
	}
	if len(p.names) == 0 {
		return at(n, "no segment %q: the keys have no segments; a column is written family:qualifier", name)
	}
	return at(n, "no segment %q; there are %s. A column is written family:qualifier", name, strings.Join(p.names, ", "))
}

// latest reads how many rows are wanted, by what, and of each of what. The word is latest or top, which are one: the
// rows with the greatest values.
func (p *parser) latest(q *Query, word string, v *yaml.Node) error {
	count, by, named := strings.Cut(v.Value, " by ")
	count, per, each := strings.Cut(count, " per ")
	number, err := strconv.Atoi(strings.TrimSpace(count))
	if err != nil || number < 1 || !named {
		return at(v, "%s: wants a number and a time or number: 10 by SEGMENT, 1 per SEGMENT by SEGMENT, or 10 by "+
			"FAMILY:QUALIFIER", word)
	}
	q.Latest, q.By = number, strings.TrimSpace(by)
	if each {
		if err := p.per(q, word, v, per); err != nil {
			return err
		}
	}
	if why := q.noNewest(); why != "" {
		return at(v, "%s: %s", word, why)
	}
	return p.known(v, q.By)
}

// noNewest is why the newest cannot be wanted beside the conditions of a query; empty where they can.
func (q *Query) noNewest() string {
	for _, condition := range q.Where {
		switch {
		case condition.Segment == q.By && condition.Op == Equal:
			return fmt.Sprintf("%s is equal already: none of its rows is newer than another", q.By)
		case condition.Segment == q.By && condition.Op == Range:
			return fmt.Sprintf("the query has a range of %s: leave out one of the two", q.By)
		case condition.Op == Range && !condition.Fixed:
			return fmt.Sprintf("the query has a range of %s that begins anywhere: give it fixed ends, range = FROM "+
				".. TO", condition.Segment)
		}
	}
	return ""
}

// per reads the segments that the newest of each are wanted of.
func (p *parser) per(q *Query, word string, v *yaml.Node, list string) error {
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			return at(v, "%s: per wants segments: 1 per SEGMENT by SEGMENT", word)
		case name == q.By:
			return at(v, "%s: %s cannot be both what is newest and what it is newest of", word, name)
		case slices.Contains(q.Per, name):
			return at(v, "%s: %s appears twice", word, name)
		}
		if err := p.known(v, name); err != nil {
			return err
		}
		q.Per = append(q.Per, name)
	}
	return nil
}

func (p *parser) condition(key, value *yaml.Node) (Condition, error) {
	condition := Condition{Segment: key.Value, Line: key.Line}
	if err := p.known(key, condition.Segment); err != nil {
		return condition, err
	}
	if value.Kind != yaml.ScalarNode {
		return condition, at(value, "%s: wants equal, prefix, range or labels", condition.Segment)
	}
	if err := condition.set(value.Value); err != nil {
		return condition, at(value, "%s: %s", condition.Segment, err)
	}
	return condition, nil
}

// ParseCondition reads one condition as the file has it: "equal", "= phone", "prefix 3", "range 7d".
func ParseCondition(segment, text string) (Condition, error) {
	c := Condition{Segment: segment}
	return c, c.set(text)
}

func (c *Condition) set(text string) error {
	text = strings.TrimSpace(text)
	if v, ok := strings.CutPrefix(text, "="); ok {
		c.Op, c.Fixed, c.Value = Equal, true, strings.TrimSpace(v)
		return nil
	}
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	c.Op = Op(word)
	switch c.Op {
	case Equal:
		if rest != "" {
			return fmt.Errorf("write \"= %s\" for a value, or equal alone for any", rest)
		}
		return nil
	case Prefix, Labels, Range:
	case "in":
		if rest == "" {
			return fmt.Errorf("in wants a time: in 2026-05, in 2026-05-31, or in 2026")
		}
		c.Op, c.Fixed, c.Value, c.To = Range, true, rest, rest
		return nil
	default:
		return fmt.Errorf("%q is not a condition: use equal, = VALUE, prefix N, prefix = TEXT, range WIDTH, range = "+
			"FROM .. TO, in 2026-05, labels N, labels = NAME", text)
	}
	if cutPrefix, ok := strings.CutPrefix(rest, "="); ok {
		c.Fixed, c.Value = true, strings.TrimSpace(cutPrefix)
		if c.Op == Range {
			from, to, ok := strings.Cut(c.Value, "..")
			if c.Value, c.To = strings.TrimSpace(from), strings.TrimSpace(to); !ok || c.Value == "" || c.To == "" {
				return fmt.Errorf("a range with fixed ends is range = FROM .. TO")
			}
		} else if c.Value == "" {
			return fmt.Errorf("%s = wants a text", c.Op)
		}
		return nil
	}
	if c.Op == Range {
		var err error
		c.Width, c.Bare, err = parseWidth(rest)
		return err
	}
	var err error
	if c.N, err = strconv.Atoi(rest); err != nil || c.N < 1 {
		return fmt.Errorf("%s wants how many, such as %s 2, or %s = TEXT", c.Op, c.Op, c.Op)
	}
	return nil
}

// widths are the units of time a range can be given in.
var widths = [...]struct {
	word string
	unit rowkey.Unit
}{{"ms", rowkey.Millisecond}, {"s", rowkey.Second}, {"min", rowkey.Minute}, {"h", rowkey.Hour}, {"d", rowkey.Day},
	{"w", rowkey.Week}, {"mo", rowkey.Month}, {"y", rowkey.Year}}

// parseWidth reads a width; bare states that it has no unit of time.
func parseWidth(text string) (width float64, bare bool, err error) {
	for i := len(widths) - 1; i >= 0; i-- {
		if number, ok := strings.CutSuffix(text, widths[i].word); ok {
			if v, err := strconv.ParseFloat(number, 64); err == nil && v > 0 && !math.IsInf(v, 0) {
				return v * UnitSeconds(widths[i].unit), false, nil
			}
		}
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil && v > 0 && !math.IsInf(v, 0) {
		return v, true, nil
	}
	return 0, false, fmt.Errorf("range wants a width: 7d, 1h, 30min, or a number where the segment is one; range = " +
		"FROM .. TO for fixed ends")
}

// widthText writes a width that parseWidth reads back.
func widthText(v float64) string {
	for i := len(widths) - 1; i >= 1; i-- {
		if n := v / UnitSeconds(widths[i].unit); n >= 1 && n == math.Trunc(n) {
			return strconv.FormatFloat(n, 'g', -1, 64) + widths[i].word
		}
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// UnitSeconds is the length of a unit in seconds; numbers without a unit step by one.
func UnitSeconds(u rowkey.Unit) float64 {
	if length := u.Length(); length > 0 {
		return length.Seconds()
	}
	return 1
}
