//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

// aFewRows saves a small sample and returns its file and its content.
func aFewRows(t *testing.T) (string, []byte) {
	t.Helper()
	b := sample.NewBuilder(16)
	for i := range 20 {
		b.Row(fmt.Appendf(nil, "user%02d#2026", i))
		b.Cell("f", []byte("q"), 1_790_000_000_000_000, []byte("v"))
	}
	file := filepath.Join(t.TempDir(), "few.tabletop")
	if err := snapshot.SaveFile(file, sample.Assemble(sample.Table{Source: "p/i/t"}, sample.Provenance{Complete: true},
		[]*sample.Builder{b})); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, content
}

func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOutputIsWrittenWhereItIsSent verifies that reports and samples reach pipes, links and standard output, and
// replace none of them.
func TestOutputIsWrittenWhereItIsSent(t *testing.T) {
	file, content := aFewRows(t)
	for name, args := range map[string][]string{
		"sample": {"sample", file},
		"audit":  {"audit", file, "--format", "json", "--redact=false"},
	} {
		t.Run(name, func(t *testing.T) {
			want := string(content)
			if name == "audit" {
				want = ok(t, args...)
			}
			for _, path := range []string{"-", "/dev/stdout"} {
				if got := ok(t, append(args, "-o", path)...); got != want {
					t.Errorf("-o %s: %d bytes, want %d", path, len(got), len(want))
				}
			}
			pipe, got := fifo(t), make(chan string)
			go func() {
				text, err := os.ReadFile(pipe)
				got <- string(text) + fmt.Sprint(err)
			}()
			ok(t, append(args, "-o", pipe)...)
			if text := <-got; text != want+"<nil>" {
				t.Errorf("the reader of the pipe got %d bytes, want %d", len(text), len(want))
			}
			dir := t.TempDir()
			link, target := filepath.Join(dir, "link"), filepath.Join(dir, "target")
			if err := os.Symlink("target", link); err != nil {
				t.Fatal(err)
			}
			ok(t, append(args, "-o", link)...)
			if text, err := os.ReadFile(target); err != nil || string(text) != want {
				t.Errorf("the target has %d bytes, %v; want %d", len(text), err, len(want))
			}
			if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("the link was replaced: %v, %v", info, err)
			}
		})
	}
}

// TestSampleIsTriedBeforeTheRead verifies that a place that cannot be written to costs no read.
func TestSampleIsTriedBeforeTheRead(t *testing.T) {
	_, errs, code := tabletop(t, nil, "sample", "p/i/t", "-o", filepath.Join(t.TempDir(), "no", "x.tabletop"))
	if code != exitError || !strings.Contains(errs, "cannot write --output") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestSnapshotFromAStream verifies that standard input and a pipe are read as a file is.
func TestSnapshotFromAStream(t *testing.T) {
	file, content := aFewRows(t)
	want := ok(t, "decode", file)
	var out, errs bytes.Buffer
	code := run(t.Context(), streams{in: bytes.NewReader(content), out: &out, err: &errs},
		[]string{"HOME=" + t.TempDir()}, []string{"decode", "-"})
	if code != exitOK || out.String() != want {
		t.Errorf("from standard input: exit %d: %s%s", code, out.String(), errs.String())
	}
	pipe := fifo(t)
	go func() { _ = os.WriteFile(pipe, content, 0) }()
	if got := ok(t, "decode", pipe); got != want {
		t.Errorf("from a pipe: %s", got)
	}
	if _, errs, code := tabletop(t, nil, "diff", "-", "-"); code == exitOK ||
		!strings.Contains(errs, "standard input") {
		t.Errorf("standard input twice: exit %d: %s", code, errs)
	}
}

// TestPathsAreCalledWhatTheyAre verifies that what is wrong with a path is said of the path.
func TestPathsAreCalledWhatTheyAre(t *testing.T) {
	dir := t.TempDir()
	file, content := aFewRows(t)
	unreadable := filepath.Join(dir, "closed")
	if err := os.WriteFile(unreadable, content, 0); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir: "is a directory", ".": "is a directory", "folder": "is a directory", "./folder": "is a directory",
		"folder/": "is a directory",
		"./none":  "no such file", "/none/at/all": "no such file", "~/none": "no such file",
		file + "/below": "not a directory",
		unreadable:      "permission denied",
	} {
		if path == unreadable && os.Getuid() == 0 {
			continue // root may read everything
		}
		for _, command := range []string{"stats", "audit"} {
			_, errs, code := tabletop(t, nil, command, path)
			if code == exitOK || !strings.Contains(errs, want) || strings.Contains(errs, "project id") {
				t.Errorf("%s %s: exit %d: %s; want %s", command, path, code, errs, want)
			}
		}
	}
}

// TestCbtrcComesFromHomeOnly verifies that no file of the current directory states where a token goes, and that
// warnings about the file are printed once.
func TestCbtrcComesFromHomeOnly(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	text := "project = theirs\ninstance = theirs\ndata-endpoint = 127.0.0.1:1\nnonsense\n"
	if err := os.WriteFile(filepath.Join(dir, ".cbtrc"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for home, want := range map[string]string{"": "", ".": "", dir: "theirs"} {
		var errs bytes.Buffer
		p := &program{std: streams{err: &errs}, env: map[string]string{"HOME": home}}
		for range 2 {
			if config, err := p.config(); err != nil || config.Project != want {
				t.Errorf("HOME=%q: %+v, %v", home, config, err)
			}
		}
		if got := strings.Count(errs.String(), "line 4"); want != "" && got != 1 {
			t.Errorf("the warning was printed %d times: %s", got, errs.String())
		}
	}
	// A pipe in its place is not waited for.
	home := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(home, ".cbtrc"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &program{std: streams{err: io.Discard}, env: map[string]string{"HOME": home}}
	if _, err := p.config(); err != nil {
		t.Error(err)
	}
}

// TestMaxMemoryAllowsLargeSamples verifies that a sample over the limit is refused with the flag that allows it.
func TestMaxMemoryAllowsLargeSamples(t *testing.T) {
	file, _ := aFewRows(t)
	if _, errs, code := tabletop(t, nil, "stats", file, "--max-memory", "100B"); code != exitError ||
		!strings.Contains(errs, "--max-memory 1GiB") {
		t.Errorf("exit %d: %s", code, errs)
	}
	ok(t, "stats", file, "--max-memory", "1GiB")
}
