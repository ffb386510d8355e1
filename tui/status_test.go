package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/infer"
	"tabletop/views"
)

// TestLayoutCertainty verifies when the layout is shown as sure, and what is shown where it is not.
func TestLayoutCertainty(t *testing.T) {
	of := func(confidence float64, left int) *infer.Result {
		return &infer.Result{Keys: 1000, Unexplained: left,
			Kinds: []infer.Kind{{Keys: 1000 - left, Confidence: confidence}}}
	}
	for _, tt := range []struct {
		inferred *infer.Result
		declared bool
		words    string
		sure     bool
	}{
		{nil, false, "", true},
		{nil, true, "✎ declared", true},
		{&infer.Result{}, false, "– none found", true},
		{of(0.95, 0), false, "✓ sure", true},
		{of(0.9499, 0), false, "? 0.94", false},
		{of(0.95, 100), false, "✓ sure", true},
		{of(0.95, 150), false, "? 85.0% fit", false},
		{of(0.5, 150), false, "? 0.50", false},
	} {
		d := &views.Data{Analysis: &analysis.Analysis{Inferred: tt.inferred, Declared: tt.declared}}
		if words, sure := layoutCertainty(d); words != tt.words || sure != tt.sure {
			t.Errorf("%q, %t, want %q, %t", words, sure, tt.words, tt.sure)
		}
	}
}

// TestLostOrderIsShown verifies that every screen of a sample whose keys have another order says so, at any size, and
// the Overview what that takes from it; and that none of an ordered one does.
func TestLostOrderIsShown(t *testing.T) {
	t.Parallel()
	for _, unordered := range []bool{true, false} {
		f := newTenants(300)
		f.unordered = unordered
		r := rigOf(t, Options{Source: "t", Open: opens(f), Catalog: someEntries()}, true)
		r.settle()
		for _, s := range r.app.screens {
			if s.ID() == views.TablesScreen {
				continue // its list is of all tables
			}
			for _, size := range [][2]int{{40, 12}, {80, 24}, {200, 60}} {
				r.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				r.app.jump(s)
				r.settle()
				frame := r.frame()
				if s.ID() == views.OverviewScreen && size[1] == 60 &&
					strings.Contains(frame, "Redacted keys are not in the order of the table") != unordered {
					t.Errorf("the Overview of a sample that has lost its order (%v):\n%s", unordered, frame)
				}
				if strings.Contains(frame, "? keys reordered") != unordered {
					t.Errorf("%s at %dx%d of a sample that has lost its order (%v):\n%s", s.ID(), size[0], size[1],
						unordered, frame)
				}
			}
		}
	}
}
