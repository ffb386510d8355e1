// Package overview is the first screen of a table: how its keys are built, how large its rows are, what its families
// keep, and what all of that is known from.
package overview

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/widget"
)

// Screen is the Overview. The zero value waits for data.
type Screen struct {
	data  *views.Data
	list  widget.List
	lines []line
	tiles []placed // that the lines are in; none where there is no room for tiles
	drawn drawn    // what lines were made for
	moved bool     // the user put the cursor where it is; until then it stays at the top as lines come
}

// drawn is all that the lines depend on.
type drawn struct {
	data *views.Data
	w, h int
	st   *widget.Styles
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// ID returns views.OverviewScreen.
func (s *Screen) ID() views.ID { return views.OverviewScreen }

// Title is "Overview".
func (s *Screen) Title() string { return "Overview" }

// SetData states what there is to show.
func (s *Screen) SetData(d *views.Data) { s.data = d }

// Editing is never true: nothing is typed here.
func (s *Screen) Editing() bool { return false }

// Bindings lists what can be done with the line under the cursor.
func (s *Screen) Bindings() []views.Binding {
	line := s.current()
	off := func(missing bool, why string) string {
		if missing {
			return why
		}
		return ""
	}
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "open", Help: "open the screen with more about the line under the cursor",
			DisabledReason: off(line.open == nil, "this line leads nowhere"),
			Run:            func() views.Request { return s.current().open }},
		{Keys: []string{"w"}, Name: "why", Help: "explain how the figures under the cursor were counted",
			DisabledReason: off(line.why == "", "there is no figure on this line"), Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take,
			Help:           "copy what the line is about: the key, the template, the figures",
			DisabledReason: off(line.copy == "", "there is nothing to copy on this line"), Run: s.copyLine},
	}
}

func (s *Screen) explain() views.Request {
	l := s.current()
	return views.Explain{Title: l.about, Text: l.why}
}

func (s *Screen) copyLine() views.Request {
	l := s.current()
	return views.Copy{What: l.about, Text: l.copy}
}

// current is the line under the cursor.
func (s *Screen) current() line {
	if i := s.list.Cursor(); i >= 0 && i < len(s.lines) {
		return s.lines[i]
	}
	return line{}
}

// Press moves the cursor.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	before := s.list.Cursor()
	if s.pressTiles(k.String()) {
		s.moved = true
		return nil
	}
	if s.list.Press(k.String()) {
		s.moved = true
		s.settle(before)
	}
	return nil
}

// pressTiles moves from tile to tile, and reports whether the key did that.
func (s *Screen) pressTiles(key string) bool {
	at := slices.IndexFunc(s.tiles,
		func(t placed) bool { return s.list.Cursor() >= t.first && s.list.Cursor() < t.first+len(t.lines) })
	if at < 0 {
		return false
	}
	count := len(s.tiles)
	switch key {
	case "tab", "shift+tab":
		by := 1
		if key == "shift+tab" {
			by = count - 1
		}
		for i := (at + by) % count; i != at; i = (i + by) % count {
			if s.toTile(s.tiles[i]) {
				break
			}
		}
		return true
	case "left", "h", "right", "l":
		want := s.tiles[at].column + 1
		if key == "left" || key == "h" {
			want -= 2
		}
		for _, t := range s.tiles {
			if t.column == want && t.y+t.h > s.tiles[at].y && s.toTile(t) {
				break
			}
		}
		return true
	}
	return false
}

// toTile puts the cursor on the first line of a tile that it can stop on, and reports whether there is one.
func (s *Screen) toTile(t placed) bool {
	for i := range t.lines {
		if t.lines[i].id != "" {
			s.list.SetCursor(t.first + i)
			return true
		}
	}
	return false
}

// settle moves the cursor on to the next line that it can stop on, in the direction in which it was moving; at the ends
// it goes back. At a top line without a stop it stays, so that the page can be scrolled to its very start.
func (s *Screen) settle(before int) {
	at := s.list.Cursor()
	distance := 1
	if at < before {
		distance = -1
	}
	for i := at; i >= 0 && i < len(s.lines); i += distance {
		if s.lines[i].id != "" {
			s.list.SetCursor(i)
			return
		}
	}
	for i := at; i >= 0 && i < len(s.lines); i -= distance {
		if s.lines[i].id != "" {
			s.list.SetCursor(i)
			return
		}
	}
}

// Click puts the cursor on a line; in a tile, a click on the line under the cursor opens it.
func (s *Screen) Click(x, y int) views.Request {
	for _, tile := range s.tiles {
		if x < tile.x || x >= tile.x+tile.w || y < tile.y || y >= tile.y+tile.h {
			continue
		}
		index := tile.first + y - tile.y - 1
		switch {
		case y == tile.y || y-tile.y-1 >= len(tile.lines) || s.lines[index].id == "":
			s.toTile(tile)
		case index == s.list.Cursor():
			return s.lines[index].open
		default:
			s.list.SetCursor(index)
		}
		s.moved = true
		return nil
	}
	if i := s.list.RowAt(y); i >= 0 && s.lines[i].id != "" {
		s.list.SetCursor(i)
		s.moved = true
	}
	return nil
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	before := s.list.Cursor()
	s.list.Wheel(lines)
	s.moved = true
	s.settle(before)
	return nil
}

// Draw draws the page, or the part of it around the cursor.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	s.layout(w, h, st)
	if len(s.tiles) > 0 {
		return drawDashboard(st, s.tiles, s.list.Cursor(), w, h)
	}
	text := s.list.Draw(st, w, h, func(i int) string { return s.lines[i].text })
	return text
}

// layout makes the lines again when something they depend on changed. The cursor stays on what it was on.
func (s *Screen) layout(w, h int, st *widget.Styles) {
	now := drawn{s.data, w, h, st}
	if s.drawn == now && s.lines != nil {
		return
	}
	on := s.current().id
	page := &page{st: st, w: max(w-widget.Gutter, 1)}
	s.tiles = nil
	if !st.Spoken() && isDashboard(s.data, w, h) {
		s.tiles = page.dashboard(s.data, w, h)
		for _, t := range s.tiles {
			page.lines = append(page.lines, t.lines...)
		}
	} else if st.Spoken() {
		page.all(s.data)
	} else {
		page.fitting(s.data, h)
	}
	s.lines, s.drawn = page.lines, now
	s.list.SetLen(len(s.lines))
	if !s.moved {
		s.list.SetCursor(0)
		s.settle(0)
		return
	}
	for i, l := range s.lines {
		if l.id != "" && l.id == on {
			s.list.SetCursor(i)
			return
		}
	}
	s.settle(s.list.Cursor())
}
