package diff

import "tabletop/views"

// Modes lists the modes in which keys are text.
func (s *Screen) Modes() []views.Mode {
	m := views.TextMode("path", s.Press, views.Binding{Name: "compare", Help: "compare with what was typed"},
		views.Binding{Name: "cancel", Help: "stop typing and compare with nothing else"})
	m.Bindings = append(m.Bindings, views.Binding{Keys: []string{"tab"}, Name: "complete",
		Help: "complete the path of a file",
		Run:  func() views.Request { return views.CompletePath{Prefix: s.input.Text()} }})
	return []views.Mode{m}
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) { return s.Modes()[0], s.typing }
