package advise_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/workload"
)

// named are rows without a time in their keys, whose cells were written over so many microseconds.
func named(t testing.TB, over int64) *access.Index {
	var all []line
	for i := range 600 {
		all = append(all, line{fmt.Sprintf("r%d#n%04d", i%8, i), now.UnixMicro() - over*int64(i)/600, 60})
	}
	return lines(t, "{region}#{name}", all)
}

// TestWithoutWriteTimes verifies that costs are for the present size where write times are unknown, and that this is
// said, for a table loaded at once and for one loaded within minutes; and that a table written over an hour grows.
func TestWithoutWriteTimes(t *testing.T) {
	for _, c := range []struct {
		over int64
		said string
	}{{0, "neither keys nor cell timestamps show when rows were written"},
		{4 * 60 * 1e6, "all cells were written within 4m0s, as by a load, and keys hold no time"}, {3600 * 1e6, ""}} {
		a := asked(t, named(t, c.over), "{name: q, where: {name: equal}}", advise.Options{})
		notes := strings.Join(a.Notes, "\n")
		if present := a.Confidence.Rows == 600; present != (c.said != "") {
			t.Errorf("written over %d µs: costs are for %g rows", c.over, a.Confidence.Rows)
		}
		if strings.Contains(notes,
			"so costs are for the present size of the table; give the rows it will have with --expect") !=
			(c.said != "") || !strings.Contains(notes, c.said) {
			t.Errorf("written over %d µs: %s", c.over, notes)
		}
		for _, o := range a.Options {
			if c.said != "" && o.Writers > 1 {
				t.Errorf("writes are said to go to %g places, which is not known", o.Writers)
			}
		}
	}
	if a := asked(t, named(t, 0), "{name: q, where: {name: equal}}", advise.Options{Rows: 1e6}); a.Confidence.Rows !=
		1e6 {
		t.Errorf("with 1 M rows expected, costs are for %g", a.Confidence.Rows)
	}
}

// TestBadWorkloads verifies that a workload that asks for nothing that there is is refused with the reason.
func TestBadWorkloads(t *testing.T) {
	f := named(t, 0)
	for text, want := range map[string]string{
		"": "the workload is empty", "queries: []": "at least one query",
		"queries: [{name: q, frequency: 0}]":                 "a query that never runs",
		"queries: [{name: q, where: {'f:none': equal}}]":     "no row read has the column f:none",
		"queries: [{name: q, columns: ['f:none']}]":          "no row read has the column f:none",
		"queries: [{name: q, where: {nobody: equal}}]":       `no segment "nobody"`,
		"queries: [{name: q, where: {name: = nobody}}]":      "no query matches any of the rows read",
		"queries: [{name: q, latest: 1 per region by name}]": "contains no times or whole numbers",
	} {
		w, err := workload.Parse([]byte(text), f.Names)
		if err == nil {
			err = f.Prepare(w)
		}
		if err == nil {
			_, err = advise.Search(context.Background(), f, w, advise.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
	_, err := advise.Search(context.Background(), f, advise.DefaultWorkload(f.Layouts, 0), advise.Options{Rows: 599 - 10})
	if err == nil || !strings.Contains(err.Error(), "the table has 600 rows now, more than the 589 expected") {
		t.Error(err)
	}
}

// TestOneRow verifies that a table without a segment that differs from row to row is refused with that reason, also
// where a query finds rows by a column, which could be moved into the key.
func TestOneRow(t *testing.T) {
	f := lines(t, "{region}#{name}", []line{{"r1#n0001", now.UnixMicro(), 60}})
	for _, query := range []string{"{name: q, where: {name: equal}}", "{name: q, where: {'f:v': equal}}"} {
		w, err := workload.Parse([]byte("queries: ["+query+"]"), f.Names)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Prepare(w); err != nil {
			t.Fatal(err)
		}
		if _, err := advise.Search(context.Background(), f, w, advise.Options{}); err == nil ||
			err.Error() != "the keys have no segment that differs from row to row, so there is no other order: read more "+
				"rows, or try a layout of your own" {
			t.Errorf("%s: %v", query, err)
		}
	}
}
