package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/simulate"
	"tabletop/model/workload"
)

// advised searches the table of in; without queries, for those that its keys propose.
func advised(t *testing.T, in Input, queries string) AdviceInput {
	t.Helper()
	var err error
	var given *workload.Workload
	a := AdviceInput{Workload: advise.DefaultWorkload(in.Layouts, 0), Proposed: queries == ""}
	if queries != "" {
		if given, err = workload.Parse([]byte(queries), access.SegmentNames(in.Layouts)); err != nil {
			t.Fatal(err)
		}
		a.Workload = given
	}
	if a.Candidates, err = in.Candidates(t.Context(), given, advise.Options{}); err != nil {
		t.Fatal(err)
	}
	if a.Scales, err = simulate.Scales(t.Context(), simulate.NewBase(in.Segments),
		a.Candidates.Advice.Templates()); err != nil {
		t.Fatal(err)
	}
	return a
}

// Reports of exact and sampled tables, with queries and without, and of one that would do harm on a terminal.
func TestAdvice(t *testing.T) {
	for name, c := range map[string]struct {
		in      Input
		queries string
	}{
		"all": {meters(t, everything()),
			"queries: [{name: day, where: {at: range 1d}}, {name: one, where: {device: equal}, latest: 2 by at}]"},
		"sample":   {meters(t, quick()), "queries: [{name: day, where: {device: equal, at: range 1d}}]"},
		"proposed": {meters(t, everything()), ""},
		"hostile":  {hostile(t), "queries: [{name: \"evil \\e[2J\", where: {a: equal}}]"},
	} {
		a := advised(t, c.in, c.queries)
		for _, f := range AdviceFormats() {
			var b bytes.Buffer
			if err := Advice(&b, c.in, a, f); err != nil {
				t.Fatal(err)
			}
			for _, r := range b.String() {
				if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == '\u200b' {
					t.Errorf("%s as %s: %U got through", name, f, r)
				}
			}
			for line := range strings.Lines(b.String()) {
				if f == Text && ansi.StringWidth(strings.TrimRight(line, "\n")) > 80 {
					t.Errorf("%s: too wide: %s", name, line)
				}
			}
			file := b.Bytes()
			if f == JSON {
				var out struct{ Workload string }
				if err := json.Unmarshal(file, &out); err != nil {
					t.Fatal(err)
				}
				file = []byte(out.Workload)
			}
			if f == Queries || f == JSON { // both hold the workload as a file
				if again, err := workload.Parse(file, access.SegmentNames(c.in.Layouts)); err != nil ||
					again.Text() != a.Workload.Text() {
					t.Errorf("%s: the file does not read back: %v", name, err)
				}
			}
			compareFormat(t, "advise_"+name, f, b.Bytes())
		}
	}
}

// TestAdviceToKeepNamesWhatTheAuditFound verifies that warnings about the writes of the layout that is kept stand in the
// advice, in the text and in the JSON, and notes do not.
func TestAdviceToKeepNamesWhatTheAuditFound(t *testing.T) {
	in := meters(t, everything())
	for severity, want := range map[audit.Severity]bool{audit.Error: true, audit.Warning: true, audit.Note: false} {
		advice := advised(t, in, "")
		advice.Candidates.Audited = &audit.Report{Findings: []audit.Finding{{Rule: "time-first", Severity: severity,
			Title: "Time comes first"}}}
		words := "audit, of the current layout: " + string(severity) + ": Time comes first (time-first)"
		for _, format := range []Format{Text, JSON} {
			var b bytes.Buffer
			if err := Advice(&b, in, advice, format); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(strings.Join(strings.Fields(b.String()), " "), words); got != want {
				t.Errorf("%s, %s: %q is said: %v, want %v", severity, format, words, got, want)
			}
		}
	}
}
