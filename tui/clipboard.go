package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/take"
	"tabletop/views/text"
)

const slotCopy = "copy"

// offer copies a text or, where it stands for rows of the table, lets the user choose in which form.
func (a *App) offer(asked views.Copy) {
	if asked.Rows.Zero() {
		a.copy(asked)
		return
	}
	items := []menuItem{{key: "y", name: "the " + asked.What + ": " + asked.Text,
		run: func() views.Request { return views.Copy{What: asked.What, Text: asked.Text} }}}
	for at, line := range take.Lines(asked.Rows, a.data().Source, a.data().Table) {
		item := menuItem{key: string("tcs"[at]), name: line.Tool + ": " + text.Safe(line.Text)}
		what := line.Tool + " line"
		if line.Note != "" {
			what += " (" + line.Note + ")"
		}
		item.run = func() views.Request { return views.Copy{What: what, Text: line.Text} }
		if line.Text == "" {
			item.name, item.off = line.Tool, line.Note
		}
		items = append(items, item)
	}
	a.over = newMenu("Copy", items)
}

// copy puts a text on the clipboard: that of the system where there is one, and by OSC 52 that of the terminal, which
// never reports whether it took it.
func (a *App) copy(c views.Copy) {
	paste := text.Paste(c.Text)
	what := fmt.Sprintf("the %s, %s", text.EscapeString(c.What), text.Bytes(float64(len(c.Text))))
	sent := func() { a.say("sent " + what + ", to the terminal, which keeps it if it supports copying (OSC 52)") }
	a.cmd(tea.SetClipboard(paste))
	put := a.opts.Clipboard
	if put == nil {
		sent()
		return
	}
	a.jobs.start(spec{slot: slotCopy, doing: "copying",
		run: func(context.Context, func(any)) any { return put(paste) },
		done: func(v any) {
			if v == nil {
				a.say("copied " + what)
				return
			}
			sent()
		},
	})
}
