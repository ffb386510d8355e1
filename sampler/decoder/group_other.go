//go:build !unix

package decoder

import "os/exec"

// ownGroup leaves the command as it is: this system has no process groups, and only the command itself is ended.
func ownGroup(*exec.Cmd) {}

func killGroup(*exec.Cmd) error { return nil }
