package keys

import (
	"slices"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

func TestUnsettled(t *testing.T) {
	for _, keys := range [][]string{
		{"j", "tab", "s", "f", "w", "G", "e", "x", "enter", "esc"},
		{"tab", "j", "t", "j", "j", "enter", "m", ">", "ctrl+s"},
		{"tab", "R", "a", "b", "esc", "s", "l", "esc", "u", "Y"},
	} {
		viewtest.Unsettled(t, func() views.Screen { return New() }, keys...)
	}
}

// A change to a segment is one to the layout under the cursor in the list of kinds, whatever kind the key has that the
// other cursor is on.
func TestChangeOfAnotherKind(t *testing.T) {
	for _, keys := range [][]string{{"r", "x"}, {"t", "j"}, {"|"}} {
		s := New()
		viewtest.SetData(s, viewtest.Metrics())
		s.Draw(80, 24, viewtest.Mono())
		viewtest.Press(t, s, "tab")
		for want := range s.data.Layouts {
			s.kindList.SetCursor(slices.IndexFunc(s.kinds, func(k kind) bool { return k.index == want }))
			s.onKinds = true
			viewtest.Press(t, s, keys...)
			if s.draft == nil {
				t.Fatalf("%v makes no draft of kind %d", keys, want)
			}
			if s.draft.kind != want || s.draft.layout.Name() != s.data.Layouts[want].Name() {
				t.Errorf("%v on kind %d drafts %s for kind %d", keys, want, s.draft.layout, s.draft.kind)
			}
			viewtest.Press(t, s, "esc", "esc")
		}
	}
}

// TestNoAlternativeOnlyIfSure verifies that the explanation of a kind states that no alternative is close only of a
// sure layout without another, and states the doubt about others.
func TestNoAlternativeOnlyIfSure(t *testing.T) {
	for p, sure := range map[float64]bool{0.97: true, 0.95: true, 0.949: false, 0.1: false} {
		d := viewtest.Metrics()
		d.Inferred.Kinds[0].Others, d.Inferred.Kinds[0].Confidence = nil, p
		s := New()
		viewtest.SetData(s, d)
		s.Draw(80, 24, viewtest.Mono())
		at := slices.IndexFunc(s.kinds, func(k kind) bool { return k.index == 0 })
		words := s.explainKind(s.kinds[at]).(views.Explain).Text
		if strings.Contains(words, "No alternative is close") != sure || strings.Contains(words, "uncertain") == sure {
			t.Errorf("confidence %g: %s", p, words)
		}
	}
}
