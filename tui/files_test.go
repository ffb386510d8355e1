package tui

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/model/sample"
	"tabletop/views"
)

// fakeFiles keeps files in memory.
type fakeFiles struct {
	mu    sync.Mutex
	text  map[string]string
	saved map[string]*sample.Sample
	err   error
}

func (f *fakeFiles) Exists(path string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.text[path]
	return ok || f.saved[path] != nil
}

func (f *fakeFiles) Complete(prefix string) []string {
	var out []string
	for _, p := range []string{"reports/", "reports-old/", "readme.md"} {
		if strings.HasPrefix(p, prefix) {
			out = append(out, p)
		}
	}
	return out
}

func (f *fakeFiles) Save(path string, s *sample.Sample) error {
	if f.err != nil {
		return f.err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.saved == nil {
		f.saved = map[string]*sample.Sample{}
	}
	f.saved[path] = s
	return nil
}

func (f *fakeFiles) Write(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := errors.Join(f.err, write(&b)); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.text == nil {
		f.text = map[string]string{}
	}
	f.text[path] = b.String()
	return nil
}

// retype replaces the path of a dialog.
func (a *appTest) retype(path string) {
	a.keys("ctrl+u")
	for _, l := range path {
		a.keys(string(l))
	}
}

// TestSaveFromTheApp verifies that ctrl+s saves the rows that were read, asks before it writes over a file, states
// where they are, and why they could not be written, and that redacted rows are not the table's.
func TestSaveFromTheApp(t *testing.T) {
	files := &fakeFiles{text: map[string]string{"taken": "mine"}}
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Files: files}, true)
	r.settle()
	r.keys("ctrl+s")
	r.shows("Save the sample", "300 rows", "meters-1120.tabletop")
	r.keys("enter")
	r.settle()
	r.shows("wrote the sample to meters-1120.tabletop")
	if s := files.saved["meters-1120.tabletop"]; s == nil || s.Rows() != 300 || !r.app.table.saved {
		t.Fatalf("saved %v", files.saved)
	}

	r.keys("ctrl+s")
	r.retype("taken")
	r.keys("enter")
	r.settle()
	r.shows("taken exists: enter writes over it, esc keeps it")
	r.keys("esc")
	r.hides("exists")
	if files.saved["taken"] != nil {
		t.Error("a file was written over without an answer")
	}
	r.keys("enter")
	r.settle()
	r.keys("enter")
	r.settle()
	if files.saved["taken"] == nil {
		t.Error("the file was not written over after the answer")
	}

	files.err = errors.New("disk full\nfree some space")
	r.keys("ctrl+s")
	r.retype("other")
	r.keys("enter")
	r.settle()
	r.shows("Save the sample", "disk full; free some space")
	files.err = nil
	r.keys("up", "right", "down", "enter")
	r.settle()
	if s := files.saved["other"]; s == nil || s.How.Redacted == "" || bytes.Equal(s.Key(0), r.app.table.read.Key(0)) {
		t.Error("the rows were not redacted")
	}
}

// TestPathCompletion verifies that tab completes a path as far as it is clear, lists what there is, and keeps what was
// typed meanwhile.
func TestPathCompletion(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Files: &fakeFiles{}}, true)
	r.settle()
	r.keys("ctrl+s")
	r.retype("rep")
	r.keys("tab")
	r.settle()
	d := r.app.over.(*fileDialog)
	if d.path.Text() != "reports" {
		t.Errorf("completed to %q", d.path.Text())
	}
	r.shows("reports/", "reports-old/")
	r.keys("-", "tab")
	r.settle()
	if d.path.Text() != "reports-old/" {
		t.Errorf("completed to %q", d.path.Text())
	}
	r.keys("tab", "x") // typed before the answer is there
	r.settle()
	if d.path.Text() != "reports-old/x" {
		t.Errorf("the completion replaced what was typed: %q", d.path.Text())
	}
	if got := completed("~/r", []string{"~/read", "~/ready"}); got.Text != "~/read" {
		t.Errorf("completed to %q", got.Text)
	}
	if got := completed("none", nil); got.Text != "none" {
		t.Errorf("completed to %q", got.Text)
	}
}

// TestExportFromTheApp verifies that every screen's e writes its report in every format that the dialog offers, that a
// format is what its name says, and that the report of all holds every part.
func TestExportFromTheApp(t *testing.T) {
	t.Parallel()
	files := &fakeFiles{}
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Files: files}, true)
	r.settle()
	for _, s := range r.app.screens[1:] {
		r.app.jump(s)
		r.settle()
		r.keys("e")
		d, ok := r.app.over.(*fileDialog)
		if !ok {
			t.Fatalf("%s: e opens no dialog", s.Title())
		}
		if want := map[views.ID]string{views.LabScreen: "Lab", views.HeatScreen: "Heat",
			views.KeysScreen: "Keys"}[s.ID()]; want != "" && d.options[0].value() != want {
			t.Errorf("%s offers %s first", s.Title(), d.options[0].value())
		}
		formats := slices.Clone(d.options[1].values)
		if len(formats) < 3 {
			t.Errorf("%s offers only %v", s.Title(), formats)
		}
		r.keys("esc")
		for i, f := range formats {
			r.keys("e")
			d := r.app.over.(*fileDialog)
			d.options[1].at = i
			path := string(s.ID()) + "." + f
			r.retype(path)
			r.keys("enter")
			r.settle()
			if _, ok := files.text[path]; !ok {
				t.Fatalf("%s as %s was not written:\n%s", s.Title(), f, r.frame())
			}
			checkFormat(t, path, f, files.text[path])
		}
	}
	r.app.jump(r.app.first())
	for _, f := range []string{"markdown", "html", "json", "text"} {
		r.keys("e")
		d := r.app.over.(*fileDialog)
		d.options[0].at = 1
		d.options[0].changed()
		d.options[1].at = slices.Index(d.options[1].values, f)
		r.retype("all." + f)
		r.keys("enter")
		r.settle()
		checkFormat(t, "all."+f, f, files.text["all."+f])
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal([]byte(files.text["all.json"]), &parts); err != nil || len(parts) != 5 {
		t.Errorf("the report of all has %d parts, %v", len(parts), err)
	}
	for _, want := range []string{"## Findings", "## Keys", "## Sizes and counts", "## Heat", "## Retention"} {
		if !strings.Contains(files.text["all.markdown"], want) {
			t.Errorf("the report of all has no %q", want)
		}
	}
}

func checkFormat(t *testing.T, path, format, got string) {
	t.Helper()
	begins := map[string]string{"markdown": "# ", "html": "<!DOCTYPE html>", "png": "\x89PNG", "junit": "<?xml"}[format]
	if !strings.HasPrefix(strings.ToLower(got), strings.ToLower(begins)) || got == "" {
		t.Errorf("%s begins with %.40q", path, got)
	}
	if (format == "json" || format == "sarif") && !json.Valid([]byte(got)) {
		t.Errorf("%s is no JSON: %.60q", path, got)
	}
	if format != "png" && strings.ContainsAny(got, "\x1b\x07") {
		t.Errorf("%s holds control characters", path)
	}
}

// TestExportRedacted verifies that no value of a key is left in a report whose values are redacted, and that it says
// so.
func TestExportRedacted(t *testing.T) {
	files := &fakeFiles{}
	f := newFake(300)
	r := rigOf(t, Options{Source: "x", Open: opens(f), Files: files}, true)
	r.settle()
	first := string(r.app.table.read.Key(0))
	for _, redact := range []bool{false, true} {
		r.keys("e")
		d := r.app.over.(*fileDialog)
		d.options[0].at = 1
		d.options[0].changed()
		d.options[2].at = 0
		if redact {
			d.options[2].at = 1
		}
		r.retype("all.md")
		r.keys("enter")
		r.settle()
		if r.app.over != nil {
			r.keys("enter")
			r.settle()
		}
		if got := strings.Contains(files.text["all.md"], first); got == redact {
			t.Errorf("redacted %v: the first key %q is in the report: %v", redact, first, got)
		}
	}
}

// TestNoFiles verifies that saving and exporting say why they cannot be done.
func TestNoFiles(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300))}, true)
	r.settle()
	r.keys("e")
	r.shows("export: no files can be written here")
	r = rigOf(t, Options{Files: &fakeFiles{}, Catalog: someEntries()}, true)
	r.settle()
	r.keys("ctrl+s")
	r.shows("save: no table is open")
}

// TestSaveAndLeave verifies that s at the question of q saves the sample, and leaves only after that.
func TestSaveAndLeave(t *testing.T) {
	files := &fakeFiles{err: errors.New("disk full")}
	f := newPlanner(200)
	r := reads(t, f)
	r.app.opts.Files = files
	r.step(f, theEnd)
	r.settle()
	s := r.app.table
	how := s.read.How
	how.Took = 11 * time.Second
	s.read = f.take(200, how)
	r.keys("q", "s", "enter")
	r.settle()
	r.shows("disk full")
	files.err = nil
	r.keys("enter")
	r.settle()
	if len(files.saved) != 1 || !s.saved || r.app.wouldLose() != "" {
		t.Errorf("saved %d files, %v", len(files.saved), s.saved)
	}
}
