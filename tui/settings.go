package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/widget"
)

// Settings are what the user keeps in a file for the app. The zero value has the defaults.
type Settings struct {
	Theme    widget.Theme    // empty takes dark or light by the terminal's background
	Strategy sample.Strategy // of the app's samples; empty is auto
	NoMouse  bool
	Keys     map[string][]string // by action: "quit", "lab.new"; see Actions
}

// Action is something that keys do, under the name by which settings refer to it.
type Action struct {
	Name string // "quit", or of one screen "lab.new"
	Keys []string
	Help string
	on   views.ID // the screen that the keys work on; empty for every one
	mode string   // of the screen, in which alone they work; empty for none
	text bool     // keys are text in the mode
}

// Actions lists what can be bound, the app's own first, then screen by screen.
func Actions() []Action {
	app := newApp(context.Background(), Options{}, screens())
	out := screenActions("", "", app.globals())
	out = append(out, screenActions(goingTo, "", app.screenBindings())...)
	for _, screen := range app.screens {
		if !screen.Editing() {
			out = append(out, screenActions(screen.ID(), screen.ID(), screen.Bindings())...)
		}
		occasional, _ := ask(screen, "asking for the keys of", views.Occasional.Occasional)
		out = append(out, screenActions(screen.ID(), screen.ID(), occasional)...)
		modes, _ := ask(screen, "asking for the modes of", views.Moded.Modes)
		for _, m := range modes {
			for _, b := range screenActions(modeScope(screen, m), screen.ID(), m.Bindings) {
				b.mode, b.text = "mode "+m.Name, m.Types
				out = append(out, b)
			}
		}
	}
	for _, b := range screenActions(inLesson, inLesson, lessonKeys()) {
		b.mode = "mode lesson"
		out = append(out, b)
	}
	for _, b := range screenActions(inDialog, inDialog, dialogKeys()) {
		b.mode, b.text = "mode dialog", b.Name != string(inDialog)+".copy"
		out = append(out, b)
	}
	return out
}

// inLesson and inDialog are the scopes of the actions of a lesson and of what lies over a screen: "lesson.next",
// "dialog.close".
const inLesson, inDialog views.ID = "lesson", "dialog"

// modeScope is the scope of the actions of a mode: "keys.template".
func modeScope(s *screen, m views.Mode) views.ID {
	if m.Name == "" {
		return s.ID()
	}
	return s.ID() + "." + views.ID(m.Name)
}

func screenActions(scope, on views.ID, bindings []views.Binding) []Action {
	var out []Action
	for _, b := range bindings {
		if len(b.Keys) > 0 && b.Keys[0] != interruptKey {
			out = append(out, Action{Name: actionName(scope, b), Keys: b.Keys, Help: b.Help, on: on})
		}
	}
	return out
}

// goingTo is the scope of the actions that open screens: "go.heat".
const goingTo views.ID = "go"

// interruptKey ends the app whatever the settings say.
const interruptKey = "ctrl+c"

// actionName is the name of a binding in settings; the scope is that of a screen, goingTo, or empty for the app's own.
func actionName(scope views.ID, b views.Binding) string {
	name := b.Name
	if b.Keys[0] == pauseKey {
		name = "pause" // its name changes with what it does
	}
	name = strings.ReplaceAll(strings.ToLower(name), " ", "-")
	if scope == "" {
		return name
	}
	return string(scope) + "." + name
}

// ParseSettings reads settings written as YAML. An error names the line.
func ParseSettings(data []byte) (Settings, error) {
	var settings Settings
	docs, err := bounded.Documents(data)
	if err != nil {
		return settings, errors.New("not valid YAML: " + strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if len(docs) == 0 {
		return settings, nil
	}
	err = eachMember(docs[0].Content[0], "the settings", func(name string, v *yaml.Node) error {
		switch name {
		case "theme":
			return readChoice(v, name, append([]string{"auto"}, themeNames()...), func(x string) {
				if x != "auto" {
					settings.Theme = widget.Theme(x)
				}
			})
		case "strategy":
			return readChoice(v, name, strategyNames(), func(x string) { settings.Strategy = sample.Strategy(x) })
		case "mouse":
			return readChoice(v, name, []string{"true", "false"}, func(x string) { settings.NoMouse = x == "false" })
		case "keys":
			var err error
			settings.Keys, err = parseKeys(v)
			return err
		}
		return unknownMember(v.Line, name, []string{"theme", "strategy", "mouse", "keys"})
	})
	return settings, err
}

// eachMember hands over the members of a mapping in order. A member that stands twice is an error.
func eachMember(n *yaml.Node, what string, f func(name string, v *yaml.Node) error) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: %s must be names with values, for example \"theme: dark\"", n.Line, what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if seen[k.Value] {
			return fmt.Errorf("line %d: %q stands twice", k.Line, k.Value)
		}
		seen[k.Value] = true
		if err := f(k.Value, v); err != nil {
			return err
		}
	}
	return nil
}

func readChoice(v *yaml.Node, name string, values []string, set func(string)) error {
	if v.Kind != yaml.ScalarNode || !slices.Contains(values, v.Value) {
		return fmt.Errorf("line %d: invalid %s %q: must be one of %s", v.Line, name, v.Value,
			strings.Join(values, ", "))
	}
	set(v.Value)
	return nil
}

func unknownMember(line int, name string, known []string) error {
	near := ""
	for _, k := range known {
		if strings.HasPrefix(k, name) || strings.HasPrefix(name, k) || strings.HasSuffix(k, "."+name) {
			near = fmt.Sprintf("; did you mean %q?", k)
			break
		}
	}
	return fmt.Errorf("line %d: unknown name %q%s", line, name, near)
}

func themeNames() []string {
	var out []string
	for _, t := range widget.Themes() {
		out = append(out, string(t))
	}
	return out
}

func strategyNames() []string {
	var out []string
	for _, s := range sample.Strategies() {
		out = append(out, string(s))
	}
	return out
}

// parseKeys reads which keys do what, and refuses a key that would then have two meanings.
func parseKeys(n *yaml.Node) (map[string][]string, error) {
	actions := Actions()
	out, lines := map[string][]string{}, map[string]int{}
	err := eachMember(n, "keys", func(name string, v *yaml.Node) error {
		if !slices.ContainsFunc(actions, func(a Action) bool { return a.Name == name }) {
			var known []string
			for _, a := range actions {
				known = append(known, a.Name)
			}
			return unknownMember(v.Line, name, known)
		}
		keys, err := keyList(v)
		out[name], lines[name] = keys, v.Line
		if err != nil {
			return err
		}
		return checkTyping(actions, name, keys, v.Line)
	})
	if err != nil {
		return nil, err
	}
	return out, checkKeys(actions, out, lines)
}

// checkTyping reports a key that would type something where the action works.
func checkTyping(actions []Action, name string, keys []string, line int) error {
	for _, action := range actions {
		if action.Name != name || !action.text {
			continue
		}
		for _, k := range keys {
			if len([]rune(k)) == 1 || k == "space" || k == "backspace" {
				return fmt.Errorf("line %d: %s cannot be the key of %s: it types or edits text there", line, k, name)
			}
		}
	}
	return nil
}

// keyList reads one key or a list of them.
func keyList(v *yaml.Node) ([]string, error) {
	nodes := []*yaml.Node{v}
	if v.Kind == yaml.SequenceNode {
		nodes = v.Content
	}
	var out []string
	for _, node := range nodes {
		if node.Kind != yaml.ScalarNode || !isKeyName(node.Value) {
			return nil, fmt.Errorf("line %d: %q is no key; keys are, for example, x, X, space, enter, f5, ctrl+x, "+
				"alt+x", node.Line, node.Value)
		}
		if node.Value == interruptKey {
			return nil, fmt.Errorf("line %d: %s always leaves the app", node.Line, interruptKey)
		}
		out = append(out, node.Value)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("line %d: a list of keys needs at least one", v.Line)
	}
	return out, nil
}

// checkKeys reports a key of the settings that something else has on the same screen.
func checkKeys(actions []Action, set map[string][]string, lines map[string]int) error {
	bound := make([]Action, len(actions))
	for i, a := range actions {
		bound[i] = a
		if keys, ok := set[a.Name]; ok {
			bound[i].Keys = keys
		}
	}
	for _, action := range bound {
		if _, ok := set[action.Name]; !ok {
			continue
		}
		for _, binding := range bound {
			if action.Name == binding.Name || action.on != "" && binding.on != "" && (action.on != binding.on || action.mode != binding.mode) {
				continue
			}
			for _, k := range action.Keys {
				if action.mode != binding.mode && !always(k) {
					continue // in a mode, only these keys are the app's
				}
				if slices.Contains(binding.Keys, k) && !sharedByDefault(actions, action.Name, binding.Name, k) {
					return fmt.Errorf("line %d: %s cannot be the key of %s: it is that of %s", lines[action.Name], k,
						action.Name, binding.Name)
				}
			}
		}
	}
	return nil
}

// sharedByDefault reports whether two actions have a key in common without settings: a screen's own use of esc comes
// before the app's.
func sharedByDefault(actions []Action, a, b, key string) bool {
	n := 0
	for _, x := range actions {
		if (x.Name == a || x.Name == b) && slices.Contains(x.Keys, key) {
			n++
		}
	}
	return n > 1
}

// isKeyName reports whether a text names a key that can be pressed.
func isKeyName(name string) bool {
	for _, mod := range []string{"ctrl+", "alt+", "shift+"} {
		if rest, ok := strings.CutPrefix(name, mod); ok {
			return isKeyName(rest)
		}
	}
	named := []string{"enter", "esc", "tab", "space", "up", "down", "left", "right", "home", "end", "pgup", "pgdown",
		"backspace", "delete", "insert"}
	if slices.Contains(named, name) || len(name) > 1 && name[0] == 'f' && strings.Trim(name[1:], "0123456789") == "" {
		return true
	}
	r := []rune(name)
	return len(r) == 1 && r[0] > ' ' && r[0] != 0x7f
}

// rebound returns bindings with the keys of the settings. Keys that work while text is typed stay beside them, so that
// help and the way out can be reached from everywhere.
func (a *App) rebound(scope views.ID, bindings []views.Binding) []views.Binding {
	if len(a.opts.Keys) == 0 {
		return bindings
	}
	out := slices.Clone(bindings)
	for i, binding := range out {
		if len(binding.Keys) == 0 {
			continue
		}
		keys, ok := a.opts.Keys[actionName(scope, binding)]
		if !ok {
			continue
		}
		keys = slices.Clone(keys)
		for _, k := range binding.Keys {
			if always(k) && !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
		out[i].Keys = keys
	}
	return out
}

// activeBindings are the bindings of a screen as they are set: those of its mode if it is in one.
func (a *App) activeBindings(s *screen) []views.Binding {
	if m, ok := screenMode(s); ok {
		return a.rebound(modeScope(s, m), m.Bindings)
	}
	return a.rebound(s.ID(), s.Bindings())
}

// screenMode is the mode that a screen is in.
func screenMode(s *screen) (mode views.Mode, ok bool) {
	if !s.Editing() {
		return mode, false
	}
	notifyScreen(s, "asking for the mode of", func(moded views.Moded) { mode, ok = moded.Mode() })
	mode.Bindings = s.contained(mode.Bindings)
	return mode, ok
}

// pressMode gives a key to the mode of the screen as its keys are set. It reports whether the key was one of them, or
// one that the settings have taken another for.
func (a *App) pressMode(key string) bool {
	mode, ok := screenMode(a.current)
	if !ok || len(a.opts.Keys) == 0 {
		return false // the screen knows its keys itself
	}
	set := a.activeBindings(a.current)
	for i, binding := range set {
		if slices.Equal(binding.Keys, mode.Bindings[i].Keys) {
			continue
		}
		if slices.Contains(binding.Keys, key) {
			return a.run(set, key)
		}
		if slices.Contains(mode.Bindings[i].Keys, key) {
			return true
		}
	}
	return false
}

// where names the place in which the keys of an action work.
func (a Action) where() string {
	switch a.on {
	case inLesson:
		return "in a lesson"
	case inDialog:
		return "in dialogs, menus, the palette, help, and answers: what lies over a screen"
	}
	out := "on the screen " + string(a.on)
	if mode := strings.TrimPrefix(a.mode, "mode "); mode != "" {
		out += ", in its mode " + mode
	}
	return out
}

// SettingsText is the file with the defaults, every line of which can be changed.
func SettingsText() string {
	var out strings.Builder
	fmt.Fprintf(&out, "theme: auto     # %s\n", strings.Join(append([]string{"auto"}, themeNames()...), ", "))
	fmt.Fprintf(&out, "strategy: auto  # that selects the rows the app reads: %s\n",
		strings.Join(strategyNames(), ", "))
	out.WriteString("mouse: true     # false leaves the mouse to the terminal\nkeys:           # an action may have " +
		"one key or several: [a, ctrl+a]\n")
	on, mode := views.ID(""), ""
	seen := map[string]bool{}
	for _, action := range Actions() {
		if seen[action.Name] {
			continue
		}
		seen[action.Name] = true
		if action.on != on || action.mode != mode {
			on, mode = action.on, action.mode
			fmt.Fprintf(&out, "\n  # %s\n", action.where())
		}
		keys := make([]string, len(action.Keys))
		for i, k := range action.Keys {
			keys[i] = fmt.Sprintf("%q", k)
		}
		fmt.Fprintf(&out, "  %s: [%s] # %s\n", action.Name, strings.Join(keys, ", "), action.Help)
	}
	return out.String()
}
