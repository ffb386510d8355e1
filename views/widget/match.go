package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// Fit is how well a text fits what was typed: the less, the better.
type Fit int

// The classes of Fit. Letters in order are a last resort: where any text holds what was typed, none that only has its
// letters is found.
const (
	FitExact     Fit = iota // the text is what was typed
	FitPrefix               // it begins so
	FitWord                 // a word or a part of it begins so
	FitInside               // it holds it
	FitElsewhere            // what else is known of it holds it
	FitLetters              // from here on its letters stand in it in order
)

// Holds reports how well text fits pattern, which is not empty, without regard to case, and the byte at which pattern
// begins in it; ok is false if it is not in it.
func Holds(pattern, text string) (fit Fit, at int, ok bool) {
	lower, typed := strings.ToLower(text), strings.ToLower(pattern)
	if len(lower) != len(text) || len(typed) != len(pattern) { // offsets are those of text
		lower, typed = text, pattern
	}
	at = strings.Index(lower, typed)
	switch {
	case at < 0:
		return 0, 0, false
	case at == 0 && len(lower) == len(typed):
		return FitExact, 0, true
	case at == 0:
		return FitPrefix, 0, true
	}
	for next := at; ; {
		before, _ := utf8.DecodeLastRuneInString(lower[:next])
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return FitWord, next, true
		}
		more := strings.Index(lower[next+1:], typed)
		if more < 0 {
			return FitInside, at, true
		}
		next += 1 + more
	}
}

// Letters finds the texts in which the letters of pattern stand in order, spaces left out: their indices, how well they
// fit and where the letters are, in the order of the texts.
func Letters(pattern string, texts []string) (found []Found, fits []Fit) {
	for _, hit := range fuzzy.FindNoSort(strings.ReplaceAll(pattern, " ", ""), texts) {
		found = append(found, Found{hit.Index, hit.MatchedIndexes})
		fits = append(fits, max(FitLetters, FitLetters+mostLetters-Fit(hit.Score)))
	}
	return found, fits
}

// mostLetters is above the score of any match of letters.
const mostLetters = 1 << 20

// Mark marks what was typed in a text that holds it.
func Mark(st *Styles, pattern, text string) string {
	if pattern == "" {
		return text
	}
	_, at, ok := Holds(pattern, text)
	if !ok {
		return text
	}
	return text[:at] + st.Match(text[at:at+len(pattern)]) + text[at+len(pattern):]
}
