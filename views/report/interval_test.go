package report

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/views/report/doc"
)

// TestNoIntervalOfOneNumber verifies that JSON has both ends of an interval or none: a figure without ends is exact, or
// of the rows read only.
func TestNoIntervalOfOneNumber(t *testing.T) {
	for want, f := range map[string]figures.Figure{
		`"v": 5`:                           estimate.Point(5),
		`"v": 6`:                           estimate.Counted(6),
		`"v": 7,"v_low": 4,"v_high": 9`:    estimate.Within(7, 4, 9),
		`"v": 8,"v_low": 0,"v_high": null`: estimate.Within(8, 0, math.Inf(1)),
	} {
		var b strings.Builder
		if err := doc.Write(&b, struct {
			V doc.Figure `json:"v"`
		}{f}); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(b.String()), "{}")), " ")
		if got = strings.ReplaceAll(got, ", ", ","); got != want {
			t.Errorf("%+v is %s, want %s", f, got, want)
		}
	}
}
