package tui

import (
	"cmp"
	"slices"
	"syscall"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/widget"
)

// globals are the bindings that work on every screen. A screen's own binding of the same key comes first.
func (a *App) globals() []views.Binding { return a.rebound("", a.ownBindings()) }

func (a *App) ownBindings() []views.Binding {
	do := func(f func()) func() views.Request { return func() views.Request { return action(f) } }
	stop, again, problem := "", "", ""
	if len(a.jobs.visible()) == 0 {
		stop = "nothing is running"
	}
	if a.table == nil && a.current.ID() != views.TablesScreen {
		again = "no table is open"
	}
	if a.table == nil || a.table.err == nil {
		problem = "nothing went wrong"
	}
	return []views.Binding{
		{Keys: []string{"?", "f1"}, Name: "help", Help: "show what every key does", Group: views.Tabletop,
			Run: do(a.openHelp)},
		{Keys: []string{":", "ctrl+p"}, Name: "menu", Help: "find a command, a screen or a table by its name",
			Group: views.Go, Run: do(a.openPalette)},
		{Keys: []string{"q"}, Name: "quit", Help: "quit; asks first if a read or a sample would be lost",
			Group: views.Tabletop, Run: do(a.askToQuit)},
		{Keys: []string{"esc"}, Name: "back", Help: "go back, to the screen before", Group: views.Go, Run: do(a.back)},
		{Keys: []string{pauseKey}, Name: a.pauseName(), Help: "pause reading, or resume it", Group: views.Read,
			Run:            do(a.pause),
			DisabledReason: a.pauseDisabledReason()},
		{Keys: []string{"x"}, Name: "stop", Help: "stop what is running, and keep what was read", Group: views.Read,
			Run:            do(a.stop),
			DisabledReason: stop},
		{Keys: []string{"/"}, Name: "find", Help: "find a line of the list, by what it holds",
			Group: views.Go, Run: do(a.openFinder), DisabledReason: a.finderDisabledReason()},
		{Keys: []string{"R"}, Name: "more",
			Help: "read more rows: the rest of a sample that was stopped, else twice as many", Group: views.Read,
			Run:            do(a.readMore),
			DisabledReason: a.moreDisabledReason()},
		{Keys: []string{"ctrl+s"}, Name: "save",
			Help:  "save the sample to a file, which opens again without a connection",
			Group: views.Take, Run: do(func() { a.save(asRead, nil) }), DisabledReason: a.filesDisabledReason()},
		{Name: "save redacted", Help: "save a sample to share: names, strings and values are replaced",
			Group: views.Take, Run: do(func() { a.save(redacted, nil) }), DisabledReason: a.filesDisabledReason()},
		{Keys: []string{"e"}, Name: "export",
			Help: "write a report, of this screen or of all, as Markdown, HTML, JSON, text, or the picture of " +
				"the heat map; or the list that is shown, as CSV",
			Group: views.Take, Run: do(a.export), DisabledReason: a.exportDisabledReason()},
		{Keys: []string{"o"}, Name: "open in", Help: "open in another screen, at the row under the cursor",
			Group: views.Go, Run: do(a.openIn), DisabledReason: a.openInDisabledReason()},
		{Keys: []string{"^"}, Name: "scope",
			Help: "narrow all screens, to what is under the cursor; esc takes that off again", Group: views.Go,
			Run:            do(a.narrowHere),
			DisabledReason: a.scopeDisabledReason()},
		{Name: "whole table", Help: "show the whole table again on all screens",
			Group: views.Go, Run: do(func() { a.setScope(nil) }), DisabledReason: a.wholeDisabledReason()},
		{Keys: []string{"]"}, Name: "next tab", Help: "go to the next tab", Group: views.Go,
			Run: do(func() { a.nextTab(1) })},
		{Keys: []string{"["}, Name: "previous tab", Help: "go to the previous tab", Group: views.Go,
			Run: do(func() { a.nextTab(-1) })},
		{Keys: []string{"F"}, Name: "findings", Help: "go to the findings, those about what is under the cursor",
			Group: views.Go, Run: do(a.findings), DisabledReason: a.tableDisabledReason()},
		{Keys: []string{"P"}, Name: "plan",
			Help:  "show what is read: strategy, key ranges, rows, bytes, what the server must scan, time",
			Group: views.Read, Run: do(a.openPlan), DisabledReason: a.planDisabledReason()},
		{Keys: []string{"ctrl+r"}, Name: "reread",
			Help: "read a fresh sample, list the tables again, or retry what failed", Group: views.Read,
			Run:            do(a.retry),
			DisabledReason: again},
		{Keys: []string{"w"}, Name: "why", Help: "explain the terms of the screen", Run: do(a.openTerms)},
		{Keys: []string{"!"}, Name: "error", Help: "show what went wrong, in full", Run: do(a.openProblem),
			DisabledReason: problem},
		{Name: "messages", Help: "list the messages of this session, the newest first", Group: views.Tabletop,
			Run: do(a.openLog)},
		{Keys: []string{"T"}, Name: "theme",
			Help:  "choose a theme: dark, light, two for color-blind eyes, the terminal's own 16 colors, no color",
			Group: views.Tabletop, Run: do(a.chooseTheme)},
		{Keys: []string{"f2"}, Name: "mouse",
			Help:  "leave the mouse to the terminal, or take it back (shift selects text in either case)",
			Group: views.Tabletop, Run: do(a.toggleMouse)},
		{Keys: []string{"ctrl+z"}, Name: "suspend", Help: "suspend tabletop; fg brings it back",
			Group: views.Tabletop, Run: do(func() { a.cmd(tea.Suspend) })},
		{Keys: []string{"ctrl+c"}, Name: "leave", Help: "leave tabletop at once",
			Group: views.Tabletop, Run: do(func() { a.end(&SignalError{Signal: syscall.SIGINT}) })},
	}
}

// tableDisabledReason reports that no table is open; empty when one is.
func (a *App) tableDisabledReason() string {
	if a.table == nil {
		return "no table is open"
	}
	return ""
}

// screenBindings open the screens.
func (a *App) screenBindings() []views.Binding {
	var out []views.Binding
	for _, s := range a.screens {
		b := views.Binding{Name: s.Title(), Help: cmp.Or(s.about, "go to the screen "+s.Title()),
			DisabledReason: a.screenDisabledReason(s),
			Run:            func() views.Request { return action(func() { a.jump(s) }) }}
		if s.key != "" {
			b.Keys = []string{s.key}
		}
		out = append(out, b)
	}
	return a.rebound(goingTo, out)
}

// screenKey is the key that opens a screen, as the settings have it; empty if there is none.
func (a *App) screenKey(s *screen) string {
	if s == nil || s.key == "" {
		return ""
	}
	return a.rebound(goingTo, []views.Binding{{Name: s.Title(), Keys: []string{s.key}}})[0].Keys[0]
}

// keyTo is screenKey by the ID of a screen.
func (a *App) keyTo(id views.ID) string { return a.screenKey(a.find(id)) }

// always are the keys that work while a screen takes text: none of them types anything.
func always(key string) bool {
	return slices.Contains([]string{"f1", "f2", lessonsKey, "f4", "ctrl+p", "ctrl+r", "ctrl+s"}, key)
}

// press gives a key to whom it belongs: what lies over the screen, text being typed, the screen, the app.
func (a *App) press(k tea.KeyPressMsg) {
	key := k.String()
	a.pending = nil
	if isInterrupt(k) { // esc followed at once by ctrl+c comes as alt+ctrl+c
		key = "ctrl+c"
	}
	if key == "ctrl+c" || key == "ctrl+z" {
		a.run(a.globals(), key)
		return
	}
	if a.tooSmall() {
		return
	}
	if a.over != nil {
		a.pressOver(k)
		return
	}
	if key == "esc" && a.toasts.dismiss() {
		return
	}
	a.resetSkip(key)
	if a.answering() {
		a.answer(k)
		return
	}
	if !a.screenShown() {
		a.pressUnshown(key)
		return
	}
	if a.current.Editing() {
		if a.pressMode(key) {
			return
		}
		if !always(key) || !a.run(a.globals(), key) && !a.run(a.screenBindings(), key) {
			a.pressScreen(k)
		}
		return
	}
	if a.run(a.lessonBindings(), key) || a.run(a.activeBindings(a.current), key) || a.run(a.screenBindings(), key) ||
		a.run(a.globals(), key) {
		return
	}
	a.pressScreen(k)
}

// pressScreen gives a key to the screen.
func (a *App) pressScreen(k tea.KeyPressMsg) {
	r, _ := ask(a.current, "pressing a key on", func(s views.Screen) views.Request { return s.Press(k) })
	a.handleRequest(r, a.current)
}

// isInterrupt reports whether a key is ctrl+c, with or without other modifiers.
func isInterrupt(k tea.KeyPressMsg) bool { return k.Code == 'c' && k.Mod.Contains(tea.ModCtrl) }

// run runs the binding of a key, or states why it does nothing now. It reports whether there is one.
func (a *App) run(bindings []views.Binding, key string) bool {
	for _, binding := range bindings {
		if !slices.Contains(binding.Keys, key) {
			continue
		}
		if off := a.lessonForbids(binding); off != "" {
			binding.DisabledReason = off
		}
		if binding.DisabledReason != "" {
			a.say(a.styles.Note(binding.Name + ": " + binding.DisabledReason))
		} else {
			a.handleRequest(binding.Run(), a.current)
		}
		return true
	}
	return false
}

// waiting reports whether there is no screen to show yet: the table is being opened, or could not be.
func (a *App) waiting() bool {
	return a.table != nil && a.table.data.Table == nil && !needsNoTable(a.current.ID())
}

// pressUnshown is press where the screen is not drawn: the app's keys only, and that which opens it again after a
// fault.
func (a *App) pressUnshown(key string) {
	if key == reopenKey && a.current.fault != nil && !a.waiting() {
		a.reopen(a.current)
		return
	}
	_ = a.run(a.lessonBindings(), key) || a.run(a.screenBindings(), key) || a.run(a.globals(), key)
}

func (a *App) stop() {
	a.jobs.stop()
	if a.table != nil {
		a.table.halted = true
	}
}

func (a *App) toggleMouse() {
	a.mouse = !a.mouse
	said := "the mouse is the terminal's: it selects text"
	if a.mouse {
		said = "the mouse moves and scrolls; shift selects text"
	}
	a.say(said)
}

// click gives a click to the screen, in its own cells.
func (a *App) click(m tea.Mouse) {
	if m.Button != tea.MouseLeft || a.tooSmall() {
		return
	}
	frame, _ := a.areas()
	body := frame.body
	if a.over == nil || frame.status.has(m.X, m.Y) {
		switch {
		case frame.tabs.has(m.X, m.Y):
			a.clickTabs(m.X)
			return
		case frame.top.has(m.X, m.Y):
			a.clickCrumbs(m.X)
			return
		case frame.status.has(m.X, m.Y):
			a.clickStatus(m.X)
			return
		}
	}
	if a.over != nil {
		a.clickOver(m.X, m.Y)
		return
	}
	if !a.screenShown() || !body.has(m.X, m.Y) {
		return
	}
	x, y := m.X-body.x-bodyMargin, m.Y-body.y
	r, _ := ask(a.current, "clicking on", func(s views.MouseHandler) views.Request { return s.Click(x, y) })
	a.handleRequest(r, a.current)
}

// wheelStep is how many lines one notch of the wheel moves.
const wheelStep = 3

// turn adds a notch of the wheel up. The first one is applied at once, what follows within a frame together.
func (a *App) turn(m tea.Mouse) bool {
	switch m.Button {
	case tea.MouseWheelUp:
		a.wheel -= wheelStep
	case tea.MouseWheelDown:
		a.wheel += wheelStep
	default:
		return false
	}
	if a.wheeling {
		return false
	}
	a.wheeling = true
	a.cmd(a.after(minDeliveryInterval, wheelMsg{}))
	return a.scroll()
}

// turned applies what the wheel turned during a frame.
func (a *App) turned() bool {
	a.wheeling = false
	return a.wheel != 0 && a.scroll()
}

func (a *App) scroll() bool {
	lines := a.wheel
	a.wheel = 0
	switch {
	case a.tooSmall():
		return false
	case a.over != nil:
		a.over.wheel(lines)
		return true
	case !a.screenShown() || !is[views.MouseHandler](a.current):
		return false
	}
	r, _ := ask(a.current, "turning the wheel on", func(s views.MouseHandler) views.Request { return s.Wheel(lines) })
	a.handleRequest(r, a.current)
	return true
}

// helpGroups are the keys that do something where the app stands, as people think of them. A key that the screen has
// taken is left out of those of the app.
func (a *App) helpGroups() []widget.HelpGroup {
	groups := []widget.HelpGroup{views.Look: {Title: a.current.Title()}, views.Change: {Title: "Change what is tried"},
		views.Take: {Title: "Take away"}, views.Go: {Title: "Find and go"}, views.Read: {Title: "Read rows"},
		views.Tabletop: {Title: "tabletop"}}
	var own []views.Binding
	add := func(binding views.Binding) {
		group := &groups[binding.Group]
		group.Items = append(group.Items, helpItem(binding))
	}
	if a.screenShown() {
		own = a.activeBindings(a.current)
	}
	for _, b := range own {
		add(b)
	}
	for _, b := range a.globals() {
		taken := func(key string) bool {
			return slices.ContainsFunc(own, func(o views.Binding) bool { return slices.Contains(o.Keys, key) })
		}
		if free := slices.DeleteFunc(slices.Clone(b.Keys), taken); len(free) > 0 || len(b.Keys) == 0 {
			b.Keys = free
			add(b)
		}
	}
	out := append(a.lessonGroup(), groups[:views.Go]...)
	if len(own) > 0 {
		out = append(out, widget.ListKeys())
	}
	return append(append(out, a.screensGroup()), groups[views.Go:]...)
}

// screensGroup is the group of the keys that open screens.
func (a *App) screensGroup() widget.HelpGroup {
	group := widget.HelpGroup{Title: "Screens"}
	brief := widget.HelpItem{Text: "the screens of the tabs"}
	digits := ""
	for _, binding := range a.screenBindings() {
		group.Items = append(group.Items, helpItem(binding))
		switch keys := binding.Keys; {
		case len(keys) == 0:
		case len(keys[0]) == 1:
			digits += keys[0]
		default:
			brief.Keys = append(brief.Keys, keys[0])
		}
	}
	if digits == "0123456789" {
		brief.Keys = append([]string{"0…9"}, brief.Keys...)
		group.Brief = &brief
	}
	return group
}

func helpItem(b views.Binding) widget.HelpItem {
	return widget.HelpItem{Keys: b.Keys, Text: b.Help, DisabledReason: b.DisabledReason}
}
