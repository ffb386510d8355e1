package tui

import (
	"slices"
	"strconv"

	"tabletop/views"
	"tabletop/views/widget"
)

// chooseTheme lists the themes; the one under the cursor is shown at once, and esc takes that back.
func (a *App) chooseTheme() {
	about := map[widget.Theme]string{
		widget.SafeDark: "for color-blind eyes", widget.SafeLight: "for color-blind eyes",
		widget.ANSI: "the terminal's own 16 colors", widget.Mono: "no color",
	}
	before, themes := a.opts.Theme, widget.Themes()
	show := func(t widget.Theme) {
		a.opts.Theme = t
		a.setStyles(a.profile())
	}
	var items []menuItem
	for i, theme := range themes {
		name := string(theme)
		if about[theme] != "" {
			name += "   " + about[theme]
		}
		items = append(items, menuItem{key: strconv.Itoa(i + 1), name: name, run: func() views.Request {
			return action(func() {
				show(theme)
				a.keepTheme(theme)
			})
		}})
	}
	m := newMenu("Theme", items)
	m.list.SetCursor(slices.Index(themes, a.theme()))
	m.moved = func(i int) { show(themes[i]) }
	m.left = func() { show(before) }
	a.over = m
}
