package audit_test

import (
	"flag"
	"fmt"
	"strings"

	"tabletop/model/audit"
)

var update = flag.Bool("update", false, "write anew what audits find in planted tables")

// written returns the figures of a report, without its words: what was found in what, how large, on which evidence, and
// what would mend it.
func written(r *audit.Report) string {
	var b strings.Builder
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "%s %s\n", f.Severity, f.ID())
		for _, m := range f.Measures {
			exact := ""
			if m.Figure.IsExact() {
				exact = " exact"
			}
			fmt.Fprintf(&b, "  %s %.6g, %.6g to %.6g%s, limit %g, of the rows read %t\n", m.Unit, m.Figure.Value,
				m.Figure.Low, m.Figure.High, exact, m.Limit, m.Read)
		}
		for _, e := range f.Evidence {
			fmt.Fprintf(&b, "  %.60q\n", e.Text())
		}
		if f.More > 0 {
			fmt.Fprintf(&b, "  and %d more\n", f.More)
		}
		if f.Fix.Paste != "" {
			fmt.Fprintf(&b, "  %s: %s\n", f.Fix.What, f.Fix.Paste)
		}
		if p := f.Proposal; p != nil {
			fmt.Fprintf(&b, "  %s\n", p.Candidate)
			for _, g := range p.Gains {
				fmt.Fprintf(&b, "    %s from %.6g to %.6g\n", g.Unit, g.Current.Value, g.Proposed.Value)
			}
		}
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "skipped: %s\n", s.Rule)
	}
	return b.String()
}
