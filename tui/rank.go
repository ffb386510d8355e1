package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/sahilm/fuzzy"

	"tabletop/views/widget"
)

// How well an item of the palette fits a word, the best first. Letters in order count in names only: in help texts
// almost any word can be found that way.
const (
	fitName       = iota // the name is the word
	fitWord              // a word of the name is, or another word for it
	fitBeginning         // the name begins with it
	fitWordBegins        // a word of the name does
	fitSynonym           // another word for it begins so
	fitInside            // the name holds it
	fitHelp              // a word of the help begins so
	fitLetters           // the name has its letters in order
	noFit
)

// ranked lists the items that fit all words of pattern, the best first; with an empty pattern, all. Among those that
// fit as well, what was used lately stands first, then what was added first.
func (p *palette) ranked(pattern string) []widget.Found {
	_, _, isValue := p.typedValue(strings.TrimSpace(pattern))
	class, pattern := splitClass(pattern)
	typed := strings.Fields(strings.ToLower(pattern))
	words := content(typed)
	letters := make([]map[int][]int, len(words))
	for i, w := range words {
		letters[i] = p.letters(w)
	}
	hits := make([]paletteHit, 0, len(p.items))
	for i := range p.items {
		switch toKey := i+1 == p.toKey && class == keyClass && p.rows; {
		case toKey: // whatever is typed may begin a key
			hits = append(hits, paletteHit{widget.Found{Index: i}, fitBeginning, fitBeginning, 0})
			continue
		case i+1 == p.toValue && isValue:
			hits = append(hits, paletteHit{widget.Found{Index: i}, fitWord, fitLetters, 0})
			continue
		case class != 0 && p.items[i].class != class, i+1 == p.toKey, i+1 == p.toValue:
			continue
		}
		fit, sum, at := p.items[i].fit(typed, words, func(word int) []int { return letters[word][i] })
		if fit < noFit {
			used := p.used(i, len(words) > 0 && fit < fitHelp)
			hits = append(hits, paletteHit{widget.Found{Index: i, At: at}, fit, sum, used})
		}
	}
	if len(hits) == 0 && len(words) > 1 {
		return p.rankedByAny(class, typed, words)
	}
	return inOrder(hits)
}

// paletteHit is an item that fits, and how well: the less, the better, fit first.
type paletteHit struct {
	widget.Found
	fit, sum, used int
}

// inOrder returns what was found, the best first.
func inOrder(hits []paletteHit) []widget.Found {
	slices.SortStableFunc(hits, func(a, b paletteHit) int {
		return cmp.Or(cmp.Compare(a.fit, b.fit), cmp.Compare(a.sum, b.sum), cmp.Compare(a.used, b.used))
	})
	out := make([]widget.Found, len(hits))
	for i, h := range hits {
		out[i] = h.Found
	}
	return out
}

// rankedByAny lists the items that fit some of the words where none fits all: those that fit most of them first.
// Letters in order do not count.
func (p *palette) rankedByAny(class rune, typed, words []string) []widget.Found {
	var hits []paletteHit
	for i := range p.items {
		it := &p.items[i]
		if class != 0 && it.class != class || i+1 == p.toKey || i+1 == p.toValue {
			continue
		}
		missed, sum, others := 0, 0, applied(it.synonyms, typed)
		for _, word := range words {
			fit := noFit
			if strings.Contains(strings.ToLower(it.name), word) || it.hasOther(word, others) {
				fit, _ = it.fitOne(word, others, []int{})
			}
			if fit >= fitLetters {
				missed++
				continue
			}
			sum += fit
		}
		if missed < len(words) {
			hits = append(hits, paletteHit{widget.Found{Index: i}, missed, sum, p.used(i, true)})
		}
	}
	return inOrder(hits)
}

// used is the place of an item among those used lately, the last one 0. Where its name is what was typed a value of the
// table comes before them: who types the name of a tenant means the tenant.
func (p *palette) used(i int, named bool) int {
	if named && p.items[i].kind == scopeKind {
		return -1
	}
	if at := slices.Index(p.recent, p.items[i].id()); at >= 0 {
		return at
	}
	return len(p.recent)
}

// letters are the bytes of the names in which the letters of a word stand in order, by item.
func (p *palette) letters(word string) map[int][]int {
	found := fuzzy.FindFromNoSort(word, paletteNames(p.items))
	out := make(map[int][]int, len(found))
	for _, m := range found {
		out[m.Index] = m.MatchedIndexes
	}
	return out
}

// paletteNames are the names of items, for fuzzy.
type paletteNames []paletteItem

func (n paletteNames) Len() int            { return len(n) }
func (n paletteNames) String(i int) string { return n[i].name }

// fit returns how well an item fits the word that it fits least and all words in sum, and the bytes of its name to
// mark. words are those of typed that name something; letters returns where the letters of one stand in the name, nil
// if they do not.
func (it *paletteItem) fit(typed, words []string, letters func(word int) []int) (fit, sum int, at []int) {
	others := applied(it.synonyms, typed)
	for i, w := range words {
		f, marks := it.fitOne(w, others, letters(i))
		fit, sum = max(fit, f), sum+f
		at = append(at, marks...)
	}
	slices.Sort(at)
	return fit, sum, slices.Compact(at)
}

func (it *paletteItem) fitOne(word string, others []string, letters []int) (fit int, at []int) {
	if letters == nil && !it.hasOther(word, others) {
		return noFit, nil // a name without these letters does not hold the word either
	}
	name := strings.ToLower(it.name)
	meant := slices.Contains(others, word)
	if from, whole, ok := wordIn(name, word); ok {
		switch {
		case name == word:
			fit = fitName
		case whole || meant:
			fit = fitWord
		case from == 0:
			fit = fitBeginning
		default:
			fit = fitWordBegins
		}
		return fit, span(from, len(word), len(it.name))
	}
	if meant {
		return fitWord, nil
	}
	if isAmong(others, word) {
		return fitSynonym, nil
	}
	if from := strings.Index(name, word); from >= 0 {
		return fitInside, span(from, len(word), len(it.name))
	}
	if _, _, ok := wordIn(strings.ToLower(it.help), word); ok {
		return fitHelp, nil
	}
	if letters != nil {
		return fitLetters, letters
	}
	return noFit, nil
}

// hasOther reports whether a word may be found outside the name: among other words for it or in the help.
func (it *paletteItem) hasOther(word string, others []string) bool {
	return isAmong(others, word) || strings.Contains(strings.ToLower(it.help), word)
}

// isAmong reports whether another word begins so, or is the same with another ending.
func isAmong(others []string, word string) bool {
	root := stem(word)
	return slices.ContainsFunc(others, func(s string) bool { return strings.HasPrefix(s, word) || stem(s) == root })
}

// wordIn finds a word of s that begins with word, and reports whether it is all of it.
func wordIn(s, word string) (from int, whole, ok bool) {
	for at := 0; at < len(s); {
		index := strings.Index(s[at:], word)
		if index < 0 {
			break
		}
		index += at
		begins := index == 0 || !isLetter(rune(s[index-1]))
		ends := index+len(word) == len(s) || !isLetter(rune(s[index+len(word)]))
		if begins && ends {
			return index, true, true
		}
		if begins && !ok {
			from, ok = index, true
		}
		at = index + 1
	}
	return from, false, ok
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// span are n bytes from from on, as far as there are. Lower case may be longer than the name.
func span(from, n, end int) []int {
	var at []int
	for i := from; i < min(from+n, end); i++ {
		at = append(at, i)
	}
	return at
}
