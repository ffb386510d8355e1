package main

import (
	"runtime"

	"github.com/atotto/clipboard"
)

// clipboard returns what puts a text on the system's clipboard; nil where there is none, or where it is not the one of
// the person at the terminal: over SSH, only the terminal can reach that.
func (p *program) clipboard() func(string) error {
	if clipboard.Unsupported || p.env["SSH_CONNECTION"] != "" || p.env["SSH_TTY"] != "" {
		return nil
	}
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" && p.env["DISPLAY"] == "" &&
		p.env["WAYLAND_DISPLAY"] == "" {
		return nil
	}
	return clipboard.WriteAll
}
