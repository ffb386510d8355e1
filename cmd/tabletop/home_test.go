package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestFoldersAreTheSystems verifies that settings are where os.UserConfigDir says, and that neither they nor what the
// program stores is anywhere else on a system with no variable set but those that it sets itself.
func TestFoldersAreTheSystems(t *testing.T) {
	home := t.TempDir()
	for variable, folder := range map[string]string{"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": "",
		"XDG_STATE_HOME": "", "AppData": filepath.Join(home, "Roaming"), "LocalAppData": filepath.Join(home, "Local")} {
		t.Setenv(variable, folder)
	}
	p := &program{env: environment(os.Environ(), runtime.GOOS)}
	config, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	if got := p.configFolder(); got != filepath.Join(config, "tabletop") {
		t.Errorf("settings are in %s, those of the system in %s", got, config)
	}
	state := map[string]string{"windows": filepath.Join(home, "Local"), "darwin": config}[runtime.GOOS]
	if state == "" {
		state = filepath.Join(home, ".local", "state")
	}
	if got := p.stateFolder(); got != filepath.Join(state, "tabletop") {
		t.Errorf("state is in %s, not in %s", got, state)
	}
}

// TestNamesOfVariablesHaveNoCaseOnWindows verifies that a variable is found there however its name was first written.
func TestNamesOfVariablesHaveNoCaseOnWindows(t *testing.T) {
	environ := []string{"AppData=a", "Path=b"}
	if env := environment(environ, "windows"); env["APPDATA"] != "a" || env["PATH"] != "b" {
		t.Errorf("on Windows: %v", env)
	}
	if env := environment(environ, "linux"); env["APPDATA"] != "" || env["Path"] != "b" {
		t.Errorf("on Linux: %v", env)
	}
}
