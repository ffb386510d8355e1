package recordkind

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// hashGroups distinguishes groupings, in which the groups are ordered by size and name; two labels may group alike.
func hashGroups(groups [][]int32) uint64 {
	h := uint64(0)
	for _, g := range groups {
		h += search.HashOffsets(g) // whatever the order of the groups
	}
	return h
}

// differ reports whether a kind is cut in another way than the whole.
func differ(whole *kind, kinds []*kind) bool {
	for _, k := range kinds {
		if !sameForm(whole.parse.Pieces, k.parse.Pieces) {
			return true
		}
	}
	return false
}

// division is a way to divide keys into kinds.
type division struct {
	kinds []*kind
	lists search.Lists
	// gain is how many bits it saves to cut each kind its own way instead of all like the whole. Both sides know the
	// kind of a key: that values are encoded in fewer bits once it is known says nothing about the way to cut.
	gain float64
	cost float64 // in bits, what determines the kind of each key included
	tags []byte  // first bytes that distinguish the kinds
}

// explains reports whether what the whole leaves over as bytes of any length is explained in all kinds: in at least so
// many bits less where the lengths of keys determine the kinds, since these vary for many reasons, and in few more
// where something in the keys does. Parts of words that recur are encoded in few bits as numbers, and what is left of
// them is cheap as bytes.
func (d *division) explains(whole *kind, least float64, byLength bool) bool {
	const slack = 2.0 // bits a key
	all := whole.parse.Bits * float64(len(whole.rows)) / float64(whole.keys)
	if !byLength {
		least = -slack * float64(len(whole.rows))
	}
	return whole.vague() > 0 && !slices.ContainsFunc(d.kinds, func(k *kind) bool { return k.vague() > 0 }) &&
		d.cost+least < all
}

// divide cuts each group in its own way; the keys of rest are encoded byte by byte. It is nil when a group cannot be
// cut.
func (e *Engine) divide(whole *kind, groups [][]int32, rest []int32, by label) *division {
	division := &division{lists: whole.lists}
	const mostCounts = 2 // with and without a part that may be missing; of more numbers it is a list
	if counts := e.sameCounts(groups, division.lists.Sep); counts > 0 &&
		(by.byValue || !by.byLength && counts <= mostCounts) {
		division.lists = search.Lists{}
	}
	if division.tags = by.tags; division.tags == nil && !whole.text && len(groups) > 1 {
		division.tags = e.findTags(groups)
	}
	for _, tag := range division.tags {
		if !e.tagged[tag] {
			e.tagged[tag] = true
			defer delete(e.tagged, tag) // it is so in this division only, until that is taken
		}
	}
	total := float64(len(rest))
	for _, g := range groups {
		total += float64(len(g))
	}
	which := func(n int) float64 { return float64(n) * math.Log2(total/float64(n)) }
	if len(rest) > 0 {
		thin := e.Keys.Thin(rest, search.SearchKeys)
		raw := 0.0
		for _, r := range thin {
			raw += 8*float64(len(e.Keys.Key[r])) + 12
		}
		scale := float64(len(rest)) / float64(len(thin))
		division.gain += min(0, e.baseline(whole, thin, by.byLength)-raw) * scale
		division.cost += raw*scale + which(len(rest))
	}
	limits, like := make([]int, len(groups)), make([]float64, len(groups)) // bits a key when cut like the whole
	for i, g := range groups {
		limits[i] = max(trialKeys, int(search.SearchKeys*float64(len(g))/total))
		thin := e.Keys.Thin(g, limits[i])
		like[i] = e.baseline(whole, thin, by.byLength) / float64(len(thin))
	}
	division.kinds = make([]*kind, len(groups))
	for done, index := range e.dearest(groups, like) {
		if done >= fairTrial && division.gain <= 0 && whole.vague() == 0 {
			return nil
		}
		group := groups[index]
		k := e.cutRows(e.alike(group), division.lists, limits[index])
		if k == nil {
			return nil
		}
		scale := float64(len(group)) / float64(k.keys)
		division.gain += like[index]*float64(len(group)) - k.parse.Bits*scale - 24
		division.cost += k.parse.Bits*scale + 24 + which(len(group))
		division.kinds[index] = k
	}
	return division
}

// fairTrial is how many groups, of those that have most to gain, show that none of the others gains anything.
const fairTrial = 3

// dearest returns the indices of the groups, first those whose keys cost most for their length when they are cut like
// the whole, where another way to cut saves most. like is that cost, in bits a key.
func (e *Engine) dearest(groups [][]int32, like []float64) []int {
	share, order := make([]float64, len(groups)), make([]int, len(groups))
	for i, g := range groups {
		size := 0
		for _, r := range g {
			size += len(e.Keys.Key[r])
		}
		share[i], order[i] = like[i]*float64(len(g))/float64(max(size, 1)), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(share[j], share[i]) })
	return order
}

// sameCounts returns how many numbers of sep, but none, the groups have, where it occurs equally often in nearly all
// keys of each: then the label states how many there are, and what it parts is no list of any length. Else it is 0.
func (e *Engine) sameCounts(groups [][]int32, sep byte) int {
	if sep == 0 {
		return 0
	}
	numbers := map[int]bool{}
	for _, g := range groups {
		counts := column.Tally{}
		for _, r := range g {
			counts.Add(bytes.Count(e.Keys.Key[r], []byte{sep}))
		}
		number, same := counts.Common(len(g))
		if !same {
			return 0
		}
		numbers[number] = true
	}
	delete(numbers, 0)
	return len(numbers)
}

// mergeSimilar joins the groups that are cut alike. Apart they would be encoded in fewer bits, since values that go
// with a label are fewer than all, but that makes no kinds of them. In keys of one length words are of one width: where
// that is the label, their widths count for nothing. Where no value is the label, nor does punctuation in a word that
// others of its kind are without.
func mergeSimilar(groups [][]int32, kinds []*kind, by label) [][]int32 {
	if len(kinds) != len(groups) {
		return groups
	}
	order := make([]int, len(kinds)) // the coarsest first, for others to be like
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(kinds[i].parse.Pieces) - len(kinds[j].parse.Pieces) })
	var out [][]int32
	var first []*kind
	for _, index := range order {
		at := slices.IndexFunc(first, func(k *kind) bool {
			pieces, others := k.parse.Pieces, kinds[index].parse.Pieces
			if by.byLength {
				pieces, others = widthless(pieces), widthless(others)
			} else {
				pieces, others = headless(pieces), headless(others)
			}
			if !by.byValue {
				others = wordsWhole(pieces, others)
			}
			return sameForm(pieces, others) && sameCertain(pieces, others)
		})
		if at < 0 {
			first, out = append(first, kinds[index]), append(out, groups[index])
			continue
		}
		out[at] = append(slices.Clone(out[at]), groups[index]...)
		slices.Sort(out[at])
	}
	return out
}

// headless gives a number the byte before it that the key begins with and that never varies, as a tag does: among the
// keys of a group that begin with one byte, those of a number look like that.
func headless(ps []search.Piece) []search.Piece {
	if len(ps) < 2 || ps[0].How != search.ByWidth || ps[0].Width != 1 || ps[0].Read.Typ != rowkey.IntBE ||
		!ps[0].Read.Solid || ps[1].How != search.ByWidth || ps[1].Read.Typ != rowkey.IntBE {
		return ps
	}
	out := slices.Clone(ps[1:])
	out[0].Width++
	return out
}

// widthless gives words of a fixed width none, nor numbers at the end that are not filled up.
func widthless(ps []search.Piece) []search.Piece {
	out := slices.Clone(ps)
	for i := range out {
		if p := &out[i]; p.How == search.ByWidth && (p.Read.Typ == rowkey.Text || p.Read.Typ == rowkey.Enum ||
			p.Read.Typ == rowkey.IntDecimal && i == len(out)-1) {
			p.How, p.Width = search.ByLiteral, 0
		}
	}
	return out
}

// vagueBits is what a column of plain words is charged for each value when a certain type is to be had, in bits.
const vagueBits = 2.0

// baseline is the cost of cutting rows like the whole, with the types of the whole. byLength states that the rows are
// keys of one length, so that all of their values may be of one width.
func (e *Engine) baseline(whole *kind, rows []int32, byLength bool) float64 {
	form, err := e.fill(whole.parse.Pieces, rows)
	if err != nil {
		return search.Inf()
	}
	cost := 0.0
	for _, piece := range search.Segments(form.Pieces) {
		if len(piece.Col.Val) == 0 {
			continue
		}
		summary, read := e.ReadPiece(&search.View{Text: whole.text}, piece)
		extra := piece.Extra * float64(len(summary.Val))
		if whole.text {
			extra = max(extra, e.Uncut(summary, read))
		}
		cost += column.SegmentCost + extra
		// digits that are times here, and a part of hexadecimal ids there
		certain := read.Strong && !piece.Read.Strong && !sameType(piece.Read, read)
		if piece.Read.Typ == rowkey.Text || piece.Read.Typ == rowkey.Enum || piece.Read.Typ == rowkey.Bytes || certain {
			plain := detect.Plain(summary)
			if piece.Read.List != 0 {
				plain.Bits *= detect.ListBits
			}
			closer := read.Typ != piece.Read.Typ && (read.Strong || read.Random || piece.Read.Typ == rowkey.Bytes)
			closer = closer || piece.Read.Spec == "bytes" && summary.Width > 0 && !byLength
			if plain.Bits -= read.Bits; closer {
				plain.Bits += vagueBits * float64(summary.N)
			} else if read.IsNumber() && summary.Distinct > 8 {
				plain.Bits += vagueBits / 2 * float64(summary.N)
			}
			cost += max(plain.Bits, 0)
		}
		cost += read.Bits
	}
	fits := map[int32]bool{}
	for _, r := range form.rows {
		fits[r] = true
	}
	for _, r := range rows {
		if !fits[r] {
			cost += 8*float64(len(e.Keys.Key[r])) + 12
		}
	}
	return cost
}
