package heat

import (
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestUnsettled(t *testing.T) {
	viewtest.Unsettled(t, func() views.Screen { return New() }, "j", "l", "+", "M", "w", "p", "G", "-", "enter", "V", "j", "enter", "V")
}
