package sampler

import (
	"fmt"
	"runtime/debug"
)

// RecoverPanics makes a function for a goroutine that returns a panic, which would be a fault of ours, as an error: the
// program must live to give the terminal back.
func RecoverPanics(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal fault: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
