package tui

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tabletop/model/audit"
)

// exportAudit writes the audit from the app in a format, with the values that the dialog proposes for it.
func (a *appTest) exportAudit(files *fakeFiles, format string) (text string, values string) {
	a.t.Helper()
	a.keys("9", "e")
	d := a.app.over.(*fileDialog)
	d.options[1].at = slices.Index(d.options[1].values, format)
	d.options[1].changed()
	values = d.options[2].value()
	a.retype("audit." + format)
	a.keys("enter")
	a.settle()
	if a.app.over != nil {
		a.keys("enter")
		a.settle()
	}
	return files.text["audit."+format], values
}

// TestExportedAuditIsTheCommands verifies that an audit exported from the app is what the command writes: of the rows
// as they were read, redacted in every format but text unless one says otherwise, without the findings that were
// accepted, which stand among the suppressed with their reason.
func TestExportedAuditIsTheCommands(t *testing.T) {
	t.Parallel()
	files := &fakeFiles{}
	r := rigOf(t, Options{Source: "demo:e07", Open: openDemo, Files: files}, true)
	r.settle()
	a := r.app.data().Analysis
	want, err := a.Audit(t.Context(), audit.Limits{})
	if err != nil || len(want.Findings) < 2 {
		t.Fatalf("%d findings, %v", len(want.Findings), err)
	}
	key := string(want.Findings[0].Evidence[0].Key)
	type written struct {
		Findings   []struct{ Rule, Title string }
		Suppressed []struct {
			Rule   string
			Reason string `json:"suppressed_because"`
		}
	}
	parse := func(text string) (out written) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return out
	}
	text, values := r.exportAudit(files, "json")
	got := parse(text)
	if values != redacted || strings.Contains(text, key) {
		t.Errorf("the values of the JSON are proposed as %q: %s", values, text)
	}
	if len(got.Findings) != len(want.Findings) {
		t.Errorf("%d findings, %d in the file", len(want.Findings), len(got.Findings))
	}
	for i := range got.Findings {
		if got.Findings[i].Rule != want.Findings[i].Rule {
			t.Errorf("finding %d is %s, in the file %s", i, want.Findings[i].Rule, got.Findings[i].Rule)
		}
	}
	if text, values := r.exportAudit(files, "text"); values != asRead || !strings.Contains(text, key) {
		t.Errorf("the values of the text are proposed as %q:\n%s", values, text)
	}
	r.keys("9", "d", "o", "k", "enter")
	r.settle()
	text, _ = r.exportAudit(files, "json")
	got = parse(text)
	if len(got.Findings) != len(want.Findings)-1 || len(got.Suppressed) != 1 ||
		got.Suppressed[0].Rule != want.Findings[0].Rule || got.Suppressed[0].Reason != "ok" {
		t.Errorf("after accepting %s the file has %d findings and suppressed %+v", want.Findings[0].Rule,
			len(got.Findings), got.Suppressed)
	}
}
