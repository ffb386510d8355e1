//go:build unix

package files_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tabletop/sampler/files"
)

// TestRemoveStale verifies that only temporary files of the program are removed, that are older than a day and that
// nothing writes.
func TestRemoveStale(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXY2"
	dir, now := t.TempDir(), time.Now()
	old, young := now.Add(-25*time.Hour), now.Add(-23*time.Hour)
	for name, written := range map[string]time.Time{
		".tabletop-" + letters: old, ".tabletop-Z" + letters[1:]: young, ".tabletop-mine": old,
		"tabletop-" + letters:           old,
		".tabletop-" + letters + ".bak": old, "before.tabletop": old,
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, written, written)); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(dir, ".tabletop-Y"+letters[1:])
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Chtimes(folder, old, old)); err != nil {
		t.Fatal(err)
	}
	files.RemoveStale(dir, now)
	files.RemoveStale(filepath.Join(dir, "none"), now)
	wantNames(t, dir, ".tabletop-"+letters+".bak", ".tabletop-Y"+letters[1:], ".tabletop-Z"+letters[1:],
		".tabletop-mine", "before.tabletop",
		"tabletop-"+letters)
}

// TestRemoveStaleLeavesWhatIsWritten verifies that a file that is being written is not removed, however old it is, and
// that one whose writer was killed is.
func TestRemoveStaleLeavesWhatIsWritten(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r.json")
	err := files.Write(path, files.Shared, func(w io.Writer) error {
		files.RemoveStale(dir, time.Now().Add(48*time.Hour))
		if left, err := filepath.Glob(filepath.Join(dir, ".tabletop-*")); len(left) != 1 || err != nil {
			t.Errorf("the file that is written: %v, %v", left, err)
		}
		_, err := io.WriteString(w, "text")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "text")
}
