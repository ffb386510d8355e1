package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/lesson"
)

// TestLabOpensWithAdvice verifies that the Lab searches for better layouts by itself when it first comes up, once per
// table, and not in a lesson, where it would give the answer away.
func TestLabOpensWithAdvice(t *testing.T) {
	t.Parallel()
	const said = "Keep the current layout"
	r := rigOf(t, Options{Source: "demo:battery", Open: openDemo}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.settle()
	r.hides(said)
	r.keys("8")
	r.settle()
	r.shows(said)

	r = rigOf(t, Options{Lesson: lesson.Find("hotspots"), Open: openDemo, Progress: &fakeProgress{}}, true)
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.settle()
	r.keys("8")
	r.settle()
	r.hides(said, "searching for layouts")
}
