package tui

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/views/text"
	"tabletop/views/widget"
)

// toast is a message that lies over the body: what was done, or what went wrong.
type toast struct {
	id    int
	text  string // escaped; may be styled
	stays bool   // until esc
}

// toasts are the messages on screen and those that were there.
type toasts struct {
	shown []toast  // the last one is the newest
	log   []string // all, the newest last
	last  int
}

const (
	maxToasts   = 2
	toastWidth  = 60
	toastLines  = 3   // of text; a longer one is cut, the log has it whole
	maxMessages = 200 // kept in the log
	toastTime   = 4 * time.Second
)

// toastMsg is the id of a toast whose time is over.
type toastMsg int

// say shows a message for some seconds.
func (a *App) say(text string) { a.toast(text, false) }

// fail shows an escaped message about something that failed until esc.
func (a *App) fail(text string) { a.toast(a.styles.Error(text), true) }

func (a *App) toast(text string, stays bool) {
	toasts := &a.toasts
	toasts.last++
	toasts.shown = slices.DeleteFunc(toasts.shown, func(old toast) bool { return old.text == text })
	toasts.shown = append(toasts.shown, toast{toasts.last, text, stays})
	toasts.shown = toasts.shown[max(len(toasts.shown)-maxToasts, 0):]
	toasts.log = append(toasts.log, text)
	toasts.log = toasts.log[max(len(toasts.log)-maxMessages, 0):]
	if !stays {
		a.cmd(a.after(toastTime, toastMsg(toasts.last)))
	}
}

// expire takes a toast away and reports whether it was still there.
func (t *toasts) expire(id int) bool {
	n := len(t.shown)
	t.shown = slices.DeleteFunc(t.shown, func(x toast) bool { return x.id == id })
	return len(t.shown) < n
}

// dismiss takes away the toasts that stay and reports whether there were any.
func (t *toasts) dismiss() bool {
	n := len(t.shown)
	t.shown = slices.DeleteFunc(t.shown, func(x toast) bool { return x.stays })
	return len(t.shown) < n
}

// drawToasts lays the toasts over the frame, at the bottom right of the body, or at its top where they would cover the
// line under the cursor.
func (a *App) drawToasts(screen string, body rect) string {
	if len(a.toasts.shown) == 0 || body.h < 3 {
		return screen
	}
	var boxes []string
	height := 0
	for i := len(a.toasts.shown) - 1; i >= 0; i-- {
		box := a.toastBox(a.toasts.shown[i].text, min(toastWidth, body.w-2))
		if n := strings.Count(box, "\n") + 1; height+n <= body.h {
			boxes = append([]string{box}, boxes...)
			height += n
		}
	}
	count := body.y + body.h - height
	lines := strings.Split(screen, "\n")
	if slices.ContainsFunc(lines[count:count+height], isCursorLine) {
		count = body.y
	}
	for _, box := range boxes {
		screen = widget.Overlay(screen, box, body.x+body.w-1-widget.Width(firstLine(box)), count, a.width, a.height)
		count += strings.Count(box, "\n") + 1
	}
	return screen
}

func firstLine(s string) string { line, _, _ := strings.Cut(s, "\n"); return line }

// isCursorLine reports whether a drawn line has the mark of the cursor, which begins the line or a box in it.
func isCursorLine(line string) bool { return strings.Contains(ansi.Strip(line), "▸ ") }

// toastBox is a box as wide as the text, at most w cells.
func (a *App) toastBox(words string, w int) string {
	lines := text.Wrap(words, max(w-widget.BoxWidth, 1))
	if len(lines) > toastLines {
		lines = lines[:toastLines]
		lines[toastLines-1] = widget.Truncate(lines[toastLines-1]+" …", w-widget.BoxWidth)
	}
	widest := 0
	for _, l := range lines {
		widest = max(widest, widget.Width(l))
	}
	return widget.Box(a.styles, "", lines, widest+widget.BoxWidth, len(lines)+widget.BoxHeight)
}

// openLog lists the messages of the session, the newest first.
func (a *App) openLog() {
	log := slices.Clone(a.toasts.log)
	slices.Reverse(log)
	a.over = newPage("Messages", ansi.Strip(strings.Join(log, "\n")))
}
