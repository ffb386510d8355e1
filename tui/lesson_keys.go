package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/lesson"
	"tabletop/views"
	"tabletop/views/lessons"
)

// lessonKeys are the keys of a lesson, with what they do.
func lessonKeys() []views.Binding {
	return []views.Binding{
		{Keys: []string{"ctrl+n"}, Name: "next",
			Help: "go to the next step of the lesson; what is not done is skipped"},
		{Keys: []string{"ctrl+a"}, Name: "answer",
			Help: "answer the step's question: a number is typed, an option chosen; in an exam, hand in what was made"},
		{Keys: []string{"ctrl+t"}, Name: "tip",
			Help: "show the next hint; the last is the solution, and after it comes the text again"},
		{Keys: []string{"ctrl+o"}, Name: "step back", Help: "go to the step before"},
		{Keys: []string{lessonsKey}, Name: "leave the lesson",
			Help: "leave the lesson; it resumes at this step when started again"},
		{Keys: []string{"ctrl+e"}, Name: "reveal",
			Help: "show all of the step, with its answer and why, while a lesson is presented"},
	}
}

// lessonKeys returns the keys of what a lesson calls name, as they are set.
func (a *App) lessonKeys(name string) []string {
	all := a.rebound(inLesson, lessonKeys())
	return all[slices.IndexFunc(all, func(b views.Binding) bool { return b.Name == name })].Keys
}

// lessonBindings are the keys of a lesson as they are set; none while no lesson is taken.
func (a *App) lessonBindings() []views.Binding {
	if !a.lessonShown() {
		return nil
	}
	do := func(f func()) func() views.Request { return func() views.Request { return action(f) } }
	panel := &a.tutor.taking.panel
	first, ask, hint := "", "", ""
	switch {
	case a.examined() && !panel.Truncated():
		hint = "an exam has no hints"
	case panel.Step().Unaided:
		hint = "the exercise has no hints"
	}
	if panel.Course.At == 0 {
		first = "this is the first step"
	}
	switch {
	case panel.Done():
		ask = "the step is done"
	case !panel.NeedsAnswer() && !a.examined():
		ask = "nothing is asked in this step"
	case panel.Waiting != "" && !panel.Predicting():
		ask = "the figures are not there yet"
	}
	leave := func() {
		a.leaveLesson()
		a.jump(a.find(views.LessonsScreen))
		if panel.Lesson.IsReview() {
			a.say("left the review; enter begins it again")
			return
		}
		a.say("left the lesson; enter resumes it")
	}
	run := []func(){a.nextStep, a.ask, a.hint, func() { a.step(panel.Course.At - 1) }, leave, a.reveal}
	reasons := []string{"", ask, hint, first, "", ""}
	out := lessonKeys()
	for i := range out {
		out[i].Run, out[i].DisabledReason = do(run[i]), reasons[i]
	}
	if !a.opts.Present {
		out = out[:len(out)-1]
	}
	return a.rebound(inLesson, out)
}

// lessonForbids states why a binding does nothing in a lesson; empty when it works. The advisor would replace the
// candidates that the student made, and give the answer away.
func (a *App) lessonForbids(b views.Binding) string {
	if a.lessonShown() && a.current.ID() == views.LabScreen && b.Name == "advise" {
		return "off in a lesson: make the layout yourself"
	}
	return ""
}

// nextStep continues. A step that is not done is skipped only at the second key.
func (a *App) nextStep() {
	panel := &a.tutor.taking.panel
	if panel.Course.Steps[panel.Course.At].State == lesson.Open {
		if !panel.Sure {
			panel.Sure = true
			return
		}
		panel.Course.Steps[panel.Course.At].State = lesson.Skipped
	}
	if at := panel.Course.At + 1; at < len(panel.Course.Steps) {
		a.step(at)
		return
	}
	panel.Course.At = 0
	a.keepCourse()
	a.leaveLesson()
	notifyScreen(a.tutor.screen, "moving the cursor of", func(s *lessons.Screen) { s.Point(panel.Lesson) })
	a.jump(a.find(views.LessonsScreen))
	title, all := lessons.EndCard(panel.Lesson, panel.Course)
	a.over = newPage(title, all)
	a.say(fmt.Sprintf("the end of %s: %s", panel.Lesson.Title, lessons.ProgressText(panel.Course)))
}

// hint shows the hint, or all of the step where the panel has no room for it.
func (a *App) hint() {
	panel := &a.tutor.taking.panel
	if panel.Truncated() {
		title, all := panel.Page()
		a.over = newPage(title, all)
		return
	}
	if panel.Hint++; panel.Hint > len(panel.Step().Hints) {
		panel.Hint = 0
	}
	a.tutor.taking.hints = max(a.tutor.taking.hints, panel.Hint)
}

func (a *App) ask() {
	p := &a.tutor.taking.panel
	if a.examined() && !p.NeedsAnswer() {
		a.handIn(a.made())
		return
	}
	p.Asking, p.Pick = true, 0
	p.Input.SetText("")
}

// answering reports whether keys go into the answer to a question.
func (a *App) answering() bool { return a.lessonShown() && a.tutor.taking.panel.Asking }

// answer handles a key of an answer.
func (a *App) answer(k tea.KeyPressMsg) {
	k, ok := a.dialogPress(k, false)
	if !ok {
		return
	}
	panel := &a.tutor.taking.panel
	choice := panel.Choice()
	switch key := k.String(); {
	case key == "esc":
		panel.Asking = false
	case key == "enter" && choice != nil:
		a.choose(choice.At(panel.Pick))
	case key == "enter":
		panel.Asking = false
		a.answered(panel.Input.Text())
	case choice == nil:
		panel.Input.Press(k)
	case key == "up" || key == "left" || key == "k":
		panel.Pick = (panel.Pick + len(choice.Options) - 1) % len(choice.Options)
	case key == "down" || key == "right" || key == "tab" || key == "j":
		panel.Pick = (panel.Pick + 1) % len(choice.Options)
	case len(key) == 1 && key[0] >= '1' && int(key[0]-'0') <= len(choice.Options):
		a.choose(choice.At(int(key[0] - '1')))
	}
}

// choose answers with an option: a prediction is only noted, since the task shows whether it was right.
func (a *App) choose(option int) {
	panel := &a.tutor.taking.panel
	panel.Asking = false
	answer := strconv.Itoa(option + 1)
	if panel.Predicting() {
		panel.Guess = option + 1
		predicted := &panel.Step().Predict.Choice
		a.attempt(true, lesson.Work{Answer: answer}, lesson.Verdict{Done: option == predicted.Answer,
			Say: predicted.Options[option].Reply})
		return
	}
	a.answered(answer)
}

// answered gives an answer, which an exam records and a lesson judges.
func (a *App) answered(answer string) {
	if a.examined() {
		a.handIn(lesson.Work{Answer: strings.TrimSpace(answer)})
		return
	}
	a.tutor.taking.say(answer)
}

// say gives an answer, to be judged even if it was given before.
func (c *activeLesson) say(answer string) {
	c.work.Answer, c.judged = strings.TrimSpace(answer), false
}

// untouched reports whether nothing was done in the step but looking around.
func (c *activeLesson) untouched() bool {
	w := *c.found
	w.Screen = c.work.Screen
	return w.Equal(&c.work)
}

// resetSkip takes back that the next key skips, unless it is the one that does.
func (a *App) resetSkip(key string) {
	if a.tutor.taking != nil && !slices.Contains(a.lessonKeys("next"), key) {
		a.tutor.taking.panel.Sure = false
	}
}
