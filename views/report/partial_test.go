package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image/png"
	"strings"
	"testing"

	"tabletop/model/sample"
)

// printed returns what write prints.
func printed(t *testing.T, write func(*bytes.Buffer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPartialIsReported verifies that every format with room for a sentence states a partial read and its reason, and
// that none does for a whole one. Metrics state it as a number.
func TestPartialIsReported(t *testing.T) {
	const reason = "the connection was lost"
	for _, partial := range []bool{true, false} {
		how := everything()
		if partial {
			how.Complete, how.Ending, how.Stopped = false, sample.EndError, reason
		}
		in := meters(t, how)
		a := audited(t, in)
		out := map[string]string{}
		for _, f := range AuditFormats() {
			out["audit "+string(f)] = printed(t, func(b *bytes.Buffer) error { return Audit(b, in, a, f) })
		}
		for _, r := range reports {
			for _, f := range r.formats {
				out[r.name+" "+string(f)] = printed(t, func(b *bytes.Buffer) error { return r.write(b, in, f) })
			}
		}
		m, err := in.Heat(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out["heat png"] = printed(t,
			func(b *bytes.Buffer) error { return Heat(b, in, HeatInput{Map: m, KeyAt: in.Sample.Key}, PNG) })
		if _, err := png.Decode(strings.NewReader(out["heat png"])); err != nil {
			t.Errorf("the image: %v", err)
		}
		for name, text := range out {
			if of, ok := strings.CutSuffix(name, string(OpenMetrics)); ok {
				if got := strings.Contains(text, "\ntabletop_read_partial{table=\"demo:meters\"} 1\n"); got != partial {
					t.Errorf("metrics of %s: partial %v, want %v", of, got, partial)
				}
				continue
			}
			if strings.Contains(text, reason) != partial {
				t.Errorf("%s: states the reason %v, want %v:\n%.600s", name, !partial, partial, text)
			}
		}
		for _, name := range []string{"audit json", "stats json", "schema json"} {
			var doc struct {
				Partial, Complete bool
				Stopped           string
			}
			if err := json.Unmarshal([]byte(out[name]), &doc); err != nil || doc.Partial != partial ||
				doc.Complete == partial || strings.Contains(doc.Stopped, reason) != partial {
				t.Errorf("%s: %v, %+v", name, err, doc)
			}
		}
		if banner := strings.Contains(out["audit html"], `<p class="banner" role="alert">Partial read: `); banner !=
			partial {
			t.Errorf("HTML has a banner: %v", banner)
		}
		if banner := strings.Contains(out["audit markdown"], "> [!WARNING]\n> Partial read: "); banner != partial {
			t.Errorf("Markdown has a banner: %v", banner)
		}
		if banner := strings.HasPrefix(out["audit summary"], "# Schema review of demo:meters\n\n> [!WARNING]\n> Partial "+
			"read: "); banner != partial {
			t.Errorf("the summary has a banner: %v", banner)
		}
		checkVerdicts(t, "audit", out["audit junit"], out["audit sarif"], partial, partial)
		a.AllowPartial = true
		junit := printed(t, func(b *bytes.Buffer) error { return Audit(b, in, a, JUnit) })
		sarif := printed(t, func(b *bytes.Buffer) error { return Audit(b, in, a, SARIF) })
		checkVerdicts(t, "audit --allow-partial", junit, sarif, false, partial)
	}
}

// checkVerdicts verifies what JUnit and SARIF say of the run: errored is whether it failed for its read, stated whether
// they mention that the read is partial.
func checkVerdicts(t *testing.T, name, junit, sarif string, errored, stated bool) {
	t.Helper()
	var suites struct {
		Errors int `xml:"errors,attr"`
		Suites []struct {
			Errors int `xml:"errors,attr"`
			Cases  []struct {
				Name  string    `xml:"name,attr"`
				Error *struct{} `xml:"error"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(junit), &suites); err != nil {
		t.Fatal(err)
	}
	n, reads := 0, 0
	for _, c := range suites.Suites[0].Cases {
		if c.Error != nil {
			n++
		}
		if c.Name == "read" {
			reads++
		}
	}
	if want := map[bool]int{true: 1}[errored]; suites.Errors != want || suites.Suites[0].Errors != want || n != want {
		t.Errorf("%s: JUnit counts %d and %d errors, and has %d; want %d", name, suites.Errors, suites.Suites[0].Errors,
			n, want)
	}
	if (reads == 1) != stated {
		t.Errorf("%s: JUnit has %d cases about the read", name, reads)
	}
	var log struct {
		Runs []struct {
			Invocations []struct {
				ExecutionSuccessful        bool
				ToolExecutionNotifications []struct {
					Message struct{ Text string }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(sarif), &log); err != nil {
		t.Fatal(err)
	}
	inv := log.Runs[0].Invocations[0]
	notified := false
	for _, x := range inv.ToolExecutionNotifications {
		notified = notified || strings.HasPrefix(x.Message.Text, partialRead)
	}
	if inv.ExecutionSuccessful == errored || notified != stated {
		t.Errorf("%s: SARIF says successful %v, notified %v; want %v, %v", name, inv.ExecutionSuccessful, notified,
			!errored, stated)
	}
}
