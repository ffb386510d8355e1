package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tabletop/model/crash"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// fault is a panic that the app has survived.
type fault struct {
	crash *crash.Error
	file  string // with the report of it; empty while there is none
}

// Error returns what happened and what to do next.
func (f *fault) Error() string {
	return "internal error while " + f.crash.Doing + "\nWhat was read stays, and everything else goes on. " + f.advice()
}

// advice returns what to do about the fault.
func (f *fault) advice() string {
	if f.file == "" {
		return "Please report it."
	}
	return "Please report it with " + f.file + ", which holds no data of the table."
}

// contain runs f. It returns its panic as a fault, or nil if it ended without one: the one place where the app
// recovers, on the loop and in jobs.
func contain(doing string, f func()) *fault {
	err := crash.Recovered(func() error {
		f()
		return nil
	})()
	internal, ok := errors.AsType[*crash.Error](err)
	if !ok {
		return nil
	}
	internal.Doing = doing
	return &fault{crash: internal}
}

// ask calls a screen as a T: an interface of views, or its own type. ok is false for a screen that is no T, that was
// closed, or that panicked, which closes it. All calls of screens go through here.
func ask[T, R any](s *screen, doing string, f func(T) R) (answer R, ok bool) {
	as, ok := s.held.(T)
	if !ok || s.fault != nil {
		return answer, false
	}
	if f := contain(doing+" "+s.title, func() { answer = f(as) }); f != nil {
		var none R
		s.close(f)
		return none, false
	}
	return answer, true
}

// notifyScreen is ask for a call that answers nothing.
func notifyScreen[T any](s *screen, doing string, f func(T)) bool {
	_, ok := ask(s, doing, func(as T) struct{} {
		f(as)
		return struct{}{}
	})
	return ok
}

// is reports whether a screen is a T and works.
func is[T any](s *screen) bool {
	_, ok := s.held.(T)
	return ok && s.fault == nil
}

// close ends a screen: it gets no more calls until it is opened again.
func (s *screen) close(f *fault) {
	s.fault = f
	if s.closed != nil {
		s.closed(f)
	}
}

// start makes the screen as it is at first. closed is called when a fault has ended it.
func (s *screen) start(closed func(*fault)) {
	s.held, s.seen, s.fault, s.closed = s.fresh(), nil, nil, closed
	s.id, s.title = s.held.ID(), s.held.Title()
}

// ID, Title and the methods below are those of views.Screen. A screen that was closed binds, takes and draws nothing.
func (s *screen) ID() views.ID { return s.id }

// Title returns the title of the screen.
func (s *screen) Title() string { return s.title }

// SetData hands data to the screen.
func (s *screen) SetData(d *views.Data) {
	notifyScreen(s, "handing rows to", func(as views.Screen) { as.SetData(d) })
}

// Bindings returns what the keys of the screen do now.
func (s *screen) Bindings() []views.Binding {
	bindings, _ := ask(s, "asking for the keys of", views.Screen.Bindings)
	return s.contained(bindings)
}

// contained returns bindings whose Run closes the screen if it panics.
func (s *screen) contained(bindings []views.Binding) []views.Binding {
	out := make([]views.Binding, len(bindings))
	for i, b := range bindings {
		if out[i] = b; b.Run != nil {
			out[i].Run = func() views.Request {
				r, _ := ask(s, "running "+b.Name+" on", func(views.Screen) views.Request { return b.Run() })
				return r
			}
		}
	}
	return out
}

// Editing reports whether keys are text for the screen.
func (s *screen) Editing() bool {
	editing, _ := ask(s, "asking for the mode of", views.Screen.Editing)
	return editing
}

// Draw draws the screen. ok is false where there is nothing to draw since the screen was closed.
func (s *screen) Draw(w, h int, st *widget.Styles) (drawn string, ok bool) {
	return ask(s, "drawing", func(as views.Screen) string { return as.Draw(w, h, st) })
}

// closedScreen handles a fault that ended a screen: nothing that was asked for it goes on, and the fault is said
// and reported.
func (a *App) closedScreen(s *screen, f *fault) {
	a.jobs.dropAll(workSlot(s, ""))
	if s != a.current || a.over != nil {
		a.fail(s.title + " was closed by an internal error: go there to open it again")
	}
	a.report(f)
}

// reopen makes a screen again that a fault has ended.
func (a *App) reopen(s *screen) {
	s.start(s.closed)
	a.furnish(s)
	a.show(s)
}

// furnish gives a new screen what screens get once.
func (a *App) furnish(s *screen) {
	notifyScreen(s, "handing sources to", func(as views.SourceUser) { as.SetSources(a.sources()) })
	switch s.id {
	case views.TablesScreen:
		a.listed(a.jobs.get(slotList) != nil, nil)
	case views.LessonsScreen:
		a.progressShown("")
	}
}

// survived says that a fault outside the screens has undone what was asked for, and reports it.
func (a *App) survived(f *fault) {
	a.fail("internal error while " + f.crash.Doing + ": that was not done, everything else goes on")
	a.report(f)
}

// jobFailed reports the fault of a job, and says it unless the job does.
func (a *App) jobFailed(f *fault, handled bool) {
	if !handled {
		a.survived(f)
		return
	}
	a.report(f)
}

// mostReports is how many faults of a session are reported: more say nothing new.
const mostReports = 5

// slotFault is the slot of the jobs that report faults.
const slotFault = "fault"

// report has a fault written to a file, where the app can.
func (a *App) report(f *fault) {
	if slices.Contains(a.faults, f) {
		return
	}
	a.faults = append(a.faults, f)
	write := a.opts.ReportCrash
	if write == nil || len(a.faults) > mostReports {
		return
	}
	a.jobs.start(spec{slot: fmt.Sprintf("%s/%d", slotFault, len(a.faults)),
		run: func(context.Context, func(any)) any {
			file, _ := write(f.crash) // a report that cannot be written is only missing
			return file
		},
		done:   func(v any) { f.file, _ = v.(string) },
		failed: func(*fault) any { return nil }, // reporting that would only fail again
	})
}

// drawClosed states in place of a screen that a fault has ended it, and what can be done.
func (a *App) drawClosed(w, h int) string {
	st, closed := a.styles, a.current
	lines := []string{"", "  " + st.Error(closed.title+" was closed by an internal error."), ""}
	for _, words := range []string{"What was read stays, and reading goes on. The other screens work.",
		closed.fault.advice()} {
		for _, l := range text.Wrap(text.EscapeString(words), max(min(w-4, pageWidth), 8)) {
			lines = append(lines, "  "+l)
		}
	}
	keys := []string{reopenKey, "open " + closed.title + " again, as at the start"}
	if a.filesDisabledReason() == "" {
		keys = append(keys, a.globalNamed("save").Keys[0], "save the sample")
	}
	return widget.Block(append(lines, "", "  "+a.keyLine(append(keys, a.globalNamed("quit").Keys[0], "quit")...)), w, h)
}

// reopenKey opens a screen again that a fault has ended.
const reopenKey = "enter"
