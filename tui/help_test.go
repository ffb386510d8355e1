package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"tabletop/views/widget"
)

// TestHelpOfEveryScreen verifies that nothing of the help is cut at any size: each key that does something stands there
// once, with all words up to the first comma, colon, semicolon, or parenthesis; that it takes at most two pages at 80x24
// and one at 120x36; and that going down a page leaves no line out.
func TestHelpOfEveryScreen(t *testing.T) {
	t.Parallel()
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(100)), Catalog: someEntries(),
		Profile: colorprofile.ASCII}, true)
	r.settle()
	for _, s := range r.app.screens {
		r.app.jump(s)
		r.settle()
		for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 36}, {140, 40}, {200, 60}} {
			r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			r.keys("?")
			pages := r.helpPages()
			if most := map[bool]int{true: 2, false: 1}[size[0] < 120]; len(pages) > most {
				t.Errorf("%s at %v: %d pages, want at most %d\n%s", s.Title(), size, len(pages), most,
					strings.Join(pages, "\n"))
			}
			all := strings.Join(pages, " ")
			if strings.Contains(strings.ReplaceAll(all, "0…9", ""), "…") {
				t.Errorf("%s at %v: cut\n%s", s.Title(), size, all)
			}
			for _, group := range r.app.helpGroups() {
				for _, item := range group.Items {
					if line := helpLine(item); line != "" && group.Brief == nil && !strings.Contains(all, line) {
						t.Errorf("%s at %v: no %q\n%s", s.Title(), size, line, all)
					}
				}
			}
			r.keys("esc")
		}
	}
}

// helpPages are the pages of the help that is open.
func (a *appTest) helpPages() []string {
	a.t.Helper()
	page, ok := a.app.over.(*page)
	if !ok {
		a.t.Fatal("no help is open")
	}
	var pages []string
	for range 9 {
		box, _ := a.app.overBox()
		pages = append(pages, ansi.Strip(box))
		if at, of := page.view.Page(); at == of {
			break
		}
		a.keys("pgdown")
	}
	return pages
}

// helpLine is the beginning of the line of an item: its first key and the first word; empty without a key.
func helpLine(item widget.HelpItem) string {
	if len(item.Keys) == 0 {
		return ""
	}
	const width = 9
	names := widget.KeyNames(item.Keys)
	if widget.Width(names) > width {
		names = widget.KeyNames(item.Keys[:len(item.Keys)-1])
	}
	return widget.Pad(names, width) + " " + strings.TrimRight(strings.Fields(item.Text)[0], ",:;")
}

// TestFindInHelpShowsSentences verifies that a search in the help shows the whole sentences of what holds the words, and
// says so where nothing does.
func TestFindInHelpShowsSentences(t *testing.T) {
	t.Parallel()
	r := newRig(t, Options{Source: "x", Open: opens(newFake(100))})
	r.settle()
	r.keys("?", "/")
	r.keys(strings.Split("under the cursor; esc", "")...)
	r.shows("narrow all screens, to what is under the cursor; esc takes that")
	if strings.Contains(r.frame(), "Read rows") {
		t.Errorf("a group without a match is shown:\n%s", r.frame())
	}
	r.keys("z")
	r.shows("No key does that")
}
