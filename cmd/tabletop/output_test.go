package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestSampleToClosedOutput verifies that a sample is not written to a standard output that was closed, for which the
// runtime puts the null device, open for reading and writing; who redirects to that device has it open for writing
// only.
func TestSampleToClosedOutput(t *testing.T) {
	for _, c := range []struct {
		flag, code int
		words      string
	}{
		{os.O_RDWR, exitError, "standard output: it is closed"},
		{os.O_WRONLY, exitOK, "-: "},
	} {
		out, err := os.OpenFile(os.DevNull, c.flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		var stderr bytes.Buffer
		args := []string{"sample", "demo:garden/months", "--rows", "20", "-o", "-"}
		code := run(context.Background(), streams{in: strings.NewReader(""), out: out, err: &stderr},
			[]string{"HOME=" + t.TempDir()}, args)
		if code != c.code || !strings.Contains(stderr.String(), c.words) {
			t.Errorf("opened with %d: exit code %d: %s", c.flag, code, stderr.String())
		}
	}
}

// fullDisk is a stream that nothing can be written to.
type fullDisk struct{}

var errFull = errors.New("no space left on device")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestFullDisk verifies that every command that prints fails if what it prints cannot be written, help included.
func TestFullDisk(t *testing.T) {
	for _, line := range []string{
		"version", "version --format json", "config", "completion bash", "completion zsh", "completion fish",
		"completion powershell", "help stats", "stats --help",
		"--help", "--version", "lesson", "lesson --format json", "lesson export hotspots", "lesson print hotspots",
		"stats demo:garden/months", "sample demo:garden/months --plan",
		"sample demo:garden/months -o -", "decode demo:garden/months", "heat demo:garden/months --format png",
	} {
		var stderr bytes.Buffer
		std := streams{in: strings.NewReader(""), out: fullDisk{}, err: &stderr}
		code := run(context.Background(), std, []string{"HOME=" + t.TempDir()}, strings.Fields(line))
		if code != exitError || !strings.Contains(stderr.String(), errFull.Error()) {
			t.Errorf("%s: exit code %d: %s", line, code, stderr.String())
		}
	}
}

// TestEveryReportIsWrittenToAFile verifies that each command that prints a report has --output, which is checked before
// anything is read, and that the file has what is printed otherwise.
func TestEveryReportIsWrittenToAFile(t *testing.T) {
	without := []string{"tabletop version", "tabletop lesson", "tabletop lesson check", "tabletop lesson print",
		"tabletop lesson grade"} // short, or of lessons
	eachCommand(newRoot(), func(c *cobra.Command) {
		if c.Flags().Lookup("format") == nil || slices.Contains(without, c.CommandPath()) {
			return
		}
		if c.Flags().ShorthandLookup("o") == nil {
			t.Errorf("%s has no -o", c.CommandPath())
		}
	})
	sample := filepath.Join(t.TempDir(), "few.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "--rows", "20", "-o", sample); code != exitOK {
		t.Fatal(errs)
	}
	digits := regexp.MustCompile(`\d+`) // reports of retention and audits are as of the current second
	for _, line := range []string{"stats", "schema", "decode", "gc", "heat", "audit", "describe",
		"simulate --layout {key()}"} {
		args := append(strings.Fields(line), sample)
		file := filepath.Join(t.TempDir(), "report")
		want, errs, _ := tabletop(t, nil, args...)
		out, _, code := tabletop(t, nil, append(args, "-o", file)...)
		got, err := os.ReadFile(file)
		if code != exitOK || err != nil || out != "" || want == "" ||
			digits.ReplaceAllString(string(got), "") != digits.ReplaceAllString(want, "") {
			t.Errorf("%s: exit code %d, %v, printed %q, written\n%s\nwithout -o\n%s%s", line, code, err, out, got, want,
				errs)
		}
	}
	_, errs, code := tabletop(t, nil, "stats", "demo:nosuch", "-o", filepath.Join(t.TempDir(), "none", "report"))
	if code != exitError || !strings.Contains(errs, "cannot write --output") {
		t.Errorf("a directory that is not there: exit code %d: %s", code, errs)
	}
}
