package widget

import "tabletop/views/text"

// Labeled returns a text in lines of at most w cells, below each other behind a label of indent cells, which style
// styles.
func Labeled(style func(string) string, label, words string, indent, w int) []string {
	lines := text.Wrap(words, max(w-indent, 8))
	for i, line := range lines {
		lines[i] = style(Pad(label, indent)) + line
		label = ""
	}
	return lines
}
