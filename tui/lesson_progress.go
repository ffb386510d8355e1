package tui

import (
	"context"

	"tabletop/model/lesson"
)

// slotProgress is the slot of the job that reads or keeps the progress.
const slotProgress = "progress"

// Progress keeps how far a person has come in the lessons. Its functions are called outside the loop.
type Progress interface {
	// Load gives what was kept. What comes with an error is used all the same.
	Load() (lesson.Progress, error)
	Save(lesson.Progress) error
}

// loadProgress fetches the progress kept, then does what waits for it.
func (a *App) loadProgress(then func()) {
	if a.opts.Progress == nil {
		then()
		return
	}
	a.tutor.loading = true
	load := a.opts.Progress.Load
	type loaded struct {
		progress lesson.Progress
		err      error
	}
	a.jobs.start(spec{slot: slotProgress,
		run: func(context.Context, func(any)) any {
			p, err := load()
			return loaded{p, err}
		},
		done: func(v any) {
			l := v.(loaded)
			a.tutor.progress, a.tutor.loading = l.progress, false
			problem := ""
			if l.err != nil {
				problem = l.err.Error()
				a.say(a.styles.Warning(oneLine(l.err)))
			}
			a.tutor.screen.SetProgress(l.progress, problem)
			then()
		},
	})
}

// saveProgress keeps the progress. One save runs at a time, so that an older one never comes last.
func (a *App) saveProgress() {
	t := &a.tutor
	t.screen.SetProgress(t.progress, "")
	if a.opts.Progress == nil {
		return
	}
	if t.unsaved = t.saving; t.saving {
		return
	}
	t.saving = true
	save, p := a.opts.Progress.Save, t.progress
	a.jobs.start(spec{slot: slotProgress,
		run: func(context.Context, func(any)) any { return save(p) },
		done: func(v any) {
			t.saving = false
			if err, ok := v.(error); ok {
				a.tutor.screen.SetProgress(t.progress, "What is done now is not kept: "+err.Error())
				a.fail("the progress could not be kept: " + oneLine(err))
				return
			}
			if t.unsaved {
				a.saveProgress()
			}
		},
	})
}
