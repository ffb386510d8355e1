package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// finder searches the list of a screen that has no search of its own: what is typed narrows it, the best first, and
// enter puts the cursor of the screen on what is under that of the finder.
type finder struct {
	title  string
	lines  int
	finder widget.Finder
	goTo   func(line int) views.Request
}

// openFinder searches the list of the screen that is up.
func (a *App) openFinder() {
	if a.finderDisabledReason() != "" {
		return
	}
	lines, _ := ask(a.current, "searching", views.Searchable.SearchLines)
	over := &finder{title: "Find in " + a.current.title, lines: len(lines), goTo: func(line int) views.Request {
		request, _ := ask(a.current, "going to a line of",
			func(s views.Searchable) views.Request { return s.GoTo(line) })
		return request
	}}
	over.finder.SetEntries(lines)
	a.over = over
}

// finderDisabledReason states why there is nothing to search; empty if there is.
func (a *App) finderDisabledReason() string {
	if !a.screenShown() || !is[views.Searchable](a.current) {
		return "this screen has no list"
	}
	if lines, _ := ask(a.current, "searching", views.Searchable.SearchLines); len(lines) == 0 {
		return "nothing is listed"
	}
	return ""
}

func (f *finder) press(k tea.KeyPressMsg) (views.Request, bool) {
	switch k.String() {
	case "esc":
		return nil, true
	case "enter":
		chosen := f.finder.Chosen()
		if chosen < 0 {
			return views.Notify{Text: "nothing in the list holds that"}, false
		}
		return f.goTo(chosen), true
	}
	f.finder.Press(k)
	if search := f.finder.Search(); search != nil { // lists of screens are short
		f.finder.Receive(search())
	}
	return nil, false
}

func (f *finder) click(_, y int) (views.Request, bool) {
	i := f.finder.List.RowAt(y - 1)
	if i < 0 {
		return nil, false
	}
	f.finder.List.SetCursor(i)
	return f.press(newKeyPress("enter"))
}

func (f *finder) wheel(lines int) { f.finder.List.Wheel(lines) }

func (f *finder) bindings() []views.Binding {
	return []views.Binding{{Keys: []string{"enter"}, Name: "go there"}, {Keys: []string{"esc"}, Name: "close"},
		{Keys: []string{"down"}, Name: "next"}}
}

func (f *finder) draw(st *widget.Styles, w, h int) string {
	w = min(w, pageWidth+widget.BoxWidth)
	h = min(h, min(paletteRows, max(f.lines, 1))+1+widget.BoxHeight)
	in := w - widget.BoxWidth
	count := foundOf(f.finder.List.Len(), f.lines, f.finder.Input.Text())
	line := st.Accent("› ") + f.finder.Input.Draw(st, in-3-widget.Width(count), -1)
	lines := []string{widget.SplitLine(line, st.Dim(count), in)}
	if f.finder.List.Len() == 0 {
		lines = append(lines, st.Dim("  nothing in the list holds that"))
	} else if room := h - widget.BoxHeight - 1; room > 0 {
		lines = append(lines, strings.Split(f.finder.Draw(st, in, room, func(_ int, name, more string) string {
			return name + "  " + st.Dim(more)
		}), "\n")...)
	}
	return widget.Box(st, f.title, lines, w, h)
}

// foundOf returns how many of all lines hold what is typed, as "3 of 120".
func foundOf(found, all int, typed string) string {
	if strings.TrimSpace(typed) == "" {
		return text.Count(int64(all), "line")
	}
	return text.Integer(int64(found)) + " of " + text.Integer(int64(all))
}

// pageSearch is what is searched for in a page, and where it was found.
type pageSearch struct {
	input  widget.Input
	typing bool
	at     int   // index in found
	found  []int // lines
}

// press handles a key while something is typed, and those that go from one find to the next. It reports whether the key
// was one of them.
func (s *pageSearch) press(k tea.KeyPressMsg) bool {
	switch key := k.String(); {
	case s.typing && key == "enter":
		s.typing = false
	case key == "esc" && (s.typing || s.input.Text() != ""):
		*s = pageSearch{}
	case s.typing:
		s.input.Press(k)
		s.at = 0
	case key == "/":
		s.typing = true
	case (key == "n" || key == "N") && len(s.found) > 0:
		step := 1
		if key == "N" {
			step = len(s.found) - 1
		}
		s.at = (s.at + step) % len(s.found)
	default:
		return false
	}
	return true
}

// typed is what is searched for; empty when nothing is.
func (s *pageSearch) typed() string { return strings.TrimSpace(s.input.Text()) }

// in marks what is searched for in lines; at is the line to show, -1 for none.
func (s *pageSearch) in(st *widget.Styles, lines []string) (marked []string, at int) {
	typed := s.typed()
	s.found = s.found[:0]
	if typed == "" {
		return lines, -1
	}
	marked = make([]string, len(lines))
	for i, line := range lines {
		marked[i] = line
		if plain := ansi.Strip(line); strings.Contains(strings.ToLower(plain), strings.ToLower(typed)) {
			marked[i] = widget.Mark(st, typed, plain)
			s.found = append(s.found, i)
		}
	}
	if len(s.found) == 0 {
		return marked, -1
	}
	s.at = min(s.at, len(s.found)-1)
	return marked, s.found[s.at]
}

// words are what is searched for and how often it was found, for the title of the page; empty when nothing is.
func (s *pageSearch) words() string {
	if !s.typing && s.input.Text() == "" {
		return ""
	}
	count := "not found"
	if s.typed() == "" {
		count = ""
	} else if len(s.found) > 0 {
		count = text.Integer(int64(s.at+1)) + " of " + text.Integer(int64(len(s.found)))
	}
	return "/ " + text.EscapeString(s.input.Text()) + "  " + count
}
