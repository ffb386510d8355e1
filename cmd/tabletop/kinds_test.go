package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/slowtest"
)

// A table of three record kinds and foreign keys, and where its rows go: orders get other keys, users keep theirs, and
// logs go.
const (
	mixedUsers, mixedOrders, mixedLogs = 40, 120, 30

	mixedNow  = "user = user#{user:pad(4)}\norder = {date:date(20060102)}#{user:pad(4)}#{order:pad(6)}\nlog = log/{at:s}\n"
	mixedThen = "order = order#{user}#{order}#{date} | user = same | log = drop"
)

// mix makes the table, and returns the file of its layouts.
func (m *migration) mix(t *testing.T) string {
	t.Helper()
	if err := m.admin.CreateTableFromConf(t.Context(), &bigtable.TableConf{TableID: "mixed",
		ColumnFamilies: map[string]bigtable.Family{"d": {GCPolicy: bigtable.MaxVersionsGCPolicy(2)}}}); err != nil {
		t.Fatal(err)
	}
	var keys []string
	var rows []*bigtable.Mutation
	add := func(count int, key func(i int) string) {
		for i := range count {
			row := bigtable.NewMutation()
			row.Set("d", "v", bigtable.Timestamp(orderTime+i*1_000_000), []byte(fmt.Sprint("value ", i)))
			keys, rows = append(keys, key(i)), append(rows, row)
		}
	}
	add(mixedUsers, func(i int) string { return fmt.Sprintf("user#%04d", i*7) })
	add(mixedOrders, func(i int) string { return fmt.Sprintf("202611%02d#%04d#%06d", 1+i%25, i%mixedUsers*7, i*31) })
	add(mixedLogs, func(i int) string { return fmt.Sprint("log/", 1_790_000_000+i*60) })
	add(foreignKeys, func(i int) string { return fmt.Sprint("odd", i) })
	m.apply(t, "mixed", keys, rows)
	file := filepath.Join(t.TempDir(), "layouts")
	if err := os.WriteFile(file, []byte(mixedNow), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// run runs a command on the emulator, and returns what it prints. It must end with a code.
func (m *migration) run(t *testing.T, code int, args ...string) string {
	t.Helper()
	out, errs, got := tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + m.address}, args...)
	if got != code {
		t.Fatalf("%q: exit %d, not %d: %s%s", args, got, code, out, errs)
	}
	return out + errs
}

// TestKindsMoveTogether verifies that a layout of several record kinds is one for simulate, plan and verify: the rows that
// move, stay, go and are set aside are counted, the keys that simulate writes make a table that verify calls equal, and
// rows that should have gone or been set aside are found there.
func TestKindsMoveTogether(t *testing.T) {
	onBothEmulators(t, func(t *testing.T, m *migration) {
		now := "@" + m.mix(t)
		all := []string{"--current-layout", now, "--strategy", "everything"}
		keys := filepath.Join(t.TempDir(), "keys.csv")
		out := m.run(t, exitOK, append(all, "simulate", "p/i/mixed", "--layout", mixedThen, "--keys-out", keys,
			"--format", "json")...)
		var doc struct {
			Layouts []struct {
				Template string
				Rows     int
				Findings []struct{ Text string }
			}
		}
		if err := json.Unmarshal([]byte(out), &doc); err != nil || len(doc.Layouts) != 1 {
			t.Fatalf("%v: %s", err, out)
		}
		then := doc.Layouts[0]
		var found []string
		for _, f := range then.Findings {
			found = append(found, f.Text)
		}
		for _, want := range []string{"40 rows of other kinds, unchanged", "7 rows set aside, in no new table",
			"30 rows in no new table: they would be lost"} {
			if !strings.Contains(strings.Join(found, "; "), want) {
				t.Errorf("no %q among %q", want, found)
			}
		}
		if then.Template != mixedThen || then.Rows != mixedUsers+mixedOrders {
			t.Errorf("%s has %d rows", then.Template, then.Rows)
		}
		m.copyBy(t, keys)
		m.run(t, exitOK, "verify", "p/i/mixed", "p/i/mixed_new", "--layout", mixedThen, "--from", now)
		extra := bigtable.NewMutation()
		extra.Set("d", "v", orderTime, []byte("value 0"))
		m.apply(t, "mixed_new", []string{"log/1790000000"}, []*bigtable.Mutation{extra})
		if out := m.run(t, exitCheck, "verify", "p/i/mixed", "p/i/mixed_new", "--layout", mixedThen, "--from",
			now); !strings.Contains(out, "log/1790000000") {
			t.Errorf("the row that should be gone is not named:\n%s", out)
		}
	})
}

// TestKindsEndToEnd verifies that the backfill of several record kinds builds, and fills the table that create.sh makes so
// that verify calls it equal.
func TestKindsEndToEnd(t *testing.T) {
	if !slowtest.On() {
		t.Skip("it builds a Beam pipeline: TABLETOP_SLOW=1")
	}
	if _, err := exec.LookPath("cbt"); err != nil {
		t.Skip("cbt is not installed: create.sh was not run")
	}
	onBothEmulators(t, func(t *testing.T, m *migration) {
		now := "@" + m.mix(t)
		folder := m.plan(t, "p/i/mixed", mixedThen, now)
		m.create(t, folder)
		backfill, aside := m.backfill(t, folder)
		out, err := backfill(t.Context())
		for _, want := range []string{fmt.Sprintf("cells %d\n", mixedUsers+mixedOrders), fmt.Sprintf("dropped %d\n",
			mixedLogs), fmt.Sprintf("quarantined %d\n", foreignKeys)} {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%v: no %q in %s", err, want, out)
			}
		}
		m.run(t, exitOK, "verify", "p/i/mixed", "p/i/mixed_new", "--layout", mixedThen, "--from", now)
		if lines, err := os.ReadFile(aside); err != nil || strings.Count(string(lines), "\n") != foreignKeys {
			t.Errorf("set aside: %q, %v", lines, err)
		}
	})
}

// copyBy makes the new table as a file of keys says.
func (m *migration) copyBy(t *testing.T, file string) {
	t.Helper()
	if err := m.admin.CreateTableFromConf(t.Context(), &bigtable.TableConf{TableID: "mixed_new",
		ColumnFamilies: map[string]bigtable.Family{"d": {GCPolicy: bigtable.MaxVersionsGCPolicy(2)}}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	pairs, err := csv.NewReader(text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	var rows []*bigtable.Mutation
	for _, pair := range pairs[1:] {
		row, err := m.client.Open("mixed").ReadRow(t.Context(), pair[0])
		if err != nil {
			t.Fatal(err)
		}
		to := bigtable.NewMutation()
		for _, cell := range row["d"] {
			to.Set("d", strings.TrimPrefix(cell.Column, "d:"), cell.Timestamp, cell.Value)
		}
		keys, rows = append(keys, pair[1]), append(rows, to)
	}
	m.apply(t, "mixed_new", keys, rows)
}
