package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/heat"
	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/lessons"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// slotLesson is the slot of the job that judges.
const slotLesson = "lesson"

// activeLesson is the lesson that is being taken.
type activeLesson struct {
	panel  lessons.Panel
	bench  *lesson.Workbench
	of     *analysis.Analysis // that bench is of
	work   lesson.Work
	judged bool      // work is being judged, or was, and the step is not done
	goal   *heat.Map // of the step; nil until it is measured, and where there is none
	// found is what was there when the step began: no fault is found with it.
	found *lesson.Work
	tried *lesson.Work // by the last attempt at the step; nil before the first
	began time.Time    // when the step was opened
	hints int          // the most that were shown in the step
}

// lessonState is what the app knows of lessons.
type lessonState struct {
	screen   *screen
	progress lesson.Progress
	taking   *activeLesson // nil while no lesson is taken
	loading  bool
	saving   bool
	unsaved  bool                   // the progress changed while it was being saved
	exam     *lesson.LessonProgress // of the exam, which is kept by its record alone; nil before it begins
	// records are attempts that are to be recorded, the first of them being recorded while recording.
	records   []lesson.Attempt
	recording bool
}

// startLesson begins a lesson where it was left, or again.
func (a *App) startLesson(r views.Lesson) {
	taught := a.opts.Lesson // of a file, it is none of tabletop's own
	if !a.examined() && (taught == nil || taught.Name != r.Name) {
		taught = lesson.Find(r.Name)
	}
	if taught == nil {
		taught = lesson.FindReview(r.Name, a.tutor.progress)
	}
	if taught == nil {
		a.say(a.styles.Warning("there is no lesson " + text.EscapeString(r.Name)))
		return
	}
	if a.tutor.loading {
		a.say("the progress kept is being read")
		return
	}
	progress := a.tutor.progress.Course(taught)
	switch {
	case a.examined() && a.tutor.exam != nil:
		progress = *a.tutor.exam
	case a.examined():
		progress = a.opts.Resumed
		progress.Steps = slices.Clone(progress.Steps)
	case r.Again || taught.IsReview():
		progress = lesson.LessonProgress{Steps: make([]lesson.StepProgress, len(taught.Steps))}
	}
	if taught == a.opts.Lesson && a.opts.LessonStep >= 0 && !r.Again && a.tutor.exam == nil {
		progress.At = a.opts.LessonStep
	}
	a.tutor.taking = &activeLesson{panel: lessons.Panel{Lesson: taught, Course: progress, Screen: a.screenName,
		KeyOf: func(name string) string { return a.lessonKeys(name)[0] }}}
	a.step(progress.At)
}

// screenName names a screen with its key, for texts: "Heat (6)".
func (a *App) screenName(id string) (string, bool) {
	s := a.find(views.ID(id))
	switch {
	case s == nil:
		return "", false
	case a.screenKey(s) == "":
		return s.Title(), true
	}
	return s.Title() + " (" + a.screenKey(s) + ")", true
}

// step goes to a step of the lesson, and opens the table it is about.
func (a *App) step(at int) {
	activeLesson := a.tutor.taking
	panel := &activeLesson.panel
	before, table := panel.Lesson.Table(panel.Course.At), panel.Lesson.Table(at)
	panel.Course.At = at
	panel.Verdict, panel.Figures, panel.Fault, panel.Hint, panel.Guess, panel.Asking, panel.Sure = lesson.Verdict{},
		nil, "", 0, 0, false, false
	panel.Untimed, activeLesson.goal = "", nil
	activeLesson.work, activeLesson.judged, activeLesson.found = lesson.Work{}, false, nil
	activeLesson.tried, activeLesson.began, activeLesson.hints = nil, a.opts.Now(), 0
	a.jobs.drop(slotLesson)
	a.keepCourse()
	if a.table == nil || a.table.name != table.Source || before.Layout != table.Layout || before.Start != table.Start {
		activeLesson.bench, activeLesson.of = nil, nil
		a.open(table.Source)
	} else if a.current.ID() == views.LessonsScreen {
		a.jump(a.first())
	}
}

// leaveLesson ends the lesson; it can be taken again from here.
func (a *App) leaveLesson() {
	if a.tutor.taking != nil {
		a.tutor.taking = nil
		a.jobs.drop(slotLesson)
	}
}

// lessonTable is the table that the step is about, if the user opened it by that name.
func (a *App) lessonTable(name string) (t lesson.Table, ok bool) {
	if a.tutor.taking == nil {
		return lesson.Table{}, false
	}
	p := &a.tutor.taking.panel
	t = p.Lesson.Table(p.Course.At)
	return t, t.Source == name
}

// layoutsFor gives the layouts that a table has when it is opened: those of the lesson where there is one.
func (a *App) layoutsFor(name string) func() (rowkey.Set, error) {
	if t, ok := a.lessonTable(name); ok {
		return t.Begin
	}
	layouts := a.opts.Layouts
	return func() (rowkey.Set, error) { return layouts(name) }
}

// lessonShown reports whether the panel has its place below the screen.
func (a *App) lessonShown() bool {
	return a.tutor.taking != nil && !needsNoTable(a.current.ID())
}

// areas shares the screen, the panel of a lesson taken off the body. A lesson that is presented leaves all but two
// lines to the body.
func (a *App) areas() (f frame, panel rect) {
	f = layout(a.width, a.height)
	if a.welcomeShown() {
		f.body.h -= welcomeLines
	}
	switch {
	case a.presenting():
		h := a.height - lessons.PresentedLines
		f = frame{body: rect{0, 0, a.width, h}, over: f.over}
		panel = rect{0, h, a.width, lessons.PresentedLines}
	case a.lessonShown():
		h := lessons.Height(f.body.h)
		f.body.h -= h
		panel = rect{f.body.x, f.body.y + f.body.h, f.body.w, h}
	}
	return f, panel
}

// checkLesson looks at what the person has done, and has it judged when it is something new.
func (a *App) checkLesson() {
	active := a.tutor.taking
	if active == nil {
		return
	}
	panel := &active.panel
	if panel.Waiting = a.unready(); panel.Waiting != "" {
		return
	}
	data := a.table.data
	if active.of != data.Analysis {
		active.of, active.bench = data.Analysis, nil
	}
	if active.bench == nil {
		set := data.Layouts
		if t, ok := a.lessonTable(a.table.name); ok {
			set, _ = t.Measured() // a test verifies that it can be read
		}
		active.bench = lesson.NewWorkbench(data.Sample, set)
		active.bench.Share(data.Analysis)
		active.judged = false
	}
	work := a.made()
	switch {
	case a.examined() && active.judged:
		return
	case active.judged && active.work.Equal(&work), panel.Done() && panel.Figures != nil && !active.judged:
		return
	}
	if active.work, active.judged = work, true; active.found == nil {
		active.found = &work
	}
	a.judge(active.bench, *panel.Step(), panel.Course.At, work, panel.Done())
}

// shareGoal has screens draw the map that the step asks for, once what becomes of the writes is predicted.
func (a *App) shareGoal() {
	var goal *heat.Map
	if active := a.tutor.taking; active != nil && !active.panel.Predicting() {
		goal = active.goal
	}
	for _, s := range a.screens {
		notifyScreen(s, "handing the goal to", func(t views.GoalTaker) { t.TakeGoal(goal) })
	}
}

// unready states why a step cannot be judged yet; empty when it can.
func (a *App) unready() string {
	switch session := a.table; {
	case session == nil || session.data.Table == nil && session.err == nil:
		return "The table is being opened."
	case session.err != nil && session.read == nil:
		return "The table could not be read: ! shows why, ctrl+r tries again."
	case session.data.Reading || session.read == nil:
		return "The rows are being read."
	case session.read.Rows() == 0:
		return "No row was read: ctrl+r tries again."
	case session.data.Sample != session.read:
		return "The rows are being described."
	}
	return ""
}

// made is what the person has done by now.
func (a *App) made() lesson.Work {
	c := a.tutor.taking
	w := lesson.Work{Screen: string(a.current.ID()), Layouts: a.table.data.Layouts, Answer: c.work.Answer}
	for _, s := range a.screens {
		if s.seen != nil && s.seen.Source == a.table.data.Source {
			notifyScreen(s, "recording the work on", func(r views.WorkRecorder) { r.RecordWork(&w) })
		}
	}
	return w
}

// checkResult is what became of a step.
type checkResult struct {
	at      int
	work    lesson.Work
	verdict lesson.Verdict
	figures lesson.Figures
	untimed string // why the table does not suit the step or a later one; empty if it does
	goal    *heat.Map
	err     error
}

// judge has work weighed outside the loop. A step that is done stays so, and only has its figures measured, as has one
// of an exam.
func (a *App) judge(b *lesson.Workbench, s lesson.Step, at int, w lesson.Work, done bool) {
	taught, exam := a.tutor.taking.panel.Lesson, a.examined()
	a.jobs.start(spec{slot: slotLesson,
		run: func(ctx context.Context, _ func(any)) any {
			out := checkResult{at: at, work: w}
			if out.figures, out.err = s.Figures.Take(ctx, b); out.err != nil || exam {
				return out
			}
			if out.untimed, out.err = untimed(ctx, b, taught, at); out.err != nil {
				return out
			}
			if out.goal, out.err = s.Goal(ctx, b); out.err != nil {
				return out
			}
			if done {
				if w, _, out.err = s.Check.Examples(ctx, b); out.err != nil {
					return out
				}
			}
			out.verdict, out.err = s.Check.Judge(ctx, b, w)
			return out
		},
		done:   func(v any) { a.judged(v.(checkResult)) },
		failed: func(f *fault) any { return checkResult{at: at, err: f} },
	})
}

func (a *App) judged(j checkResult) {
	active := a.tutor.taking
	if active == nil || active.panel.Course.At != j.at {
		return
	}
	panel := &active.panel
	if panel.Fault = ""; j.err != nil {
		panel.Fault = "This could not be measured: " + strings.Join(errorLines(j.err), " ")
		return
	}
	panel.Figures, panel.Verdict, panel.Untimed, active.goal = j.figures, j.verdict, j.untimed, j.goal
	if a.examined() {
		return
	}
	if active.untouched() {
		panel.Verdict.Say = ""
	}
	if !panel.Done() && !j.verdict.Idle && (j.verdict.Done || panel.Verdict.Say != "") {
		a.attempt(false, j.work, j.verdict)
	}
	if j.verdict.Done && !panel.Done() {
		panel.Course.Steps[j.at].State = lesson.Done
		panel.Hint, panel.Asking, panel.Sure = 0, false, false
		a.keepCourse()
	}
	active.judged = !panel.Done()
}

// untimed returns why the table of a step does not suit it, or a later step on the table; empty if it does.
func untimed(ctx context.Context, b *lesson.Workbench, l *lesson.Lesson, at int) (string, error) {
	for step := at; step < len(l.Steps) && l.Table(step) == l.Table(at); step++ {
		why, err := l.Steps[step].Untimed(ctx, b)
		switch {
		case err != nil:
			return "", err
		case why != "" && step == at:
			return "This step " + why + ".", nil
		case why != "":
			return "A later step " + why + ".", nil
		}
	}
	return "", nil
}

func (a *App) drawLesson(r rect) string {
	p := &a.tutor.taking.panel
	p.Typing = a.current.Editing() && !a.waiting()
	if a.presenting() {
		return p.DrawPresented(r.w, a.styles)
	}
	return p.Draw(r.w, r.h, a.styles)
}

// lessonGroup is the group of the lesson for help.
func (a *App) lessonGroup() []widget.HelpGroup {
	group := widget.HelpGroup{Title: "Lesson"}
	for _, b := range a.lessonBindings() {
		group.Items = append(group.Items, helpItem(b))
	}
	return []widget.HelpGroup{group}
}
