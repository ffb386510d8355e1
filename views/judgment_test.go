package views_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/heat"
	"tabletop/views/overview"
	"tabletop/views/retention"
)

// judgedData returns a table of which the audit is a report.
func judgedData(t *testing.T, report *audit.Report) *views.Data {
	t.Helper()
	d := viewtest.Metrics()
	in, err := d.AuditInput(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d.Summary = &views.Summary{Of: d.Analysis, Input: in, Audit: report}
	return d
}

// TestJudgmentIsOfTheAudit verifies that what screens are marked with follows the most severe finding about the harm,
// and that nothing is fine while a rule about it was not judged.
func TestJudgmentIsOfTheAudit(t *testing.T) {
	const writes, storage = "time-first", "garbage-kept" // rules about them
	found := func(rule string, s audit.Severity) *audit.Report {
		return &audit.Report{Findings: []audit.Finding{{Rule: rule, Severity: s, Title: "It is so"}}}
	}
	open := &audit.Report{Skipped: []audit.Skipped{{Rule: writes, Reason: "no time"}}}
	for name, c := range map[string]struct {
		report *audit.Report
		want   string
		warns  bool
	}{
		"error":                  {found(writes, audit.Error), "✖", true},
		"warning":                {found(writes, audit.Warning), "▲", true},
		"note":                   {found(writes, audit.Note), "·", false},
		"another harm":           {found(storage, audit.Error), "✓", false},
		"a rule is not judged":   {open, "·", false},
		"nothing found":          {&audit.Report{}, "✓", false},
		"the audit is not ready": {nil, "·", false},
	} {
		d := judgedData(t, c.report)
		judged := d.Judgment(audit.Writes)
		if got := ansi.Strip(judged.Sign(viewtest.Mono())); got != c.want || judged.Warns() != c.warns {
			t.Errorf("%s: the mark is %q, warns %v", name, got, judged.Warns())
		}
		screen := heat.New()
		viewtest.SetData(screen, d)
		head, _, _ := strings.Cut(ansi.Strip(screen.Draw(160, 40, viewtest.Mono())), "key ╲ time")
		if !strings.HasPrefix(head, c.want+" ") || strings.Contains(head, "It is so") != c.warns {
			t.Errorf("%s: Heat begins with %q, want the mark %s", name, head, c.want)
		}
	}
	for severity, want := range map[audit.Severity]string{audit.Error: "✖", audit.Warning: "▲", audit.Note: "·", "": "·"} {
		screen := retention.New()
		report := &audit.Report{} // nothing found is no ✓ where something can go
		if severity != "" {
			report = found(storage, severity)
		}
		viewtest.SetData(screen, judgedData(t, report))
		if got := ansi.Strip(screen.Draw(160, 40, viewtest.Mono())); !strings.HasPrefix(got, want+" ") {
			t.Errorf("a finding about storage, %s: Retention begins with %.40q", severity, got)
		}
	}
}

// TestOverviewListsFindingsOfAKind verifies that a record kind on Overview has the findings about its keys and
// segments, with their severity, and none about anything else.
func TestOverviewListsFindingsOfAKind(t *testing.T) {
	layout := viewtest.Metrics().Layouts[0].String()
	d := judgedData(t, &audit.Report{Findings: []audit.Finding{
		{Rule: "time-first", Severity: audit.Error, Title: "Of a segment",
			Subject: audit.Subject{Kind: audit.AboutSegment, Name: "part", Layout: layout}},
		{Rule: "salted", Severity: audit.Note, Title: "Of the keys",
			Subject: audit.Subject{Kind: audit.AboutKeys, Name: layout}},
		{Rule: "time-first", Severity: audit.Error, Title: "Of other keys",
			Subject: audit.Subject{Kind: audit.AboutKeys, Name: "{other}"}},
		{Rule: "family-unused", Severity: audit.Warning, Title: "Of a family",
			Subject: audit.Subject{Kind: audit.AboutFamily, Name: "info"}},
	}})
	screen := overview.New()
	viewtest.SetData(screen, d)
	frame := ansi.Strip(screen.Draw(80, 60, viewtest.Mono()))
	_, key, ok := strings.Cut(frame, "KEY")
	if !ok {
		t.Fatalf("there is no KEY block:\n%s", frame)
	}
	key, _, _ = strings.Cut(key, "FAMILIES")
	for words, want := range map[string]bool{"✖ part: Of a segment": true, "· Of the keys": true,
		"Of other keys": false, "Of a family": false} {
		if strings.Contains(key, words) != want {
			t.Errorf("%q among the findings of the kind: %v, want %v\n%s", words, !want, want, key)
		}
	}
}
