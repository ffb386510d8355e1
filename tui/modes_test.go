package tui

import (
	"slices"
	"strings"
	"testing"

	"tabletop/views"
)

// TestKeysOfModesAreRebound verifies that keys of the modes of screens are set in the settings as others are, that the key they replace
// does nothing in the mode, that the bottom line names the new one, and that none may type text.
func TestKeysOfModesAreRebound(t *testing.T) {
	s, err := ParseSettings([]byte("keys:\n  keys.template.drop: ctrl+x\n  diff.path.compare: [f6]\n  tables.open: ctrl+o\n  lab.queries.done: Q\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries(), Keys: s.Keys}, true)
	r.settle()
	r.keys("2", "i")
	r.shows("^x drop")
	r.keys("esc")
	if !r.app.current.Editing() {
		t.Error("the key that was replaced still ends the mode")
	}
	r.keys("ctrl+x")
	if r.app.current.Editing() {
		t.Error("the key of the settings does nothing in the mode")
	}
	r.keys("f4", "c", "a", "enter", "b", "f6")
	r.settle()
	if got := r.app.current.Editing(); got {
		t.Error("the key of the settings does not compare")
	}
	r.keys("0")
	r.settle()
	r.keys("d", "enter")
	if r.app.current.ID() != views.TablesScreen {
		t.Error("the key that was replaced opens a table")
	}
	for text, want := range map[string]string{
		"keys:\n  keys.template.drop: d":       "line 2: d cannot be the key of keys.template.drop: it types or edits text there",
		"keys:\n  tables.open: space":          "line 2: space cannot be the key of tables.open",
		"keys:\n  diff.path.cancel: f4":        "line 2: f4 cannot be the key of diff.path.cancel: it is that of go.diff",
		"keys:\n  diff.path.cancel: enter":     "line 2: enter cannot be the key of diff.path.cancel: it is that of diff.path.compare",
		"keys:\n  lab.queries.done: w":         "", // in the mode, w is free
		"keys:\n  findings.reason.cancel: f10": "",
	} {
		if _, err := ParseSettings([]byte(text)); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestEveryModeIsInTheSettings verifies that every binding of every mode can be set, and that no two of a mode share a key.
func TestEveryModeIsInTheSettings(t *testing.T) {
	actions := Actions()
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	n := 0
	for _, s := range r.app.screens {
		moded, ok := s.Screen.(views.Moded)
		if !ok {
			if s.Editing() {
				t.Errorf("%s edits and has no mode", s.Title())
			}
			continue
		}
		for _, m := range moded.Modes() {
			seen := map[string]string{}
			for _, b := range m.Bindings {
				n++
				name := actionName(modeScope(s, m), b)
				if !slices.ContainsFunc(actions, func(a Action) bool { return a.Name == name }) {
					t.Errorf("%s is not in the settings", name)
				}
				for _, k := range b.Keys {
					if seen[k] != "" {
						t.Errorf("%s: %s is %s and %s", m.Name, k, seen[k], b.Name)
					}
					seen[k] = b.Name
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d bindings of modes", n)
	}
}
