package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"github.com/google/go-cmp/cmp"

	"tabletop/internal/fakebt"
	"tabletop/views/report"
)

// growing is a table of 400 rows of very different sizes and numbers of versions, the largest of which few samples
// hold.
func growing() *fakebt.Table {
	keepOne := &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: 1}}
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 4000,
		Schema: &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {GcRule: keepOne}, "g": {}}}}
	for i := range 400 {
		r := fakebt.Row{Key: fmt.Sprintf("dev%03d", i)}
		for v := range 1 + i%7 {
			r.Cells = append(r.Cells, fakebt.Cell{Family: "f", Qualifier: "v",
				Micros: 1_790_000_000_000_000 - int64(v)*60_000_000, Value: make([]byte, 1+i*i%977)})
		}
		if i%97 == 5 {
			r.Cells = append(r.Cells, fakebt.Cell{Family: "g", Qualifier: fmt.Sprint("rare", i),
				Micros: 1_790_000_000_000_000, Value: make([]byte, 4000+i)})
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// figuresOf runs a command that prints JSON and returns what it prints, without when and where the rows were read, and
// without quantiles, which are known to within 1/64 if all rows are counted.
func figuresOf(t *testing.T, server *fakebt.Server, args ...string) map[string]any {
	t.Helper()
	out, errs, code := against(t, server, args...)
	if code != exitOK {
		t.Fatalf("%s: exit code %d, %s", strings.Join(args, " "), code, errs)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	without(v, "source", "started", "took_seconds", "now", "as_of", "generated", "eligible_longest_seconds", "p50",
		"p90", "p95", "p99", "p50_low", "p50_high", "p90_low", "p90_high", "p95_low", "p95_high", "p99_low", "p99_high")
	return v
}

// without removes members of that name at any depth.
func without(v any, names ...string) {
	switch v := v.(type) {
	case map[string]any:
		for _, n := range names {
			delete(v, n)
		}
		for _, x := range v {
			without(x, names...)
		}
	case []any:
		for _, x := range v {
			without(x, names...)
		}
	}
}

// TestFileSaysWhatTheTableSays verifies that a full scan of which few rows are kept is saved with its counts: reports
// on the file give the figures that they give on the table itself.
func TestFileSaysWhatTheTableSays(t *testing.T) {
	server := fakebt.New(t, growing())
	file := filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := against(t, server, "sample", "p/i/t", "--rows", "20", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	for _, args := range [][]string{{"stats", "", "--format", "json"}, {"gc", "", "--format", "json"},
		{"gc", "", "--policy", "f=maxversions=3", "--format", "json"}} {
		args[1] = "p/i/t"
		live := figuresOf(t, server, append(args, "--rows", "20")...)
		args[1] = file
		if diff := cmp.Diff(live, figuresOf(t, server, args...)); diff != "" {
			t.Errorf("%s: the file differs from the table (-table +file):\n%s", args[0], diff)
		}
	}
}

// TestKeptRowsDoNotContradictTotals verifies that of all rows counted the largest are shown with their keys, though few
// are kept, and that garbage is counted over all.
func TestKeptRowsDoNotContradictTotals(t *testing.T) {
	server := fakebt.New(t, growing())
	all, few := figuresOf(t, server, "stats", "p/i/t", "--format", "json"), figuresOf(t, server, "stats", "p/i/t",
		"--rows", "20", "--format", "json")
	for _, member := range []string{"largest_cells", "row_bytes", "cells_per_row", "key_bytes_per_row", "value_sizes"} {
		if diff := cmp.Diff(all[member], few[member]); diff != "" {
			t.Errorf("%s: all rows kept and few kept differ (-all +few):\n%s", member, diff)
		}
	}
	largest := few["largest_rows"].([]any)[0].(map[string]any)
	if most := few["row_bytes"].(map[string]any)["max"]; most != largest["bytes"] {
		t.Errorf("the largest row has %v bytes beside a maximum of %v", largest["bytes"], most)
	}
	all, few = figuresOf(t, server, "gc", "p/i/t", "--format", "json"), figuresOf(t, server, "gc", "p/i/t", "--rows",
		"20", "--format", "json")
	for _, member := range []string{"families", "rows_emptied"} {
		if diff := cmp.Diff(all[member], few[member]); diff != "" {
			t.Errorf("%s: all rows kept and few kept differ (-all +few):\n%s", member, diff)
		}
	}
}

// TestCountedSampleDiffersInNothing verifies that a thinned full scan, compared with all rows of the same table, has
// the same counts: diff, too, takes what was counted before what the rows kept show.
func TestCountedSampleDiffersInNothing(t *testing.T) {
	server, dir := fakebt.New(t, growing()), t.TempDir()
	whole, thinned := filepath.Join(dir, "whole.tabletop"), filepath.Join(dir, "thinned.tabletop")
	for file, args := range map[string][]string{whole: nil, thinned: {"--rows", "60"}} {
		if _, errs, code := against(t, server, append([]string{"sample", "p/i/t", "-o", file}, args...)...); code !=
			exitOK {
			t.Fatal(errs)
		}
	}
	out, errs, code := tabletop(t, nil, "diff", whole, thinned)
	if code != exitOK {
		t.Fatal(errs)
	}
	for _, figure := range []string{"  rows ", "  cells ", "  mean row ", "  garbage ", "  f, bytes ", "  f, garbage ",
		"  g, bytes "} {
		_, line, _ := strings.Cut(out, "\n"+figure)
		if line, _, _ = strings.Cut(line, "\n"); !strings.HasSuffix(line, "as before") {
			t.Errorf("%s: %q of the same table:\n%s", figure, line, out)
		}
	}
}

// tenantsTable is a table of 900 rows of two record kinds, the rarer one with keys that few rows kept have.
func tenantsTable() *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 4000,
		Schema: &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}}}}
	for i := range 60 {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("config/%03d", i),
			Cells: []fakebt.Cell{{Family: "f", Qualifier: "v", Micros: 1_790_000_000_000_000, Value: []byte("on")}}})
	}
	for i := range 840 {
		cell := fakebt.Cell{Family: "f", Qualifier: "v", Micros: 1_790_000_000_000_000 + int64(i)*60_000_000,
			Value: fmt.Appendf(nil, "user%d@example.com", i)}
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("t%d#%010d", i/420, 1_790_000_000+60*i),
			Cells: []fakebt.Cell{cell}})
	}
	return t
}

// TestEverythingCountsKeys verifies that a read of all rows that keeps few of them counts keys, writes, and personal
// data as well: saved, and in a report on the table, with the same figures.
func TestEverythingCountsKeys(t *testing.T) {
	server, file := fakebt.New(t, tenantsTable()), filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := against(t, server, "sample", "p/i/t", "--rows", "40", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	whole := figuresOf(t, server, "schema", "p/i/t", "--format", "json")
	shares := func(v map[string]any) map[string]any {
		out := map[string]any{}
		for _, k := range v["kinds"].([]any) {
			k := k.(map[string]any)
			out[fmt.Sprint(k["template"])] = k["rows_share"]
		}
		return out
	}
	want := shares(whole)
	if len(want) != 2 {
		t.Fatalf("the fixture has record kinds %v", want)
	}
	for name, args := range map[string][]string{"file": {"schema", file, "--format", "json"},
		"table": {"schema", "p/i/t", "--rows", "40", "--format", "json"}} {
		got := figuresOf(t, server, args...)
		if diff := cmp.Diff(want, shares(got)); diff != "" || got["all_keys_counted"] == false {
			t.Errorf("%s: shares of record kinds differ from those of all rows (-all +%s):\n%s", name, name, diff)
		}
	}
	for name, args := range map[string][]string{"file": {"audit", file, "--format", "json"},
		"table": {"audit", "p/i/t", "--rows", "40", "--format", "json"}} {
		out, errs, code := against(t, server, args...)
		if code != exitOK && code != exitCheck {
			t.Fatal(errs)
		}
		if !strings.Contains(out, "share of cells with e-mail addresses") || !strings.Contains(out, "0.93333") {
			t.Errorf("%s: addresses in cells are not counted:\n%.2000s", name, out)
		}
	}
}

// TestRedactedFileHasNoCounts verifies that a redacted file has no counts, which name keys and values, and that this is
// stated.
func TestRedactedFileHasNoCounts(t *testing.T) {
	server, file := fakebt.New(t, tenantsTable()), filepath.Join(t.TempDir(), "shared.tabletop")
	_, errs, code := against(t, server, "sample", "p/i/t", "--rows", "40", "--redact", "-o", file)
	if code != exitOK || !strings.Contains(errs, "has no counts of all rows") ||
		!strings.Contains(errs, "of the 40 rows kept") {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	if v := figuresOf(t, server, "stats", file, "--format", "json"); strings.Contains(fmt.Sprint(v),
		"all_rows_counted:true") {
		t.Errorf("the redacted file has counts: %v", v)
	}
}

// TestReportsPreferCounts verifies that figures which the rows kept show as well are those counted of all rows: the
// current layout of simulate, the largest row of advise, and the patterns of audit.
func TestReportsPreferCounts(t *testing.T) {
	table := tenantsTable()
	table.Rows[len(table.Rows)-300].Cells[0].Value = make([]byte, 70_000) // in a row that is not kept
	server, file := fakebt.New(t, table), filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := against(t, server, "sample", "p/i/t", "--rows", "40", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	stats := figuresOf(t, server, "stats", file, "--format", "json")["table"].(map[string]any)
	current := figuresOf(t, server, "simulate", file, "--layout", "{column(f:v)}", "--format",
		"json")["today"].(map[string]any)["counted"].(map[string]any)
	for _, member := range []string{"rows", "cells", "bytes"} {
		if current[member] != stats[member] || current["exact"] != true {
			t.Errorf("simulate: %s of the current layout %v, counted %v: %v", member, current[member], stats[member],
				current)
		}
	}
	advice := figuresOf(t, server, "advise", file, "--format", "json")
	for _, o := range advice["layouts"].([]any) {
		if o := o.(map[string]any); o["largest_row_bytes_at_most"].(float64) < 70_000 {
			t.Errorf("advise: the largest row may have %v bytes", o["largest_row_bytes_at_most"])
		}
	}
	out, errs, code := tabletop(t, nil, "audit", file, "--format", "json")
	if code != exitOK && code != exitCheck {
		t.Fatal(errs)
	}
	var report struct {
		Patterns []struct {
			Measures []struct {
				Name  string
				Exact bool
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || len(report.Patterns) == 0 {
		t.Fatalf("%v: %.500s", err, out)
	}
	for _, m := range report.Patterns[0].Measures {
		if !m.Exact {
			t.Errorf("audit: %s is an estimate", m.Name)
		}
	}
}

// TestUnreadableRowLeavesCounts verifies that a row which the service refuses to send takes no counts from the file:
// all others are counted, and reports say that it is in no figure.
func TestUnreadableRowLeavesCounts(t *testing.T) {
	table := tenantsTable()
	const huge = "t1#1790028800"
	table.TooLarge = map[string]string{huge: "Read returned 347MiB from row 'x' which exceeds the limit of 256MiB."}
	server, file := fakebt.New(t, table), filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := against(t, server, "sample", "p/i/t", "--rows", "40", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	out, errs, code := tabletop(t, nil, "stats", file)
	if code != exitOK {
		t.Fatal(errs)
	}
	for _, want := range []string{"899 rows, 899 cells", "(counted)",
		"Counted over 899 rows, all but 1 that could not be read", "cannot read 1 row, the first of them " + huge,
		"it is in no figure"} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("no %q:\n%.1500s", want, out)
		}
	}
	if v := figuresOf(t, server, "stats", file, "--format", "json"); !strings.Contains(fmt.Sprint(v["table"]),
		"all_keys_counted:true") || v["unreadable_rows"] == nil {
		t.Errorf("keys are not counted, or the row is not named: %v", v["table"])
	}
}

// TestCountsAreStated verifies that reports on a file give the figures of all rows, not of the rows kept, and say over
// how many rows they are counted.
func TestCountsAreStated(t *testing.T) {
	server, file := fakebt.New(t, growing()), filepath.Join(t.TempDir(), "all.tabletop")
	out, errs, code := against(t, server, "sample", "p/i/t", "--rows", "200", "-o", file)
	if code != exitOK || !strings.Contains(out, "counted over 400 rows") {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	stats := figuresOf(t, server, "stats", file, "--format", "json")
	if table := stats["table"].(map[string]any); table["all_rows_counted"] != true ||
		table["all_keys_counted"] != true {
		t.Fatalf("keys are not counted: %+v", table)
	}
	kind := stats["kinds"].([]any)[0].(map[string]any)
	if _, estimated := kind["rows_share_low"]; estimated {
		t.Errorf("the share of a record kind is an estimate: %v", kind)
	}
	// The keys end with the number of the row, which no two rows share.
	list := kind["segments"].([]any)
	last := list[len(list)-1].(map[string]any)
	if low, high := last["distinct_values_of_all_rows_low"].(float64),
		last["distinct_values_of_all_rows_high"].(float64); low > 400 || high < 400 {
		t.Errorf("between %v and %v distinct values of all rows", low, high)
	}
	for command, want := range map[string]string{"stats": "400 rows, ", "gc": "when counting began",
		"heat": "The map is counted over 400 rows"} {
		out, _, _ := tabletop(t, nil, command, file)
		out = strings.Join(strings.Fields(out), " ")
		for _, want := range []string{"Counted over 400 rows, of which a uniform sample of 200 is kept.", want} {
			if !strings.Contains(out, want) {
				t.Errorf("%s does not say %q: %.400s", command, want, out)
			}
		}
	}
}

// TestContinuedReadIsOneRead verifies that a read of all rows that a limit stopped, and that was continued, counts all
// rows as one read does, and that reports take none of its counts for those of the table before.
func TestContinuedReadIsOneRead(t *testing.T) {
	server, dir := fakebt.New(t, growing()), t.TempDir()
	file, once := filepath.Join(dir, "few.tabletop"), filepath.Join(dir, "once.tabletop")
	for _, args := range [][]string{{"-o", file, "--bytes", "60000"}, {"-o", once, "--bytes", "100MB"}} {
		args = append([]string{"sample", "p/i/t", "--strategy", "everything", "--rows", "20"}, args...)
		if _, errs, code := against(t, server, args...); code != exitOK {
			t.Fatal(errs)
		}
	}
	if out, _, _ := tabletop(t, nil, "stats", file); strings.Contains(strings.ToLower(out), "counted") {
		t.Errorf("rows of a part are called counted:\n%.500s", out)
	}
	out, errs, code := against(t, server, "sample", "p/i/t", "--continue", file, "--bytes", "100MB", "-o", file)
	if code != exitOK || !strings.Contains(out, "counted over 400 rows") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	for _, command := range []string{"stats", "gc"} {
		want := figuresOf(t, server, command, once, "--format", "json")
		if diff := cmp.Diff(want, figuresOf(t, server, command, file, "--format", "json")); diff != "" {
			t.Errorf("%s: the continued file differs from one read (-one +continued):\n%s", command, diff)
		}
	}
}

// TestContinuedOlderFileHasNoCounts verifies that a read of all rows that an older version stopped, without its counts,
// states that rows were not counted when it is continued, instead of passing estimates off as what a full scan gives.
func TestContinuedOlderFileHasNoCounts(t *testing.T) {
	server, file := fakebt.New(t, tenantsTable()), filepath.Join(t.TempDir(), "few.tabletop")
	_, errs, code := against(t, server, "sample", "p/i/t", "--continue",
		filepath.Join("testdata", "older", "interrupted"+snapshotExt), "--bytes", "100MB", "-o", file)
	if code != exitOK || !strings.Contains(errs, "all 900 rows were read, but not counted") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if out, _, _ := tabletop(t, nil, "stats", file); strings.Contains(out, "(counted)") {
		t.Errorf("rows are called counted:\n%.500s", out)
	}
}

// TestAuditOfManyCountedRows verifies that a table that was counted, with few rows kept, is audited in every format: a
// report redacts, and a redacted copy has the map of all writes without the census that it is from.
func TestAuditOfManyCountedRows(t *testing.T) {
	server, file := fakebt.New(t, growing()), filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := against(t, server, "sample", "p/i/t", "--rows", "20", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	for _, format := range report.AuditFormats() {
		for _, args := range [][]string{{"audit", "p/i/t", "--rows", "20"}, {"audit", file}} {
			_, errs, code := against(t, server, append(args, "--format", string(format))...)
			if code != exitOK || errs != "" {
				t.Errorf("%s, %s: exit code %d, %s", args[1], format, code, errs)
			}
		}
	}
}

// TestContinuedOlderShards verifies that merged shards of an older version of which one is missing are continued to the
// counts of the table.
func TestContinuedOlderShards(t *testing.T) {
	server, file := fakebt.New(t, tenantsTable()), filepath.Join(t.TempDir(), "all.tabletop")
	out, errs, code := against(t, server, "sample", "p/i/t", "--continue",
		filepath.Join("testdata", "older", "missing"+snapshotExt), "-o", file)
	if code != exitOK || !strings.Contains(out, "counted over 900 rows") {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	merged := filepath.Join("testdata", "older", "merged"+snapshotExt)
	for _, command := range []string{"stats", "schema", "gc"} {
		want := figuresOf(t, server, command, merged, "--format", "json")
		if diff := cmp.Diff(want, figuresOf(t, server, command, file, "--format", "json")); diff != "" {
			t.Errorf("%s: the continued file differs from all shards (-shards +continued):\n%s", command, diff)
		}
	}
}

// TestInterruptedBeforeCounting verifies that a read of all rows that is interrupted in the sample that it is planned
// from saves the rows of that sample, which no report shows as counted, and that it is continued to what one read gives.
func TestInterruptedBeforeCounting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send itself a signal")
	}
	server, dir := fakebt.New(t, growing()), t.TempDir()
	file, once := filepath.Join(dir, "few.tabletop"), filepath.Join(dir, "once.tabletop")
	args := []string{"sample", "p/i/t", "--strategy", "everything", "--rows", "20", "-o"}
	if _, errs, code := against(t, server, append(args, once)...); code != exitOK {
		t.Fatal(errs)
	}
	var begun atomic.Int64
	server.SetFault(func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if req.RowsLimit > 0 || begun.Add(1) != 6 {
			return nil
		}
		_ = sendSelf(syscall.SIGINT)
		return &fakebt.Fault{Stall: true}
	})
	_, errs, code := against(t, server, append(args, file)...)
	if code != exitSignal+int(syscall.SIGINT) || !strings.Contains(errs, "to continue: tabletop sample p/i/t --continue") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	server.SetFault(nil)
	out, _, _ := tabletop(t, nil, "stats", file)
	if !strings.Contains(out, "interrupted before all rows were counted") || strings.Contains(out, "(counted)") {
		t.Errorf("of an interrupted read:\n%.800s", out)
	}
	if out, errs, code = against(t, server, "sample", "p/i/t", "--continue", file, "-o", file); code != exitOK ||
		!strings.Contains(out, "counted over 400 rows") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	for _, command := range []string{"stats", "gc"} {
		want := figuresOf(t, server, command, once, "--format", "json")
		if diff := cmp.Diff(want, figuresOf(t, server, command, file, "--format", "json")); diff != "" {
			t.Errorf("%s: the continued file differs from one read (-one +continued):\n%s", command, diff)
		}
	}
}
