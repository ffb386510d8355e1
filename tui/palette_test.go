package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/views"
)

// TestPaletteByOrdinaryWords verifies that ordinary words find, first of all, what people mean by them.
func TestPaletteByOrdinaryWords(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	for name, words := range map[string]map[string]string{"everyday": everydayWords(), "documents": documentWords(),
		"measured": measuredWords()} {
		for word, want := range words {
			r.app.openPalette()
			p := r.app.over.(*palette)
			found := p.ranked(word)
			if len(found) == 0 || !leadsTo(p.items[found[0].Index].id(), want) {
				var got []string
				for _, f := range found[:min(len(found), 4)] {
					got = append(got, p.items[f.Index].id())
				}
				t.Errorf("%s: %q finds %v, want %s first", name, word, got, want)
			}
		}
	}
}

// leadsTo reports whether an item of the palette is one of those wanted: by its ID, or a screen or its commands by its
// title.
func leadsTo(id, wanted string) bool {
	return slices.ContainsFunc(strings.Split(wanted, ", "), func(want string) bool {
		return id == want || id == "screen/"+want || strings.HasPrefix(id, want+"/")
	})
}

// TestPaletteGlossary verifies that a term and a guideline find the page that explains them.
func TestPaletteGlossary(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300))}, true)
	r.settle()
	for word, kind := range map[string]string{"tablet": "glossary", "G08": "guideline"} {
		r.keys(":")
		for _, l := range word {
			r.keys(string(l))
		}
		p := r.app.over.(*palette)
		if it := p.items[p.finder.Chosen()]; it.kind != kind {
			t.Errorf("%q finds %s first", word, it.id())
		}
		r.keys("esc")
	}
	r.keys(":")
	for _, l := range "tablet" {
		r.keys(string(l))
	}
	r.keys("enter")
	r.shows("A range of adjacent keys", "See it on: Heat", "Lesson: sorted-keys")
}

// TestPaletteOrder verifies the order of finds: names before help, letters in order last, and what was used lately
// first among equals.
func TestPaletteOrder(t *testing.T) {
	p := &palette{}
	p.items = []paletteItem{{name: "p-l-a-n letters"}, {name: "zoom", help: "plan of the read"}, {name: "explanation"},
		{name: "airplane", synonyms: []string{"plane"}},
		{name: "new plans"}, {name: "planar"}, {name: "a plan b"}, {name: "plan"}, {name: "planner", kind: "used"},
		{name: "nothing"}}
	p.recent = []string{"used/planner"}
	var got []string
	for _, f := range p.ranked("plan") {
		got = append(got, p.items[f.Index].name)
	}
	want := "plan, a plan b, planner, planar, new plans, airplane, explanation, zoom, p-l-a-n letters"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, ", "), want)
	}
	if n := len(p.ranked("")); n != len(p.items) {
		t.Errorf("without a word %d are listed", n)
	}
	if found := p.ranked("plan letters"); len(found) != 1 {
		t.Errorf("two words find %v", found)
	}
}

// TestPaletteRemembers verifies that what was chosen stands first the next time, and that a command of another screen
// opens it and is carried out there.
func TestPaletteRemembers(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300))}, true)
	r.settle()
	r.keys(":")
	for _, l := range "queries" {
		r.keys(string(l))
	}
	r.keys("enter")
	r.settle()
	if r.app.current.Title() != "Lab" || !r.app.current.Editing() {
		t.Errorf("the queries of the Lab are not open: %s", r.app.current.Title())
	}
	r.keys("esc", "1", ":")
	p := r.app.over.(*palette)
	if id := p.items[p.finder.Chosen()].id(); id != "Lab/queries" {
		t.Errorf("%s stands first", id)
	}
}

// BenchmarkPalette is a letter typed into the palette with 2,000 columns in it. The limit is 16 ms.
func BenchmarkPalette(b *testing.B) {
	p := &palette{}
	for i := range paletteColumns {
		p.items = append(p.items, paletteItem{name: fmt.Sprintf("family:qualifier_%d", i), help: "1.2 MB"})
	}
	for b.Loop() {
		p.ranked("qfier 17")
	}
}

// TestPaletteOffersTables verifies that tables, saved samples, and demos are offered though the app was opened on a
// table, as they are found, and that what was typed meanwhile stays.
func TestPaletteOffersTables(t *testing.T) {
	c := someEntries()
	c.gate = make(chan struct{})
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(30)), Catalog: c}, true)
	r.settle()
	r.keys(":", "o", "p", "e", "n")
	r.until("open demo:e01") // needs no network
	r.hides("open orders")
	close(c.gate)
	r.settle()
	r.shows("› open", "open orders")
	r.keys("space", "o", "r", "d", "enter")
	if r.app.table.name != "prod/eu/orders" {
		t.Errorf("opened %s", r.app.table.name)
	}
}

// TestGlossaryKeys verifies that w explains the terms of each screen, or of the figure under the cursor with the terms
// and guidelines that the explanation uses, and that : finds a guideline by its ID, with the lessons that teach it.
func TestGlossaryKeys(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	for key, want := range map[string]string{"4": "cell: A value with a timestamp",
		"7": "garbage collection: The removal"} {
		r.keys(key)
		r.settle()
		if b := r.app.current.Bindings(); r.app.current.Editing() ||
			slices.ContainsFunc(b, func(b views.Binding) bool { return slices.Contains(b.Keys, "w") }) {
			continue // the screen explains its figures itself
		}
		r.keys("w")
		r.shows("Terms of", want)
		r.keys("esc")
	}
	r.keys("6")
	r.settle()
	r.keys("w")
	r.shows("Terms", "window: A span of time")
	r.keys("esc", ":")
	for _, letter := range "g40" {
		r.keys(string(letter))
	}
	r.shows("guideline G40")
	r.keys("enter")
	r.shows("G40: Time in front", "Lessons: ", "hotspots", "Terms")
}
