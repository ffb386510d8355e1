// Package slowtest states whether long statistics are wanted: the environment variable TABLETOP_SLOW asks for
// them. (A flag would fail in packages that do not register it.)
package slowtest

import (
	"os"
	"testing"
)

// On reports whether TABLETOP_SLOW is set.
func On() bool { return os.Getenv("TABLETOP_SLOW") != "" }

// Skip skips a test that takes long, unless TABLETOP_SLOW is set.
func Skip(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skip("takes long: TABLETOP_SLOW=1 runs it")
	}
}

// Pick returns long if TABLETOP_SLOW is set, otherwise quick: a number of seeds, of rows, of cases.
func Pick[T any](quick, long T) T {
	if On() {
		return long
	}
	return quick
}
