package recordkind

import (
	"maps"
	"slices"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
)

// mainstreamShare is the share of keys that must agree in what they are made of for the others to be put aside at
// first: one in ten keys may be garbage, more in a small sample, and some are rare kinds.
const mainstreamShare = 0.8

// mainstream returns the rows without those that differ from nearly all others in what can be seen at a glance: text or
// binary, the delimiters of text, the length of binary keys. Those put aside have no say in how the others are cut;
// what no layout explains of them is looked at in the next round.
func (e *Engine) mainstream(rows []int32) []int32 {
	rows = e.majority(rows, func(key []byte) string {
		if !column.IsText(key) {
			return "binary"
		}
		return "text"
	})
	if e.IsCoded(&search.View{Column: e.NewColumn(rows)}) {
		return rows
	}
	rows = e.majority(rows, func(key []byte) string { return e.glance(key, false) })
	rows = e.withoutWords(rows)
	if common := e.majority(rows, lengthBehind); e.scattered(rows, common, lengthBehind) {
		return common
	}
	return rows
}

// glance returns what is seen of a key at a glance: the length of a binary one, and the delimiters of text, with its
// length where that is asked for.
func (e *Engine) glance(key []byte, length bool) string {
	size := string(rune(len(key)))
	if !column.IsText(key) {
		return size
	}
	s, _ := delims(e.Hard).skeleton(len(e.Hard))(key)
	if length {
		s += size
	}
	return s
}

// alike returns the rows of a group without those of other lengths and delimiters, where they are few of each: damaged
// keys begin like others, and are many for a small group.
func (e *Engine) alike(rows []int32) []int32 {
	shape := func(key []byte) string { return e.glance(key, true) }
	if common := e.majority(rows, shape); e.scattered(rows, common, shape) {
		return common
	}
	return rows
}

// withoutWords returns the rows whose keys begin with a word that ends with the same byte, or with none, if nearly all
// do.
func (e *Engine) withoutWords(rows []int32) []int32 {
	const (
		few   = 30 // one in so many keys begins with a word by coincidence
		least = 4  // letters and digits of a word that is none
	)
	most := e.majority(rows, firstEnd)
	if len(most) == 0 || firstEnd(e.Keys.Key[most[0]]) != "" || few*(len(rows)-len(most)) <= len(rows) {
		return most
	}
	// Two bytes of an id in 17 are letters and digits. Without the keys that begin so ids are not drawn evenly.
	return e.majority(rows, func(key []byte) string {
		if len(key) >= least && column.TextClasses(key[:least])&^column.Alnum != 0 {
			return ""
		}
		return firstEnd(key)
	})
}

// scattered reports whether the rows that are not in common have many labels, as garbage has, and none of them in more
// rows than garbage is.
func (e *Engine) scattered(rows, common []int32, label func(key []byte) string) bool {
	counts := map[string]int{}
	for _, r := range rows {
		counts[label(e.Keys.Key[r])]++
	}
	for _, n := range counts {
		if n != len(common) && n > column.Tolerance(len(rows)) {
			return false
		}
	}
	return true
}

// lengthBehind returns the length of what stands behind the word that a binary key begins with, or of a key of text
// that is one word; empty for other keys.
func lengthBehind(key []byte) string {
	if !column.IsText(key) {
		if end := firstEnd(key); end != "" {
			return end + string(rune(len(key)-strings.IndexByte(string(key), end[0])))
		}
		return ""
	}
	if column.TextClasses(key)&^column.Alnum != 0 {
		return "text"
	}
	return string(rune(len(key)))
}

// firstEnd returns the byte that ends the word that a binary key begins with, empty where it begins with none.
func firstEnd(key []byte) string {
	if column.IsText(key) {
		return "text"
	}
	for i, c := range key {
		if column.ByteClass(c)&column.Alnum == 0 && !column.HasByte(search.SoftDelimiters, c) {
			if i < 2 {
				return ""
			}
			return string([]byte{c})
		}
	}
	return ""
}

// majority returns the rows of the most common label if nearly all have it, and all rows otherwise.
func (e *Engine) majority(rows []int32, label func(key []byte) string) []int32 {
	by := map[string][]int32{}
	for _, r := range rows {
		l := label(e.Keys.Key[r])
		by[l] = append(by[l], r)
	}
	for _, l := range slices.Sorted(maps.Keys(by)) {
		if float64(len(by[l])) >= mainstreamShare*float64(len(rows)) {
			return by[l]
		}
	}
	return rows
}

// mostUnanchored is the share of keys that are garbage rather than a kind where nothing in their layout is certain.
const mostUnanchored = 0.15
