// Package workload reads the queries that a table has to answer, as a file, a line or SQL, and the rates of a node that
// they are costed by; package access computes what each reads. docs/workload.md describes the file.
package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/candidate"
)

// CellTime is the name by which a query filters on when the newest cell of a row was written.
const CellTime = candidate.CellTimeName

// Workload is the queries of a table, with how often each runs.
type Workload struct {
	Queries []*Query
	Writes  []Write
}

// Write is one kind of write, in the unit of the frequencies of queries.
type Write struct {
	Kind WriteKind
	Rate float64 // rows written
}

// WriteKind is what a write does to a row.
type WriteKind string

// The kinds of writes.
const (
	NewRows    WriteKind = "new rows"
	Overwrites WriteKind = "overwrites"
	Increments WriteKind = "increments"
	Deletes    WriteKind = "deletes"
)

// writeKinds lists them.
func writeKinds() []WriteKind { return []WriteKind{NewRows, Overwrites, Increments, Deletes} }

// WritesPerRun is how many rows are written for each run of a query.
func (w *Workload) WritesPerRun() float64 {
	runs, writes := 0.0, 0.0
	for _, q := range w.Queries {
		runs += q.Frequency
	}
	for _, x := range w.Writes {
		writes += x.Rate
	}
	if runs == 0 {
		return 0
	}
	return writes / runs
}

// Query is one kind of read: which rows it wants, by what is known of their segments when it is asked.
type Query struct {
	Name      string
	Kind      string  // the record kind whose rows are wanted, by its name or letter; empty is rows of all kinds
	Frequency float64 // how often it runs, in any unit: only the proportions between queries count
	Where     []Condition
	Latest    int      // rows wanted, the newest first; 0 wants all
	Per       []string // Latest is that many for each combination of these; nil is in all
	By        string   // the segment that states what is newest; empty when Latest is 0
	Limit     int      // rows returned at most; 0 is all
	Columns   []string // those read, as family:qualifier; nil is all
	// ReadYourWrites means that a run must see what its client has written before, so that no view that lags behind can
	// serve it.
	ReadYourWrites bool
	Line           int // in the file; 0 for a query that is from none
}

// Ranged returns the range that a key can serve: the one that begins anywhere, else the first of a segment of the
// current key, else the first; nil without a range, and where the newest are wanted, along which a key is read. The
// query filters on the others, whose ends are fixed.
func (q *Query) Ranged() *Condition {
	if q.Latest > 0 {
		return nil
	}
	var best *Condition
	rank := func(c *Condition) int {
		switch {
		case !c.Fixed:
			return 2
		case c.Segment != CellTime && !strings.Contains(c.Segment, ":"):
			return 1
		}
		return 0
	}
	for i := range q.Where {
		if c := &q.Where[i]; c.Op == Range && (best == nil || rank(c) > rank(best)) {
			best = c
		}
	}
	return best
}

// secondRange reports whether the query has a range that begins anywhere and c is another: no key can serve both.
func (q *Query) secondRange(c Condition) bool {
	r := q.Ranged()
	return c.Op == Range && !c.Fixed && r != nil && !r.Fixed
}

// Condition is what is known of one segment, or of one column.
type Condition struct {
	Segment string // name of a segment, or family:qualifier of a column
	Op      Op
	// Fixed means that Value (and To) are given. Without it the query is filtered on any value that occurs, and its
	// cost is an average over them.
	Fixed bool
	Value string
	To    string  // of a range with fixed ends, inclusive
	N     int     // bytes of a prefix, labels of a domain
	Width float64 // of a range that begins anywhere: seconds for times, else numbers
	Bare  bool    // Width was given as a number without a unit of time
	Line  int
}

// Op is a way to know a segment.
type Op string

// The ways. Labels is a domain's last labels: all names of one company.
const (
	Equal  Op = "equal"
	Prefix Op = "prefix"
	Range  Op = "range"
	Labels Op = "labels"
)

// String writes the condition as the file has it.
func (c Condition) String() string {
	switch {
	case c.Op == Equal && c.Fixed:
		return "= " + c.Value
	case c.Op == Equal:
		return string(Equal)
	case c.Op == Range && c.Fixed && c.Value == c.To:
		return "in " + c.Value
	case c.Op == Range && c.Fixed:
		return "range = " + c.Value + " .. " + c.To
	case c.Op == Range && c.Bare:
		return "range " + strconv.FormatFloat(c.Width, 'f', -1, 64)
	case c.Op == Range:
		return "range " + widthText(c.Width)
	case c.Fixed:
		return string(c.Op) + " = " + c.Value
	}
	return fmt.Sprintf("%s %d", c.Op, c.N)
}

// String returns the query in a line: "meter equal, day range 7d".
func (q *Query) String() string {
	var parts []string
	for _, c := range q.Where {
		parts = append(parts, c.Segment+" "+c.String())
	}
	if q.Latest > 0 {
		parts = append(parts, q.latestWord()+" "+q.latestText())
	}
	if len(parts) == 0 {
		parts = append(parts, "all rows")
	}
	if q.Kind != "" {
		parts = append(parts, "kind "+q.Kind)
	}
	if q.Limit > 0 {
		parts = append(parts, fmt.Sprintf("limit %d", q.Limit))
	}
	if len(q.Columns) > 0 {
		parts = append(parts, "columns "+strings.Join(q.Columns, " "))
	}
	if q.ReadYourWrites {
		parts = append(parts, "reads its own writes")
	}
	return strings.Join(parts, ", ")
}

// Segments names what the query is filtered on, once each.
func (q *Query) Segments() []string {
	var names []string
	for _, c := range q.Where {
		names = append(names, c.Segment)
	}
	for _, name := range q.Per {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if q.By != "" {
		names = append(names, q.By)
	}
	return names
}

// Wanted states which rows a query with Latest wants: "the newest 10", or "the 10 with the greatest m:score".
func (q *Query) Wanted() string {
	if q.latestWord() == "top" {
		return fmt.Sprintf("the %d with the greatest %s", q.Latest, q.By)
	}
	return fmt.Sprintf("the newest %d", q.Latest)
}

// latestWord is top where the rows wanted are those with the greatest values of a column, and latest by a segment.
func (q *Query) latestWord() string {
	if strings.Contains(q.By, ":") {
		return "top"
	}
	return "latest"
}

// latestText writes how many of the newest are wanted as the file has it: 10 by day, or 1 per device by day.
func (q *Query) latestText() string {
	per := ""
	if len(q.Per) > 0 {
		per = " per " + strings.Join(q.Per, ", ")
	}
	return fmt.Sprintf("%d%s by %s", q.Latest, per, q.By)
}

// Text writes the workload as a file that Parse reads back.
func (w *Workload) Text() string {
	var out strings.Builder
	out.WriteString("queries:\n")
	for _, query := range w.Queries {
		fmt.Fprintf(&out, "  - name: %s\n    frequency: %g\n", quoted(query.Name), query.Frequency)
		if query.Kind != "" {
			fmt.Fprintf(&out, "    kind: %s\n", quoted(query.Kind))
		}
		if len(query.Where) > 0 {
			out.WriteString("    where:\n")
		}
		for _, c := range query.Where {
			fmt.Fprintf(&out, "      %s: %s\n", quoted(c.Segment), quoted(c.String()))
		}
		if query.Latest > 0 {
			fmt.Fprintf(&out, "    %s: %s\n", query.latestWord(), quoted(query.latestText()))
		}
		if query.Limit > 0 {
			fmt.Fprintf(&out, "    limit: %d\n", query.Limit)
		}
		if len(query.Columns) > 0 {
			out.WriteString("    columns:\n")
		}
		for _, c := range query.Columns {
			fmt.Fprintf(&out, "      - %s\n", quoted(c))
		}
		if query.ReadYourWrites {
			out.WriteString("    read your writes: true\n")
		}
	}
	if len(w.Writes) > 0 {
		out.WriteString("writes:\n")
	}
	for _, x := range w.Writes {
		fmt.Fprintf(&out, "  %s: %g\n", x.Kind, x.Rate)
	}
	return out.String()
}

// quoted is a YAML scalar that stands for s whatever is in it.
func quoted(s string) string { return fmt.Sprintf("%q", s) }
