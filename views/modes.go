package views

import tea "charm.land/bubbletea/v2"

// Mode is a way in which a screen takes keys while it is Editing.
type Mode struct {
	// Name is that of the mode in settings: keys.template.drop is the binding "drop" in the mode "template" of Keys. It
	// is empty for the one mode of a screen that always edits.
	Name     string
	Bindings []Binding
	// Types means that keys are text in the mode: only keys that type nothing can be bound.
	Types bool
}

// Moded is a screen that takes keys in modes. Modes lists all of them, Mode returns the one that it is in, if it is
// Editing.
type Moded interface {
	Modes() []Mode
	Mode() (Mode, bool)
}

// TextMode is a mode in which a line is typed: enter takes it, esc goes back. press is the Press of the screen.
func TextMode(name string, press func(tea.KeyPressMsg) Request, take, back Binding) Mode {
	take.Keys, take.Run = []string{"enter"}, func() Request { return press(tea.KeyPressMsg{Code: tea.KeyEnter}) }
	back.Keys, back.Run = []string{"esc"}, func() Request { return press(tea.KeyPressMsg{Code: tea.KeyEscape}) }
	return Mode{Name: name, Bindings: []Binding{take, back}, Types: true}
}

// Occasional is a screen with bindings that Bindings lists at times only, such as while something is filtered.
// Occasional lists their keys, names and help, for the settings.
type Occasional interface{ Occasional() []Binding }
