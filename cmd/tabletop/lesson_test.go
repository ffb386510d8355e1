package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/fakebt"
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
	c.Steps[0].State, c.Steps[1].State, c.At = lesson.Done, lesson.Skipped, 2
	if err := f.Save(lesson.Progress{}.With(l, c)); err != nil {
		t.Fatal(err)
	}
	out, errs, code := tabletop(t, state(dir), "lesson")
	if code != exitOK || errs != "" || !strings.Contains(out, "1 of 8 steps, 1 skipped") {
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
	if len(list.Lessons) != len(lesson.All()) {
		t.Fatalf("%d lessons", len(list.Lessons))
	}
	for _, x := range list.Lessons {
		if x.Name == "meters" && (x.Steps != 8 || x.Done != 1 || x.Skipped != 1) || len(x.Guidelines) == 0 {
			t.Errorf("%+v", x)
		}
	}
}

// TestLessonProgressTroubles: a file that cannot be used is reported, and put aside when there is something to keep; a
// folder that cannot be written to is an error that states where.
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
	if code != exitOK || !strings.Contains(out, "hotspots") || !strings.Contains(errs, "lessons.json") ||
		!strings.Contains(errs, "the lessons start again") || strings.Contains(errs, "\x1b") {
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
		{[]string{"lesson", "xyzzy"}, "choose one of sorted-keys, prefixes"},
		{[]string{"lesson", "hot\x1b[31mspots"}, `hot\x1b[31mspots`},
		{[]string{"lesson", "a", "b"}, "at most one NAME"},
		{[]string{"lesson", "hotspots#99"}, "it has steps 1 to 9"},
		{[]string{"lesson", "nosuch.yaml"}, "tabletop lesson new nosuch.yaml"},
		{[]string{"lesson", "check", "nosuch"}, "unknown lesson"},
		{[]string{"lesson", "new"}, "one FILE"},
		{[]string{"lesson", "print", "versions", "--format", "pdf"}, "pdf"},
		{[]string{"lesson", "hotspots"}, "terminal"},
		{[]string{"lesson", "--format", "xml"}, "xml"},
	} {
		out, errs, code := tabletop(t, nil, c.args...)
		if code != exitUsage || !strings.Contains(errs, c.says) || out != "" || strings.Contains(errs, "\x1b") {
			t.Errorf("%q: code %d, out %q, errors %q", c.args, code, out, errs)
		}
	}
}

// TestLessonCheckJSON verifies that check --format json prints one JSON document with the result of every step.
func TestLessonCheckJSON(t *testing.T) {
	t.Parallel()
	out, errs, code := tabletop(t, nil, "lesson", "check", "sequential-ids", "--format", "json")
	var got doc.LessonChecks
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v: %s\n%s", code, err, errs, out)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("more than one document: %v", err)
	}
	if len(got.Lessons) != 1 || got.Lessons[0].Name != "sequential-ids" ||
		len(got.Lessons[0].Steps) != len(lesson.Find("sequential-ids").Steps) {
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
	out, errs, code := tabletop(t, nil, "lesson", "check", "versions")
	if code != exitOK || strings.Count(out, " ok ") != 7 || !strings.Contains(out, "G59") {
		t.Errorf("code %d, errors %q:\n%s", code, errs, out)
	}
}

// orders is a table of orders of customers.
func orders() *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("orders"), SectionBytes: 10_000}
	for i := range 600 {
		at := int64(1_790_000_000_000) + int64(i)*3_600_000
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("customer%02d#%d#%06d", i*7%30, at, i),
			Cells: []fakebt.Cell{
				{Family: "f", Qualifier: "total", Micros: at * 1000, Value: fmt.Appendf(nil, "%d.50", 5+i%90)}}})
	}
	slices.SortFunc(t.Rows, func(a, b fakebt.Row) int { return strings.Compare(a.Key, b.Key) })
	return t
}

// TestLessonOfAFile takes a lesson from nothing to a handout without Go: new writes one, a lesson on a saved sample of
// orders that was written from docs/lessons.md passes check, a fault is reported with its line and exit code 3 or 2,
// and print writes it with and without answers.
func TestLessonOfAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "orders.yaml")
	if out, errs, code := tabletop(t, nil, "lesson", "new", file); code != exitOK ||
		!strings.Contains(out, "tabletop lesson check") {
		t.Fatalf("code %d: %s%s", code, out, errs)
	}
	if _, errs, code := tabletop(t, nil, "lesson", "new", file); code != exitUsage ||
		!strings.Contains(errs, "exists") {
		t.Errorf("written twice: %d, %s", code, errs)
	}
	if out, errs, code := tabletop(t, nil, "lesson", "check", file); code != exitOK || strings.Contains(out, "FAULT") {
		t.Errorf("the template: code %d\n%s%s", code, out, errs)
	}
	if _, errs, code := against(t, fakebt.New(t, orders()), "sample", "p/i/orders", "-o",
		filepath.Join(dir, "orders.tabletop")); code != exitOK {
		t.Fatal(errs)
	}
	text, err := os.ReadFile("testdata/lesson/orders.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write := func(old, new string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("", "")
	if out, errs, code := tabletop(t, nil, "lesson", "check", file); code != exitOK ||
		!strings.Contains(out, "30, each with a key range") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	plain, errs, code := tabletop(t, nil, "lesson", "print", file)
	if code != exitOK || strings.Contains(plain, "Solution") || !strings.Contains(plain, "Answer: ") {
		t.Errorf("code %d, %s\n%s", code, errs, plain)
	}
	solved, errs, code := tabletop(t, nil, "lesson", "print", file, "--answers", "--format", "html")
	if code != exitOK || !strings.Contains(solved, "{customer}#{reverse(at)}#{order}") ||
		!strings.Contains(solved, "<h2>") {
		t.Errorf("code %d, %s\n%s", code, errs, solved)
	}
	write("is: [prefix]", "is: [full scan]")
	if out, errs, code := tabletop(t, nil, "lesson", "check", file); code != exitCheck ||
		!strings.Contains(out, "FAULT") || !strings.Contains(out, "     line 30: does not take ") ||
		!strings.Contains(errs, "fault") {
		t.Errorf("a lesson that refuses its answer: code %d\n%s%s", code, out, errs)
	}
	write("tables:", "tabels:")
	if _, errs, code := tabletop(t, nil, "lesson", file); code != exitUsage ||
		!strings.Contains(errs, "orders.yaml:5: unknown field") {
		t.Errorf("code %d: %s", code, errs)
	}
}

// TestLessonIsProposed proposes lessons of a saved sample: by default on a redacted one beside the file, whose keys the
// file does not hold; with --redact=false, or where it is redacted already, on that sample itself. Each passes check,
// and no file is written over.
func TestLessonIsProposed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	from := path("orders.tabletop")
	if _, errs, code := against(t, fakebt.New(t, orders()), "sample", "p/i/orders", "-o", from); code != exitOK {
		t.Fatal(errs)
	}
	for _, c := range []struct {
		file, from, source string
		args               []string
	}{
		{"shared.yaml", from, "shared.tabletop", nil},
		{"again.yaml", path("shared.tabletop"), "shared.tabletop", nil},
		{"open.yaml", from, "orders.tabletop", []string{"--redact=false"}},
	} {
		out := ok(t, append([]string{"lesson", "new", path(c.file), "--from", c.from}, c.args...)...)
		text := contents(t, path(c.file))
		if !strings.Contains(text, "source: "+c.source+"\n") || strings.Contains(text, "customer07") ||
			!strings.Contains(out, "proposed\n") {
			t.Errorf("%s is on another table, or holds a key:\n%s%s", c.file, out, text)
		}
		if out := ok(t, "lesson", "check", path(c.file)); strings.Contains(out, "FAULT") {
			t.Errorf("%s:\n%s", c.file, out)
		}
	}
	for file, want := range map[string]string{"shared.yaml": "exists", "orders.yaml": "exists, where the sample"} {
		if _, errs, code := tabletop(t, nil, "lesson", "new", path(file), "--from", from); code != exitUsage ||
			!strings.Contains(errs, want) {
			t.Errorf("%s is written over: code %d, %s", file, code, errs)
		}
	}
}

// TestHandoutHasFiguresAndMaps verifies that a handout shows no map where one is to be predicted, elsewhere the map
// that a task is about without its verdict, and with answers the figures and maps of the current layout and the
// solution.
func TestHandoutHasFiguresAndMaps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		args, has, hides []string
	}{
		{"sequential-ids", nil, []string{"## 1. Where do the writes of an hour go?", "Answer: ", "`mirror(account)`"},
			[]string{"| first key", "Moving hotspot", "Solution", "The same writes", "What you can now say"}},
		{"hotspots", nil, []string{"**Writes by key (down) and time (across, UTC)**", "| first key"},
			[]string{"Moving hotspot", "No moving hotspot"}},
		{"sequential-ids", []string{"--answers"}, []string{"| first key", "What you can now say",
			"Moving hotspot: in each window", "| rows | 4,000 | 4,000 |",
			"| writes | moving hotspot | even |", "**The same writes under the solution**",
			"**Solution:** `{mirror(account)}`"}, []string{"Answer: "}},
		{"sequential-ids", []string{"--answers", "--format", "html"}, []string{"<svg",
			"<td class=\"r\">moving hotspot</td>",
			"<code>{mirror(account)}</code>"}, nil},
	} {
		out, errs, code := tabletop(t, nil, append([]string{"lesson", "print", c.name, "--now", "2026-11-20"},
			c.args...)...)
		if code != exitOK {
			t.Fatalf("%v: code %d: %s", c.args, code, errs)
		}
		for _, text := range c.has {
			if !strings.Contains(out, text) {
				t.Errorf("%v: %q is missing in\n%s", c.args, text, out)
			}
		}
		for _, text := range c.hides {
			if strings.Contains(out, text) {
				t.Errorf("%v: %q stands in\n%s", c.args, text, out)
			}
		}
	}
}

// TestLessonExport verifies that the file of a lesson of tabletop can be read again.
func TestLessonExport(t *testing.T) {
	out, errs, code := tabletop(t, nil, "lesson", "export", "hotspots")
	l, err := lesson.Parse("exported", []byte(out))
	if code != exitOK || err != nil || l.Hash != lesson.Find("hotspots").Hash {
		t.Errorf("code %d, %v: %s", code, err, errs)
	}
}
