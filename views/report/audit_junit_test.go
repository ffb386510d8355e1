package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/model/audit"
)

// junitElement is what Jenkins' schema, junit-10.xsd of its xUnit plugin, says of an element.
type junitElement struct {
	required, optional string // attributes
	children           string
	text               bool
}

func junitSchema() map[string]junitElement {
	result := junitElement{optional: "type message", text: true}
	return map[string]junitElement{
		"":           {children: "testsuites testsuite"},
		"testsuites": {optional: "name time tests failures errors", children: "testsuite"},
		"testsuite": {required: "name tests failures errors",
			optional: "group time skipped timestamp hostname id package file log url",
			children: "testsuite properties testcase system-out system-err"},
		"testcase": {required: "name", optional: "time classname group",
			children: "skipped error failure rerunFailure rerunError flakyFailure flakyError system-out system-err"},
		"properties": {children: "property"}, "property": {required: "name value"},
		"failure": result, "error": result, "skipped": result, "system-out": {text: true}, "system-err": {text: true},
	}
}

// validJUnit returns the first thing in a report that Jenkins' schema does not allow, or a count that is not so.
func validJUnit(data []byte) error {
	path := []string{""}
	count := map[string]int{}
	schema := junitSchema()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch x := token.(type) {
		case xml.StartElement:
			name := x.Name.Local
			if !slices.Contains(strings.Fields(schema[path[len(path)-1]].children), name) {
				return fmt.Errorf("%q is in %q", name, path[len(path)-1])
			}
			if err := validAttributes(x, schema[name]); err != nil {
				return err
			}
			path = append(path, name)
			count[name]++
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if name := path[len(path)-1]; !schema[name].text && len(bytes.TrimSpace(x)) > 0 {
				return fmt.Errorf("there is text in %q: %q", name, x)
			}
		}
	}
	return junitCounts(data, count)
}

func validAttributes(x xml.StartElement, e junitElement) error {
	var names []string
	for _, a := range x.Attr {
		names = append(names, a.Name.Local)
		if !slices.Contains(strings.Fields(e.required+" "+e.optional), a.Name.Local) {
			return fmt.Errorf("%s has an attribute %s", x.Name.Local, a.Name.Local)
		}
		if a.Name.Local == "time" &&
			!regexp.MustCompile(`^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$`).MatchString(a.Value) {
			return fmt.Errorf("time is %q", a.Value)
		}
	}
	for _, name := range strings.Fields(e.required) {
		if !slices.Contains(names, name) {
			return fmt.Errorf("%s lacks %s", x.Name.Local, name)
		}
	}
	return nil
}

// junitCounts compares what the suite says of its cases with the cases.
func junitCounts(data []byte, count map[string]int) error {
	var all junitSuites
	if err := xml.Unmarshal(data, &all); err != nil {
		return err
	}
	var s junitSuite
	for _, suite := range all.Suites {
		s.Tests, s.Failures = s.Tests+suite.Tests, s.Failures+suite.Failures
		s.Errors, s.Skipped = s.Errors+suite.Errors, s.Skipped+suite.Skipped
	}
	if s.Tests != count["testcase"] || s.Failures != count["failure"] || s.Errors != count["error"] ||
		s.Skipped != count["skipped"] ||
		all.Tests != s.Tests || all.Failures != s.Failures || all.Errors != s.Errors {
		return errors.New("the counts are not those of " + fmt.Sprint(count) + ", suite " + strconv.Itoa(s.Tests))
	}
	return nil
}

// TestJUnitFollowsJenkinsSchema verifies that the check of the schema finds what it forbids; TestAuditFormats runs it
// on every table.
func TestJUnitFollowsJenkinsSchema(t *testing.T) {
	in := meters(t, quick())
	good := written(t, in, audited(t, in), JUnit)
	if err := validJUnit([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][2]string{{"<testsuites ", `<testsuites skipped="1" `}, {` errors="0"`, ""},
		{"<testcase ", `<testcase status="ok" `}, {"</testcase>", "</testcase>text"}, {`time="0"`, `time="none"`},
		{`tests="`, `tests="1`}} {
		if err := validJUnit([]byte(strings.Replace(good, bad[0], bad[1], 2))); err == nil {
			t.Errorf("%q in place of %q is not found", bad[1], bad[0])
		}
	}
}

// TestJUnitFails verifies that a finding is a failure if and only if it makes the check fail.
func TestJUnitFails(t *testing.T) {
	in := meters(t, quick())
	a := audited(t, in)
	for _, from := range []audit.Severity{audit.Error, audit.Warning, audit.Note, ""} {
		a.FailOn = from
		var all junitSuites
		if err := xml.Unmarshal([]byte(written(t, in, a, JUnit)), &all); err != nil {
			t.Fatal(err)
		}
		want := 0
		if from != "" {
			want = a.Failing(from)
		}
		if all.Failures != want || all.Suites[0].Failures != want ||
			all.Tests != len(a.Findings)+len(a.Passed)+len(a.Skipped) {
			t.Errorf("from %q on: %d failures of %d cases, not %d", from, all.Failures, all.Tests, want)
		}
	}
}
