package audit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/model/audit"
)

// checkLimits verifies that each limit has been reached by the figure beside it, that the measure that a severity
// follows is past it as a whole, and that no finding mixes units of 1,000 and of 1,024 bytes, in its measures or in its
// sentences.
func checkLimits(t *testing.T, r *audit.Report) {
	t.Helper()
	units := regexp.MustCompile(`[0-9] ([kKMG]i?B)\b`)
	for _, f := range r.Findings {
		bases := map[bool]bool{}
		for i, m := range f.Measures {
			if m.Limit != 0 && m.Figure.Value < m.Limit {
				t.Errorf("%s: %+v", f.ID(), m)
			}
			if i == 0 && m.Limit != 0 && f.Severity != audit.Note && m.Figure.Low < m.Limit {
				t.Errorf("%s: a %s, but its interval is not past the limit: %+v", f.ID(), f.Severity, m)
			}
			if m.Unit == audit.Bytes && m.Figure.Value >= 1000 { // fewer are written without a prefix
				bases[m.Binary] = true
			}
		}
		if len(bases) > 1 {
			t.Errorf("%s mixes units: %+v", f.ID(), f.Measures)
		}
		for _, l := range []string{f.Why, f.Fix.Text} {
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

// TestLimitShownIsTheLimitCrossed verifies the limit and its unit for figures on both sides of limits.
func TestLimitShownIsTheLimitCrossed(t *testing.T) {
	for _, tt := range []struct {
		rule   string
		size   int
		limit  float64
		binary bool
	}{
		{"row-large", 110e6, 100e6, false}, {"row-large", 300e6, 256 << 20, true}, {"cell-large", 20e6, 10e6, false},
		{"cell-large", 120e6, 100e6, false},
	} {
		r := audited(t, big(tt.size), audit.Options{})
		checkLimits(t, r)
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == tt.rule })
		if m := r.Findings[i].Measures[0]; m.Limit != tt.limit || m.Binary != tt.binary ||
			m.Figure.Value < float64(tt.size) || m.Figure.Value > 1.01*float64(tt.size) {
			t.Errorf("%s of %d bytes: %+v", tt.rule, tt.size, m)
		}
	}
	long := table(with(100, func(_ int, r *row) { r.key += "#" + strings.Repeat("x", 4096-len(r.key)-1) }), one("m"))
	r := audited(t, long, audit.Options{}, goodTemplate+"#{rest}")
	if m := r.Findings[0].Measures[0]; m.Name != "longest key" || m.Figure.Value != 4096 || m.Limit != 4096 ||
		!m.Binary || r.Findings[0].Severity != audit.Error {
		t.Errorf("%+v, %s", m, r.Findings[0].Severity)
	}
}
