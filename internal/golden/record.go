// Package golden compares what tests find with a file that holds what was found before, section by section, so that a
// change shows in which cases it has an effect. The files are read in review and state nothing that is a goal.
package golden

import (
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Record is a file of sections. Tests that run in parallel can share one.
type Record struct {
	path     string
	update   bool
	mu       sync.Mutex
	sections map[string]string
}

// Open reads a file. With update, it is written again at the end of the test instead, with the sections that were
// checked.
func Open(t *testing.T, path string, update bool) *Record {
	t.Helper()
	record := &Record{path: path, update: update, sections: map[string]string{}}
	if update {
		t.Cleanup(func() {
			var text strings.Builder
			for _, name := range slices.Sorted(maps.Keys(record.sections)) {
				text.WriteString("== " + name + "\n" + record.sections[name])
			}
			if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
				t.Error(err)
			}
		})
		return record
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, section := range strings.Split("\n"+string(text), "\n== ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		record.sections[name] = body
	}
	return record
}

// Check compares a section with what a test found.
func (r *Record) Check(t *testing.T, name, got string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.update {
		r.sections[name] = got + "\n"
		return
	}
	was := strings.Split(strings.TrimSuffix(r.sections[name], "\n"), "\n")
	is := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	for i := range max(len(was), len(is)) {
		var a, b string
		if i < len(was) {
			a = was[i]
		}
		if i < len(is) {
			b = is[i]
		}
		if a != b {
			t.Errorf("%s: line %d of %q was\n\t%s\nis now\n\t%s\nIf that is meant, test the package with -update.",
				r.path, i+1, name, a, b)
			return
		}
	}
}
