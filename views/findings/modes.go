package findings

import "tabletop/views"

// Modes lists the modes in which keys are text.
func (s *Screen) Modes() []views.Mode {
	return []views.Mode{views.TextMode("reason", s.Press,
		views.Binding{Name: "suppress", Help: "suppress the finding with this reason"},
		views.Binding{Name: "cancel", Help: "do not suppress the finding"})}
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) { return s.Modes()[0], s.typing }
