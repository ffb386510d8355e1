package tui

import "context"

// slotReveal is the slot of the job that finds the answer of a step.
const slotReveal = "reveal"

// presenting reports whether the lesson is shown to a class: nothing but the screen and two lines.
func (a *App) presenting() bool { return a.opts.Present && a.lessonShown() }

// reveal shows all of the step with its answer, which is measured outside the loop. No step is done by it, and the
// progress and later attempts tell that it was shown.
func (a *App) reveal() {
	active := a.tutor.taking
	if active.bench == nil {
		a.say("the figures are not there yet")
		return
	}
	bench, step, at := active.bench, *active.panel.Step(), active.panel.Course.At
	a.jobs.start(spec{slot: slotReveal,
		run: func(ctx context.Context, _ func(any)) any {
			out := checkResult{at: at}
			if out.figures, out.err = step.Figures.Take(ctx, bench); out.err != nil {
				return out
			}
			if out.work, _, out.err = step.Check.Examples(ctx, bench); out.err != nil {
				return out
			}
			out.verdict, out.err = step.Check.Judge(ctx, bench, out.work)
			return out
		},
		failed: func(f *fault) any { return checkResult{at: at, err: f} },
		done: func(v any) {
			checkResult := v.(checkResult)
			if a.tutor.taking != active || active.panel.Course.At != checkResult.at {
				return
			}
			if checkResult.err != nil {
				a.fail("the answer could not be measured: " + oneLine(checkResult.err))
				return
			}
			title, all := active.panel.Solution(checkResult.work, checkResult.figures, checkResult.verdict.Figures)
			a.over = newPage(title, all)
			active.panel.Course.Steps[checkResult.at].Revealed = true
			a.keepCourse()
		},
	})
}
