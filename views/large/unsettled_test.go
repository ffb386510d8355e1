package large

import (
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestUnsettled(t *testing.T) {
	viewtest.Unsettled(t, func() views.Screen { return New() }, "G", "tab", "G", "w", "enter")
}
