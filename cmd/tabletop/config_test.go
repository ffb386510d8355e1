package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// settingsIn writes the settings of the app and returns an environment that has them.
func settingsIn(t *testing.T, text string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tabletop"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tabletop", "config.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"XDG_CONFIG_HOME": dir, "HOME": dir}
}

// TestSettingsOfTheApp verifies that the app takes the settings of the user's file, that flags come before them, and
// that a mistake names the file and the line.
func TestSettingsOfTheApp(t *testing.T) {
	env := settingsIn(t, "theme: light\nstrategy: small\nmouse: false\nkeys:\n  quit: Z\n")
	for _, c := range []struct {
		given           string
		theme, strategy string
	}{{"", "light", "small"}, {"theme", "dark", "small"}, {"strategy", "light", "quick"}} {
		p := &program{env: env, given: func(flag string) bool { return flag == c.given }}
		p.flags.theme, p.flags.strategy = "dark", "quick"
		opts, err := p.appOptions(t.Context(), []string{"demo:devices"})
		if err != nil {
			t.Fatal(err)
		}
		if string(opts.Theme) != c.theme || string(opts.Sample("demo:devices").Strategy) != c.strategy ||
			!opts.NoMouse || opts.Keys["quit"][0] != "Z" {
			t.Errorf("with --%s: %s, %s, %v", c.given, opts.Theme, opts.Sample("demo:devices").Strategy, opts.Keys)
		}
	}
	p := &program{env: settingsIn(t, "theme: dark\nfont: big\n")}
	_, err := p.appOptions(t.Context(), []string{"demo:devices"})
	if err == nil || !strings.Contains(err.Error(), "config.yaml: line 2: unknown name \"font\"") ||
		!strings.Contains(err.Error(), "tabletop config") {
		t.Errorf("error %v", err)
	}
}

// TestOnlyTheAppReadsSettings verifies that no command that prints is changed by the user's settings: they run with a
// file that the app refuses, and none of them names what reads it but doctor and bug, which check that file.
func TestOnlyTheAppReadsSettings(t *testing.T) {
	bad, none := settingsIn(t, "theme: [\n"), map[string]string{"HOME": t.TempDir()}
	file := filepath.Join(t.TempDir(), "s.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "--rows", "200", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	for _, args := range [][]string{
		{"schema", file}, {"stats", file}, {"decode", file}, {"heat", file}, {"gc", file}, {"audit", file}, {"lesson"},
		{"config"}, {"version"},
	} {
		var codes [2]int
		var errs [2]string
		for i, env := range []map[string]string{bad, none} {
			var environ []string
			for k, v := range env {
				environ = append(environ, k+"="+v)
			}
			_, errs[i], codes[i] = tabletop(t, environ, args...)
		}
		if codes[0] != codes[1] || strings.Contains(errs[0], "settings") {
			t.Errorf("%v: exit code %d with settings that cannot be read, %d without: %s", args, codes[0], codes[1],
				errs[0])
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains([]string{"app.go", "bug.go", "config.go", "doctor.go"}, name) && !strings.HasSuffix(name, "_test.go") &&
			strings.Contains(string(text), ".settings()") {
			t.Errorf("%s reads the settings of the app", name)
		}
	}
}
