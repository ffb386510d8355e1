package retention

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// areas is how the lines of the screen are shared out, from the top: the verdict, families, what a rule would do, the
// lower list.
type areas struct {
	families int // with the verdict and the titles
	middle   int // 0 hides it
	ahead    int // below it; 0 hides it
	lower    int // with a line of its title and one of the columns'; 0 hides it
	lowerAt  int // line at which the columns' titles of the lower list are

	lowerWidth int // cells of the lower list where something stands beside it, else 0
}

// divide shares out h lines for n families. Each part has a thin line before it. Families are what is seen longest in a
// small window, the lower list what goes first.
func divide(h, n int) areas {
	areas := areas{families: min(max(n+2, 3), h)}
	rest := h - areas.families
	const least, wanted = 7, 12 // lines of the middle
	if rest < least+1 {
		areas.families = max(min(areas.families, h-least-1), min(3, h))
		rest = h - areas.families
	} else if rest < wanted+1+5 && n > 6 {
		areas.families = max(7, h-wanted-1-5)
		rest = h - areas.families
	}
	if rest < 4 {
		areas.families = h
		return areas
	}
	if areas.ahead = aheadLines(h); rest-areas.ahead < least+1 {
		areas.ahead = 0
	}
	rest -= areas.ahead
	areas.middle = min(rest-1, wanted)
	if rest -= areas.middle + 1; rest >= 4 {
		areas.lower = rest - 1
		areas.lowerAt = h - areas.lower + 1
	} else {
		areas.middle += rest
	}
	return areas
}

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if s.family() == nil {
		return widget.Block([]string{"", "  " + st.Dim(s.waiting())}, w, h)
	}
	if isWide(w, h) {
		return widget.Block(s.drawWide(st, w, h), w, h)
	}
	areas := divide(h, s.families.Len())
	s.areas = areas
	lines := []string{s.drawVerdict(st, w)}
	if areas.families > 1 {
		lines = append(lines, strings.Split(s.drawFamilies(st, w, areas.families-1), "\n")...)
	}
	if areas.middle > 0 {
		lines = append(lines, widget.Rule(st, w))
		lines = append(lines, s.drawMiddle(st, w, areas.middle)...)
	}
	lines = append(lines, s.drawAhead(st, w, areas.ahead)...)
	if areas.lower > 0 {
		title := "── " + s.lowerTitle() + " "
		lines = append(lines, st.Dim(widget.Truncate(title+strings.Repeat("─", max(w-widget.Width(title), 0)), w)))
		lines = append(lines, strings.Split(s.drawLower(st, w, areas.lower), "\n")...)
	}
	return widget.Block(lines, w, h)
}

func (s *Screen) waiting() string {
	switch {
	case s.failed != nil:
		return "the cells could not be judged: " + text.EscapeString(s.failed.Error())
	case s.review != nil:
		return "the table has no column families"
	case s.data == nil || s.data.Sample == nil:
		return "waiting for rows to judge…"
	}
	return "judging the cells…"
}

// drawVerdict is the line that states what can go of the table, and in which unit the screen is.
func (s *Screen) drawVerdict(st *widget.Styles, w int) string {
	garbage := s.review.Garbage
	judged := s.data.Judgment(audit.Storage)
	words := text.TableGarbage(garbage) + " is garbage" + views.GarbageOfTable(s.data, garbage)
	if garbage.Total.Eligible.Cells == 0 {
		words = "none of the cells read is garbage"
	} else if judged.Mark == widget.Good {
		judged.Mark = widget.Note // as on Overview: ✓ and garbage do not agree
	}
	for _, f := range garbage.Families {
		if f.Rule.Kind == sample.GCNone && f.Stored.Cells > 0 {
			words += "; " + text.EscapeString(f.Name) + " keeps everything"
			break
		}
	}
	unit := text.TableUnit(garbage.Table, s.data.Asked())
	sign := judged.Sign(st) + " "
	left := sign + st.Strong(widget.Truncate(words, w-widget.Width(sign)))
	if gap := w - widget.Width(left) - widget.Width(unit); gap >= 2 {
		return left + widget.Spaces(gap) + st.Dim(unit)
	}
	return left
}

// The columns of the list of families.
const (
	famName = iota
	famRule
	famBar
	famEligible
	famShare
	famBytes
	famOverdue
	famGrows
)

func (s *Screen) drawFamilies(st *widget.Styles, w, h int) string {
	table := &widget.Table{List: s.families, Sort: -1, Columns: []widget.Column{
		famName:     {Title: "family", Width: 8, Flex: 1},
		famRule:     {Title: "policy", Width: max(16, w*2/5), Flex: 2},
		famBar:      {Title: widget.StackedLegend(st), Width: 15, Bar: true, Drop: 4},
		famEligible: {Title: "garbage", Width: 10, Right: true},
		famShare:    {Title: "of it", Width: 6, Right: true, Drop: 1},
		famBytes:    {Title: "cell bytes", Width: 10, Right: true, Drop: 2},
		famOverdue:  {Title: "over 7 d", Width: 11, Right: true, Drop: 3},
	}}
	if slices.ContainsFunc(s.review.Garbage.Families, func(f gc.Family) bool { return s.growth(st, &f) != "" }) {
		table.Columns = append(table.Columns, widget.Column{Title: "grows", Width: 14, Drop: 5}) // famGrows
	}
	drawn := table.DrawPane(st, w, h, !s.onLower, func(row, col, w int) string { return s.familyCell(st, row, col, w) })
	s.families = table.List
	return drawn
}

func (s *Screen) familyCell(st *widget.Styles, row, col, w int) string {
	family, table := &s.review.Garbage.Families[row], s.review.Garbage.Table
	switch col {
	case famName:
		return text.EscapeString(family.Name)
	case famRule:
		return s.ruleCell(st, family)
	case famBar:
		return widget.StackedBar(st, float64(family.Stored.Bytes)/float64(max(s.mostStored(), 1)), family.Share.Value,
			w)
	case famEligible:
		if family.Rule.Kind == sample.GCNone || family.Eligible.Cells == 0 && family.Share.IsExact() {
			return st.Dim("nothing")
		}
		return text.TableAmount(family.Eligible, family.TableEligible, table)
	case famShare:
		if family.Rule.Kind == sample.GCNone {
			return ""
		}
		return garbageShare(st, family.Share, text.GarbageShare(family.Part))
	case famBytes:
		return text.TableAmount(family.Stored, family.TableStored, table)
	case famOverdue:
		over := amount(st, family.Overdue, family.TableOverdue, table)
		if family.Overdue.Cells > 0 && s.review.Explorer.TimestampStats(family.Name).Artificial() == "" {
			return st.Text(widget.Warning, "▲") + " " + over
		}
		return over
	case famGrows:
		return s.growth(st, family)
	}
	return ""
}

// mostStored is the bytes read of the largest family.
func (s *Screen) mostStored() (most int64) {
	for _, f := range s.review.Garbage.Families {
		most = max(most, f.Stored.Bytes)
	}
	return most
}

// growth states what a family without a policy gains a day.
func (s *Screen) growth(st *widget.Styles, f *gc.Family) string {
	if f.Rule.Kind != sample.GCNone || f.Stored.Cells == 0 {
		return ""
	}
	g := s.review.Explorer.Growth(f.Name)
	if g.Not != "" || g.PerDay.Cells == 0 {
		return st.Dim(text.NoFigure)
	}
	day := estimate.Point(f.TableStored.Value * g.Share)
	return text.TableAmount(g.PerDay, day, s.review.Garbage.Table) + " a day"
}

// ruleCell is the rule in force, and that another is being tried.
func (s *Screen) ruleCell(st *widget.Styles, f *gc.Family) string {
	rule := text.EscapeString(f.Rule.String())
	switch {
	case !f.Declared:
		rule = st.Warning("unknown: not in the description")
	case f.Aggregate != "":
		rule += st.Dim(" (" + f.Aggregate + ")")
	}
	if _, ok := s.tries[f.Name]; ok {
		rule += st.Dim(" → tried")
	}
	return rule
}

func amount(st *widget.Styles, a gc.Amount, f, table figures.Figure) string {
	if a.Cells == 0 {
		return st.Dim(text.NoFigure)
	}
	return text.TableAmount(a, f, table)
}

// drawMiddle draws the curve and, beside it or below it, what the rule tried would do.
func (s *Screen) drawMiddle(st *widget.Styles, w, h int) []string {
	const gap = 2
	left := min(w*2/5, 60)
	if w < 72 {
		return widget.Fill(s.drawTry(st, w, h), h)
	}
	draw := s.drawCurve
	if s.flat {
		draw = s.drawPlane
	}
	if st.Spoken() { // one below the other
		return widget.Fill(append(s.spokenCurve(w), s.drawTry(st, w, h)...), h)
	}
	chart := widget.Fill(draw(st, left, h), h)
	words := widget.Fill(s.drawTry(st, w-left-gap, h), h)
	lines := make([]string, h)
	for i := range lines {
		lines[i] = widget.Pad(chart[i], left) + widget.Spaces(gap) + words[i]
	}
	return lines
}

// drawTry draws the rule tried and what it would do, in at most h lines: first what matters most.
func (s *Screen) drawTry(st *widget.Styles, w, h int) []string {
	family := s.family()
	lines := []string{s.drawRule(st, w)}
	if s.typing {
		if s.mistake != nil {
			lines = append(lines,
				widget.Spaces(promptWidth)+s.input.CaretLine(st, max(w-promptWidth, 1), s.mistake.Offset))
		} else {
			lines = append(lines, "")
		}
	}
	if s.mistake != nil {
		lines = append(lines, say(st, widget.Error, "✖", text.EscapeString(s.mistake.Message), w)...)
		return lines
	}
	lines = append(lines, s.keeps(st, w)...)
	var notes [][]string
	if t := s.trial(); t != nil {
		notes = [][]string{wrap(text.RowSizes(t.Sizes), w), s.rowsGone(t.Garbage.EmptiedRows, w)}
		for _, n := range t.Notes {
			notes = append(notes, say(st, widget.Warning, "▲", text.EscapeString(n), w))
		}
	} else if _, trying := s.tries[family.Name]; !trying {
		notes = s.about(st, family, w)
	}
	command := s.toolLines(st, w)
	if len(lines)+len(command) > h {
		command = nil
	}
	for _, note := range notes { // whole ones, as far as there is room beside the command
		if len(lines)+len(note)+len(command) <= h {
			lines = append(lines, note...)
		}
	}
	return append(lines, command...)
}

// promptWidth is the width of what stands before a policy being typed.
const promptWidth = len("policy ")

// drawRule is the line of the rule: as typed, as tried, or the one in force.
func (s *Screen) drawRule(st *widget.Styles, w int) string {
	if s.typing {
		wrong := -1
		if s.mistake != nil {
			wrong = s.mistake.Offset
		}
		return widget.Pad(st.Accent("policy"), promptWidth) + s.input.Draw(st, max(w-promptWidth, 1), wrong)
	}
	label := "policy"
	if _, ok := s.tries[s.family().Name]; ok {
		label = "try"
	}
	return widget.Pad(st.Accent(label), promptWidth) + s.markKnob(st, s.rule())
}

// markKnob writes a rule with the number that the arrows move marked.
func (s *Screen) markKnob(st *widget.Styles, rule sample.GCRule) string {
	all := rule.String()
	found, _, ok := leaf(rule, s.knob)
	if !ok {
		limit := "versions"
		if s.knob == sample.GCMaxAge {
			limit = "age"
		}
		return all + st.Dim("   ← sets a limit of "+limit)
	}
	number := found.String()
	before, after, _ := strings.Cut(all, number)
	word, value, _ := strings.Cut(number, "=")
	return before + word + "=" + st.Text(widget.Key, "◂"+value+"▸") + after
}

// keeps states what the rule frees of the table and what it keeps.
func (s *Screen) keeps(st *widget.Styles, w int) []string {
	family := s.family()
	part, strong := family.Part, ""
	if _, trying := s.tries[family.Name]; trying {
		if t := s.trial(); t != nil {
			part, strong = t.Part(), text.CompareToPolicy(s.review, t)
		} else {
			return s.keepsAbout(st, w)
		}
	}
	if family.Stored.Cells == 0 {
		return []string{st.Dim("no cells were read of this family")}
	}
	if strong == "" {
		strong = "no garbage"
		if table := s.review.Garbage.Table; part.Eligible.Cells > 0 && table.Value > 0 {
			strong = text.TableBytes(part.TableEligible, table) + " of garbage"
		} else if part.Eligible.Cells > 0 {
			strong = text.Bytes(float64(part.Eligible.Bytes)) + " of garbage in the rows read"
		}
	}
	kept := fmt.Sprintf("keeps %s of its bytes, and %s", text.Share(text.Kept(part.Share)), text.KeptCells(part))
	return headline(st, strong, kept, w)
}

// keepsAbout is keeps while every cell is being judged.
func (s *Screen) keepsAbout(st *widget.Styles, w int) []string {
	a, f := s.now.answer, s.family()
	strong := "keeps " + text.Percent(a.Share)
	if table := s.review.Garbage.Table; table.Value > 0 {
		frees := estimate.Point((1 - a.Share) * f.TableStored.Value)
		strong = "frees " + text.TableBytes(frees, table)
	}
	return headline(st, strong, "keeps "+text.Percent(a.Share)+" of its bytes; evaluating every cell…", w)
}

func (s *Screen) rowsGone(e gc.EmptiedRows, w int) []string {
	if e.Rows == 0 {
		return nil
	}
	return wrap(text.EmptiedRows(e), w)
}

// about states what is worth knowing of a family under the rule it has.
func (s *Screen) about(st *widget.Styles, f *gc.Family, w int) [][]string {
	var notes [][]string
	if f.Eligible.Cells > 0 {
		notes = append(notes, wrap("once collected: "+text.RowSizes(s.review.Sizes), w),
			s.rowsGone(s.review.Garbage.EmptiedRows, w))
	}
	for _, n := range text.FamilyNotes(s.review, *f) {
		token := widget.Note
		if n.Mark == "▲" {
			token = widget.Warning
		}
		notes = append(notes, say(st, token, n.Mark, text.EscapeString(n.Text), w))
	}
	for _, sp := range s.review.Splits {
		if sp.Family == f.Name {
			notes = append(notes, say(st, widget.Note, "·", text.Split(s.review, sp), w))
		}
	}
	return notes
}

// toolLines are the command or text that would set the rule. It is only ever shown and copied.
func (s *Screen) toolLines(st *widget.Styles, w int) []string {
	toolCommand := s.line()
	first, _, more := strings.Cut(toolCommand.Text, "\n")
	words := text.Template(first)
	switch {
	case toolCommand.Text == "":
		words = toolCommand.Tool + ": " + text.EscapeString(toolCommand.Note)
	case more:
		words = toolCommand.Tool + ": " + words + " …"
	}
	lines := wrap(words, w)
	for i := range lines {
		lines[i] = st.Dim(lines[i])
	}
	return lines
}

func (s *Screen) line() gc.ToolCommand {
	lines := gc.ToolCommands(gc.NewTarget(&s.review.Explorer.Sample().Table, s.family().Name), s.rule())
	return lines[s.tool%len(lines)]
}

// headline writes what matters and what goes with it, on one line or below each other.
func headline(st *widget.Styles, strong, rest string, w int) []string {
	if widget.Width(strong)+2+widget.Width(rest) <= w {
		return []string{st.Strong(strong) + "  " + st.Dim(rest)}
	}
	lines := []string{st.Strong(widget.Truncate(strong, w))}
	for _, l := range wrap(rest, w) {
		lines = append(lines, st.Dim(l))
	}
	return lines
}

// say writes a sentence with its mark in front, in as many lines of w cells as it takes. Each line is styled by itself,
// since lines stand beside other text.
func say(st *widget.Styles, token widget.Token, mark, s string, w int) []string {
	lines := wrap(s, w-2)
	for i, l := range lines {
		if i == 0 {
			lines[i] = st.Text(token, mark+" "+l)
		} else {
			lines[i] = st.Text(token, "  "+l)
		}
	}
	return lines
}

// wrap breaks text into lines of w cells.
func wrap(s string, w int) []string { return text.Wrap(s, max(w, 1)) }
