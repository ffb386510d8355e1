package tables

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/audit"
	"tabletop/model/figures"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Audited is the audit of one table of an instance.
type Audited struct {
	audit.Standing
	Known   Known          // of the rows that were read
	Rows    figures.Figure // of the table; the zero value is unknown
	Bytes   figures.Figure
	Garbage figures.Figure // share of the bytes
	At      time.Time      // when it was read
	Err     error          // why it could not be; nil if it was
}

// AuditEnd ends the audit of tables; Err is why it ended early, nil if it did not.
type AuditEnd struct{ Err error }

// fleet is the audit of the tables that are listed.
type fleet struct {
	found   map[string]Audited // by source
	order   map[string]int     // of the sources in the list: the worst first
	letters map[string]string  // of tables with one schema
	running bool
}

// auditable returns the sources of the tables of the instance.
func (s *Screen) auditable() []string {
	var out []string
	for _, e := range s.entries {
		if e.Kind == "table" {
			out = append(out, e.Source)
		}
	}
	return out
}

// auditReason is why the tables cannot be audited; empty if they can.
func (s *Screen) auditReason() string {
	switch {
	case s.fleet.running:
		return "the tables are being audited"
	case len(s.auditable()) == 0:
		return "no table of an instance is listed"
	}
	return ""
}

// audit has the tables of the instance audited.
func (s *Screen) audit() views.Request {
	s.fleet = fleet{found: map[string]Audited{}, running: true}
	return views.AuditTables{Sources: s.auditable()}
}

// shown reports whether the list is one of audits.
func (f *fleet) shown() bool { return f.running || len(f.found) > 0 }

// add takes the audit of a table and orders the list by it.
func (f *fleet) add(a Audited) {
	f.found[a.Source] = a
	var standings []audit.Standing
	for _, found := range f.found {
		if found.Err == nil {
			standings = append(standings, found.Standing)
		}
	}
	order, letters := audit.RankFleet(standings)
	f.order, f.letters = map[string]int{}, map[string]string{}
	for at, i := range order {
		f.order[standings[i].Source], f.letters[standings[i].Source] = at, letters[i]
	}
}

// rank orders the entries: the audited ones by what was found, then those that could not be read, then the others.
func (f *fleet) rank(e *Entry) int {
	if at, ok := f.order[e.Source]; ok {
		return at - len(f.found)
	}
	if _, failed := f.found[e.Source]; failed {
		return 0
	}
	return 1
}

// verdict counts the tables by what was found.
func (s *Screen) verdict() string {
	worst, failed := map[audit.Severity]int{}, 0
	for _, found := range s.fleet.found {
		if found.Err != nil {
			failed++
			continue
		}
		worst[found.Severity()]++
	}
	out := text.FleetVerdict(worst, failed)
	switch {
	case s.fleet.running && out == "":
		return "Waiting for the first table."
	case s.fleet.running:
		return "So far: " + out
	}
	if left := len(s.auditable()) - len(s.fleet.found); left > 0 {
		out = strings.TrimSpace(fmt.Sprintf("Stopped: %s left. %s", text.Count(left, "table"), out))
	}
	return out
}

// The columns of the list of audits.
const (
	fleetName = iota
	fleetRows
	fleetBytes
	fleetGarbage
	fleetFindings
	fleetAlike
	fleetWorst
	fleetRead
)

// fleetColumns are the columns of the list while it is one of audits.
func (s *Screen) fleetColumns() []widget.Column {
	return []widget.Column{
		fleetName: {Title: "table", Width: s.names, Flex: 2}, fleetRows: {Title: "rows", Right: true, Drop: 2},
		fleetBytes:   {Title: "bytes", Right: true, Drop: 3},
		fleetGarbage: {Title: "garbage", Right: true, Drop: 1}, fleetFindings: {Title: "findings"},
		fleetAlike: {Title: "alike", Drop: 5}, fleetWorst: {Title: "worst finding", Width: 28, Flex: 3},
		fleetRead: {Title: "read", Drop: 4},
	}
}

// fleetCell is a cell of the list of audits.
func (s *Screen) fleetCell(st *widget.Styles, e *Entry, name string, col int) string {
	found, ok := s.fleet.found[e.Source]
	switch {
	case col == fleetName:
		return name
	case !ok && col == fleetWorst && e.Kind == "table" && s.fleet.running:
		return st.Dim("waiting")
	case !ok:
		return ""
	case found.Err != nil && col == fleetWorst:
		return st.Error("not read")
	case found.Err != nil:
		return ""
	}
	switch col {
	case fleetRows:
		return known(found.Rows, text.Number)
	case fleetBytes:
		return known(found.Bytes, text.Bytes)
	case fleetGarbage:
		return known(found.Garbage, text.Percent)
	case fleetFindings:
		return strings.Join(views.CountFindings(st, found.count), " ")
	case fleetAlike:
		return s.fleet.letters[e.Source]
	case fleetRead:
		return s.age(found.At)
	}
	if found.Severity() == "" {
		return st.Good("nothing found")
	}
	return st.Marked(views.SeverityToken(found.Severity()), found.Worst)
}

func (a *Audited) count(severity audit.Severity) int { return a.Counts[severity] }

// known formats a figure of a table; estimates are marked.
func known(f figures.Figure, format func(float64) string) string {
	switch {
	case f.Value == 0 && !f.IsExact() && !f.Interval():
		return text.NoFigure
	case f.IsExact():
		return format(f.Value)
	}
	return "≈ " + format(f.Value)
}

// fleetLines describe the audit of an entry; none without one.
func (s *Screen) fleetLines(e *Entry, add func(label, words string)) {
	found, ok := s.fleet.found[e.Source]
	switch {
	case !ok:
	case found.Err != nil:
		add("not read", text.EscapeString(strings.ReplaceAll(found.Err.Error(), "\n", "; ")))
	case found.Severity() == "":
		add("audit", "nothing found")
	default:
		var parts []string
		for _, severity := range audit.Severities() {
			if n := found.Counts[severity]; n > 0 {
				parts = append(parts, text.Count(n, string(severity)))
			}
		}
		add("audit", strings.Join(parts, ", ")+": "+found.Worst)
	}
	if letter := s.fleet.letters[e.Source]; letter != "" {
		add("alike", "families, policies, and layouts are those of the other tables with "+letter)
	}
}
