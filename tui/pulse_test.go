package tui

import (
	"slices"
	"testing"
	"time"
)

// TestPulse verifies that a pulse has the rows of each of the last eight seconds, the newest last, whatever the moments
// at which progress comes, and that it begins anew with another read.
func TestPulse(t *testing.T) {
	var p pulse
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for i := range 40 { // 4 a second, 100 more rows a second in each second
		second := int64(i / 4)
		p.note(now.Add(time.Duration(i)*250*time.Millisecond), 100*second*(second+1)/2)
	}
	if want := []float64{200, 300, 400, 500, 600, 700, 800, 900}; !slices.Equal(p.speeds, want) {
		t.Errorf("%v, want %v", p.speeds, want)
	}
	if p.note(now.Add(time.Hour), 3); len(p.speeds) != 0 || p.rows != 3 {
		t.Errorf("another read begins with %+v", p)
	}
}
