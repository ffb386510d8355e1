package tui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/internal/slowtest"
	"tabletop/internal/viewtest"
	"tabletop/model/crash"
	"tabletop/views"
)

// TestKeysBeforeTheFirstDraw verifies that every screen of the registry takes its keys, clicks, the wheel, a row to
// open and a place to narrow to before it was ever drawn, and after frames of all sizes: the app opens a row on a
// screen, and runs a command that was chosen in the palette, before the screen is drawn.
func TestKeysBeforeTheFirstDraw(t *testing.T) {
	for _, registered := range newApp(t.Context(), Options{}, screens()).screens {
		for name, data := range viewtest.All() {
			for _, size := range slowtest.Pick([][2]int{{}}, [][2]int{{}, {1, 1}, {20, 5}, {36, 10}, {200, 60}}) {
				fresh := func(next *views.Data) views.Screen {
					s := registered.fresh()
					viewtest.SetData(s, data)
					if size != [2]int{} {
						s.Draw(size[0], size[1], viewtest.Mono())
					}
					if next != nil {
						viewtest.SetData(s, next)
					}
					return s
				}
				survives := func(doing string, f func()) {
					err := crash.Recovered(func() error { f(); return nil })()
					if internal, ok := err.(*crash.Error); ok {
						t.Errorf("%s of %s, drawn at %v, %s: %v at %s", registered.title, name, size, doing, internal, internal.Stack[0])
					}
				}
				for _, next := range slowtest.Pick([]*views.Data{nil}, []*views.Data{nil, viewtest.Metrics(), viewtest.Empty()}) {
					keys := []string{"j", "G", "enter", "tab", "a", "esc"}
					for _, b := range registered.Bindings() {
						keys = append(keys, b.Keys...)
					}
					for _, b := range fresh(next).Bindings() {
						keys = append(keys, b.Keys...)
					}
					for _, key := range keys {
						survives(fmt.Sprintf("key %s", key), func() { viewtest.Press(t, fresh(next), key) })
					}
					s := fresh(next)
					survives("mouse", func() {
						if m, ok := s.(views.MouseHandler); ok {
							viewtest.RunWork(s, views.All{m.Click(3, 3), m.Wheel(3)})
						}
					})
					survives("row", func() {
						if o, ok := s.(views.TargetOpener); ok {
							viewtest.RunWork(s, o.OpenAt([]byte("device#1")))
						}
					})
					survives("place", func() {
						if l, ok := s.(views.Locator); ok {
							l.Location()
						}
						if n, ok := s.(views.Filterer); ok {
							n.FilterTo(views.Target{Key: []byte("k")})
						}
						s.Press(tea.KeyPressMsg{Code: tea.KeyEnter})
					})
				}
			}
		}
	}
}
