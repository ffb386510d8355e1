package wide

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

const (
	digits   = "0123456789"
	lower    = "abcdefghijklmnopqrstuvwxyz"
	upper    = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lowerHex = digits + "abcdef"
	base62   = digits + upper + lower
)

// alphabet is what a sign of a pattern stands for; it is empty for characters that stand for themselves. Besides these, ! is a digit of a
// number that counts, and + is a number without padding.
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
		return base62
	case '~':
		return lowerHex
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

// tokens reads a pattern: "ORD-9999", "(LH|BA)+", "sha1:~<40>". A backslash makes the next character a literal.
func tokens(pattern string) []token {
	var all []token
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '(':
			end := i + strings.IndexByte(pattern[i:], ')')
			all = append(all, token{words: strings.Split(pattern[i+1:end], "|")})
			i = end + 1
		case alphabet(c) != "" || c == '!' || c == '+':
			n := 1
			for i+n < len(pattern) && pattern[i+n] == c {
				n++
			}
			i += n
			if i < len(pattern) && pattern[i] == '<' {
				end := i + strings.IndexByte(pattern[i:], '>')
				n, _ = strconv.Atoi(pattern[i+1 : end])
				i = end + 1
			}
			all = append(all, token{sign: c, n: n})
		case c == '\\':
			i++
			c = pattern[i]
			fallthrough
		default:
			if last := len(all) - 1; last >= 0 && all[last].sign == 0 && len(all[last].words) == 1 {
				all[last].words[0] += string(c)
			} else {
				all = append(all, token{words: []string{string(c)}})
			}
			i++
		}
	}
	return all
}

// code is a field of entities that are called by one of some patterns.
func code(name string, patterns ...string) kg.Maker { return coded(name, false, patterns) }

// serial is a field of values by one of some patterns of which hardly any comes twice.
func serial(name string, patterns ...string) kg.Maker { return coded(name, true, patterns) }

func coded(name string, fresh bool, patterns []string) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		var fields []kg.Field
		for _, p := range patterns {
			n, draw := 30+kg.Amount(w), kg.Spread(w)
			if fresh {
				n, draw = 1<<20, kg.Evenly
			}
			fields = append(fields, pattern(w, name, p, n, draw))
		}
		return fitting(w, without(not, fields))
	}
}

// pattern is a field of n values by a pattern. Its pieces may be read as parts of their own, and the literals that it begins and ends with as none;
// where its pieces are letters and digits in any order, nothing inside can be known.
func pattern(w *kg.World, name, of string, n int, draw kg.Draw) kg.Field {
	all := tokens(of)
	var random, letters, figures, most int
	soft := ""
	for _, t := range all {
		switch {
		case t.sign == 0:
			for _, word := range t.words {
				soft += punctuation(word)
				if len(t.words) == 1 { // of a choice of words none is a number
					figures += len(word) - len(strings.Trim(word, digits))
				}
			}
		case t.sign == '9' || t.sign == '!' || t.sign == '+':
			figures += t.n
		case t.sign == '@' || t.sign == '&':
			letters += t.n
		default:
			random += t.n
		}
		most = max(most, t.n)
	}
	literal := func(t token) bool { return t.sign == 0 && len(t.words) == 1 }
	v := kg.Value{Type: rowkey.Text, Soft: soft, Headed: literal(all[0]), Tailed: literal(all[len(all)-1])}
	switch {
	case random >= 4:
		v.Type, v.Accept = rowkey.Hash, []rowkey.Type{rowkey.Hex}
		if random < 12 || len(all) > 1 {
			v.Accept = append(v.Accept, rowkey.Text)
		}
	case random > 0 && len(all) == 1:
		v.Accept = []rowkey.Type{rowkey.Hash, rowkey.Hex, rowkey.Salt}
	case len(all) == 1 && figures > 0:
		v.Type, v.Accept = rowkey.IntDecimal, []rowkey.Type{rowkey.IntPadded, rowkey.Text}
		if figures > 9 {
			v.Accept = append(v.Accept, rowkey.Hash)
		}
	case figures > 0:
		v.Accept = []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}
	}
	if strings.Contains(of, `\@`) {
		v.Accept = append(v.Accept, rowkey.Email) // ids of messages have the form of addresses
	}
	if strings.HasPrefix(of, "com.") {
		v.Accept = append(v.Accept, rowkey.Domain) // names of apps are domains backwards
	}
	if random < 4 && len(all) > 1 && (letters > 5 || letters+figures > 9) {
		v.Accept = append(v.Accept, rowkey.Hash)
	}
	start, limit := w.IntN(kg.Pow10(min(most, 8))), kg.Among(w, 20, 400, 9000)
	make := func(w *kg.World) kg.Value {
		out := v
		for i, t := range all {
			piece := ""
			switch t.sign {
			case 0:
				piece = w.One(t.words...)
			case '!':
				start++
				piece = fmt.Sprintf("%0*d", t.n, start%kg.Pow10(t.n))
			case '+':
				piece = fmt.Sprint(1 + w.IntN(limit))
			default:
				piece = w.Letters(t.n, alphabet(t.sign))
			}
			if i > 0 {
				out.Cuts = append(slices.Clip(out.Cuts), len(out.Text))
			}
			out.Text += piece
		}
		return out
	}
	return kg.Listed(kg.Field{Name: name, Encoding: name + " as " + of, Holds: soft}, n, draw, make)
}

// punctuation returns the bytes of s that are no letters or digits.
func punctuation(s string) string {
	var out []byte
	for _, c := range []byte(s) {
		if !strings.ContainsRune(base62, rune(c)) {
			out = append(out, c)
		}
	}
	return string(out)
}
