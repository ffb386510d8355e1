// Package personal finds text that identifies people: addresses, numbers and names. Numbers are recognized by their
// form and, if they have one, their check digit, which one random number in ten or in a hundred passes; so a Count of
// many texts decides, not one of them.
package personal

import (
	"bytes"
	"hash/maphash"
	"net/netip"
	"regexp"
	"strings"
	"sync/atomic"

	"golang.org/x/net/publicsuffix"
)

// Kind is a kind of personal data.
type Kind string

// The kinds. National ids have a name of their own in Match.Name.
const (
	Email    Kind = "e-mail addresses"
	Phone    Kind = "telephone numbers"
	Card     Kind = "card numbers"
	Account  Kind = "bank account numbers" // IBANs
	IP       Kind = "IP addresses"
	National Kind = "national ids"
	Person   Kind = "names of people in paths"
)

// Kinds returns the kinds in the order in which they are reported.
func Kinds() []Kind { return []Kind{Email, Phone, Card, Account, National, Person, IP} }

// Checked reports whether what has the form of a kind may be any number: it is of the kind only if many pass a check.
func (k Kind) Checked() bool { return k == Card || k == Account || k == National }

// Match is one place in a text.
type Match struct {
	Kind     Kind
	Name     string // of a national id, "CPF of Brazil"; empty for other kinds
	From, To int
	// Valid reports whether the match passed the check of its kind. Matches of the form that fail it are returned too,
	// to be counted.
	Valid bool
	// Chance is the share of other texts of the form that pass the check as well.
	Chance float64
}

// Finder finds them. It is safe for concurrent use.
type Finder struct {
	phone, home, people *regexp.Regexp
	forms               [longestNumber + 1][]form // of ids, by length
	common              map[string]bool           // accounts that belong to no person
	given               map[string]bool           // given names
	hosts               [256]atomic.Pointer[host] // lately looked up, by hash
	seed                maphash.Seed
}

// host is the host of an address, and whether it is under a public suffix.
type host struct {
	name   string
	public bool
}

// NewFinder makes a finder.
func NewFinder() *Finder {
	return &Finder{
		// With its country code, or as Americans write one.
		phone:  regexp.MustCompile(`\+[1-9](?:[ -]?\(?[0-9]\)?){7,14}|\([2-9][0-9]{2}\) ?[2-9][0-9]{2}-[0-9]{4}`),
		home:   regexp.MustCompile(`(?i)(?:^|[/\\:])(?:home|users|documents and settings)[/\\]([^/\\#:|]{2,})`),
		people: regexp.MustCompile(`(?i)(?:^|[/\\])(?:people|users?|profiles?|authors?|members?|staff|contacts?|customers?|patients?|employees?|by|u)[/\\]([a-z]+)[._+-]([a-z]+)`),
		forms:  idForms(ids()),
		common: newSet(commonAccounts),
		given:  newSet(givenNames),
		seed:   maphash.MakeSeed(),
	}
}

func newSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// Find states what there is in a text, matches that fail their check included. What it costs is that of looking for the
// few characters without which there is nothing, for nearly every text.
func (f *Finder) Find(text []byte) []Match { return append(f.Words(nil, text), f.Numbers(text)...) }

// Words appends addresses, telephone numbers and names to out, for which one look at the bytes is enough nearly always.
func (f *Finder) Words(out []Match, text []byte) []Match {
	for from := 0; ; {
		m, ok := nextEmail(text, from)
		if !ok {
			break
		}
		if f.isPublic(text[m.at+1 : m.to]) {
			out = append(out, Match{Kind: Email, From: m.from, To: m.to, Valid: true})
		}
		from = m.to
	}
	if bytes.IndexByte(text, '+') >= 0 || bytes.IndexByte(text, '(') >= 0 {
		out = append(out, f.phones(text)...)
	}
	if bytes.IndexByte(text, '/') >= 0 || bytes.IndexByte(text, '\\') >= 0 {
		out = append(out, f.names(text)...)
	}
	return out
}

// isPublic reports whether a host is under a public suffix. Few hosts have most addresses, so the latest are kept.
func (f *Finder) isPublic(name []byte) bool {
	slot := &f.hosts[maphash.Bytes(f.seed, name)%uint64(len(f.hosts))]
	if h := slot.Load(); h != nil && h.name == string(name) {
		return h.public
	}
	h := &host{name: string(name)}
	_, h.public = publicsuffix.PublicSuffix(strings.ToLower(h.name))
	slot.Store(h)
	return h.public
}

func countDigits(text []byte) int {
	n := 0
	for _, c := range text {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}

func (f *Finder) phones(text []byte) []Match {
	var out []Match
	for _, m := range f.phone.FindAllIndex(text, -1) {
		if m[0] > 0 && isWord(text[m[0]-1]) || m[1] < len(text) && isWord(text[m[1]]) ||
			bytes.IndexByte(text[m[0]:m[1]], '(') < 0 && !dialled(text[m[0]:m[1]]) {
			continue
		}
		out = append(out, Match{Kind: Phone, From: m[0], To: m[1], Valid: true})
	}
	return out
}

// dialled reports whether a number begins with a country code that is assigned (ITU-T E.164). The first digit is the
// zone; these two- and three-digit codes are spare.
func dialled(number []byte) bool {
	digits := strip(number, "+ -()")
	for _, spare := range []string{"210", "214", "215", "217", "219", "259", "28", "384", "422", "424", "425", "426",
		"427", "428", "429", "69", "699", "801", "802", "803", "804", "805", "806", "807", "809", "83", "851", "854",
		"857", "858", "859", "871", "872", "873", "874", "875", "876", "877", "879", "884", "885", "887", "889", "89",
		"969", "978", "990", "997", "999"} {
		if strings.HasPrefix(digits, spare) {
			return false
		}
	}
	return !strings.HasPrefix(digits, "1") || len(digits) == 11 && digits[1] >= '2' && digits[4] >= '2'
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '+'
}

// names finds folders that are called like people.
func (f *Finder) names(text []byte) []Match {
	var out []Match
	for _, m := range f.home.FindAllSubmatchIndex(text, -1) {
		name := strings.ToLower(string(text[m[2]:m[3]]))
		if !f.common[name] && strings.ContainsAny(name[:1], "abcdefghijklmnopqrstuvwxyz") &&
			strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789._- ") == "" &&
			countDigits([]byte(name)) <= len(name)/3 {
			out = append(out, Match{Kind: Person, From: m[2], To: m[3], Valid: true})
		}
	}
	for _, m := range f.people.FindAllSubmatchIndex(text, -1) {
		if f.given[strings.ToLower(string(text[m[2]:m[3]]))] && (len(out) == 0 || out[len(out)-1].From != m[2]) {
			out = append(out, Match{Kind: Person, From: m[2], To: m[5], Valid: true})
		}
	}
	return out
}

// Numbers finds card numbers, ids and IP addresses among what stands between other characters.
func (f *Finder) Numbers(text []byte) []Match {
	var out []Match
	if countDigits(text) < fewestDigits {
		return nil
	}
	for from := 0; from < len(text); {
		if !isAlphanumeric(text[from]) {
			from++
			continue
		}
		to, grouped := numberEnd(text, from)
		if from == 0 || text[from-1] != '+' { // else a telephone number, or nothing
			found := f.number1(text[from:to], from)
			if found == nil && grouped {
				found = f.words(text[from:to], from)
			}
			out = append(out, found...)
		}
		from = to
	}
	return out
}

// numberEnd returns where digits and letters that begin at from end, with the groups of them that follow after one
// separator each, and whether there are any. A form of ids takes all of a number.
func numberEnd(text []byte, from int) (to int, grouped bool) {
	for to = from; to < len(text); to++ {
		switch {
		case isAlphanumeric(text[to]):
		case isSeparator(text[to]) && to+1 < len(text) && isAlphanumeric(text[to+1]):
			grouped = true
		default:
			return to, grouped
		}
	}
	return to, grouped
}

// words states what the groups of a number, which begins at byte at of its text, may be one by one.
func (f *Finder) words(number []byte, at int) []Match {
	var out []Match
	for from := 0; from < len(number); {
		to := from
		for to < len(number) && !isSeparator(number[to]) {
			to++
		}
		out = append(out, f.number1(number[from:to], at+from)...)
		from = to + 1
	}
	return out
}

func isSeparator(c byte) bool { return c == '-' || c == '.' || c == ' ' || c == '/' }

func isAlphanumeric(c byte) bool { return isWord(c) && c != '+' }

const (
	fewestDigits  = 4
	longestNumber = 42 // bytes, separators included: an IBAN of 34 characters in groups of four
)

// number1 states what one number, which begins at byte at of its text, may be.
func (f *Finder) number1(word []byte, at int) []Match {
	if len(word) > longestNumber {
		return nil
	}
	count := countDigits(word)
	if count < fewestDigits {
		return nil
	}
	var out []Match
	if bytes.Count(word, []byte{'.'}) == 3 && count+3 == len(word) {
		if a, err := netip.ParseAddr(string(word)); err == nil && public(a) {
			return []Match{{Kind: IP, From: at, To: at + len(word), Valid: true}}
		}
		return nil
	}
	if digits := cardDigits(make([]byte, 0, longestNumber), word); isCard(digits) && grouped(word, len(digits)) {
		out = append(out, Match{Kind: Card, From: at, To: at + len(word), Valid: luhn(digits), Chance: 0.1})
	}
	if isIBAN(word) {
		out = append(out, Match{Kind: Account, From: at, To: at + len(word), Valid: ibanCheck(word) == 1,
			Chance: 1.0 / 97})
	}
	for _, x := range f.forms[len(word)] {
		if bare, ok := x.read(word); ok {
			out = append(out, Match{Kind: National, Name: x.of.name, From: at, To: at + len(word),
				Valid: x.of.check(bare), Chance: x.of.chance})
		}
	}
	return out
}

// cardDigits appends the digits of a word; nothing if it has other characters than these and what separates them on
// cards.
func cardDigits(dst, word []byte) []byte {
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9':
			dst = append(dst, c)
		case c != ' ' && c != '-':
			return nil
		}
	}
	return dst
}

// public reports whether an address may be that of a person: none of a private network, and none that reads like a
// version.
func public(a netip.Addr) bool {
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, b := range a.AsSlice() {
		if b >= 32 {
			return true
		}
	}
	return false
}

// Mask writes a match so that its kind can be recognized but not the person: the first character of each
// word stays, and what separates words.
func Mask(text []byte, matches ...Match) []byte {
	out := bytes.Clone(text)
	for _, match := range matches {
		first := true
		for i := match.From; i < match.To; i++ {
			switch c := text[i]; {
			case !isWord(c) && c < 0x80 || c == '+':
				first = true
			case first:
				first = false
			default:
				out[i] = '*'
			}
		}
	}
	return out
}
