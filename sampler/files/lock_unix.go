//go:build unix

package files

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed, and returns an error if another process has locked it.
func lock(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
