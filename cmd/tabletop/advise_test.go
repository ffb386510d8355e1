package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAdvise(t *testing.T) {
	long(t)
	file := filepath.Join(t.TempDir(), "queries.yaml")
	if err := os.WriteFile(file, []byte("queries:\n  - {name: history, where: {ticker: equal}}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := tabletop(t, nil, "advise", "demo:stocks", "--layout", "{ticker}#{day:date(20060102)}",
		"--workload", file, "--format", "json")
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	var got struct {
		Verdict string
		Keep    bool
		Layouts []struct {
			Template string
			Today    bool
			Queries  []struct {
				Name, Access string
				RowsRead     float64 `json:"rows_read"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	if !got.Keep || len(got.Layouts) == 0 || !got.Layouts[0].Today || got.Layouts[0].Queries[0].Access != "prefix" {
		t.Errorf("%+v", got)
	}
	_, stderr, code = tabletop(t, nil, "advise", "demo:stocks", "--layout", "{symbol}#{day:date(20060102)}",
		"--workload", file)
	if code != 2 || !strings.Contains(stderr, `no segment "ticker"; there are symbol, day`) {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

// TestAdviseFlags verifies that a size or a file of costs that cannot be used is a usage error that states the cause,
// before or after the table is read.
func TestAdviseFlags(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	costs, friends := filepath.Join(dir, "costs.yaml"), filepath.Join(dir, "friends.tabletop")
	ok(t, "sample", "demo:friends", "--rows", "300", "-o", friends)
	if err := os.WriteFile(costs, []byte("row_microseconds: 1\nseek: 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flag, value, want string
		code              int
	}{
		{"--expect", "0", `invalid value "0" for --expect: must be at least 1 row`, 2},
		{"--expect", "-5", "must be at least 1 row", 2},
		{"--expect", "2X", "must be a number of rows", 2}, {"--expect", "much", "must be a number of rows", 2},
		{"--expect", "5", `invalid value "5" for --expect: the table has`, 2},
		{"--costs", costs, `line 2: unknown field "seek"`, 2},
		{"--costs", filepath.Join(dir, "none"), "cannot read --costs", 1},
	} {
		_, stderr, code := tabletop(t, nil, "advise", friends, c.flag, c.value)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%s %s: exit %d, %s", c.flag, c.value, code, stderr)
		}
	}
}

// TestAdviseWorkloads verifies that a workload that cannot be used is a usage error that names the file, the line, and
// for SQL the column.
func TestAdviseWorkloads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	places := filepath.Join(dir, "places.tabletop")
	ok(t, "sample", "demo:places", "--rows", "300", "-o", places)
	for name, c := range map[string]struct{ text, want string }{
		"nothing.yaml": {"", "the workload is empty"},
		"none.yaml":    {"queries: []\n", "line 1: queries: with at least one query"},
		"never.yaml": {"queries:\n  - {name: a, frequency: 0}\n  - {name: b, frequency: 0}\n",
			"line 2: frequency: 0: a query that never runs"},
		"column.yaml": {"queries:\n  - {name: a, where: {'f:none': equal}}\n",
			`line 2: query "a": no row read has the column f:none`},
		"or.sql": {"SELECT * FROM places\nWHERE geohash = @a OR geohash = @b\n",
			"line 2, column 7: OR is not read"},
		"window.sql": {"SELECT *,\n  ROW_NUMBER() OVER (PARTITION BY a) FROM places", "line 2, column"},
		"group.sql": {"SELECT nobody, MAX(day) FROM places\nGROUP BY nobody",
			"line 2, column 10: GROUP BY wants segments of the keys"},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, stderr, code := tabletop(t, nil, "advise", places, "--workload", file)
		if code != 2 || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, name) {
			t.Errorf("%s: exit %d, %s", name, code, stderr)
		}
	}
}
