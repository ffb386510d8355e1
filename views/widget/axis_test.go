package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"tabletop/model/rowkey"
)

// TestAxisLabels verifies that the lines of a map have the first value that the line above has not, moved in by those
// before it, without values that all keys begin with, and times as short as their room.
func TestAxisLabels(t *testing.T) {
	layout, err := rowkey.Parse("r#{user}#{at:ms}")
	if err != nil {
		t.Fatal(err)
	}
	var keys [][]AxisValue
	for _, key := range []string{"r#eve#1795179451000", "r#eve#1795179452000", "r#max#1795179451000"} {
		keys = append(keys, KeyAxis(rowkey.Set{layout}, []byte(key)))
	}
	st := NewStyles(Mono, colorprofile.Ascii)
	for w, want := range map[int]string{28: "eve|  2026-11-20 12:57:32.000|max", 23: "eve|  2026-11-20 12:57:32|max",
		18: "eve|  2026-11-20 12:57|max", 13: "eve|  11-20 12:57|max"} {
		var got []string
		for _, line := range AxisLabels(st, keys, w) {
			if Width(line) != w {
				t.Errorf("%q has %d cells, not %d", line, Width(line), w)
			}
			got = append(got, strings.TrimRight(ansi.Strip(line), " "))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%d cells: %q, want %q", w, strings.Join(got, "|"), want)
		}
	}
	if got := AxisShared(keys, 20); got != "" {
		t.Errorf("%q is shared", got)
	}
	keys = keys[:2]
	if got := AxisShared(keys, 20); got != "eve" {
		t.Errorf("shared: %q", got)
	}
	if got := AxisLabels(st, keys, 24); !strings.HasPrefix(ansi.Strip(got[0]), "2026-11-20 12:57:31.000") {
		t.Errorf("the shared value is said again: %q", got)
	}
	if got := KeyAxis(rowkey.Set{layout}, []byte("x\x00\xd0\x96")); len(got) != 1 || got[0].Text != `x\x00\xd0\x96` {
		t.Errorf("a key of no layout: %+v", got)
	}
}

// TestRowName verifies how a row is called in little room: its values, times cut to seconds, then without the year, then
// the middle cut away; and its bytes where no layout reads it.
func TestRowName(t *testing.T) {
	layout, err := rowkey.Parse("r#{user}#{at:ms}")
	if err != nil {
		t.Fatal(err)
	}
	key := []byte("r#eve#1795179451000")
	for w, want := range map[int]string{29: "eve · 2026-11-20 12:57:31.000", 28: "eve · 2026-11-20 12:57:31",
		24: "eve · 11-20 12:57:31", 19: "eve · 11-… 12:57:31", 4: "eve…"} {
		if got := RowName(rowkey.Set{layout}, key, w); got != want {
			t.Errorf("%d cells: %q, want %q", w, got, want)
		}
	}
	if got := RowName(nil, key, 40); got != "r#eve#1795179451000" {
		t.Errorf("without a layout: %q", got)
	}
	if got := RowName(rowkey.Set{layout}, []byte("r##1795179451000"), 40); got != "(empty) · 2026-11-20 12:57:31.000" {
		t.Errorf("an empty value: %q", got)
	}
}
