package codegen

import (
	"slices"
	"strings"
	"unicode"
)

// camel spells a source as a name that all the languages take.
func camel(source string) string {
	var out strings.Builder
	up := false
	for _, char := range source {
		switch {
		case char < unicode.MaxASCII && (unicode.IsLetter(char) || unicode.IsDigit(char)):
			if up && out.Len() > 0 {
				char = unicode.ToUpper(char)
			} else if out.Len() == 0 {
				char = unicode.ToLower(char)
			}
			out.WriteRune(char)
			up = false
		default:
			up = true
		}
	}
	name := out.String()
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "part" + name
	}
	if slices.Contains(reserved(), name) {
		return name + "Part"
	}
	return name
}

// title is a name with a capital at its beginning.
func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// snake spells a name with underscores.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// reserved are words that one of the languages, or the code around, keeps for itself.
func reserved() []string {
	return strings.Fields("type func range map package import var go select chan interface struct switch case " +
		"default defer return break continue const for if else goto fallthrough class public static void int long " +
		"byte char short float double boolean new this super final abstract enum extends implements instanceof " +
		"native private protected synchronized throw throws transient try catch finally volatile while do assert " +
		"def del lambda pass raise with yield from global in is not or and nonlocal except async await let function " +
		"typeof delete debugger export null true false none string old key parts bytes oldKey newKey " +
		"eval arguments p r")
}
