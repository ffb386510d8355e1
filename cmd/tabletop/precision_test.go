package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tabletop/internal/fakebt"
)

// TestPrecision verifies the flag --precision: which values and sources are usage errors, and that a limit that ends
// the read first is no failure, but stated in the JSON with what reaching the target would cost.
func TestPrecision(t *testing.T) {
	server := fakebt.New(t, devices("t"))
	for _, c := range []struct{ args, says string }{
		{"stats p/i/t --precision 0%", "must be over 0% and at most 100%\n"},
		{"stats p/i/t --precision rows=101%", "at most 100%"},
		{"stats p/i/t --precision 3", "percentage"},
		{"stats p/i/t --precision cells=3%", "must be a percentage of bytes, rows, or garbage"},
		{"stats ./saved.tabletop --precision 3%", "saved sample"},
		{"stats p/i/t --precision 3% --family f", "--family"},
		{"stats p/i/t --precision 3% --key-regex a.*", "--key-regex"},
		{"stats p/i/t --precision 3% --since 30d", "--since"},
	} {
		if _, errs, code := against(t, server, strings.Fields(c.args)...); code != exitUsage ||
			!strings.Contains(errs, c.says) {
			t.Errorf("%s: exit code %d: %s", c.args, code, errs)
		}
	}
	for _, c := range []struct {
		args    string
		reached bool
	}{
		{"stats p/i/t --format json --precision rows=3%", true},
		{"stats p/i/t --format json --precision 0.01% --bytes 2kB", false},
	} {
		out, errs, code := against(t, server, strings.Fields(c.args)...)
		var got struct {
			Of      string  `json:"precision_of"`
			Reached *bool   `json:"precision_reached"`
			Half    float64 `json:"precision_half_width"`
			Why     string  `json:"precision_not_reached_because"`
			Cost    *struct {
				Strategy string `json:"strategy"`
				Scan     int64  `json:"scan_bytes"`
			} `json:"precision_would_cost"`
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitOK {
			t.Fatalf("%s: exit code %d, %v: %s", c.args, code, err, errs)
		}
		if got.Reached == nil || *got.Reached != c.reached || (got.Why == "") != c.reached ||
			(got.Cost == nil) != c.reached || !strings.Contains(errs, "precision ") {
			t.Errorf("%s: %+v, %s", c.args, got, errs)
		}
	}
	plan, _, code := against(t, server, "sample", "p/i/t", "--plan", "--precision", "3%")
	if code != exitOK || !strings.Contains(plan, "first step: for bytes=3%") ||
		!strings.Contains(plan, "At most, all rows are read") {
		t.Errorf("the plan is %q, exit code %d", plan, code)
	}
}
