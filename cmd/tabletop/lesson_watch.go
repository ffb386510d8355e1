package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"tabletop/model/lesson"
	"tabletop/views/report"
)

// watchLesson checks a lesson file now and whenever a tick finds other text in it, and prints what changed, until ctx
// ends. Demo tables are made as of asOf, or else as the lesson says. An interrupt is its regular end. What prevents a
// check is printed, and waits for the next save.
func (p *program) watchLesson(ctx context.Context, path, asOf string, ticks <-chan time.Time) error {
	checked, err := lessonText(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.std.out, "%s is checked at each save; press Ctrl+C to stop\n", safeLine(path))
	p.interruptible = true
	kept := &watched{tables: benches{}, asOf: asOf}
	var faults []lesson.StepFault
	for {
		now, err := p.lessonFaults(ctx, path, asOf, kept)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			fmt.Fprintf(p.std.out, "not checked: %s\n", safeLine(strings.ReplaceAll(err.Error(), "\n", "; ")))
		default:
			if err := report.LessonChanges(p.std.out, faults, now); err != nil {
				return err
			}
			faults = now
		}
		if checked = nextSave(ctx, path, checked, ticks); checked == nil {
			return nil
		}
	}
}

// nextSave waits until a file holds other text than before, and returns it; nil when ctx ends. Editors empty a file, or
// put another in its place, while they save it.
func nextSave(ctx context.Context, path string, before []byte, ticks <-chan time.Time) []byte {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks:
			if text, err := lessonText(path); err == nil && len(text) > 0 && !bytes.Equal(text, before) {
				return text
			}
		}
	}
}

// watched are the demo tables that were read while a lesson is watched, and as of when; empty is the current time.
type watched struct {
	tables benches
	asOf   string
}

// lessonFaults checks a lesson file. Demo tables are kept while they are made as of the same time; a saved sample may
// be another by the next check.
func (p *program) lessonFaults(ctx context.Context, path, asOf string, kept *watched) ([]lesson.StepFault, error) {
	lessons, err := p.lessonsToCheck([]string{path})
	if err != nil {
		return nil, err
	}
	if at := cmp.Or(asOf, lessons[0].Now); at != kept.asOf {
		if err := p.makeDemosAt(at); err != nil {
			return nil, err
		}
		clear(kept.tables)
		kept.asOf = at
	}
	open := kept.tables.keeping(p.bench)
	walked, err := lessons[0].Walk(ctx, true, func(ctx context.Context, t lesson.Table) (*lesson.Workbench, error) {
		if !strings.HasPrefix(t.Source, "demo:") {
			return p.bench(ctx, t)
		}
		return open(ctx, t)
	})
	return lessons[0].Faults(walked), err
}
