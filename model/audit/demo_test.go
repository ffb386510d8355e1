package audit_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/demo"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// read makes a complete sample of a demo table, without a server between.
func read(t *testing.T, table demo.Table) *sample.Sample {
	t.Helper()
	return demotest.Table(table, now, math.MaxInt)
}

// audited audits a sample; without templates its keys are explained first.
func audited(t *testing.T, s *sample.Sample, opts audit.Options, templates ...string) *audit.Report {
	t.Helper()
	_, r := judged(t, s, opts, templates...)
	return r
}

// judged is audited, with what the audit looked at.
func judged(t *testing.T, s *sample.Sample, opts audit.Options, templates ...string) (audit.Input, *audit.Report) {
	t.Helper()
	ctx := context.Background()
	var set rowkey.Set
	for _, text := range templates {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	a, err := analysis.New(ctx, s, analysis.Options{Layouts: set, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	in, err := a.AuditInput(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r, err := audit.Run(ctx, in, opts)
	if err != nil {
		t.Fatal(err)
	}
	return in, r
}

// TestDemos audits tables laid out as the documentation advises against, and finds what they are an example of; in
// those laid out as advised nothing is wrong with the keys.
func TestDemos(t *testing.T) {
	avoid := map[string]string{
		"memusage_latest": "row-overwritten", "hostnames": "domain-forward", "friend_rows": "number-unpadded",
		"closing_versions": "events-as-versions",
		"plays_by_day":     "time-behind-few", "battery_by_time": "time-first", "SENSOR_DAY_FIRST": "time-first",
		"players_by_id": "id-sequential",
	}
	good := []string{"places", "memusage", "months", "closings", "wins", "TRADE", "SENSOR_YYYYMMDD"}
	keyRules := []string{"time-first", "id-sequential", "hash-first", "row-overwritten", "events-as-versions",
		"row-unbounded", "write-hotspot", "granular-first"}
	for _, d := range demo.All() {
		for _, table := range d.Tables {
			want := avoid[table.Name]
			if table.Avoid && want == "" {
				t.Errorf("nothing is known to be wrong with %s", table.Name)
			}
			if want == "" && !slices.Contains(good, table.Name) {
				continue // the others take long and are alike
			}
			t.Run(table.Name, func(t *testing.T) {
				if !slowtest.On() && table.Rows > 2000 {
					t.Skip("takes long")
				}
				in, r := judged(t, read(t, table), audit.Options{})
				checkEvidence(t, in, r)
				checkContradictions(t, in, r)
				found := false
				for _, f := range r.Findings {
					found = found || f.Rule == want
					if want == "" && f.Severity != audit.Note && slices.Contains(keyRules, f.Rule) {
						t.Errorf("%s %s: %+v", f.Severity, f.ID(), f.Measures)
					}
				}
				if want != "" && !found {
					t.Errorf("%s was not found", want)
				}
			})
		}
	}
}

// TestPatterns recognizes the four ways to keep a reading a minute.
func TestPatterns(t *testing.T) {
	want := map[string]string{"minute_rows": "G55", "minute_blobs": "G54", "week_cells": "G53", "week_columns": "G52"}
	d, _, err := demo.Find("balloons")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range d.Tables {
		t.Run(table.Name, func(t *testing.T) {
			if !slowtest.On() && table.Rows > 2000 {
				t.Skip("takes long")
			}
			r := audited(t, read(t, table), audit.Options{})
			if len(r.Patterns) != 1 || r.Patterns[0].Guidelines[0] != want[table.Name] ||
				r.Patterns[0].Advantages == "" || r.Patterns[0].Costs == "" {
				t.Errorf("it is %s, not %+v", want[table.Name], r.Patterns)
			}
		})
	}
}
