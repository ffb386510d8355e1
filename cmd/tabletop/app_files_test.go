package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAppFiles verifies that paths of the app are completed, that ~ is the home of the run, and that a report that
// cannot be finished leaves the file as it was.
func TestAppFiles(t *testing.T) {
	home := t.TempDir()
	f := appFiles{&program{env: map[string]string{"HOME": home, "USERPROFILE": home}}}
	for _, name := range []string{"report.md", "reports", ".hidden"} {
		if err := os.WriteFile(filepath.Join(home, name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(home, "rest"), 0o700); err != nil {
		t.Fatal(err)
	}
	sep := string(filepath.Separator)
	for prefix, want := range map[string][]string{
		"~" + sep:                         {"~" + sep + "report.md", "~" + sep + "reports", "~" + sep + "rest" + sep},
		"~" + sep + ".":                   {"~" + sep + ".hidden"},
		filepath.Join(home, "report.m"):   {filepath.Join(home, "report.md")},
		filepath.Join(home, "none", "at"): nil,
	} {
		if got := f.Complete(prefix); !slices.Equal(got, want) {
			t.Errorf("%q is completed to %q, want %q", prefix, got, want)
		}
	}
	if !f.Exists("~/report.md") || f.Exists("~/other.md") || f.Exists("~other/report.md") {
		t.Error("what exists is not known")
	}
	broken := errors.New("no more")
	if err := f.Write("~/report.md", func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return broken
	}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(filepath.Join(home, "report.md")); string(got) != "old" {
		t.Errorf("the file has %q", got)
	}
	if err := f.Write("~/new.md", func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err !=
		nil {
		t.Error(err)
	}
	if err := f.Write("~/none/new.md", func(io.Writer) error { return nil }); err == nil ||
		!strings.Contains(err.Error(), "name a file in a directory that exists") {
		t.Errorf("error %v", err)
	}
}
