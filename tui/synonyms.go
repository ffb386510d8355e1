package tui

import (
	_ "embed" // synonyms.txt
	"slices"
	"strings"
)

// content drops the words of a question that name nothing, unless nothing is left: "why is my table so big" asks for
// "table big".
func content(typed []string) []string {
	const empty = " a about all an and any are as at be by can do does every for from get give has have how i in is " +
		"it its many me much my no not of on or our so than that the their them there these this to too was we " +
		"what where which who why will with "
	named := slices.DeleteFunc(slices.Clone(typed), func(w string) bool { return strings.Contains(empty, " "+w+" ") })
	if len(named) == 0 {
		return typed
	}
	return named
}

// stem is a word without its ending: hotspotting, hotspots and hotspot have one.
func stem(word string) string {
	const least = 3 // letters that remain of a word
	for _, ending := range []string{"ations", "ation", "ings", "ing", "ed", "es", "s"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= least {
			word = rest
			break
		}
	}
	switch n := len(word); {
	case n > least && word[n-1] == 'e':
		return word[:n-1]
	case n > least && word[n-1] == 'y':
		return word[:n-1] + "i"
	case n > least && word[n-1] == word[n-2]:
		return word[:n-1]
	}
	return word
}

// applied are the synonyms that count for what is typed: single words, and the words of each phrase (row+size) that is
// in it as a whole.
func applied(synonyms, typed []string) []string {
	var out []string
	for _, synonym := range synonyms {
		phrase := strings.Split(synonym, "+")
		missing := func(part string) bool {
			return !slices.ContainsFunc(typed, func(w string) bool { return stem(w) == stem(part) })
		}
		if len(phrase) == 1 || !slices.ContainsFunc(phrase, missing) {
			out = append(out, phrase...)
		}
	}
	return out
}

// synonymText holds other words for the names of screens and commands, a line for each name.
//
//go:embed synonyms.txt
var synonymText string

// findSynonyms are other words for a command or screen by its name, in lower case. The words of a phrase, joined by +,
// count only together.
func findSynonyms(name string) []string {
	_, rest, _ := strings.Cut(synonymText, "\n"+strings.ToLower(name)+": ")
	words, _, _ := strings.Cut(rest, "\n")
	return strings.Fields(words)
}
