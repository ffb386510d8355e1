package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// overlay is what lies over the screen and takes the keys.
type overlay interface {
	// press handles a key; closed takes the overlay away.
	press(tea.KeyPressMsg) (r views.Request, closed bool)
	wheel(lines int)
	// click handles a click at a cell of the content of the box.
	click(x, y int) (r views.Request, closed bool)
	// draw draws the box, at most w by h cells.
	draw(st *widget.Styles, w, h int) string
	bindings() []views.Binding // for the status line
}

// dialogKeys are the keys of what lies over a screen that settings can change.
func dialogKeys() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "accept", Help: "do what the dialog is for: choose, write, answer"},
		{Keys: []string{"esc"}, Name: "close", Help: "close it, or go back a step in it"},
		{Keys: []string{"tab"}, Name: "complete", Help: "complete the path of a file, or change an option"},
		{Keys: []string{"y"}, Name: "copy", Help: "copy the text of a page"},
	}
}

// dialogPress turns a key that the settings have for one of dialogKeys into that one. ok is false for a key that they
// have taken another for. Keys that type something belong to pages only.
func (a *App) dialogPress(k tea.KeyPressMsg, isPage bool) (_ tea.KeyPressMsg, ok bool) {
	own := dialogKeys()
	for i, set := range a.rebound(inDialog, own) {
		if slices.Equal(set.Keys, own[i].Keys) || set.Name == "copy" && !isPage {
			continue
		}
		if slices.Contains(set.Keys, k.String()) {
			return newKeyPress(own[i].Keys[0]), true
		}
		if slices.Contains(own[i].Keys, k.String()) {
			return k, false
		}
	}
	return k, true
}

// dialogKey is the key that the settings have in a dialog for one of dialogKeys; another key stays.
func (a *App) dialogKey(key string) string {
	own := dialogKeys()
	for i, set := range a.rebound(inDialog, own) {
		if own[i].Keys[0] == key {
			return set.Keys[0]
		}
	}
	return key
}

// overBindings are those of what lies over the screen, as they are set.
func (a *App) overBindings() []views.Binding {
	out := a.over.bindings()
	for i, b := range out {
		out[i].Keys = []string{a.dialogKey(b.Keys[0])}
	}
	return out
}

func (a *App) pressOver(k tea.KeyPressMsg) {
	over := a.over
	_, isPage := over.(*page)
	k, ok := a.dialogPress(k, isPage)
	if !ok {
		return
	}
	r, closed := over.press(k)
	if closed && a.over == over {
		a.over = nil
	}
	a.handleRequest(r, a.current)
}

// clickOver gives a click to the overlay; beside it, it is as esc.
func (a *App) clickOver(x, y int) {
	over := a.over
	_, at := a.overBox()
	var r views.Request
	var closed bool
	if at.has(x, y) {
		const frame = 1 // of the box, and on the left a space
		r, closed = over.click(x-at.x-frame-1, y-at.y-frame)
	} else {
		r, closed = over.press(tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	if closed && a.over == over {
		a.over = nil
	}
	a.handleRequest(r, a.current)
}

// overBox draws what lies over the screen, and returns where.
func (a *App) overBox() (box string, at rect) {
	f, _ := a.areas()
	box = a.over.draw(a.styles, f.over.w, f.over.h)
	lines := strings.Split(box, "\n")
	at.w, at.h = widget.Width(lines[0]), len(lines)
	at.x, at.y = f.over.x+(f.over.w-at.w)/2, f.over.y+(f.over.h-at.h)/2
	return box, at
}

// page is a text to read: help, how a figure was counted, an error.
type page struct {
	title string
	text  string // to copy; empty when there is nothing to
	wide  int    // the width of the text, if it may be wider than pageWidth
	// lines are those of w cells, of which h are seen at once. Where typed is not empty, they may be only those that
	// hold it.
	lines func(st *widget.Styles, w, h int, typed string) []string
	view  widget.Scroll
	find  pageSearch
}

// newPage is a page of plain text, which is escaped already.
func newPage(title, content string) *page {
	return &page{title: title, text: content, lines: func(_ *widget.Styles, w, _ int, _ string) []string {
		var out []string
		for _, line := range strings.Split(strings.TrimRight(content, "\n"), "\n") {
			out = append(out, text.Wrap(line, w)...)
		}
		return out
	}}
}

func (p *page) press(k tea.KeyPressMsg) (views.Request, bool) {
	if p.find.press(k) {
		return nil, false
	}
	switch key := k.String(); key {
	case "esc", "q", "enter", "?", "f1", "w", "!":
		return nil, true
	case "y":
		if p.text != "" {
			return views.Copy{What: "text", Text: p.text}, false
		}
	default:
		p.view.Press(key)
	}
	return nil, false
}

func (p *page) click(int, int) (views.Request, bool) { return nil, false }

func (p *page) wheel(lines int) { p.view.Wheel(lines) }

func (p *page) bindings() []views.Binding {
	keys := []views.Binding{{Keys: []string{"esc"}, Name: "close"}, {Keys: []string{"pgdown"}, Name: "page"},
		{Keys: []string{"j"}, Name: "down"}, {Keys: []string{"/"}, Name: "find"}}
	switch {
	case p.find.typing:
		return []views.Binding{{Keys: []string{"enter"}, Name: "keep"}, {Keys: []string{"esc"}, Name: "all"}}
	case p.find.input.Text() != "":
		keys[2].Keys, keys[2].Name = []string{"n"}, "next"
		keys[3].Keys, keys[3].Name = []string{"N"}, "previous"
	}
	if p.text != "" {
		keys = append(keys, views.Binding{Keys: []string{"y"}, Name: "copy"})
	}
	return keys
}

// pageWidth is the widest text that is comfortable to read.
const pageWidth = 84

// helpWidth is the width at which two columns of help hold nearly all sentences on a line each.
const helpWidth = 160

func (p *page) draw(st *widget.Styles, w, h int) string {
	w = min(w, max(pageWidth, p.wide)+widget.BoxWidth)
	inner := w - widget.BoxWidth
	lines := p.lines(st, inner, h-widget.BoxHeight, "")
	h = min(h, len(lines)+widget.BoxHeight)
	if typed := p.find.typed(); typed != "" {
		lines = p.lines(st, inner, h-widget.BoxHeight, typed)
	}
	lines, at := p.find.in(st, lines)
	p.view.Show(at, len(lines), h-widget.BoxHeight)
	shown := p.view.Lines(st, lines, h-widget.BoxHeight)
	title := p.title
	if words := p.find.words(); words != "" {
		title += "   " + words
	} else if page, of := p.view.Page(); of > 1 {
		title += "   " + st.Dim("page "+text.Integer(int64(page))+" of "+text.Integer(int64(of)))
	}
	return widget.Box(st, title, shown, w, h)
}

func (a *App) openHelp() {
	groups := a.helpGroups()
	a.over = &page{title: "Help: " + a.current.Title(), wide: helpWidth,
		lines: func(st *widget.Styles, w, h int, typed string) []string {
			if typed != "" {
				return widget.HelpFound(st, groups, typed, w)
			}
			return widget.Help(st, groups, w, h)
		}}
}

func (a *App) openProblem() {
	if a.table == nil || a.table.err == nil {
		return
	}
	a.over = newPage("What went wrong", strings.Join(errorLines(a.table.err), "\n"))
}
