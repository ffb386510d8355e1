package search

import (
	"bytes"
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
)

// prefixes returns how many bytes each key of a binary view has in common with the one before it; nil for other views.
func (v *View) prefixes() []int32 {
	if v.Text || v.nested || v.record {
		return nil
	}
	out := make([]int32, len(v.Val))
	for i := 1; i < len(v.Val); i++ {
		data, content := v.Val[i-1], v.Val[i]
		k := 0
		for k < len(data) && k < len(content) && data[k] == content[k] {
			k++
		}
		if bytes.Compare(data, content) > 0 {
			return nil // no keys in order
		}
		out[i] = int32(k)
	}
	return out
}

// given is the cost of the column between n and x when what stands before it in the key is known. Behind new bytes
// there is a new value, or one that came before and is pointed at; behind bytes that came before, mostly a value that
// came with them. Without it a column that another determines, as a device determines its site, would be encoded once
// more for each key, and both would be cheaper uncut. What is encoded in less because the keys are in order does not
// count: that is the same wherever they are cut.
func (n *node) given(v *View, x *node, s *column.Summary, r detect.Reading) float64 {
	if v.shared == nil || r.Each == 0 || len(s.Val) == 0 {
		return Inf()
	}
	bits := 0.0            // of entropy that the column adds to what stands before it
	before, firsts := 0, 0 // distinct starts of keys up to the column, and with it
	parent, child := 0, 0  // keys with the same start
	last, same := -1, int32(math.MaxInt32)
	for i, off := range x.off {
		same = min(same, v.shared[i])
		if off < 0 {
			continue
		}
		if last < 0 || off != x.off[last] || same < off {
			bits -= column.Xlog2(child)
			child = 0
			firsts++
			if last < 0 || n.off[i] != n.off[last] || same < n.off[i] {
				bits += column.Xlog2(parent)
				parent = 0
				before++
			}
		}
		child++
		parent++
		last, same = i, math.MaxInt32
	}
	bits += column.Xlog2(parent) - column.Xlog2(child)
	m, d, f, p := float64(len(s.Val)), float64(s.Distinct), float64(firsts), float64(before)
	return s.FirstShare()*m*r.Each + (f-d)*math.Log2(d+1) + (m-f)*bits/m + choice(f-p, m-p) + choice(d, f)
}

// choice is the cost of telling which k of n have a property, in bits.
func choice(k, n float64) float64 {
	if k <= 0 || k >= n {
		return 0
	}
	return n*math.Log2(n) - k*math.Log2(k) - (n-k)*math.Log2(n-k)
}
