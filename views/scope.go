package views

import (
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
	"tabletop/views/widget"
)

// KindPart is the part of the rows of a record kind, by its index in the layouts, or of those whose keys match none;
// key is that of one of its rows.
func KindPart(layouts rowkey.Set, kind int, key []byte) analysis.Part {
	name := "keys that match no layout"
	if kind != segments.Unexplained {
		name = "record kind " + widget.KindName(layouts[kind], kind)
	}
	return analysis.Part{Name: name, Like: slices.Clone(key)}
}
