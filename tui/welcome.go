package tui

import (
	"context"
	"strings"

	"tabletop/views"
	"tabletop/views/widget"
)

const slotWelcome = "welcome"

// welcomeLines is the height of the lines for the first run, with the rule above them.
const welcomeLines = 4

// welcomeShown reports whether the lines for the first run are shown: below the first table, as long as no other screen
// of it was opened and no error is shown, where there is room.
func (a *App) welcomeShown() bool {
	const least = 20 // lines of the terminal
	if a.table == nil || a.table.err != nil || a.current.fault != nil {
		return false // an error takes the place of hints
	}
	return a.welcome && a.current.ID() != views.TablesScreen && !a.lessonShown() && a.height >= least
}

// welcomed takes the lines away when a second screen of a table is opened, for good.
func (a *App) welcomed(s *screen) {
	if !a.welcome || a.table == nil || s == a.first() || s.ID() == views.TablesScreen {
		return
	}
	a.welcome = false
	keep := a.opts.Welcome
	a.jobs.start(spec{slot: slotWelcome, run: func(context.Context, func(any)) any { return keep() },
		done: func(any) {}}) // at worst the lines come again
}

func (a *App) drawWelcome(w int) string {
	st := a.styles
	help, menu := a.globalNamed("help").Keys[0], a.globalNamed("menu").Keys[0]
	lines := []string{
		widget.Rule(st, w),
		" " + a.keyLine(a.keyTo(views.OverviewScreen), "to") + " " + a.keyLine(a.keyTo(views.FindingsScreen),
			"open the screens", "enter", "opens what is under the cursor", "esc", "goes back"),
		" " + a.keyLine(a.globalNamed("why").Keys[0], "explains any figure", help, "lists all keys", menu,
			"finds anything by an ordinary word"),
		" " + a.keyLine(a.keyTo(views.LessonsScreen), "teaches schema design, step by step") +
			st.Dim("   these lines go with the next screen"),
	}
	for i := range lines {
		lines[i] = widget.Truncate(lines[i], w)
	}
	return strings.Join(lines, "\n")
}
