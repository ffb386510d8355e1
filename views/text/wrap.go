package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks s at spaces, and after the hyphens of compound words, into lines of at most w cells; nil if w is below 1.
// Flags such as --max-memory stay whole, so that they can be copied. Words longer than a line are broken.
func Wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	const unbroken = "\uE000" // stands for a hyphen that is no place to break; Escape leaves none in a text
	words := strings.SplitAfter(s, " ")
	for i, word := range words {
		if strings.HasPrefix(strings.TrimLeft(word, "(\"'`"), "-") {
			words[i] = strings.ReplaceAll(word, "-", unbroken)
		}
	}
	return strings.Split(strings.ReplaceAll(ansi.Wrap(strings.Join(words, ""), w, " "), unbroken, "-"), "\n")
}
