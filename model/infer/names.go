package infer

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
)

// nameSegments gives every segment a name that says what it is; a constant word before a delimiter names the segment
// after it, as USER does in USER#1234. Repeated names are numbered.
func nameSegments(ps []piece) {
	used := map[string]int{}
	word := ""
	for _, p := range segments(ps) {
		name := p.name
		if name == "" {
			name = nameOf(p, word)
		}
		word = ""
		if c := constantWord(p); c != "" {
			word = c
		}
		used[name]++
		if n := used[name]; n > 1 {
			name += strconv.Itoa(n)
		}
		p.name = name
	}
}

func nameOf(p *piece, word string) string {
	if p.read.word != "" {
		return p.read.word
	}
	if p.read.typ == rowkey.Timestamp {
		switch p.read.unit {
		case rowkey.Year, rowkey.Month, rowkey.Week, rowkey.Day, rowkey.Hour, rowkey.Minute:
			return string(p.read.unit)
		}
		return "time"
	}
	if word != "" && constantWord(p) == "" {
		return word
	}
	switch p.read.typ {
	case rowkey.Enum:
		return "kind"
	case rowkey.Text:
		if p.read.list != 0 {
			return "path"
		}
		return "name"
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode:
		return "number"
	case rowkey.Hex, rowkey.UUID, rowkey.ULID:
		return "id"
	case rowkey.Hash:
		if p.proof != nil {
			return "hash"
		}
		return "id"
	case rowkey.Geohash:
		return "cell"
	case rowkey.JSON:
		return "document"
	case rowkey.Bytes:
		return "bytes"
	}
	return string(p.read.typ)
}

// constantWord is the word that a constant segment always holds, in lower case; empty for other segments and for words
// that make no name.
func constantWord(p *piece) string {
	if p.read.typ != rowkey.Enum || !strings.HasPrefix(p.read.spec, "enum(") || strings.Contains(p.read.spec, ",") {
		return ""
	}
	w := strings.ToLower(p.read.spec[len("enum(") : len(p.read.spec)-1])
	if len(w) < 2 || len(w) > 16 {
		return ""
	}
	for i := range len(w) {
		if c := w[i]; (c < 'a' || c > 'z') && c != '_' && (i == 0 || c < '0' || c > '9') {
			return ""
		}
	}
	return w
}

// nameKinds names record kinds by the constant words in their keys where these tell them apart, else by letters.
func nameKinds(forms []*form) []string {
	names := make([]string, len(forms))
	if len(forms) < 2 {
		return names
	}
	used := map[string]bool{}
	order := make([]int, len(forms)) // a parent takes its name before its children do
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return len(segments(forms[a].pieces)) - len(segments(forms[b].pieces)) })
	for _, i := range order {
		f := forms[i]
		var words []string
		for _, p := range segments(f.pieces) {
			if w := constantWord(p); w != "" {
				words = append(words, w)
			}
		}
		for k := range words {
			// The first word mostly says what a record is; a second one tells children from their parents.
			if n := strings.Join(words[:k+1], "_"); !used[n] && names[i] == "" {
				names[i] = n
			}
		}
		if names[i] == "" {
			for c := 0; names[i] == ""; c++ {
				if n := letter(c); !used[n] {
					names[i] = n
				}
			}
		}
		used[names[i]] = true
	}
	return names
}

// letter is A, B, ... Z, A1, B1, ...
func letter(n int) string {
	s := string(rune('A' + n%26))
	if n >= 26 {
		s += strconv.Itoa(n / 26)
	}
	return s
}
