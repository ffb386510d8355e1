package tui

import "tabletop/model/lesson"

// examined reports whether the app was started with an exam: no other lesson is taken in it, work is handed in and not
// judged, and the record alone keeps how far the student has come.
func (a *App) examined() bool { return a.opts.Lesson != nil && a.opts.Lesson.ForStudents }

// handIn records work of the step of an exam. What is handed in last counts.
func (a *App) handIn(work lesson.Work) {
	panel := &a.tutor.taking.panel
	work = panel.Step().Final(work)
	if work.Equal(&lesson.Work{}) {
		a.say("there is nothing to hand in yet")
		return
	}
	a.attempt(false, work, lesson.Verdict{})
	panel.Course.Steps[panel.Course.At].State = lesson.HandedIn
	a.keepCourse()
}
