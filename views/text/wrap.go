package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks s at spaces, and after the hyphens of compound words, into lines of at most w cells; nil if w is below 1.
// A figure stays with its unit. Flags such as --max-memory stay whole, so that they can be copied. Words longer than a
// line are broken.
func Wrap(s string, w int) []string {
	if w < 1 {
		return nil
	}
	// stand for a hyphen and a space that are no places to break; Escape leaves none in a text
	const unbroken, unbrokenSpace = "\uE000", "\uE001"
	words := strings.SplitAfter(s, " ")
	for i, word := range words {
		if figure, spaced := strings.CutSuffix(word, " "); spaced && isFigure(figure) && isUnit(words[i+1]) {
			words[i] = figure + unbrokenSpace
		}
		if strings.HasPrefix(strings.TrimLeft(word, "(\"'`"), "-") {
			words[i] = strings.ReplaceAll(words[i], "-", unbroken)
		}
	}
	wrapped := ansi.Wrap(strings.Join(words, ""), w, " ")
	return strings.Split(strings.NewReplacer(unbroken, "-", unbrokenSpace, " ").Replace(wrapped), "\n")
}

// isFigure reports whether a word ends with a digit.
func isFigure(word string) bool {
	return word != "" && word[len(word)-1] >= '0' && word[len(word)-1] <= '9'
}

// isUnit reports whether a word is a unit of sizes or durations, with or without what ends a clause.
func isUnit(word string) bool {
	switch strings.TrimRight(word, " ,.;:)") {
	case "B", "kB", "MB", "GB", "TB", "PB", "y", "d", "h", "min", "s", "ms", "µs", "ns":
		return true
	}
	return false
}
