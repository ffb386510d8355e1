package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/lesson"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/lessons"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// The slots of jobs of lessons.
const (
	slotProgress = "progress"
	slotLesson   = "lesson"
)

// Progress keeps how far a person has come in the lessons. Its functions are called outside the loop.
type Progress interface {
	// Load gives what was kept. What comes with an error is used all the same.
	Load() (lesson.Progress, error)
	Save(lesson.Progress) error
}

// course is the lesson that is being taken.
type course struct {
	panel lessons.Panel
	bench *lesson.Bench
	of    *sample.Sample // that bench is of
	work  lesson.Work
	told  bool // work was given to be judged
	// found is what was there when the step began: no fault is found with it.
	found *lesson.Work
}

// tutor is what the app knows of lessons.
type tutor struct {
	screen   *lessons.Screen
	progress lesson.Progress
	taking   *course // nil while no lesson is taken
	loading  bool
	saving   bool
	unsaved  bool // the progress changed while it was being saved
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
				a.message = a.styles.Warning(oneLine(l.err))
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
				a.tutor.screen.SetProgress(t.progress, err.Error())
				a.message = a.styles.Error("the progress could not be kept: " + oneLine(err))
				return
			}
			if t.unsaved {
				a.saveProgress()
			}
		},
	})
}

// take begins a lesson where it was left, or anew.
func (a *App) take(r views.Lesson) {
	l := lesson.Find(r.Name)
	if l == nil {
		a.message = a.styles.Warning("there is no lesson " + text.EscapeString(r.Name))
		return
	}
	if a.tutor.loading {
		a.message = "the progress kept is being read"
		return
	}
	c := a.tutor.progress.Course(l)
	if r.Again {
		c = lesson.Course{Steps: make([]lesson.State, len(l.Steps))}
	}
	a.tutor.taking = &course{panel: lessons.Panel{Lesson: l, Course: c, Screen: a.screenName}}
	a.step(c.At)
}

// screenName names a screen with its key, for texts: "Heat (6)".
func (a *App) screenName(id string) (string, bool) {
	s := a.find(views.ID(id))
	switch {
	case s == nil:
		return "", false
	case s.key == "":
		return s.Title(), true
	}
	return s.Title() + " (" + s.key + ")", true
}

// step goes to a step of the lesson, and opens the table it is about.
func (a *App) step(at int) {
	c := a.tutor.taking
	p := &c.panel
	p.Course.At = at
	p.Verdict, p.Figures, p.Fault, p.Hint, p.Asking, p.Sure = lesson.Verdict{}, nil, "", false, false, false
	c.work, c.told, c.found = lesson.Work{}, false, nil
	a.jobs.drop(slotLesson)
	a.tutor.progress = a.tutor.progress.With(p.Lesson, p.Course)
	a.saveProgress()
	if name := p.Lesson.Source(p.Lesson.Table(at)); a.table == nil || a.table.name != name {
		c.bench, c.of = nil, nil
		a.open(name)
	} else if a.current.ID() == lessons.ID {
		a.jump(a.first())
	}
}

// leave ends the lesson; it can be taken again from here.
func (a *App) leave() {
	if a.tutor.taking != nil {
		a.tutor.taking = nil
		a.jobs.drop(slotLesson)
	}
}

// lessonTable is the table that the step is about, if a person opened it by that name.
func (a *App) lessonTable(name string) (t lesson.Table, ok bool) {
	if a.tutor.taking == nil {
		return lesson.Table{}, false
	}
	p := &a.tutor.taking.panel
	t = p.Lesson.Table(p.Course.At)
	return t, p.Lesson.Source(t) == name
}

// layoutsFor gives the layouts that a table has when it is opened: those of the lesson where there is one.
func (a *App) layoutsFor(name string) func() (rowkey.Set, error) {
	if t, ok := a.lessonTable(name); ok {
		return t.Begin
	}
	layouts := a.opts.Layouts
	return func() (rowkey.Set, error) { return layouts(name) }
}

// lessonShown says that the panel has its place below the screen.
func (a *App) lessonShown() bool {
	return a.tutor.taking != nil && !needsNoTable(a.current.ID())
}

// areas shares the screen, the panel of a lesson taken off the body.
func (a *App) areas() (f frame, panel rect) {
	f = layout(a.width, a.height)
	if a.lessonShown() {
		h := lessons.Height(f.body.h)
		f.body.h -= h
		panel = rect{f.body.x, f.body.y + f.body.h, f.body.w, h}
	}
	return f, panel
}

// attend looks at what the person has done, and has it judged when it is something new.
func (a *App) attend() {
	c := a.tutor.taking
	if c == nil {
		return
	}
	p := &c.panel
	if p.Waiting = a.unready(); p.Waiting != "" {
		return
	}
	d := a.table.data
	if c.of != d.Sample {
		c.of, c.bench = d.Sample, nil
	}
	if c.bench == nil {
		set := d.Layouts
		if t, ok := a.lessonTable(a.table.name); ok {
			set, _ = t.Measured() // a test holds that it can be read
		}
		c.bench = lesson.NewBench(d.Sample, set)
		c.told = false
	}
	w := a.made()
	switch {
	case c.told && c.work.Same(&w), p.Done() && p.Figures != nil && !c.told:
		return
	}
	if c.work, c.told = w, true; c.found == nil {
		c.found = &w
	}
	a.judge(c.bench, *p.Step(), p.Course.At, w, p.Done())
}

// unready tells why a step cannot be judged yet; empty when it can.
func (a *App) unready() string {
	switch s := a.table; {
	case s == nil || s.data.Table == nil && s.err == nil:
		return "The table is being opened."
	case s.err != nil && s.data.Sample == nil:
		return "The table could not be read: ! tells why, ctrl+r tries again."
	case s.data.Reading || s.data.Sample == nil:
		return "The rows are being read."
	case s.data.Sample.Rows() == 0:
		return "No row was read: ctrl+r tries again."
	case s.data.Profile == nil || s.data.Profile.Rows != int64(s.data.Sample.Rows()):
		return "The rows are being described."
	}
	return ""
}

// made is what the person has done by now.
func (a *App) made() lesson.Work {
	c := a.tutor.taking
	w := lesson.Work{Screen: string(a.current.ID()), Layouts: a.table.data.Layouts, Answer: c.work.Answer}
	for _, s := range a.screens {
		if m, ok := s.Screen.(views.Maker); ok && s.seen != nil && s.seen.Source == a.table.data.Source {
			m.Made(&w)
		}
	}
	return w
}

type judged struct {
	at      int
	verdict lesson.Verdict
	figures lesson.Figures
	err     error
}

// judge has work weighed outside the loop. A step that is done stays so, and only has its figures measured.
func (a *App) judge(b *lesson.Bench, s lesson.Step, at int, w lesson.Work, done bool) {
	a.jobs.start(spec{slot: slotLesson,
		run: func(ctx context.Context, _ func(any)) any {
			out := judged{at: at}
			if out.figures, out.err = s.Figures.Take(ctx, b); out.err != nil {
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
		done: func(v any) { a.judged(v.(judged)) },
	})
}

func (a *App) judged(j judged) {
	c := a.tutor.taking
	if c == nil || c.panel.Course.At != j.at {
		return
	}
	p := &c.panel
	if p.Fault = ""; j.err != nil {
		p.Fault = "This could not be measured: " + strings.Join(errorLines(j.err), " ")
		return
	}
	p.Figures, p.Verdict = j.figures, j.verdict
	if c.untouched() {
		p.Verdict.Say = ""
	}
	if j.verdict.Done && !p.Done() {
		p.Course.Steps[j.at] = lesson.Done
		p.Hint, p.Asking, p.Sure = false, false, false
		a.tutor.progress = a.tutor.progress.With(p.Lesson, p.Course)
		a.saveProgress()
	}
	c.told = !p.Done()
}

// lessonBindings are the keys of a lesson; none while no lesson is taken.
func (a *App) lessonBindings() []views.Binding {
	if !a.lessonShown() {
		return nil
	}
	do := func(f func()) func() views.Request { return func() views.Request { return act(f) } }
	p := &a.tutor.taking.panel
	first, ask := "", ""
	if p.Course.At == 0 {
		first = "this is the first step"
	}
	switch {
	case p.Done():
		ask = "the step is done"
	case !p.Asks():
		ask = "nothing is asked in this step"
	case p.Waiting != "":
		ask = "the figures are not there yet"
	}
	return []views.Binding{
		{Keys: []string{"N"}, Name: "next", Help: "go to the next step of the lesson; what is not done is skipped", Run: do(a.nextStep)},
		{Keys: []string{"A"}, Name: "answer", Help: "type the answer to the step's question", Run: do(a.ask), Off: ask},
		{Keys: []string{"H"}, Name: "hint", Help: "show how the step can be done, or what it is about again", Run: do(a.hint)},
		{Keys: []string{"B"}, Name: "step back", Help: "go to the step before", Run: do(func() { a.step(p.Course.At - 1) }), Off: first},
		{Keys: []string{"Q"}, Name: "leave the lesson", Help: "leave the lesson; it goes on from this step when taken again", Run: do(func() {
			a.leave()
			a.message = "the lesson is left; f3 lists the lessons"
		})},
	}
}

// nextStep goes on. A step that is not done is skipped only at the second key.
func (a *App) nextStep() {
	p := &a.tutor.taking.panel
	if !p.Done() && p.Course.Steps[p.Course.At] != lesson.Skipped {
		if !p.Sure {
			p.Sure = true
			return
		}
		p.Course.Steps[p.Course.At] = lesson.Skipped
	}
	if at := p.Course.At + 1; at < len(p.Course.Steps) {
		a.step(at)
		return
	}
	p.Course.At = 0
	a.tutor.progress = a.tutor.progress.With(p.Lesson, p.Course)
	a.saveProgress()
	a.leave()
	a.tutor.screen.Point(p.Lesson)
	a.jump(a.find(lessons.ID))
	a.message = fmt.Sprintf("the end of %s: %s", p.Lesson.Title, lessons.Standing(p.Course))
}

// hint shows the hint, or all of the step where the panel has no room for it.
func (a *App) hint() {
	p := &a.tutor.taking.panel
	if p.Cut() {
		title, all := p.Page()
		a.over = newPage(title, all)
		return
	}
	p.Hint = !p.Hint
}

func (a *App) ask() {
	p := &a.tutor.taking.panel
	p.Asking = true
	p.Input.SetText("")
}

// answering says that keys go into the answer to a question.
func (a *App) answering() bool { return a.lessonShown() && a.tutor.taking.panel.Asking }

// answer handles a key of an answer.
func (a *App) answer(k tea.KeyPressMsg) {
	c := a.tutor.taking
	p := &c.panel
	switch k.String() {
	case "esc":
		p.Asking = false
	case "enter":
		p.Asking = false
		c.say(p.Input.Text())
	default:
		p.Input.Press(k)
		if p.Choice() != nil && p.Input.Text() != "" {
			p.Asking = false
			c.say(p.Input.Text())
		}
	}
}

// say gives an answer, to be judged even if it was given before.
func (c *course) say(answer string) {
	c.work.Answer, c.told = strings.TrimSpace(answer), false
}

// untouched says that nothing was done in the step but looking around.
func (c *course) untouched() bool {
	w := *c.found
	w.Screen = c.work.Screen
	return w.Same(&c.work)
}

// unsure takes back that the next key skips, unless it is the one that does.
func (a *App) unsure(key string) {
	if a.tutor.taking != nil && key != "N" {
		a.tutor.taking.panel.Sure = false
	}
}

func (a *App) drawLesson(r rect) string {
	return a.tutor.taking.panel.Draw(r.w, r.h, a.styles)
}

// lessonKeys is the group of the lesson for help.
func (a *App) lessonGroup() []widget.HelpGroup {
	if b := a.lessonBindings(); b != nil {
		return []widget.HelpGroup{helpGroup("Lesson", b)}
	}
	return nil
}
