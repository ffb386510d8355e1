package retention

import "testing"

// TestPlus verifies that the sign of what comes to a figure stands behind the mark of an estimate or a bound.
func TestPlus(t *testing.T) {
	for in, want := range map[string]string{"8.98 kB": "+8.98 kB", "≈ 215 kB (125–366 kB)": "≈ +215 kB (125–366 kB)",
		"≤ 480 kB": "≤ +480 kB", "≥ 2": "≥ +2"} {
		if got := plus(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
