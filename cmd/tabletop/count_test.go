package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
)

// rowCount is what stats --count reports as JSON.
type rowCount struct {
	Rows    int64
	Exact   bool
	Stopped string
	Partial bool
	Only    map[string]any
}

// TestCount verifies that --count counts the rows that the filters select, that only a count to the end of them is
// called exact, and how it exits.
func TestCount(t *testing.T) {
	denied := func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream < 3 {
			return nil
		}
		return &fakebt.Fault{After: 2, Err: status.Error(codes.PermissionDenied, "revoked")}
	}
	for name, c := range map[string]struct {
		args  string
		fault func(int, *pb.ReadRowsRequest) *fakebt.Fault
		large bool // a row is too large to be sent
		code  int
		want  rowCount
		text  string
	}{
		"all": {want: rowCount{Rows: 400, Exact: true}, text: "Exactly 400 rows, counted by their keys."},
		"prefix": {args: "--prefix dev12", want: rowCount{Rows: 10, Exact: true, Only: map[string]any{"prefix": "dev12"}},
			text: "Exactly 10 rows among keys that start with dev12, counted by their keys."},
		"regex": {args: "--key-regex dev.*7", want: rowCount{Rows: 40, Exact: true,
			Only: map[string]any{"key_regex": "dev.*7"}}, text: "Exactly 40 rows among keys that match dev.*7, "},
		"none": {args: "--prefix x", want: rowCount{Exact: true, Only: map[string]any{"prefix": "x"}},
			text: "Exactly 0 rows among "},
		"one": {args: "--prefix dev123", want: rowCount{Rows: 1, Exact: true, Only: map[string]any{"prefix": "dev123"}},
			text: "Exactly 1 row among "},
		"denied":        {fault: denied, code: exitPartial, want: rowCount{Partial: true}, text: "At least "},
		"denied, taken": {args: "--allow-partial", fault: denied, want: rowCount{Partial: true}, text: "At least "},
		"limit":         {args: "--bytes 2kB", want: rowCount{}, text: ": the limit of 2,000 bytes was reached."},
		// The service refuses to send the row, but not its key.
		"too large": {large: true, want: rowCount{Rows: 400, Exact: true}, text: "Exactly 400 rows"},
	} {
		t.Run(name, func(t *testing.T) {
			table := growing()
			if c.large {
				table.TooLarge = map[string]string{"dev007": "Read returned 347MiB which exceeds the limit of 256MiB."}
			}
			server := fakebt.New(t, table)
			server.Fault = c.fault
			args := append([]string{"stats", "p/i/t", "--count"}, strings.Fields(c.args)...)
			out, errs, code := against(t, server, args...)
			if code != c.code || !strings.Contains(strings.ReplaceAll(out, "\n", " "), c.text) {
				t.Errorf("exit code %d, %q: %s", code, out, errs)
			}
			out, errs, code = against(t, server, append(args, "--format", "json")...)
			var got rowCount
			if err := json.Unmarshal([]byte(out), &got); err != nil || code != c.code {
				t.Fatalf("%v, exit code %d, %q: %s", err, code, out, errs)
			}
			if !c.want.Exact { // ended early: how far it came is chance
				if got.Stopped == "" || got.Rows <= 0 || got.Rows >= 400 {
					t.Errorf("%+v", got)
				}
				got.Rows, got.Stopped = 0, ""
			}
			if got.Rows != c.want.Rows || got.Exact != c.want.Exact || got.Partial != c.want.Partial ||
				got.Stopped != "" || len(got.Only) != len(c.want.Only) {
				t.Errorf("%+v, not %+v", got, c.want)
			}
			for name, value := range c.want.Only {
				if got.Only[name] != value {
					t.Errorf("only %v", got.Only)
				}
			}
		})
	}
}

// TestCountRefused verifies that --count names what it cannot be combined with, and that a saved sample cannot be
// counted.
func TestCountRefused(t *testing.T) {
	server, file := fakebt.New(t, growing()), filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := against(t, server, "sample", "p/i/t", "--rows", "20", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	for args, says := range map[string]string{
		"p/i/t --rows 5":             "cannot combine --count with --rows",
		"p/i/t --precision 3%":       "cannot combine --count with --precision",
		"p/i/t --distinct":           "cannot combine --count with --distinct",
		"p/i/t --layout {a}#{b...}":  "cannot combine --count with --layout",
		file + " --format json":      "it is a saved sample",
		"p/i/t --format jsonl":       "--format",
		"p/i/t --prefix \\x":         "--prefix",
		"p/i/t --value-bytes 10":     "cannot combine --count with --value-bytes",
		"p/i/t --seed 2 --time 100s": "cannot combine --count with --seed",
	} {
		out, errs, code := against(t, server, append([]string{"stats", "--count"}, strings.Fields(args)...)...)
		if code != exitUsage || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%s: exit code %d, %s%s", args, code, out, errs)
		}
	}
	if out, errs, code := tabletop(t, nil, "stats", "p/i/t", "--count", "--strategy", "head"); code != exitUsage ||
		out != "" || !strings.Contains(errs, "cannot combine --count with --strategy") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
}
