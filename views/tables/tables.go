// Package tables is the picker: the tables, demos, snapshots and specifications that can be opened, with a filter.
package tables

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Entry is something that can be opened.
type Entry struct {
	Kind   string // in a word: "table", "view", "demo", "saved", "spec"
	Name   string // as it is listed: "metrics"
	Title  string // what it is, in a line; may be empty
	Source string // what the user would type to open it: "prod/eu/metrics", "demo:e07"
	// Known is what the last opening showed; nil if it is not known.
	Known *Known
	// Size and Modified are those of a file.
	Size     int64
	Modified time.Time
	// Of is the sample.Table.ID of the table that a saved sample is of, Read when it was read.
	Of   string
	Read time.Time
}

// Screen is the picker. The zero value lists nothing.
type Screen struct {
	entries []Entry
	finder  widget.Finder
	finding bool // the filter is typed
	table   widget.Table
	opened  map[string]Known // source -> what is known of tables opened since the start
	now     time.Time        // of the last data; zero before
	listing bool             // more entries may come
	problem []string         // why some entries are missing: lines, escaped
	missing error            // the same
	where   string           // the instance, escaped
	current string           // source of the open table
	fleet   fleet            // audits of the tables
	top     int              // line of the titles at the last Draw
	names   int              // least width of the names
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// leastName and mostName bound the least width of the names: they are whole before the titles beside them, as far as
// they are short.
const leastName, mostName = 16, 40

// kindOrder is the order in which kinds of entries are listed, whatever is found first: what is likely to be wanted
// comes first.
func kindOrder() []string { return []string{"recent", "table", "view", "saved", "spec", "demo"} }

// SetListing replaces what is listed: entries so far, whether more may come, and why some are missing (nil when none
// are). The cursor stays at the top, or on its entry.
func (s *Screen) SetListing(entries []Entry, more bool, problem error) {
	under := ""
	if i := s.finder.Chosen(); i >= 0 && s.finder.List.Cursor() > 0 {
		under = s.entries[i].Source
	}
	kinds := kindOrder()
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(s.fleet.rank(&a), s.fleet.rank(&b)),
			cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)))
	})
	s.entries, s.listing, s.problem, s.missing = entries, more, nil, problem
	if problem != nil {
		for line := range strings.SplitSeq(problem.Error(), "\n") {
			s.problem = append(s.problem, text.EscapeString(line))
		}
	}
	lines := make([]widget.FindEntry, len(entries))
	s.names = leastName
	for i, e := range entries {
		s.names = max(s.names, min(widget.Width(text.EscapeString(e.Name)), mostName))
		lines[i] = widget.FindEntry{Name: text.EscapeString(e.Name), More: text.EscapeString(e.Title)}
	}
	s.finder.SetEntries(lines)
	s.finder.List.SetCursor(0)
	for row := range s.finder.List.Len() {
		if i := s.finder.Entry(row); under != "" && i >= 0 && entries[i].Source == under {
			s.finder.List.SetCursor(row)
		}
	}
}

// SetWhere names the instance whose tables are listed.
func (s *Screen) SetWhere(instance string) { s.where = text.EscapeString(instance) }

// ID returns views.TablesScreen.
func (s *Screen) ID() views.ID { return views.TablesScreen }

// Title is "Tables".
func (s *Screen) Title() string { return "Tables" }

// SetData notes which table is open, and what is known of it.
func (s *Screen) SetData(d *views.Data) {
	if d == nil {
		return
	}
	s.current, s.now = d.Source, d.Now
	if d.Sample == nil || d.Reading {
		return
	}
	if s.opened == nil {
		s.opened = map[string]Known{}
	}
	known := NewKnown(d.Sample, d.Now)
	for _, layout := range d.Layouts {
		known.Layouts = append(known.Layouts, widget.Pattern(layout))
	}
	s.opened[d.Source] = known
}

// Editing reports whether the filter is typed.
func (s *Screen) Editing() bool { return s.finding }

// Bindings lists what can be done with the entry under the cursor.
func (s *Screen) Bindings() []views.Binding {
	off, back := s.emptyReason(), ""
	if s.finder.Input.Text() == "" {
		back = "nothing is filtered"
	}
	all := []views.Binding{
		{Keys: []string{"enter"}, Name: "open", Help: "open the table under the cursor", Run: s.open,
			DisabledReason: off},
		{Keys: []string{"/"}, Name: "find", Help: "list what holds these characters, the best first", Run: s.find},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take, Help: "copy the name to open it by", Run: s.copy,
			DisabledReason: off},
		{Keys: []string{"A"}, Name: "audit", Run: s.audit, DisabledReason: s.auditReason(),
			Help: "audit all tables of the instance and list them, the worst first; enter then opens the findings"},
	}
	if back == "" {
		all = append(all, views.Binding{Keys: []string{"esc"}, Name: "all", Help: "list everything again",
			Run: s.escape})
	}
	return all
}

// emptyReason is why nothing can be opened; empty if something can.
func (s *Screen) emptyReason() string {
	if s.finder.Chosen() < 0 {
		return "nothing is listed that matches"
	}
	return ""
}

// Modes lists the one mode of the screen, in which the filter is typed.
func (s *Screen) Modes() []views.Mode {
	return []views.Mode{{Name: "find", Types: true, Bindings: []views.Binding{
		{Keys: []string{"enter"}, Name: "open", Help: "open the table under the cursor", Run: s.open,
			DisabledReason: s.emptyReason()},
		{Keys: []string{"esc"}, Name: "all", Help: "list everything again", Run: s.escape},
	}}}
}

// Mode returns that mode.
func (s *Screen) Mode() (views.Mode, bool) { return s.Modes()[0], s.finding }

func (s *Screen) find() views.Request {
	s.finding = true
	return nil
}

// Press moves in the list, or edits the filter.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if !s.finding {
		s.finder.List.Press(k.String())
		return nil
	}
	for _, b := range s.Modes()[0].Bindings {
		if b.Keys[0] != k.String() {
			continue
		}
		if b.DisabledReason != "" {
			return views.Notify{Text: b.DisabledReason}
		}
		return b.Run()
	}
	s.finder.Press(k)
	return s.search()
}

// search has a long list searched outside the loop.
func (s *Screen) search() views.Request {
	search := s.finder.Search()
	if search == nil {
		return nil
	}
	return views.Work{Name: "search", Run: func(context.Context) any { return search() }}
}

// Receive takes the result of a search, or the audit of a table.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case Audited:
		s.fleet.add(result)
		s.SetListing(s.entries, s.listing, s.missing)
	case AuditEnd:
		s.fleet.running = false
	default:
		s.finder.Receive(result)
	}
	return nil
}

func (s *Screen) open() views.Request {
	chosen := s.finder.Chosen()
	if chosen < 0 {
		return nil
	}
	s.finding = false
	if s.finder.Input.Text() != "" { // what found it is over with it
		s.finder.SetText("")
		s.finder.List.SetCursor(chosen)
	}
	out := views.OpenTable{Source: s.entries[chosen].Source}
	if found, ok := s.fleet.found[out.Source]; ok && found.Err == nil {
		out.Screen = views.FindingsScreen
	}
	return out
}

func (s *Screen) copy() views.Request {
	i := s.finder.Chosen()
	if i < 0 {
		return nil
	}
	return views.Copy{What: "name", Text: s.entries[i].Source}
}

func (s *Screen) escape() views.Request {
	s.finding = false
	s.finder.SetText("")
	return nil
}

// Click moves the cursor to a line; a click on the line under it opens.
func (s *Screen) Click(_, y int) views.Request {
	row := s.finder.List.RowAt(y - s.top - 1)
	if row < 0 {
		return nil
	}
	if row == s.finder.List.Cursor() {
		return s.open()
	}
	s.finder.List.SetCursor(row)
	return nil
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	s.finder.List.Wheel(lines)
	return nil
}

// Draw draws the input, the list with what is known of the entry under the cursor, and what is missing from it.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	var lines []string
	if filter := s.finder.Input.Text(); s.finding || filter != "" {
		count := s.finder.List.Place(text.Integer)
		const prompt = " find "
		typed := text.EscapeString(filter)
		if s.finding {
			typed = s.finder.Input.Draw(st, max(w-len(prompt)-widget.Width(count)-2, 1), -1)
		}
		lines = append(lines, widget.Pad(st.Accent(prompt)+typed, w-widget.Width(count)-1)+st.Dim(count))
	}
	if s.fleet.shown() {
		const most = 2 // lines of the verdict
		verdict := text.Wrap(s.verdict(), max(w-2, 8))
		for _, line := range verdict[:min(most, len(verdict))] {
			lines = append(lines, widget.Truncate(" "+line, w))
		}
	}
	foot := s.foot(st, w)
	room := h - len(lines) - len(foot)
	if s.finder.List.Len() == 0 {
		return widget.Block(append(append(lines, "", "  "+s.nothing(st)), foot...), w, h)
	}
	boxed := widget.Boxed(w, h)
	const previewHeight = 9
	switch {
	case room <= 0:
	case boxed:
		// The list takes what its longest lines need, the preview the rest.
		const preview, list = 50, 110
		left := max(w*3/5, min(w-preview, list))
		lines = append(lines, widget.Beside([][]string{s.drawList(st, left, room, len(lines), boxed),
			s.drawPreview(st, w-left, room, boxed)}, []int{left, w - left}, room)...)
	case room >= 2*previewHeight:
		lines = append(lines, s.drawList(st, w, room-previewHeight, len(lines), boxed)...)
		lines = append(lines, s.drawPreview(st, w, previewHeight, boxed)...)
	default:
		lines = append(lines, s.drawList(st, w, room, len(lines), boxed)...)
	}
	return widget.Block(append(lines, foot...), w, h)
}

// The columns of the list.
const (
	colKind = iota
	colName
	colRows
	colBytes
	colOpened
	colAbout
)

// drawList draws the entries in h lines from line at of the screen on.
func (s *Screen) drawList(st *widget.Styles, w, h, at int, boxed bool) []string {
	s.top = at + 1
	table := &s.table
	table.Sort = -1
	table.Columns = []widget.Column{
		colKind: {Title: "source"}, colName: {Title: "table", Width: s.names, Flex: 2},
		colRows:  {Title: "rows", Right: true, Drop: 2},
		colBytes: {Title: "bytes", Right: true, Drop: 3}, colOpened: {Title: "opened", Drop: 1},
		colAbout: {Title: "what it is", Width: 12, Flex: 3, Drop: 4},
	}
	if s.fleet.shown() {
		table.Columns = s.fleetColumns()
	}
	table.List = s.finder.List
	defer func() { s.finder.List = table.List }() // keeps where it was scrolled to
	return widget.Pane{Title: "TABLES", Focus: true, Boxed: boxed}.Table(st, table, true, w, h,
		func(row, col, _ int) string {
			marked, name, more := s.finder.Marked(st, row)
			entry := s.entries[marked]
			if s.fleet.shown() {
				return s.fleetCell(st, &entry, name, col)
			}
			known := s.known(entry)
			switch col {
			case colKind:
				return st.Dim(text.EscapeString(entry.Kind))
			case colName:
				return name
			case colAbout:
				return more
			case colOpened:
				if entry.Source == s.current && s.current != "" {
					return st.Good("open")
				}
			}
			if known == nil {
				return ""
			}
			switch col {
			case colRows:
				return text.Number(float64(known.Rows))
			case colBytes:
				return text.Bytes(float64(known.Bytes))
			}
			if s.now.IsZero() {
				return known.Opened.UTC().Format(time.DateOnly)
			}
			return s.age(known.Opened)
		})
}

func (s *Screen) nothing(st *widget.Styles) string {
	switch {
	case len(s.entries) > 0:
		return st.Dim("nothing matches; esc lists everything again")
	case s.listing:
		return st.Dim("listing tables ...")
	}
	return st.Dim("there is nothing to list here: name a table, a snapshot file or demo:NAME on the command line")
}

// foot states what is still being listed and what could not be.
func (s *Screen) foot(st *widget.Styles, w int) []string {
	var foot []string
	if s.listing && len(s.entries) > 0 {
		what := "listing tables"
		if s.where != "" {
			what += " of " + s.where
		}
		foot = append(foot, widget.Truncate(" "+st.Dim(what+" ..."), w))
	}
	const most = 4 // lines of an error
	for i, line := range s.problem {
		for k, part := range text.Wrap(line, max(w-4, 8)) {
			mark := "   "
			if i == 0 && k == 0 {
				mark = " " + st.Error("") + " "
			}
			if len(foot) < most {
				foot = append(foot, widget.Truncate(mark+part, w))
			}
		}
	}
	return foot
}

// Occasional lists the bindings of a filter, a draft, or the list that has the focus.
func (s *Screen) Occasional() []views.Binding {
	return []views.Binding{
		{Keys: []string{"esc"}, Name: "all", Help: "list everything again"},
	}
}
