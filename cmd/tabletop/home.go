package main

import (
	"errors"
	"path/filepath"
	"runtime"
)

var errNoHome = errors.New("the home directory is not known: set HOME")

// home is the user's home directory as os.UserHomeDir finds it, in the environment of the run; empty if it is not known.
// It is never the current directory, which may belong to somebody else.
func (p *program) home() string {
	if runtime.GOOS == "windows" {
		return p.folder("USERPROFILE")
	}
	return p.folder("HOME")
}

// folder is an absolute path in the environment; empty for any other value. The XDG base directory specification has
// relative paths ignored as well.
func (p *program) folder(variable string) string {
	if dir := p.env[variable]; filepath.IsAbs(dir) {
		return dir
	}
	return ""
}

// configFolder is where the user's own settings are: the XDG folder, or the system's on macOS and Windows. It is empty if
// no place is known.
func (p *program) configFolder() string {
	switch {
	case p.folder("XDG_CONFIG_HOME") != "":
		return under(p.folder("XDG_CONFIG_HOME"))
	case runtime.GOOS == "windows":
		return under(p.folder("AppData"))
	case runtime.GOOS == "darwin":
		return under(p.home(), "Library", "Application Support")
	}
	return under(p.home(), ".config")
}

// stateFolder is where the program keeps what it remembers by itself; see configFolder.
func (p *program) stateFolder() string {
	switch {
	case p.folder("XDG_STATE_HOME") != "":
		return under(p.folder("XDG_STATE_HOME"))
	case runtime.GOOS == "windows":
		return under(p.folder("LocalAppData"))
	case runtime.GOOS == "darwin":
		return p.configFolder()
	}
	return under(p.home(), ".local", "state")
}

// under is the program's folder in base; empty if base is.
func under(base string, path ...string) string {
	if base == "" {
		return ""
	}
	return filepath.Join(append(append([]string{base}, path...), "tabletop")...)
}
