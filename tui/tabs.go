package tui

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/widget"
)

// tab is a screen in the tab bar: where it stands and what it says.
type tab struct {
	screen *screen // nil opens the list of screens
	x, w   int
	text   string // w cells, styled
}

// names are which names the tabs have.
type names int

const (
	titles names = iota
	shortNames
	tinyNames // and badges of one sign
)

// tabForm is a way to draw the tab bar.
type tabForm struct {
	names  names
	gap    int
	spaced bool // a space stands before a badge
}

// tabForms are the ways to draw the tab bar, the widest first.
var tabForms = []tabForm{{titles, 3, true}, {titles, 2, true}, {shortNames, 3, true}, {shortNames, 2, true},
	{shortNames, 2, false}, {shortNames, 1, false}, {tinyNames, 1, false}}

// tabs places the tabs in w cells: by their titles, else by short names; if these do not fit either, the last ones are
// found behind an ellipsis.
func (a *App) tabs(w int) []tab {
	var list []*screen
	for _, s := range a.screens[1:] {
		if s.key != "" {
			list = append(list, s)
		}
	}
	for _, form := range tabForms {
		if tabs, ok := a.placeTabs(list, form, w); ok {
			return tabs
		}
	}
	const more = 2 // cells for the ellipsis
	least := tabForms[len(tabForms)-1]
	tabs, _ := a.placeTabs(list, least, w-more)
	if open := a.openTab(); open != nil {
		// The tab that is open is always shown, in place of the last ones.
		for n := len(tabs); n > 0 && !slices.ContainsFunc(tabs, func(t tab) bool { return t.screen == open }); n-- {
			if some, ok := a.placeTabs(append(slices.Clone(list[:n-1]), open), least, w-more); ok {
				tabs = some
			}
		}
	}
	x := 1
	if n := len(tabs); n > 0 {
		x = tabs[n-1].x + tabs[n-1].w + 1
	}
	return append(tabs, tab{x: x, w: 1, text: a.styles.Text(widget.Key, "…")})
}

// placeTabs places the tabs that fit into w cells and reports whether these are all.
func (a *App) placeTabs(list []*screen, form tabForm, w int) (tabs []tab, all bool) {
	count := 1
	for _, screen := range list {
		name, key := screen.name(form.names), widget.KeyName(a.screenKey(screen))
		tab := tab{screen: screen, x: count}
		switch {
		case a.screenDisabledReason(screen) != "":
			tab.text = a.styles.Dim(key + " " + name)
		case a.openTab() == screen:
			tab.text = a.styles.Text(widget.Key, key) + " " + a.styles.Accent(name)
		default:
			tab.text = a.styles.Text(widget.Key, key) + " " + name
		}
		if badge := a.badge(screen, form.names == tinyNames); badge != "" {
			if form.spaced {
				tab.text += " "
			}
			tab.text += badge
		}
		tab.w = widget.Width(tab.text)
		if count+tab.w > w-1 {
			return tabs, false
		}
		tabs = append(tabs, tab)
		count += tab.w + form.gap
	}
	return tabs, true
}

// name is the name of the screen in a tab.
func (s *screen) name(as names) string {
	switch {
	case as == tinyNames && s.tiny != "":
		return s.tiny
	case as != titles && s.short != "":
		return s.short
	}
	return s.Title()
}

// openTab is the tab of the screen that is up. A screen without one belongs to that which it was opened from.
func (a *App) openTab() *screen {
	if a.current.key != "" {
		return a.current
	}
	for i := len(a.history) - 1; i >= 0; i-- {
		if a.history[i].key != "" {
			return a.history[i]
		}
	}
	return nil
}

// drawTabs draws the tab bar and the rule below it, which is heavy under the tab that is open.
func (a *App) drawTabs(w int) (bar, rule string) {
	var b strings.Builder
	count, from, to := 0, 0, 0
	for _, t := range a.tabs(w) {
		b.WriteString(widget.Spaces(t.x - count))
		b.WriteString(t.text)
		count = t.x + t.w
		if t.screen != nil && t.screen == a.openTab() {
			from, to = t.x-1, t.x+t.w+1
		}
	}
	to = min(to, w)
	rule = widget.Rule(a.styles, from) + a.styles.Accent(strings.Repeat("━", to-from)) + widget.Rule(a.styles, w-to)
	return widget.Truncate(b.String(), w), rule
}

// clickTabs opens the tab at x.
func (a *App) clickTabs(x int) {
	for _, tab := range a.tabs(a.width) {
		switch {
		case x < tab.x || x >= tab.x+tab.w:
		case tab.screen == nil:
			a.openPalette()
		case a.screenDisabledReason(tab.screen) != "":
			a.say(a.styles.Note(tab.screen.Title() + ": " + a.screenDisabledReason(tab.screen)))
		default:
			a.jump(tab.screen)
		}
	}
}

// badge is what a tab says beside its name: only what deserves a look; if tiny, one sign with one number at most.
func (a *App) badge(s *screen, tiny bool) string {
	data := a.data()
	if data == nil || data.Sample == nil || s.badge == nil {
		return ""
	}
	return s.badge(a, data, tiny)
}

// keysBadge marks a layout that is not sure.
func keysBadge(a *App, data *views.Data, _ bool) string {
	if _, sure := layoutCertainty(data); !sure {
		return a.styles.Text(widget.Warning, "?")
	}
	return ""
}

// heatBadge marks a finding about writes.
func heatBadge(a *App, data *views.Data, _ bool) string {
	if judged := data.Judgment(audit.Writes); judged.Warns() {
		return a.styles.Text(judged.Mark, "▲")
	}
	return ""
}

// retentionBadge is the share that can go, in the color of the findings about storage.
func retentionBadge(a *App, data *views.Data, tiny bool) string {
	if data.Summary == nil {
		return ""
	}
	garbage, judged := data.Summary.Input.Review.Garbage, data.Judgment(audit.Storage)
	switch {
	case garbage.ShareOfAll() < leastGarbageShare || garbage.Total.Eligible.Bytes == 0:
		return ""
	case tiny && !judged.Warns():
		return ""
	case tiny:
		return a.styles.Text(judged.Mark, "▲")
	}
	return a.styles.Text(judged.Mark, fmt.Sprintf("%.0f%%", 100*garbage.ShareOfAll()))
}

// findingsBadge counts the findings.
func findingsBadge(a *App, data *views.Data, tiny bool) string {
	if data.Summary == nil {
		if data.Analysis.Profile != nil && data.Sample.Rows() > 0 {
			return a.styles.Dim("◌")
		}
		return ""
	}
	parts := a.countFindings(data.Summary.Audit)
	if tiny && len(parts) > 0 {
		return parts[0]
	}
	return strings.Join(parts, " ")
}

// countFindings counts the findings of each severity that has any, the worst first.
func (a *App) countFindings(r *audit.Report) (parts []string) {
	return views.CountFindings(a.styles, r.Count)
}

// leastGarbageShare is the share of the bytes that can go from which on the tab of Retention says so.
const leastGarbageShare = 0.05
