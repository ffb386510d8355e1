package widget

import (
	"strings"
	"tabletop/views/text"
)

// HelpItem is one line of help: keys and what they do. Off is why they do nothing now, empty when they work.
type HelpItem struct {
	Keys           []string
	Text           string
	DisabledReason string
}

// HelpGroup is a heading and its lines.
type HelpGroup struct {
	Title string
	Items []HelpItem
}

// ListKeys is the help of the keys that every list knows (List.Press).
func ListKeys() HelpGroup {
	return HelpGroup{"In lists", []HelpItem{
		{Keys: []string{"j", "k", "down", "up"}, Text: "one row down, up"},
		{Keys: []string{"ctrl+d", "ctrl+u"}, Text: "half a page down, up"},
		{Keys: []string{"pgdown", "pgup"}, Text: "a page down, up"},
		{Keys: []string{"g", "G"}, Text: "to the first, last row"},
	}}
}

// longHelp is how many lines of help are too many for one column where there is room for two: two screens of 24 lines.
// twoColumns is the width from which there is.
const longHelp, twoColumns = 36, 72

// Help draws groups as lines of w cells: in two columns where one would be long, and there is room.
func Help(st *Styles, groups []HelpGroup, w int) []string {
	lines := helpColumn(st, groups, w)
	if w < twoColumns || len(lines) <= longHelp {
		return lines
	}
	const gap = 2
	width := (w - gap) / 2
	left, right := shortHelp(st, groups, width)
	lines = lines[:0]
	for row := range max(len(left), len(right)) {
		line := Spaces(width)
		if row < len(left) {
			line = Pad(left[row], width)
		}
		if row < len(right) {
			line += Spaces(gap) + right[row]
		}
		lines = append(lines, line)
	}
	return lines
}

// shortHelp draws groups in two columns of w cells, a line for each item, a group whole in one of them where the
// columns stay about as long.
func shortHelp(st *Styles, groups []HelpGroup, w int) (left, right []string) {
	var all []string
	cut := 0 // the first line of the right column: of a group if one begins near the middle
	total := 0
	for _, group := range groups {
		total += len(group.Items) + 2
	}
	const near = 5
	for _, group := range groups {
		if len(group.Items) == 0 {
			continue
		}
		if len(all) > 0 {
			all = append(all, "")
		}
		if at := len(all); at >= total/2-near && at <= total/2+near && cut == 0 {
			cut = at
		}
		all = append(all, Truncate(st.Accent(group.Title), w))
		for _, item := range group.Items {
			all = append(all, item.short(st, w))
		}
	}
	if cut == 0 {
		cut = (len(all) + 1) / 2
	}
	left, right = all[:cut], all[cut:]
	if len(left) > 0 && left[len(left)-1] == "" {
		left = left[:len(left)-1]
	}
	return left, right
}

// shortKeys is the width of the keys of an item on one line.
const shortKeys = 9

// short draws an item on a line of w cells: the sentence if it fits, else as much as fits of what stands in it before
// the first comma, colon, or semicolon. The palette has all of it.
func (i HelpItem) short(st *Styles, w int) string {
	room := w - shortKeys - 1
	words := i.Text
	if Width(words) > room {
		words = strings.TrimRight(words[:strings.IndexAny(words+":", ",:;(")], " ")
	}
	words = Truncate(words, room)
	if i.DisabledReason != "" {
		words = st.Dim(words)
	}
	names := KeyNames(i.Keys)
	for n := len(i.Keys) - 1; n > 0 && Width(names) > shortKeys; n-- {
		names = KeyNames(i.Keys[:n])
	}
	return st.Text(Key, Pad(names, shortKeys)) + " " + words
}

// helpColumn draws groups as lines of w cells below each other.
func helpColumn(st *Styles, groups []HelpGroup, w int) []string {
	keyWidth := 0
	for _, g := range groups {
		for _, item := range g.Items {
			keyWidth = max(keyWidth, Width(KeyNames(item.Keys)))
		}
	}
	keyWidth = min(keyWidth, w/2)
	var lines []string
	for i, group := range groups {
		if len(group.Items) == 0 {
			continue
		}
		if i > 0 && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, Truncate(st.Accent(group.Title), w))
		for _, item := range group.Items {
			lines = append(lines, helpItem(st, item, keyWidth, w)...)
		}
	}
	return lines
}

func helpItem(st *Styles, item HelpItem, keyWidth, w int) []string {
	help := item.Text
	if item.DisabledReason != "" {
		help += " (not now: " + item.DisabledReason + ")"
	}
	var lines []string
	for i, part := range text.Wrap(help, max(w-keyWidth-2, 8)) {
		keys := Spaces(keyWidth)
		if i == 0 {
			keys = st.Text(Key, Pad(KeyNames(item.Keys), keyWidth))
		}
		if item.DisabledReason != "" {
			part = st.Dim(part)
		}
		lines = append(lines, Truncate(keys+"  "+part, w))
	}
	return lines
}

// KeyNames returns keys in display form: "j k ↓ ↑".
func KeyNames(keys []string) string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = KeyName(k)
	}
	return strings.Join(names, " ")
}

// KeyName returns one key of tea.KeyPressMsg.String in display form.
func KeyName(key string) string {
	switch key {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "shift+tab":
		return "⇧tab"
	}
	if letter, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "^" + letter
	}
	return key
}
