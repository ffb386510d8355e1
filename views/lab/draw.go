package lab

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/advise"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// areas are the lines at which the lists began at the last Draw, their titles included; 0 is a list that was not drawn.
type areas struct {
	layouts, figures, queries int
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
	screen := widget.Block(s.drawPanes(w, h, st), w, h)
	if s.mode == choosing {
		return s.drawMenu(screen, w, h, st)
	}
	return screen
}

// drawPanes draws the verdict, and below it the maps, the layouts, the figures, and the queries, as there is room.
func (s *Screen) drawPanes(w, h int, st *widget.Styles) []string {
	boxed := widget.Boxed(w, h)
	lines := s.drawVerdict(w, h, boxed, st)
	listed := min(h-len(lines), s.layoutsHeight(boxed))
	asked := s.queriesHeight(h, len(lines)+listed, boxed)
	if s.goal != nil && !s.figures && s.focus == onLayouts && !st.Spoken() && h-len(lines)-listed-asked < leastMaps {
		listed, asked = 0, 0 // the maps are what the lesson is about, and v has the layouts
	}
	if s.goal != nil && st.Spoken() {
		lines = append(lines, "  the goal: "+text.EscapeString(s.words(goalSlot)))
	}
	maps, figures := s.divide(h-len(lines)-listed-asked, boxed, st)
	first := w >= pictureWidth && h >= pictureHeight
	if first && maps > 0 {
		lines = append(lines, s.drawMapPane(w, maps, boxed, st)...)
	}
	if listed > 0 {
		s.areas.layouts = len(lines) + 1
		lines = append(lines, s.drawLayouts(w, listed, boxed, st)...)
	}
	if !first && maps > 0 {
		lines = append(lines, s.drawMapPane(w, maps, boxed, st)...)
	}
	if figures > 1 {
		lines = append(lines, s.drawFigures(len(lines), w, figures, boxed, st)...)
	}
	if asked > 0 && len(lines)+asked <= h {
		s.areas.queries = len(lines) + 1
		lines = append(lines, s.drawQueries(w, asked, boxed, st)...)
	}
	return lines
}

// The size of the screen from which on the maps stand above the layouts, the lines of a pane of maps below which they
// show nothing, and those above which figures are shown as well.
const pictureWidth, pictureHeight, leastMaps, mostMaps = 120, 32, 6, 20

// divide shares lines between the maps and the figures: the maps alone, unless the figures are unfolded, or there is
// room for both. A person who listens is read the figures.
func (s *Screen) divide(lines int, boxed bool, st *widget.Styles) (maps, figures int) {
	switch need := s.figuresHeight(boxed); {
	case s.figures, st.Spoken(), lines < leastMaps:
		return 0, lines
	case lines-need >= mostMaps:
		return lines - need, need
	}
	return lines, 0
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
	room := max(2, min(maxVerdict, h/5)) // whatever it says, so that nothing moves with the cursor
	var lines []string
	switch s.mode {
	case phrasing:
		if pane.Title = fmt.Sprintf("EDIT q%d", s.phrase.at+1); s.phrase.at == len(s.phrase.among) {
			pane.Title = "NEW QUERY"
		}
		lines = s.drawPhrase(tw, st)
	case typing:
		lines = s.input.DrawTyped(st, "", tw, room, s.typedMistake(), s.fit().Draw(st, tw))
		if s.fit() != nil && s.slots[s.at].err == nil {
			lines = append(lines, s.drawJudgment(tw, st)...)
		}
	default:
		lines = append(s.drawAdvice(tw, st), s.drawJudgment(tw, st)...)
	}
	frame := 1
	if boxed {
		frame = widget.BoxHeight
	}
	if st.Spoken() {
		room = len(lines)
	}
	if len(lines) > room {
		lines = append(lines[:room-1:room-1], widget.SplitLine(lines[room-1], st.Dim("…"), tw))
	}
	return pane.Text(st, lines, w, min(room+frame, h))
}

// maxVerdict is how many lines of a verdict are in sight at once.
const maxVerdict = 5

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
	stance := s.advice.Judgment().Stance
	mark := map[advise.Stance]string{advise.Take: "★ ", advise.Keep: "✓ ", advise.Close: "≈ "}[stance]
	token, found := widget.Good, s.audited()
	if stance == advise.Keep && found != "" {
		mark, token = "▲ ", widget.Warning
	} else {
		found = ""
	}
	var out []string
	for i, line := range folded(s.sentence(), w-2, st) {
		if i > 0 {
			out = append(out, "  "+line)
			continue
		}
		out = append(out, widget.SplitLine(st.Text(token, mark)+st.Strong(line), st.Dim("for "+s.forQueries()), w))
	}
	if found != "" {
		out = append(out, s.drawReason(said{"findings", []string{found}}, w, st)...)
	}
	if s.search != nil {
		out = append(out, st.Dim(widget.Truncate("◌ layouts against findings are still tried", w)))
	}
	return out
}

// folded is a sentence in the line that it has; whole for a person who listens.
func folded(sentence string, w int, st *widget.Styles) []string {
	if st.Spoken() {
		return text.Wrap(sentence, max(w, 8))
	}
	return []string{widget.Truncate(sentence, w)}
}

// drawJudgment draws what is said of the layout under the cursor: its headline, where that says more than the reasons,
// then these, a line each.
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
	list := s.currentReasons()
	var out []string
	if s.at > 0 {
		judgment := s.judgment(s.at)
		if judgment.Stance == advise.Lossy || judgment.Stance == advise.Same {
			out = s.drawHeadline(judgment, w, st)
		}
		list = s.reasons(judgment)
	}
	for _, reason := range list {
		out = append(out, s.drawReason(reason, w, st)...)
	}
	return out
}

// drawReason draws what a verdict says about one thing: as much of it as a line holds, and how much more there is.
func (s *Screen) drawReason(r said, w int, st *widget.Styles) []string {
	head := marked(r.label, st)
	label := max(widget.Width(head)+1, 11)
	head += widget.Spaces(label - widget.Width(head))
	if st.Spoken() {
		lines := text.Wrap(strings.Join(r.words, "; "), max(w-label, 8))
		for i, line := range lines {
			lines[i] = head + line
			head = widget.Spaces(label)
		}
		return lines
	}
	line, shown := r.words[0], 1
	for ; shown < len(r.words); shown++ {
		longer := line + "; " + r.words[shown]
		if widget.Width(longer)+len("; 99 more") > w-label && shown+1 < len(r.words) || widget.Width(longer) > w-label {
			break
		}
		line = longer
	}
	if rest := len(r.words) - shown; rest > 0 {
		more := fmt.Sprintf("; %d more", rest)
		line = widget.Truncate(line, w-label-len(more)) + st.Dim(more)
	}
	return []string{head + widget.Truncate(line, w-label)}
}

// marked is the label of a reason with its mark. Its last word is what it is about; a name may stand before that.
func marked(label string, st *widget.Styles) string {
	switch label[strings.LastIndexByte(label, ' ')+1:] {
	case "gain":
		return st.Good(label)
	case "price", "doubt", "findings":
		return st.Warning(label)
	}
	return st.Text(widget.Dim, "· "+label)
}

// drawHeadline draws the verdict on a slot.
func (s *Screen) drawHeadline(j *advise.Judgment, w int, st *widget.Styles) []string {
	name := s.slotName(s.at) + "  "
	style := map[advise.Stance]func(string) string{advise.Better: st.Good, advise.Worse: st.Warning,
		advise.Lossy: st.Error, advise.Mixed: st.Note, advise.Same: st.Note}[j.Stance]
	var out []string
	for _, line := range folded(text.EscapeString(j.Headline), w-2-len(name), st) {
		out = append(out, st.Accent(name)+style(line))
		name, style = widget.Spaces(len(name)), func(line string) string { return "  " + line }
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

// layoutText draws the layout of a slot in w cells, with its parts where it is asked to. Where it is longer, that
// begins with what the current layout has not: what they share says nothing.
func (s *Screen) layoutText(st *widget.Styles, i, w int, parts bool) string {
	whole := text.Template(s.template(i))
	from := shared(whole, text.Template(s.template(0)))
	if parts {
		whole = s.parts(st)
		if at := strings.Index(ansi.Strip(whole), "›"); at >= 0 {
			from = min(from, widget.Width(ansi.Strip(whole)[:at]))
		}
	}
	if width := widget.Width(whole); width > w && from > 1 && i > 0 {
		whole = widget.TruncateLeft(whole, width-from+1)
	}
	return widget.Truncate(whole, w)
}

// shared is the width of the parts that a layout begins with as another does; a part is a field, or text between two.
func shared(layout, other string) int {
	same := 0
	for i := range min(len(layout), len(other)) {
		if layout[i] != other[i] {
			break
		}
		if layout[i] == '}' || layout[i] == '#' {
			same = i + 1
		}
	}
	return widget.Width(layout[:same])
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
