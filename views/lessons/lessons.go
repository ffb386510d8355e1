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

// Screen lists the lessons with how far a person has come.
type Screen struct {
	list     widget.List
	read     []*lesson.Lesson // nil until they are looked at
	progress lesson.Progress
	problem  string // why the progress kept cannot be relied on
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// all returns the lessons. They are read at the first look, not when the app starts.
func (s *Screen) all() []*lesson.Lesson {
	if s.read == nil {
		s.read = lesson.All()
		s.list.SetLen(len(s.read))
	}
	return s.read
}

// ID returns views.LessonsScreen.
func (s *Screen) ID() views.ID { return views.LessonsScreen }

// Title is "Lessons".
func (s *Screen) Title() string { return "Lessons" }

// Editing is never true.
func (s *Screen) Editing() bool { return false }

// SetData does nothing: lessons are the same whatever table is open.
func (s *Screen) SetData(*views.Data) {}

// SetProgress shows how far a person has come; problem states why that may not be all, empty when it is.
func (s *Screen) SetProgress(p lesson.Progress, problem string) { s.progress, s.problem = p, problem }

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
		if slices.Contains(l.Cites(), id) {
			out = append(out, l.Name)
		}
	}
	return out
}

// Bindings lists what keys do.
func (s *Screen) Bindings() []views.Binding {
	return []views.Binding{
		{Keys: []string{"enter"}, Name: "take", Help: "take the lesson, from the step where it was left", Run: func() views.Request { return s.take(false) }},
		{Keys: []string{"ctrl+r"}, Name: "from the start", Help: "take the lesson from its first step, with nothing done", Run: func() views.Request { return s.take(true) }},
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
	switch i := s.list.RowAt(y); {
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

// Draw draws the list, and below it what the lesson under the cursor is about.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	foot := s.foot(w, st)
	room := max(h-len(foot), min(h, 3))
	lines := strings.Split(s.list.Draw(st, w, min(room, len(s.all())), func(i int) string { return s.line(s.all()[i], st) }), "\n")
	for len(lines) < room {
		lines = append(lines, "")
	}
	return widget.Block(append(lines, foot...), w, h)
}

// line is a lesson with its track.
func (s *Screen) line(l *lesson.Lesson, st *widget.Styles) string {
	c := s.progress.Course(l)
	steps := track(c, st)
	if c.Count(lesson.Open) == len(c.Steps) {
		steps = st.Dim(strings.Repeat("·", len(c.Steps)))
	}
	return widget.Pad(l.Title, 28) + "  " + st.Dim(widget.Pad(l.ID, 3)) + "  " + widget.Pad(steps, 11) + "  " + st.Dim(ProgressText(c))
}

// ProgressText tells in words how far a person has come in a lesson.
func ProgressText(c lesson.LessonProgress) string {
	done, skipped := c.Count(lesson.Done), c.Count(lesson.Skipped)
	out := fmt.Sprintf("%d of %d steps", done, len(c.Steps))
	switch {
	case done == len(c.Steps):
		return "all done"
	case done+skipped == 0:
		return fmt.Sprintf("%d steps", len(c.Steps))
	case skipped > 0:
		out += fmt.Sprintf(", %d skipped", skipped)
	}
	return out
}

// foot tells of the lesson under the cursor, and what is wrong with the progress kept.
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
	add(widget.Wrap(l.About, in))
	about := l.Sources()
	about = append(about, l.Cites()...)
	for _, line := range widget.Wrap(strings.Join(about, "  "), in) {
		add([]string{st.Dim(line)})
	}
	if s.problem != "" {
		for i, line := range widget.Wrap(text.EscapeString(s.problem), max(in-2, 1)) {
			if i == 0 {
				line = st.Warning("") + " " + line
			}
			add([]string{line})
		}
	}
	return foot
}
