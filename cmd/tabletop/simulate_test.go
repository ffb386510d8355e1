package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSimulate(t *testing.T) {
	queries := filepath.Join(t.TempDir(), "queries.yaml")
	if err := os.WriteFile(queries, []byte("queries:\n  - name: a day\n    where: {day: equal}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, nil, "simulate", "demo:meters", "--format", "json", "--workload", queries,
		"--horizon", "90d", "--tablet-share", "0.1", "--today", "{meter:pad(10)}#{day:date(20060102)}", "--layout", "{day}#{meter}", "--layout", "{meter}")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var doc struct {
		Today   struct{ Rows int64 }
		Layouts []struct {
			Template   string
			Rows       int64
			Collisions map[string]any
			Hotspot    struct{ Pattern string }
			Projection struct {
				Days float64 `json:"horizon_days"`
			}
			Replay struct {
				Share   float64 `json:"split_above_share"`
				Busiest float64 `json:"busiest_share"`
			} `json:"tablet_replay"`
			Queries []struct {
				Name   string
				Access string
				Read   float64 `json:"rows_read"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if len(doc.Layouts) != 2 || doc.Layouts[0].Rows != doc.Today.Rows || doc.Layouts[1].Rows >= doc.Today.Rows {
		t.Fatalf("%+v", doc)
	}
	byDay, byMeter := doc.Layouts[0], doc.Layouts[1]
	if byDay.Hotspot.Pattern != "moving frontier" || byDay.Queries[0].Access != "prefix" || byMeter.Collisions["merged_rows"] != float64(doc.Today.Rows) {
		t.Errorf("%+v", doc.Layouts)
	}
	if byDay.Projection.Days != 90 || byDay.Replay.Share != 0.1 || byDay.Replay.Busiest < 3*byMeter.Replay.Busiest {
		t.Errorf("%+v", doc.Layouts)
	}
}

func TestSimulateBadInput(t *testing.T) {
	for _, tt := range []struct {
		args []string
		says []string
	}{
		{nil, []string{"no layout to try", "tabletop schema"}},
		{[]string{"--layout", "{salt(0, a)}"}, []string{"1 to 2147483647", "\n  {salt(0, a)}\n        ^"}},
		{[]string{"--layout", "{nobody}"}, []string{`no segment "nobody"`, "{nobody}", "there are"}},
		{[]string{"--layout", "{column(no:thing)}"}, []string{`no column "no:thing"`}},
		{[]string{"--layout", "{key()} => nix -> a"}, []string{`no family "nix"`}},
		{[]string{"--layout", "@/no/such/file"}, []string{"layout file"}},
		{[]string{"--layout", "{key()}", "--workload", "/no/such/file"}, []string{"workload"}},
		{[]string{"--layout", "{key()}", "--horizon", "soon"}, []string{"--horizon", "1y"}},
		{[]string{"--layout", "{key()}", "--tablet-share", "0"}, []string{"--tablet-share"}},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"simulate", "demo:garden"}, tt.args...)...)
		if code == exitOK {
			t.Errorf("%v went through", tt.args)
		}
		for _, s := range tt.says {
			if !strings.Contains(errs, s) {
				t.Errorf("%v says %q, not %q", tt.args, errs, s)
			}
		}
	}
}
