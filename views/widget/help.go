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

// Help draws groups as lines of w cells.
func Help(st *Styles, groups []HelpGroup, w int) []string {
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
