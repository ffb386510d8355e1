package report

import (
	"io"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"tabletop/model/audit"
	"tabletop/views/text"
)

// auditJUnit writes a test case for each rule that passed or did not judge, and for each finding. A finding is a
// failure when it makes the check fail; else the case passed, and its output tells of it.
func auditJUnit(w io.Writer, in Input, a Audited) error {
	if _, err := io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"); err != nil {
		return err
	}
	suite := junit.Testsuite{Name: "tabletop audit of " + text.EscapeString(in.Source), Time: "0"}
	if t := in.Sample.How.Started; !t.IsZero() {
		suite.SetTimestamp(t.UTC())
	}
	if r := in.Sample.How.Redacted; r != "" {
		suite.SystemOut = &junit.Output{Data: "Redacted: " + text.EscapeString(r)}
	}
	class := text.EscapeString(in.Sample.Table.Name)
	for _, f := range a.Findings {
		c := junit.Testcase{Name: f.Rule + ": " + text.Subject(f.Subject), Classname: class, Time: "0"}
		told := findingText(f)
		if a.fails(f) {
			c.Failure = &junit.Result{Message: f.Title, Type: string(f.Severity), Data: told}
		} else {
			c.SystemOut = &junit.Output{Data: told}
		}
		suite.AddTestcase(c)
	}
	for _, s := range a.Suppressed {
		suite.AddTestcase(junit.Testcase{Name: s.Rule + ": " + text.Subject(s.Subject), Classname: class, Time: "0",
			Skipped: &junit.Result{Message: "suppressed: " + text.EscapeString(s.Reason), Data: findingText(s.Finding)}})
	}
	for _, u := range a.Unjudged {
		suite.AddTestcase(junit.Testcase{Name: u.Rule, Classname: class, Time: "0", Skipped: &junit.Result{Message: text.Template(u.Reason)}})
	}
	for _, id := range a.Passed {
		suite.AddTestcase(junit.Testcase{Name: id, Classname: class, Time: "0"})
	}
	var all junit.Testsuites
	all.AddSuite(suite)
	return all.WriteXML(w)
}

// findingText is a finding as plain lines.
func findingText(f audit.Finding) string {
	var b strings.Builder
	auditFinding(&b, f, 120)
	return b.String()
}
