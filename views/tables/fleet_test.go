package tables_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/views"
	"tabletop/views/tables"
)

// instance is the picker with the tables of an instance.
func instance() *tables.Screen {
	s := tables.New()
	entries := some()[:2]
	for _, name := range []string{"clean", "failing", "late", "log_a", "log_b", "wrong\x1b[31m"} {
		entries = append(entries, tables.Entry{Kind: "table", Name: name, Source: "p/i/" + name})
	}
	s.SetListing(entries, false, nil)
	return s
}

func found(name, schema, worst string, counts map[audit.Severity]int) tables.Audited {
	return tables.Audited{Standing: audit.Standing{Source: "p/i/" + name, Schema: schema, Worst: worst, Counts: counts},
		Known: tables.Known{Rows: 500, Bytes: 9_000, Families: []string{"f"}, Opened: viewtest.Now},
		Rows:  estimate.Counted(500), Garbage: estimate.Counted(0.201), At: viewtest.Now.Add(-time.Hour)}
}

// TestFleet verifies that the audits of the tables of an instance stand in the list as they come, the worst first, with
// those of one schema together, that a table that could not be read says why, and that enter opens the findings.
func TestFleet(t *testing.T) {
	s := instance()
	s.SetData(&views.Data{Now: viewtest.Now, Analysis: &analysis.Analysis{}})
	asked := viewtest.Press(t, s, "A")
	if len(asked) != 1 {
		t.Fatalf("A asks for %v", asked)
	}
	if got := asked[0].(views.AuditTables).Sources; len(got) != 6 || got[0] != "p/i/clean" {
		t.Errorf("A asks for the audit of %q", got)
	}
	if again, ok := viewtest.Press(t, s, "A")[0].(views.Notify); !ok || again.Text != "the tables are being audited" {
		t.Error("a second audit begins while the first one runs")
	}
	frame := func() string { return ansi.Strip(s.Draw(140, 30, viewtest.Mono())) }
	if got := frame(); strings.Count(got, "waiting") != 6 || !strings.Contains(got, "Waiting for the first table.") {
		t.Errorf("before the first audit:\n%s", got)
	}
	s.Receive(found("clean", "1", "", nil))
	s.Receive(found("log_a", "2", "", nil))
	s.Receive(found("wrong\x1b[31m", "3", "Row key starts with a timestamp", map[audit.Severity]int{audit.Error: 1,
		audit.Note: 2}))
	s.Receive(found("log_b", "2", "Too many versions", map[audit.Severity]int{audit.Warning: 1}))
	s.Receive(tables.Audited{Standing: audit.Standing{Source: "p/i/failing"}, Err: errors.New("denied\nask \x1b[2J")})
	if got := frame(); !strings.Contains(got, "So far: 1 of 4 tables has an error, 1 at worst a warning, in 2 nothing "+
		"was found. 1 could not be read.") {
		t.Errorf("the verdict is another:\n%s", got)
	}
	viewtest.Golden(t, s, "fleet_running")
	s.Receive(tables.AuditEnd{})
	viewtest.Golden(t, s, "fleet")
	viewtest.CheckSizes(t, s)
	want := []views.OpenTable{{Source: "p/i/wrong\x1b[31m", Screen: views.FindingsScreen},
		{Source: "p/i/log_b", Screen: views.FindingsScreen}, {Source: "p/i/log_a", Screen: views.FindingsScreen},
		{Source: "p/i/clean", Screen: views.FindingsScreen}, {Source: "p/i/failing"}, {Source: "p/i/late"}}
	for _, to := range want {
		if got := viewtest.Press(t, s, "enter"); len(got) != 1 || got[0] != to {
			t.Errorf("enter asks for %v, want %v", got, to)
		}
		viewtest.Press(t, s, "down")
	}
	if got := frame(); strings.Contains(got, "waiting") || !strings.Contains(got, "Stopped: 1 table left. 1 of 4") {
		t.Errorf("after the audit:\n%s", got)
	}
}

// TestFleetKeepsTheCursor verifies that the cursor stays on its table while audits come, and that nothing can be audited
// without a table of an instance.
func TestFleetKeepsTheCursor(t *testing.T) {
	s := instance()
	viewtest.Press(t, s, "A", "down", "down")
	s.Receive(found("log_b", "2", "Too many versions", map[audit.Severity]int{audit.Warning: 1}))
	if got := viewtest.Press(t, s, "enter"); got[0] != (views.OpenTable{Source: "p/i/late"}) {
		t.Errorf("the cursor is on %v", got)
	}
	alone := tables.New()
	alone.SetListing(some()[:2], false, nil)
	if got, ok := viewtest.Press(t, alone, "A")[0].(views.Notify); !ok || got.Text != "no table of an instance is listed" {
		t.Errorf("without an instance A says %q", got.Text)
	}
}
