package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
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
