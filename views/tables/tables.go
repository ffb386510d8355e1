// Package tables is the picker: the tables, demos and snapshots that can be opened, narrowed as one types.
package tables

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Entry is something that can be opened.
type Entry struct {
	Kind   string // in a word: "table", "demo", "snapshot"
	Name   string // as it is listed: "metrics"
	Title  string // what it is, in a line; may be empty
	Source string // what a person would type to open it: "prod/eu/metrics", "demo:e07"
}

// Screen is the picker. The zero value lists nothing.
type Screen struct {
	entries   []Entry
	finder    widget.Finder
	nameWidth int
	kindWidth int
	listing   bool     // more entries may come
	problem   []string // why some entries are missing: lines, escaped
	where     string   // the instance, escaped
	current   string   // source of the open table
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// SetListing replaces what is listed: entries so far, whether more may come, and why some are missing (nil when none
// are).
func (s *Screen) SetListing(entries []Entry, more bool, problem error) {
	s.entries, s.listing, s.problem = entries, more, nil
	if problem != nil {
		for line := range strings.SplitSeq(problem.Error(), "\n") {
			s.problem = append(s.problem, text.EscapeString(line))
		}
	}
	s.nameWidth, s.kindWidth = 0, 0
	lines := make([]widget.FindEntry, len(entries))
	for i, e := range entries {
		lines[i] = widget.FindEntry{Name: text.EscapeString(e.Name), More: text.EscapeString(e.Title)}
		s.nameWidth = max(s.nameWidth, min(widget.Width(lines[i].Name), 32))
		s.kindWidth = max(s.kindWidth, min(widget.Width(e.Kind), 12))
	}
	chosen := s.finder.Chosen()
	s.finder.SetEntries(lines)
	if chosen < 0 {
		s.finder.List.SetCursor(0)
	}
}

// SetWhere names the instance whose tables are listed.
func (s *Screen) SetWhere(instance string) { s.where = text.EscapeString(instance) }

// ID returns views.TablesScreen.
func (s *Screen) ID() views.ID { return views.TablesScreen }

// Title is "Tables".
func (s *Screen) Title() string { return "Tables" }

// SetData notes which table is open; the list does not depend on it.
func (s *Screen) SetData(d *views.Data) {
	if d != nil {
		s.current = d.Source
	}
}

// Editing is always true: whatever is typed narrows the list.
func (s *Screen) Editing() bool { return true }

// Bindings lists the keys that do something beside typing.
func (s *Screen) Bindings() []views.Binding {
	off := ""
	if s.finder.Chosen() < 0 {
		off = "nothing is listed that matches"
	}
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "open", Help: "open the table under the cursor", Run: s.open, DisabledReason: off},
		{Keys: []string{"esc"}, Name: "clear", Help: "clear what was typed, or go back", Run: s.escape},
		{Keys: []string{"ctrl+y"}, Name: "copy", Help: "copy the name to open it by", Run: s.copy, DisabledReason: off},
	}
}

// Press narrows the list or moves in it.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	for _, b := range s.Bindings() {
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

// Receive takes the result of a search.
func (s *Screen) Receive(result any) views.Request {
	s.finder.Receive(result)
	return nil
}

func (s *Screen) open() views.Request {
	i := s.finder.Chosen()
	if i < 0 {
		return nil
	}
	return views.OpenTable{Source: s.entries[i].Source}
}

func (s *Screen) copy() views.Request {
	i := s.finder.Chosen()
	if i < 0 {
		return nil
	}
	return views.Copy{What: "name", Text: s.entries[i].Source}
}

func (s *Screen) escape() views.Request {
	if s.finder.Input.Text() != "" {
		s.finder.SetText("")
		return nil
	}
	return views.Back{}
}

// listTop is the line of the first entry.
const listTop = 2

// Click moves the cursor to a line; a click on the line under it opens.
func (s *Screen) Click(_, y int) views.Request {
	i := s.finder.List.RowAt(y - listTop)
	if i < 0 {
		return nil
	}
	if i == s.finder.List.Cursor() {
		return s.open()
	}
	s.finder.List.SetCursor(i)
	return nil
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	s.finder.List.Wheel(lines)
	return nil
}

// Draw draws the input, the list and what is missing from it.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	count := s.finder.List.Place(text.Integer)
	const prompt = " find "
	top := st.Accent(prompt) + s.finder.Input.Draw(st, max(w-len(prompt)-widget.Width(count)-2, 1), -1) + " " + st.Dim(count)
	lines := []string{top, ""}
	foot := s.foot(st, w)
	room := h - listTop - len(foot)
	if s.finder.List.Len() == 0 {
		lines = append(lines, "  "+s.nothing(st))
		return widget.Block(append(lines, foot...), w, h)
	}
	if room > 0 {
		lines = append(lines, strings.Split(s.finder.Draw(st, w, room, s.line(st)), "\n")...)
	}
	return widget.Block(append(lines, foot...), w, h)
}

// line sets an entry in columns: its kind, its name, what it is, and whether it is the table that is open.
func (s *Screen) line(st *widget.Styles) func(int, string, string) string {
	return func(i int, name, more string) string {
		e := s.entries[i]
		out := st.Dim(widget.Pad(text.EscapeString(e.Kind), s.kindWidth)) + "  " + name
		if more != "" {
			out += widget.Spaces(s.nameWidth-widget.Width(name)) + "  " + more
		}
		if e.Source == s.current && s.current != "" {
			out += "  " + st.Good("open")
		}
		return out
	}
}

func (s *Screen) nothing(st *widget.Styles) string {
	switch {
	case len(s.entries) > 0:
		return st.Dim("nothing matches; esc clears what was typed")
	case s.listing:
		return st.Dim("listing tables ...")
	}
	return st.Dim("there is nothing to list here: name a table, a snapshot file or demo:NAME on the command line")
}

// foot tells what is still being listed and what could not be.
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
		for k, part := range widget.Wrap(line, max(w-4, 8)) {
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
