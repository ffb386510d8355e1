package columns

import (
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestUnsettled(t *testing.T) {
	viewtest.Unsettled(t, func() views.Screen { return New() }, "j", "G", "s", "S", "tab", "j", "/", "a", "enter", "z")
}
