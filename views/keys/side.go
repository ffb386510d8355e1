package keys

import (
	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// besideWidth is the width from which on the layout stands beside the keys, with how sure it is and what else it could be.
const besideWidth = 120

// sideWidth is the width of the pane of the layout; 0 where there is no room for it.
func (s *Screen) sideWidth(w, h int) int {
	if w < besideWidth || h < 20 || len(s.layouts()) == 0 {
		return 0
	}
	return min(w*2/5, 76)
}

// drawSide draws the layout of the kind under the cursor: its segments, the confidence in it, and the layouts that could
// take its place with the key that tries each.
func (s *Screen) drawSide(st *widget.Styles, w, h int) []string {
	set := s.layouts()
	k := s.kind()
	if k < 0 || k >= len(set) {
		k = 0
	}
	p := widget.Pane{Title: "LAYOUT " + widget.KindName(set[k], k), Right: widget.Hints(st, "i", "edit", "w", "why"), Boxed: true}
	tw := p.TextWidth(w)
	lines := []string{widget.Truncate(widget.DrawTemplate(st, set[k], s.segment), tw)}
	lines = append(lines, s.sureness(st, k, tw)...)
	lines = append(lines, "")
	lines = append(lines, s.segmentLines(st, set[k], k, tw)...)
	lines = append(lines, "", st.Strong("what else it could be"))
	lines = append(lines, s.choices(st, k, tw)...)
	return p.Text(st, lines, w, h)
}

// inferredKind is the inference of kind k; nil for declared layouts and drafts.
func (s *Screen) inferredKind(k int) *infer.Kind {
	if s.data.Declared || s.draft != nil || s.data.Inferred == nil || k >= len(s.data.Inferred.Kinds) {
		return nil
	}
	return &s.data.Inferred.Kinds[k]
}

// sureness tells how sure the layout is and how many keys it explains.
func (s *Screen) sureness(st *widget.Styles, k, w int) []string {
	words, style := "declared by you", st.Note
	switch in := s.inferredKind(k); {
	case s.draft != nil:
		words = "a draft: a puts it in force, esc drops it"
	case in != nil:
		var sure bool
		if words, sure = text.LayoutConfidence(*in); sure {
			style = st.Good
		} else {
			style = st.Warning
		}
	}
	var out []string
	for i, line := range widget.Wrap(words, max(w-2, 8)) {
		if i == 0 {
			out = append(out, style(line))
			continue
		}
		out = append(out, "  "+line)
	}
	if in := s.data.Inferred; in != nil && !s.data.Declared && in.Unexplained > 0 {
		out = append(out, st.Warning(text.Count(in.Unexplained, "key")+" of all kinds not explained: f lists them"))
	}
	return out
}

// segmentLines lists the segments: name, type, confidence, distinct values, and the most common ones.
func (s *Screen) segmentLines(st *widget.Styles, l *rowkey.Layout, k, w int) []string {
	t := widget.Table{Sort: -1, Columns: []widget.Column{{Title: "segment", Width: 8, Flex: 1}, {Title: "type", Width: 8, Flex: 1}, {Title: "confidence", Drop: 2, Right: true},
		{Title: "distinct", Right: true, Drop: 1}, {Title: "values", Width: 10, Flex: 2, Drop: 3}}}
	all := l.Segments()
	t.SetLen(len(all))
	t.SetCursor(s.segment)
	in := s.inferredKind(k)
	var measured *profile.Kind
	if p := s.data.Profile; p != nil && k < len(p.Kinds) && p.Kinds[k].Layout == l {
		measured = &p.Kinds[k]
	}
	h := min(len(all)+1, 12)
	drawn := t.DrawPane(st, w, h, false, func(i, col, w int) string {
		switch {
		case col == 0:
			return st.Segment(i, text.EscapeString(all[i].Name))
		case col == 1:
			return widget.SegmentType(all[i].Codec)
		case col == 2 && in != nil && i < len(in.Segments):
			return text.Confidence(in.Segments[i].Confidence)
		case measured == nil || i >= len(measured.Segments):
			return st.Dim(text.NoFigure)
		case col == 3:
			return text.Integer(measured.Segments[i].Distinct)
		case col == 4:
			return valuesOf(all[i], &measured.Segments[i])
		}
		return st.Dim(text.NoFigure)
	})
	return splitLines(drawn, w)
}

// valuesOf are the most common values of a segment, or the range of one that has many.
func valuesOf(seg *rowkey.Segment, m *profile.Segment) string {
	const few = 24
	if m.Ordered && m.Distinct > few {
		return widget.SegmentValue(seg.Codec, m.Min) + " … " + widget.SegmentValue(seg.Codec, m.Max)
	}
	if m.Distinct > few || len(m.Top) == 0 {
		return ""
	}
	words := ""
	for i, v := range m.Top[:min(len(m.Top), 3)] {
		if i > 0 {
			words += ", "
		}
		words += widget.Truncate(widget.SegmentValue(seg.Codec, v.Value), 16) + " " + text.Percent(v.Share.Value)
	}
	return words
}

// choices lists the layouts that could be in force: the inferred one, the runner-up, the declared one.
func (s *Screen) choices(st *widget.Styles, k, w int) []string {
	mark := func(on bool) string {
		if on {
			return st.Accent("● ")
		}
		return "○ "
	}
	inForce := !s.data.Declared && s.draft == nil
	var out []string
	add := func(on bool, name, key, words string) {
		line := mark(on) + widget.Pad(name, 11)
		if !on && key != "" {
			line += widget.Hints(st, key, words)
		} else {
			line += st.Dim(words)
		}
		out = append(out, widget.Truncate(line, w))
	}
	add(inForce, "inferred", "I", "back to what was found in the keys")
	runner := "no close alternative"
	if s.data.Inferred != nil && k < len(s.data.Inferred.Kinds) && s.data.Inferred.Kinds[k].RunnerUp != nil {
		in := s.data.Inferred.Kinds[k]
		runner = "try it: " + text.Number(in.Margin) + " bits per key more"
		add(s.draft != nil && s.draft.origin == "runner-up", "runner-up", "U", runner)
		out = append(out, "  "+widget.Truncate(widget.DrawTemplate(st, in.RunnerUp, -1), max(w-2, 1)))
	} else {
		add(false, "runner-up", "", runner)
	}
	declared := "edit a template of your own"
	if s.data.Declared {
		declared = "in force"
	}
	add(s.data.Declared && s.draft == nil, "declared", "i", declared)
	return out
}
