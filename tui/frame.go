package tui

import (
	"fmt"
	"strings"
	"time"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// The least size that can be drawn in.
const (
	leastWidth  = 40
	leastHeight = 12
)

// rect is an area of the screen in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// frame is where the parts of the screen stand.
type frame struct {
	top, body, status rect
	over              rect // the most an overlay may take
}

// layout shares a screen of w by h cells: a line on top, a rule, the body, a rule, a line below.
func layout(w, h int) frame {
	f := frame{top: rect{0, 0, w, 1}, body: rect{0, 2, w, max(h-4, 0)}, status: rect{0, h - 1, w, 1}}
	f.over = rect{1, 1, max(w-2, 0), max(h-2, 0)}
	return f
}

// draw makes the whole frame: exactly height lines, none wider than width.
func (a *App) draw() string {
	switch {
	case a.width <= 0 || a.height <= 0:
		return "" // the size is not known yet
	case a.width < leastWidth || a.height < leastHeight:
		return a.drawTooSmall()
	}
	f, panel := a.areas()
	rule := widget.Rule(a.styles, a.width)
	parts := []string{a.drawTop(f.top.w), rule, a.drawBody(f.body.w, f.body.h)}
	if panel.h > 0 {
		parts = append(parts, a.drawLesson(panel))
	}
	out := strings.Join(append(parts, rule, a.drawStatus(f.status.w)), "\n")
	if a.over == nil {
		return out
	}
	box := a.over.draw(a.styles, f.over.w, f.over.h)
	lines := strings.Split(box, "\n")
	x := f.over.x + (f.over.w-widget.Width(lines[0]))/2
	y := f.over.y + (f.over.h-len(lines))/2
	return widget.Overlay(out, box, x, y, a.width, a.height)
}

func (a *App) drawTooSmall() string {
	notice := fmt.Sprintf("tabletop needs %d × %d cells; this terminal has %d × %d.", leastWidth, leastHeight, a.width, a.height)
	return widget.Block(append(widget.Wrap(notice, a.width), "", "Make it larger, or leave with ctrl+c."), a.width, a.height)
}

func (a *App) drawTop(w int) string {
	left := " " + a.styles.Accent("tabletop")
	if a.table != nil {
		left += "  " + strings.ReplaceAll(a.table.shown(), "/", a.styles.Dim(" / "))
	}
	right := a.styles.Strong(a.current.Title()) + " "
	if a.current.key != "" {
		right = a.styles.Text(widget.Key, a.current.key) + " " + right
	}
	// A long name of a table gives way, the screen's does not.
	return widget.SplitLine(widget.Truncate(left, w-widget.Width(right)-1), right, w)
}

func (a *App) drawBody(w, h int) string {
	if a.waiting() {
		return a.drawWaiting(w, h)
	}
	return a.current.Draw(w, h, a.styles)
}

// drawWaiting tells what is awaited before there is a table to show, or why there is none.
func (a *App) drawWaiting(w, h int) string {
	st, s := a.styles, a.table
	lines := []string{"", "  " + st.Strong(s.shown()), ""}
	if s.err == nil {
		for _, j := range a.jobs.visible() {
			lines = append(lines, "  "+j.label+" ...  "+st.Dim(a.elapsed(j)))
		}
		lines = append(lines, "", "  "+a.keyLine("x", "stop", "0", "other tables", "q", "quit"))
		return widget.Block(lines, w, h)
	}
	for i, line := range errorLines(s.err) {
		for k, part := range widget.Wrap(line, max(min(w-6, pageWidth), 8)) {
			mark := "    "
			if i == 0 && k == 0 {
				mark = "  " + st.Error("") + " "
			}
			lines = append(lines, mark+part)
		}
		lines = append(lines, "")
	}
	lines = append(lines, "  "+a.keyLine("r", "try again", "0", "other tables", "q", "quit"))
	return widget.Block(lines, w, h)
}

// keyLine writes keys and what they do: "r try again  q quit".
func (a *App) keyLine(pairs ...string) string {
	var parts []string
	for i := 0; i+1 < len(pairs); i += 2 {
		parts = append(parts, a.styles.Text(widget.Key, widget.KeyName(pairs[i]))+" "+pairs[i+1])
	}
	return strings.Join(parts, "  ")
}

// drawStatus is the bottom line: a message or what the sample is and what is running, then the keys that matter.
func (a *App) drawStatus(w int) string {
	left := " " + a.message
	if a.message == "" {
		left = " " + a.statusText()
	}
	// The keys take what is left, and a third of the line at least: without them nobody finds help.
	room := max(w-widget.Width(left)-2, w/3)
	right := a.statusKeys(room) + " "
	return widget.SplitLine(widget.Truncate(left, w-widget.Width(right)-1), right, w)
}

// statusKeys writes as many of the keys that matter as fit into w cells.
func (a *App) statusKeys(w int) string {
	out := ""
	for _, b := range a.keysThatMatter() {
		part := a.keyLine(b.Keys[0], b.Name)
		if out != "" {
			part = out + "  " + part
		}
		if widget.Width(part) > w {
			break
		}
		out = part
	}
	return out
}

// keysThatMatter are help, a way out and what the screen offers now, the most important first.
func (a *App) keysThatMatter() []views.Binding {
	if a.over != nil {
		return a.over.bindings()
	}
	help := views.Binding{Keys: []string{"?"}, Name: "help"}
	quit := views.Binding{Keys: []string{"q"}, Name: "quit"}
	if len(a.history) > 0 {
		quit.Name = "back"
	}
	if a.waiting() {
		return []views.Binding{help, quit}
	}
	if a.current.Editing() {
		help.Keys = []string{"f1"}
	}
	out := []views.Binding{help}
	if a.pauseDisabledReason() == "" && !a.current.Editing() {
		out = append(out, views.Binding{Keys: []string{pauseKey}, Name: a.pauseName()}, views.Binding{Keys: []string{"x"}, Name: "stop"})
	}
	for _, b := range a.current.Bindings() {
		const most = 4 // with help and the first of the screen's own
		if b.DisabledReason == "" && len(out) < most {
			out = append(out, b)
		}
	}
	if a.current.ID() == views.TablesScreen {
		out = append(out, views.Binding{Keys: []string{lessonsKey}, Name: "lessons"}) // who begins looks here
	}
	if a.current.Editing() {
		return out
	}
	return append(out, views.Binding{Keys: []string{":"}, Name: "menu"}, quit)
}

// statusText tells what is running, then the sample: where both do not fit, what moves is what one looks for.
func (a *App) statusText() string {
	parts := a.runningText()
	if s := a.table; s != nil && a.current.ID() != views.TablesScreen {
		if t := sampleText(s); t != "" {
			parts = append(parts, t)
		}
		switch {
		case len(a.jobs.visible()) > 0 || a.waiting():
		case s.err != nil:
			parts = append(parts, a.styles.Error("stopped by an error, ! tells which"))
		case s.stopped:
			parts = append(parts, a.styles.Warning("stopped early"))
		}
	}
	if len(parts) == 0 && a.table == nil {
		return a.styles.Dim("no table is open")
	}
	return strings.Join(parts, "  ")
}

// sampleText tells the rows and bytes of the sample and what share of the table that is, as far as it is known.
func sampleText(s *session) string {
	d := s.data
	if s.read == nil && s.progress.Rows == 0 {
		return ""
	}
	rows, bytes := s.progress.Rows, s.progress.Bytes
	if s.read != nil && !d.Reading {
		rows, bytes = int64(s.read.Rows()), s.read.Bytes()
	}
	out := "sample " + text.Integer(rows) + " rows"
	if d.Reading && s.expected > rows {
		out = "sample " + text.Integer(rows) + " of about " + text.Number(float64(s.expected)) + " rows"
	}
	if s.read != nil && s.read.How.Complete && !d.Reading {
		return "all " + text.Integer(rows) + " rows  " + text.Bytes(float64(bytes))
	}
	if t := d.Table; t != nil {
		switch {
		case t.Stats != nil && t.Stats.Rows > 0:
			out += " of " + text.Number(float64(t.Stats.Rows)) + " (" + text.Percent(float64(rows)/float64(t.Stats.Rows)) + ")"
		case t.Bytes() > 0 && !t.Emulator:
			out += " of " + text.Bytes(float64(t.Bytes()))
		}
	}
	return out + "  " + text.Bytes(float64(bytes))
}

// runningText tells of the job that runs longest for how long, and where that can be known, how long it will.
func (a *App) runningText() []string {
	told := a.jobs.visible()
	if len(told) == 0 {
		return nil
	}
	j := told[0]
	out := text.EscapeString(j.label)
	switch {
	case j.stopped:
		out = "stopping: " + out
	case j.paused():
		out = "paused"
	}
	if j.fraction >= 0 {
		out += fmt.Sprintf(" %.0f %%", 100*min(j.fraction, 1))
	}
	out = a.styles.Text(widget.Accent, out) + " " + a.styles.Dim(a.elapsed(j))
	if n := len(told) - 1; n > 0 {
		out += a.styles.Dim(fmt.Sprintf(" +%d", n))
	}
	return []string{out}
}

// elapsed is how long a job runs and may still: "3 s, 5 s left".
func (a *App) elapsed(j *job) string {
	took := j.took(a.opts.Now())
	out := seconds(took)
	const enough = 0.05 // of the work: before, what is left is a guess
	if done := j.own(); done >= enough && done < 1 {
		out += ", " + seconds(time.Duration(float64(took)*(1-done)/done)) + " left"
	}
	return out
}

// seconds writes a duration in whole seconds, from a minute on in minutes.
func seconds(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
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
