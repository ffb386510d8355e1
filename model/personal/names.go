package personal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Names judges what things are called: columns, families, segments, tables. Find looks for what identifies people by
// its form; a name is judged by its words as well, and one that is not known to be anything else is rather taken for a
// person's.
type Names struct {
	finder                        *Finder
	numbered                      *regexp.Regexp // a word for a person with a number: user0042
	given, family, schema, people map[string]bool
}

// NewNames makes it.
func NewNames() *Names {
	n := &Names{finder: NewFinder(), given: newSet(givenNames + " " + moreGivenNames), family: newSet(familyNames),
		schema: newSet(schemaWords), people: newSet(peopleWords)}
	for w := range n.people {
		n.schema[w] = true
	}
	n.numbered = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:` + strings.Join(strings.Fields(peopleWords), "|") +
		`)[^a-z0-9]?[0-9]{3}`)
	return n
}

// The bounds of digits in a name: more are a number of something, such as a telephone or an employee.
const (
	longestRun = 4
	mostDigits = 6
)

// IsPersonal reports whether a name, or a part of it, is taken for that of a person: it holds an address or a number, a
// given or a family name, or two neighboring words that nothing is called in schemas.
func (n *Names) IsPersonal(name string) bool {
	if slices.ContainsFunc(n.finder.Find([]byte(name)), func(m Match) bool { return m.Valid }) ||
		strings.ContainsRune(name, '@') || isNumber(name) || n.numbered.MatchString(name) {
		return true
	}
	words := splitWords(name)
	for i, w := range words {
		if !isLatin(w) || !n.schema[w] && n.isName(w) {
			return true
		}
		if i > 0 && n.isPair(words[i-1], w) {
			return true
		}
	}
	return false
}

// IsPerson reports whether a text is a given and a family name, in either order, with nothing else but initials, digits
// and delimiters: what a person is called, rather than a word that is a name too.
func (n *Names) IsPerson(text string) bool {
	words := slices.DeleteFunc(splitWords(text), func(word string) bool { return len(word) == 1 })
	return len(words) == 2 && (n.given[words[0]] && n.family[words[1]] || n.family[words[0]] && n.given[words[1]])
}

// schemaDigits is the number of digits from which on a name with a number is no word of schemas, as p99 is.
const schemaDigits = 3

// IsSchema reports whether all words of a name are words of schemas, in English or as databases abbreviate them.
func (n *Names) IsSchema(name string) bool {
	words := splitWords(name)
	if !strings.Contains("sha256 sha512 sha384", strings.ToLower(name)) && countDigits([]byte(name)) >= schemaDigits {
		return false
	}
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !n.schema[w] && len(w) > 1 })
}

// isName reports whether a word is a given name, a family name, or both written as one.
func (n *Names) isName(w string) bool {
	if n.given[w] || n.family[w] {
		return true
	}
	for i := 3; i <= len(w)-3; i++ {
		if a, b := w[:i], w[i:]; n.given[a] && n.family[b] || n.family[a] && n.given[b] ||
			n.given[a] && n.given[b] && len(w) > 8 {
			return true
		}
	}
	return false
}

// isPair reports whether two neighboring words are a person's: a given and a family name that are words of schemas too,
// an initial and a word that nothing is called, two such words, or one behind the word for a person.
func (n *Names) isPair(a, b string) bool {
	switch {
	case n.given[a] && n.family[b] || n.family[a] && n.given[b]:
		return true
	case n.isUnknown(b):
		return n.isUnknown(a) || len(a) == 1 || n.people[a]
	case n.isUnknown(a):
		return len(b) == 1
	}
	return false
}

// isUnknown reports whether a word is none of schemas, and no abbreviation without a vowel.
func (n *Names) isUnknown(w string) bool {
	return len(w) > 1 && !n.schema[w] && (len(w) > 4 || strings.ContainsAny(w, "aeiouy"))
}

func isLatin(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII })
}

// isNumber reports whether a text has more digits in one place, or in all, than a name numbered like temperature2.
func isNumber(name string) bool {
	all, run := 0, 0
	for _, char := range name {
		if !unicode.IsDigit(char) {
			run = 0
			continue
		}
		all++
		if run++; run > longestRun {
			return true
		}
	}
	return all > mostDigits
}

// splitWords returns the words of a name in lower case and without marks: first, Name of firstName, and no digits.
// Letters that no mark makes of Latin ones stay.
func splitWords(name string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
		}
		word = nil
	}
	runes := []rune(plain(name))
	for i, char := range runes {
		switch {
		case !unicode.IsLetter(char):
			end()
			continue
		case unicode.IsUpper(char) && i > 0 &&
			(unicode.IsLower(runes[i-1]) ||
				unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word = append(word, char)
	}
	end()
	return out
}

// plain takes the marks off letters.
func plain(text string) string {
	if isLatin(text) {
		return text
	}
	letters := strings.NewReplacer("ł", "l", "Ł", "L", "ø", "o", "Ø", "O", "ß", "ss", "æ", "ae", "Æ", "Ae", "đ", "d",
		"Đ", "D", "ı", "i", "ð", "d", "þ", "th")
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, letters.Replace(norm.NFD.String(text)))
}
