package widget

import (
	"strings"
	"tabletop/views/text"
)

// HelpItem is one line of help: keys and what they do. DisabledReason is why they do nothing now, empty when they work.
type HelpItem struct {
	Keys           []string
	Text           string
	DisabledReason string
}

// HelpGroup is a heading and its lines.
type HelpGroup struct {
	Title string
	Items []HelpItem
	Brief *HelpItem // stands for all of them where room is short; nil is none

	dense bool // no line is left free before it
}

// ListKeys is the help of the keys that every list knows (List.Press).
func ListKeys() HelpGroup {
	return HelpGroup{Title: "In lists", Items: []HelpItem{
		{Keys: []string{"j", "k", "down", "up"}, Text: "a row down or up"},
		{Keys: []string{"ctrl+d", "ctrl+u"}, Text: "half a page down or up"},
		{Keys: []string{"pgdown", "pgup"}, Text: "a page down or up"},
		{Keys: []string{"g", "G"}, Text: "to the first or last row"},
	}}
}

// twoColumns is the width from which help has two columns.
const twoColumns = 72

// Help draws groups as lines of w cells, of which h are seen at once: whole sentences where they are all seen, else
// what stands in them before the first comma, colon, or semicolon, without the lines that have no key. The palette and
// a search have all of it. No line is cut. What is read aloud is always whole.
func Help(st *Styles, groups []HelpGroup, w, h int) []string {
	whole := helpColumns(st, groups, w, HelpItem.sentence)
	if len(whole) <= h || st.Spoken() {
		return whole
	}
	brief := briefly(groups)
	spaced := helpColumns(st, brief, w, HelpItem.clause)
	for i := range brief {
		brief[i].dense = true
	}
	if dense := helpColumns(st, brief, w, HelpItem.clause); pages(len(dense), h) < pages(len(spaced), h) {
		return dense
	}
	return spaced
}

// HelpFound draws the items that hold what was typed as lines of w cells, in whole sentences; one line says that none
// does.
func HelpFound(st *Styles, groups []HelpGroup, typed string, w int) []string {
	var found []HelpGroup
	for _, group := range groups {
		kept := HelpGroup{Title: group.Title}
		for _, item := range group.Items {
			held := strings.ToLower(KeyNames(item.Keys) + "  " + item.Text + " " + item.DisabledReason)
			if strings.Contains(held, strings.ToLower(typed)) {
				kept.Items = append(kept.Items, item)
			}
		}
		found = append(found, kept)
	}
	if lines := helpColumn(st, found, w, HelpItem.sentence); len(lines) > 0 {
		return lines
	}
	return []string{"No key does that."}
}

// briefly returns groups in as few lines as state what each key does.
func briefly(groups []HelpGroup) []HelpGroup {
	out := make([]HelpGroup, len(groups))
	for at, group := range groups {
		out[at].Title = group.Title
		items := group.Items
		if group.Brief != nil {
			items = []HelpItem{*group.Brief}
		}
		for _, item := range items {
			if len(item.Keys) > 0 {
				out[at].Items = append(out[at].Items, item)
			}
		}
	}
	return out
}

// helpColumns draws groups as lines of w cells: each whole in one of two columns about as long, where there is room.
func helpColumns(st *Styles, groups []HelpGroup, w int, words func(HelpItem) string) []string {
	if w < twoColumns || st.Spoken() {
		return helpColumn(st, groups, w, words)
	}
	const gap = 2
	width := (w - gap) / 2
	var left, right []string
	for cut := range len(groups) {
		before, after := helpColumn(st, groups[:cut+1], width, words), helpColumn(st, groups[cut+1:], width, words)
		if cut == 0 || max(len(before), len(after)) < max(len(left), len(right)) {
			left, right = before, after
		}
	}
	lines := make([]string, max(len(left), len(right)))
	for row := range lines {
		lines[row] = Spaces(width + gap)
		if row < len(left) {
			lines[row] = Pad(left[row], width+gap)
		}
		if row < len(right) {
			lines[row] += right[row]
		}
	}
	return lines
}

// helpKeys is the width of the keys of an item; of those that take more the last ones are left out.
const helpKeys = 9

// helpColumn draws groups as lines of w cells below each other.
func helpColumn(st *Styles, groups []HelpGroup, w int, words func(HelpItem) string) []string {
	var lines []string
	for _, group := range groups {
		if len(group.Items) == 0 {
			continue
		}
		if len(lines) > 0 && !group.dense {
			lines = append(lines, "")
		}
		lines = append(lines, Truncate(st.Accent(group.Title), w))
		for _, item := range group.Items {
			lines = append(lines, helpItem(st, item, words(item), w)...)
		}
	}
	return lines
}

func helpItem(st *Styles, item HelpItem, words string, w int) []string {
	keyWidth := min(helpKeys, w/2)
	names := KeyNames(item.Keys)
	for n := len(item.Keys) - 1; n > 0 && Width(names) > keyWidth; n-- {
		names = KeyNames(item.Keys[:n])
	}
	var lines []string
	for i, part := range text.Wrap(words, max(w-keyWidth-1, 8)) {
		if i > 0 {
			names = ""
		}
		if item.DisabledReason != "" {
			part = st.Dim(part)
		}
		lines = append(lines, Truncate(st.Text(Key, Pad(names, keyWidth))+" "+part, w))
	}
	return lines
}

// sentence is what an item does, and why not now.
func (i HelpItem) sentence() string {
	if i.DisabledReason != "" {
		return i.Text + " (not now: " + i.DisabledReason + ")"
	}
	return i.Text
}

// clause is the part of what an item does before the first comma, colon, semicolon, or parenthesis.
func (i HelpItem) clause() string {
	return strings.TrimRight(i.Text[:strings.IndexAny(i.Text+":", ",:;(")], " ")
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
	case "pgdown":
		return "pgdn"
	}
	if letter, ok := strings.CutPrefix(key, "ctrl+"); ok {
		return "^" + letter
	}
	return key
}
