package tui

import (
	"context"
	"time"

	"tabletop/model/lesson"
	"tabletop/views/lessons"
)

// slotProgress is the slot of the job that reads or keeps the progress.
const slotProgress = "progress"

// slotRecord is the slot of the job that records attempts.
const slotRecord = "record"

// Progress keeps how far the user has come in the lessons. Its functions are called outside the loop.
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
		failed: func(f *fault) any { return loaded{err: f} },
		done: func(v any) {
			l := v.(loaded)
			a.tutor.progress, a.tutor.loading = l.progress, false
			problem := ""
			if l.err != nil {
				problem = l.err.Error()
				a.say(a.styles.Warning(oneLine(l.err)))
			}
			a.progressShown(problem)
			then()
		},
	})
}

// saveProgress keeps the progress. One save runs at a time, so that an older one never comes last.
func (a *App) saveProgress() {
	lessonState := &a.tutor
	a.progressShown("")
	if a.opts.Progress == nil {
		return
	}
	if lessonState.unsaved = lessonState.saving; lessonState.saving {
		return
	}
	lessonState.saving = true
	save, progress := a.opts.Progress.Save, lessonState.progress
	a.jobs.start(spec{slot: slotProgress,
		run:    func(context.Context, func(any)) any { return save(progress) },
		failed: func(f *fault) any { return f },
		done: func(v any) {
			lessonState.saving = false
			if err, ok := v.(error); ok {
				a.progressShown("What is done now is not kept: " + err.Error())
				a.fail("the progress could not be kept: " + oneLine(err))
				return
			}
			if lessonState.unsaved {
				a.saveProgress()
			}
		},
	})
}

// progressShown gives the screen of the lessons how far the user has come, and why that is not kept, if it is not.
func (a *App) progressShown(problem string) {
	notifyScreen(a.tutor.screen, "handing the progress to", func(s *lessons.Screen) {
		s.SetProgress(a.tutor.progress, problem)
	})
}

// keepCourse saves how far the user has come in the lesson.
func (a *App) keepCourse() {
	panel := &a.tutor.taking.panel
	switch {
	case a.examined():
		a.tutor.exam = &panel.Course
		return
	case panel.Lesson.IsReview():
		return // what went wrong in the lessons stays what it was
	}
	a.tutor.progress = a.tutor.progress.With(panel.Lesson, panel.Course)
	a.saveProgress()
}

// attempt notes work that was judged, unless it is that of the last attempt: what the check looks at has not changed.
func (a *App) attempt(prediction bool, w lesson.Work, v lesson.Verdict) {
	active := a.tutor.taking
	panel := &active.panel
	now, step := a.opts.Now(), panel.Step()
	if !prediction {
		if w = step.Relevant(w); active.tried != nil && active.tried.Equal(&w) && !v.Done {
			return
		}
		active.tried = &w
		s := &panel.Course.Steps[panel.Course.At]
		s.Attempts++
		s.Seconds += int(now.Sub(active.began).Seconds())
		s.Answer, s.Last = step.Summary(w), now.UTC().Truncate(time.Second)
		s.Hints = max(s.Hints, active.hints)
		a.keepCourse()
	}
	if a.opts.Record == nil {
		return
	}
	from := panel.Lesson.Origin(panel.Course.At)
	try := lesson.Attempt{Lesson: from.Lesson.Name, Hash: from.Lesson.Hash, Step: from.Step + 1,
		Prediction: prediction, Time: now.UTC().Truncate(time.Second),
		Seconds: int(now.Sub(active.began).Seconds()), Hints: active.hints, Work: w,
		Revealed: panel.Course.Steps[panel.Course.At].Revealed, Presented: a.opts.Present, Exam: a.examined()}
	if !try.Exam {
		try.Judged(v)
		try.Mistake = lessons.Fill(try.Mistake, v.Figures, panel.Screen)
	}
	a.tutor.records = append(a.tutor.records, try)
	a.saveRecord()
}

// saveRecord records the attempts in their order, one at a time.
func (a *App) saveRecord() {
	lessonState := &a.tutor
	if lessonState.recording || len(lessonState.records) == 0 {
		return
	}
	lessonState.recording = true
	record, next := a.opts.Record, lessonState.records[0]
	lessonState.records = lessonState.records[1:]
	a.jobs.start(spec{slot: slotRecord,
		run:    func(context.Context, func(any)) any { return record(next) },
		failed: func(f *fault) any { return f },
		done: func(v any) {
			lessonState.recording = false
			if err, ok := v.(error); ok {
				a.fail("the attempt is not recorded: " + oneLine(err))
			}
			a.saveRecord()
		},
	})
}
