package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSimulate(t *testing.T) {
	long(t)
	queries := filepath.Join(t.TempDir(), "queries.yaml")
	if err := os.WriteFile(queries, []byte("queries:\n  - name: a day\n    where: {day: equal}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, nil, "simulate", "demo:meters", "--format", "json", "--workload", queries,
		"--horizon", "90d", "--split-threshold", "0.1", "--current-layout", "{meter:pad(10)}#{day:date(20060102)}",
		"--layout", "{day}#{meter}", "--layout", "{meter}")
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
	if byDay.Hotspot.Pattern != "moving hotspot" || byDay.Queries[0].Access != "prefix" ||
		byMeter.Collisions["merged_rows"] != float64(doc.Today.Rows) {
		t.Errorf("%+v", doc.Layouts)
	}
	if byDay.Projection.Days != 90 || byDay.Replay.Share != 0.1 || byDay.Replay.Busiest < 3*byMeter.Replay.Busiest {
		t.Errorf("%+v", doc.Layouts)
	}
}

func TestSimulateBadInput(t *testing.T) {
	long(t)
	workload := func(name, where string) string {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte("queries:\n  - name: q\n    where: {"+where+"}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	for _, tt := range []struct {
		args []string
		says []string
	}{
		{nil, []string{"missing --layout", "tabletop schema"}},
		{[]string{"--layout", "{salt(0, a)}"}, []string{"1 to 2147483647", "\n  {salt(0, a)}\n        ^"}},
		{[]string{"--layout", "{nobody}"}, []string{`no segment "nobody"`, "{nobody}", "there are"}},
		{[]string{"--layout", "{column(no:thing)}"}, []string{`no column "no:thing"`}},
		{[]string{"--layout", "{key()} => nix -> a"}, []string{`no family "nix"`}},
		{[]string{"--layout", "@/no/such/file"}, []string{"layout file"}},
		{[]string{"--layout", "{key()}", "--workload", "/no/such/file"}, []string{"workload"}},
		{[]string{"--layout", "{key()}", "--workload", workload("segment.yaml", "nobody: equal")},
			[]string{"line 3", `no segment "nobody"`, "there are"}},
		{[]string{"--layout", "{key()}", "--workload", workload("column.yaml", `"no:thing": equal`)},
			[]string{`query "q"`, "no:thing"}},
		{[]string{"--layout", "{key()}", "--horizon", "soon"}, []string{"--horizon", "1y"}},
		{[]string{"--layout", "{key()}", "--tablet-share", "0"}, []string{"--tablet-share"}},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"simulate", "demo:garden/months"}, tt.args...)...)
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

// What a person should know of a layout before it is used is counted, and zero rows are no merit.
func TestSimulateCounts(t *testing.T) {
	long(t)
	out, errs, code := tabletop(t, nil, "simulate", "demo:garden", "--layout", "{salt(1000000, kind)}#{day}",
		"--layout", "{day} => drop *", "--layout", "{key()}",
		"--layout", "{ key() }")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	text := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{"takes 1000000 range scans", "no row is left",
		" rows of the current table would be left without cells", "The same layout as today."} {
		if !strings.Contains(text, want) {
			t.Errorf("does not say %q: %s", want, out)
		}
	}
	if strings.Count(text, "The same layout as") != 2 {
		t.Errorf("two layouts are like others: %s", out)
	}
}

// The map of another layout is of its own keys, in all formats.
func TestHeatOfLayout(t *testing.T) {
	long(t)
	args := []string{"heat", "demo:games/plays_by_day", "--layout", "{day}#{kind}", "--windows", "20", "--buckets",
		"30"}
	out, errs, code := tabletop(t, nil, append(args, "--format", "json")...)
	var doc struct {
		Predicted string `json:"predicted_for"`
		Pattern   string
		Today     string `json:"words_today"`
		Keys      []struct {
			First string `json:"first_key"`
			Rows  int
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil || code != exitOK {
		t.Fatalf("%v, exit %d: %s", err, code, errs)
	}
	if doc.Predicted != "{day}#{kind}" || doc.Pattern != "moving hotspot" ||
		!strings.HasPrefix(doc.Today, "Fixed hot range") || len(doc.Keys) != 30 {
		t.Errorf("%+v", doc)
	}
	for i, k := range doc.Keys {
		if k.First == "" || k.First[0] > '9' || i > 0 && k.First < doc.Keys[i-1].First {
			t.Errorf("key %d is %s", i, k.First)
		}
	}
	for format, want := range map[string]string{"text": "projected for layout {day}#{kind}", "png": "\x89PNG"} {
		if out, errs, code := tabletop(t, nil, append(args, "--format", format)...); code != exitOK ||
			!strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %s", format, code, errs)
		}
	}
	for layout, want := range map[string]string{"{nobody}": `no segment "nobody"`,
		"{key()} ++ {key()}": "one table under one layout", "{": "belongs here"} {
		if _, errs, code := tabletop(t, nil, "heat", "demo:garden/months", "--layout", layout); code != exitUsage ||
			!strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s", layout, code, errs)
		}
	}
}

// TestCurrentLayoutErrors verifies that an error names the flag that the user typed.
func TestCurrentLayoutErrors(t *testing.T) {
	for flag, args := range map[string][]string{
		"--current-layout": {"simulate", "demo:meters", "--layout", "{a}", "--current-layout", "{a"},
		"--layout":         {"schema", "demo:meters", "--layout", "{a"},
		"--from":           {"code", "--layout", "{a}", "--from", "{a", "--language", "go"},
	} {
		_, errs, code := tabletop(t, nil, args...)
		if want := "invalid " + flag + ": "; code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, no %q in %s", args, code, want, errs)
		}
	}
}
