package recordkind

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
)

// allTagged reports whether nearly all keys begin with a byte that determines their kind.
func (e *Engine) allTagged(c column.Column) bool {
	return len(c.Val) > 0 && column.NearlyAll(c.Val, func(v []byte) bool { return len(v) > 0 && e.tagged[v[0]] })
}

// commonFirstByte returns the byte that nearly all values begin with, 0 when there is none.
func commonFirstByte(c column.Column) byte {
	heads, _ := c.CutAt(1, 0)
	v, same := column.Summarize(heads).Constant()
	if !same || len(heads.Val) < column.Most(len(c.Val)) {
		return 0
	}
	return v[0]
}

// findTags returns the first bytes of groups of binary keys if these distinguish the groups and no words begin with
// them. A constant byte in front of a number could be a part of it; that the other kinds begin with another one states
// that it is not.
func (e *Engine) findTags(groups [][]int32) []byte {
	var tags []byte
	seen := map[byte]bool{}
	for _, group := range groups {
		column := e.NewColumn(e.Keys.Thin(group, trialKeys))
		tag := commonFirstByte(column)
		words := 0 // keys that continue with a letter behind a letter, or a digit of a number
		for _, v := range column.Val {
			if len(v) > 1 && goesOn(v[0], v[1]) {
				words++
			}
		}
		if tag == 0 || seen[tag] || 2*words > len(column.Val) {
			return nil
		}
		seen[tag] = true
		tags = append(tags, tag)
	}
	return tags
}

// goesOn reports whether two bytes are letters of one word, or a digit and what else a decimal or hexadecimal number
// has.
func goesOn(a, b byte) bool {
	x, y := column.ByteClass(a), column.ByteClass(b)
	return x&column.Letters != 0 && y&column.Letters != 0 || x&column.Digit != 0 &&
		y&(column.Digit|column.HexLower|column.HexUpper) != 0
}

// cutTagged cuts keys of text behind a byte that determines their kind, as text is cut; nil for other keys.
func (e *Engine) cutTagged(v *search.View) *search.Parse {
	if !v.Tagged {
		return nil
	}
	tag, rest := v.Column.CutAt(1, 0)
	if len(rest.Val) < column.Most(len(v.Val)) || column.IsBinary(rest) {
		return nil
	}
	parse := e.Cut(&search.View{Column: rest, Text: true, Lists: v.Lists})
	if parse == nil {
		return nil
	}
	s, r := e.ReadColumn(v, tag)
	first := search.Piece{How: search.ByWidth, Width: 1, Col: s.Column, Read: r}
	parse.Prepend(first, r.Bits+column.SegmentCost)
	return parse
}
