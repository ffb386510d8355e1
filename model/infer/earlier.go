package infer

import (
	"slices"

	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// earlierNames holds the names that the kinds of a redacted sample had before redaction, each to be given once.
type earlierNames []sample.KindNames

// newEarlierNames drops names that no layout can have: a saved sample may hold anything.
func newEarlierNames(names []sample.KindNames) earlierNames {
	return slices.DeleteFunc(slices.Clone(names), func(k sample.KindNames) bool { return !isUsable(k) })
}

// isUsable reports whether a layout can have these names.
func isUsable(k sample.KindNames) bool {
	text, err := rowkey.Parse("{text}")
	if err != nil || len(k.Segments) != len(k.Types) {
		return false
	}
	var parts []rowkey.Part
	for _, name := range k.Segments {
		parts = append(parts, rowkey.Part{Segment: &rowkey.Segment{Name: name, Codec: text.Segments()[0].Codec}},
			rowkey.Part{Literal: []byte{'#'}})
	}
	_, err = rowkey.New(k.Kind, parts...)
	return err == nil
}

// take names segments as the first kind left whose segments have the same types, and returns these names. Without such
// a kind it names nothing and returns the zero value.
func (e *earlierNames) take(segments []*search.Piece) sample.KindNames {
	for i, kindNames := range *e {
		if !slices.EqualFunc(kindNames.Types, segments, sameType) {
			continue
		}
		for j, p := range segments {
			p.Name = kindNames.Segments[j]
		}
		*e = slices.Delete(*e, i, i+1)
		return kindNames
	}
	return sample.KindNames{}
}

// sameType reports whether a piece has a type. A piece that is proven to be a function of others gets its type later.
func sameType(t string, p *search.Piece) bool { return t == string(p.Read.Typ) || p.Proof != nil }
