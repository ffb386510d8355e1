package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestGC(t *testing.T) {
	long(t)
	out, errs, code := tabletop(t, nil, "gc", "demo:tenants", "--strategy", "everything", "--format", "json",
		"--policy", "bill=maxversions=1", "--policy", "bill=maxversions=1 && maxage=36500d", "--now",
		"2030-01-01T00:00:00Z")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	var doc struct {
		Now      time.Time
		Scope    string
		Families []struct {
			Family   string
			Rule     string
			Cells    int64
			Eligible int64 `json:"eligible_cells"`
			Policies []struct {
				Rule string
				Kept int64 `json:"kept_cells"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if doc.Now.Year() != 2030 || doc.Scope != "all" || len(doc.Families) != 2 {
		t.Errorf("%+v", doc)
	}
	bill := doc.Families[0]
	if bill.Rule != "maxversions=2 || maxage=365d" || bill.Eligible != bill.Cells || len(bill.Policies) != 2 {
		t.Fatalf("years later all of %+v is eligible", bill)
	}
	// One version of each column is less than all there is; an intersection with a century keeps everything.
	if one := bill.Policies[0].Kept; one <= 0 || one >= bill.Cells || bill.Policies[1].Kept != bill.Cells {
		t.Errorf("policies keep %+v of %d", bill.Policies, bill.Cells)
	}
}

func TestGCText(t *testing.T) {
	long(t)
	out, errs, code := tabletop(t, nil, "gc", "demo:tenants", "--policy", "buy=maxage=30d")
	if code != exitOK || !strings.Contains(out, "TRIED") ||
		!strings.Contains(out, "setgcpolicy purchases buy maxage=30d") {
		t.Errorf("exit %d: %s\n%s", code, errs, out)
	}
}

func TestGCBadInput(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tenants.tabletop")
	ok(t, "sample", "demo:tenants", "--rows", "50", "-o", file)
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	if err := os.WriteFile(bad, []byte("queries: [{name: q, where: {colour: equal}}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		says []string
	}{
		{[]string{"--policy", "bill"}, []string{"FAMILY=POLICY"}},
		{[]string{"--policy", "bill=maxversions=2 || maxage=30w"},
			[]string{"family bill", "weeks", "\n  maxversions=2 || maxage=30w\n                            ^"}},
		{[]string{"--policy", "bell=maxversions=2"}, []string{`unknown family "bell" in --policy`, "bill, buy"}},
		{[]string{"--now", "yesterday"}, []string{`invalid value "yesterday" for --now: must be a time`}},
		{[]string{"--tier", "29d"}, []string{`invalid value "29d" for --tier: must be an age of at least 30d`}},
		{[]string{"--filter", "perl"}, []string{"for --filter: must be one of cbt, go, java, python"}},
		{[]string{"--workload", bad}, []string{"invalid workload file", `no segment "colour"`}},
		{[]string{"--prices", bad}, []string{"invalid file of prices", `line 1: unknown field "queries": the fields are currency`}},
		{[]string{"--format", "csv"}, []string{"csv", "text, json, openmetrics, markdown, or html"}},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"gc", file}, tt.args...)...)
		if code != exitUsage {
			t.Errorf("%q: exit %d", tt.args, code)
		}
		for _, want := range tt.says {
			if !strings.Contains(errs, want) {
				t.Errorf("%q says %q, which lacks %q", tt.args, errs, want)
			}
		}
	}
}

func TestInstant(t *testing.T) {
	want := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	for _, s := range []string{"2026-11-20T14:00:00Z", "2026-11-20T15:00:00+01:00", "2026-11-20 14:00:00", "1795183200",
		"1795183200000", "1795183200000000"} {
		if got, err := instant(s); err != nil || !got.Equal(want) {
			t.Errorf("%s is %v, %v", s, got, err)
		}
	}
	if got, err := instant("2026-11-20"); err != nil || !got.Equal(want.Truncate(24*time.Hour)) {
		t.Errorf("a date is %v, %v", got, err)
	}
}
