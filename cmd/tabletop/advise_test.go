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
	out, stderr, code := tabletop(t, nil, "advise", "demo:stocks", "--layout", "{ticker}#{day:date(20060102)}", "--workload", file, "--format", "json")
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
	_, stderr, code = tabletop(t, nil, "advise", "demo:stocks", "--layout", "{symbol}#{day:date(20060102)}", "--workload", file)
	if code != 2 || !strings.Contains(stderr, `no segment "ticker"; there are symbol, day`) {
		t.Errorf("exit %d: %s", code, stderr)
	}
}
