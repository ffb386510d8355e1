package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/beam/internal/beamtest"
	"tabletop/internal/fakebt"
)

func TestMain(m *testing.M) { beamtest.Main(m) }

// command runs tabletop-beam on table p/i/t of a server.
func command(t *testing.T, server *fakebt.Server, name string, args ...string) (code int, out, errs string) {
	t.Helper()
	t.Setenv("BIGTABLE_EMULATOR_HOST", server.Addr)
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	f := declare(set)
	if err := set.Parse(append([]string{"--source", "p/i/t"}, args...)); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	code = run(t.Context(), name, f, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func table() *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 2000, TooLarge: map[string]string{}}
	for i := range 300 {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("user%03d", i),
			Cells: []fakebt.Cell{{Family: "f", Qualifier: "a", Micros: 1_766_000_000_000_000, Value: []byte("value")}}})
	}
	return t
}

// TestExitCodes verifies the exit codes: 0 for a whole table, 4 where ranges could not be read, all of them included, 2
// for a mistake in the call, and 1 for an output that exists.
func TestExitCodes(t *testing.T) {
	server := fakebt.New(t, table())
	server.Fault = beamtest.AllRefused
	file := filepath.Join(t.TempDir(), "t.tabletop")
	code, out, errs := command(t, server, "census", "--output", file, "--ranges", "3")
	if n := strings.Count(errs, "could not be read: "); code != exitPartial || n != 3 ||
		!strings.Contains(errs, "no entry") || !strings.Contains(errs, "--overwrite") {
		t.Errorf("all ranges fail: exit code %d, %s", code, errs)
	}
	if !strings.Contains(out, "Counted 0 rows") {
		t.Errorf("all ranges fail: %s", out)
	}
	server.SetFault(nil)
	if code, _, errs := command(t, server, "census", "--output", file); code != exitError ||
		!strings.Contains(errs, "already exists") {
		t.Errorf("an output that exists: exit code %d, %s", code, errs)
	}
	if code, out, errs := command(t, server, "census", "--output", file, "--overwrite", "--ranges", "3"); code != 0 ||
		!strings.Contains(out, "Counted 300 rows") {
		t.Errorf("the same command again: exit code %d, %s, %s", code, out, errs)
	}
	for _, args := range [][]string{{}, {"--output", file, "--rows", "-1"}, {"--output", file, "--layout", "{a}"},
		{"--output", file, "--runner", "flink"}} {
		if code, _, errs := command(t, server, "census", args...); code != exitUsage ||
			!strings.Contains(errs, "tabletop-beam: ") {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}
