package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// firstSegment is what stats --distinct states of the first segment.
type firstSegment struct {
	Segment string
	Values  int64
	Exact   bool
	Limit   int64
}

func countFirst(t *testing.T, args ...string) firstSegment {
	t.Helper()
	out, errs, code := tabletop(t, nil, append([]string{"stats", "--format", "json"}, args...)...)
	var got struct {
		First firstSegment `json:"first_segment"`
	}
	if err := json.Unmarshal([]byte(out), &got); code != exitOK || err != nil {
		t.Fatalf("%v: exit code %d, %v: %s", args, code, err, errs)
	}
	return got.First
}

// Skipping through the table counts what reading all of it counts, and stops where it is told to.
func TestDistinct(t *testing.T) {
	long(t)
	layout := "--layout={tenant}#{rest...}"
	all := countFirst(t, "demo:tenants", layout, "--strategy", "everything", "--distinct")
	few := countFirst(t, "demo:tenants", layout, "--rows", "300", "--distinct")
	if few != all || !all.Exact || all.Values < 2 || all.Segment != "tenant" {
		t.Errorf("by skipping %+v, by reading %+v", few, all)
	}
	if got := countFirst(t, "demo:tenants", layout, "--rows", "300", "--distinct=10"); got.Exact || got.Values != 10 ||
		got.Limit != 10 {
		t.Errorf("counted to 10: %+v", got)
	}
	if got := countFirst(t, "demo:tenants", layout, "--rows", "300"); got != (firstSegment{}) {
		t.Errorf("not asked for, counted is %+v", got)
	}
	out, errs, code := tabletop(t, nil, "stats", "demo:tenants", layout, "--rows", "300", "--distinct=10")
	if code != exitOK || !strings.Contains(out, "tenant has at least 10 values") {
		t.Errorf("exit code %d: %s%s", code, errs, out)
	}
}

func TestDistinctRefused(t *testing.T) {
	long(t)
	part := filepath.Join(t.TempDir(), "part.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "--rows", "50", "-o", part); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	for args, c := range map[string]struct {
		code int
		says string
	}{
		"demo:garden/months --distinct=0":                  {exitUsage, "from 1 to"},
		"demo:garden/months --distinct=many":               {exitUsage, "many"},
		"demo:garden/months --distinct --key-regex .*":     {exitUsage, "--key-regex"},
		"demo:garden/months --distinct --layout [{a}#]{b}": {exitError, "--layout"},
		part + " --distinct --layout {a}#{b...}":           {exitUsage, "does not hold all rows"},
	} {
		out, errs, code := tabletop(t, nil, append([]string{"stats"}, strings.Fields(args)...)...)
		if code != c.code || !strings.Contains(errs, c.says) || out != "" {
			t.Errorf("%s: exit code %d: %s", args, code, errs)
		}
	}
}

// What was left out on purpose is said, so that "all there is" is not taken for the table.
func TestRestrictionIsTold(t *testing.T) {
	out, errs, code := tabletop(t, nil, "stats", "demo:garden/months", "--start", "a", "--since", "2020-01-01")
	if want := "Filters: keys from a on, cells since 2020-01-01 00:00:00."; code != exitOK ||
		!strings.Contains(out, want) {
		t.Errorf("exit code %d, %q is not told: %s%s", code, want, errs, out)
	}
}
