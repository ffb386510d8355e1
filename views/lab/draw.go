package lab

import (
	"fmt"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// areas are the lines at which the lists began at the last Draw, their titles included, and where the figures end; 0 is
// a list that was not drawn.
type areas struct {
	layouts, figures, queries int
	split                     int
}

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	s.areas = areas{}
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if why := s.waiting(); why != "" {
		return widget.Block([]string{"", "  " + st.Dim(why)}, w, h)
	}
	if s.mode == asking {
		return s.drawBuilder(w, h, st)
	}
	s.measure()
	boxed := widget.Boxed(w, h)
	lines := s.drawVerdict(w, h, boxed, st)
	s.areas.layouts = len(lines) + 1
	lines = append(lines, s.drawLayouts(w, min(h-len(lines), s.layoutsHeight(boxed)), boxed, st)...)
	asked := s.queriesHeight(h, len(lines), boxed)
	if room := h - len(lines) - asked; room > 1 {
		lines = append(lines, s.drawFigures(len(lines), w, room, boxed, st)...)
	}
	if asked > 0 && len(lines)+asked <= h {
		s.areas.queries = len(lines) + 1
		lines = append(lines, s.drawQueries(w, asked, boxed, st)...)
	}
	screen := widget.Block(lines, w, h)
	if s.mode == choosing {
		return s.drawMenu(screen, w, h, st)
	}
	return screen
}

// waiting is what is missing before there is anything to show; empty when nothing is.
func (s *Screen) waiting() string {
	switch {
	case s.data == nil || s.data.Sample == nil:
		return "waiting for rows to try layouts on…"
	case s.data.Sample.Rows() == 0:
		return "the table has no rows, so there is nothing to try layouts on"
	case s.bench == nil:
		return "decoding the keys of the rows read…"
	}
	return ""
}

// layoutsHeight is the height of the pane of layouts.
func (s *Screen) layoutsHeight(boxed bool) int {
	if boxed {
		return len(s.slots) + 1 + widget.BoxHeight
	}
	return len(s.slots) + 2
}

// leastFigures is the height below which figures are not worth their room.
const leastFigures = 8

// maxAsked is how many queries are in sight at once.
const maxAsked = 6

// queriesHeight is the height of the pane of queries; 0 where there is no room for it, unless it has the focus.
func (s *Screen) queriesHeight(h, used int, boxed bool) int {
	count := min(max(len(s.list()), 1), maxAsked) + 1
	if boxed {
		count++
	}
	switch {
	case s.maps:
		return 0
	case h-used-count >= leastFigures:
		return count
	case s.focus == onQueries:
		return min(count, max(h-used, 0))
	}
	return 0
}

// drawVerdict draws the verdict of the search and of the layout under the cursor, or the layout that is typed: the pane
// at the top of the screen.
func (s *Screen) drawVerdict(w, h int, boxed bool, st *widget.Styles) []string {
	pane := widget.Pane{Title: "VERDICT", Right: widget.Hints(st, "enter", "all", "E", "how", "^r", "search"),
		Boxed: boxed}
	if s.mode == typing || s.mode == phrasing {
		pane.Title, pane.Focus, pane.Right = "EDIT "+s.slotName(s.at), true, widget.Hints(st, "enter", "keep", "esc",
			"undo")
	}
	tw := pane.TextWidth(w)
	var lines []string
	switch s.mode {
	case phrasing:
		if pane.Title = fmt.Sprintf("EDIT q%d", s.phrase.at+1); s.phrase.at == len(s.phrase.among) {
			pane.Title = "NEW QUERY"
		}
		lines = s.drawPhrase(tw, st)
	case typing:
		lines = append(s.drawInput(tw, st), s.drawJudgment(tw, st)...)
	default:
		lines = append(s.drawAdvice(tw, st), s.drawJudgment(tw, st)...)
	}
	frame := 1
	if boxed {
		frame = widget.BoxHeight
	}
	room := max(2, min(maxVerdict, h/4))
	if len(lines) > room {
		lines = append(lines[:room-1:room-1], widget.SplitLine(lines[room-1], st.Dim("… enter shows all"), tw))
	}
	return pane.Text(st, lines, w, min(max(len(lines), 2)+frame, h))
}

// maxVerdict is how many lines of a verdict are in sight at once.
const maxVerdict = 11

// drawInput draws the layout that is typed, with its syntax error.
func (s *Screen) drawInput(w int, st *widget.Styles) []string {
	slot, wrong := s.slots[s.at], -1
	if slot.wrong != nil {
		wrong = min(slot.wrong.Offset, len(s.input.Text()))
	}
	lines := []string{s.input.Draw(st, w, wrong)}
	if wrong >= 0 {
		lines = append(lines, s.input.CaretLine(st, w, wrong))
	}
	return lines
}

// drawAdvice draws what the last search found, or how far the one that continues is.
func (s *Screen) drawAdvice(w int, st *widget.Styles) []string {
	const bar = 20
	switch {
	case s.search != nil && !s.early:
		line := st.Accent("◌ ") + "searching for layouts that serve the queries  " +
			widget.GaugeBar(st, widget.Bar, s.search.done, min(bar, max(w/4, 1)))
		return []string{line +
			st.Dim(fmt.Sprintf(" %s  %s compared", text.Percent(s.search.done), text.Integer(int64(s.search.layouts))))}
	case s.advice == nil && s.spreads != nil:
		return []string{st.Dim("the queries have changed since the last search: ^r searches again")}
	case s.advice == nil:
		return nil
	}
	judgment := s.advice.Judgment()
	mark := map[advise.Stance]string{advise.Take: "★ ", advise.Keep: "✓ ", advise.Close: "≈ "}[judgment.Stance]
	token, headline := widget.Good, text.EscapeString(judgment.Headline)
	if found := s.audited(); judgment.Stance == advise.Keep && found != "" {
		mark, token = "▲ ", widget.Warning
		headline += " Findings: " + found
	}
	out := text.Wrap(headline, max(w-2, 8))
	for i, line := range out {
		out[i] = "  " + line
		if i == 0 {
			out[i] = st.Text(token, mark) + st.Strong(line)
		}
	}
	if last := len(out) - 1; widget.Width(out[last])+widget.Width(judgment.Confidence)+2 <= w {
		out[last] = widget.SplitLine(out[last], st.Dim(judgment.Confidence), w)
	}
	if s.search != nil {
		out = append(out, st.Dim(widget.Truncate("◌ layouts against findings are still tried", w)))
	}
	return out
}

// drawJudgment draws what is said of the layout under the cursor: its headline, then the reasons.
func (s *Screen) drawJudgment(w int, st *widget.Styles) []string {
	slot := s.slots[s.at]
	switch {
	case slot.wrong != nil:
		return wrapped(st.Error, mistake(slot.wrong), w)
	case slot.err != nil:
		return wrapped(st.Error, text.EscapeString(slot.err.Error()), w)
	case slot.answer == nil:
		return []string{st.Dim("◌ trying " + s.slotName(s.at) + "…")}
	}
	list := s.currentLines()
	var out []string
	if s.at > 0 {
		j := s.judgment(s.at)
		out = s.drawHeadline(j, w, st)
		list = reasons(j)
		if words, sure := s.currentLayout(); !sure {
			list = append([]said{{"doubt", words}}, list...)
		}
	}
	const label = 10
	for _, r := range list {
		for i, line := range text.Wrap(r.words, max(w-label, 8)) {
			head := widget.Spaces(label)
			if i == 0 {
				head = marked(r.label, st) + widget.Spaces(label-2-widget.Width(r.label))
			}
			out = append(out, head+line)
		}
	}
	return out
}

// marked is the label of a reason with its mark.
func marked(label string, st *widget.Styles) string {
	switch label {
	case "better":
		return st.Good(label)
	case "worse", "doubt":
		return st.Warning(label)
	}
	return st.Text(widget.Dim, "· "+label)
}

// drawHeadline draws the verdict on a slot.
func (s *Screen) drawHeadline(j *advise.Judgment, w int, st *widget.Styles) []string {
	name := s.slotName(s.at) + "  "
	var out []string
	// its line among the layouts may cut it
	if layout := text.Template(s.template(s.at)); widget.Width(layout) > mostLayout(w)-2 {
		for i, line := range text.Wrap(layout, max(w-len(name), 8)) {
			if i > 0 {
				name = widget.Spaces(len(name))
			}
			out = append(out, st.Accent(name)+line)
		}
		name = widget.Spaces(len(name))
	}
	style := map[advise.Stance]func(string) string{advise.Better: st.Good, advise.Worse: st.Warning,
		advise.Lossy: st.Error, advise.Mixed: st.Note, advise.Same: st.Note}[j.Stance]
	for i, line := range text.Wrap(text.EscapeString(j.Headline), max(w-2-len(name), 8)) {
		if i > 0 {
			out = append(out, widget.Spaces(len(name)+2)+line)
			continue
		}
		out = append(out, st.Accent(name)+style(line))
	}
	return out
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
	for i, line := range text.Wrap(s, max(1, w-2)) {
		if i > 0 {
			out = append(out, "  "+line)
			continue
		}
		out = append(out, style(line))
	}
	return out
}

// parts draws the layout under the cursor whole, each part of the key in its color, the one under the cursor marked.
func (s *Screen) parts(st *widget.Styles) string {
	proposed := s.candidate()
	if proposed == nil {
		return text.Template(s.template(s.at))
	}
	var out strings.Builder
	count := 0
	for index := range proposed.Templates {
		template := &proposed.Templates[index]
		out.WriteString(st.Dim(proposed.Sign(index)))
		if template.Into > 0 || template.Action != candidate.Rekey {
			out.WriteString(st.Dim(text.Template(template.String())))
			continue
		}
		s.keyParts(&out, template, &count, st)
	}
	return out.String()
}

// keyParts draws a template of the first table; count is the number of fields before it.
func (s *Screen) keyParts(out *strings.Builder, t *candidate.Template, count *int, st *widget.Styles) {
	if t.Kind != "" {
		out.WriteString(st.Dim(text.EscapeString(t.Kind) + " = "))
	}
	for _, part := range t.Key {
		words := text.Template(candidate.PartsString([]candidate.Part{part}))
		if part.Field != nil {
			if *count == s.field && s.mode == comparing {
				words = "›" + words + "‹"
			}
			words = st.Segment(*count, words)
			*count++
		}
		out.WriteString(words)
	}
	whole := t.String()
	if rest, ok := strings.CutPrefix(whole, keyText(whole)); ok {
		out.WriteString(st.Dim(text.Template(rest)))
	}
}

// keyText is a candidate up to what becomes of the cells, or to the next table.
func keyText(template string) string {
	end := len(template)
	for _, mark := range []string{" => ", " ++ ", " | "} {
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
	inner := find + "\n" + s.menu.finder.Draw(st, bw-widget.BoxWidth, bh-widget.BoxHeight-1,
		func(_ int, name, more string) string {
			if more == "" {
				return name
			}
			return name + "  " + st.Dim(more)
		})
	box := widget.Box(st, s.menu.title, strings.Split(inner, "\n"), bw, bh)
	return widget.Overlay(screen, box, (w-bw)/2, max(0, (h-bh)/2), w, h)
}
