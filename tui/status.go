package tui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"tabletop/model/estimate"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// drawCrumbs is the top line: the program, the source as a way, and what stands for every figure on the screens: how
// sure the layout is and whether figures are exact.
func (a *App) drawCrumbs(w int) string {
	st := a.styles
	left := " " + st.Accent("tabletop") + "   " + st.Text(widget.Key, widget.KeyName(a.keyTo(views.TablesScreen))) + " "
	if a.table == nil || a.current.ID() == views.TablesScreen {
		left += st.Strong("Tables")
	} else {
		left += strings.ReplaceAll(a.table.shown(), "/", st.Dim(" › "))
	}
	right := a.chips() + " "
	if chip := a.scopeChip(w); chip != "" && right != " " {
		right = chip + "   " + right
	}
	if widget.Width(left)+widget.Width(right)+2 > w {
		left = strings.Replace(left, st.Accent("tabletop")+"   ", "", 1)
	}
	// A long name of a table gives way, the chips do not.
	return widget.SplitLine(widget.Truncate(left, w-widget.Width(right)-1), right, w)
}

// chips show how sure the layout is and what figures are.
func (a *App) chips() string {
	data := a.data()
	if data == nil || data.Sample == nil || data.Sample.Rows() == 0 || a.current.ID() == views.TablesScreen {
		return ""
	}
	out := ""
	if layout, _ := layoutCertainty(data); layout != "" {
		out = a.styles.Dim("layout ") + certain(a.styles, layout) + "   "
	}
	if data.Sample.How.Unordered {
		out += certain(a.styles, "? keys reordered") + "   "
	}
	return out + certain(a.styles, figuresCertainty(data))
}

// certain colors words by the mark they begin with.
func certain(st *widget.Styles, words string) string {
	switch {
	case strings.HasPrefix(words, "✓"):
		return st.Text(widget.Good, words)
	case strings.HasPrefix(words, "?"):
		return st.Text(widget.Warning, words)
	}
	return st.Text(widget.Note, words)
}

// layoutCertainty is "✓ sure", "? 0.71" for the least sure record kind, "? 85% fit" where many keys fit no layout, "✎
// declared" or "– none"; empty while it is not known. The second result reports whether the figures are sure.
func layoutCertainty(d *views.Data) (words string, sure bool) {
	switch {
	case d.Declared:
		return "✎ declared", true
	case d.Inferred == nil:
		return "", true
	}
	if len(d.Inferred.Kinds) == 0 {
		return "– none found", true
	}
	unseen := 0.0
	if d.Profile != nil {
		unseen = d.Profile.Whole.Unseen
	}
	switch doubt, least := text.DoubtOfLayout(d.Inferred, unseen); doubt {
	case text.DoubtOfKind:
		return "? " + text.Confidence(least.Confidence), false
	case text.DoubtOfRest:
		return "? " + text.Percent(1-d.Inferred.Left()) + " fit", false
	case text.DoubtUnseen:
		return "? part seen", false
	}
	return "✓ sure", true
}

// figuresCertainty reports whether figures are exact, estimates, or of the rows read only.
func figuresCertainty(d *views.Data) string {
	measures := d.Profile
	switch {
	case measures == nil:
		return "◌"
	case measures.Scope == estimate.All && !d.Reading:
		return "✓ exact"
	case measures.Scope == estimate.Head:
		return "? first rows only"
	}
	if measures.FoundRows.IsExact() {
		return "≈ counted, rest of a sample"
	}
	if m := measures.RowBytes.Mean; m.Interval() {
		if doubt := text.PlusMinus(m.Value, m.Low, m.High, text.Bytes); strings.HasPrefix(doubt, "±") {
			return "≈ sample, sizes " + doubt
		}
	}
	return "≈ sample"
}

// drawStatus is the bottom line: how far reading is or what was read, then the keys that matter. Help and the way out
// never give way.
func (a *App) drawStatus(w int) string {
	own, fixed := a.statusBindings()
	right := a.keyNames(fixed, w) + " "
	room := w - widget.Width(right) - 3
	// Some keys of the screen get a part of the line even while there is much to show.
	least := widget.Width(a.keyNames(own[:min(2, len(own))], room))
	left := " " + a.statusText(max(room-least-1, 0))
	keys := a.keyNames(own[:min(mostStatusKeys-len(fixed), len(own))], room-widget.Width(left)-1)
	if keys != "" {
		right = keys + "  " + right
	}
	return widget.SplitLine(widget.Truncate(left, w-widget.Width(right)-1), right, w)
}

// mostStatusKeys are shown in the status line, with those that always stand there: the others are in the help.
const mostStatusKeys = 6

// keyNames writes as many keys as fit into w cells.
func (a *App) keyNames(bindings []views.Binding, w int) string {
	out := ""
	for _, binding := range bindings {
		part := a.keyLine(binding.Keys[0], binding.Name)
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

// statusBindings are what the mode offers, the most important first, and what always stands at the end.
func (a *App) statusBindings() (own, fixed []views.Binding) {
	help := a.globalNamed("help")
	switch {
	case a.over != nil:
		return nil, a.overBindings()
	case a.waiting():
		return nil, []views.Binding{help, a.globalNamed("quit")}
	case a.answering():
		return nil, []views.Binding{{Keys: []string{a.dialogKey("enter")}, Name: "answer"},
			{Keys: []string{a.dialogKey("esc")}, Name: "leave it"}}
	case a.current.Editing():
		own = enabled(a.activeBindings(a.current))
		if len(own) == 0 {
			own = []views.Binding{{Keys: []string{"enter"}, Name: "done"}, {Keys: []string{"esc"}, Name: "go back"}}
		}
		help.Keys = []string{"f1"}
		return own, []views.Binding{help}
	}
	own = enabled(a.activeBindings(a.current))
	escapes := slices.ContainsFunc(own, func(b views.Binding) bool { return slices.Contains(b.Keys, "esc") })
	switch {
	case a.widensHere():
		own = append(own, views.Binding{Keys: []string{"esc"}, Name: "widen"})
	case len(a.history) > 0 && !escapes:
		own = append(own, views.Binding{Keys: []string{"esc"}, Name: "back"})
	}
	switch {
	case a.pauseDisabledReason() == "":
		own = append([]views.Binding{a.globalNamed(a.pauseName()), a.globalNamed("stop")}, own...)
	case a.jobs.get(slotFleet) != nil:
		own = append([]views.Binding{a.globalNamed("stop")}, own...)
	}
	if a.pauseDisabledReason() == "" && a.width < roomToFind {
		return own, []views.Binding{help}
	}
	find := a.globalNamed("menu")
	find.Name = "find"
	return own, []views.Binding{find, help}
}

// roomToFind is the width from which the menu is offered while the status line also shows how far reading is.
const roomToFind = 100

// globalNamed is the app's own binding of that name.
func (a *App) globalNamed(name string) views.Binding {
	for _, b := range a.globals() {
		if b.Name == name {
			return b
		}
	}
	return views.Binding{Keys: []string{""}, Name: name}
}

// enabled are the bindings that work now.
func enabled(all []views.Binding) []views.Binding {
	var out []views.Binding
	for _, b := range all {
		if b.DisabledReason == "" {
			out = append(out, b)
		}
	}
	return out
}

// statusText shows in w cells what is running, or at rest what was read.
func (a *App) statusText(w int) string {
	if visible := a.jobs.visible(); len(visible) > 0 {
		return a.progressText(visible, w)
	}
	session := a.table
	switch {
	case session == nil:
		return a.styles.Dim("no table is open")
	case a.current.ID() == views.TablesScreen:
		return ""
	}
	out := a.sampleText(session)
	switch {
	case a.waiting():
	case session.err != nil:
		out = a.styles.Text(widget.Error, "✖ broken off"+session.readTo()) + a.styles.Dim(" (! shows why)") + "  " + out
	case session.stopped:
		out = a.styles.Text(widget.Warning, "■ stopped"+cmp.Or(session.readTo(), " early")) + "  " + out
	}
	return out
}

// readTo returns where a read ended before its plan did, as " at 16 of 98 key ranges"; empty if that is not known.
func (s *session) readTo() string {
	p := &s.progress
	if p.Planned == 0 || p.Ranges == p.Planned {
		return ""
	}
	return " at " + text.Integer(int64(p.Ranges)) + " of " + text.Count(int64(p.Planned), "key range")
}

// sampleText shows the rows and bytes of the sample and what share of the table that is, as far as it is known.
func (a *App) sampleText(s *session) string {
	if s.read == nil {
		return ""
	}
	rows, bytes := int64(s.read.Rows()), ""
	// adding up a million rows takes longer than a frame may
	if d := s.data; d.Analysis != nil && d.Profile != nil && d.Sample == s.read {
		bytes = "  " + text.Bytes(float64(d.Profile.Bytes))
	}
	if s.read.How.Complete {
		all := "all " + text.Count(rows, "row")
		if rows == 1 {
			all = "the only row"
		}
		return a.styles.Text(widget.Good, "✓") + " " + all + bytes
	}
	if d := s.data; d.Analysis != nil && d.Profile != nil && d.Sample == s.read && d.Profile.FoundRows.IsExact() {
		return text.Count(int64(d.Profile.FoundRows.Value), "row") + " counted  " +
			text.Bytes(d.Profile.FoundBytes.Value) + ", " + text.Integer(rows) +
			" kept"
	}
	out := a.styles.Text(widget.Note, "≈") + " " + text.Count(rows, "row")
	if t := s.data.Table; t != nil {
		switch {
		case t.Stats != nil && t.Stats.Rows > 0:
			out += " of " + text.Number(float64(t.Stats.Rows)) + " (" +
				text.Percent(float64(rows)/float64(t.Stats.Rows)) + ")"
		case t.Bytes() > 0 && !t.Emulator:
			out += " of " + text.Bytes(float64(t.Bytes()))
		}
	}
	return out + bytes
}

// statusPart is a piece of the status line. Where room is short the piece of the greatest rank goes first.
type statusPart struct {
	text string
	rank int
}

// fitted joins as many parts as fit into w cells.
func fitted(parts []statusPart, w int) string {
	for {
		out, last := "", 0
		for i, p := range parts {
			if out != "" {
				out += "  "
			}
			out += p.text
			if p.rank >= parts[last].rank {
				last = i
			}
		}
		if widget.Width(out) <= w || len(parts) < 2 {
			return out
		}
		parts = slices.Delete(slices.Clone(parts), last, last+1)
	}
}

// progressText shows in w cells how far the job is that runs longest: a bar of the plan, key ranges and rows of those
// planned, the time left and what holds it up, as far as they are known.
func (a *App) progressText(jobs []*job, w int) string {
	job, st := jobs[0], a.styles
	mark := "▶"
	switch {
	case job.stopped:
		mark = "■"
	case job.paused():
		mark = "⏸"
	}
	mark = st.Text(widget.Accent, mark) + " "
	if job.fraction < 0 && !st.Spoken() {
		mark += st.Text(widget.Accent, a.wave(job)) + "  "
	}
	parts := a.jobParts(job)
	if n := len(jobs) - 1; n > 0 {
		parts = append(parts, statusPart{st.Dim(fmt.Sprintf("+%d", n)), 6})
	}
	bar := 0 // with the gap behind it; the time left comes before its length
	if job.fraction >= 0 && !job.stopped {
		first := slices.DeleteFunc(slices.Clone(parts), func(p statusPart) bool { return p.rank > 1 })
		if bar = w - widget.Width(mark+fitted(first, w)) - 1; bar < 3 {
			bar = w - widget.Width(mark+fitted(parts, 0)) - 1
		}
		bar = min(progressBar(a.width), max(bar, 0)) + 1
	}
	if bar < 4 {
		return mark + fitted(parts, w-widget.Width(mark))
	}
	return mark + widget.ProgressBar(st, job.fraction, bar-1) + " " + fitted(parts, w-widget.Width(mark)-bar)
}

// jobParts are what is known of a job, in the order in which it is shown.
func (a *App) jobParts(j *job) []statusPart {
	st, current := a.styles, a.table
	reading := j.slot == slotRead && current != nil && current.data.Reading
	stalled := reading && current.progress.Stalled
	var parts []statusPart
	add := func(rank int, s string) { parts = append(parts, statusPart{s, rank}) }
	switch {
	case j.stopped:
		add(0, "stopping: "+text.EscapeString(j.label))
	case j.paused():
		add(0, st.Text(widget.Warning, "paused"))
	case stalled && current.progress.Rows > 0:
		add(0, st.Text(widget.Warning, text.EscapeString(j.label)))
	}
	if reading && current.progress.Planned > 0 {
		ranges := text.Count(int64(current.progress.Planned), "key range")
		add(3, text.Integer(int64(current.progress.Ranges))+" of "+ranges)
	} else if j.fraction >= 0 {
		add(0, fmt.Sprintf("%.0f%%", math.Floor(100*min(j.fraction, 1))))
	}
	if reading && current.progress.Rows > 0 {
		add(0, a.rowsRead())
	} else if !j.stopped {
		add(2, text.EscapeString(j.label))
	}
	left := ""
	if reading {
		left = text.TimeLeft(current.progress.Left, current.progress.LeftMost)
	}
	if left != "" {
		add(1, left+" left")
	} else {
		add(4, st.Dim(text.Clock(j.took(a.opts.Now()))))
	}
	if held := a.heldTo(); reading && held != "" {
		add(2, "held to "+held)
	} else if perSecond := a.rowsPerSecond(j); reading && perSecond > 0 {
		add(5, st.Dim(text.Number(math.Round(perSecond))+" rows/s"))
	}
	if reading && !st.Spoken() && len(current.pulse.speeds) > 1 {
		add(6, st.Dim(widget.Sparkline(current.pulse.speeds)))
	}
	return parts
}

// rowsRead are the rows read of those that the plan comes to.
func (a *App) rowsRead() string {
	told := &a.table.progress
	out, expected := text.Integer(told.Rows), cmp.Or(told.Expected, a.table.expected)
	switch {
	case expected > told.Rows:
		return out + " of ≈ " + mostRounded(expected, told.Rows) + " rows"
	case told.Fraction < 0 && expected > 0:
		return out + " rows, more than planned"
	}
	return out + text.Plural(told.Rows, " row", " rows")
}

// mostRounded writes an estimate with the digits that are known of it, but never less than what is there already.
func mostRounded(expected, there int64) string {
	unit := math.Pow(10, max(math.Floor(math.Log10(float64(expected)))-2, 0))
	return text.Number(max(math.Round(float64(expected)/unit)*unit, float64(there)))
}

// heldTo is the limit that decides how fast rows are read, as "600 rows/s"; empty when none does.
func (a *App) heldTo() string {
	if a.table == nil {
		return ""
	}
	switch p := &a.table.progress; {
	case p.RowLimit > 0:
		return text.Number(p.RowLimit) + " rows/s"
	case p.ByteLimit > 0:
		return text.Bytes(p.ByteLimit) + "/s"
	}
	return ""
}

// rowsPerSecond are the rows that a job has read in a second; 0 before it is known.
func (a *App) rowsPerSecond(j *job) float64 {
	took := j.took(a.opts.Now())
	if took < time.Second || a.table == nil {
		return 0
	}
	rows := a.table.progress.Rows
	if former := a.table.former; former != nil {
		rows -= int64(former.Rows())
	}
	return float64(rows) / took.Seconds()
}

// progressBar is the width of the bar of the status line on a terminal of w cells.
func progressBar(w int) int {
	switch {
	case w >= 200:
		return 30
	case w >= 140:
		return 18
	}
	return 10
}

// wave moves once a second: work continues, how far it is cannot be known.
func (a *App) wave(j *job) string {
	const dots = 4
	at := int(j.took(a.opts.Now()).Seconds()) % dots
	return strings.Repeat("◌", at) + "●" + strings.Repeat("◌", dots-1-at)
}

// clickStatus presses the key whose name stands at x of the status line.
func (a *App) clickStatus(x int) {
	own, fixed := a.statusBindings()
	line := ansi.Strip(a.drawStatus(a.width))
	for _, binding := range append(own, fixed...) {
		at := strings.Index(line, ansi.Strip(a.keyLine(binding.Keys[0], binding.Name)))
		if at < 0 {
			continue
		}
		from := widget.Width(line[:at])
		if to := from + widget.Width(a.keyLine(binding.Keys[0], binding.Name)); x >= from && x < to {
			a.press(newKeyPress(binding.Keys[0]))
			return
		}
	}
}

// newKeyPress is the press of a key by its name.
func newKeyPress(name string) tea.KeyPressMsg {
	for prefix, mod := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			k := newKeyPress(rest)
			return tea.KeyPressMsg{Code: k.Code, Mod: k.Mod | mod}
		}
	}
	codes := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
		"up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp,
		"pgdown":    tea.KeyPgDown,
		"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "insert": tea.KeyInsert}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(name, "f")); err == nil && name[0] == 'f' && n >= 1 && n <= 63 {
		return tea.KeyPressMsg{Code: tea.KeyF1 + rune(n-1)}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}
