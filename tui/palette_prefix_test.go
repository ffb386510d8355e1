package tui

import (
	"strings"
	"testing"

	"tabletop/views"
	"tabletop/views/text"
)

// TestPalettePrefixes verifies that >, #, @ and ! list only commands, keys and segments, columns, and findings, and
// that all of these can be reached so.
func TestPalettePrefixes(t *testing.T) {
	r := rigOf(t, Options{Source: "demo:e07", Open: openDemo}, true)
	r.settle()
	r.keys(":")
	p := r.app.over.(*palette)
	kinds := map[rune][]string{'#': {"segment", "key"}, '@': {"column", "family"}, '!': {"error", "warning", "note"}}
	for class, of := range kinds {
		n := 0
		for _, f := range p.ranked(string(class)) {
			n++
			if !strings.Contains(strings.Join(of, " "), p.items[f.Index].kind) {
				t.Errorf("%c lists %s", class, p.items[f.Index].id())
			}
		}
		if n == 0 {
			t.Errorf("%c lists nothing", class)
		}
	}
	for _, f := range p.ranked(">") {
		if it := p.items[f.Index]; it.class != commandClass {
			t.Errorf("> lists %s", it.id())
		}
	}
	if len(p.ranked(">export")) == 0 || len(p.ranked("@export")) != 0 {
		t.Error("a command is found by > only, and not by @")
	}
	r.shows(classHint)
}

// TestPaletteLeadsToFindingsAndSegments verifies that a finding chosen in the palette is under the cursor of Findings,
// a segment under that of Keys, and that a beginning typed behind # leads to the first key from it on.
func TestPaletteLeadsToFindingsAndSegments(t *testing.T) {
	copied := ""
	clipboard := func(text string) error { copied = text; return nil }
	r := rigOf(t, Options{Source: "demo:e07", Open: openDemo, Clipboard: clipboard}, true)
	r.settle()
	choose := func(typed string) {
		r.keys("1", ":")
		for _, l := range typed {
			r.keys(string(l))
		}
		r.keys("enter")
		r.settle()
	}
	for _, f := range r.app.data().Summary.Audit.Findings {
		choose("!" + f.Rule)
		if r.app.current.ID() != views.FindingsScreen {
			t.Fatalf("!%s opens %s", f.Rule, r.app.current.Title())
		}
		r.shows(string(f.Severity) + "  " + f.Title[:20])
	}
	l := r.app.data().Layouts[0]
	for _, seg := range l.Segments() {
		choose("#" + seg.Name)
		r.shows("‹{" + text.EscapeString(seg.Name))
	}
	key := string(r.app.data().Sample.Key(r.app.data().Sample.Rows() / 2))
	r.keys("1", ":")
	for _, c := range "#" + key {
		r.keys(string(c))
	}
	r.shows("go to a key")
	r.keys("enter")
	r.settle()
	if r.app.current.ID() != views.KeysScreen {
		t.Errorf("# with a key opens %s", r.app.current.Title())
	}
	r.keys("y", "y")
	r.settle()
	if copied != key {
		t.Errorf("# with a key leads to %q, not %q", copied, key)
	}
}

// TestScreensAreFoundByOtherWords verifies that each screen of the registry has words in the palette besides its title.
func TestScreensAreFoundByOtherWords(t *testing.T) {
	for _, entry := range screens() {
		if title := entry.fresh().Title(); len(findSynonyms(strings.ToLower(title))) < 3 {
			t.Errorf("the palette knows %s by hardly any word", title)
		}
	}
}
