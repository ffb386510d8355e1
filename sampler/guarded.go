package sampler

import (
	"fmt"
	"runtime/debug"
)

// RecoverPanics returns a function for a goroutine that returns a panic, which is an internal error, as an error: the
// program must survive to restore the terminal.
func RecoverPanics(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
