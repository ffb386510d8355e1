package infer

import "testing"

// TestLeastSure verifies that a table is as sure as the least sure of its kinds, without those of a few rows.
func TestLeastSure(t *testing.T) {
	for name, tt := range map[string]struct {
		kinds []Kind
		want  float64
	}{
		"the least":            {[]Kind{{Keys: 600, Confidence: 0.97}, {Keys: 400, Confidence: 0.6}}, 0.6},
		"a twentieth":          {[]Kind{{Keys: 950, Confidence: 0.97}, {Keys: 50, Confidence: 0.3}}, 0.3},
		"less than that":       {[]Kind{{Keys: 951, Confidence: 0.97}, {Keys: 49, Confidence: 0.3}}, 0.97},
		"nothing but few rows": {[]Kind{{Keys: 30, Confidence: 0.5}, {Keys: 20, Confidence: 0.3}}, 0.3},
	} {
		got, ok := (&Result{Keys: 1000, Kinds: tt.kinds}).LeastSure()
		if !ok || got.Confidence != tt.want {
			t.Errorf("%s: %v %v, want %v", name, got.Confidence, ok, tt.want)
		}
	}
	for _, r := range []*Result{nil, {}} {
		if _, ok := r.LeastSure(); ok {
			t.Error("no kinds, and one is least sure")
		}
	}
}

// TestExplained verifies that an eighth of the keys may fit no layout, and no more.
func TestExplained(t *testing.T) {
	for left, want := range map[int]bool{0: true, 125: true, 126: false} {
		if got := (&Result{Keys: 1000, Unexplained: left}).Explained(); got != want {
			t.Errorf("%d of 1,000 keys left over: %t", left, got)
		}
	}
	if got := (&Result{Keys: 1000, Unexplained: 150}).Left(); got != 0.15 {
		t.Errorf("150 of 1,000 keys left over: %g", got)
	}
}
