package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/text"
)

const slotCopy = "copy"

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
