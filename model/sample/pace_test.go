package sample

import (
	"math"
	"testing"
	"time"
)

// TestPace verifies that the time left follows what was done of late, not at the start, and that nothing is said
// before a tenth is done, when nothing comes, and at the end.
func TestPace(t *testing.T) {
	type mark struct{ at, done float64 }
	for name, c := range map[string]struct {
		marks []mark
		left  float64 // seconds; negative is not known
	}{
		"nothing":                        {nil, -1},
		"one mark":                       {[]mark{{5, 0.5}}, -1},
		"too little":                     {[]mark{{0, 0}, {5, 0.09}}, -1},
		"a tenth":                        {[]mark{{0, 0}, {5, 0.1}}, 45},
		"a slow start does not count":    {[]mark{{0, 0}, {20, 0}, {25, 0.1}}, 45},
		"what earlier work had done":     {[]mark{{0, 0.5}, {5, 0.54}}, -1},
		"what this work has done":        {[]mark{{0, 0.5}, {5, 0.6}}, 20},
		"slowed":                         {[]mark{{0, 0}, {5, 0.5}, {15, 0.6}, {25, 0.7}}, 30},
		"not known is not noted":         {[]mark{{0, 0}, {1, -1}, {5, 0.5}}, 5},
		"what falls is not noted":        {[]mark{{0, 0}, {5, 0.5}, {6, 0.2}}, 5},
		"two marks at once tell nothing": {[]mark{{0, 0}, {0, 0.5}}, -1},
		"the end":                        {[]mark{{0, 0}, {5, 1}}, -1},
		"it stands still":                {[]mark{{0, 0}, {1, 0.5}, {11, 0.5}, {21, 0.5}}, -1},
	} {
		var p Pace
		for _, m := range c.marks {
			p.Add(time.Duration(m.at*float64(time.Second)), m.done)
		}
		left, ok := p.Left()
		if ok != (c.left >= 0) || ok && math.Abs(left.Seconds()-c.left) > 1e-6 {
			t.Errorf("%s: %v, %t, want %v s", name, left, ok, c.left)
		}
	}
}
