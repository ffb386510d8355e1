package retention

import "tabletop/views"

// Modes lists the modes in which keys are text.
func (s *Screen) Modes() []views.Mode {
	return []views.Mode{views.TextMode("policy", s.Press,
		views.Binding{Name: "try", Help: "stop typing and look at the policy"},
		views.Binding{Name: "close", Help: "stop typing; what could be read stays tried"})}
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) { return s.Modes()[0], s.typing }
