package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/figures"
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
	// toValue is one more than the item that takes what is typed behind the name of a segment for a value of it; 0 for
	// none.
	toValue   int
	segments  []string
	findValue func(segment, written string) views.Request
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

// splitClass returns the class that a pattern asks for by its prefix, and what is searched for; 0 and all of the
// pattern if none.
func splitClass(pattern string) (class rune, rest string) {
	if pattern != "" && strings.ContainsRune(string([]rune{commandClass, keyClass, columnClass, findingClass}),
		rune(pattern[0])) {
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
	palette := &palette{recent: a.recent, use: a.used}
	if a.screenShown() {
		palette.offer(a.current.Title(), a.activeBindings(a.current))
	}
	palette.offer("lesson", a.lessonBindings())
	palette.offer("screen", a.screenBindings())
	// Who looks for something here means the table, not the list that is behind the palette.
	palette.offer("everywhere", slices.DeleteFunc(a.globals(), func(b views.Binding) bool { return b.Name == "find" }))
	a.otherCommands(palette)
	a.sortItems(palette)
	for _, e := range a.entries {
		palette.items = append(palette.items, paletteItem{kind: e.Kind, name: "open " + text.EscapeString(e.Name),
			help: text.EscapeString(e.Title),
			run:  func() views.Request { return views.OpenTable{Source: e.Source} }})
	}
	for _, c := range a.largestColumns() {
		key := []byte(c.Family + ":" + c.Qualifier)
		palette.items = append(palette.items, paletteItem{class: columnClass, kind: "column", name: text.Escape(key),
			help: text.Bytes(float64(c.Bytes)),
			run:  func() views.Request { return views.OpenScreen{Screen: views.ColumnsScreen, Key: key} }})
	}
	a.familyItems(palette)
	a.segmentItems(palette)
	a.findingItems(palette)
	a.glossaryItems(palette)
	palette.items = append(palette.items, paletteItem{class: keyClass, kind: "key", name: "go to a key",
		help: "the first one from what is typed behind # on", run: func() views.Request { return nil }})
	palette.toKey = len(palette.items)
	a.valueItems(palette)
	if palette.segments != nil {
		palette.items = append(palette.items, paletteItem{kind: scopeKind, name: "only this value of a segment",
			help: "narrow all screens to the rows that have it", keys: []string{"^"},
			run: func() views.Request { return nil }})
		palette.toValue = len(palette.items)
	}
	palette.rows = a.table != nil && a.table.data.Sample != nil && a.table.data.Sample.Rows() > 0
	names := make([]widget.FindEntry, len(palette.items))
	for i, it := range palette.items {
		names[i] = widget.FindEntry{Name: it.name, More: it.help}
	}
	palette.finder.Match = palette.ranked
	palette.finder.SetEntries(names)
	return palette
}

// offer offers the commands of a screen or of the app.
func (p *palette) offer(kind string, bindings []views.Binding) {
	for _, b := range bindings {
		p.items = append(p.items, paletteItem{class: commandClass, kind: kind, name: b.Name, help: b.Help, keys: b.Keys,
			synonyms: findSynonyms(b.Name), off: b.DisabledReason, run: b.Run})
	}
}

// otherCommands offers what the screens can do that are not up: the screen is opened and does it.
func (a *App) otherCommands(p *palette) {
	for _, screen := range a.screens[1:] {
		if screen == a.current || screen.Editing() || a.screenDisabledReason(screen) != "" {
			continue
		}
		for _, binding := range a.activeBindings(screen) {
			if binding.Keys[0] == "enter" || binding.Keys[0] == "esc" || binding.Keys[0] == "tab" ||
				binding.Keys[0] == "y" || binding.Keys[0] == "w" {
				continue // about what is under a cursor that is not seen
			}
			p.items = append(p.items, paletteItem{class: commandClass, kind: screen.Title(), name: binding.Name,
				help: binding.Help, keys: append([]string{a.screenKey(screen)}, binding.Keys[0]),
				synonyms: findSynonyms(binding.Name),
				run: func() views.Request {
					return action(func() {
						a.jump(screen)
						a.pending = &pending{screen, binding.Keys[0]}
						a.runPending()
					})
				}})
		}
	}
}

// sortItems offers every figure that the list of a screen can be sorted by.
func (a *App) sortItems(p *palette) {
	for _, screen := range a.screens[1:] {
		if screen.Editing() || a.screenDisabledReason(screen) != "" {
			continue
		}
		names, _ := ask(screen, "asking for the figures of", views.Sorter.SortNames)
		for _, name := range names {
			p.items = append(p.items, paletteItem{class: commandClass, kind: screen.Title(), name: "sort by " + name,
				help: "open " + screen.Title() + " with the most first", synonyms: []string{"most", "order"},
				run: func() views.Request {
					return action(func() {
						a.jump(screen)
						r, _ := ask(screen, "sorting", func(sorter views.Sorter) views.Request {
							return sorter.SortBy(name)
						})
						a.handleRequest(r, screen)
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
	pending := a.pending
	if pending == nil {
		return
	}
	if pending.screen != a.current || a.waiting() {
		a.pending = nil
		return
	}
	for _, b := range a.activeBindings(pending.screen) {
		if slices.Contains(b.Keys, pending.key) && b.DisabledReason != "" &&
			a.jobs.anyWaiting(workSlot(pending.screen, "")) {
			return
		}
	}
	a.pending = nil
	a.run(a.activeBindings(pending.screen), pending.key)
}

// segmentItems offers the segments of the layouts.
func (a *App) segmentItems(p *palette) {
	if a.table == nil {
		return
	}
	seen := map[string]bool{}
	for _, layout := range a.table.data.Layouts {
		for _, segment := range layout.Segments() {
			if seen[segment.Name] {
				continue
			}
			seen[segment.Name] = true
			p.items = append(p.items, paletteItem{class: keyClass, kind: "segment",
				name: text.EscapeString(segment.Name), help: "of " + widget.Pattern(layout),
				run: func() views.Request {
					return views.OpenScreen{Screen: views.KeysScreen, About: &views.Target{Segment: segment.Name,
						Layout: layout.String()}}
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
		p.items = append(p.items, paletteItem{class: columnClass, kind: "family", name: text.EscapeString(f.Name),
			help: text.Count(f.Columns, "column"),
			run: func() views.Request {
				return views.OpenScreen{Screen: views.ColumnsScreen, Key: []byte(f.Name + ":")}
			}})
	}
}

// findingItems offers what the audit found.
func (a *App) findingItems(p *palette) {
	if a.table == nil || a.table.data.Summary == nil {
		return
	}
	for _, f := range a.table.data.Summary.Audit.Findings {
		p.items = append(p.items, paletteItem{class: findingClass, kind: string(f.Severity), name: f.Title,
			help: text.Subject(f.Subject), synonyms: append([]string{f.Rule}, lowered(f.Guidelines)...),
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
func (a *App) largestColumns() []figures.Column {
	if a.table == nil || a.table.data.Profile == nil {
		return nil
	}
	all := slices.Clone(a.table.data.Profile.Columns)
	slices.SortStableFunc(all, func(x, y figures.Column) int { return cmp.Compare(y.Bytes, x.Bytes) })
	return all[:min(len(all), paletteColumns)]
}

func (p *palette) press(k tea.KeyPressMsg) (views.Request, bool) {
	switch k.String() {
	case "esc", "ctrl+p":
		return nil, true
	case "enter":
		chosen := p.finder.Chosen()
		if chosen < 0 || chosen+1 == p.toKey {
			return p.goToKey()
		}
		if off := p.items[chosen].off; off != "" {
			return views.Notify{Text: off}, true
		}
		if chosen+1 == p.toValue {
			segment, written, _ := p.typedValue(p.finder.Input.Text())
			return p.findValue(segment, written), true
		}
		p.use(p.items[chosen].id())
		return p.items[chosen].run(), true
	}
	p.finder.Press(k)
	return nil, false
}

// goToKey takes what was typed for the beginning of a key.
func (p *palette) goToKey() (views.Request, bool) {
	if !p.rows {
		return nil, false
	}
	_, typed := splitClass(p.finder.Input.Text())
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
	return []views.Binding{{Keys: []string{"enter"}, Name: "do"}, {Keys: []string{"esc"}, Name: "close"},
		{Keys: []string{"down"}, Name: "next"}}
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

// line sets a find in columns: where it belongs, its name, what it does, why it does nothing now, and on the right its
// keys.
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
