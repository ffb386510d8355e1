package report

import (
	"encoding/xml"
	"io"
	"strings"
	"time"

	"tabletop/model/audit"
	"tabletop/views/text"
)

// auditJUnit writes a test case for each rule that passed or was not evaluated, for each finding, and for a read that
// is partial, which is an error unless it is allowed. A finding is a failure if it makes the check fail; otherwise the
// case passes and holds the finding as output. The elements and attributes are those of the schema of Jenkins,
// junit-10.xsd.
func auditJUnit(w io.Writer, in Input, a AuditInput) error {
	suite := junitSuite{Name: "tabletop audit of " + text.EscapeString(in.Source), Time: "0"}
	if t := in.Sample.How.Started; !t.IsZero() {
		suite.Timestamp = t.UTC().Format(time.RFC3339)
	}
	if said := redactionLines(in, a); len(said) > 0 {
		suite.Output = &junitOutput{strings.Join(said, "\n")}
	}
	class := text.EscapeString(in.Sample.Table.Name)
	add := func(c junitCase) {
		c.Class, c.Time = class, "0"
		suite.Tests++
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Error != nil {
			suite.Errors++
		}
		if c.Skipped != nil {
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, c)
	}
	if reason := in.partial(); reason != "" {
		c := junitCase{Name: "read"}
		if a.AllowPartial {
			c.Output = &junitOutput{partialRead + reason}
		} else {
			c.Error = &junitResult{Message: partialRead + reason, Type: "partial", Text: partialAdvice}
		}
		add(c)
	}
	for _, f := range a.Findings {
		c := junitCase{Name: f.Rule + ": " + text.Subject(f.Subject)}
		if out := findingText(f); a.fails(f) {
			c.Failure = &junitResult{Message: f.Title, Type: string(f.Severity), Text: out}
		} else {
			c.Output = &junitOutput{out}
		}
		add(c)
	}
	for _, s := range a.Suppressed {
		add(junitCase{Name: s.Rule + ": " + text.Subject(s.Subject),
			Skipped: &junitResult{Message: "suppressed: " + text.EscapeString(s.Reason), Text: findingText(s.Finding)}})
	}
	for _, u := range a.Skipped {
		add(junitCase{Name: u.Rule, Skipped: &junitResult{Message: text.Template(u.Reason)}})
	}
	for _, id := range a.Passed {
		add(junitCase{Name: id})
	}
	out, err := xml.MarshalIndent(junitSuites{Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors,
		Suites: []junitSuite{suite}}, "", "\t")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(out)+"\n")
	return err
}

// findingText is a finding as plain lines.
func findingText(f audit.Finding) string {
	var b page
	auditFinding(&b, findingDoc(f, ""), 120)
	return b.String()
}

// The part of the schema that is written.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name      string       `xml:"name,attr"`
		Tests     int          `xml:"tests,attr"`
		Failures  int          `xml:"failures,attr"`
		Errors    int          `xml:"errors,attr"`
		Skipped   int          `xml:"skipped,attr"`
		Time      string       `xml:"time,attr"` // seconds
		Timestamp string       `xml:"timestamp,attr,omitempty"`
		Cases     []junitCase  `xml:"testcase"`
		Output    *junitOutput `xml:"system-out"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		Time    string       `xml:"time,attr"` // seconds
		Error   *junitResult `xml:"error"`
		Failure *junitResult `xml:"failure"`
		Skipped *junitResult `xml:"skipped"`
		Output  *junitOutput `xml:"system-out"`
	}
	junitOutput struct {
		Text string `xml:",cdata"`
	}
	junitResult struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",cdata"`
	}
)
