package keys

import (
	"tabletop/model/confidence"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// kind is a line of the list of record kinds.
type kind struct {
	index  int // of the layout; unexplained for the keys that none explains
	name   string
	layout *rowkey.Layout // nil for the unexplained
	first  []byte
	share  float64
	known  bool // share was counted
}

// listKinds lists the layouts in force and, when there are any, the unexplained.
func listKinds(d *views.Data) []kind {
	if d == nil || d.Sample == nil {
		return nil
	}
	kinds := make([]kind, 0, len(d.Layouts)+1)
	explained, all := 0.0, true
	for i, layout := range d.Layouts {
		kind := kind{index: i, name: widget.KindName(layout, i), layout: layout}
		switch {
		case d.Inferred != nil && i < len(d.Inferred.Kinds) && d.Inferred.Kinds[i].Layout == layout &&
			d.Inferred.Keys > 0:
			in := d.Inferred.Kinds[i]
			kind.first, kind.share, kind.known = in.First, float64(in.Keys)/float64(d.Inferred.Keys), true
		case d.Profile != nil && i < len(d.Profile.Kinds) && d.Profile.Kinds[i].Layout == layout && d.Profile.Rows > 0:
			m := d.Profile.Kinds[i]
			kind.first, kind.share, kind.known = m.First, float64(m.Keys)/float64(d.Profile.Rows), true
		}
		if p := d.Profile; p != nil && i < len(p.Kinds) && p.Kinds[i].Layout == layout && p.Kinds[i].Share.IsExact() {
			kind.share, kind.known = p.Kinds[i].Share.Value, true
		}
		explained += kind.share
		all = all && kind.known
		kinds = append(kinds, kind)
	}
	if d.Inferred == nil && !d.Declared {
		return kinds
	}
	rest := kind{index: unexplained, name: "?", share: max(1-explained, 0), known: all}
	if rest.share < 1e-9 {
		rest.share = 0
	}
	if d.Profile != nil && len(d.Profile.Unexplained.First) > 0 {
		rest.first = d.Profile.Unexplained.First[0]
	}
	if rest.share > 0 || len(d.Layouts) == 0 {
		kinds = append(kinds, rest)
	}
	return kinds
}

// drawKinds draws the list of kinds in h lines, with a line of titles.
func (s *Screen) drawKinds(st *widget.Styles, w, h int) string {
	const name, share, sure, pattern = 0, 1, 2, 3
	table := &s.kindList
	table.Sort = -1
	table.Columns = []widget.Column{{Title: "kind", Width: 4, Flex: 1}, {Title: "share", Right: true},
		{Title: "confidence", Right: true, Drop: 3},
		{Title: "pattern", Width: 20, Flex: 3}, {Title: "example", Width: 9, Flex: 2, Drop: 2}}
	if s.data.Inferred == nil || s.data.Declared {
		table.Columns[sure].Title = ""
	}
	return table.DrawPane(st, w, h, s.onKinds, func(row, col, w int) string {
		kind := s.kinds[row]
		switch col {
		case name:
			return kind.name
		case share:
			if kind.known {
				return text.Percent(kind.share)
			}
			return text.NoFigure
		case sure:
			return s.confidence(st, kind)
		case pattern:
			if kind.layout == nil {
				return st.Dim("keys that no layout explains")
			}
			return widget.Truncate(widget.Pattern(kind.layout), w)
		}
		return widget.EscapeTo(kind.first, w)
	})
}

// confidence draws the confidence in an inferred layout; nothing for others.
func (s *Screen) confidence(st *widget.Styles, k kind) string {
	if s.data.Inferred == nil || s.data.Declared || k.layout == nil || k.index >= len(s.data.Inferred.Kinds) {
		return ""
	}
	p := s.data.Inferred.Kinds[k.index].Confidence
	if p < confidence.Sure {
		return st.Warning(text.Confidence(p))
	}
	return text.Confidence(p)
}
