package keys

import "tabletop/views"

// The modes of the screen by their names in settings.
const (
	textMode     = "text"     // a search, a prefix, a key or a name is typed
	changeMode   = "change"   // a boundary or a mark is moved, or a type chosen
	templateMode = "template" // a template is typed
)

// Modes lists the modes in which keys are text, or move what is being changed.
func (s *Screen) Modes() []views.Mode {
	var out []views.Mode
	for _, name := range []string{textMode, changeMode, templateMode} {
		out = append(out, views.Mode{Name: name, Bindings: s.editBindings(name), Types: name != changeMode})
	}
	return out
}

// Mode returns the mode that the screen is in.
func (s *Screen) Mode() (views.Mode, bool) {
	name := textMode
	switch s.mode {
	case browsing:
		return views.Mode{}, false
	case templating:
		name = templateMode
	case splitting, retyping, marking:
		name = changeMode
	}
	return views.Mode{Name: name, Bindings: s.editBindings(name), Types: name != changeMode}, true
}
