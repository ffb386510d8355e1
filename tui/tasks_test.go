package tui

import (
	"strings"
	"testing"
)

// task is one of the most common tasks: the keys that answer it from a fresh start, and the words by which the palette finds
// it. A press of « types » counts as none: the text would be typed anywhere.
type task struct {
	name  string
	keys  []string // those that begin with a quote are typed text
	shows []string
	word  string // typed into the palette
	finds string // the id of the item found first
}

// TestTenTasks verifies that none of the ten most common tasks takes more than three keys from a fresh start of the app, and
// that each is found in the palette by an ordinary word.
func TestTenTasks(t *testing.T) {
	for _, c := range []task{
		{"the largest row", []string{"5", "v"}, []string{"LARGEST ROWS", "▸ dev"}, "largest", "screen/Largest"},
		{"how keys are built", []string{"2"}, []string{"{name}#{time:s}"}, "schema", "screen/Keys"},
		{"the biggest first segment", []string{"5"}, []string{"▸ dev0"}, "size", "screen/Space"},
		{"what maxversions=1 would save", []string{"7", "i", "'maxversions=1", "enter"}, []string{"maxversions=1"}, "maxversions", "screen/Retention"},
		{"is time first a problem", []string{"9"}, []string{"no rule found"}, "problems", "screen/Findings"},
		{"the column with the most versions", []string{":", "'most versions", "enter"}, []string{"▾ METRIC", "versions ▾"}, "versions", "Columns/sort by versions"},
		{"a value by its key", []string{":", "'dev001#1700000001", "enter", "enter"}, []string{"dev001#1700000001", "value"}, "value", "Row/value"},
		{"copy a key", []string{"2", "y"}, []string{"sent the key"}, "copy", "Keys/copy"},
		{"export a report", []string{"e", "enter"}, []string{"wrote the report"}, "report", "everywhere/export"},
		{"compare with last week", []string{"f4", "c", "'last-week.tabletop", "enter"}, []string{"last-week.tabletop"}, "compare", "Diff/compare"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Files: &fakeFiles{}}, true)
			r.settle()
			pressed := 0
			for _, k := range c.keys {
				if text, ok := strings.CutPrefix(k, "'"); ok {
					for _, l := range text {
						r.keys(string(l))
					}
					continue
				}
				pressed++
				r.keys(k)
				r.settle()
			}
			if pressed > 3 {
				t.Errorf("it takes %d keys: %v", pressed, c.keys)
			}
			r.shows(c.shows...)
			r.app.openPalette()
			p := r.app.over.(*palette)
			if found := p.ranked(c.word); len(found) == 0 || p.items[found[0].Index].id() != c.finds {
				got := ""
				if len(found) > 0 {
					got = p.items[found[0].Index].id()
				}
				t.Errorf("%q finds %q first, want %s", c.word, got, c.finds)
			}
		})
	}
}
