package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"tabletop/model/audit"
	"tabletop/sampler/embedded"
	"tabletop/views/tables"
)

// TestAppAuditsTables verifies that the audit of tables for the app finds of each what the command finds, states how far
// it is, never backwards, goes on behind a table that cannot be read, and ends when it is canceled.
func TestAppAuditsTables(t *testing.T) {
	env := emulated(t)
	instance := embedded.Project + "/" + embedded.Instance
	var errs bytes.Buffer
	p := &program{std: streams{in: strings.NewReader(""), out: io.Discard, err: &errs}, env: environment(env, "linux")}
	p.rootCommand() // which sets the flags to their defaults
	names := []string{"first", "log_2024", "log_2025", "log_2026", "missing"}
	sources := make([]string, len(names))
	for i, name := range names {
		sources[i] = instance + "/" + name
	}
	found, last := map[string]tables.Audited{}, 0.0
	to := tableAudit{layouts: p.keptLayouts, found: func(a tables.Audited) { found[tableOf(a.Source)] = a },
		at: func(words string, fraction float64) {
			if fraction < last || fraction > 1 || words == "" {
				t.Errorf("%s: %v after %v", words, fraction, last)
			}
			last = fraction
		}}
	if err := p.auditTables(t.Context(), sources, to); err != nil || len(found) != len(names) || errs.Len() > 0 {
		t.Fatalf("%v: %d tables, %s", err, len(found), errs.String())
	}
	first, log := found["first"], found["log_2024"]
	if first.Severity() != audit.Error || first.Rows.Value != 300 || !first.Rows.IsExact() || first.Err != nil {
		t.Errorf("first: %+v", first)
	}
	if log.Schema != found["log_2025"].Schema || log.Schema == first.Schema || found["missing"].Err == nil {
		t.Errorf("log_2024: %+v, missing: %v", log, found["missing"].Err)
	}
	ctx, stop := context.WithCancel(t.Context())
	clear(found)
	to.found, to.at = func(a tables.Audited) { found[a.Source] = a; stop() }, func(string, float64) {}
	if err := p.auditTables(ctx, sources, to); err != nil || len(found) != 1 {
		t.Errorf("canceled at the first table: %v, %d tables", err, len(found))
	}
}
