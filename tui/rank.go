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
	words := strings.Fields(strings.ToLower(pattern))
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
		fit, sum, at := p.items[i].fit(words, func(word int) []int { return letters[word][i] })
		if fit < noFit {
			used := p.used(i, len(words) > 0 && fit < fitHelp)
			hits = append(hits, paletteHit{widget.Found{Index: i, At: at}, fit, sum, used})
		}
	}
	if len(hits) == 0 && len(words) > 1 {
		return p.rankedByAny(class, words)
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
func (p *palette) rankedByAny(class rune, words []string) []widget.Found {
	var hits []paletteHit
	for i := range p.items {
		it := &p.items[i]
		if class != 0 && it.class != class || i+1 == p.toKey || i+1 == p.toValue {
			continue
		}
		missed, sum := 0, 0
		for _, word := range words {
			fit := noFit
			if strings.Contains(strings.ToLower(it.name), word) || it.hasOther(word) {
				fit, _ = it.fitOne(word, []int{})
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
// mark. letters returns where the letters of a word stand in the name, nil if they do not.
func (it *paletteItem) fit(words []string, letters func(word int) []int) (fit, sum int, at []int) {
	for i, w := range words {
		f, marks := it.fitOne(w, letters(i))
		fit, sum = max(fit, f), sum+f
		at = append(at, marks...)
	}
	slices.Sort(at)
	return fit, sum, slices.Compact(at)
}

func (it *paletteItem) fitOne(word string, letters []int) (fit int, at []int) {
	if letters == nil && !it.hasOther(word) {
		return noFit, nil // a name without these letters does not hold the word either
	}
	name := strings.ToLower(it.name)
	meant := slices.Contains(it.synonyms, word)
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
	for _, s := range it.synonyms {
		if strings.HasPrefix(s, word) || isInflected(word, s) {
			return fitSynonym, nil
		}
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

// hasOther reports whether a word may be found outside the name: among the synonyms or in the help.
func (it *paletteItem) hasOther(word string) bool {
	return slices.ContainsFunc(it.synonyms,
		func(s string) bool { return strings.HasPrefix(s, word) || isInflected(word, s) }) ||
		strings.Contains(strings.ToLower(it.help), word)
}

// isInflected reports whether a typed word is a synonym with an ending: recommendations of recommend.
func isInflected(word, synonym string) bool {
	ending, ok := strings.CutPrefix(word, synonym)
	return ok && slices.Contains([]string{"s", "es", "d", "ed", "ing", "ation", "ations"}, ending)
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

// findSynonyms are other words for a command or screen by its name, in lower case.
func findSynonyms(name string) []string {
	return strings.Fields(map[string]string{
		"overview": "summary dashboard home start statistics stats",
		"keys": "schema pattern template layout row key rowkey rowkeys structure segments prefixes cardinality " +
			"distinct confidence decode",
		"columns": "families family column qualifiers fields cells attributes unused empty histogram",
		"row":     "value cell record lookup inspect content data json",
		"space":   "size treemap storage disk bytes tenant tenants distribution usage",
		"heat": "hotspot hot keys time skew skewed writes traffic visualizer sequential monotonic timestamp " +
			"timestamps map tablets pattern slow latency performance",
		"retention": "waste garbage gc ttl expire expires expiry expiration collection maxversions maxage max age " +
			"old data delete remove cleanup policy policies price savings tomorrow cold tier tiers infrequent access",
		"lab":         "simulate redesign what-if whatif migrate try experiment layouts better cost",
		"findings":    "lint audit warnings errors problems check issues fix pii personal data email",
		"largest":     "big huge large limit biggest wide widest rows row cells cell outliers",
		"diff":        "compare baseline drift changes changed difference week yesterday before",
		"lessons":     "learn tutorial course teach training guide docs",
		"tables":      "open picker list switch sources table instance project demo demos connect",
		"save":        "dump store keep write download snapshot redact anonymize mask",
		"export":      "report share html markdown json png print screenshot image csv redact anonymize mask",
		"more":        "more continue resume rest further sample",
		"stop":        "cancel abort",
		"scope":       "narrow only focus tenant prefix part subset within where drill",
		"whole table": "scope off all everything unfilter widen reset",
		"theme": "colour colours color colors dark light contrast mode settings preferences config appearance " +
			"colorblind", "quit": "exit leave close",
		"help": "keys shortcuts bindings manual settings config", "messages": "log history toasts notifications",
		"plan":   "strategy cost progress estimate",
		"advise": "recommend propose suggest best", "queries": "workload query", "mouse": "select selection",
		"verdict": "judge better worse",
		"reread":  "refresh reload again retry reconnect resample", "copy": "clipboard yank",
		"copy key": "clipboard yank", "find": "search filter lookup", "go to": "jump seek find key",
		"pause": "wait hold", "resume": "unpause", "why": "explain meaning about legend exact", "undo": "revert reset",
		"zoom": "magnify", "form": "decode hex protobuf json binary",
		"copy value": "clipboard", "open in": "jump", "suppress": "ignore dismiss silence",
	}[strings.ToLower(name)])
}
