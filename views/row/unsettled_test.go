package row

import (
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestUnsettled(t *testing.T) {
	viewtest.Unsettled(t, func() views.Screen { return New() }, "G", "v", "tab", "n", "w", "N", "y")
}
