package space

import "tabletop/views"

// Modes lists the modes in which keys are text.
func (s *Screen) Modes() []views.Mode {
	return []views.Mode{views.TextMode("find", s.Press,
		views.Binding{Name: "choose", Help: "put the cursor on the node that was found"},
		views.Binding{Name: "stop", Help: "stop searching"})}
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) { return s.Modes()[0], s.finding }
