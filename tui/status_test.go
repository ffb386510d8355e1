package tui

import (
	"testing"

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
