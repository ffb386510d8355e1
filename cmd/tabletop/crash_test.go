package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tabletop/model/crash"
	"tabletop/model/sample"
)

// crashing runs the program with a command that does what fail does, and returns what it wrote to standard error.
func crashing(t *testing.T, env []string, fail func(p *program, args []string) error, args ...string) (errs string,
	code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &program{std: streams{in: strings.NewReader(""), out: &stdout, err: &stderr}, env: environment(env, runtime.GOOS)}
	root := p.rootCommand()
	failing := &cobra.Command{Use: "fail", Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error { return fail(p, args) }}
	p.flags.reading(failing.Flags())
	root.AddCommand(failing)
	code = p.execute(context.Background(), root, append([]string{"fail"}, args...))
	if stdout.Len() > 0 {
		t.Errorf("standard output has %q", stdout.String())
	}
	return stderr.String(), code
}

// TestPanicOfACommand verifies that a panic, wherever it occurs, ends the command with exit code 1 and one sentence,
// which names a file to report, and leaves no other file.
func TestPanicOfACommand(t *testing.T) {
	const key = "anna.kovacs"
	for name, fail := range map[string]func(*program, []string) error{
		"in the command": func(*program, []string) error { panic("cannot decode " + key) },
		"while it writes a file": func(p *program, args []string) error {
			return p.write(args[0], func(w io.Writer) error {
				_, _ = io.WriteString(w, key)
				panic(errors.New(key))
			})
		},
		"in a reader": func(p *program, _ []string) error {
			err := crash.Recovered(func() error { panic(key) })()
			s := sample.Assemble(sample.Table{}, sample.Provenance{Stopped: "an error", Ending: sample.EndError}, nil)
			p.noteRead(context.Background(), "p/i/t", s, err)
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder, state := t.TempDir(), t.TempDir()
			env := []string{"XDG_STATE_HOME=" + state}
			errs, code := crashing(t, env, fail, filepath.Join(folder, key), "demo:battery", "--rows", "7", "--prefix",
				key, "--strategy", "everything")
			if code != exitError {
				t.Errorf("exit code %d", code)
			}
			reports, err := filepath.Glob(filepath.Join(state, "tabletop", "*"))
			if err != nil || len(reports) != 1 {
				t.Fatalf("%v, %v; standard error: %s", reports, err, errs)
			}
			lines := strings.Split(strings.TrimSpace(errs), "\n")
			last := lines[len(lines)-1]
			if !strings.HasPrefix(last, "tabletop: internal error: panic with a value of type ") ||
				!strings.HasSuffix(last,
					"; please report it with "+reports[0]+
						", which holds the version, the command, and the stack, and no data") {
				t.Errorf("standard error: %s", errs)
			}
			if name != "in a reader" && len(lines) != 1 {
				t.Errorf("more than a sentence: %s", errs)
			}
			wantReport(t, reports[0], key)
			if left, err := os.ReadDir(folder); len(left) > 0 || err != nil {
				t.Errorf("files left: %v, %v", left, err)
			}
		})
	}
}

// wantReport verifies what a report of TestPanicOfACommand holds, and that it does not hold data.
func wantReport(t *testing.T, path, data string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	report := string(raw)
	for _, want := range []string{"version: tabletop ",
		"\ncommand: tabletop fail ARGUMENT demo:battery --prefix VALUE --rows 7 --strategy everything\n",
		"\nstack:\n  tabletop/cmd/tabletop.", "(crash_test.go:"} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in:\n%s", want, report)
		}
	}
	if strings.Contains(report, data) {
		t.Errorf("data in:\n%s", report)
	}
}

// TestReportsDoNotAccumulate verifies that an internal error that recurs has one file.
func TestReportsDoNotAccumulate(t *testing.T) {
	state := t.TempDir()
	for range 3 {
		crashing(t, []string{"XDG_STATE_HOME=" + state}, func(*program, []string) error { panic("again") })
	}
	if reports, err := os.ReadDir(filepath.Join(state, "tabletop")); err != nil || len(reports) != 1 {
		t.Errorf("%v, %v", reports, err)
	}
}

// TestReportWithoutAPlace verifies that a report goes to the temporary directory without a home, and to standard error
// where no file can be written.
func TestReportWithoutAPlace(t *testing.T) {
	fail := func(*program, []string) error { panic("boom") }
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	errs, code := crashing(t, nil, fail)
	if reports, err := os.ReadDir(temporary); err != nil || len(reports) != 1 ||
		!strings.Contains(errs, filepath.Join(temporary, reports[0].Name())) || code != exitError {
		t.Errorf("%v, %v, exit code %d: %s", reports, err, code, errs)
	}
	missing := filepath.Join(temporary, "file")
	if err := os.WriteFile(missing, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing)
	errs, code = crashing(t, nil, fail)
	if !strings.Contains(errs, "please report this:") || !strings.Contains(errs, "(crash_test.go:") ||
		code != exitError {
		t.Errorf("exit code %d: %s", code, errs)
	}
}
