package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/views/widget"
)

// checkHelp verifies that nothing of the help of the screen that is up is cut: each key that does something stands there
// with what it does, and a line ends where its words do; that it takes at most two pages at 80x24 and one at 120x36; and
// that going down a page leaves no line out.
func (a *appTest) checkHelp(w int) {
	a.t.Helper()
	title := a.app.current.Title()
	groups := a.app.helpGroups()
	a.keys("?")
	pages := a.helpPages()
	a.keys("esc")
	all := strings.Join(pages, "\n")
	if most := map[bool]int{true: 2, false: 1}[w < 120]; len(pages) > most {
		a.t.Errorf("%s at %d: %d pages, want at most %d\n%s", title, w, len(pages), most, all)
	}
	if strings.Contains(strings.ReplaceAll(all, "0…9", ""), "…") {
		a.t.Errorf("%s at %d: cut\n%s", title, w, all)
	}
	for _, group := range groups {
		for _, item := range group.Items {
			if line := helpLine(item); line != "" && group.Brief == nil && !strings.Contains(all, line) {
				a.t.Errorf("%s at %d: no %q\n%s", title, w, line, all)
			}
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
