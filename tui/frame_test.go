package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/widget"
)

// tabLine is the tab bar of the frame.
func (a *appTest) tabLine() string { return strings.Split(a.frame(), "\n")[1] }

// TestTabs verifies that every screen with a key has a tab wherever there is room for it, that the tab of the screen
// that is up is shown at every width and stands over the heavy rule, and that a click on a tab opens its screen.
func TestTabs(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	for _, w := range []int{40, 60, 80, 120, 200} {
		r.send(tea.WindowSizeMsg{Width: w, Height: 24})
		for _, s := range r.app.screens[1:] {
			if s.key == "" {
				continue
			}
			r.app.jump(s)
			r.app.dirty = true
			r.settle()
			bar := r.tabLine()
			rule := []rune(strings.Split(r.frame(), "\n")[2])
			x := widget.Width(bar[:strings.Index(bar, " "+s.key+" ")+1])
			if x < 1 || rule[x] != '━' {
				t.Errorf("%d cells: %s is up and its tab is not marked:\n%s\n%s", w, s.Title(), bar, string(rule))
			}
		}
	}
	if bar := r.tabLine(); !strings.Contains(bar, "9 Findings") || !strings.Contains(bar, "f4 Diff") ||
		!strings.Contains(bar, "f3 Lessons") {
		t.Errorf("200 cells do not hold all names: %s", bar)
	}
	for _, tab := range r.app.tabs(200) {
		r.send(tea.MouseClickMsg{X: tab.x + 1, Y: 1, Button: tea.MouseLeft})
		if r.app.current != tab.screen {
			t.Errorf("a click on %s opened %s", tab.screen.Title(), r.app.current.Title())
		}
		r.settle()
	}
	r.send(tea.WindowSizeMsg{Width: 40, Height: 24})
	tabs := r.app.tabs(40)
	r.send(tea.MouseClickMsg{X: tabs[len(tabs)-1].x, Y: 1, Button: tea.MouseLeft})
	if r.app.over == nil {
		t.Error("the ellipsis behind the tabs opens nothing")
	}
	r.keys("esc")
	r.send(tea.MouseClickMsg{X: 3, Y: 0, Button: tea.MouseLeft})
	r.settle()
	if r.app.current.ID() != views.TablesScreen {
		t.Error("a click on the source does not list the tables")
	}
}

// TestTabsInANarrowWindow verifies that all screens have their tab in 80 cells, the one of the lessons too, and with
// badges, which are then of one sign.
func TestTabsInANarrowWindow(t *testing.T) {
	r := rigOf(t, Options{Source: "demo:devices", Open: openDemo}, true)
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	bar := r.tabLine()
	for _, want := range []string{"f4 Diff", "f3 Learn", "7 Ret", "9 Find▲1"} {
		if !strings.Contains(bar, want) {
			t.Errorf("no %q in %s", want, bar)
		}
	}
}

// TestScreensOfAnEmptyTable verifies that every screen of a table without rows states that there are none, with what
// can be done, and draws no chart, axis, or badge of nothing.
func TestScreensOfAnEmptyTable(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(0))}, true)
	r.settle()
	r.send(tea.WindowSizeMsg{Width: 120, Height: 30})
	for _, key := range []string{"2", "3", "4", "5", "6", "7", "8"} {
		r.keys(key)
		r.settle()
		if frame := r.frame(); !strings.Contains(frame,
			"has no rows, so "+r.app.current.Title()+" has nothing to show") ||
			!strings.Contains(frame, "1 families and policies") {
			t.Errorf("%s:\n%s", key, frame)
		}
		if strings.Contains(r.tabLine(), "◌") {
			t.Errorf("a badge waits for rows: %s", r.tabLine())
		}
	}
}

// TestBadges verifies that a badge is there exactly if what it stands for is, and never before it is known.
func TestBadges(t *testing.T) {
	r := rigOf(t, Options{Source: "demo:battery", Open: openDemo}, true)
	r.until("◌") // the audit is not done yet
	r.settle()
	s := r.app.data().Summary
	if s == nil || s.Of != r.app.data().Analysis {
		t.Fatal("nothing was summarized")
	}
	r.send(tea.WindowSizeMsg{Width: 200, Height: 24})
	if bar := r.tabLine(); strings.Contains(bar, "Heat ▲") != r.app.data().Judgment(audit.Writes).Warns() ||
		strings.Contains(bar, "◌") {
		t.Errorf("pattern %s: %s", s.Input.Heat.Score.Pattern, bar)
	}
	if bar := r.tabLine(); strings.Contains(bar, "Findings ·") || strings.Contains(bar, "Findings ▲") ||
		strings.Contains(bar, "Findings ✖") {
		if len(s.Audit.Findings) == 0 {
			t.Errorf("no findings: %s", bar)
		}
	} else if len(s.Audit.Findings) > 0 {
		t.Errorf("%d findings: %s", len(s.Audit.Findings), bar)
	}
	if strings.Contains(r.tabLine(), "Retention ") &&
		strings.Contains(r.tabLine(), "%") != (s.Input.Review.Garbage.ShareOfAll() >= leastGarbageShare) {
		t.Errorf("%v can go: %s", s.Input.Review.Garbage.Total.Share, r.tabLine())
	}
}

// TestStatusClick verifies that a click on a key of the status line presses it.
func TestStatusClick(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(50))})
	r.settle()
	line := strings.Split(r.frame(), "\n")[23]
	r.send(tea.MouseClickMsg{X: widget.Width(line[:strings.Index(line, "s sort")]), Y: 23, Button: tea.MouseLeft})
	r.shows("sorted")
	r.send(tea.MouseClickMsg{X: widget.Width(line[:strings.Index(line, "help")]), Y: 23, Button: tea.MouseLeft})
	r.shows("sort by the next column")
}

// TestProgressLine verifies that the status line shows the share, the rows, the time left and the rate while rows are
// read, and that neither help nor the way out gives way to it.
func TestProgressLine(t *testing.T) {
	f := newFake(4000)
	f.parts, f.readGate = 3, make(chan struct{})
	now := noon()
	r := newRig(t, Options{Source: f.name, Open: opens(f), Now: func() time.Time { return now }})
	r.until("75%")
	r.untilLeft(1)
	now = now.Add(30 * time.Second)
	r.send(tickMsg{})
	r.send(tea.WindowSizeMsg{Width: 200, Height: 24})
	r.shows("▶", "75%", "3,000 rows", "0:30", "100 rows/s", "space pause", "x stop")
	for _, w := range []int{40, 60, 80, 100, 140} {
		r.send(tea.WindowSizeMsg{Width: w, Height: 24})
		r.shows("75%", "? help")
	}
}

// TestToasts verifies that a message goes by itself, that a failure stays until esc, that at most two are shown and all
// are listed, and that none covers the line under the cursor.
func TestToasts(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(100))})
	r.settle()
	r.app.say("first")
	r.app.fail("second")
	r.app.say("third")
	r.app.dirty = true
	r.hides("first")
	r.shows("✖ second", "third")
	r.send(toastMsg(3))
	r.hides("third")
	r.keys("j", "k")
	r.shows("second")
	r.keys("esc")
	r.hides("second")
	r.keys("G")
	r.app.say("over the end")
	r.app.dirty = true
	lines := strings.Split(r.frame(), "\n")
	if !strings.HasPrefix(lines[22], " ▸ row 99") || strings.Contains(lines[21], "over the end") {
		t.Errorf("a message covers the line under the cursor:\n%s", r.frame())
	}
	r.shows("over the end")
	r.keys(":", "m", "e", "s", "s", "a", "g", "e", "s", "enter")
	r.shows("first", "✖ second", "third", "over the end")
}

// TestInterruptAlways verifies that ctrl+c ends the app in every mode and with any other modifier: esc followed at once
// by ctrl+c comes as alt+ctrl+c.
func TestInterruptAlways(t *testing.T) {
	for _, mod := range []tea.KeyMod{tea.ModCtrl, tea.ModCtrl | tea.ModAlt, tea.ModCtrl | tea.ModShift} {
		for name, drive := range map[string]func(*appTest){
			"screen": func(*appTest) {}, "overlay": func(r *appTest) { r.keys("?") },
			"palette": func(r *appTest) { r.keys(":") },
			"typing":  func(r *appTest) { r.one.editing = true }, "picker": func(r *appTest) { r.keys("0") },
		} {
			r := newRig(t, Options{Source: "x", Open: opens(newFake(5)), Catalog: someEntries()})
			r.settle()
			drive(r)
			r.send(tea.KeyPressMsg{Code: 'c', Mod: mod})
			if r.app.quit == nil {
				t.Errorf("%s: %v does not end the app", name, tea.KeyPressMsg{Code: 'c', Mod: mod})
			}
		}
	}
}

// TestMargin verifies that no screen draws into the margin, at both edges, and that a click still meets the line it is
// on.
func TestMargin(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	for _, s := range r.app.screens {
		for _, w := range []int{80, 140} {
			r.app.jump(s)
			r.settle()
			r.send(tea.WindowSizeMsg{Width: w, Height: 30})
			lines := strings.Split(r.frame(), "\n")
			for y, l := range lines[3 : len(lines)-1] {
				if l != "" && (!strings.HasPrefix(l, " ") || widget.Width(strings.TrimRight(l, " ")) >= w) {
					t.Errorf("%s at %d: line %d touches the edge: %q", s.Title(), w, y, l)
				}
			}
		}
	}
}

// TestOnlyADrawnScreenGetsKeys verifies that keys, pastes, clicks and the wheel do nothing while the terminal is too
// small, or its size is not known, except that ctrl+c leaves; that no overlay opens unseen; and that the screen has
// them again in a larger terminal.
func TestOnlyADrawnScreenGetsKeys(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {39, 24}, {36, 10}, {80, 11}, {20, 5}} {
		r := newRig(t, Options{Source: "x", Open: opens(newFake(50))})
		r.settle()
		r.app.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		r.keys("j", "2", "?", "q", ":")
		r.send(tea.PasteMsg{Content: "j"})
		r.send(tea.MouseClickMsg{X: 5, Y: 5, Button: tea.MouseLeft})
		r.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		if r.one.list.Cursor() != 0 || r.app.current.held != r.one || r.app.over != nil {
			t.Errorf("%v: the cursor is at %d of %s, over it %T", size, r.one.list.Cursor(), r.app.current.Title(),
				r.app.over)
		}
		r.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		r.keys("j")
		if r.one.list.Cursor() != 1 {
			t.Errorf("%v: no key works afterwards", size)
		}
		r.app.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		r.keys("ctrl+c")
		if r.app.quit == nil {
			t.Errorf("%v: ctrl+c does not leave", size)
		}
	}
}

// TestNoRowsTakeNoKeys verifies that a screen in whose place the app says that there are no rows gets no keys, and that
// the app's work.
func TestNoRowsTakeNoKeys(t *testing.T) {
	r := newRig(t, Options{Source: "x", Open: opens(newFake(0))})
	r.settle()
	r.shows("has no rows, so One has nothing to show")
	r.one.onPress = map[string]views.Request{"j": views.Notify{Text: "pressed"}}
	r.keys("j", "s")
	r.hides("pressed", "sorted")
	r.keys("2")
	r.shows("so Two has nothing to show")
}
