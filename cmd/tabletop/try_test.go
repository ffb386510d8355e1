package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/sampler/snapshot"
)

// orderRecords makes a file of orders, of which one has no customer and one is no record.
func orderRecords(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("order,the customer,ordered_at,amount\n")
	for i := range 2000 {
		at := time.Date(2026, 3, 1, 0, 0, i*60, 0, time.UTC)
		fmt.Fprintf(&text, "o%05d,c%03d,%s,%d\n", i, i*7919%100, at.Format(time.RFC3339), i%50)
	}
	text.WriteString("o9,,2026-03-01T00:00:00Z,1\nbroken\n")
	path := filepath.Join(t.TempDir(), "orders.csv")
	if err := os.WriteFile(path, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTry verifies that records become the rows of a saved sample: their keys, in the order of keys, with the times
// that a field has, and that the other commands read it as a whole table.
func TestTry(t *testing.T) {
	file, out := orderRecords(t), filepath.Join(t.TempDir(), "orders.tabletop")
	_, errs, code := tabletop(t, nil, "try", file, "--key", "{the_customer}#{reverse(ordered_at)}#{order}", "--time",
		"ordered_at", "-o", out)
	if code != exitOK || !strings.Contains(errs, "2,000 records of 4 fields") || !strings.Contains(errs,
		"left out: 2 records that cannot be read; line 2002: no value of the customer; line 2003: 1 value for 4 fields") ||
		!strings.Contains(errs, "laid out as 2,000 rows") {
		t.Fatalf("%d: %s", code, errs)
	}
	made, err := snapshot.ReadFile(t.Context(), out, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 1, 0, 0, 1900*60, 0, time.UTC) // the last order of c000
	if want := fmt.Sprintf("c000#%d#o01900", int64(1<<63-1)-at.UnixMilli()); string(made.Key(0)) != want ||
		made.Cell(0).Micros != at.UnixMicro() || made.Rows() != 2000 {
		t.Errorf("the first of %d rows is %q of %d, want %s", made.Rows(), made.Key(0), made.Cell(0).Micros, want)
	}
	for command, says := range map[string]string{"stats": "2,000 rows, 8,000 cells", "schema": "reverse(ms)",
		"heat": "windows"} {
		if text, errs, code := tabletop(t, nil, command, out); code != exitOK || !strings.Contains(text+errs, says) {
			t.Errorf("%s: %d: %s%s", command, code, text, errs)
		}
	}
}

// TestTryRefuses verifies what is said of records that cannot be laid out.
func TestTryRefuses(t *testing.T) {
	file, out := orderRecords(t), filepath.Join(t.TempDir(), "out.tabletop")
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"try", file}, exitOK, "  the_customer             text, 100 values, in 2,000 records, first c000\n" +
			"  ordered_at               time, 2,000 values, in 2,001 records, first 2026-03-01T00:00:00Z\n" +
			"  amount                   integer, 50 values, in 2,001 records, first 0\n"},
		{[]string{"try", file}, exitOK,
			"which of these do you look up by? For each, state the row key with --key, for example:\n" +
				"  the_customer, and a period of ordered_at\n    tabletop try " + file +
				" --key '{the_customer}#{ordered_at}' --time ordered_at\n"},
		{[]string{"try", file, "-o", out}, exitUsage, "add --key"},
		{[]string{"try", file, "--key", "{order", "-o", out}, exitUsage, "is never closed"},
		{[]string{"try", file, "--key", "{order}", "--layout", "{order}", "-o", out}, exitUsage, "has no layouts"},
		{[]string{"try", file, "--key", "{nobody}", "-o", out}, exitUsage,
			"no record has a field nobody\nthere are order, the_customer, ordered_at, and amount"},
		{[]string{"try", file, "--key", "{order}", "--time", "the_customer", "-o", out}, exitUsage,
			"not all values of the_customer are times"},
		{[]string{"try", file, "--key", "a = {order} | b = {order}", "-o", out}, exitUsage, "one table"},
		{[]string{"try", file + "x", "--key", "{order}", "-o", out}, exitError, "no such file"},
	} {
		text, errs, code := tabletop(t, nil, tt.args...)
		if code != tt.code || !strings.Contains(text+errs, tt.says) {
			t.Errorf("%v: %d: %s%s", tt.args[2:], code, text, errs)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a sample was saved")
	}
}
