package tui

import (
	"testing"

	"tabletop/views/widget"
)

// TestThemeIsChosen verifies that the list of themes shows the one under the cursor at once, that esc goes back to the
// one before, and that enter keeps the choice in the settings and states where.
func TestThemeIsChosen(t *testing.T) {
	var kept widget.Theme
	keep := func(theme widget.Theme) (string, error) { kept = theme; return "/home/me/config.yaml", nil }
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(30)), KeepTheme: keep}, true)
	r.settle()
	r.keys("T")
	r.shows("safe-dark   for color-blind eyes", "ansi   the terminal's own 16 colors")
	r.keys("down")
	if got := r.app.styles.Theme(); got != widget.Light {
		t.Errorf("under the cursor is light, shown is %s", got)
	}
	r.keys("esc")
	if got := r.app.styles.Theme(); got != widget.Dark || r.app.opts.Theme != "" {
		t.Errorf("after esc the theme is %s", got)
	}
	r.keys("T", "down", "enter")
	r.settle()
	r.shows("theme light, kept in /home/me/config.yaml")
	if got := r.app.styles.Theme(); got != widget.Light || kept != widget.Light {
		t.Errorf("the choice is %s, kept is %s", got, kept)
	}
}

// TestThemeInSettings verifies that a theme is written into settings with all else left as it was, and that a file with
// a mistake is not touched.
func TestThemeInSettings(t *testing.T) {
	for file, want := range map[string]string{
		"":                                       "theme: light\n",
		"theme: dark     # mine\nmouse: false\n": "theme: light  # mine\nmouse: false\n",
		"# all\nkeys:\n  quit: Z\n":              "theme: light\n# all\nkeys:\n  quit: Z\n",
		"keys: {}\ntheme:\n  dark\n":             "error",
		"{theme: dark, mouse: false}":            "error",
		"theme: pink\n":                          "error",
	} {
		got, err := WithTheme([]byte(file), widget.Light)
		if want == "error" {
			if err == nil {
				t.Errorf("%q becomes %q", file, got)
			}
			continue
		}
		if s, bad := ParseSettings(got); err != nil || string(got) != want || bad != nil || s.Theme != widget.Light {
			t.Errorf("%q becomes %q, %v, want %q", file, got, err, want)
		}
	}
}
