package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tabletop/internal/fakebt"
	"tabletop/model/lesson"
)

// TestLessonWatch: a lesson is checked at each save, what is printed is what changed, a file that cannot be parsed is no
// end and changes no faults, and an interrupt ends the command with exit code 0.
func TestLessonWatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "orders.yaml")
	if _, errs, code := against(t, fakebt.New(t, orders()), "sample", "p/i/orders", "-o",
		filepath.Join(dir, "orders.tabletop")); code != exitOK {
		t.Fatal(errs)
	}
	right, err := os.ReadFile("testdata/lesson/orders.yaml")
	if err != nil {
		t.Fatal(err)
	}
	save := func(old, new string) {
		t.Helper()
		text := bytes.Replace(right, []byte(old), []byte(new), 1)
		// in one step: half a file is another text, and is checked too
		if err := errors.Join(os.WriteFile(file+"~", text, 0o600), os.Rename(file+"~", file)); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	p := &program{std: streams{in: strings.NewReader(""), out: &out, err: io.Discard},
		flags: flags{readingFlags: readingFlags{maxMemory: 1 << 30}}}
	ctx, cancel := context.WithCancelCause(t.Context())
	ticks, ended := make(chan time.Time), make(chan error, 1)
	save("", "")
	go func() { ended <- p.watchLesson(ctx, file, "", ticks) }()
	printed := func() string { // a tick is taken when the check before is printed
		t.Helper()
		for range 2 {
			select {
			case ticks <- time.Time{}:
			case err := <-ended:
				t.Fatalf("ended: %v", err)
			}
		}
		defer out.Reset()
		return out.String()
	}
	if got := printed(); got != file+" is checked at each save; press Ctrl+C to stop\nno faults\n" {
		t.Errorf("at first:\n%s", got)
	}
	if got := printed(); got != "" {
		t.Errorf("without a save:\n%s", got)
	}
	save("There are {rows} orders", "There are {row} orders")
	const unknown = "the text names {row}, which is not measured\n"
	if got := printed(); got != "new   step 1, line 9: "+unknown+"1 fault\n" {
		t.Errorf("with a fault:\n%s", got)
	}
	save("", "tabels:\n")
	if got := printed(); !strings.HasPrefix(got, "not checked: "+file+":1: ") || strings.Count(got, "\n") != 1 {
		t.Errorf("that cannot be parsed:\n%s", got)
	}
	save("", "")
	if got := printed(); got != "gone  step 1: "+unknown+"no faults\n" {
		t.Errorf("mended:\n%s", got)
	}
	cancel(signalled{syscall.SIGINT})
	if code := p.exitCode(ctx, <-ended); code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestLessonWatchFollowsNow: tables are kept until now: comes, changes, or goes.
func TestLessonWatchFollowsNow(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "x.yaml")
	p := &program{std: streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}}
	if err := p.makeDemosAt(""); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context()) // no table is read
	cancel()
	kept := &watched{tables: benches{}}
	for i, now := range []string{"", "now: 2026-11-20\n", "now: 2026-11-20\n", "", ""} {
		text := now + `name: x
title: X
about: x
tables: [{source: demo:devices/devices, layout: "{a}"}]
steps:
  - {text: x, task: x, why: x, number: {of: rows}}
`
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		other := lesson.Table{Source: "demo:a/b"}
		kept.tables[other] = &lesson.Workbench{}
		if _, err := p.lessonFaults(canceled, file, "", kept); err == nil {
			t.Fatal("the table was read")
		}
		stays, want := kept.tables[other] != nil, i == 0 || i == 2 || i == 4
		fixed := p.demosAsOf.Equal(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
		if stays != want || fixed != (now != "") {
			t.Errorf("%d: kept is %v, as of the day of the file %v", i, stays, fixed)
		}
	}
}

func TestLessonWatchNeedsOneFile(t *testing.T) {
	for _, args := range [][]string{{"hotspots"}, {}, {"a.yaml", "b.yaml"}, {"a.yaml", "--format", "json"}} {
		_, errs, code := tabletop(t, nil, append([]string{"lesson", "check", "--watch"}, args...)...)
		if code != exitUsage || !strings.Contains(errs, "--watch needs one FILE") {
			t.Errorf("%q: exit code %d: %s", args, code, errs)
		}
	}
	if _, errs, code := tabletop(t, nil, "lesson", "check", "--watch", "no.yaml"); code != exitUsage ||
		!strings.Contains(errs, "tabletop lesson new no.yaml") {
		t.Errorf("no file: exit code %d: %s", code, errs)
	}
}

// TestBenchesAreKept: each table is read once, and one that cannot be read is tried again.
func TestBenchesAreKept(t *testing.T) {
	reads := 0
	open := benches{}.keeping(func(context.Context, lesson.Table) (*lesson.Workbench, error) {
		if reads++; reads == 1 {
			return nil, io.ErrUnexpectedEOF
		}
		return &lesson.Workbench{}, nil
	})
	for range 3 {
		_, _ = open(t.Context(), lesson.Table{Source: "demo:a/b"})
	}
	if reads != 2 {
		t.Errorf("%d reads", reads)
	}
}
