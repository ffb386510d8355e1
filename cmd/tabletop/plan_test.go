package main

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cloud.google.com/go/bigtable"
	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc"

	"tabletop/internal/exportfile"
	"tabletop/internal/slowtest"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

const (
	ordersNow  = "{date:date(20060102)}#{order}"
	ordersThen = "{order}#{date}"
)

// TestPlanIsRefused verifies what plan does not begin with, and that it then writes nothing.
func TestPlanIsRefused(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	b := sample.NewBuilder(16)
	b.Row([]byte("a#1"))
	b.CellPrefix("f", []byte("q"), 1, 60_000_000, nil)
	b.Row([]byte("b#1"))
	b.CellPrefix("f", []byte("r"), 1, 60_000_000, nil)
	large := filepath.Join(full, "large.tabletop")
	if err := snapshot.SaveFile(large, sample.Assemble(sample.Table{Source: "p/i/t", Name: "t"},
		sample.Provenance{Complete: true, Strategy: sample.Everything, Started: time.Now()},
		[]*sample.Builder{b})); err != nil {
		t.Fatal(err)
	}
	view, exported := filepath.Join(full, "view.tabletop"), filepath.Join(full, "export")
	rows := sample.NewBuilder(16)
	rows.Row([]byte("a#1"))
	rows.Cell("f", []byte("q"), 1, nil)
	small := sample.Assemble(sample.Table{Source: "p/i/t", Name: "materializedViews/by_day"},
		sample.Provenance{Complete: true, Strategy: sample.Everything, Started: time.Now()}, []*sample.Builder{rows})
	if err := errors.Join(snapshot.SaveFile(view, small), os.Mkdir(exported, 0o700)); err != nil {
		t.Fatal(err)
	}
	if _, err := exportfile.Write(exported, small, exportfile.Options{}); err != nil {
		t.Fatal(err)
	}
	fresh := filepath.Join(full, "fresh")
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"demo:meters", "--layout", "{id}"}, exitUsage, "missing --output"},
		{[]string{"demo:meters", "-o", fresh}, exitUsage, "missing --layout"},
		{[]string{"demo:meters", "--layout", "{id}", "-o", full}, exitUsage, "it is not empty"},
		{[]string{"demo:meters", "--layout", "{id}", "-o", large}, exitUsage, "name a new directory"},
		{[]string{"demo:meters", "--layout", "{id}", "-o", fresh, "--splits", "0"}, exitUsage, "must be 1 to 1000"},
		{[]string{"demo:meters", "--layout", "{id}", "-o", fresh, "--into", "a/b"}, exitUsage, "PROJECT/INSTANCE/TABLE"},
		{[]string{"demo:meters", "--layout", "{id}", "-o", fresh, "--language", "c"}, exitUsage, "go, java, python, or"},
		{[]string{"demo:meters", "--layout", "{id} ++ {day}", "-o", fresh}, exitUsage, "one new table"},
		{[]string{exported, "--layout", "{n}", "-o", fresh}, exitUsage, "it does not name its table"},
		{[]string{exported, "--layout", "{n}", "-o", fresh, "--table", "p/i"}, exitUsage, "PROJECT/INSTANCE/TABLE"},
		{[]string{"p/i/t", "--layout", "{n}", "-o", fresh, "--table", "p/i/t"}, exitUsage, "it is that table"},
		{[]string{view, "--layout", "{n}", "-o", fresh}, exitUsage, "the materialized view by_day: its query makes"},
		{[]string{large, "--layout", "{n}", "--current-layout", "{name}#{n}", "-o", fresh}, exitError,
			"row 1 would have 120 MB, and rows over 100 MB must not be made"},
	} {
		out, errs, code := tabletop(t, nil, append([]string{"plan"}, tt.args...)...)
		if code != tt.code || !strings.Contains(errs, tt.says) || out != "" {
			t.Errorf("%q: exit %d, want %d and %q: %s%s", tt.args, code, tt.code, tt.says, out, errs)
		}
		if _, err := os.Stat(fresh); err == nil {
			t.Fatalf("%q wrote a folder", tt.args)
		}
	}
}

// planned writes the plan of the orders of a migration, and returns the folder.
func (m *migration) planned(t *testing.T) string {
	t.Helper()
	return m.plan(t, "p/i/orders", ordersThen, ordersNow)
}

// plan writes the folder of a migration.
func (m *migration) plan(t *testing.T, source, then, now string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "move")
	_, errs, code := tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + m.address}, "plan", source, "--layout",
		then, "--current-layout", now, "--strategy", "everything", "-o", folder)
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	return folder
}

// TestPlanOfATable verifies the folder of a plan: its files, the figures of the README, and the keys.
func TestPlanOfATable(t *testing.T) {
	onBothEmulators(t, func(t *testing.T, m *migration) {
		folder := m.planned(t)
		for name, want := range map[string][]string{
			"README.md": {"New row keys for p/i/orders", "`{order}#{date} \\| foreign = quarantine`", "Counts are exact, of all rows.",
				"7 rows set aside by the backfill", "0 old rows that share their new key", "by stored bytes, taken",
				"| offline copy |", "cd backfill && go run . --no_writes"},
			"create.sh":              {"createfamily orders_new n:never\n", "createfamily orders_new d:maxversions=2\n"},
			"table.tf":               {"prevent_destroy = true"},
			"verify.sh":              {"tabletop verify p/i/orders p/i/orders_new --layout '{order}#{date} | foreign = quarantine' --from"},
			"rollback.md":            {"orders_new"},
			"keys/go/rowkey_test.go": {"func Test"},
			"backfill/main.go":       {`"p/i/orders_new"`},
		} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, words := range want {
				if !strings.Contains(string(text), words) {
					t.Errorf("%s has no %q:\n%s", name, words, text)
				}
			}
		}
		keys, err := os.ReadFile(filepath.Join(folder, "keys.csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(keys)), "\n")
		if len(lines) != orderRows+1 || lines[0] != "old_key,new_key" || lines[1] != "20261101#o00000,o00000#20261101" {
			t.Errorf("%d lines of keys: %q", len(lines), lines[:2])
		}
		all := filepath.Join(t.TempDir(), "keys.csv")
		_, errs, code := tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + m.address}, "simulate", "p/i/orders", "--layout",
			ordersThen, "--current-layout", ordersNow, "--strategy", "everything", "--keys-out", all)
		if code != exitOK {
			t.Fatal(errs)
		}
		written, err := os.ReadFile(all)
		if err != nil || strings.Count(string(written), "\n") != orderRows+foreignKeys+1 ||
			!strings.Contains(string(written), "odd3,odd3\n") {
			t.Errorf("simulate --keys-out wrote %d lines: %v", strings.Count(string(written), "\n"), err)
		}
	})
}

// TestCreateMakesTheTable verifies that create.sh makes the families and policies of the old table, with cbt.
func TestCreateMakesTheTable(t *testing.T) {
	if _, err := exec.LookPath("cbt"); err != nil {
		t.Skip("cbt is not installed: create.sh was not run")
	}
	onBothEmulators(t, func(t *testing.T, m *migration) {
		m.create(t, m.planned(t))
		old, err := m.admin.TableInfo(t.Context(), "orders")
		if err != nil {
			t.Fatal(err)
		}
		made, err := m.admin.TableInfo(t.Context(), "orders_new")
		if err != nil {
			t.Fatal(err)
		}
		for i, family := range old.FamilyInfos {
			same := func(f bigtable.FamilyInfo) bool { return f.Name == family.Name && f.GCPolicy == family.GCPolicy }
			if !slices.ContainsFunc(made.FamilyInfos, same) {
				t.Errorf("family %d, %s %s, is not among %+v", i, family.Name, family.GCPolicy, made.FamilyInfos)
			}
		}
	})
}

// create runs create.sh.
func (m *migration) create(t *testing.T, folder string) {
	t.Helper()
	run := exec.Command("sh", filepath.Join(folder, "create.sh"))
	run.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+m.address)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestMigrationEndToEnd verifies that the table that create.sh makes and the backfill fills, after it was killed once,
// is equal to the old one.
func TestMigrationEndToEnd(t *testing.T) {
	if !slowtest.On() {
		t.Skip("it builds a Beam pipeline: TABLETOP_SLOW=1")
	}
	if _, err := exec.LookPath("cbt"); err != nil {
		t.Skip("cbt is not installed: create.sh was not run")
	}
	onBothEmulators(t, func(t *testing.T, m *migration) {
		folder := m.planned(t)
		m.create(t, folder)
		backfill, aside := m.backfill(t, folder)
		if out, err := backfill(t.Context(), "--no_writes"); err != nil || !strings.Contains(out, "quarantined 7\n") {
			t.Fatalf("%v: %s", err, out)
		}
		if _, _, code := m.verify(t, "orders_new", "--from", ordersNow); code != exitCheck {
			t.Errorf("exit %d before anything was written", code)
		}
		short, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		if out, err := backfill(short, "--rows_per_second", "40"); err == nil {
			t.Errorf("the backfill was not killed: %s", out)
		}
		if out, err := backfill(t.Context()); err != nil || !strings.Contains(out, "rows 307\n") {
			t.Fatalf("%v: %s", err, out)
		}
		if out, errs, code := m.verify(t, "orders_new", "--from", ordersNow); code != exitOK {
			t.Errorf("exit %d: %s%s", code, out, errs)
		}
		if lines, err := os.ReadFile(aside); err != nil || strings.Count(string(lines), "\n") != foreignKeys {
			t.Errorf("set aside: %q, %v", lines, err)
		}
	})
}

// backfill vets and builds the program of a plan, and returns what runs it, and the file of what it sets aside.
func (m *migration) backfill(t *testing.T, folder string) (run func(context.Context, ...string) (string, error),
	aside string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "backfill")
	for _, args := range [][]string{{"vet", "./..."}, {"build", "-o", program, "."}} {
		build := exec.Command("go", args...)
		build.Dir = filepath.Join(folder, "backfill")
		build.Env = append(os.Environ(), "GOPROXY=off", "CGO_ENABLED=0", "GOWORK=off")
		if out, err := build.CombinedOutput(); err != nil {
			if strings.Contains(string(out), "GOPROXY=off") {
				t.Skipf("the modules of beam/ are not in the module cache: the backfill was not built\n%s", out)
			}
			t.Fatalf("%v: %s", err, out)
		}
	}
	aside = filepath.Join(t.TempDir(), "quarantine.jsonl")
	return func(ctx context.Context, args ...string) (string, error) {
		run := exec.CommandContext(ctx, program, append(args, "--quarantine", aside)...)
		run.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+m.address)
		out, err := run.CombinedOutput()
		return string(out), err
	}, aside
}

// creations is the admin API of an emulator, as far as it takes notes of the split keys of new tables.
type creations struct {
	adminpb.UnimplementedBigtableTableAdminServer
	splits [][]byte
}

// CreateTable notes the split keys.
func (c *creations) CreateTable(_ context.Context, r *adminpb.CreateTableRequest) (*adminpb.Table, error) {
	for _, split := range r.InitialSplits {
		c.splits = append(c.splits, split.Key)
	}
	return &adminpb.Table{}, nil
}

// ModifyColumnFamilies creates families.
func (c *creations) ModifyColumnFamilies(context.Context, *adminpb.ModifyColumnFamiliesRequest) (*adminpb.Table,
	error) {
	return &adminpb.Table{}, nil
}

// TestSplitsReachTheService verifies that cbt sends the split keys of create.sh, byte by byte, whatever they mean to a
// shell or to CSV.
func TestSplitsReachTheService(t *testing.T) {
	if _, err := exec.LookPath("cbt"); err != nil {
		t.Skip("cbt is not installed: create.sh was not run")
	}
	want := []string{` "`, "#", "$(touch x)", "%s\\n", `'a'`, "a,b", `a"b`, "b=c", "c d", "{~}"}
	var keys [][]byte
	for _, key := range want {
		keys = append(keys, []byte(key))
	}
	line := retention.CreateTableLine(retention.Target{Project: "p", Instance: "i", Table: "t"}, keys)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	noted, server := &creations{}, grpc.NewServer()
	adminpb.RegisterBigtableTableAdminServer(server, noted)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(server.Stop)
	run := exec.Command("sh", "-c", line.Text)
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), "BIGTABLE_EMULATOR_HOST="+listener.Addr().String())
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if diff := cmp.Diff(keys, noted.splits); diff != "" {
		t.Error(diff)
	}
}
