package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/widget"
)

// menu is a short list of choices, each with its letter, over the screen. esc chooses nothing.
type menu struct {
	title string
	lines []string // above the choices, styled
	items []menuItem
	list  widget.List
	moved func(item int) // what the cursor comes to is shown at once; nil shows nothing
	left  func()         // undoes that when nothing is chosen
}

type menuItem struct {
	key, name string
	shown     string // the key as the settings have it; empty for key
	off       string // why it cannot be chosen; empty when it can
	run       func() views.Request
}

func newMenu(title string, items []menuItem, lines ...string) *menu {
	m := &menu{title: title, lines: lines, items: items}
	m.list.SetLen(len(items))
	return m
}

func (m *menu) press(k tea.KeyPressMsg) (views.Request, bool) {
	key := k.String()
	switch key {
	case "esc", "q":
		if m.left != nil {
			m.left()
		}
		return nil, true
	case "enter":
		key = m.items[m.list.Cursor()].key
	}
	for _, item := range m.items {
		switch {
		case item.key != key:
		case item.off != "":
			return views.Notify{Text: item.name + ": " + item.off}, false
		default:
			return item.run(), true
		}
	}
	if m.list.PressArrows(key) && m.moved != nil {
		m.moved(m.list.Cursor())
	}
	return nil, false
}

func (m *menu) click(_, y int) (views.Request, bool) {
	i := y - len(m.lines)
	if i < 0 || i >= len(m.items) {
		return nil, false
	}
	m.list.SetCursor(i)
	return m.press(tea.KeyPressMsg{Code: tea.KeyEnter})
}

func (m *menu) wheel(lines int) { m.list.Wheel(lines) }

func (m *menu) bindings() []views.Binding {
	return []views.Binding{{Keys: []string{"enter"}, Name: "choose"}, {Keys: []string{"esc"}, Name: "close"}}
}

// menuWidth is the widest menu, its frame included.
const menuWidth = 64

func (m *menu) draw(st *widget.Styles, w, h int) string {
	w = min(w, menuWidth)
	h = min(h, len(m.lines)+len(m.items)+widget.BoxHeight)
	lines := append([]string{}, m.lines...)
	for i, item := range m.items {
		name := item.name
		if item.off != "" {
			name = st.Dim(name + ": " + item.off)
		}
		line := "  " + st.Text(widget.Key, widget.Pad(widget.KeyName(cmp.Or(item.shown, item.key)), 4)) + name
		if i == m.list.Cursor() {
			line = st.Line(widget.Cursor, "▸ "+line[2:], w-widget.BoxWidth)
		}
		lines = append(lines, line)
	}
	return widget.Box(st, m.title, lines, w, h)
}

// atColumn opens a screen at the column under the cursor, if it is on one.
func atColumn(at views.Target, to *views.OpenScreen) {
	if at.Column != nil {
		to.Key = []byte(at.Column.Family + ":" + at.Column.Qualifier)
	}
}

// aboutTarget opens a screen at what it has about all that is under the cursor.
func aboutTarget(at views.Target, to *views.OpenScreen) { to.About = &at }

// openIn offers the screens that can be opened at what is under the cursor.
func (a *App) openIn() {
	location := a.location()
	var items []menuItem
	for _, screen := range a.screens {
		if screen.openKey == "" || screen == a.current {
			continue
		}
		to := views.OpenScreen{Screen: screen.ID()}
		if screen.opensAt != nil {
			screen.opensAt(location, &to)
		} else {
			to.Key = location.Key
		}
		items = append(items, menuItem{key: screen.openKey, name: screen.Title(),
			run: func() views.Request { return to }})
	}
	if len(items) > 0 {
		a.over = newMenu("Open in", items)
	}
}

// location is what is under the cursor of the screen; empty when that is nothing in particular.
func (a *App) location() views.Target {
	if !a.screenShown() {
		return views.Target{}
	}
	location, _ := ask(a.current, "asking for the location on", views.Locator.Location)
	return location
}

func (a *App) openInDisabledReason() string {
	if off := a.tableDisabledReason(); off != "" {
		return off
	}
	if !is[views.Locator](a.current) {
		return "nothing here can be opened on another screen"
	}
	return ""
}

// nextTab opens the tab that many places to the right, around the ends.
func (a *App) nextTab(by int) {
	var tabs []*screen
	at := 0
	for _, s := range a.screens[1:] {
		if s.key == "" || a.screenDisabledReason(s) != "" {
			continue
		}
		if s == a.openTab() {
			at = len(tabs)
		}
		tabs = append(tabs, s)
	}
	if len(tabs) > 0 {
		a.jump(tabs[(at+by+len(tabs))%len(tabs)])
	}
}
