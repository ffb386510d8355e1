package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tabletop/model/lesson"
)

// TestLessonCompareRefuses verifies what is said of records that cannot be compared; the last of the calls has all that
// it needs but a terminal.
func TestLessonCompareRefuses(t *testing.T) {
	t.Parallel()
	l, dir := lesson.Find("hotspots"), t.TempDir()
	write := func(student string, step int) string {
		line, err := lesson.Attempt{Student: student, Lesson: l.Name, Hash: l.Hash, Step: step, Now: time.Now(),
			Work: lesson.Work{Templates: []string{"{at}"}}}.Line()
		path := filepath.Join(dir, student+".jsonl")
		if err != nil || os.WriteFile(path, line, 0o600) != nil {
			t.Fatal(err)
		}
		return path
	}
	ann, bob, eve := write("ann", 4), write("bob", 4), write("eve", 5)
	none := filepath.Join(dir, "none.jsonl")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{ann}, "two to four RECORDs"},
		{[]string{ann, none}, "none.jsonl: "},
		{[]string{ann, eve}, "no step at which all of the records have a layout"},
		{[]string{ann, eve, "--step", "hotspots#4"}, "eve.jsonl has no layout of hotspots#4"},
		{[]string{ann, bob, "--step", "hotspots"}, "--step hotspots#1"},
		{[]string{ann, bob, "--step", "hotspot#4"}, "did you mean hotspots?"},
		{[]string{ann, bob, "--step", "hotspots#99"}, "it has steps 1 to 9"},
		{[]string{ann, bob}, "not a terminal"},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"lesson", "compare"}, c.args...)...)
		if code != exitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, %q", c.args, code, errs)
		}
	}
}
