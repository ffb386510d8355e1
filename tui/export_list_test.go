package tui

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"tabletop/views"
)

// TestListIsExportedAsSeen verifies that e offers the list of every screen that has one as CSV, and that what is
// written has the lines that are listed: sorted and filtered.
func TestListIsExportedAsSeen(t *testing.T) {
	t.Parallel()
	files := &fakeFiles{}
	r := rigOf(t, Options{Source: "plain", Open: opens(newFake(300)), Files: files}, true)
	r.settle()
	write := func() (name string, lines [][]string) {
		t.Helper()
		r.keys("e")
		dialog := r.app.over.(*fileDialog)
		what := dialog.options[0]
		what.at = len(what.values) - 1
		what.changed()
		if !strings.HasPrefix(what.value(), "this list, ") || dialog.options[1].value() != "csv" {
			t.Fatalf("%q as %q is offered on %s", what.value(), dialog.options[1].value(), r.app.current.Title())
		}
		r.retype("list.csv")
		for range 2 { // the second enter writes over the file before
			if r.app.over != nil {
				r.keys("enter")
				r.settle()
			}
		}
		lines, err := csv.NewReader(strings.NewReader(files.text["list.csv"])).ReadAll()
		if err != nil || len(lines) < 2 {
			t.Fatalf("%s: %d lines, %v", r.app.current.Title(), len(lines), err)
		}
		return what.value(), lines
	}
	for _, key := range []string{"2", "3", "4", "5", "6", "7", "8"} {
		r.keys(key)
		r.settle()
		if screen := r.app.current; r.app.shownList() != nil {
			write()
		} else if screen.ID() != views.HeatScreen {
			t.Errorf("%s has no list", screen.Title())
		}
	}
	r.keys("2")
	r.settle()
	_, all := write()
	sample := r.app.data().Sample
	if len(all)-1 != sample.Rows() || !bytes.Equal([]byte(all[1][0]), sample.Key(0)) {
		t.Errorf("%d keys of %d, first %q", len(all)-1, sample.Rows(), all[1][0])
	}
	r.keys("/", "0", "7", "enter")
	r.settle()
	name, found := write()
	if len(found) >= len(all) || len(found) < 2 {
		t.Errorf("%s: %d lines of %d", name, len(found), len(all))
	}
	for _, line := range found[1:] {
		if !strings.Contains(line[0], "0") || !strings.Contains(line[0], "7") {
			t.Errorf("%q is not what was searched for", line[0])
		}
	}
}
