// Package lessons is the screen that lists the lessons, and the panel that a lesson has below the other screens.
package lessons

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/lesson"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Screen lists the lessons with how far the user has come.
type Screen struct {
	list     widget.List
	read     []*lesson.Lesson // without reviews; nil until they are looked at
	shown    []*lesson.Lesson // with the reviews of the progress; nil until they are looked at
	progress lesson.Progress
	problem  string // why the progress kept cannot be relied on

	guidelines []lesson.Guideline // those that lessons cite; nil until they are shown
	title      int                // cells of a title at the last Draw
	top        int                // lines above the list then
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// all returns the lessons and the reviews. They are read at the first look, not when the app starts.
func (s *Screen) all() []*lesson.Lesson {
	if s.read == nil {
		s.read = lesson.All()
	}
	if s.shown == nil {
		s.shown = lesson.WithReviews(s.read, s.progress)
		s.list.SetLen(len(s.shown))
	}
	return s.shown
}

// ID returns views.LessonsScreen.
func (s *Screen) ID() views.ID { return views.LessonsScreen }

// Title is "Lessons".
func (s *Screen) Title() string { return "Lessons" }

// Editing is never true.
func (s *Screen) Editing() bool { return false }

// SetData does nothing: lessons are the same whatever table is open.
func (s *Screen) SetData(*views.Data) {}

// SetProgress shows how far the user has come; problem states why that may not be all, empty when it is.
func (s *Screen) SetProgress(p lesson.Progress, problem string) {
	s.progress, s.problem, s.shown = p, problem, nil
}

// Point puts the cursor on the lesson to take after another.
func (s *Screen) Point(after *lesson.Lesson) {
	for i, l := range s.all() {
		switch {
		case l.Name == after.Next:
			s.list.SetCursor(i)
			return
		case l.Name == after.Name:
			s.list.SetCursor(i + 1)
		}
	}
}

// Teaching are the names of the lessons that cite a guideline.
func (s *Screen) Teaching(id string) []string {
	var out []string
	for _, l := range s.all() {
		if !l.IsReview() && slices.Contains(l.Cites(), id) {
			out = append(out, l.Name)
		}
	}
	return out
}

// Bindings lists what keys do.
func (s *Screen) Bindings() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "start", Help: "start the lesson, or resume it at the step where you left it",
			Run: func() views.Request { return s.take(false) }},
		{Keys: []string{"ctrl+r"}, Name: "from the start",
			Help: "start the lesson at its first step, with nothing done",
			Run:  func() views.Request { return s.take(true) }},
	}
}

func (s *Screen) take(again bool) views.Request {
	all := s.all()
	return views.Lesson{Name: all[s.list.Cursor()].Name, Again: again}
}

// Press moves the cursor.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	s.list.Press(k.String())
	return nil
}

// Click puts the cursor on a lesson; a click on the one under it takes it.
func (s *Screen) Click(_, y int) views.Request {
	switch i := s.list.RowAt(y - s.top); {
	case i < 0:
		return nil
	case i == s.list.Cursor():
		return s.take(false)
	default:
		s.list.SetCursor(i)
	}
	return nil
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	s.list.Wheel(lines)
	return nil
}

// Draw draws the list, and beside or below it what the lesson under the cursor is about.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	const beside = 37 // cells of a line beside the title
	s.top, s.title = 0, 28
	for _, l := range s.all() {
		s.title = max(s.title, min(widget.Width(l.Title), 48, w-beside))
	}
	if !widget.Boxed(w, h) {
		foot := s.foot(w, st)
		room := max(h-len(foot), min(h, 3))
		lines := widget.Fill(strings.Split(s.list.Draw(st, w, min(room, len(s.all())),
			func(i int) string { return s.line(s.all()[i], st) }), "\n"), room)
		return widget.Block(append(lines, foot...), w, h)
	}
	s.top = 1
	left := max(s.title+beside, w*2/5)
	list := widget.Pane{Title: "LESSONS", Focus: true, Boxed: true}
	about := widget.Pane{Title: s.all()[s.list.Cursor()].Title, Right: widget.Hints(st, "enter", "start"), Boxed: true}
	return widget.Block(widget.Beside([][]string{
		list.List(st, &s.list, true, left, h, func(i int) string { return s.line(s.all()[i], st) }),
		about.Text(st, s.about(about.TextWidth(w-left), st), w-left, h),
	}, []int{left, w - left}, h), w, h)
}

// line is a lesson with its track.
func (s *Screen) line(l *lesson.Lesson, st *widget.Styles) string {
	c := s.progress.Course(l)
	steps := track(c, st)
	if c.Count(lesson.Open) == len(c.Steps) {
		steps = st.Dim(strings.Repeat("·", len(c.Steps)))
	}
	return widget.Pad(l.Title, s.title) + "  " + st.Dim(widget.Pad(l.ID, 3)) + "  " + widget.Pad(steps, 11) + "  " +
		st.Dim(ProgressText(c))
}

// about are the lines about the lesson under the cursor: what it teaches, on which tables, by which guidelines, what
// comes before and after it, and what is wrong with the progress kept.
func (s *Screen) about(w int, st *widget.Styles) []string {
	all := s.all()
	taught := all[s.list.Cursor()]
	title := map[string]string{}
	for _, other := range all {
		title[other.Name] = other.Title
	}
	var out []string
	add := func(label, words string, style func(string) string) {
		indent := 9
		if label == "·" {
			indent = 2
		}
		for i, line := range text.Wrap(words, max(w-indent, 8)) {
			if i > 0 {
				label = ""
			}
			out = append(out, st.Dim(widget.Pad(label, indent))+style(line))
		}
	}
	plain := func(s string) string { return s }
	add("about", taught.About, plain)
	add("steps", ProgressText(s.progress.Course(taught)), plain)
	for i, source := range taught.Sources() {
		add([]string{"tables", ""}[min(i, 1)], source, plain)
	}
	for i, name := range taught.After {
		add([]string{"after", ""}[min(i, 1)], title[name], plain)
	}
	if taught.Next != "" {
		add("next", title[taught.Next], plain)
	}
	for i, line := range taught.Summary {
		if i == 0 {
			out = append(out, "", st.Strong("Afterwards you can say"))
		}
		add("·", line, plain)
	}
	if s.guidelines == nil {
		s.guidelines = lesson.Guidelines()
	}
	cites := taught.Cites()
	if len(cites) > 0 {
		out = append(out, "", st.Strong("Guidelines"))
	}
	for _, g := range s.guidelines {
		if slices.Contains(cites, g.ID) {
			add(g.ID, g.Text, st.Dim)
		}
	}
	return append(out, s.problemLines(w, st)...)
}

// ProgressText states in words how far the user has come in a lesson.
func ProgressText(c lesson.LessonProgress) string {
	done, skipped := c.Count(lesson.Done), c.Count(lesson.Skipped)
	if handed := c.Count(lesson.HandedIn); handed > 0 {
		return fmt.Sprintf("%d of %d steps handed in", handed, len(c.Steps))
	}
	out := fmt.Sprintf("%d of %d steps", done, len(c.Steps))
	switch {
	case done == len(c.Steps):
		return "all done"
	case done+skipped == 0:
		return text.Count(len(c.Steps), "step")
	case skipped > 0:
		out += fmt.Sprintf(", %d skipped", skipped)
	}
	return out
}

// foot is about the lesson under the cursor, and what is wrong with the progress kept.
func (s *Screen) foot(w int, st *widget.Styles) []string {
	all := s.all()
	l := all[s.list.Cursor()]
	foot := []string{widget.Rule(st, w)}
	in := max(min(w-4, measure), 1)
	add := func(lines []string) {
		for _, line := range lines {
			foot = append(foot, "  "+line)
		}
	}
	add(text.Wrap(l.About, in))
	about := l.Sources()
	about = append(about, l.Cites()...)
	for _, line := range text.Wrap(strings.Join(about, "  "), in) {
		add([]string{st.Dim(line)})
	}
	add(s.problemLines(in, st))
	return foot
}

// problemLines state what is wrong with the progress kept.
func (s *Screen) problemLines(w int, st *widget.Styles) []string {
	if s.problem == "" {
		return nil
	}
	lines := text.Wrap(text.EscapeString(s.problem), max(w-2, 1))
	lines[0] = st.Warning("") + " " + lines[0]
	return lines
}
