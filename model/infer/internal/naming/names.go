// Package naming names segments and record kinds.
package naming

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// NameSegments gives every segment a name that states what it is; a constant word before a delimiter names the segment
// after it, as USER does in USER#1234. Repeated names are numbered.
func NameSegments(ps []search.Piece) {
	used := map[string]int{}
	word := ""
	for _, piece := range search.Segments(ps) {
		name := piece.Name
		if name == "" {
			name = pieceName(piece, word)
		}
		word = ""
		if c := constantWord(piece); c != "" {
			word = c
		}
		used[name]++
		if n := used[name]; n > 1 {
			name += strconv.Itoa(n)
		}
		piece.Name = name
	}
}

func pieceName(p *search.Piece, word string) string {
	if p.Read.Word != "" {
		return p.Read.Word
	}
	if p.Read.Typ == rowkey.Timestamp {
		switch p.Read.Unit {
		case rowkey.Year, rowkey.Month, rowkey.Week, rowkey.Day, rowkey.Hour, rowkey.Minute:
			return string(p.Read.Unit)
		}
		return "time"
	}
	if word != "" && constantWord(p) == "" {
		return word
	}
	if m := guessMeaning(p); m != "" {
		return m
	}
	switch p.Read.Typ {
	case rowkey.Enum:
		return "kind"
	case rowkey.Text:
		if p.Read.List != 0 {
			return "path"
		}
		return "name"
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode:
		return "number"
	case rowkey.Hex, rowkey.UUID, rowkey.ULID:
		return "id"
	case rowkey.Hash:
		if p.Proof != nil {
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
	return string(p.Read.Typ)
}

// constantWord is the word that a constant segment always holds, in lower case; empty for other segments and for words
// that make no name.
func constantWord(p *search.Piece) string {
	if p.Read.Typ != rowkey.Enum || !strings.HasPrefix(p.Read.Spec, "enum(") || strings.Contains(p.Read.Spec, ",") {
		return ""
	}
	lower := strings.ToLower(p.Read.Spec[len("enum(") : len(p.Read.Spec)-1])
	if len(lower) < 2 || len(lower) > 16 {
		return ""
	}
	for i := range len(lower) {
		if c := lower[i]; (c < 'a' || c > 'z') && c != '_' && (i == 0 || c < '0' || c > '9') {
			return ""
		}
	}
	return lower
}

// NameKinds names record kinds by the constant words in their keys where these distinguish them, else by what their
// first segments are. No kind is named by a letter, which rows and columns of a screen have.
func NameKinds(forms [][]search.Piece) []string {
	names := make([]string, len(forms))
	if len(forms) < 2 {
		return names
	}
	used := map[string]bool{}
	order := make([]int, len(forms)) // a parent takes its name before its children do
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a,
		b int) int {
		return len(search.Segments(forms[a])) - len(search.Segments(forms[b]))
	})
	for _, index := range order {
		form := forms[index]
		var words []string
		for _, p := range search.Segments(form) {
			if w := constantWord(p); w != "" {
				words = append(words, w)
			}
		}
		for k := range words {
			// The first word mostly states what a record is; a second one tells children from their parents.
			if n := strings.Join(words[:k+1], "_"); !used[n] && names[index] == "" {
				names[index] = n
			}
		}
		for c := 1; names[index] == ""; c++ {
			if n := contentName(form, c); !used[n] {
				names[index] = n
			}
		}
		used[names[index]] = true
	}
	return names
}

// mostParts is how many segments name a kind that no constant word names.
const mostParts = 2

// contentName names a kind by its first segments, as in host_path; n above 1 is added as a number.
func contentName(ps []search.Piece, n int) string {
	var parts []string
	for _, p := range search.Segments(ps) {
		name := strings.TrimRight(pieceName(p, ""), "0123456789")
		if len(parts) < mostParts && len(distinctWords(p)) > 1 && !slices.Contains(parts, name) {
			parts = append(parts, name)
		}
	}
	if len(parts) == 0 {
		parts = []string{"key"}
	}
	name := strings.Join(parts, "_")
	if n > 1 {
		name += strconv.Itoa(n)
	}
	return name
}
