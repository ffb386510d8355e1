package text

import (
	"testing"

	"tabletop/model/confidence"
	"tabletop/model/infer"
)

// TestDoubtOfLayout verifies that of all reasons why layouts are not sure the one is named that weighs most.
func TestDoubtOfLayout(t *testing.T) {
	of := func(confidence float64, left int) *infer.Result {
		return &infer.Result{Keys: 1000, Unexplained: left,
			Kinds: []infer.Kind{{Keys: 1000 - left, Confidence: confidence}}}
	}
	for name, tt := range map[string]struct {
		inferred *infer.Result
		unseen   float64
		want     LayoutDoubt
	}{
		"declared":          {nil, 1, NoDoubt},
		"none":              {&infer.Result{}, 1, NoDoubt},
		"sure":              {of(confidence.Sure, 0), 0, NoDoubt},
		"little not seen":   {of(confidence.Sure, 0), mostUnseen - 0.01, NoDoubt},
		"much not seen":     {of(confidence.Sure, 0), mostUnseen, DoubtUnseen},
		"many fit none":     {of(confidence.Sure, 150), mostUnseen, DoubtOfRest},
		"a kind is unclear": {of(confidence.Sure-0.01, 150), mostUnseen, DoubtOfKind},
	} {
		if got, _ := DoubtOfLayout(tt.inferred, tt.unseen); got != tt.want {
			t.Errorf("%s: reason %d, want %d", name, got, tt.want)
		}
	}
}
