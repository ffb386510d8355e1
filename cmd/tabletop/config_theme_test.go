package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/views/widget"
)

// TestThemeIsKept verifies that a theme chosen in the app is that of its next start, and that other settings are left
// as they were.
func TestThemeIsKept(t *testing.T) {
	home := t.TempDir()
	p := &program{env: map[string]string{"XDG_CONFIG_HOME": home, "HOME": home}}
	for _, theme := range []widget.Theme{widget.Light, widget.SafeDark} {
		where, err := p.keepTheme(theme)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(where)
		if err != nil || !strings.HasPrefix(where, home) || filepath.Base(where) != "config.yaml" {
			t.Fatalf("kept in %q, %v", where, err)
		}
		if _, err := p.settings(); err != nil || p.flags.theme != string(theme) {
			t.Errorf("the next start has theme %q, %v; the file is %q", p.flags.theme, err, text)
		}
		p.flags.theme = ""
		if err := os.WriteFile(where, append(text, "mouse: false\n"...), 0o600); err != nil && theme == widget.Light {
			t.Fatal(err)
		}
		if theme == widget.SafeDark && !strings.Contains(string(text), "mouse: false") {
			t.Errorf("the other settings are gone: %q", text)
		}
	}
}
