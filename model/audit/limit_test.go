package audit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/model/audit"
	"tabletop/views/text"
)

// checkLimits verifies that each limit shown has been reached by the figure beside it, that the measure that a severity
// follows is past it as a whole, and that no line mixes units of 1,000 and of 1,024 bytes.
func checkLimits(t *testing.T, r *audit.Report) {
	t.Helper()
	units := regexp.MustCompile(`[0-9] ([kKMG]i?B)\b`)
	for _, f := range r.Findings {
		var line []string
		for i, m := range f.Measures {
			if m.Limit != 0 && m.Figure.Value < m.Limit {
				t.Errorf("%s: %s", f.ID(), text.Measure(m))
			}
			if i == 0 && m.Limit != 0 && f.Severity != audit.Note && m.Figure.Low < m.Limit {
				t.Errorf("%s: a %s, but its interval is not past the limit: %s", f.ID(), f.Severity, text.Measure(m))
			}
			line = append(line, text.Measure(m))
		}
		for _, l := range []string{strings.Join(line, "; "), f.Why, f.Fix.Text} {
			var kinds []string
			for _, m := range units.FindAllStringSubmatch(l, -1) {
				kinds = append(kinds, strings.Trim(m[1], "kKMGB"))
			}
			slices.Sort(kinds)
			if len(slices.Compact(kinds)) > 1 {
				t.Errorf("%s mixes units: %s", f.ID(), l)
			}
		}
	}
}

// TestLimitShownIsTheLimitCrossed verifies the limit and its unit, as they are written, for figures on both sides of limits.
func TestLimitShownIsTheLimitCrossed(t *testing.T) {
	for _, tt := range []struct {
		rule string
		size int
		want string
	}{
		{"row-large", 110e6, "largest row: 110 MB (limit 100 MB)"}, {"row-large", 300e6, "largest row: 286 MiB (limit 256 MiB)"}, {"cell-large", 20e6, "largest value: 20.0 MB (limit 10.0 MB)"},
		{"cell-large", 120e6, "largest value: 120 MB (limit 100 MB)"},
	} {
		r := audited(t, big(tt.size), audit.Options{})
		checkLimits(t, r)
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == tt.rule })
		if got := text.Measure(r.Findings[i].Measures[0]); got != tt.want {
			t.Errorf("%q, not %q", got, tt.want)
		}
	}
	long := table(with(100, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 4096-len(r.key)-1) }), one("m"))
	r := audited(t, long, audit.Options{}, goodTemplate+"#{rest}")
	if got := text.Measure(r.Findings[0].Measures[0]); got != "longest key: 4 KiB (limit 4 KiB)" || r.Findings[0].Severity != audit.Error {
		t.Errorf("%q, %s", got, r.Findings[0].Severity)
	}
}
