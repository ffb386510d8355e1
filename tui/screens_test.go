package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// TestScreens walks over every registered screen with every key it binds, at many sizes, on plain, hostile, tiny and
// empty tables. rig checks that each frame fits; here it is checked that nothing of the table comes through raw.
func TestScreens(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]*fakeSource{"plain": newFake(300), "one": newFake(1), "empty": newFake(0),
		"hostile": newFake(257)} {
		f.hostile = name == "hostile"
		r := rigOf(t, Options{Source: name, Open: opens(f), Catalog: someEntries(), Profile: colorprofile.ASCII}, true)
		r.settle()
		for _, s := range r.app.screens {
			for i, size := range [][2]int{{80, 24}, {200, 60}, {40, 12}, {57, 17}} {
				if !slowtest.On() && (name != "hostile" && i > 0 || i%2 == 1) {
					continue // all with TABLETOP_SLOW
				}
				r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				r.app.jump(s)
				r.settle()
				r.tries(s)
			}
		}
	}
}

// tries presses every key a screen binds, and those all lists know.
func (a *appTest) tries(s *screen) {
	a.t.Helper()
	keys := []string{"j", "k", "G", "g", "ctrl+d", "ctrl+u", "tab", "/", "a", "enter", "esc"}
	if s.ID() != views.TablesScreen {
		for _, b := range s.Bindings() {
			keys = append(keys, b.Keys...)
		}
	}
	for _, key := range keys {
		a.app.jump(s)
		for s.Editing() && s.ID() != views.TablesScreen && key != "a" && key != "enter" {
			a.keys("esc")
			if s.Editing() {
				a.t.Fatalf("esc does not end the typing on screen %s", s.ID())
			}
		}
		a.keys(key)
		a.settle()
		content := a.app.View().Content
		for _, bad := range []string{"\x1b]", "\a", "\x1b[2J", "\r", "\t", "\u202e", "\xff", "\u009b", "\x1b[31m"} {
			if strings.Contains(content, bad) {
				a.t.Errorf("after %s on screen %s %q is in the frame", key, s.ID(), bad)
			}
		}
		if a.app.over != nil {
			a.keys("esc")
		}
		if a.app.table == nil { // the picker may have opened another
			a.app.open("x")
			a.settle()
		}
	}
}

// BenchmarkScreens is a key press and the frame after it on each screen with a sample of 100,000 rows, 200 × 60 cells.
// The limit is 16 ms.
func BenchmarkScreens(b *testing.B) {
	r := rigOf(b, Options{Source: "x", Open: opens(newFake(100_000)), Profile: colorprofile.TrueColor}, true)
	r.settle()
	r.app.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	pressScreens(b, r)
}

// pressScreens times a key press and the frame after it on each screen.
func pressScreens(b *testing.B, r *appTest) {
	b.Helper()
	for _, s := range r.app.screens {
		b.Run(string(s.ID()), func(b *testing.B) {
			r.app.jump(s)
			r.settle()
			for i := 0; b.Loop(); i++ {
				key := "down"
				if i%50 > 25 {
					key = "up"
				}
				r.app.Update(keyMsg(key))
				_ = r.app.View()
			}
		})
	}
}

// BenchmarkNewData is what a new sample of 100,000 rows costs the loop on each screen: being told and drawing. It comes
// a few times a second at most while rows are read.
func BenchmarkNewData(b *testing.B) {
	f := newFake(100_000)
	samples := [2]*sample.Sample{f.take(100_000, sample.Provenance{}), f.take(99_999, sample.Provenance{})}
	r := rigOf(b, Options{Source: "x", Open: opens(f), Profile: colorprofile.TrueColor}, true)
	r.settle()
	r.app.Update(tea.WindowSizeMsg{Width: 200, Height: 60})
	for _, s := range r.app.screens {
		b.Run(string(s.ID()), func(b *testing.B) {
			r.app.jump(s)
			r.settle()
			for i := 0; b.Loop(); i++ {
				d := *r.app.table.data
				d.Sample = samples[i%2] // screens may know a sample they have seen
				r.app.table.data = &d
				r.app.updateScreen(s)
				r.app.dirty = true
				_ = r.app.View()
			}
		})
	}
}
