package search

import (
	"bytes"
	"math/bits"
	"slices"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
)

// position is what stands at one distance from the node in nearly all values.
type position struct {
	class    column.Class // of nearly all
	constant bool
	value    byte
	entropy  float64
	binary   float64 // share of bytes that no text has; 0 where those are ends of text of varying length
	packed   bool    // nearly all bytes are two decimal digits
	version  bool    // nearly all bytes begin with the same four bits, which number a version of UUIDs
	variant  bool    // nearly all bytes begin with the two bits that UUIDs have behind their version
}

// pure reports whether the position holds letters alone or digits alone.
func (p position) pure() bool { return p.class == column.Digit || p.class&column.Digit == 0 }

// positions looks at the first bytes of the rests, as far as nearly all reach and at most limit.
func (n *node) positions(v *View, limit int) []position {
	var out []position
	var counts [256]int32
	for index := range limit {
		clear(counts[:])
		count := 0
		for i := range n.off {
			if n.off[i] < 0 {
				continue
			}
			if at := int(n.off[i]) + index; at < len(v.Val[i]) {
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
	position := position{entropy: column.Entropy(counts[:], n)}
	var classes [16]int
	commonest := 0 // of the bytes that no text has
	packed := 0
	var halves [16]int // how many bytes begin with these four bits
	for index, many := range counts {
		kind := int(many)
		if kind == 0 {
			continue
		}
		if kind >= column.Most(n) {
			position.constant, position.value = true, byte(index)
		}
		halves[index>>4] += kind
		if detect.PackedDigits(byte(index)) {
			packed += kind
		}
		c := column.ByteClass(byte(index))
		if c&column.NonText != 0 {
			position.binary += float64(kind) / float64(n)
			commonest = max(commonest, kind)
		}
		classes[bits.TrailingZeros16(uint16(c))] += kind
	}
	position.packed = packed >= column.Most(n)
	position.version = slices.Max(halves[1:9]) >= column.Most(n)
	position.variant = halves[8]+halves[9]+halves[10]+halves[11] >= column.Most(n)
	if position.binary < 0.95 && float64(commonest) > 0.9*position.binary*float64(n) {
		position.binary = 0
	}
	for j, k := range classes {
		if k > column.Tolerance(n) {
			position.class |= 1 << j
		}
	}
	if position.class&column.Letters != 0 { // cases are distinguished, hexadecimal letters are not
		low, up := position.class&(column.HexLower|column.Lower) != 0,
			position.class&(column.HexUpper|column.Upper) != 0
		position.class &^= column.Letters
		if low {
			position.class |= column.Lower
		}
		if up {
			position.class |= column.Upper
		}
	}
	return position
}

// repeatEnds returns the places at which values that recur end: several neighbors among the sorted values are the same
// up to there, and none up to the bytes before it. A field of random bytes that recurs shows its width so; numbers do
// not.
func repeatEnds(vals [][]byte, width int) []bool {
	starts, counted := sameStarts(vals, width)
	return findEnds(starts, counted, len(vals))
}

// sameStarts counts the neighbors among the sorted values by how many bytes, at most width, they begin with alike, and
// those of them that count on with the next byte.
func sameStarts(vals [][]byte, width int) (starts, counted []int) {
	sorted := slices.Clone(vals)
	slices.SortFunc(sorted, bytes.Compare)
	starts, counted = make([]int, width+1), make([]int, width+1)
	for i := 1; i < len(sorted); i++ {
		a, b := sorted[i-1], sorted[i]
		k := 0
		for k < min(len(a), len(b), width) && a[k] == b[k] {
			k++
		}
		starts[k]++
		if k < min(len(a), len(b)) && b[k] == a[k]+1 {
			counted[k]++
		}
	}
	return starts, counted
}

// findEnds returns the places at which n values recur, as repeatEnds does, by how they begin: numbers that count on,
// and never come twice, do not.
func findEnds(counts, counted []int, n int) []bool {
	width := len(counts) - 1
	out := make([]bool, width+1)
	longer := counts[width] // neighbors that begin with more bytes alike
	for w := width - 1; w >= 4; w-- {
		countsOn := 2*counted[w] >= counts[w] && 10*longer <= counts[w]
		out[w] = counts[w] >= max(3, n/50) && 10*(counts[w-1]+counts[w-2]) <= counts[w] && !countsOn
		longer += counts[w]
	}
	return out
}
