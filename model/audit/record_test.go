package audit_test

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/golden"
	"tabletop/model/audit"
)

var update = flag.Bool("update", false, "write anew what audits find in planted tables")

// others counts, of the cases of a test, the findings and the skipped rules that a case is not about.
type others map[string]int

// written returns the figures of what a rule found, without its words: what was found in what, how large, on which
// evidence, and what would mend it. Whatever else the report holds is counted.
func (o others) written(r *audit.Report, rule string) string {
	var b strings.Builder
	o["cases"]++
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Rule == rule {
			writeFinding(&b, f)
		} else {
			o[string(f.Severity)+" "+f.Rule]++
		}
	}
	for _, s := range r.Skipped {
		if s.Rule == rule {
			fmt.Fprintf(&b, "skipped: %s\n", s.Rule)
		} else {
			o["skipped "+s.Rule]++
		}
	}
	return b.String()
}

// check compares the counts with those of a record, unless -run left some of the cases out.
func (o others) check(t *testing.T, reports *golden.Record, cases int) {
	if o["cases"] < cases {
		return
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(o)) {
		fmt.Fprintf(&b, "%s: %d\n", name, o[name])
	}
	reports.Check(t, "others", b.String())
}

func writeFinding(b *strings.Builder, f *audit.Finding) {
	fmt.Fprintf(b, "%s %s\n", f.Severity, f.ID())
	for _, m := range f.Measures {
		exact := ""
		if m.Figure.IsExact() {
			exact = " exact"
		}
		fmt.Fprintf(b, "  %s %.6g, %.6g to %.6g%s, limit %g, of the rows read %t\n", m.Unit, m.Figure.Value,
			m.Figure.Low, m.Figure.High, exact, m.Limit, m.Read)
	}
	for _, e := range f.Evidence {
		fmt.Fprintf(b, "  %.60q\n", e.Text())
	}
	if f.More > 0 {
		fmt.Fprintf(b, "  and %d more\n", f.More)
	}
	if f.Fix.Paste != "" {
		fmt.Fprintf(b, "  %s: %s\n", f.Fix.What, f.Fix.Paste)
	}
	if p := f.Proposal; p != nil {
		fmt.Fprintf(b, "  %s\n", p.Candidate)
		for _, g := range p.Gains {
			fmt.Fprintf(b, "    %s from %.6g to %.6g\n", g.Unit, g.Current.Value, g.Proposed.Value)
		}
	}
}
