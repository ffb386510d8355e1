package tui

import (
	"fmt"
	"strings"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// The least size that can be drawn in.
const (
	leastWidth  = 40
	leastHeight = 12
)

// bodyMargin is the number of cells left free on both sides of a screen.
const bodyMargin = 1

// rect is an area of the screen in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// frame is where the parts of the screen stand.
type frame struct {
	top, tabs, body, status rect
	over                    rect // the most an overlay may take
}

// layout shares a screen of w by h cells: where one is, the tabs, a rule, the body, the status line.
func layout(w, h int) frame {
	f := frame{top: rect{0, 0, w, 1}, tabs: rect{0, 1, w, 2}, body: rect{0, 3, w, max(h-4, 0)},
		status: rect{0, h - 1, w, 1}}
	f.over = rect{1, 1, max(w-2, 0), max(h-2, 0)}
	return f
}

// draw makes the whole frame: exactly height lines, none wider than width.
func (a *App) draw() string {
	switch {
	case a.width <= 0 || a.height <= 0:
		return "" // the size is not known yet
	case a.tooSmall():
		return a.drawTooSmall()
	}
	frame, panel := a.areas()
	var out string
	if a.presenting() {
		out = a.drawBody(frame.body.w, frame.body.h) + "\n" + a.drawLesson(panel)
	} else {
		bar, rule := a.drawTabs(frame.tabs.w)
		parts := []string{a.drawCrumbs(frame.top.w), bar, rule, a.drawBody(frame.body.w, frame.body.h)}
		if panel.h > 0 {
			parts = append(parts, a.drawLesson(panel))
		}
		if a.welcomeShown() {
			parts = append(parts, a.drawWelcome(frame.status.w))
		}
		out = strings.Join(append(parts, a.drawStatus(frame.status.w)), "\n")
	}
	if a.over == nil {
		return a.drawToasts(out, frame.body)
	}
	box, at := a.overBox()
	return a.drawToasts(widget.Overlay(out, box, at.x, at.y, a.width, a.height), frame.body)
}

// drawAnyway is draw. A fault outside the screens takes away what lies over them, and if that was not it, only it is
// stated.
func (a *App) drawAnyway() (content string) {
	draw := func() *fault { return contain("drawing the frame", func() { content = a.draw() }) }
	if f := draw(); f != nil {
		a.over = nil
		a.survived(f)
	}
	if f := draw(); f != nil {
		lines := text.Wrap("tabletop cannot draw this: internal error. Other keys may lead on; ctrl+c leaves.", a.width)
		content = widget.Block(lines, a.width, a.height)
	}
	return content
}

// tooSmall reports whether the terminal is too small to draw in, or its size not known yet. Then nothing but leaving
// works: nobody sees what another key does.
func (a *App) tooSmall() bool { return a.width < leastWidth || a.height < leastHeight }

// screenShown reports whether the screen that is up is drawn. It gets keys, clicks and the wheel only then.
func (a *App) screenShown() bool {
	return !a.tooSmall() && !a.waiting() && !a.showsNoRows() && a.current.fault == nil
}

func (a *App) drawTooSmall() string {
	notice := fmt.Sprintf("tabletop needs %d × %d cells; this terminal has %d × %d.", leastWidth, leastHeight,
		a.terminal, a.height)
	lines := append(text.Wrap(notice, a.width), "")
	lines = append(lines, text.Wrap("Make it larger, or leave with ctrl+c.", a.width)...)
	return widget.Block(lines, a.width, a.height)
}

func (a *App) drawBody(w, h int) string {
	if a.waiting() {
		return a.drawWaiting(w, h)
	}
	if a.showsNoRows() {
		return a.drawNoRows(w, h)
	}
	// One margin for all screens: no figure touches the edge of the terminal.
	drawn, ok := a.current.Draw(w-2*bodyMargin, h, a.styles)
	if !ok {
		return a.drawClosed(w, h)
	}
	lines := strings.Split(drawn, "\n")
	margin := widget.Spaces(bodyMargin)
	for i := range lines {
		lines[i] = margin + lines[i]
	}
	return strings.Join(lines, "\n")
}

// drawWaiting states what is awaited before there is a table to show, or why there is none.
func (a *App) drawWaiting(w, h int) string {
	st, session := a.styles, a.table
	lines := []string{"", "  " + st.Strong(session.shown()), ""}
	if session.err == nil {
		for _, j := range a.jobs.visible() {
			lines = append(lines, "  "+j.label+" ...  "+st.Dim(text.Clock(j.took(a.opts.Now()))))
		}
		lines = append(lines, "",
			"  "+a.keyLine(a.globalNamed("stop").Keys[0], "stop", a.keyTo(views.TablesScreen), "other tables",
				a.globalNamed("quit").Keys[0], "quit"))
		return widget.Block(lines, w, h)
	}
	for i, line := range errorLines(session.err) {
		for k, part := range text.Wrap(line, max(min(w-6, pageWidth), 8)) {
			mark := "    "
			if i == 0 && k == 0 {
				mark = "  " + st.Error("") + " "
			}
			lines = append(lines, mark+part)
		}
		lines = append(lines, "")
	}
	lines = append(lines, "  "+a.keyLine(a.globalNamed("reread").Keys[0], "try again", a.keyTo(views.TablesScreen),
		"other tables", a.globalNamed("quit").Keys[0], "quit"))
	return widget.Block(lines, w, h)
}

// showsNoRows reports whether the screen that is up shows rows, and the table was read to its end and has none.
func (a *App) showsNoRows() bool {
	d := a.data()
	if d == nil || d.Sample == nil || d.Sample.Rows() > 0 || d.Reading || !d.Sample.How.Complete {
		return false
	}
	return !needsNoTable(a.current.ID()) && !a.current.noRows
}

// drawNoRows states that there are no rows to show, and what can be done.
func (a *App) drawNoRows(w, h int) string {
	st, how := a.styles, a.data().Sample.How
	words := "The table was read to its end and has no rows, so " + a.current.Title() + " has nothing to show."
	if len(how.Options.Prefix) > 0 {
		words = "No row has a key with the prefix " + text.Escape(how.Options.Prefix) + ", so " + a.current.Title() +
			" has nothing to show."
	}
	lines := []string{"", "  " + st.Strong("No rows"), ""}
	for _, l := range text.Wrap(words, max(min(w-4, pageWidth), 8)) {
		lines = append(lines, "  "+l)
	}
	return widget.Block(append(lines, "",
		"  "+a.keyLine(a.keyTo(views.OverviewScreen), "families and policies", a.globalNamed("reread").Keys[0],
			"read again", a.keyTo(views.TablesScreen), "other tables")), w, h)
}

// keyLine writes keys and what they do: "r try again  q quit".
func (a *App) keyLine(pairs ...string) string {
	var parts []string
	for i := 0; i+1 < len(pairs); i += 2 {
		parts = append(parts, a.styles.Text(widget.Key, widget.KeyName(pairs[i]))+" "+pairs[i+1])
	}
	return strings.Join(parts, "  ")
}

// errorLines are the lines of an error, escaped: what happened, then what to do next.
func errorLines(err error) []string {
	lines := strings.Split(err.Error(), "\n")
	for i := range lines {
		lines[i] = text.EscapeString(lines[i])
	}
	return lines
}

func oneLine(err error) string { return errorLines(err)[0] }
