package report

import (
	"encoding/xml"
	"io"
	"strings"
	"time"

	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// auditJUnit writes a suite for each audit. The elements and attributes are those of the schema of Jenkins,
// junit-10.xsd.
func auditJUnit(w io.Writer, audits ...doc.Audit) error {
	var all junitSuites
	for i := range audits {
		suite := newJUnitSuite(&audits[i])
		all.Tests += suite.Tests
		all.Failures += suite.Failures
		all.Errors += suite.Errors
		all.Suites = append(all.Suites, suite)
	}
	out, err := xml.MarshalIndent(all, "", "\t")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(out)+"\n")
	return err
}

// newJUnitSuite returns a test case for each rule that passed or was not evaluated, for each finding, and for a read
// that is partial, which is an error unless it is allowed. A finding is a failure if it makes the check fail; otherwise
// the case passes and holds the finding as output.
func newJUnitSuite(d *doc.Audit) junitSuite {
	suite := junitSuite{Name: "tabletop audit of " + text.EscapeString(d.Source), Time: "0",
		class: text.EscapeString(d.Table.Name)}
	if d.Started != nil {
		suite.Timestamp = d.Started.UTC().Format(time.RFC3339)
	}
	if said := redactionLines(d); len(said) > 0 {
		suite.Output = &junitOutput{strings.Join(said, "\n")}
	}
	if d.Partial {
		c := junitCase{Name: "read"}
		if d.AllowPartial {
			c.Output = &junitOutput{partialRead + d.Stopped}
		} else {
			c.Error = &junitResult{Message: partialRead + d.Stopped, Type: "partial", Text: partialAdvice}
		}
		suite.add(c)
	}
	for _, f := range d.Findings {
		c := junitCase{Name: f.Rule + ": " + string(f.Subject.Text)}
		if out := findingText(f); f.Fails {
			c.Failure = &junitResult{Message: f.Title, Type: f.Severity, Text: out}
		} else {
			c.Output = &junitOutput{out}
		}
		suite.add(c)
	}
	for _, s := range d.Suppressed {
		suite.add(junitCase{Name: s.Rule + ": " + string(s.Subject.Text),
			Skipped: &junitResult{Message: "suppressed: " + text.EscapeString(s.Reason), Text: findingText(s)}})
	}
	for _, u := range d.Skipped {
		suite.add(junitCase{Name: u.Rule, Skipped: &junitResult{Message: string(u.Reason)}})
	}
	for _, id := range d.Passed {
		suite.add(junitCase{Name: id})
	}
	return suite
}

// add adds a case and counts it.
func (s *junitSuite) add(c junitCase) {
	c.Class, c.Time = s.class, "0"
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// findingText is a finding as plain lines.
func findingText(f doc.AuditFinding) string {
	var b page
	auditFinding(&b, f, 120)
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
		class     string       // of its cases
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
