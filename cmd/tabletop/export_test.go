package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/twmb/avro/ocf"

	"tabletop/internal/demotest"
	"tabletop/internal/exportfile"
	"tabletop/sampler/snapshot"
)

// exportOf writes a demo table as a saved sample and as an export, and what describe states of it.
func exportOf(t *testing.T, demo string) (saved, folder, info string) {
	t.Helper()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	all, err := demotest.Sample(demo, at)
	if err != nil {
		t.Fatal(err)
	}
	all.How.RowsSeen, all.How.BytesSeen, all.Table.Emulator = int64(all.Rows()), all.Bytes(), false
	all.Table.Name = "all.tabletop" // which describe calls it
	home := t.TempDir()
	saved, folder, info = filepath.Join(home, "all.tabletop"), filepath.Join(home, "export"),
		filepath.Join(home, "info.json")
	err = snapshot.SaveFile(saved, all)
	if err == nil {
		err = os.Mkdir(folder, 0o700)
	}
	if err == nil {
		_, err = exportfile.Write(folder, all, exportfile.Options{Shards: 3, Shuffled: true, Codec: ocf.SnappyCodec})
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, errs, code := tabletop(t, nil, "describe", saved, "--format", "json", "-o", info); code != exitOK {
		t.Fatal(errs)
	}
	return saved, folder, info
}

// reportOn returns the JSON of a report without what states where the rows were read, and when.
func reportOn(t *testing.T, env []string, args ...string) map[string]any {
	t.Helper()
	out, errs, code := tabletop(t, env, append(args, "--format", "json")...)
	if code != exitOK {
		t.Fatalf("%v: %d: %s", args, code, errs)
	}
	var report map[string]any
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"source", "started", "took_seconds"} {
		delete(report, name)
	}
	return report
}

// TestExportEqualsItsTable verifies that the reports on an export are those on the table, figure for figure, once its
// policies are stated.
func TestExportEqualsItsTable(t *testing.T) {
	saved, folder, info := exportOf(t, "demo:games")
	for _, command := range [][]string{{"stats"}, {"gc", "--now", "2026-11-20T12:00:00Z"}, {"schema"}, {"heat"}} {
		want := reportOn(t, nil, append([]string{command[0], saved}, command[1:]...)...)
		got := reportOn(t, nil, append([]string{command[0], folder, "--table-info", info}, command[1:]...)...)
		for name, member := range want {
			if !reflect.DeepEqual(got[name], member) {
				t.Errorf("%s: %s is %v, want %v", command[0], name, got[name], member)
			}
		}
	}
	out, errs, code := tabletop(t, nil, "gc", filepath.Join(folder, "*.avro"))
	if code != exitOK || !strings.Contains(out, "unknown") || !strings.Contains(strings.Join(strings.Fields(out), " "),
		"for an export, --gc and --table-info state policies") || strings.Contains(out, "0 B") ||
		!strings.Contains(out, "What is garbage is not known where the policy is not.") {
		t.Errorf("without policies: %d: %s%s", code, out, errs)
	}
	if plan := ok(t, "sample", folder, "--plan"); !strings.Contains(plan, "files      3 files, whose rows are in no order") ||
		!strings.HasSuffix(plan, "Nothing was read: this follows from the sizes of the files.\n") {
		t.Errorf("the plan of an export is\n%s", plan)
	}
	metrics := ok(t, "gc", folder, "--format", "openmetrics")
	if strings.Contains(metrics, "garbage") || !strings.Contains(metrics, "tabletop_read_rows") {
		t.Errorf("metrics of unknown policies: %s", metrics)
	}
	move := filepath.Join(t.TempDir(), "move")
	ok(t, "plan", folder, "--table", "p/i/games", "--layout", "{name}", "--current-layout", "{name}", "--language", "go",
		"-o", move)
	if verify := contents(t, filepath.Join(move, "verify.sh")); !strings.Contains(verify,
		"tabletop verify p/i/games p/i/games_new ") {
		t.Errorf("the plan verifies: %s", verify)
	}
	out, errs, code = tabletop(t, nil, "gc", folder, "--gc", "GAME=maxversions=1")
	if code != exitOK || !strings.Contains(out, "maxversions=1") || strings.Contains(out, "unknown") {
		t.Errorf("--gc: %d: %s%s", code, out, errs)
	}
}

// TestExportFaults verifies what is said of exports that cannot be read, and of parts of them.
func TestExportFaults(t *testing.T) {
	_, folder, _ := exportOf(t, "demo:games")
	first := filepath.Join(folder, "part-00000-of-00003.avro")
	out, errs, code := tabletop(t, nil, "stats", first)
	if code != exitPartial || !strings.Contains(errs, "2 of 3 shards are missing") || !strings.Contains(out, "rows") {
		t.Errorf("a shard: %d: %s%s", code, out, errs)
	}
	if _, _, code = tabletop(t, nil, "stats", first, "--allow-partial"); code != exitOK {
		t.Errorf("--allow-partial: %d", code)
	}
	home := t.TempDir()
	for name, content := range map[string]string{"part-00000-of-00001.parquet": "PAR1 and more", "none.avro": "",
		"part-00000-of-00001": "SEQ\x06 and more", "part-00000-of-00001.json": `{"a": {}}`} {
		path := filepath.Join(home, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, errs, code := tabletop(t, nil, "stats", path); code != exitError || !strings.Contains(errs,
			"export the table as Avro") || !strings.Contains(errs, name) {
			t.Errorf("%s: %d: %s", name, code, errs)
		}
	}
	for says, args := range map[string][]string{
		"cannot use --gc or --table-info without an export": {"stats", "demo:games", "--gc", "f=maxage=1d"},
		"invalid value \"f\" for --gc":                      {"stats", folder, "--gc", "f"},
		"cannot use " + first + " as --table-info":          {"stats", folder, "--table-info", first},
		"no file is named like":                             {"stats", filepath.Join(home, "*.bin")},
		"'export/*.avro'":                                   {"audit", "export/a.avro", "export/b.avro"},
	} {
		if _, errs, code := tabletop(t, nil, args...); code == exitOK || !strings.Contains(errs, says) {
			t.Errorf("%v: %d: %s", args, code, errs)
		}
	}
	if _, errs, code := tabletop(t, nil, "describe", folder); code != exitOK {
		t.Errorf("describe: %d: %s", code, errs)
	}
	if _, errs, code := tabletop(t, nil, "sample", folder, "--plan"); code != exitOK {
		t.Errorf("--plan: %d: %s", code, errs)
	}
}
