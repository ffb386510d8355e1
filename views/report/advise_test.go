package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/estimate"
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

// TestAdviceInMoney verifies that each layout has what its storage costs a month, beside the current one: of the table
// where its size is known, and the copy of a view included; and that without prices nothing is said.
func TestAdviceInMoney(t *testing.T) {
	const queries = "queries: [{name: day, where: {at: range 1d}}]"
	for _, in := range []Input{meters(t, everything()), meters(t, quick())} {
		a := advised(t, in, queries)
		in.Prices, in.Width = pricesOf(t), 200
		d := adviceDoc(in, a)
		each := 0.5 * 4 * 10 / (1 << 30)
		for i, layout := range d.Layouts {
			bytes := layout.Bytes
			if scale := a.scale(i); scale != nil {
				bytes = scale.Bytes.Value
			}
			if layout.Month == nil || math.Abs(layout.Month.Value-each*bytes) > 1e-9*each*bytes {
				t.Errorf("%s costs %+v a month, of %g bytes", layout.Template, layout.Month, bytes)
			}
		}
		if got := advicePage(d, 200).String(); !strings.Contains(got, "storage a month") || !strings.Contains(got, " EUR") ||
			!strings.Contains(got, "Prices: EUR of 2026-11-01") {
			t.Error(got)
		}
		in.Prices = nil
		if got := advicePage(adviceDoc(in, a), 200).String(); strings.Contains(got, "a month") && strings.Contains(got, "EUR") {
			t.Error(got)
		}
	}
	scale, in := &simulate.Scale{Bytes: estimate.Counted(30), Table: estimate.Counted(20)}, meters(t, quick())
	if got := stored(in, scale, &advise.Candidate{View: &advise.View{}}); got == nil || got.Value != 50 {
		t.Errorf("a table, a view, and its copy: %+v", got)
	}
}
