package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/profile"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// palette finds any command, screen, table or column by its name, and keys by how they begin.
type palette struct {
	items  []paletteItem
	finder widget.Finder
	rows   bool // there are rows to go to
}

// paletteColumns is how many columns are offered, those with the most bytes; so many more names are searched on the
// spot.
const paletteColumns = 2000

type paletteItem struct {
	kind string // "key", "screen", "table"
	keys []string
	off  string
	run  func() views.Request
}

func (a *App) openPalette() {
	p := &palette{}
	var names []widget.FindEntry
	add := func(kind string, bindings []views.Binding) {
		for _, b := range bindings {
			p.items = append(p.items, paletteItem{kind, b.Keys, b.DisabledReason, b.Run})
			names = append(names, widget.FindEntry{Name: b.Name, More: b.Help})
		}
	}
	if !a.waiting() {
		add(a.current.Title(), a.current.Bindings())
	}
	add("lesson", a.lessonBindings())
	add("screen", a.screenBindings())
	add("everywhere", a.globals())
	for _, e := range a.entries {
		p.items = append(p.items, paletteItem{kind: e.Kind, run: func() views.Request { return views.OpenTable{Source: e.Source} }})
		names = append(names, widget.FindEntry{Name: "open " + text.EscapeString(e.Name), More: text.EscapeString(e.Title)})
	}
	for _, c := range a.largestColumns() {
		key := []byte(c.Family + ":" + c.Qualifier)
		p.items = append(p.items, paletteItem{kind: "column", run: func() views.Request { return views.OpenScreen{Screen: views.ColumnsScreen, Key: key} }})
		names = append(names, widget.FindEntry{Name: text.Escape(key), More: text.Bytes(float64(c.Bytes))})
	}
	p.rows = a.table != nil && a.table.data.Sample != nil && a.table.data.Sample.Rows() > 0
	p.finder.SetEntries(names)
	a.over = p
}

// largestColumns are the columns of the table that is open, those with the most bytes first.
func (a *App) largestColumns() []profile.Column {
	if a.table == nil || a.table.data.Profile == nil {
		return nil
	}
	all := slices.Clone(a.table.data.Profile.Columns)
	slices.SortStableFunc(all, func(x, y profile.Column) int { return cmp.Compare(y.Bytes, x.Bytes) })
	return all[:min(len(all), paletteColumns)]
}

func (p *palette) press(k tea.KeyPressMsg) (views.Request, bool) {
	switch k.String() {
	case "esc", "ctrl+p":
		return nil, true
	case "enter":
		i := p.finder.Chosen()
		if i < 0 {
			return p.goToKey()
		}
		if off := p.items[i].off; off != "" {
			return views.Notify{Text: off}, true
		}
		return p.items[i].run(), true
	}
	p.finder.Press(k)
	// An instance has at most 1,000 tables (Bigtable's quota), so a search here takes under a millisecond; a catalog of
	// more is searched on the spot all the same.
	if search := p.finder.Search(); search != nil {
		p.finder.Receive(search())
	}
	return nil, false
}

// goToKey takes what was typed for the beginning of a key.
func (p *palette) goToKey() (views.Request, bool) {
	if !p.rows {
		return nil, false
	}
	key, at, err := text.Unescape(p.finder.Input.Text())
	if err != nil {
		return views.Notify{Text: fmt.Sprintf("byte %d of the key: %v", at, err)}, false
	}
	return views.OpenScreen{Screen: views.KeysScreen, Key: []byte(key)}, true
}

func (p *palette) wheel(lines int) { p.finder.List.Wheel(lines) }

func (p *palette) bindings() []views.Binding {
	return []views.Binding{{Keys: []string{"enter"}, Name: "do"}, {Keys: []string{"esc"}, Name: "close"}, {Keys: []string{"down"}, Name: "next"}}
}

// paletteRows is how many finds are shown.
const paletteRows = 16

func (p *palette) draw(st *widget.Styles, w, h int) string {
	w = min(w, pageWidth+widget.BoxWidth)
	h = min(h, paletteRows+2+widget.BoxHeight)
	in := w - widget.BoxWidth
	lines := []string{st.Accent("› ") + p.finder.Input.Draw(st, in-2, -1), ""}
	room := h - widget.BoxHeight - len(lines)
	if p.finder.List.Len() == 0 {
		nothing := "  nothing has such a name"
		if p.rows {
			nothing += "; enter goes to the first key from there on"
		}
		lines = append(lines, st.Dim(nothing))
	} else if room > 0 {
		lines = append(lines, strings.Split(p.finder.Draw(st, in, room, p.line(st)), "\n")...)
	}
	return widget.Box(st, "Find a command, screen, table, column or key", lines, w, h)
}

// line sets a find in columns: where it belongs, its name, its keys, what it does, and why it does nothing now.
func (p *palette) line(st *widget.Styles) func(int, string, string) string {
	return func(i int, name, more string) string {
		item := p.items[i]
		out := st.Dim(widget.Pad(item.kind, 10)) + "  " + name
		if len(item.keys) > 0 {
			out += "  " + st.Text(widget.Key, widget.KeyNames(item.keys))
		}
		out += "  " + st.Dim(more)
		if item.off != "" {
			out += st.Dim(" (not now: " + item.off + ")")
		}
		return out
	}
}
