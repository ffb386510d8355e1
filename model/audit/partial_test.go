package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/audit"
	"tabletop/model/sample"
)

// partial is what reading a table at some places gives: stretches of ten rows, each standing for as many bytes.
func partial(whole *sample.Sample, places int) *sample.Sample {
	var parts []*sample.Builder
	step := max(10, whole.Rows()/places)
	for i := 0; i+10 <= whole.Rows(); i += step {
		b := whole.Slice(i, i+10)
		b.SetSection(1, 100_000, false)
		parts = append(parts, b)
	}
	how := sample.Provenance{Strategy: sample.Quick, Started: whole.How.Started, Points: len(parts),
		TotalBytes: 100_000 * int64(len(parts)), RowShare: 1, Filter: 1}
	return sample.Assemble(whole.Table, how, parts)
}

// TestPartial reads clean tables at a few places only: what is too little to judge must not be judged as wrong. Faults
// in half of all keys or more are found there too.
func TestPartial(t *testing.T) {
	for name, s := range cleans() {
		r := audited(t, partial(s, 15), audit.Options{})
		checkFigures(t, r)
		for _, f := range r.Findings {
			if f.Severity != audit.Note {
				t.Errorf("%s: %s %s: %+v", name, f.Severity, f.ID(), f.Measures)
			}
		}
	}
	if !slowtest.On() {
		return
	}
	missed := map[string]int{}
	n := 0
	for _, p := range variants() {
		if p.sample.Rows() < 400 || strings.HasPrefix(p.rule, "salt") { // whose buckets need 20 rows each
			continue
		}
		n++
		r := audited(t, partial(p.sample, 15), audit.Options{})
		checkFigures(t, r)
		if !slices.ContainsFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == p.rule }) {
			missed[fmt.Sprintf("%s %.40q", p.rule, p.sample.Key(0))]++
		}
	}
	if len(missed)*10 > n {
		t.Errorf("missed %d of %d: %v", len(missed), n, missed)
	}
}
