package keys

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/figures"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// besideWidth is the width from which on the layout stands beside the keys, with how sure it is and what else it could
// be.
const besideWidth = 120

// sideWidth is the width of the pane of the layout; 0 where there is no room for it.
func (s *Screen) sideWidth(w, h int) int {
	if w < besideWidth || h < 20 || len(s.layouts()) == 0 {
		return 0
	}
	return min(w*2/5, 76)
}

// drawSide draws the layout of the kind under the cursor: its segments, the confidence in it, and the layouts that
// could take its place with the key that tries each.
func (s *Screen) drawSide(st *widget.Styles, w, h int) []string {
	set := s.layouts()
	kind := s.kind()
	if kind < 0 || kind >= len(set) {
		kind = 0
	}
	pane := widget.Pane{Title: "LAYOUT " + widget.KindName(set[kind], kind), Right: widget.Hints(st, "i", "edit", "w",
		"why"), Boxed: true}
	tw := pane.TextWidth(w)
	lines := strings.Split(ansi.Hardwrap(widget.DrawTemplate(st, set[kind], s.segment), max(tw, 1), true), "\n")
	lines = append(lines, s.sureness(st, kind, tw)...)
	lines = append(lines, "")
	lines = append(lines, s.segmentLines(st, set[kind], kind, tw)...)
	lines = append(lines, "", st.Strong("what else it could be"))
	lines = append(lines, s.choices(st, kind, tw)...)
	lines = append(lines, s.sameKey(st, kind, tw)...)
	top := len(lines) + widget.BoxHeight
	if h-top < leastValues {
		return pane.Text(st, lines, w, h)
	}
	return append(pane.Text(st, lines, w, top), s.segmentPanes(st, set[kind], kind, w, h-top)...)
}

// leastValues is the height from which there is room for the values of a segment.
const leastValues = 10

// segmentPanes draws what is known of the segment under the cursor, and of those after it as far as there is room.
func (s *Screen) segmentPanes(st *widget.Styles, l *rowkey.Layout, k, w, h int) []string {
	if s.measured(l, k) == nil && k < len(s.data.Layouts) {
		l = s.data.Layouts[k] // a draft is counted once it is kept: till then the layout in force stays
	}
	count, kind := len(l.Segments()), s.measured(l, k)
	if kind == nil || count == 0 || count > len(kind.Segments) {
		return widget.Pane{Title: "SEGMENT", Boxed: true}.Text(st, []string{st.Dim("not counted yet")}, w, h)
	}
	first := min(max(s.segment, 0), count-1)
	var lines []string
	for i := range count {
		at := (first + i) % count
		rest := h - len(lines)
		mine := min(len(kind.Segments[at].Top)+leastValues, rest)
		if rest-mine < leastValues {
			mine = rest
		}
		lines = append(lines, s.segmentPane(st, l.Segments()[at], &kind.Segments[at], at, w, mine)...)
		if len(lines) >= h {
			return lines
		}
	}
	p := s.data.Profile
	return append(lines, views.Spread{Title: "KEY LENGTHS",
		Of: text.AllOrRead(p, "keys") + ", by bytes; at most 4 KB (G30)", Bins: p.KeyLength.Bins, Format: views.Sizes,
		Empty: "no key was read"}.
		Draw(st, w, h-len(lines))...)
}

// segmentPane draws what is known of a segment, and its most common values.
func (s *Screen) segmentPane(st *widget.Styles, seg *rowkey.Segment, of *figures.Segment, at, w, h int) []string {
	pane := widget.Pane{Title: "SEGMENT " + text.EscapeString(seg.Name), Boxed: true}
	if at == s.segment {
		pane.Right = widget.Hints(st, "←→", "segment", "t", "type", "r", "rename")
	}
	facts := segmentFacts(st, seg, of)
	facts = facts[:min(len(facts), max(h-6, 3))]
	title := "most common values"
	if len(of.Top) > 0 && of.Top[0].Count == 1 {
		title = "values, each in one key read"
	}
	amount := "keys read"
	if slices.ContainsFunc(of.Top, func(v figures.Value) bool { return int64(v.Found.Value) > v.Count }) {
		amount = "keys counted"
	}
	t := widget.Table{Sort: -1, Columns: []widget.Column{{Title: title, Width: 12, Flex: 1},
		{Title: amount, Right: true}, {Title: "of them", Right: true}, {Width: 8, Bar: true}}}
	t.Still = true
	t.SetLen(len(of.Top))
	table := t.DrawPane(st, max(w-2, 1), max(h-2-len(facts)-1, 1), false, func(row, col, w int) string {
		value := of.Top[row]
		switch col {
		case 0:
			return st.Segment(at, widget.Truncate(widget.SegmentValue(seg.Codec, value.Value), w))
		case 1:
			found := text.Number(value.Found.Value)
			if amount == "keys counted" && !value.Found.IsExact() {
				found += " read"
			}
			return found
		case 2:
			return text.Share(value.Share)
		}
		return widget.ListBar(st, value.Share.Value, w, true)
	})
	lines := make([]string, 0, h)
	for _, f := range facts {
		lines = append(lines, widget.Spaces(widget.Gutter)+f)
	}
	lines = append(append(lines, ""), strings.Split(table, "\n")...)
	return pane.Draw(st, lines, w, h)
}

// segmentFacts is what is known of a segment, in lines.
func segmentFacts(st *widget.Styles, seg *rowkey.Segment, of *figures.Segment) []string {
	var out []string
	add := func(name, value string) { out = append(out, st.Dim(widget.Pad(name, 10))+value) }
	width := text.Plural(of.MinWidth, "1 byte", text.Integer(int64(of.MinWidth))+" bytes")
	if of.MinWidth != of.MaxWidth {
		width = text.Integer(int64(of.MinWidth)) + "–" + text.Integer(int64(of.MaxWidth)) + " bytes"
	}
	add("type", widget.SegmentType(seg.Codec)+st.Dim(", ")+width+st.Dim(" in the key"))
	add("distinct", text.Distinct(*of)+st.Dim(text.Plural(of.Distinct, " value, ", " values, "))+
		text.Integer(of.Distinct)+st.Dim(" of them read"))
	if of.Ordered {
		add("range", widget.SegmentValue(seg.Codec, of.Min)+st.Dim(" … ")+widget.SegmentValue(seg.Codec, of.Max))
	}
	if f := of.RowsPerValue; f.Value > 0 {
		rows := text.Number(f.Value)
		if f.Interval() {
			rows += " " + text.PlusMinus(f.Value, f.Low, f.High, text.Number)
		}
		add("rows", rows+st.Dim(" of the table per value, mean"))
	}
	how := " read have it"
	if int64(of.Found.Value) > of.Keys {
		how = " counted have it"
	}
	add("keys", text.Integer(int64(of.Found.Value))+st.Dim(how))
	return out
}

// measured is what was counted of the keys of a kind; nil if they were not, or by another layout.
func (s *Screen) measured(l *rowkey.Layout, k int) *figures.Kind {
	p := s.data.Profile
	if p == nil || k >= len(p.Kinds) {
		return nil
	}
	if p.Kinds[k].Layout == l || p.Kinds[k].Layout.String() == l.String() { // a draft begins as what is in force
		return &p.Kinds[k]
	}
	return nil
}

// inferredKind is the inference of kind k; nil for declared layouts and drafts.
func (s *Screen) inferredKind(k int) *infer.Kind {
	if s.data.Declared || s.draft != nil || s.data.Inferred == nil || k >= len(s.data.Inferred.Kinds) {
		return nil
	}
	return &s.data.Inferred.Kinds[k]
}

// sureness states how sure the layout is and how many keys it explains.
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
	for i, line := range text.Wrap(words, max(w-2, 8)) {
		if i == 0 {
			out = append(out, style(line))
			continue
		}
		out = append(out, "  "+line)
	}
	if in := s.data.Inferred; in != nil && !s.data.Declared && in.Unexplained > 0 {
		words := text.Count(in.Unexplained, "key") + " of all kinds not explained: f lists them"
		if p := s.data.Profile; p != nil && int64(p.Unexplained.Found.Value) > p.Unexplained.Keys {
			words = text.Count(int64(p.Unexplained.Found.Value), "key") + " of all kinds not explained: f lists the " +
				text.Integer(int64(in.Unexplained)) + " kept"
		}
		out = append(out, st.Warning(words))
	}
	return out
}

// segmentLines lists the segments: name, type, confidence, distinct values, and the most common ones.
func (s *Screen) segmentLines(st *widget.Styles, l *rowkey.Layout, k, w int) []string {
	table := widget.Table{Sort: -1, Columns: []widget.Column{{Title: "segment", Width: 8, Flex: 1},
		{Title: "type", Width: 8, Flex: 1}, {Title: "confidence", Drop: 2, Right: true},
		{Title: "distinct", Right: true, Drop: 1}, {Title: "values", Width: 10, Flex: 2, Drop: 3}}}
	all := l.Segments()
	table.SetLen(len(all))
	table.SetCursor(s.segment)
	in := s.inferredKind(k)
	measured := s.measured(l, k)
	height := min(len(all)+1, 12)
	drawn := table.DrawPane(st, w, height, false, func(i, col, w int) string {
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
			return text.Distinct(measured.Segments[i])
		case col == 4:
			return valuesText(all[i], &measured.Segments[i])
		}
		return st.Dim(text.NoFigure)
	})
	return splitLines(drawn, w)
}

// valuesText are the most common values of a segment, or the range of one that has many.
func valuesText(seg *rowkey.Segment, m *figures.Segment) string {
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

// choices lists the layouts that could be in force: the inferred one, the alternatives, the declared one.
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
	found := "back to what was found in the keys"
	if inForce {
		found = "in force, found in the keys"
	}
	add(inForce, "inferred", "I", found)
	var others []infer.Other
	if s.data.Inferred != nil && k < len(s.data.Inferred.Kinds) {
		others = s.data.Inferred.Kinds[k].Others
	}
	for i, other := range others {
		add(s.draft != nil && s.draft.other == i+1, "another", "U", "try it: "+
			text.Likely(other.Confidence, s.data.Inferred.Kinds[k].Confidence)+", confidence "+
			text.Confidence(other.Confidence))
		out = append(out, "  "+widget.Truncate(widget.DrawTemplate(st, other.Layout, -1), max(w-2, 1)))
	}
	if len(others) == 0 && s.data.Inferred != nil {
		add(false, "another", "", "no other was found that comes near")
	}
	declared := "edit a template of your own"
	if s.data.Declared {
		declared = "in force"
	}
	add(s.data.Declared && s.draft == nil, "declared", "i", declared)
	return out
}
