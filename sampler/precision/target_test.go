package precision

import "testing"

// TestParse verifies which targets there are, and that 0% and more than 100% are refused.
func TestParse(t *testing.T) {
	for s, want := range map[string]Target{
		"3%": {Bytes, 0.03}, "bytes=3%": {Bytes, 0.03}, "rows=0.5%": {Rows, 0.005}, " garbage = 10%": {Garbage, 0.1},
		"100%": {Bytes, 1},
	} {
		got, err := Parse(s)
		if err != nil || got != want {
			t.Errorf("%q is %+v, %v", s, got, err)
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%q is %+v, %v", got.String(), again, err)
		}
	}
	for _, s := range []string{"", "3", "0%", "-1%", "100.1%", "NaN%", "inf%", "%", "cells=3%", "rows=", "3%%",
		"rows=3%=4%"} {
		if got, err := Parse(s); err == nil {
			t.Errorf("%q is %+v", s, got)
		}
	}
}
