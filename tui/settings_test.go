package tui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/widget"
)

// TestSettings verifies that settings are read, that what is printed as the defaults can be read, and that a mistake
// names its line.
func TestSettings(t *testing.T) {
	got, err := ParseSettings([]byte("theme: light\nstrategy: small\nmouse: false\nkeys:\n  quit: Z\n  lab.new: " +
		"[\"C\", ctrl+k]\n"))
	if err != nil || got.Theme != widget.Light || got.Strategy != sample.Small || !got.NoMouse ||
		!slices.Equal(got.Keys["quit"], []string{"Z"}) ||
		!slices.Equal(got.Keys["lab.new"], []string{"C", "ctrl+k"}) {
		t.Errorf("read %+v, %v", got, err)
	}
	if got, err := ParseSettings([]byte(SettingsText())); err != nil || got.Theme != "" || len(got.Keys) < 60 {
		t.Errorf("the defaults read as %d keys, %v", len(got.Keys), err)
	}
	for text, want := range map[string]string{
		"":                                   "",
		"# nothing\n":                        "",
		"keys:\n":                            "",
		"theme: dark\n\nfont: big\n":         `line 3: unknown name "font"`,
		"theme: pink":                        `line 1: invalid theme "pink": must be one of auto, dark`,
		"theme: [dark]":                      "line 1: invalid theme",
		"strategy: most":                     `line 1: invalid strategy "most"`,
		"theme: dark\ntheme: light":          "line 2",
		"keys:\n  quit: Z\n  quitt: Y":       `line 3: unknown name "quitt"; did you mean "quit"?`,
		"keys:\n  new: N":                    `did you mean "lab.new"?`,
		"keys:\n  quit: [Z, too much]":       `line 2: "too much" is no key`,
		"keys:\n  quit: []":                  "line 2: a list of keys needs at least one",
		"keys:\n  quit: x":                   "line 2: x cannot be the key of quit: it is that of stop",
		"keys:\n  quit: s":                   "line 2: s cannot be the key of quit: it is that of",
		"keys:\n  quit: ctrl+c":              "line 2: ctrl+c always leaves the app",
		"keys:\n  lab.new: e":                "line 2: e cannot be the key of lab.new: it is that of export",
		"keys:\n  lab.new: U":                "", // which is another thing on Keys only
		"keys:\n  quit: x\n  stop: q":        "", // exchanged
		"keys:\n  space.out: [left, h, esc]": "",
		"- a list":                           "line 1: the settings must be names with values",
		"theme: \"dark":                      "not valid YAML",
		"keys: \x00":                         "",
	} {
		_, err := ParseSettings([]byte(text))
		switch {
		case want == "" && err != nil && text != "keys: \x00":
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzSettings verifies that no file breaks the app, and that what is read can be pressed.
func FuzzSettings(f *testing.F) {
	f.Add([]byte("theme: light\nkeys:\n  quit: [Z, ctrl+k]\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("keys: !!binary x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ParseSettings(data)
		if err != nil {
			return
		}
		for name, keys := range s.Keys {
			for _, k := range keys {
				if !isKeyName(k) {
					t.Errorf("%s may be pressed as %q", name, k)
				}
			}
		}
	})
}

// TestKeysAreRebound verifies that a key of the settings does what it is set to, that the key it replaces does nothing,
// and that the bottom line, help and palette name the new one.
func TestKeysAreRebound(t *testing.T) {
	s, err := ParseSettings([]byte("keys:\n  go.heat: H\n  help: K\n  keys.why: O\n  export: X\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Keys: s.Keys, Files: &fakeFiles{}}, true)
	r.settle()
	r.keys("6")
	if id := r.app.current.ID(); id != views.OverviewScreen {
		t.Errorf("the key that was replaced opened %s", id)
	}
	r.keys("H")
	r.settle()
	if id := r.app.current.ID(); id != views.HeatScreen {
		t.Errorf("the key of the settings opened %s", id)
	}
	r.shows("K help")
	r.keys("2", "O")
	if r.app.over == nil {
		t.Error("the key of the settings did nothing on the screen")
	}
	r.keys("esc", "X")
	r.shows("Export a report")
	r.keys("esc", "K")
	for range 4 {
		r.keys("pgdown")
	}
	r.keys("esc", "f1") // works while text is typed, so it stays
	if r.app.over == nil {
		t.Error("f1 shows no help")
	}
	r.keys("esc", ":")
	for _, l := range "export" {
		r.keys(string(l))
	}
	if p := r.app.over.(*palette); !slices.Equal(p.items[p.finder.Chosen()].keys, []string{"X"}) {
		t.Errorf("the palette names %v", p.items[p.finder.Chosen()].keys)
	}
}

// TestTabsNameTheKeysInForce verifies that the tabs, the way to the picker, and the lines of the first run name keys as
// the settings have them.
func TestTabsNameTheKeysInForce(t *testing.T) {
	s, err := ParseSettings([]byte("keys:\n  go.heat: f6\n  go.tables: f10\n  go.overview: f7\n  why: f8\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, Options{Source: "demo:e07", Open: openDemo, Keys: s.Keys, Welcome: func() error { return nil }}, true)
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.shows("f6 Heat", "tabletop   f10 ", "f7 Overview", "f7 to 9 open the screens", "f8 explains any figure")
	r.hides(" 6 Heat")
}

// TestLessonNamesTheKeysInForce verifies that a lesson and the glossary name keys as the settings have them, and that
// the key which skips a step skips it.
func TestLessonNamesTheKeysInForce(t *testing.T) {
	s, err := ParseSettings([]byte("keys:\n  lesson.next: f9\n  go.lessons: f8\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := rigOf(t, Options{Lesson: lesson.Find("hotspots"), LessonStep: -1, Open: opens(newFake(0)), Keys: s.Keys}, true)
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 140, Height: 40})
	r.shows("f9 next", "1 of 9")
	r.keys("f9")
	r.shows("f9 again skips")
	r.keys("f9")
	r.shows("2 of 9")
	if text := r.app.termText(r.app.glossary().terms[0]); !strings.Contains(text, "(f8 lists the lessons)") {
		t.Errorf("the glossary says %q", text)
	}
}
