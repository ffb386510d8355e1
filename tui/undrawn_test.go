package tui

import (
	"io"
	"maps"
	"slices"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/internal/viewtest"
	"tabletop/model/crash"
	"tabletop/views"
)

// undrawn is a way in which a screen comes to data of which it has drawn no frame, or none at its size.
type undrawn struct {
	name  string
	reach func(s viewtest.Undrawn, data *views.Data)
}

// undrawnScreens are the ways there are; before is what was shown of the table before.
func undrawnScreens(before *views.Data) []undrawn {
	draw := func(s viewtest.Undrawn, w, h int) { s.Screen.Draw(w, h, viewtest.Mono()) }
	another := func(s viewtest.Undrawn, data *views.Data) *views.Data {
		s.SetData(before)
		draw(s, 200, 60)
		after := *data
		after.Source = before.Source // another reading of the same table
		return &after
	}
	return []undrawn{
		{"never drawn", func(s viewtest.Undrawn, data *views.Data) { s.SetData(data) }},
		{"drawn before there was data", func(s viewtest.Undrawn, data *views.Data) {
			draw(s, 80, 24)
			s.SetData(data)
		}},
		{"drawn before other rows came", func(s viewtest.Undrawn, data *views.Data) { s.SetData(another(s, data)) }},
		{"drawn before other rows came, with its work to do",
			func(s viewtest.Undrawn, data *views.Data) { s.Screen.SetData(another(s, data)) }},
		{"drawn in a terminal of 36x10", func(s viewtest.Undrawn, data *views.Data) {
			s.SetData(data)
			draw(s, 34, 6)
		}},
		{"drawn before the terminal was made tiny",
			func(s viewtest.Undrawn, data *views.Data) {
				s.SetData(data)
				draw(s, 200, 60)
				draw(s, 1, 1)
				draw(s, 0, 0)
			}},
	}
}

// uses are what the app does with a screen, by name: its keys, and others that move and type; clicks, the wheel; a row
// to open, a place to narrow to, and its place and report.
func uses(of viewtest.Undrawn) map[string]func(viewtest.Undrawn) {
	all := map[string]func(viewtest.Undrawn){
		"mouse": func(s viewtest.Undrawn) {
			if m, ok := s.Screen.(views.MouseHandler); ok {
				s.RunWork(views.All{m.Click(3, 3), m.Wheel(3), m.Click(150, 40), m.Wheel(-9)})
			}
		},
		"row": func(s viewtest.Undrawn) {
			if o, ok := s.Screen.(views.TargetOpener); ok {
				s.RunWork(o.OpenAt([]byte("device#1")))
			}
		},
		"place": func(s viewtest.Undrawn) {
			if l, ok := s.Screen.(views.Locator); ok {
				l.Location()
			}
			if n, ok := s.Screen.(views.Filterer); ok {
				n.FilterTo(views.Target{Key: []byte("k")})
			}
			s.Press("enter")
		},
		"report": func(s viewtest.Undrawn) {
			if r, ok := s.Screen.(views.Reporter); ok {
				r.Report()
			}
		},
		"list": func(s viewtest.Undrawn) {
			if l, ok := s.Screen.(views.Lister); ok {
				if list := l.List(); list != nil {
					_ = list.WriteCSV(io.Discard)
				}
			}
		},
	}
	keys := []string{"j", "G", "enter", "tab", "a", "esc"}
	for _, b := range of.Screen.Bindings() {
		keys = append(keys, b.Keys...)
	}
	for _, key := range keys {
		all["key "+key] = func(s viewtest.Undrawn) { s.Press(key) }
	}
	return all
}

// TestKeysBeforeTheFirstDraw verifies that every screen of the registry takes all that the app does with it while no
// frame of its data was drawn: keys wait in a queue while rows come, a command that was chosen in the palette runs
// before the screen it is of is drawn, and nothing is drawn in a terminal without room. Short tests take each use on a
// few tables in a few ways.
func TestKeysBeforeTheFirstDraw(t *testing.T) {
	tables := viewtest.All()
	for _, registered := range newApp(t.Context(), Options{}, screens()).screens {
		for i, way := range undrawnScreens(tables["metrics"]) {
			for k, table := range slices.Sorted(maps.Keys(tables)) {
				fresh := func() viewtest.Undrawn {
					s := viewtest.Undrawn{Screen: registered.fresh()}
					way.reach(s, tables[table])
					return s
				}
				all := uses(fresh())
				for n, name := range slices.Sorted(maps.Keys(all)) {
					if every := slowtest.Pick(5, 1); (i+k+n)%every > 0 {
						continue
					}
					err := crash.Recovered(func() error { all[name](fresh()); return nil })()
					if internal, ok := err.(*crash.Error); ok {
						t.Errorf("%s of %s, %s, %s: %v at %s", registered.title, table, way.name, name, internal,
							internal.Stack[0])
					}
				}
			}
		}
	}
}
