package tui

import (
	"strings"
	"time"

	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// worthAsking is how long reading a live table takes from which on quitting asks before what was read is lost.
const worthAsking = 10 * time.Second

// askToQuit quits, or asks first if a file is being written, or a read or a sample would be lost.
func (a *App) askToQuit() {
	do := func(f func()) func() views.Request { return func() views.Request { return action(f) } }
	if j := a.jobs.get(slotWrite); j != nil {
		a.over = newMenu("Quit tabletop?", []menuItem{
			{key: "esc", shown: a.dialogKey("esc"), name: "stay", run: func() views.Request { return nil }},
			{key: "w", name: "leave once it is written", run: do(func() { a.leaveOnceWritten() })},
			{key: "l", name: "leave, and write nothing", run: do(func() { a.end(nil) })},
		}, a.styles.Text(widget.Accent, "▶")+" "+j.label+": the file is not finished", "")
		return
	}
	lost := a.wouldLose()
	if lost == "" {
		a.end(nil)
		return
	}
	a.over = newMenu("Quit tabletop?", []menuItem{
		{key: "esc", shown: a.dialogKey("esc"), name: "stay", run: func() views.Request { return nil }},
		{key: "s", name: "save and leave", off: a.filesDisabledReason(),
			run: do(func() { a.save(asRead, func() { a.end(nil) }) })},
		{key: "l", name: "leave without saving", run: do(func() { a.end(nil) })},
	}, lost, "")
}

// leaveOnceWritten quits when the file that is being written is there. One that could not be written is a reason to
// stay: the message says why.
func (a *App) leaveOnceWritten() {
	job := a.jobs.get(slotWrite)
	if job == nil { // it was finished meanwhile
		a.askToQuit()
		return
	}
	done := job.done
	job.done = func(v any) {
		done(v)
		if w, ok := v.(writeResult); ok && w.err == nil && !w.exists {
			a.askToQuit()
		}
	}
}

// wouldLose states what quitting would lose; empty when that is nothing.
func (a *App) wouldLose() string {
	session := a.table
	if session == nil || session.data.Table == nil || isDemo(session.name) {
		return ""
	}
	if _, live := session.source.(sample.Planner); !live {
		return ""
	}
	if j := a.jobs.get(slotRead); j != nil && session.data.Reading {
		return a.styles.Text(widget.Accent, "▶") + " reading: " + text.Count(session.progress.Rows, "row") + " so far"
	}
	if session.read != nil && session.read.How.Took >= worthAsking && !session.saved {
		return a.styles.Text(widget.Warning, "▲") + " the sample is not saved: " +
			text.Count(int64(session.read.Rows()), "row") + ", read in " + text.Clock(session.read.How.Took)
	}
	return ""
}

// isDemo reports whether a source is a demo table: it is made again whenever it is opened, so nothing of it can be
// lost.
func isDemo(source string) bool { return source == "demo" || strings.HasPrefix(source, "demo:") }
