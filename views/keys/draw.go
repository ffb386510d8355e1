package keys

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.data == nil || s.data.Sample == nil {
		return widget.Block([]string{"", st.Dim("  waiting for the first rows…")}, w, h)
	}
	var lines []string
	if h >= leastVerdict {
		lines = append(lines, s.drawVerdict(st, w))
	}
	below := h - len(lines)
	side := s.sideWidth(w, below)
	if side == 0 {
		lines = append(lines, s.drawKeysPart(st, w, below)...)
	} else {
		lines = append(lines, widget.Beside([][]string{s.drawKeysPart(st, w-side-1, below),
			s.drawSide(st, side, below)}, []int{w - side, side}, below)...)
	}
	s.areas.verdict = h - below
	return widget.Block(lines, w, h)
}

// drawKeysPart draws the kinds, the keys, and the key under the cursor.
func (s *Screen) drawKeysPart(st *widget.Styles, w, h int) []string {
	above := len(s.kinds)
	if above == 1 && !s.onKinds {
		above = 0 // the first line says it
	}
	if s.menu != nil {
		above = len(s.menu.choices)
	}
	split := divide(h, above, s.onKinds || s.menu != nil, s.mode == templating || s.mode != browsing && s.wrong != "")
	split.width = w
	s.areas = split
	var lines []string
	switch {
	case split.kinds > 0 && s.menu != nil:
		lines = append(lines, strings.Split(s.drawMenu(st, w, split.kinds), "\n")...)
	case split.kinds > 0:
		lines = append(lines, strings.Split(s.drawKinds(st, w, split.kinds), "\n")...)
	}
	if split.rules > 1 {
		lines = append(lines, s.ruler(st, w))
	}
	lines = append(lines, s.drawKeys(st, w, split.keys)...)
	if split.rules > 0 {
		lines = append(lines, s.lowerRule(st, w, split))
	}
	lines = append(lines, s.drawDetail(st, w, split.detail)...)
	return append(lines, s.drawBottom(st, w, split.layout)...)
}

// splitLines are the lines of a block, each cut to w cells.
func splitLines(block string, w int) []string {
	lines := strings.Split(block, "\n")
	for i, l := range lines {
		lines[i] = widget.Truncate(l, w)
	}
	return lines
}

// ruler is the line above the keys: what is listed and where in it the cursor is.
func (s *Screen) ruler(st *widget.Styles, w int) string {
	left := s.listed(st)
	right := st.Dim(s.list.Place(text.Integer))
	gap := w - 2 - widget.Width(left) - widget.Width(right) - 4
	if gap < 0 {
		return widget.Truncate(st.Dim("─ ")+left, w)
	}
	return st.Dim("─ ") + left + " " + widget.Rule(st, gap) + " " + right + st.Dim(" ─")
}

// lowerRule repeats what is listed where there is no room for it above.
func (s *Screen) lowerRule(st *widget.Styles, w int, a areas) string {
	if a.rules > 1 {
		return widget.Rule(st, w)
	}
	return s.ruler(st, w)
}

// listed states which keys are listed.
func (s *Screen) listed(st *widget.Styles) string {
	want := s.want
	count, all := 0, s.data.Sample.Rows()
	if s.rows != nil {
		count = s.rows.len()
	}
	words := text.Count(int64(count), "key")
	if want != (query{kind: allKinds}) {
		words = text.Integer(int64(count)) + " of " + text.Count(int64(all), "key")
	}
	if s.data.Profile != nil && s.data.Profile.Scope != estimate.All {
		words += " read"
	}
	switch {
	case want.kind == unexplained:
		words += ", unexplained"
	case want.kind >= 0 && want.kind < len(s.data.Layouts):
		words += ", kind " + widget.KindName(s.data.Layouts[want.kind], want.kind)
	}
	if want.prefix != "" {
		words += ", from prefix " + text.EscapeString(want.prefix)
	}
	if want.typed != "" {
		words += ", holding " + text.EscapeString(want.typed) + ", best first"
	}
	if s.behind() {
		return words + " " + st.Note("searching…")
	}
	if how := s.data.Sample.How; how.Strategy == sample.Head && !how.Complete {
		return words + " " + st.Warning("the first rows only")
	}
	return words
}

// drawKeys draws the list of keys in h lines.
func (s *Screen) drawKeys(st *widget.Styles, w, h int) []string {
	if h <= 0 {
		return nil
	}
	if s.list.Len() == 0 {
		lines := make([]string, h)
		lines[h/2] = widget.Center(st.Dim(s.nothing()), w)
		return lines
	}
	s.titled = h >= leastTitled
	rows := h
	if s.titled {
		rows--
	}
	from, to := s.list.Visible(rows)
	s.glass.decodeVisible(s, from, to, w)
	var most int64
	if s.data.Profile != nil {
		most = s.data.Profile.RowBytes.Max
	}
	if columns := s.glass.columns(most); !slices.Equal(columns, s.list.Columns) {
		s.list = widget.Table{List: s.list.List, Columns: columns} // as wide as the new columns need
	}
	s.list.Sort = -1
	cell := func(row, col, w int) string { return s.glass.cell(st, row-from, col, w, most) }
	drawn := strings.Split(s.list.DrawPane(st, w, rows+1, !s.onKinds, cell), "\n")
	return drawn[len(drawn)-h:]
}

// leastTitled is the height from which the list of keys has a line of titles.
const leastTitled = 6

// rowAt is the key drawn at line y of the list of keys.
func (s *Screen) rowAt(y int) int {
	if !s.titled {
		y++ // the line of titles is left out
	}
	return s.list.RowAt(y)
}

// nothing states why the list is empty.
func (s *Screen) nothing() string {
	switch {
	case s.data.Sample.Rows() == 0:
		return "no rows were read"
	case s.behind():
		return "searching…"
	}
	return "no key is like that"
}

// drawDetail draws the key under the cursor byte for byte, with braces or the place where it stops fitting.
func (s *Screen) drawDetail(st *widget.Styles, w, h int) []string {
	if h < 2 {
		return nil
	}
	key := s.current()
	if key == nil {
		return []string{"", ""}
	}
	set := s.layouts()
	spans, kind := set.Decode(nil, key)
	if kind < 0 {
		at, why := furthest(set, key)
		left := widget.Width(widget.EscapeTo(key[:at], w))
		below := strings.TrimSpace(why)
		if left+2+len(below) < w {
			below = widget.Spaces(left) + "^ " + below
		}
		return []string{"  " + widget.EscapeTo(key, w-2), "  " + st.Dim(below)}
	}
	segments := set[kind].Segments()
	parts := widget.KeyParts(nil, key, spans, segments, w-2)
	return []string{"  " + widget.DrawKey(st, parts), "  " + widget.Braces(st, parts, labels(segments))}
}

func labels(segments []*rowkey.Segment) []string {
	out := make([]string, len(segments))
	for i, s := range segments {
		out[i] = text.EscapeString(s.Name)
	}
	return out
}

// furthest is the byte at which the layout that comes furthest stops fitting, and why.
func furthest(set rowkey.Set, key []byte) (at int, why string) {
	if len(set) == 0 {
		return 0, "no layout explains it: i declares one"
	}
	for _, l := range set {
		_, err := l.Decode(nil, key)
		var d *rowkey.DecodeError
		if errors.As(err, &d) && (d.Offset >= at || why == "") {
			at, why = min(d.Offset, len(key)), misfit(err)
		}
	}
	return at, why
}

// drawBottom draws the line that is being edited, or the template.
func (s *Screen) drawBottom(st *widget.Styles, w, h int) []string {
	if h <= 0 {
		return nil
	}
	switch s.mode {
	case finding:
		return s.drawInput(st, w, "find", "letters in order", h)
	case prefixing:
		hint := `\x00 writes any byte`
		if leading := s.leading(); leading != nil {
			hint = "enter takes " + text.Escape(leading)
		}
		return s.drawInput(st, w, "prefix", hint, h)
	case jumping:
		return s.drawInput(st, w, "jump to", `\x00 writes any byte`, h)
	case templating:
		return s.drawTemplateInput(st, w, h)
	case marking:
		return []string{widget.Truncate(s.drawMark(st), w)}
	case splitting:
		words := st.Accent("split") + fmt.Sprintf("  %s at byte %d of %d", s.cut.seg.Name, s.cut.at, s.cut.size) +
			st.Dim("  ← → moves the cut")
		return []string{widget.SplitLine(words, s.fitWords(st, w/2), w)}
	case renaming:
		return s.drawInput(st, w, "name of the segment", "letters, digits, _ and -", h)
	}
	return s.drawLayout(st, w)
}

// drawInput draws a line being typed with a name before it and a hint after it, and under it what is wrong.
func (s *Screen) drawInput(st *widget.Styles, w int, name, hint string, h int) []string {
	head := st.Accent(name) + "  "
	room := w - widget.Width(head)
	if room > 50 {
		room -= len(hint) + 2
		hint = "  " + st.Dim(hint)
	} else {
		hint = ""
	}
	wrong := -1
	if s.wrong != "" {
		wrong = s.at
	}
	lines := []string{head + s.line.Draw(st, room, wrong) + hint}
	if h > 1 && s.wrong != "" {
		lines = append(lines, st.Error(text.EscapeString(s.wrong)))
	}
	return lines
}

// drawTemplateInput draws the template being typed, and below it either the syntax error, with a caret under its place,
// or how many keys it decodes.
func (s *Screen) drawTemplateInput(st *widget.Styles, w, h int) []string {
	draft, does := s.draft, "enter looks, then a keeps it"
	if draft.replaces(s.data.Layouts) {
		does = "enter keeps it"
	}
	return draft.input.DrawTyped(st, st.Accent("layout")+"  ", w, h, draft.err,
		widget.SplitLine(s.fitWords(st, w), st.Dim(does), w))
}

// fitWords states how many keys the draft decodes, and the first that it does not.
func (s *Screen) fitWords(st *widget.Styles, w int) string {
	draft := s.draft
	if draft == nil || draft.layout == nil {
		return ""
	}
	fit := draft.fit
	if fit == nil {
		return (*widget.TypedFit)(nil).Draw(st, w)
	}
	drawn := &widget.TypedFit{}
	drawn.Words, drawn.Good = fit.words(s.kindName(draft.kind))
	if fit.row >= 0 && fit.why != nil && fit.row < s.data.Sample.Rows() {
		drawn.Example, drawn.Why = s.data.Sample.Key(fit.row), misfit(fit.why)
	}
	return drawn.Draw(st, w)
}

func (s *Screen) kindName(i int) string {
	if i < len(s.data.Layouts) {
		return widget.KindName(s.data.Layouts[i], i)
	}
	return "all"
}

// drawLayout draws the template of the kind under the cursor with the segment cursor in it.
func (s *Screen) drawLayout(st *widget.Styles, w int) []string {
	kind := s.kind()
	set := s.layouts()
	if kind < 0 || kind >= len(set) {
		switch {
		case s.data.Inferred == nil && !s.data.Declared:
			return []string{st.Accent("layout") + "  " + st.Dim("finding out how the keys are built…")}
		case len(set) == 0:
			return []string{st.Accent("layout") + "  " + st.Dim("no structure was found: i declares a layout")}
		}
		return []string{st.Accent("layout") + "  " + st.Dim("none holds for this key: i declares one more")}
	}
	name := ""
	if len(set) > 1 {
		name = widget.KindName(set[kind], kind) + "  "
	}
	left := st.Accent("layout") + "  " + name + widget.DrawTemplate(st, set[kind], s.segment)
	right := st.Dim("inferred")
	switch {
	case s.draft != nil:
		right = s.fitWords(st, w) + "  " + st.Dim(s.draft.origin+"  a keeps it")
	case s.data.Declared:
		right = st.Dim("declared")
	}
	if widget.Width(left)+2+widget.Width(right) > w && s.draft != nil {
		// What is tried out must be seen: the template gives way.
		left = widget.Truncate(left, max(w-2-widget.Width(right), w/2))
		return []string{widget.Truncate(left+"  "+right, w)}
	}
	return []string{widget.SplitLine(left, right, w)}
}
