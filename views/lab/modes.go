package lab

import "tabletop/views"

// Modes lists the modes in which a layout is typed, queries are picked, a change of the layout is chosen, and a query
// is typed.
func (s *Screen) Modes() []views.Mode {
	choose := views.TextMode("transform", s.Press,
		views.Binding{Name: "choose", Help: "change the layout by the line under the cursor"},
		views.Binding{Name: "cancel", Help: "go back to the layouts"})
	choose.Types = false // it is a menu
	phrase := views.TextMode("query", s.Press, views.Binding{Name: "keep", Help: "keep the query as it is typed"},
		views.Binding{Name: "undo", Help: "go back to the queries before"})
	return []views.Mode{{Name: "layout", Bindings: s.typingBindings(), Types: true},
		{Name: "queries", Bindings: s.askBindings()}, choose, phrase}
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) {
	switch s.mode {
	case typing:
		return s.Modes()[0], true
	case asking:
		return s.Modes()[1], true
	case choosing:
		return s.Modes()[2], true
	case phrasing:
		return s.Modes()[3], true
	}
	return views.Mode{}, false
}
