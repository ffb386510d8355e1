package keys

import (
	"slices"
	"time"

	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// List returns the keys that are listed, in their order: each with its record kind, its segments decoded where all keys
// are of one kind, its cells, its bytes and its newest cell.
func (s *Screen) List() *views.List {
	if s.rows == nil || s.rows.len() == 0 {
		return nil
	}
	found, set := s.rows, s.layouts()
	out := &views.List{Name: "keys", Head: []string{"key", "kind"}, Lines: found.len()}
	var segments []*rowkey.Segment
	if len(set) == 1 {
		segments = set[0].Segments()
		out.Head = append(out.Head, labels(segments)...)
	}
	out.Head = append(out.Head, "cells", "bytes", "newest")
	out.Line = func(line int) []any {
		row, sample := found.at(line), found.of.Sample
		key := sample.Key(row)
		spans, kind := set.Decode(nil, key)
		cells := make([]any, 0, len(out.Head))
		name := "unexplained"
		if kind >= 0 {
			name = widget.KindName(set[kind], kind)
		}
		cells = append(cells, key, name)
		for _, segment := range segments {
			var value any
			for _, span := range spans {
				if span.Segment == segment {
					value = text.Value(segment.Codec, span.Value)
				}
			}
			cells = append(cells, value)
		}
		from, to := sample.Cells(row)
		var newest any
		if to > from {
			newest = time.UnixMicro(slices.Max(sample.Times(from, to)))
		}
		return append(cells, to-from, sample.RowBytes(row), newest)
	}
	return out
}
