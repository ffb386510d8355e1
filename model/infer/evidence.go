package infer

import (
	"tabletop/model/infer/internal/recordkind"
	"tabletop/model/infer/internal/search"
)

// Evidence is what supports a layout as a whole, besides Kind's Stability.
type Evidence struct {
	// Rival reports whether the search that found the layout could cut the keys in another way, and Margin by how many
	// bits a key that is longer; under 0.1 both are as likely.
	Rival    bool
	Margin   float64
	Chosen   bool    // taken instead of the cheapest layout, in which confidence was lower
	Searched int     // keys that the search looked at
	Group    int     // keys that were taken for this kind, of those that were looked at
	Fit      float64 // share of Group that the layout decodes, 0..1
	Saved    float64 // bits a key that the layout saves over the bare bytes
	Readings int     // readings of columns that were tried for the whole table
}

// Boundary is how an end of a segment is known.
type Boundary string

// The ways in which an end of a segment is known, the surest first.
const (
	AtKeyEnd    Boundary = "key"       // the key begins or ends here
	AtDelimiter Boundary = "delimiter" // a literal stands here
	AtLength    Boundary = "length"    // a length before the value determines its end
	AtEscape    Boundary = "escape"    // a terminator that the value escapes
	AtItself    Boundary = "itself"    // the first bits of the value determine its length
	AtWidth     Boundary = "width"     // nothing but the number of bytes
)

// SegmentEvidence is what supports one segment of a layout.
type SegmentEvidence struct {
	Confidence float64 // how likely start, end, and type are right in 98% of the keys, 0..1

	Values   int     // that the type was read from
	Distinct int     // of Values
	Bits     float64 // to describe a value by its type
	Raw      float64 // to describe it byte by byte
	// Claim is -log2 of the chance that noise of the same bytes passes for the type, 0 where the type claims nothing of
	// the kind. What is claimed has at least enough to pay for the readings tried and one false alarm in 10,000 tables.
	Claim      float64
	Start, End Boundary
	Certain    bool // no accident looks like the values: a UUID, a time
	Even       bool // the values are drawn evenly from their alphabet
	Known      bool // a time that agrees with the cells' timestamps, or a date
}

// gatherEvidence returns the evidence for a form and for its segments, in the order of the layout's segments.
func gatherEvidence(e *recordkind.Engine, f *recordkind.Form) (Evidence, []SegmentEvidence) {
	margin, rival := e.Rival(f)
	all := Evidence{Rival: rival, Margin: margin, Searched: f.Search.Keys, Group: f.Search.Group,
		Saved: f.Search.Saved, Readings: e.Tried}
	if all.Group > 0 {
		all.Fit = float64(f.Search.Fit) / float64(all.Group)
	}
	return all, segmentEvidence(f.Pieces, AtKeyEnd, AtKeyEnd)
}

// segmentEvidence goes through pieces between two boundaries.
func segmentEvidence(ps []search.Piece, start, end Boundary) []SegmentEvidence {
	var out []SegmentEvidence
	before := start
	for i := range ps {
		piece := &ps[i]
		after := end
		if i+1 < len(ps) {
			after = startBoundary(&ps[i+1])
		}
		switch piece.How {
		case search.AsLiteral:
			before = AtDelimiter
			continue
		case search.AsRepeat, search.AsOptional:
			out = append(out, segmentEvidence(piece.Inner, before, after)...)
		default:
			ends := endBoundary(piece)
			if after == AtKeyEnd || after == AtDelimiter {
				ends = after
			}
			out = append(out, ofPiece(piece, before, ends))
		}
		before = endBoundary(piece)
	}
	return out
}

func startBoundary(p *search.Piece) Boundary {
	if p.How == search.AsLiteral {
		return AtDelimiter
	}
	return AtWidth
}

func endBoundary(p *search.Piece) Boundary {
	switch p.How {
	case search.ByLength:
		return AtLength
	case search.ByEscape:
		return AtEscape
	case search.ByItself:
		return AtItself
	}
	return AtWidth
}

func ofPiece(p *search.Piece, start, end Boundary) SegmentEvidence {
	evidence := SegmentEvidence{
		Values: len(p.Col.Val), Start: start, End: end, Claim: p.Read.Evidence,
		Certain: p.Read.Strong, Even: p.Read.Random, Known: p.Read.Known,
	}
	distinct := map[string]bool{}
	bytes := 0
	for _, v := range p.Col.Val {
		distinct[string(v)] = true
		bytes += len(v)
	}
	evidence.Distinct = len(distinct)
	if evidence.Values > 0 {
		evidence.Bits = p.Read.Bits / float64(evidence.Values)
		evidence.Raw = 8 * float64(bytes) / float64(evidence.Values)
	}
	return evidence
}
