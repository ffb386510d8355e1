package text

import (
	"testing"

	"tabletop/model/audit"
	"tabletop/model/estimate"
)

// TestMeasure verifies that a figure and the limit beside it are written in one unit, that of the limit.
func TestMeasure(t *testing.T) {
	exact := func(v float64) estimate.Figure { return estimate.Counted(v) }
	for want, m := range map[string]audit.Measure{
		"largest row: 110 MB (limit 100 MB)": {Name: "largest row", Unit: audit.Bytes, Figure: exact(110e6),
			Limit: 100e6},
		"largest row: 286 MiB (limit 256 MiB)": {Name: "largest row", Unit: audit.Bytes, Figure: exact(300e6),
			Limit: 256 << 20, Binary: true},
		"longest key: 4 KiB (limit 4 KiB)": {Name: "longest key", Unit: audit.Bytes, Figure: exact(4096), Limit: 4096,
			Binary: true},
		"families: 12,345": {Name: "families", Unit: audit.Count, Figure: exact(12345)},
	} {
		if got := Measure(m); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
