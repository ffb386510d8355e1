package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/model/lesson"
	"tabletop/views/report/doc"
)

// state is an environment that keeps progress in dir.
func state(dir string) []string { return []string{"XDG_STATE_HOME=" + dir} }

func TestLessonList(t *testing.T) {
	dir := t.TempDir()
	f := progressFile{filepath.Join(dir, "tabletop", "lessons.json")}
	l := lesson.Find("meters")
	c := lesson.Progress{}.Course(l)
	c.Steps[0], c.Steps[1], c.At = lesson.Done, lesson.Skipped, 2
	if err := f.Save(lesson.Progress{}.With(l, c)); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, state(dir), "lesson")
	if code != exitOK || errs != "" || !strings.Contains(out, "1 of 7 steps, 1 skipped") {
		t.Errorf("code %d, errors %q:\n%s", code, errs, out)
	}
	for _, l := range lesson.All() {
		if !strings.Contains(out, l.Name) {
			t.Errorf("%s is not listed:\n%s", l.Name, out)
		}
	}
	out, _, _ = tabletop(t, state(dir), "lesson", "--format", "json")
	var list struct {
		Lessons []struct {
			Name                 string
			Steps, Done, Skipped int
			Guidelines           []string
		}
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Lessons) != 14 {
		t.Fatalf("%d lessons", len(list.Lessons))
	}
	for _, x := range list.Lessons {
		if x.Name == "meters" && (x.Steps != 7 || x.Done != 1 || x.Skipped != 1) || len(x.Guidelines) == 0 {
			t.Errorf("%+v", x)
		}
	}
}

// TestLessonProgressTroubles: a file that cannot be used is told, and put aside when there is something to keep; a folder
// that cannot be written to is an error that says where.
func TestLessonProgressTroubles(t *testing.T) {
	dir := t.TempDir()
	f := progressFile{filepath.Join(dir, "tabletop", "lessons.json")}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		t.Fatal(err)
	}
	const broken = "{\x1b[31m"
	if err := os.WriteFile(f.path, []byte(broken), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, state(dir), "lesson")
	if code != exitOK || !strings.Contains(out, "hotspots") || !strings.Contains(errs, "lessons.json") || !strings.Contains(errs, "the lessons start again") || strings.Contains(errs, "\x1b") {
		t.Errorf("code %d, errors %q", code, errs)
	}
	if err := f.Save(lesson.Progress{}); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(f.path + ".broken"); err != nil || string(text) != broken {
		t.Errorf("put aside: %q, %v", text, err)
	}
	if _, err := f.Load(); err != nil {
		t.Error(err)
	}
	// A file where the folder should be: no user, root neither, can write below it.
	blocked := progressFile{filepath.Join(f.path, "lessons.json")}
	if err := blocked.Save(lesson.Progress{}); err == nil || !strings.Contains(err.Error(), "lessons.json") {
		t.Errorf("a folder that cannot be made: %v", err)
	}
	if _, err := blocked.Load(); err == nil {
		t.Error("a path below a file is read")
	}
}

func TestLessonBadInput(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"lesson", "hotspot"}, "did you mean hotspots?"},
		{[]string{"lesson", "xyzzy"}, "choose one of hotspots, key-order"},
		{[]string{"lesson", "hot\x1b[31mspots"}, `hot\x1b[31mspots`},
		{[]string{"lesson", "a", "b"}, "at most one NAME"},
		{[]string{"lesson", "hotspots"}, "terminal"},
		{[]string{"lesson", "--format", "xml"}, "xml"},
	} {
		out, errs, code := tabletop(t, nil, c.args...)
		if code != exitUsage || !strings.Contains(errs, c.says) || out != "" || strings.Contains(errs, "\x1b") {
			t.Errorf("%q: code %d, out %q, errors %q", c.args, code, out, errs)
		}
	}
}

// TestLessonCheckJSON verifies that --check --format json prints one JSON document with the result of every step.
func TestLessonCheckJSON(t *testing.T) {
	out, errs, code := tabletop(t, nil, "lesson", "versions", "--check", "--format", "json")
	var got doc.LessonChecks
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v: %s\n%s", code, err, errs, out)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("more than one document: %v", err)
	}
	if len(got.Lessons) != 1 || got.Lessons[0].Name != "versions" || len(got.Lessons[0].Steps) != len(lesson.Find("versions").Steps) {
		t.Fatalf("%+v", got)
	}
	for _, s := range got.Lessons[0].Steps {
		if !s.Passed || s.Why == "" || s.Table == "" || len(s.Faults) > 0 {
			t.Errorf("step %+v", s)
		}
	}
}

// TestLessonCheck runs a lesson on tables read from the emulator.
func TestLessonCheck(t *testing.T) {
	long(t)
	out, errs, code := tabletop(t, nil, "lesson", "versions", "--check")
	if code != exitOK || strings.Count(out, " ok ") != 6 || !strings.Contains(out, "G59") {
		t.Errorf("code %d, errors %q:\n%s", code, errs, out)
	}
}
