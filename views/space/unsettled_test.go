package space

import (
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestUnsettled(t *testing.T) {
	viewtest.Unsettled(t, func() views.Screen { return New() }, "enter", "b", "s", "w", "o", "G", "enter", "h", "/",
		"a", "enter", "y")
}
