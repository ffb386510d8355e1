package report

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/profile"
	"tabletop/views/report/doc"
)

// TestNoIntervalOfOneNumber verifies that JSON has both ends of an interval or none: a figure without ends is exact, or of the
// rows read only.
func TestNoIntervalOfOneNumber(t *testing.T) {
	for want, f := range map[string]profile.Figure{
		`"v": 5`:                           {Value: 5, Low: 5, High: 5},
		`"v": 6`:                           {Value: 6, Low: 6, High: 6, Exact: true},
		`"v": 7,"v_low": 4,"v_high": 9`:    {Value: 7, Low: 4, High: 9},
		`"v": 8,"v_low": 0,"v_high": null`: {Value: 8, High: math.Inf(1)},
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
