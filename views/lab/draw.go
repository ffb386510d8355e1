package lab

import (
	"fmt"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// headLines is the number of lines above the comparison: names and layouts.
const headLines = 2

// nameWidth is the width of the names of lines; cellWidth the least that a layout gets.
const (
	nameWidth = 21
	cellWidth = 25
)

// names is the width of the names of lines in w cells.
func names(w int) int { return min(w/3, max(nameWidth, min(30, w/6))) }

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	switch {
	case w <= 0 || h <= 0:
		return widget.Block(nil, w, h)
	case s.data == nil || s.data.Sample == nil:
		return widget.Block([]string{st.Dim("waiting for rows to try layouts on")}, w, h)
	case s.data.Sample.Rows() == 0:
		return widget.Block([]string{st.Dim("the table has no rows, so there is nothing to try layouts on")}, w, h)
	case s.bench == nil:
		return widget.Block([]string{st.Dim("cutting the keys of the rows read")}, w, h)
	case s.mode == asking:
		return s.drawBuilder(w, h, st)
	}
	foot := s.foot(w, h, st)
	lines := s.drawTable(w, max(0, h-len(foot)), st)
	screen := widget.Block(append(lines, foot...), w, h)
	if s.mode == choosing {
		return s.drawMenu(screen, w, h, st)
	}
	return screen
}

// shown are the slots that fit beside each other: today's, and those around the cursor.
func (s *Screen) shown(w int) []int {
	n := max(1, min(len(s.slots), (w-names(w))/cellWidth))
	if n == 1 {
		return []int{s.at}
	}
	all := []int{0}
	first := max(1, min(s.at-(n-2), len(s.slots)-(n-1)))
	if s.at < first {
		first = max(1, s.at)
	}
	for i := first; i < len(s.slots) && len(all) < n; i++ {
		all = append(all, i)
	}
	return all
}

// drawTable draws the comparison in exactly h lines.
func (s *Screen) drawTable(w, h int, st *widget.Styles) []string {
	shown := s.shown(w)
	names := names(w)
	each := max(1, (w-names)/len(shown))
	cells := func(first string, cell func(i int) string) string {
		line := widget.Pad(widget.Truncate(first, max(0, names-1)), names)
		for _, i := range shown {
			line += widget.Pad(widget.Truncate(cell(i), max(0, each-1)), each)
		}
		return widget.Truncate(line, w)
	}
	head := ""
	if len(shown) < len(s.slots) {
		head = st.Dim(fmt.Sprintf("%d of %d", len(shown), len(s.slots)))
	}
	lines := []string{
		cells(head, func(i int) string {
			name := slotName(i)
			if i == s.at {
				name = st.Accent("▸ " + name)
			} else {
				name = "  " + name
			}
			switch l := s.slots[i]; {
			case l.wrong != nil:
				name += " " + st.Error("cannot be read")
			case l.err != nil:
				name += " " + st.Error("failed")
			case l.answer == nil:
				name += st.Dim("  trying")
			case s.stale(l):
				name += st.Dim("  stale, trying")
			}
			return name
		}),
		cells("layout", func(i int) string { return st.Strong(text.Template(s.template(i))) }),
	}
	all := s.rows()
	s.lines.SetLen(len(all))
	body := max(0, h-len(lines)-1)
	if s.maps {
		lines = append(lines, s.drawMaps(shown, names, each, body, st)...)
		return append(lines, widget.Rule(st, w))[:min(len(lines)+1, h)]
	}
	from, to := s.lines.Visible(body)
	for k := from; k < to; k++ {
		r := all[k]
		grades := s.grades(r)
		line := cells("  "+text.EscapeString(r.name), func(i int) string { return s.cell(r, i, grades[i], st) })
		if k == s.lines.Cursor() {
			line = st.Line(widget.Cursor, cells("▸ "+text.EscapeString(r.name), func(i int) string { return s.cell(r, i, grades[i], st) }), w)
		}
		lines = append(lines, line)
	}
	if spare := h - 1 - len(lines); spare > leastMap {
		lines = append(append(lines, ""), s.drawMaps(shown, names, each, spare-1, st)...)
	}
	for len(lines) < h-1 {
		lines = append(lines, "")
	}
	if h > len(lines) {
		lines = append(lines, widget.Rule(st, w))
	}
	return lines[:min(len(lines), h)]
}

// cell draws a figure of a slot: the best of the line in bold with a star, what is worse than today with a sign.
func (s *Screen) cell(r row, i int, g grade, st *widget.Styles) string {
	l := s.slots[i]
	if l.answer == nil || r.late && l.answer.out == nil {
		return st.Dim(text.NoFigure)
	}
	words := text.EscapeString(r.write(l.answer))
	switch {
	case s.stale(l) || r.late && !l.answer.current():
		return st.Dim("~ " + words)
	case g == best:
		return st.Strong("★ " + words)
	case g == worse:
		return st.Warning(words)
	}
	return "  " + words
}

// foot is what stands below the comparison: the layout being typed with its mistake, or the verdict.
func (s *Screen) foot(w, h int, st *widget.Styles) []string {
	room := max(2, min(9, h/3))
	l := s.slots[s.at]
	var lines []string
	if s.mode == typing {
		wrong := -1
		if l.wrong != nil {
			wrong = min(l.wrong.Offset, len(s.input.Text()))
		}
		label := slotName(s.at) + "  "
		lines = append(lines, st.Accent(label)+s.input.Draw(st, max(0, w-len(label)), wrong))
		if wrong >= 0 {
			lines = append(lines, widget.Spaces(len(label))+s.input.CaretLine(st, max(0, w-len(label)), wrong))
		}
	} else {
		lines = append(lines, st.Accent(slotName(s.at))+"  "+s.parts(st))
	}
	if s.advised != "" {
		lines = append(lines, wrapped(st.Note, text.EscapeString(s.advised), w)...)
	}
	switch {
	case l.wrong != nil:
		lines = append(lines, wrapped(st.Error, mistake(l.wrong), w)...)
	case l.err != nil:
		lines = append(lines, wrapped(st.Error, text.EscapeString(l.err.Error()), w)...)
	default:
		for _, v := range s.verdict(false) {
			lines = append(lines, widget.Wrap(v, w)...)
		}
	}
	for i := range lines {
		lines[i] = widget.Truncate(lines[i], w)
	}
	for len(lines) < room {
		lines = append(lines, "")
	}
	if len(lines) > room && s.mode == comparing {
		lines = lines[:room]
		const more = " enter shows all"
		lines[room-1] = widget.Pad(widget.Truncate(lines[room-1], max(0, w-len(more))), max(0, w-len(more))) + st.Dim(widget.Truncate(more, w))
	}
	return lines[:min(room, len(lines))]
}

func mistake(e *rowkey.SyntaxError) string {
	if e.Message == "" {
		return "the layout cannot be read"
	}
	return text.Safe(e.Message)
}

// wrapped has the mark of its style on the first line.
func wrapped(style func(string) string, s string, w int) []string {
	var out []string
	for i, line := range widget.Wrap(s, max(1, w-2)) {
		if i > 0 {
			out = append(out, "  "+line)
			continue
		}
		out = append(out, style(line))
	}
	return out
}

// parts draws the layout under the cursor whole, each part of the key in its colour, the one under the cursor marked.
func (s *Screen) parts(st *widget.Styles) string {
	c := s.candidate()
	if c == nil {
		return text.Template(s.template(s.at))
	}
	key := c.Tables[0].Key
	var b strings.Builder
	if kind := c.Tables[0].Kind; kind != "" {
		b.WriteString(st.Dim(text.EscapeString(kind) + " = "))
	}
	n := 0
	for _, p := range key {
		words := text.Template(candidate.PartsString([]candidate.Part{p}))
		if p.Field != nil {
			if n == s.field && s.mode == comparing {
				words = "›" + words + "‹"
			}
			words = st.Segment(n, words)
			n++
		}
		b.WriteString(words)
	}
	if rest, ok := strings.CutPrefix(c.String(), keyText(c.String())); ok {
		b.WriteString(st.Dim(text.Template(rest)))
	}
	return b.String()
}

// keyText is a candidate up to what becomes of the cells, or to the next table.
func keyText(template string) string {
	end := len(template)
	for _, mark := range []string{" => ", " ++ "} {
		if i := strings.Index(template, mark); i >= 0 {
			end = min(end, i)
		}
	}
	return template[:end]
}

// drawMenu lays the menu over the screen.
func (s *Screen) drawMenu(screen string, w, h int, st *widget.Styles) string {
	bw, bh := min(w, 84), min(h, 18)
	if bw < 12 || bh < 4 {
		return screen
	}
	find := st.Accent("find") + "  " + s.menu.finder.Input.Draw(st, max(bw-widget.BoxWidth-6, 1), -1)
	inner := find + "\n" + s.menu.finder.Draw(st, bw-widget.BoxWidth, bh-widget.BoxHeight-1, func(_ int, name, more string) string {
		if more == "" {
			return name
		}
		return name + "  " + st.Dim(more)
	})
	box := widget.Box(st, s.menu.title, strings.Split(inner, "\n"), bw, bh)
	return widget.Overlay(screen, box, (w-bw)/2, max(0, (h-bh)/2), w, h)
}
