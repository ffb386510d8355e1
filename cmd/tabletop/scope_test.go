package main

import (
	"strings"
	"testing"

	"tabletop/internal/fakebt"
)

// TestWhere verifies that --where and --kind narrow the reports of commands to the rows that they name, which each
// states, and that what no row has is refused with what there is.
func TestWhere(t *testing.T) {
	server := fakebt.New(t, hourly())
	base := []string{"p/i/t", "--layout", "{device}#{at:date(2006010215)}"}
	for _, c := range []struct{ args, want string }{
		{"stats --where device=d1", "66 rows, 66 cells"},
		{"stats --where device=d1 --where at=2026-10-02", "Filters: rows with device = d1 and at = 2026-10-02."},
		{"stats --where at=2026-10-02 --where device=d1", "18 rows"},
		{"decode --where device=d2", "A  d2  2026-10-01 00:00"},
		{"gc --where device=d1", "device = d1"},
		{"audit --where device=d1", "device = d1"},
		{"heat --where device=d1", "device = d1"},
		{"stats --where device=d1 --gaps at", "6 values at the usual steps are missing"},
	} {
		args := strings.Fields(c.args)
		if args[0] == "heat" {
			args = append(args, "p/i/t", "--current-layout", base[2])
		} else {
			args = append(args, base...)
		}
		out, errs, code := against(t, server, args...)
		if code != exitOK || !strings.Contains(out, c.want) || strings.Contains(out, "d0#") {
			t.Errorf("%s: exit %d, %s, %q is missing:\n%s", c.args, code, errs, c.want, out)
		}
	}
	for _, c := range [][2]string{{"stats --where device", "must be SEGMENT=VALUE"},
		{"stats --where tenant=acme", "no layout has a segment tenant"},
		{"stats --where device=d9", "no row that was read has device = d9"},
		{"stats --kind Z", "the record kinds are A"},
		{"stats --where device=d1 --distinct", "cannot combine --distinct with --where"},
		{"stats --where device=d1 --count", "cannot combine --count with"},
		{"stats --where device=d1 --where device=d2", "no row that was read is of this kind with these values"}} {
		_, errs, code := against(t, server, append(strings.Fields(c[0]), base...)...)
		if code != exitUsage || !strings.Contains(errs, c[1]) {
			t.Errorf("%s: exit %d, %s", c[0], code, errs)
		}
	}
}
