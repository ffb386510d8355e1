package tui

import (
	"context"
	"fmt"

	"tabletop/views"
)

// action is a Request of the app's own bindings: something done on the loop.
type action func()

// handleRequest carries out what a screen asked for; from is the screen, the one that results go to.
func (a *App) handleRequest(r views.Request, from *screen) {
	switch request := r.(type) {
	case nil:
	case action:
		request()
	case views.OpenScreen:
		a.goTo(request)
	case views.Back:
		a.back()
	case views.Copy:
		a.offer(request)
	case views.Notify:
		a.say(request.Text)
	case views.Explain:
		a.over = newPage(request.Title, request.Text+a.termsIn(request.Text))
	case views.Work:
		a.work(request, from)
	case views.Narrow:
		a.narrow(request.Parts)
	case views.SetLayouts:
		a.declare(request.Layouts)
	case views.Fetch:
		a.fetch(request.Key, from)
	case views.LoadSample:
		a.load(request.Source, from)
	case views.CompletePath:
		a.completePath(request.Prefix, func(c views.CompletedPath) { a.receive(from, c) })
	case views.OpenTable:
		a.leaveLesson()
		a.open(request.Source)
		if to := a.find(request.Screen); to != nil {
			a.history = []*screen{from} // esc leads back to the list
			a.show(to)
		}
	case views.AuditTables:
		a.auditTables(request.Sources, from)
	case views.Lesson:
		a.startLesson(request)
	case views.All:
		for _, x := range request {
			a.handleRequest(x, from)
		}
	default:
		a.fail(fmt.Sprintf("the app does not know the request %T", request))
	}
}

// work runs a pure function for a screen and takes the result back to it.
func (a *App) work(w views.Work, from *screen) {
	receive := func(v any) {
		if f, failed := v.(*fault); failed {
			from.close(f)
			return
		}
		a.receive(from, v)
	}
	run := w.Reports
	if run == nil {
		run = func(ctx context.Context, _ func(any)) any { return w.Run(ctx) }
	}
	a.jobs.start(spec{slot: workSlot(from, w.Name), doing: "working for " + from.title, run: run,
		progress: receive, done: receive, failed: func(f *fault) any { return f }})
}

// receive gives a screen what it asked for.
func (a *App) receive(to *screen, v any) {
	r, _ := ask(to, "handing results to", func(s views.Receiver) views.Request { return s.Receive(v) })
	a.handleRequest(r, to)
}

func workSlot(s *screen, name string) string { return "work/" + string(s.ID()) + "/" + name }

// find is the screen of an id, nil when there is none.
func (a *App) find(id views.ID) *screen {
	for _, s := range a.screens {
		if s.ID() == id {
			return s
		}
	}
	return nil
}

// goTo opens a screen from another one, to which esc then comes back.
func (a *App) goTo(g views.OpenScreen) {
	screen := a.find(g.Screen)
	if screen == nil {
		a.say(a.styles.Warning(fmt.Sprintf("there is no screen %q", g.Screen)))
		return
	}
	if off := a.screenDisabledReason(screen); off != "" {
		a.say(a.styles.Note(screen.Title() + ": " + off))
		return
	}
	if screen != a.current {
		const longest = 64 // steps back that are kept
		a.history = append(a.history, a.current)
		if len(a.history) > longest {
			a.history = a.history[1:]
		}
	}
	a.show(screen)
	if g.Key != nil {
		r, _ := ask(screen, "going to a row on", func(to views.TargetOpener) views.Request { return to.OpenAt(g.Key) })
		a.handleRequest(r, screen)
	}
	if g.About != nil {
		notifyScreen(screen, "narrowing", func(to views.Filterer) { to.FilterTo(*g.About) })
	}
}

// findings opens the findings about what is under the cursor, or all of them where the screen has nothing under it.
func (a *App) findings() {
	location := a.location()
	a.goTo(views.OpenScreen{Screen: views.FindingsScreen, About: &location})
}

// jump opens a screen by its own key. However many were looked at so, the way back is one step to the first screen, and
// leaving the app never takes more than a few.
func (a *App) jump(s *screen) {
	a.history = nil
	switch {
	case s.ID() == views.LessonsScreen && a.table == nil:
		a.history = []*screen{a.screens[0]}
	case s != a.first() && s.ID() != views.TablesScreen:
		a.history = []*screen{a.first()}
	}
	a.show(s)
}

// first is the screen a table opens with.
func (a *App) first() *screen { return a.screens[1] }

// screenDisabledReason states why a screen cannot be opened now; empty when it can.
func (a *App) screenDisabledReason(s *screen) string {
	if !needsNoTable(s.ID()) && a.table == nil {
		return "no table is open"
	}
	return ""
}

// needsNoTable reports whether a screen is of use without a table.
func needsNoTable(id views.ID) bool { return id == views.TablesScreen || id == views.LessonsScreen }

// show puts a screen up.
func (a *App) show(s *screen) {
	if s != a.current {
		a.welcomed(s)
		a.leave(a.current)
	}
	a.current, a.over = s, nil
	if (is[views.SourceUser](s) || s.ID() == views.TablesScreen) && a.entries == nil && a.jobs.get(slotList) == nil {
		a.list()
	}
	a.updateScreen(s)
	if a.table != nil && !a.lessonShown() {
		r, _ := ask(s, "asking for a proposal of", views.Proposer.Propose)
		a.handleRequest(r, s)
	}
}

// leave gives up the work of a screen that is of use only while it is in sight.
func (a *App) leave(s *screen) {
	names, _ := ask(s, "leaving", views.Leaver.Leave)
	for _, name := range names {
		a.jobs.drop(workSlot(s, name))
	}
}

// back takes a part off the scope where it was set, else goes to the screen before. From the first one it goes to the
// picker if that is where one came from, else it states how to leave.
func (a *App) back() {
	if a.widensHere() {
		a.widen()
		return
	}
	if n := len(a.history); n > 0 {
		s := a.history[n-1]
		a.history = a.history[:n-1]
		a.show(s)
		return
	}
	switch {
	case a.current.ID() == views.TablesScreen && a.table == nil:
		a.end(nil)
	case a.current.ID() == views.TablesScreen:
		a.show(a.first())
	default:
		a.say("q leaves tabletop, 0 lists other tables")
	}
}
