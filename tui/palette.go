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

// palette finds any command of any screen, screens, tables, columns and segments by their names, and keys by how they
// begin.
type palette struct {
	items  []paletteItem
	recent []string // ids of what was used lately, the last first
	use    func(id string)
	finder widget.Finder
	rows   bool // there are rows to go to
	toKey  int  // one more than the item that takes what is typed for the beginning of a key; 0 for none
}

// paletteColumns is how many columns are offered, those with the most bytes; so many more names are searched on the
// spot.
const paletteColumns = 2000

type paletteItem struct {
	class      rune   // the prefix that asks for items like it, see classes; 0 for none
	kind, name string // "screen", "Keys"; escaped
	help       string // escaped
	keys       []string
	synonyms   []string
	off        string
	run        func() views.Request
}

// The prefixes by which only commands, keys, columns or findings are searched.
const (
	commandClass = '>'
	keyClass     = '#'
	columnClass  = '@'
	findingClass = '!'
)

// classHint names the prefixes.
const classHint = "> commands   # keys and segments   @ columns   ! findings"

// classOf returns the class that a pattern asks for by its prefix, and what is searched for; 0 and all of the pattern if none.
func classOf(pattern string) (class rune, rest string) {
	if pattern != "" && strings.ContainsRune(string([]rune{commandClass, keyClass, columnClass, findingClass}), rune(pattern[0])) {
		return rune(pattern[0]), pattern[1:]
	}
	return 0, pattern
}

// id names an item as long as the app runs.
func (it *paletteItem) id() string { return it.kind + "/" + it.name }

func (a *App) openPalette() {
	if a.entries == nil && a.opts.Catalog != nil && a.jobs.get(slotList) == nil {
		a.list() // they are offered as they are found
	}
	a.over = a.newPalette()
}

// refreshPalette offers what was found since the palette was opened; what was typed stays.
func (a *App) refreshPalette() {
	old, ok := a.over.(*palette)
	if !ok {
		return
	}
	p := a.newPalette()
	p.finder.SetText(old.finder.Input.Text())
	p.finder.Input.SetCaret(old.finder.Input.Caret())
	p.finder.List.SetCursor(old.finder.List.Cursor())
	a.over = p
}

func (a *App) newPalette() *palette {
	p := &palette{recent: a.recent, use: a.used}
	if a.screenShown() {
		p.offer(a.current.Title(), a.bindingsOf(a.current))
	}
	p.offer("lesson", a.lessonBindings())
	p.offer("screen", a.screenBindings())
	p.offer("everywhere", a.globals())
	a.otherCommands(p)
	a.sortItems(p)
	for _, e := range a.entries {
		p.items = append(p.items, paletteItem{kind: e.Kind, name: "open " + text.EscapeString(e.Name), help: text.EscapeString(e.Title),
			run: func() views.Request { return views.OpenTable{Source: e.Source} }})
	}
	for _, c := range a.largestColumns() {
		key := []byte(c.Family + ":" + c.Qualifier)
		p.items = append(p.items, paletteItem{class: columnClass, kind: "column", name: text.Escape(key), help: text.Bytes(float64(c.Bytes)),
			run: func() views.Request { return views.OpenScreen{Screen: views.ColumnsScreen, Key: key} }})
	}
	a.familyItems(p)
	a.segmentItems(p)
	a.findingItems(p)
	a.glossaryItems(p)
	p.items = append(p.items, paletteItem{class: keyClass, kind: "key", name: "go to a key", help: "the first one from what is typed behind # on", run: func() views.Request { return nil }})
	p.toKey = len(p.items)
	p.rows = a.table != nil && a.table.data.Sample != nil && a.table.data.Sample.Rows() > 0
	names := make([]widget.FindEntry, len(p.items))
	for i, it := range p.items {
		names[i] = widget.FindEntry{Name: it.name, More: it.help}
	}
	p.finder.Match = p.ranked
	p.finder.SetEntries(names)
	return p
}

// offer offers the commands of a screen or of the app.
func (p *palette) offer(kind string, bindings []views.Binding) {
	for _, b := range bindings {
		p.items = append(p.items, paletteItem{class: commandClass, kind: kind, name: b.Name, help: b.Help, keys: b.Keys, synonyms: synonymsOf(b.Name), off: b.DisabledReason, run: b.Run})
	}
}

// otherCommands offers what the screens can do that are not up: the screen is opened and does it.
func (a *App) otherCommands(p *palette) {
	for _, s := range a.screens[1:] {
		if s == a.current || s.Editing() || a.screenDisabledReason(s) != "" {
			continue
		}
		for _, b := range a.bindingsOf(s) {
			if b.Keys[0] == "enter" || b.Keys[0] == "esc" || b.Keys[0] == "tab" || b.Keys[0] == "y" || b.Keys[0] == "w" {
				continue // about what is under a cursor that is not seen
			}
			p.items = append(p.items, paletteItem{class: commandClass, kind: s.Title(), name: b.Name, help: b.Help, keys: append([]string{a.keyOf(s)}, b.Keys[0]), synonyms: synonymsOf(b.Name),
				run: func() views.Request {
					return action(func() {
						a.jump(s)
						a.pending = &pending{s, b.Keys[0]}
						a.runPending()
					})
				}})
		}
	}
}

// sortItems offers every figure that the list of a screen can be sorted by.
func (a *App) sortItems(p *palette) {
	for _, s := range a.screens[1:] {
		if s.Editing() || a.screenDisabledReason(s) != "" {
			continue
		}
		names, _ := ask(s, "asking for the figures of", views.Sorter.SortNames)
		for _, name := range names {
			p.items = append(p.items, paletteItem{class: commandClass, kind: s.Title(), name: "sort by " + name, help: "open " + s.Title() + " with the most first", synonyms: []string{"most", "order"},
				run: func() views.Request {
					return action(func() {
						a.jump(s)
						r, _ := ask(s, "sorting", func(sorter views.Sorter) views.Request { return sorter.SortBy(name) })
						a.handleRequest(r, s)
					})
				}})
		}
	}
}

// pending is a command that was chosen on a screen which may have to work first.
type pending struct {
	screen *screen
	key    string
}

// runPending carries out the command that waits, as soon as it can be; if it never can, the reason is shown.
func (a *App) runPending() {
	p := a.pending
	if p == nil {
		return
	}
	if p.screen != a.current || a.waiting() {
		a.pending = nil
		return
	}
	for _, b := range a.bindingsOf(p.screen) {
		if slices.Contains(b.Keys, p.key) && b.DisabledReason != "" && a.jobs.anyOf(workSlot(p.screen, "")) {
			return
		}
	}
	a.pending = nil
	a.run(a.bindingsOf(p.screen), p.key)
}

// segmentItems offers the segments of the layouts.
func (a *App) segmentItems(p *palette) {
	if a.table == nil {
		return
	}
	seen := map[string]bool{}
	for _, l := range a.table.data.Layouts {
		for _, s := range l.Segments() {
			if seen[s.Name] {
				continue
			}
			seen[s.Name] = true
			p.items = append(p.items, paletteItem{class: keyClass, kind: "segment", name: text.EscapeString(s.Name), help: "of " + widget.Pattern(l),
				run: func() views.Request {
					return views.OpenScreen{Screen: views.KeysScreen, About: &views.Target{Segment: s.Name, Layout: l.String()}}
				}})
		}
	}
}

// familyItems offers the column families.
func (a *App) familyItems(p *palette) {
	if a.table == nil || a.table.data.Profile == nil {
		return
	}
	for _, f := range a.table.data.Profile.Families {
		p.items = append(p.items, paletteItem{class: columnClass, kind: "family", name: text.EscapeString(f.Name), help: text.Count(f.Columns, "column"),
			run: func() views.Request { return views.OpenScreen{Screen: views.ColumnsScreen, Key: []byte(f.Name + ":")} }})
	}
}

// findingItems offers what the audit found.
func (a *App) findingItems(p *palette) {
	if a.table == nil || a.table.data.Summary == nil {
		return
	}
	for _, f := range a.table.data.Summary.Audit.Findings {
		p.items = append(p.items, paletteItem{class: findingClass, kind: string(f.Severity), name: f.Title, help: text.Subject(f.Subject), synonyms: append([]string{f.Rule}, lowered(f.Guidelines)...),
			run: func() views.Request { return views.OpenScreen{Screen: views.FindingsScreen, Key: []byte(f.ID())} }})
	}
}

// lowered are words as the palette searches them.
func lowered(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// maxRecent is how many of the commands used last come first.
const maxRecent = 8

// used remembers what was chosen.
func (a *App) used(id string) {
	a.recent = slices.DeleteFunc(a.recent, func(x string) bool { return x == id })
	a.recent = append([]string{id}, a.recent[:min(len(a.recent), maxRecent-1)]...)
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
		if i < 0 || i+1 == p.toKey {
			return p.goToKey()
		}
		if off := p.items[i].off; off != "" {
			return views.Notify{Text: off}, true
		}
		p.use(p.items[i].id())
		return p.items[i].run(), true
	}
	p.finder.Press(k)
	return nil, false
}

// goToKey takes what was typed for the beginning of a key.
func (p *palette) goToKey() (views.Request, bool) {
	if !p.rows {
		return nil, false
	}
	_, typed := classOf(p.finder.Input.Text())
	key, at, err := text.Unescape(typed)
	if err != nil {
		return views.Notify{Text: fmt.Sprintf("byte %d of the key: %v", at, err)}, false
	}
	return views.OpenScreen{Screen: views.KeysScreen, Key: []byte(key)}, true
}

// inputLines are the line to type in and the one below it.
const inputLines = 2

func (p *palette) click(_, y int) (views.Request, bool) {
	i := p.finder.List.RowAt(y - inputLines)
	if i < 0 {
		return nil, false
	}
	p.finder.List.SetCursor(i)
	return p.press(tea.KeyPressMsg{Code: tea.KeyEnter})
}

func (p *palette) wheel(lines int) { p.finder.List.Wheel(lines) }

func (p *palette) bindings() []views.Binding {
	return []views.Binding{{Keys: []string{"enter"}, Name: "do"}, {Keys: []string{"esc"}, Name: "close"}, {Keys: []string{"down"}, Name: "next"}}
}

// paletteRows is how many finds are shown.
const paletteRows = 16

func (p *palette) draw(st *widget.Styles, w, h int) string {
	w = min(w, pageWidth+widget.BoxWidth)
	h = min(h, paletteRows+inputLines+widget.BoxHeight)
	in := w - widget.BoxWidth
	lines := []string{st.Accent("› ") + p.finder.Input.Draw(st, in-2, -1), st.Dim(widget.Truncate("  "+classHint, in))}
	room := h - widget.BoxHeight - len(lines)
	if p.finder.List.Len() == 0 {
		nothing := "  nothing has such a name"
		if p.rows {
			nothing += "; enter goes to the first key from there on"
		}
		lines = append(lines, st.Dim(nothing))
	} else if room > 0 {
		lines = append(lines, strings.Split(p.finder.Draw(st, in, room, p.line(st, in-widget.Gutter)), "\n")...)
	}
	return widget.Box(st, "Find a command, screen, table, column, finding or key", lines, w, h)
}

// line sets a find in columns: where it belongs, its name, what it does, why it does nothing now, and on the right its keys.
func (p *palette) line(st *widget.Styles, w int) func(int, string, string) string {
	return func(i int, name, more string) string {
		item := p.items[i]
		out := st.Dim(widget.Pad(item.kind, 10)) + "  " + name + "  " + st.Dim(more)
		if item.off != "" {
			out += st.Dim(" (not now: " + item.off + ")")
		}
		keys := ""
		if len(item.keys) > 0 {
			keys = st.Text(widget.Key, widget.KeyNames(item.keys))
		}
		return widget.Pad(out, w-widget.Width(keys)-1) + " " + keys
	}
}
