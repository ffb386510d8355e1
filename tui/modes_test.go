package tui

import (
	"slices"
	"strings"
	"testing"

	"tabletop/views"
)

// TestKeysOfModesAreRebound verifies that keys of the modes of screens are set in the settings as others are, that the
// key they replace does nothing in the mode, that the bottom line names the new one, and that none may type text.
func TestKeysOfModesAreRebound(t *testing.T) {
	s, err := ParseSettings([]byte("keys:\n  keys.template.drop: ctrl+x\n  diff.path.compare: [f6]\n  tables.open: " +
		"ctrl+o\n  lab.queries.done: Q\n"))
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
		"keys:\n  keys.template.drop: d": "line 2: d cannot be the key of keys.template.drop: it types or " +
			"edits text there",
		"keys:\n  tables.open: space": "line 2: space cannot be the key of tables.open",
		"keys:\n  diff.path.cancel: f4": "line 2: f4 cannot be the key of diff.path.cancel: it is that of " +
			"go.diff",
		"keys:\n  diff.path.cancel: enter": "line 2: enter cannot be the key of diff.path.cancel: it is that of " +
			"diff.path.compare",
		"keys:\n  lab.queries.done: w":         "", // in the mode, w is free
		"keys:\n  findings.reason.cancel: f10": "",
	} {
		if _, err := ParseSettings([]byte(text)); want == "" && err != nil ||
			want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestEveryModeIsInTheSettings verifies that every binding of every mode can be set, and that no two of a mode share a
// key.
func TestEveryModeIsInTheSettings(t *testing.T) {
	actions := Actions()
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	n := 0
	for _, s := range r.app.screens {
		moded, ok := s.held.(views.Moded)
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

// TestDialogKeysAreRebound verifies that what lies over a screen is closed, confirmed and completed by the keys of the
// settings, that the keys they replace do nothing there, and that the bottom line and the questions name the new ones.
func TestDialogKeysAreRebound(t *testing.T) {
	s, err := ParseSettings([]byte("keys:\n  dialog.accept: ctrl+o\n  dialog.close: [f6]\n  dialog.complete: " +
		"alt+c\n  dialog.copy: C\n"))
	if err != nil {
		t.Fatal(err)
	}
	files := &fakeFiles{text: map[string]string{"taken": "mine"}}
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Files: files, Keys: s.Keys}, true)
	r.settle()
	r.keys("ctrl+s")
	r.shows("^o write", "f6 back")
	r.retype("taken")
	r.keys("enter", "esc")
	if r.app.over == nil || len(files.saved) > 0 {
		t.Fatal("the keys that were replaced still write or close")
	}
	r.keys("ctrl+o")
	r.settle()
	r.shows("taken exists: ^o writes over it, f6 keeps it")
	r.keys("f6", "f6")
	if r.app.over != nil {
		t.Error("the key of the settings does not close the dialog")
	}
	r.keys("T")
	r.shows("^o choose", "f6 close")
	r.keys("f6", "?")
	r.shows("f6 close")
	r.keys("esc")
	if r.app.over == nil {
		t.Error("the key that was replaced still closes help")
	}
	r.keys("f6", ":")
	for _, l := range "Columns" {
		r.keys(string(l))
	}
	r.keys("ctrl+o")
	r.settle()
	if r.app.over != nil || r.app.current.ID() != views.ColumnsScreen {
		t.Errorf("the palette went to %s", r.app.current.ID())
	}
	for text, want := range map[string]string{
		"keys:\n  dialog.accept: x":    "line 2: x cannot be the key of dialog.accept: it types or edits text there",
		"keys:\n  dialog.close: enter": "line 2: enter cannot be the key of dialog.close: it is that of dialog.accept",
		"keys:\n  dialog.copy: c":      "",
		"keys:\n  lesson.next: ctrl+g": "",
		"keys:\n  keys.accept: A":      "",
		"keys:\n  findings.lift: D":    "",
	} {
		if _, err := ParseSettings([]byte(text)); want == "" && err != nil ||
			want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestEveryBindingIsInTheSettings verifies that whatever a screen binds at some time, and every key of a dialog or a
// lesson, can be set.
func TestEveryBindingIsInTheSettings(t *testing.T) {
	actions := Actions()
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	check := func(scope views.ID, bindings []views.Binding) {
		for _, b := range bindings {
			if len(b.Keys) == 0 || b.Keys[0] == interruptKey {
				continue
			}
			if name := actionName(scope, b); !slices.ContainsFunc(actions, func(a Action) bool {
				return a.Name == name
			}) {
				t.Errorf("%s is not in the settings", name)
			}
		}
	}
	check("", r.app.globals())
	for _, s := range r.app.screens {
		for _, keys := range [][]string{nil, {"tab"}, {"tab", "tab"}, {"j"}, {"enter"}, {"/", "d", "enter"},
			{"i", "backspace", "enter"}, {"s", "tab"}, {"+"}, {"d", "x", "enter"}, {"c"}, {"z"}} {
			r.app.jump(s)
			r.settle()
			r.keys(keys...)
			r.settle()
			if r.app.over == nil && r.app.current == s && !s.Editing() {
				check(s.ID(), s.Bindings())
			}
			for range 3 {
				r.keys("esc")
			}
			r.settle()
		}
	}
}
