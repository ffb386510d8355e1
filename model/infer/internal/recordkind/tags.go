package recordkind

import (
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// allTagged reports whether nearly all keys begin with a byte that determines their kind.
func (e *Engine) allTagged(c column.Column) bool {
	return len(c.Val) > 0 && column.NearlyAll(c.Val, func(v []byte) bool { return len(v) > 0 && e.tagged[v[0]] })
}

// ShareTags cuts the byte that tells the kind off the number behind it, where the same pieces stand before it in
// another kind, which has it cut off: what is a tag in one kind is one in all.
func (e *Engine) ShareTags(forms []*Form) {
	for index, form := range forms {
		for _, other := range forms {
			at := 0
			for at < min(len(form.Pieces), len(other.Pieces))-1 &&
				sameCuts(form.Pieces[at:at+1], other.Pieces[at:at+1]) {
				at++
			}
			if form.text || other == form || !beginsWithTag(&form.Pieces[at], &other.Pieces[at]) {
				continue
			}
			number := form.Pieces[at]
			tag := search.Piece{How: search.ByWidth, Width: 1}
			number.Width--
			pieces := slices.Concat(form.Pieces[:at], []search.Piece{tag, number}, form.Pieces[at+1:])
			if cut := e.buildForm(pieces, form.rows, false); cut != nil && len(cut.rows) == len(form.rows) {
				cut.lists, cut.parse, cut.Search = form.lists, form.parse, form.Search
				forms[index] = cut
				break
			}
		}
	}
}

// beginsWithTag reports whether numbers begin with a constant that is another one where it is a piece of its own.
func beginsWithTag(number, tag *search.Piece) bool {
	if number.How != search.ByWidth || number.Read.Typ != rowkey.IntBE || number.Width < 2 ||
		tag.How != search.ByWidth || tag.Width != 1 {
		return false
	}
	value, same := column.Summarize(tag.Col).Constant()
	head := column.Summarize(number.Col).CommonPrefix()
	return same && value[0] != 0 && len(head) > 0 && head[0] != 0 && head[0] != value[0]
}

// codedKinds distinguishes binary keys by the types of the values behind codes; mixed states that several are common.
func (e *Engine) codedKinds(rows []int32) (out []label, mixed bool) {
	keys := e.NewColumn(rows)
	if !column.IsBinary(keys) {
		return nil, false
	}
	for _, shape := range e.CodedShapes(keys) {
		groups, _ := e.split(rows, shape)
		out, mixed = append(out, label{of: shape}), mixed || len(groups) > 1
	}
	return out, mixed
}

// insideValue reports whether keys begin with one of many bytes that tell the one behind them, as those of values do
// that recur.
func (e *Engine) insideValue(rows []int32) bool {
	const (
		least = 2.0 // bits of entropy of a byte that distinguishes more than a few kinds
		left  = 0.5 // bits of the second one when the first is known
	)
	heads := column.Summarize(e.NewColumn(e.Keys.Thin(rows, search.SearchKeys)).Each(func(v []byte) ([]byte, bool) {
		return v[:min(2, len(v))], len(v) > 1
	}))
	first, _ := heads.CountAt(0)
	second, _ := heads.CountAt(1)
	begins := column.Entropy(first[:], heads.N)
	return begins >= least && column.Entropy(second[:], heads.N) >= begins-left && heads.Entropy-begins < left
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
