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

// kindsOf lists the layouts in force and, when there are any, the unexplained.
func kindsOf(d *views.Data) []kind {
	if d == nil || d.Sample == nil {
		return nil
	}
	kinds := make([]kind, 0, len(d.Layouts)+1)
	explained, all := 0.0, true
	for i, l := range d.Layouts {
		k := kind{index: i, name: widget.KindName(l, i), layout: l}
		switch {
		case d.Inferred != nil && i < len(d.Inferred.Kinds) && d.Inferred.Kinds[i].Layout == l && d.Inferred.Keys > 0:
			in := d.Inferred.Kinds[i]
			k.first, k.share, k.known = in.First, float64(in.Keys)/float64(d.Inferred.Keys), true
		case d.Profile != nil && i < len(d.Profile.Kinds) && d.Profile.Kinds[i].Layout == l && d.Profile.Rows > 0:
			m := d.Profile.Kinds[i]
			k.first, k.share, k.known = m.First, float64(m.Keys)/float64(d.Profile.Rows), true
		}
		explained += k.share
		all = all && k.known
		kinds = append(kinds, k)
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
	const share = 8
	sure := 0
	if w >= 70 && s.data.Inferred != nil && !s.data.Declared {
		sure = len("  confidence")
	}
	name := 4
	for _, k := range s.kinds {
		name = max(name, min(widget.Width(k.name), w/4))
	}
	rest := max(w-widget.Gutter-name-share-sure-4, 0)
	pattern := rest
	if rest >= 50 {
		pattern = min(rest*3/5, max(20, s.widestPattern()))
	}
	example := max(rest-pattern-2, 0)
	join := func(a, b, conf, c, d string) string {
		row := widget.Pad(a, name) + "  " + widget.PadLeft(b, share) + widget.PadLeft(conf, sure) + "  " + widget.Pad(c, pattern)
		if example > 8 {
			row += "  " + widget.Truncate(d, example)
		}
		return row
	}
	head := widget.Truncate(widget.Spaces(widget.Gutter)+st.Dim(join("kind", "share", "  confidence"[:sure], "pattern", "example")), w)
	if h < 2 {
		return head
	}
	return head + "\n" + s.kindList.DrawPane(st, w, h-1, s.onKinds, func(i int) string {
		k := s.kinds[i]
		shown := text.NoFigure
		if k.known {
			shown = text.Percent(k.share)
		}
		if k.layout == nil {
			return join(k.name, shown, "", st.Dim("keys that no layout explains"), widget.EscapeTo(k.first, example))
		}
		return join(k.name, shown, s.confidence(st, k, sure), widget.Pattern(k.layout), widget.EscapeTo(k.first, example))
	})
}

// confidence draws the confidence in an inferred layout in w cells.
func (s *Screen) confidence(st *widget.Styles, k kind, w int) string {
	if w == 0 || k.index >= len(s.data.Inferred.Kinds) {
		return ""
	}
	p := s.data.Inferred.Kinds[k.index].Confidence
	if p < confidence.Sure {
		return st.Warning(text.Confidence(p))
	}
	return text.Confidence(p)
}

func (s *Screen) widestPattern() int {
	n := 0
	for _, k := range s.kinds {
		if k.layout != nil {
			n = max(n, widget.Width(widget.Pattern(k.layout)))
		}
	}
	return n
}
