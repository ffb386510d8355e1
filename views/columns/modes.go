package columns

import "tabletop/views"

// Modes lists the modes in which keys are text.
func (s *Screen) Modes() []views.Mode {
	return []views.Mode{views.TextMode("find", s.Press,
		views.Binding{Name: "keep", Help: "keep only the columns that are listed"},
		views.Binding{Name: "all", Help: "list all columns again"})}
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) { return s.Modes()[0], s.finding }
