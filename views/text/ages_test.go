package text

import (
	"testing"
	"time"
)

// TestAges verifies that the ages of a list have one unit, that of the oldest.
func TestAges(t *testing.T) {
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) int64 { return now.Add(-d).UnixMicro() }
	const day = 24 * time.Hour
	for _, c := range []struct {
		oldest, age time.Duration
		want        string
	}{
		{400 * day, 12 * time.Hour, "0.5 d"}, {400 * day, 400 * day, "400 d"}, {800 * day, 800 * day, "2.2 y"},
		{day, day, "1.0 d"}, {5 * time.Hour, 30 * time.Minute, "0.5 h"}, {time.Hour / 2, time.Hour / 2, "30 min"},
		{30 * time.Second, 2 * time.Second, "2.0 s"}, {0, 0, "0 s"}, {day, -3 * time.Hour, "in 3 h"},
	} {
		if got := AgesUpTo(now, ago(c.oldest)).Age(ago(c.age)); got != c.want {
			t.Errorf("%v of up to %v is %q, want %q", c.age, c.oldest, got, c.want)
		}
	}
	for want, of := range map[string][2]time.Duration{"0.5 … 375 d": {12 * time.Hour, 375 * day}, "12 d": {12 * day, 12 * day},
		"12 d … 57 y": {12 * day, 57 * 366 * day}, "in 3 h … 2.0 d": {-3 * time.Hour, 2 * day}} {
		if got := AgesUpTo(now, ago(of[1])).Between(ago(of[0]), ago(of[1])); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
