package large

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestDraw(t *testing.T) {
	viewtest.Walk(t, func() views.Screen { return New() }, "G", "tab", "G", "w", "tab", "g", "y")
}

func TestGolden(t *testing.T) {
	s := New()
	viewtest.Golden(t, s, "nothing")
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Golden(t, s, "rows")
	s = New()
	viewtest.SetData(s, viewtest.Hostile())
	viewtest.Golden(t, s, "hostile")
}

func TestOpensTheRow(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	if g, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen); !ok || string(g.Key) != string(s.data.Profile.LargestRows[0].Key) {
		t.Errorf("enter asks for %#v", g)
	}
	viewtest.Press(t, s, "tab", "j")
	if g, ok := viewtest.Press(t, s, "enter")[0].(views.OpenScreen); !ok || string(g.Key) != string(s.data.Profile.LargestCells[1].Key) {
		t.Errorf("enter on a cell asks for %#v", g)
	}
	if out := ansi.Strip(s.Draw(80, 24, viewtest.Mono())); !strings.Contains(out, "100 MB in") {
		t.Errorf("the projection is not on screen:\n%s", out)
	}
}
