package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/internal/planted"
	"tabletop/model/crash"
)

// plantedServer serves the rows of a planted table.
func plantedServer(t *testing.T, table *planted.Table) *fakebt.Server {
	t.Helper()
	s := table.Sample
	served := &fakebt.Table{Name: fakebt.Name("patients")}
	for i := range s.Rows() {
		row := fakebt.Row{Key: string(s.Key(i))}
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			cell := s.Cell(j)
			column := s.Column(cell.Column)
			row.Cells = append(row.Cells, fakebt.Cell{Family: column.Family, Qualifier: column.Qualifier,
				Micros: cell.Micros, Value: cell.Value})
		}
		served.Rows = append(served.Rows, row)
	}
	return fakebt.New(t, served)
}

// TestBugHoldsNoData verifies that a report about a table full of names and ids, whose service quotes a key in an error,
// with a log of reads of it, settings and a crash, holds none of them, nor the names of where the table is, and that
// it says what failed.
func TestBugHoldsNoData(t *testing.T) {
	table := planted.New(0, 300, 150)
	server, dir := plantedServer(t, table), t.TempDir()
	log, report := filepath.Join(dir, "requests.log"), filepath.Join(dir, "report.txt")
	key := string(table.Sample.Key(0))
	against(t, server, "stats", "p/i/patients", "--prefix", key, "--app-profile", "secret-profile", "--debug", log)
	server.Fail = func(method string) error {
		if strings.HasSuffix(method, "/SampleRowKeys") {
			return status.Errorf(codes.PermissionDenied, "not of %q", key)
		}
		return nil
	}
	home := filepath.Join(dir, "zoe")
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home,
		"BIGTABLE_EMULATOR_HOST=" + server.Addr, "TABLETOP_AUTH_TOKEN=ya29.secret", "GOOGLE_CLOUD_PROJECT=acme-prod"}
	p := &program{env: map[string]string{"XDG_STATE_HOME": home}, invocation: "tabletop stats ARGUMENT"}
	if _, err := p.reportCrash(&crash.Error{Stack: []string{"views.Draw (draw.go:7)"}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "tabletop", "config.yaml"), []byte("theme: light\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, env, "bug", "p/i/patients", "--log", log, "-o", report)
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	left := survivors{}
	left.look("the report", string(text)+out, table.Texts)
	left.report(t, len(table.Texts))
	for _, secret := range []string{"patients", "secret", "acme-prod", "zoe", server.Addr, dir} {
		if strings.Contains(string(text), secret) {
			t.Errorf("%q is in the report:\n%s", secret, text)
		}
	}
	for _, part := range []string{"== version\ntabletop ", "TABLETOP_AUTH_TOKEN is set", `theme "light"`,
		"failed  connection: SampleRowKeys: PermissionDenied", "ok      connection: ReadRows", "views.Draw (draw.go:7)",
		`"of":"projects/…/instances/…/tables/…"`, `"ranges":[["#`, `"exit_code":0`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the report has no %q:\n%s", part, text)
		}
	}
}

// TestBugSaysWhatItHolds verifies that each part of a report is listed, and that a log that holds keys, or is none, is
// refused before anything is written.
func TestBugSaysWhatItHolds(t *testing.T) {
	dir := t.TempDir()
	report, log := filepath.Join(dir, "report.txt"), filepath.Join(dir, "keys.log")
	list, text, code := tabletop(t, nil, "bug", "-o", "-")
	if code != exitOK {
		t.Fatal(code, text)
	}
	for line := range strings.Lines(list) {
		if name, is := strings.CutPrefix(line, "== "); is && !strings.Contains(text, "\n  "+strings.TrimSpace(name)+" ") {
			t.Errorf("%s is in the report, and not said to be:\n%s", name, text)
		}
	}
	if strings.Count(list, "== ") < 6 || !strings.HasPrefix(text, "The report holds:\n") {
		t.Errorf("said %q of:\n%s", text, list)
	}
	server := fakebt.New(t, devices("t"))
	against(t, server, "stats", "p/i/t", "--prefix", "dev0", "--debug", log, "--debug-keys")
	for file, want := range map[string]string{log: "written with --debug-keys", filepath.Join(dir, "none"): "no such file",
		"bug_test.go": "line 1 is not one of a log"} {
		_, errs, code := tabletop(t, nil, "bug", "--log", file, "-o", report)
		if _, err := os.Stat(report); code != exitUsage || !strings.Contains(errs, want) || err == nil {
			t.Errorf("%s: exit code %d, %v: %s", file, code, err, errs)
		}
	}
}
