package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestRemovedNamesTheReplacement verifies that merge and the flags that read shards are usage errors that name what to
// use in their place, and that help does not list them.
func TestRemovedNamesTheReplacement(t *testing.T) {
	for _, args := range [][]string{
		{"merge", "a.tabletop", "b.tabletop", "-o", "c.tabletop"}, {"merge", "--help"},
		{"sample", "p/i/t", "--shard", "7/64", "-o", "a.tabletop"},
		{"sample", "p/i/t", "--shard=7/64"}, {"sample", "p/i/t", "--shard-plan", "plan.json"},
		{"sample", "p/i/t", "--shard-plan-out", "plan.json"},
	} {
		out, errs, code := tabletop(t, nil, args...)
		if code != exitUsage || out != "" || !strings.Contains(errs, "--strategy everything") ||
			!strings.Contains(errs, "tabletop-beam census") {
			t.Errorf("%v: exit code %d, %s%s", args, code, out, errs)
		}
	}
	for _, args := range [][]string{{"--help"}, {"sample", "--help"}, {"help"}} {
		if out, _, _ := tabletop(t, nil, args...); strings.Contains(out, "shard") || strings.Contains(out, "merge") {
			t.Errorf("%v lists what was removed:\n%s", args, out)
		}
	}
}

// TestFilesOfOlderVersions verifies that files of versions which read tables in shards still open: one shard as counts
// of its range of keys, merged shards as counts of the table, and those that lack a shard, or were interrupted, as
// partial samples without counts.
func TestFilesOfOlderVersions(t *testing.T) {
	for name, want := range map[string]struct {
		code    int
		rows    float64
		counted bool
		errs    string
	}{
		"part-2": {exitOK, 286, true, ""}, "merged": {exitOK, 900, true, ""},
		"missing": {exitPartial, 40, false,
			"shard 2 of 3 is missing, 32.9% of the table's bytes; to read the rest: tabletop sample p/i/t --continue"},
		"interrupted": {exitOK, 40, false, ""},
	} {
		file := filepath.Join("testdata", "older", name+snapshotExt)
		for _, command := range []string{"schema", "stats", "gc", "heat"} {
			out, errs, code := tabletop(t, nil, command, file, "--format", "json")
			if code != want.code || !strings.Contains(errs, want.errs) {
				t.Errorf("%s %s: exit code %d, %s", command, name, code, errs)
			}
			if command != "stats" {
				continue
			}
			var stats struct {
				Table struct {
					Rows float64
					Read float64 `json:"rows_read"`
					All  bool    `json:"all_rows_counted"`
					Keys bool    `json:"all_keys_counted"`
				}
			}
			if err := json.Unmarshal([]byte(out), &stats); err != nil {
				t.Fatal(err)
			}
			if got := stats.Table; got.All != want.counted || got.Keys != want.counted ||
				want.counted && got.Rows != want.rows {
				t.Errorf("stats %s: %+v, not %+v", name, got, want)
			}
		}
	}
}
