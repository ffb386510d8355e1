package redact

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/model/sample"
)

// sieve replaces names within sentences, commands and templates.
type sieve struct {
	to map[string]string
	at map[string][]string // the names by their first bytes, the longest first
}

// sieveBytes is the number of bytes by which names are found.
const sieveBytes = 3

// newSieve takes the names that were replaced and that can be distinguished from other words: not those of one or two
// letters, and no words of schemas, which sentences have too and which name nobody.
func newSieve(renamed map[NameKind]map[string]string, isSchema func(string) bool) *sieve {
	sieve := &sieve{map[string]string{}, map[string][]string{}}
	for _, kind := range NameKinds() {
		for from, to := range renamed[kind] {
			if _, known := sieve.to[from]; !known && isDistinct(from) && !isSchema(from) {
				sieve.to[from] = to
				sieve.at[from[:sieveBytes]] = append(sieve.at[from[:sieveBytes]], from)
			}
		}
	}
	for _, names := range sieve.at {
		slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	}
	return sieve
}

// isDistinct reports whether a name has three letters or seven digits.
func isDistinct(name string) bool {
	letters, digits := 0, 0
	for _, r := range name {
		if unicode.IsLetter(r) {
			letters++
		} else if unicode.IsDigit(r) {
			digits++
		}
	}
	return len(name) >= sieveBytes &&
		(letters >= 3 || digits >= 7 ||
			letters > 0 && strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }))
}

// text replaces the names in a text, where they stand as words of their own.
func (s *sieve) text(text string) string {
	var out strings.Builder
	done := 0
	for i := 0; i+sieveBytes <= len(text); {
		name := s.nameAt(text, i)
		if name == "" {
			i++
			continue
		}
		out.WriteString(text[done:i])
		out.WriteString(s.to[name])
		i += len(name)
		done = i
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// nameAt returns the longest name that stands at a byte of a text, empty if none does.
func (s *sieve) nameAt(text string, at int) string {
	names := s.at[text[at:at+sieveBytes]]
	if len(names) == 0 {
		return ""
	}
	if before, _ := utf8.DecodeLastRuneInString(text[:at]); isInWord(before) && isInWord(firstRune(text[at:])) {
		return ""
	}
	for _, name := range names {
		if rest, ok := strings.CutPrefix(text[at:], name); ok {
			last, _ := utf8.DecodeLastRuneInString(name)
			if rest == "" || !isInWord(firstRune(rest)) || !isInWord(last) {
				return name
			}
		}
	}
	return ""
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

func isInWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// Masked returns a copy of v in which names that were replaced are replaced in every exported string. Columns and bytes
// stay: they are replaced by what they are of.
func Masked[T any](s *Strings, v T) T {
	out := reflect.New(reflect.TypeOf(&v).Elem()).Elem()
	out.Set(reflect.ValueOf(&v).Elem())
	s.mask(out)
	return out.Interface().(T)
}

func (s *Strings) mask(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(s.Sentence(v.String()))
	case reflect.Pointer:
		if !v.IsNil() {
			own := reflect.New(v.Type().Elem())
			own.Elem().Set(v.Elem())
			s.mask(own.Elem())
			v.Set(own)
		}
	case reflect.Slice:
		if v.IsNil() || v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		for i := range own.Len() {
			s.mask(own.Index(i))
		}
		v.Set(own)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[sample.Column]() {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				s.mask(v.Field(i))
			}
		}
	}
}
