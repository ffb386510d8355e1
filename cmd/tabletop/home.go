package main

import (
	"errors"
	"path/filepath"
	"runtime"
)

var errNoHome = errors.New("cannot find the home directory: HOME is not set\nset HOME")

// home is the user's home directory as os.UserHomeDir finds it, in the environment of the run; empty if it is not
// known. It is never the current directory, which may belong to another user.
func (p *program) home() string {
	if runtime.GOOS == "windows" {
		return p.folder("USERPROFILE")
	}
	return p.folder("HOME")
}

// folder returns an absolute path from the environment; empty for any other value. The XDG base directory specification
// also ignores relative paths.
func (p *program) folder(variable string) string {
	if dir := p.env[variable]; filepath.IsAbs(dir) {
		return dir
	}
	return ""
}

// configFolder returns the directory of the user's settings: that of XDG, or of the system on macOS and Windows. It is
// empty if none is known.
func (p *program) configFolder() string {
	switch {
	case p.folder("XDG_CONFIG_HOME") != "":
		return under(p.folder("XDG_CONFIG_HOME"))
	case runtime.GOOS == "windows":
		return under(p.folder("APPDATA"))
	case runtime.GOOS == "darwin":
		return under(p.home(), "Library", "Application Support")
	}
	return under(p.home(), ".config")
}

// stateFolder returns the directory of what the program stores by itself; see configFolder.
func (p *program) stateFolder() string {
	switch {
	case p.folder("XDG_STATE_HOME") != "":
		return under(p.folder("XDG_STATE_HOME"))
	case runtime.GOOS == "windows":
		return under(p.folder("LOCALAPPDATA"))
	case runtime.GOOS == "darwin":
		return p.configFolder()
	}
	return under(p.home(), ".local", "state")
}

// under returns the program's directory in base; empty if base is.
func under(base string, path ...string) string {
	if base == "" {
		return ""
	}
	return filepath.Join(append(append([]string{base}, path...), "tabletop")...)
}
