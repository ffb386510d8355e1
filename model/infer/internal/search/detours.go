package search

import (
	"cmp"
	"slices"
)

// detour is a dearer way to a node of the cheapest one.
type detour struct {
	at, by *node
	extra  float64 // bits that it takes more
}

// detours lists the dearer ways to the nodes of the cheapest way to n, the cheapest first.
func (n *node) detours() []detour {
	var out []detour
	for at := n; at.from != nil; at = at.from {
		for _, by := range at.lost {
			out = append(out, detour{at, by, by.cost - at.cost})
		}
	}
	slices.SortStableFunc(out, func(a, b detour) int { return cmp.Compare(a.extra, b.extra) })
	return out
}

// second is the second cheapest way: the best one with its cheapest detour that cuts elsewhere.
func (n *node) second(v *View) *Parse {
	for _, d := range n.detours() {
		if d.by.from != d.at.from {
			return n.around(v, d)
		}
	}
	return nil
}

// around is the way to n with a detour.
func (n *node) around(v *View, d detour) *Parse {
	parse := d.by.parse(v)
	var rest [][]Piece
	for at := n; at != d.at; at = at.from {
		rest = append(rest, at.via)
	}
	slices.Reverse(rest)
	parse.Pieces = append(parse.Pieces, slices.Concat(rest...)...)
	parse.Bits = n.cost + d.extra
	return parse
}

// Prepend puts a piece that takes so many bits before what was searched.
func (p *Parse) Prepend(first Piece, bits float64) {
	for q := p; q != nil; q = q.Next {
		q.Pieces = append([]Piece{first}, q.Pieces...)
		q.Bits += bits
	}
	p.head, p.more = append([]Piece{first}, p.head...), p.more+bits
}

// Others lists the ways that are dearer by one detour, of at most bits a key: the cheapest first, as many as most. They
// cut elsewhere or read a value as another type.
func (p *Parse) Others(most int, bits float64) []*Parse {
	var out []*Parse
	if p.end == nil {
		return nil
	}
	for _, d := range p.end.detours() {
		if len(out) == most || d.extra > bits*float64(len(p.view.Val)) {
			break
		}
		other := p.end.around(p.view, d)
		other.Pieces, other.Bits = append(ClonePieces(p.head), other.Pieces...), other.Bits+p.more
		out = append(out, other)
	}
	return out
}
