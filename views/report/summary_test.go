package report

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/views/report/doc"
)

// TestMarkdownBeginsWithTheSummary verifies, for every table, that the summary is short, and that it is how the Markdown
// begins, of which all the rest is folded.
func TestMarkdownBeginsWithTheSummary(t *testing.T) {
	for name, in := range auditTables(t) {
		a := audited(t, in)
		summary, full := written(t, in, a, Summary), written(t, in, a, Markdown)
		if n := strings.Count(summary, "\n"); n < 3 || n > 13 {
			t.Errorf("%s: a summary of %d lines:\n%s", name, n, summary)
		}
		rest, ok := strings.CutPrefix(full, summary)
		if !ok {
			t.Fatalf("%s: the Markdown does not begin with\n%s", name, summary)
		}
		if !strings.HasPrefix(rest, "\n<details>\n<summary><b>") || strings.Count(rest, "<details>\n") !=
			strings.Count(rest, "</details>\n") || !strings.HasSuffix(rest, "</details>\n") {
			t.Errorf("%s: the rest is not folded", name)
		}
		if strings.Contains(summary, "<details>") || strings.Contains(full, "\n## ") {
			t.Errorf("%s: a section is in the summary, or is not folded", name)
		}
		if !strings.Contains(summary, "\n**"+mdText(verdict(auditDoc(in, a)))+"**\n") {
			t.Errorf("%s: there is no verdict:\n%s", name, summary)
		}
	}
}

// findingOf returns a finding for a summary.
func findingOf(severity audit.Severity, title, fix string) doc.AuditFinding {
	return doc.AuditFinding{Severity: string(severity), Title: title, Subject: doc.AuditSubject{Text: "keys"},
		Fix: doc.Escaped(fix)}
}

// TestCausesOfASummary verifies that new findings come before those of the baseline, that findings with one cure are one
// cause, and that three are named and the others counted.
func TestCausesOfASummary(t *testing.T) {
	a, b := findingOf(audit.Error, "A", "fix a"), findingOf(audit.Warning, "B", "fix b")
	c, d, e := findingOf(audit.Warning, "C", "fix c"), findingOf(audit.Note, "D", "fix d"),
		findingOf(audit.Note, "E", "fix e")
	same, known := findingOf(audit.Warning, "Same", "fix a"), findingOf(audit.Error, "Known", "fix k")
	known.Known = true
	for _, tt := range []struct {
		all  []doc.AuditFinding
		want string
	}{
		{nil, ""},
		{[]doc.AuditFinding{a}, "Error: A"},
		{[]doc.AuditFinding{a, b, c}, "Error: A|Warning: B|Warning: C"},
		{[]doc.AuditFinding{a, b, c, d}, "Error: A|Warning: B|Warning: C|and 1 further finding in the full report"},
		{[]doc.AuditFinding{a, b, c, d, e}, "Error: A|Warning: B|Warning: C|and 2 further findings in the full report"},
		{[]doc.AuditFinding{a, same}, "Error: A|and 1 further finding in the full report"},
		{[]doc.AuditFinding{known, a}, "Error: A|Error: Known"},
	} {
		var got []string
		for _, part := range summaryOf(doc.Audit{Findings: tt.all}) {
			if list, ok := part.(docList); ok {
				for _, item := range list {
					got = append(got, item[0].text)
				}
			}
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%q, want %q", strings.Join(got, "|"), tt.want)
		}
	}
}

// TestCureSaysWhatItCosts verifies that a cure states what it gives, what it makes worse and that rows move, and that
// what was not measured is called that.
func TestCureSaysWhatItCosts(t *testing.T) {
	gain := func(name string, now, then float64, before, after string) doc.AuditGain {
		return doc.AuditGain{Name: name, Current: &now, Proposed: &then, Before: before, After: after}
	}
	hot, larger := gain("writes in one place", 1, 0.1, "100%", "10.0%"), gain("bytes", 900, 950, "900 B", "950 B")
	smaller, lost := gain("bytes", 900, 800, "900 B", "800 B"), gain("cells lost", 0, 3, "0", "3")
	const moves = "Costs: every row is written again under its new key"
	for name, tt := range map[string]struct {
		candidate doc.Escaped
		better    bool
		gains     []doc.AuditGain
		want      string
	}{
		"no candidate": {"", false, nil, "Cure: Do this. Costs: not measured."},
		"better": {"{b}#{a}", true, []doc.AuditGain{hot, larger, lost}, "Cure: Do this. With {b}#{a}, writes in one " +
			"place: 100% now, 10.0% then. " + moves + "; bytes: 900 B now, 950 B then; cells lost: 0 now, 3 then."},
		"better in all": {"{b}#{a}", true, []doc.AuditGain{hot, smaller},
			"Cure: Do this. With {b}#{a}, writes in one place: 100% now, 10.0% then. " + moves + "."},
		"only costs measured": {"{b}#{a}", false, []doc.AuditGain{larger}, "Cure: Do this. With {b}#{a}, whose effect " +
			"on this could not be measured. " + moves + "; bytes: 900 B now, 950 B then."},
		"not measured": {"{b}#{a}", false, nil,
			"Cure: Do this. With {b}#{a}, whose effect on this could not be measured. " + moves + "."},
	} {
		f := findingOf(audit.Error, "A", "Do this.")
		f.Candidate, f.Gains = tt.candidate, tt.gains
		if tt.candidate != "" {
			f.Effect = &doc.AuditEffect{Better: tt.better}
		}
		if got := curePara(&f).words(); got != tt.want {
			t.Errorf("%s: %q", name, got)
		}
	}
	f := findingOf(audit.Error, "A", "Do this.")
	f.Harms, f.Paste = []string{"writes", "reads"}, "cbt one\ncbt two"
	f.Measures = []doc.AuditMeasure{{Words: doc.MeasureWords{Sentence: "rows: 90%"}}}
	if got, want := causePara(&f).words(), "Error: A, keys. Harms writes and reads. Rows: 90%. Cure: Do this. cbt one "+
		"Costs: not measured."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEveryRuleHarmsSomething verifies that a summary can say of each finding what it harms.
func TestEveryRuleHarmsSomething(t *testing.T) {
	for _, rule := range audit.AllRules() {
		if len(rule.Harms()) == 0 || slices.Contains(rule.Harms(), "") {
			t.Errorf("%s harms %q", rule.ID, rule.Harms())
		}
	}
}

// TestSARIFMessagesHaveTheCure verifies that the message of a result has the cure as the summary has it.
func TestSARIFMessagesHaveTheCure(t *testing.T) {
	in := meters(t, quick())
	a := audited(t, in)
	a.Findings[0].Proposal = &audit.Proposal{Candidate: "{day}#{id}", Better: true,
		Gains: []audit.Effect{{Name: "writes in one place", Unit: audit.Share, Current: estimate.Counted(0.5),
			Proposed: estimate.Counted(0.25)}}}
	var log struct {
		Runs []struct {
			Results []struct{ Message struct{ Text string } }
		}
	}
	if err := json.Unmarshal([]byte(written(t, in, a, SARIF)), &log); err != nil {
		t.Fatal(err)
	}
	message := log.Runs[0].Results[0].Message.Text
	for _, want := range []string{a.Findings[0].Title, "Cure: " + a.Findings[0].Fix.Text, "{{day}}#{{id}}",
		"writes in one place: 50.0% now, 25.0% then", "Costs: every row is written again"} {
		if !strings.Contains(message, want) {
			t.Errorf("%q is missing in %q", want, message)
		}
	}
}
