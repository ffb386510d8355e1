package files

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// temporaryPrefix begins the names of temporary files, so that whoever finds one knows the program that left it.
const temporaryPrefix = ".tabletop-"

// temporaryName returns a new name, which RemoveStale recognizes.
func temporaryName() string { return temporaryPrefix + rand.Text() }

// staleAfter is how long a temporary file may stay unchanged: no report and no sample takes a day to be written.
const staleAfter = 24 * time.Hour

// RemoveStale removes the temporary files of runs that were killed from a directory: those that were last written more
// than a day before now and that no process writes. What cannot be read or removed is left.
func RemoveStale(dir string, now time.Time) {
	name := regexp.MustCompile("^" + regexp.QuoteMeta(temporaryPrefix) + "[A-Z2-7]{26}$") // as rand.Text has them
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !name.MatchString(entry.Name()) {
			continue
		}
		if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > staleAfter {
			removeUnlocked(filepath.Join(dir, entry.Name()))
		}
	}
}

// removeUnlocked removes a file unless a process has locked it.
func removeUnlocked(path string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	if lock(file) == nil {
		_ = os.Remove(path) // it is tried again at the next start
	}
}
