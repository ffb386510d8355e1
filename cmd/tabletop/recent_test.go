package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tabletop/views/tables"
)

// TestRecentTables verifies that the tables opened last come first in the picker, with what they showed, each once, and
// that a file that is absent or broken has none.
func TestRecentTables(t *testing.T) {
	f := recentFile{filepath.Join(t.TempDir(), "state", "recent.json")}
	if got := f.load(); got != nil {
		t.Errorf("an absent file has %v", got)
	}
	at := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	for i := range maxRecentTables + 3 {
		if err := f.add(fmt.Sprintf("p/i/t%d", i), tables.Known{Rows: int64(i), Opened: at}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.add("demo:meters", tables.Known{Rows: 7, Complete: true, Families: []string{"f"}, Opened: at}); err !=
		nil {
		t.Fatal(err)
	}
	if err := f.add("p/i/t5", tables.Known{Rows: 50, Opened: at}); err != nil {
		t.Fatal(err)
	}
	got := f.withRecent([]tables.Entry{{Kind: "demo", Name: "meters", Source: "demo:meters"}})
	if len(got) != maxRecentTables || got[0].Source != "p/i/t5" || got[0].Known.Rows != 50 || got[0].Kind != "recent" {
		t.Errorf("%d entries, the first %+v", len(got), got[0])
	}
	if last := got[len(got)-1]; last.Source != "demo:meters" || last.Kind != "demo" || last.Known == nil ||
		last.Known.Rows != 7 {
		t.Errorf("the demo is %+v", last)
	}
	if err := os.WriteFile(f.path, []byte("not JSON"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := f.load(); got != nil {
		t.Errorf("a broken file has %v", got)
	}
	if err := (recentFile{}).add("x", tables.Known{}); err != nil || (recentFile{}).load() != nil {
		t.Errorf("without a home: %v", err)
	}
}
