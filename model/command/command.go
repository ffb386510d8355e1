// Package command quotes names of a table for the languages of commands and files that a user pastes: the shell,
// Terraform. What it returns is printable text that the language reads as exactly the name; what a language cannot hold
// is an error, never an approximation.
package command

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shell returns words as one command line for a POSIX shell. Bytes that are not printable are written as octal digits
// for printf, because single quotes would carry them raw and $'…' is not in every sh. The error reports a word that no
// printable command line can hold: one with a NUL byte, or one that ends in a line break, which $(…) removes.
func Shell(words ...string) (string, error) {
	quoted := make([]string, len(words))
	for i, w := range words {
		switch {
		case strings.IndexByte(w, 0) >= 0:
			return "", errors.New("a word of a command cannot hold a NUL byte")
		case strings.HasSuffix(w, "\n"):
			return "", errors.New("a word of a command cannot end in a line break")
		}
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " "), nil
}

func shellWord(w string) string {
	// zsh expands =word
	if w != "" && w[0] != '=' && strings.IndexFunc(w, func(r rune) bool { return !isPlain(r) }) < 0 {
		return w
	}
	if !strings.ContainsFunc(w, func(r rune) bool { return r == utf8.RuneError || !isPrintable(r) }) {
		return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	var out strings.Builder
	out.WriteString(`"$(printf '`)
	for len(w) > 0 {
		char, count := utf8.DecodeRuneInString(w)
		switch {
		case char == '%':
			out.WriteString("%%")
		// An option of printf begins with -, and interactive shells expand ! between double quotes.
		case char == '-' || char == '!' || char == '\\' || char == '\'' || char == utf8.RuneError || !isPrintable(char):
			for _, c := range []byte(w[:count]) {
				fmt.Fprintf(&out, `\%03o`, c)
			}
		default:
			out.WriteString(w[:count])
		}
		w = w[count:]
	}
	out.WriteString(`')"`)
	return out.String()
}

// isPlain reports whether a shell takes r as it is, anywhere in a word.
func isPlain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r)
}

// isPrintable reports whether r is ASCII that shows, or a letter or digit of another script that has a shape of its
// own. Combining marks, jamo and fillers are left out: alone or side by side they show as nothing or as something else.
func isPrintable(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= ' ' && r < 0x7F
	}
	return unicode.In(r, unicode.L, unicode.N) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point) &&
		!(r >= 0x1100 && r <= 0x11FF) && !(r >= 0xD7B0 && r <= 0xD7FB)
}

// HCL returns s as a quoted template of Terraform's language, in which ${ and %{ would begin an expression. Terraform
// normalizes text to NFC. The error reports text that is not UTF-8, which the language cannot hold.
func HCL(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", errors.New("text for Terraform must be UTF-8")
	}
	var out strings.Builder
	out.WriteByte('"')
	for i, char := range s {
		switch {
		case char == '"' || char == '\\':
			out.WriteByte('\\')
			out.WriteRune(char)
		case (char == '$' || char == '%') && strings.HasPrefix(s[i+1:], "{"):
			out.WriteRune(char)
			out.WriteRune(char)
		case isPrintable(char):
			out.WriteRune(char)
		case char > 0xFFFF:
			fmt.Fprintf(&out, `\U%08x`, char)
		default:
			fmt.Fprintf(&out, `\u%04x`, char)
		}
	}
	out.WriteByte('"')
	return out.String(), nil
}
