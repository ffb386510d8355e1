package keygrammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
)

const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// alphabet is what a sign of a pattern stands for; it is empty for characters that stand for themselves. Besides
// these, ! is a digit of a number that counts, and + is a number without padding.
func alphabet(sign byte) string {
	switch sign {
	case '9':
		return digits
	case '@':
		return upper
	case '&':
		return lower
	case '*':
		return digits + lower
	case '^':
		return digits + upper
	case '%':
		return digits + upper + lower
	case '~':
		return digits + "abcdef"
	case '=':
		return digits + "ABCDEF"
	}
	return ""
}

// token is a piece of a pattern: characters of one sign, or one of some words.
type token struct {
	sign  byte // 0 for words
	n     int
	words []string
}

// isLiteral reports whether all values have the same bytes here.
func (t token) isLiteral() bool { return t.sign == 0 && len(t.words) == 1 }

// tokens reads a pattern: "ORD-9999", "(LH|BA)+", "sha1:~<40>". A backslash makes the next character a literal.
func tokens(pattern string) []token {
	var all []token
	for pattern != "" {
		sign := pattern[0]
		switch {
		case sign == '(':
			list, rest, _ := strings.Cut(pattern[1:], ")")
			all, pattern = append(all, token{words: strings.Split(list, "|")}), rest
			continue
		case alphabet(sign) != "" || sign == '!' || sign == '+':
			rest := strings.TrimLeft(pattern, string(sign))
			n := len(pattern) - len(rest)
			if strings.HasPrefix(rest, "<") {
				width, after, _ := strings.Cut(rest[1:], ">")
				n, _ = strconv.Atoi(width)
				rest = after
			}
			all, pattern = append(all, token{sign: sign, n: n}), rest
			continue
		case sign == '\\':
			pattern = pattern[1:]
		}
		if last := len(all) - 1; last >= 0 && all[last].isLiteral() {
			all[last].words[0] += pattern[:1]
		} else {
			all = append(all, token{words: []string{pattern[:1]}})
		}
		pattern = pattern[1:]
	}
	return all
}

// Code is a field of entities that are called by one of some patterns.
func Code(name string, patterns ...string) Maker { return coded(name, false, patterns) }

// Serial is a field of values by one of some patterns of which hardly any comes twice.
func Serial(name string, patterns ...string) Maker { return coded(name, true, patterns) }

func coded(name string, fresh bool, patterns []string) Maker {
	return func(w *World, not string) Field {
		var fields []Field
		for _, p := range patterns {
			n, draw := 30+Amount(w), Spread(w)
			if fresh {
				n, draw = 1<<20, Evenly
			}
			fields = append(fields, Pattern(w, name, p, n, draw))
		}
		return fitting(w, without(not, fields))
	}
}

// Pattern is a field of n values by a pattern. Its pieces may be read as parts of their own, and the literals that it
// begins and ends with as none; where its pieces are letters and digits in any order, nothing inside can be known.
func Pattern(w *World, name, of string, n int, draw Draw) Field {
	all := tokens(of)
	most, soft := 0, ""
	for _, t := range all {
		most = max(most, t.n)
		for _, word := range t.words {
			soft += marks(word)
		}
	}
	value := patternValue(of, all)
	value.Soft = soft
	start, limit := w.IntN(Pow10(min(most, 8))), Among(w, 20, 400, 9000)
	piece := func(w *World, t token) string {
		switch t.sign {
		case 0:
			return w.One(t.words...)
		case '!':
			start++
			return fmt.Sprintf("%0*d", t.n, start%Pow10(t.n))
		case '+':
			return fmt.Sprint(1 + w.IntN(limit))
		}
		return w.Letters(t.n, alphabet(t.sign))
	}
	return Listed(Field{Name: name, Encoding: name + " as " + of, Holds: soft}, n, draw, func(w *World) Value {
		out := value
		for i, t := range all {
			text := piece(w, t)
			if i > 0 {
				out.Cuts = append(slices.Clip(out.Cuts), len(out.Text))
			}
			out.Text += text
		}
		return out
	})
}

// patternValue returns the types that the values of a pattern have, and whether their ends may be read as literals.
func patternValue(of string, all []token) Value {
	random, letters, figures := characters(all)
	value := Value{Type: rowkey.Text, Headed: all[0].isLiteral(), Tailed: all[len(all)-1].isLiteral()}
	switch {
	case random >= 4:
		value.Type, value.Accept = rowkey.Hash, []rowkey.Type{rowkey.Hex}
		if random < 12 || len(all) > 1 {
			value.Accept = append(value.Accept, rowkey.Text)
		}
	case random > 0 && len(all) == 1:
		value.Accept = []rowkey.Type{rowkey.Hash, rowkey.Hex, rowkey.Salt}
	case len(all) == 1 && figures > 0:
		value.Type, value.Accept = rowkey.IntDecimal, []rowkey.Type{rowkey.IntPadded, rowkey.Text}
		if figures > 9 {
			value.Accept = append(value.Accept, rowkey.Hash)
		}
	case figures > 0:
		value.Accept = []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}
	}
	if strings.Contains(of, `\@`) {
		value.Accept = append(value.Accept, rowkey.Email) // ids of messages have the form of addresses
	}
	if strings.HasPrefix(of, "com.") {
		value.Accept = append(value.Accept, rowkey.Domain) // names of apps are domains backwards
	}
	if random < 4 && len(all) > 1 && (letters > 5 || letters+figures > 9) {
		value.Accept = append(value.Accept, rowkey.Hash)
	}
	return value
}

// characters returns how many characters of a pattern are random, letters, and digits.
func characters(all []token) (random, letters, figures int) {
	for _, piece := range all {
		switch {
		case piece.isLiteral(): // of a choice of words none is a number
			figures += len(piece.words[0]) - len(strings.Trim(piece.words[0], digits))
		case piece.sign == 0:
		case piece.sign == '9' || piece.sign == '!' || piece.sign == '+':
			figures += piece.n
		case piece.sign == '@' || piece.sign == '&':
			letters += piece.n
		default:
			random += piece.n
		}
	}
	return random, letters, figures
}

// marks returns the bytes of s that are no letters or digits.
func marks(s string) string {
	var out []byte
	for _, c := range []byte(s) {
		if !alphanumeric(c) {
			out = append(out, c)
		}
	}
	return string(out)
}
