//go:build unix

package files_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/sampler/files"
)

// fifo creates a named pipe.
func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func put(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s has %q, %v; want %q", path, got, err, want)
	}
}

// wantNames verifies that a directory holds these files and no others, such as a temporary one.
func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got, want := strings.Join(names, " "), strings.Join(want, " "); got != want {
		t.Errorf("the directory holds %q, want %q", got, want)
	}
}

// TestWriteReplacesTheFileThatIsMeant verifies that regular files and targets of links are replaced whole, links and
// other files are left, and permissions are as promised.
func TestWriteReplacesTheFileThatIsMeant(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"real": "old", "r.html.part": "mine", "r.html": "old"} {
		if err := os.WriteFile(at(name), []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(at("sub"), 0o700), os.Symlink("real", at("link")),
		os.Symlink("../later", at("sub/dangling")),
		os.Symlink("sub", at("alias")), os.Symlink("loop", at("loop"))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, read string
		mode, want fs.FileMode
	}{
		{"link", "real", files.Shared, 0o640},
		{"alias/dangling", "later", files.Private, 0o600},
		{"r.html", "r.html", files.Private, 0o600},
	} {
		if err := errors.Join(files.Check(at(c.path)), files.Write(at(c.path), c.mode, put("new "+c.path))); err !=
			nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		wantFile(t, at(c.read), "new "+c.path)
		if info, err := os.Stat(at(c.read)); err != nil || info.Mode() != c.want {
			t.Errorf("%s: mode %v, %v; want %v", c.read, info.Mode(), err, c.want)
		}
	}
	if to, err := os.Readlink(at("link")); err != nil || to != "real" {
		t.Errorf("the link is now %q, %v", to, err)
	}
	wantFile(t, at("r.html.part"), "mine")
	if err := files.Write(at("loop"), files.Shared, put("x")); err == nil {
		t.Error("a loop of links was written to")
	}
	wantNames(t, dir, "alias", "later", "link", "loop", "r.html", "r.html.part", "real", "sub")
}

// TestWriteLeavesTheOldFileOnFailure verifies that a report that cannot be finished changes nothing and leaves nothing.
func TestWriteLeavesTheOldFileOnFailure(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no more")
	err := files.Write(path, files.Shared, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	wantFile(t, path, "old")
	wantNames(t, dir, "r.json")
}

// TestWriteNamesWhatItWasGiven verifies that errors are about the path of the user, not about a temporary file.
func TestWriteNamesWhatItWasGiven(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                                "is a directory",
		filepath.Join(dir, "none", "r.md"): "no such file or directory",
		filepath.Join(dir, strings.Repeat("x", 300)): "file name too long",
		"": "not exist",
	} {
		for what, err := range map[string]error{"Check": files.Check(path), "Write": files.Write(path, files.Shared,
			put("x"))} {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) ||
				strings.Contains(err.Error(), ".tabletop-") {
				t.Errorf("%s %q: %v, want %q", what, path, err, want)
			}
		}
	}
}

// TestWriteThrough verifies that pipes, devices and open files are written to and still what they were.
func TestWriteThrough(t *testing.T) {
	pipe := fifo(t)
	got := make(chan string)
	go func() {
		text, err := os.ReadFile(pipe)
		got <- fmt.Sprint(string(text), err)
	}()
	if err := errors.Join(files.Check(pipe), files.Write(pipe, files.Private, put("through"))); err != nil {
		t.Error(err)
	}
	if text := <-got; text != "through<nil>" {
		t.Errorf("the reader of the pipe got %q", text)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("the pipe is now %v, %v", info.Mode(), err)
	}
	if err := errors.Join(files.Check(os.DevNull), files.Write(os.DevNull, files.Shared, put("x"))); err != nil {
		t.Error(err)
	}
	open, err := os.Create(filepath.Join(t.TempDir(), "open"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if err := put("first ")(open); err != nil {
		t.Fatal(err)
	}
	if err := files.Write(fmt.Sprintf("/dev/fd/%d", open.Fd()), files.Shared, put("second")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, open.Name(), "first second")
}

// TestReadIsBounded verifies that no file makes Read hold more than the limit, or wait.
func TestReadIsBounded(t *testing.T) {
	dir := t.TempDir()
	fits, over := filepath.Join(dir, "fits"), filepath.Join(dir, "over")
	if err := errors.Join(os.WriteFile(fits, make([]byte, files.SmallLimit), 0o600),
		os.WriteFile(over, make([]byte, files.SmallLimit+1), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		size int
		err  string
	}{
		{fits, files.SmallLimit, ""},
		{over, 0, "larger than 1 MiB"},
		{"/dev/zero", 0, "larger than 1 MiB"},
		{os.DevNull, 0, ""},
		{fifo(t), 0, ""}, // nothing writes to it
		{dir, 0, "is a directory"},
		{filepath.Join(dir, "none"), 0, "no such file"},
	} {
		text, err := files.Read(c.path, files.SmallLimit)
		if len(text) != c.size || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %d bytes, %v; want %d, %q", c.path, len(text), err, c.size, c.err)
		}
	}
}

// TestReadWaitsForAWriter verifies that a pipe is read to its end while something writes to it.
func TestReadWaitsForAWriter(t *testing.T) {
	pipe := fifo(t)
	opened, written := make(chan struct{}), make(chan error)
	go func() {
		// Opened for both, so that neither side waits for the other.
		w, err := os.OpenFile(pipe, os.O_RDWR, 0)
		close(opened)
		if err == nil {
			time.Sleep(20 * time.Millisecond)
			_, err = io.Copy(w, bytes.NewReader(make([]byte, 100_000)))
			err = errors.Join(err, w.Close())
		}
		written <- err
	}()
	<-opened
	text, err := files.Read(pipe, files.SmallLimit)
	if e := <-written; len(text) != 100_000 || err != nil || e != nil {
		t.Errorf("%d bytes, %v; writer %v", len(text), err, e)
	}
}

// TestWriteLeavesNothingAfterAPanic verifies that a panic of what writes passes on, and leaves the old file and no
// other.
func TestWriteLeavesNothingAfterAPanic(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	func() {
		defer func() {
			if p := recover(); p != "boom" {
				t.Errorf("recovered %v", p)
			}
		}()
		_ = files.Write(path, files.Shared, func(w io.Writer) error {
			_, _ = io.WriteString(w, "half")
			panic("boom")
		})
	}()
	wantFile(t, path, "old")
	wantNames(t, dir, "r.json")
}
