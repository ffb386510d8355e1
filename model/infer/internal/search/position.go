package search

import (
	"bytes"
	"math/bits"
	"slices"

	"tabletop/model/infer/internal/column"
)

// position is what stands at one distance from the node in nearly all values.
type position struct {
	class    column.Class // of nearly all
	constant bool
	value    byte
	entropy  float64
	binary   float64 // share of bytes that no text has; 0 where those are ends of text of varying length
}

// pure reports whether the position holds letters alone or digits alone.
func (p position) pure() bool { return p.class == column.Digit || p.class&column.Digit == 0 }

// positions looks at the first bytes of the rests, as far as nearly all reach and at most limit.
func (n *node) positions(v *View, limit int) []position {
	var out []position
	var counts [256]int32
	for p := range limit {
		clear(counts[:])
		count := 0
		for i := range n.off {
			if n.off[i] < 0 {
				continue
			}
			if at := int(n.off[i]) + p; at < len(v.Val[i]) {
				counts[v.Val[i][at]]++
				count++
			}
		}
		if count < column.Most(n.live) || count == 0 {
			break
		}
		out = append(out, describe(&counts, count))
	}
	return out
}

func describe(counts *[256]int32, n int) position {
	p := position{entropy: column.EntropyOf(counts[:], n)}
	var classes [16]int
	commonest := 0 // of the bytes that no text has
	for b, many := range counts {
		k := int(many)
		if k == 0 {
			continue
		}
		if k >= column.Most(n) {
			p.constant, p.value = true, byte(b)
		}
		c := column.ClassOf(byte(b))
		if c&column.NonText != 0 {
			p.binary += float64(k) / float64(n)
			commonest = max(commonest, k)
		}
		classes[bits.TrailingZeros16(uint16(c))] += k
	}
	if p.binary < 0.95 && float64(commonest) > 0.9*p.binary*float64(n) {
		p.binary = 0
	}
	for j, k := range classes {
		if k > column.Tolerance(n) {
			p.class |= 1 << j
		}
	}
	if p.class&column.Letters != 0 { // cases are distinguished, hexadecimal letters are not
		low, up := p.class&(column.HexLower|column.Lower) != 0, p.class&(column.HexUpper|column.Upper) != 0
		p.class &^= column.Letters
		if low {
			p.class |= column.Lower
		}
		if up {
			p.class |= column.Upper
		}
	}
	return p
}

// repeatEnds returns the places at which values that recur end: several neighbors among the sorted values are the same
// up to there, and none up to the bytes before it. A field of random bytes that recurs shows its width so; numbers do
// not.
func repeatEnds(vals [][]byte, width int) []bool { return endsOf(sameStarts(vals, width), len(vals)) }

// sameStarts counts the neighbors among the sorted values by how many bytes, at most width, they begin with alike.
func sameStarts(vals [][]byte, width int) []int {
	sorted := slices.Clone(vals)
	slices.SortFunc(sorted, bytes.Compare)
	counts := make([]int, width+1)
	for i := 1; i < len(sorted); i++ {
		a, b := sorted[i-1], sorted[i]
		k := 0
		for k < min(len(a), len(b), width) && a[k] == b[k] {
			k++
		}
		counts[k]++
	}
	return counts
}

// endsOf returns the places at which n values recur, as repeatEnds does, by how they begin.
func endsOf(counts []int, n int) []bool {
	width := len(counts) - 1
	out := make([]bool, width+1)
	for w := 4; w < width; w++ {
		out[w] = counts[w] >= max(3, n/50) && 10*(counts[w-1]+counts[w-2]) <= counts[w]
	}
	return out
}
