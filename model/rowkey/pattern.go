package rowkey

import (
	"fmt"
	"strings"
)

// Patterns are regular expressions for whole values, of the syntax that Go, Java, Python and JavaScript have in common.
// A class that begins with ^ holds the characters beyond ASCII too.

// shown is a character that is neither a space nor a control character.
const shown = `[^\x00-\x20\x7f]`

// pattern is the pattern of values of width characters of a set of ASCII characters; of any number of them if it is 0.
func pattern(letters ByteSet, width int) string {
	class := "[" + ranges(letters) + "]"
	if width == 0 {
		return class + "+"
	}
	return fmt.Sprintf("%s{%d}", class, width)
}

// ranges writes the ASCII characters of a set as a class has them.
func ranges(set ByteSet) string {
	var out strings.Builder
	for char := 0; char < 0x80; char++ {
		if !set.Has(byte(char)) {
			continue
		}
		first := char
		for char+1 < 0x80 && set.Has(byte(char+1)) {
			char++
		}
		fmt.Fprintf(&out, "%s", classCharacter(first))
		if char > first {
			fmt.Fprintf(&out, "-%s", classCharacter(char))
		}
	}
	return out.String()
}

func classCharacter(c int) string {
	if isWord(byte(c)) {
		return string(rune(c))
	}
	return fmt.Sprintf(`\x%02x`, c)
}

// labels is the pattern of domain names whose labels are joined by a separator.
func labels(separator string) string {
	var others ByteSet
	for c := range 0x80 {
		if c != '-' && !isWord(byte(c)) {
			others[c>>6] |= 1 << (c & 63)
		}
	}
	label := "[^" + ranges(others) + "]+"
	return label + "(?:" + quotePattern(separator) + label + ")*"
}

// anyOf is the pattern of a list of values; empty for none.
func anyOf(values [][]byte) string {
	var all []string
	for _, v := range values {
		all = append(all, quotePattern(string(v)))
	}
	return strings.Join(all, "|")
}

// quotePattern writes text that stands for itself in a pattern.
func quotePattern(text string) string {
	var out strings.Builder
	for _, c := range text {
		if c < 0x80 && !isWord(byte(c)) {
			fmt.Fprintf(&out, `\x%02x`, c)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}
