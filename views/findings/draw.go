package findings

import (
	"fmt"
	"strings"

	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// listTop is the number of lines above the list: the title of its pane.
const listTop = 1

// The columns of the list.
const (
	colSeverity = iota
	colTitle
	colCount
	colAbout
	colFigure
	colGuide
)

// Draw draws the list of findings, and below it what there is to say of the one under the cursor, beside its evidence.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	s.evidenceAt = area{y: -1}
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if said := s.waiting(); said != "" {
		return widget.Block([]string{"", "  " + st.Dim(said)}, w, h)
	}
	boxed := widget.Boxed(w, h)
	left, right := s.head(st)
	list := widget.Pane{Title: "FINDINGS", Focus: !s.onEvidence, Boxed: boxed, Right: left}
	if widget.Width(left)+widget.Width(right)+24 <= w {
		list.Right = left + "   " + right
	}
	if len(s.lines) == 0 && isWide(w, h) && !s.narrowed() {
		const said = 3 // a line in its box
		lines := list.Text(st, []string{st.Good("no rule found anything") + st.Dim("   v explains the rules")}, w, said)
		return widget.Block(append(lines, s.passedPanes(st, w, h-said)...), w, h)
	}
	if len(s.lines) == 0 {
		return widget.Block(list.Text(st, s.nothing(st, list.TextWidth(w)), w, h), w, h)
	}
	listed := len(s.lines) + 2
	if boxed {
		listed++
	}
	listed = min(listed, max(4, h*2/5), h)
	lines := list.Table(st, s.columns(), !s.onEvidence, w, listed,
		func(row, col, _ int) string { return s.cell(st, row, col) })
	if s.typing && len(lines) < h {
		lines = append(lines, " "+st.Accent("reason")+"  "+s.input.Draw(st, max(w-10, 1), -1))
	}
	room := h - len(lines)
	if isWide(w, h) && s.finding() != nil {
		return widget.Block(append(lines, s.drawWide(st, w, room, len(lines))...), w, h)
	}
	wants := s.detailHeight(st, w, boxed)
	if room-wants < leastRules {
		wants = room
	}
	if wants > 0 {
		lines = append(lines, s.detail(st, w, wants, len(lines), boxed)...)
	}
	if rest := h - len(lines); rest > 0 {
		p := widget.Pane{Title: "OTHER RULES", Right: widget.Hints(st, "v", "all"), Boxed: boxed}
		lines = append(lines, p.Text(st, s.otherRules(st, p.TextWidth(w)), w, rest)...)
	}
	return widget.Block(lines, w, h)
}

// leastRules is the height from which on there is room for the rules without findings.
const leastRules = 7

// detailHeight is how many lines the finding under the cursor and its evidence take.
func (s *Screen) detailHeight(st *widget.Styles, w int, boxed bool) int {
	finding := s.finding()
	if finding == nil {
		return 0
	}
	p := widget.Pane{Boxed: boxed}
	if !boxed {
		return len(s.text(st, finding, p.TextWidth(w))) + len(finding.Evidence) + 2
	}
	if len(finding.Evidence) > 0 {
		w = w * 3 / 5
	}
	return max(len(s.text(st, finding, p.TextWidth(w))), len(finding.Evidence)) + widget.BoxHeight
}

func (s *Screen) waiting() string {
	switch {
	case s.failed != nil:
		return "the audit failed: " + text.EscapeString(s.failed.Error())
	case s.data == nil || s.data.Sample == nil:
		return "waiting for rows…"
	case s.found == nil:
		return "checking the table against the guidelines…"
	}
	return ""
}

// head counts the findings in words, and the rules that have none.
func (s *Screen) head(st *widget.Styles) (left, right string) {
	counts := map[audit.Severity]int{}
	for _, e := range s.lines[:len(s.lines)-s.accepted()] {
		for _, i := range e.folded {
			counts[s.found.report.Findings[i].Severity]++
		}
	}
	count := func(style func(string) string, sev audit.Severity) string {
		n := counts[sev]
		words := text.Count(n, string(sev))
		if n == 0 {
			return st.Dim(words)
		}
		return style(words)
	}
	left = count(st.Error, audit.Error) + "  " + count(st.Warning, audit.Warning) + "  " + count(st.Note, audit.Note)
	if said := aboutWords(s.about); said != "" {
		left += "  " + st.Accent("about "+said) + st.Dim("  esc lists all")
	}
	if n := s.accepted(); n > 0 {
		left += st.Dim(fmt.Sprintf("  %d suppressed", n))
	}
	right = fmt.Sprintf("%d rules passed, %d were not evaluated", len(s.found.report.Passed),
		len(s.found.report.Skipped))
	if s.data.Whole != nil {
		right += ", by the rows of the scope"
	}
	if s.found.of != s.data.Analysis {
		right = "checking again…"
	}
	return left, st.Dim(right) + "  " + widget.Hints(st, "v", "rules")
}

// nothing is what is said where there are no findings: which rules looked, and which could not.
func (s *Screen) nothing(st *widget.Styles, w int) []string {
	if s.narrowed() && len(s.found.report.Findings) > 0 {
		return []string{"", st.Good("no rule found anything about "+aboutWords(s.about)) +
			st.Dim("   esc lists what was found elsewhere")}
	}
	out := []string{"", st.Good("no rule found anything") + st.Dim("   v lists the rules"), ""}
	return append(out, s.otherRules(st, w)...)
}

// otherRules lists the rules without findings, in lines of w cells.
func (s *Screen) otherRules(st *widget.Styles, w int) []string {
	var out []string
	add := func(label string, lines []string) {
		if len(lines) == 0 {
			return
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		out = append(out, st.Strong(label))
		for _, l := range lines {
			for _, line := range text.Wrap(l, max(w-2, 8)) {
				out = append(out, "  "+line)
			}
		}
	}
	r := s.found.report
	add(fmt.Sprintf("%d rules passed", len(r.Passed)), []string{strings.Join(r.Passed, ", ")})
	var skipped []string
	for _, u := range r.Skipped {
		skipped = append(skipped, u.Rule+": "+text.Template(u.Reason))
	}
	add(fmt.Sprintf("%d rules were not evaluated", len(skipped)), skipped)
	return out
}

// accepted counts the suppressed findings, which are the last of the list.
func (s *Screen) accepted() int {
	n := 0
	for _, e := range s.lines {
		if _, ok := s.suppressed[s.found.report.Findings[e.finding].ID()]; ok {
			n++
		}
	}
	return n
}

// columns gives the list its columns.
func (s *Screen) columns() *widget.Table {
	s.list.Sort = -1
	s.list.Columns = []widget.Column{
		colSeverity: {Title: ""},
		colTitle:    {Title: "rule", Width: 36, Flex: 3},
		colCount:    {Title: "count", Drop: 4},
		colAbout:    {Title: "about", Width: 14, Flex: 2, Drop: 2},
		colFigure:   {Title: "measured", Right: true, Drop: 1},
		colGuide:    {Title: "from", Drop: 3},
	}
	return &s.list
}

func (s *Screen) cell(st *widget.Styles, row, col int) string {
	entry := s.lines[row]
	finding := &s.found.report.Findings[entry.finding]
	_, accepted := s.suppressed[finding.ID()]
	switch col {
	case colSeverity:
		if accepted {
			return st.Dim("accepted")
		}
		return st.Marked(views.SeverityToken(finding.Severity), string(finding.Severity))
	case colTitle:
		title := finding.Title
		if s.unfolded[finding.Rule] && entry.all == 0 && s.foldedAway(row) {
			title = "  " + title
		}
		return dimmed(st, title, accepted)
	case colCount:
		return dimmed(st, s.counted(entry), accepted)
	case colAbout:
		return dimmed(st, s.subjects(entry), accepted)
	case colFigure:
		return dimmed(st, s.measured(entry), accepted || len(finding.Measures) == 0)
	}
	return st.Dim(finding.Guidelines[0])
}

// foldedAway reports whether a line belongs to the unfolded rule above it.
func (s *Screen) foldedAway(row int) bool {
	all := s.found.report.Findings
	return row > 0 && all[s.lines[row-1].finding].Rule == all[s.lines[row].finding].Rule
}

func dimmed(st *widget.Styles, s string, dim bool) string {
	if dim {
		return st.Dim(s)
	}
	return s
}

// detail draws what there is to say of the finding under the cursor in h lines, which begin at line at of the screen:
// the text, and its evidence beside or below it.
func (s *Screen) detail(st *widget.Styles, w, h, at int, boxed bool) []string {
	finding := s.finding()
	if finding == nil {
		return make([]string, h)
	}
	pane := widget.Pane{Title: finding.Title, Right: widget.Hints(st, "w", "all", "y", "copy the fix", "d", "suppress"),
		Boxed: boxed}
	count := len(finding.Evidence)
	if count == 0 {
		return pane.Text(st, s.fitted(st, finding, pane, w, h), w, h)
	}
	if boxed {
		left := w * 3 / 5
		s.evidenceAt = area{left, at + 1}
		return widget.Beside([][]string{pane.Text(st, s.fitted(st, finding, pane, left, h), left, h),
			s.drawEvidence(st, finding, w-left, h, boxed)}, []int{left, w - left}, h)
	}
	room := min(count+1, max(2, h/3), h)
	if spare := h - 1 - len(s.text(st, finding, pane.TextWidth(w))); spare > room {
		room = min(count+1, spare)
	}
	out := pane.Text(st, s.fitted(st, finding, pane, w, h-room), w, h-room)
	s.evidenceAt = area{0, at + len(out) + 1}
	return append(out, s.drawEvidence(st, finding, w, room, boxed)...)
}

// fitted is the text of a finding for a pane of h lines; what does not fit is behind a key.
func (s *Screen) fitted(st *widget.Styles, f *audit.Finding, p widget.Pane, w, h int) []string {
	lines := s.text(st, f, p.TextWidth(w))
	if _, room := p.Inner(w, h); len(lines) > room && room > 0 {
		lines = append(lines[:room-1:room-1], st.Dim("… w shows all"))
	}
	return lines
}

// drawEvidence lists the rows, columns or families that the finding is seen in.
func (s *Screen) drawEvidence(st *widget.Styles, f *audit.Finding, w, h int, boxed bool) []string {
	pane := widget.Pane{Title: "EVIDENCE " + s.evidence.Place(text.Integer), Right: widget.Hints(st, "tab", "here",
		"enter", "go"), Focus: s.onEvidence, Boxed: boxed}
	if f.More > 0 {
		pane.Title += fmt.Sprintf(", and %s more", text.Integer(int64(f.More)))
	}
	iw, _ := pane.Inner(w, h)
	return pane.List(st, &s.evidence, s.onEvidence, w, h, func(i int) string {
		evidence := f.Evidence[i]
		kind, name := text.EvidenceText(evidence)
		if kind == "key" && evidence.Masked == nil {
			name = widget.RowName(s.data.Layouts, evidence.Key, max(iw-12, 1))
		}
		line := st.Dim(widget.Pad(kind, 7)) + widget.Truncate(name, max(iw-12, 1))
		if evidence.Note != "" {
			line += "  " + st.Dim(evidence.Note)
		}
		return line
	})
}

// text describes a finding in lines of w cells.
func (s *Screen) text(st *widget.Styles, f *audit.Finding, w int) []string {
	var out []string
	add := func(label, said string) {
		out = append(out, widget.Labeled(st.Dim, label, said, 7, w-1)...)
	}
	add("about", text.Subject(f.Subject))
	for i, m := range f.Measures {
		label := ""
		if i == 0 {
			label = "found"
		}
		add(label, text.Measure(m)+", "+text.Certainty(m))
	}
	add("why", f.Why)
	add("fix", text.Template(f.Fix.Text))
	if f.Fix.Paste != "" {
		for _, line := range strings.Split(text.Lines(f.Fix.Paste), "\n") {
			for _, part := range text.Wrap(line, max(w-7, 1)) {
				out = append(out, "       "+st.Strong(part))
			}
		}
	}
	if f.Proposal != nil {
		add("try "+f.Proposal.Letter, text.Proposal(f.Proposal))
		out = append(out, "       "+st.Strong(widget.Truncate(text.Template(f.Proposal.Candidate), max(w-7, 1))))
	}
	for _, p := range f.Policies {
		add("tried", p.Rule.String()+" "+text.Policy(p))
	}
	for _, c := range f.Tried {
		add("tried", c.Letter+"  "+text.Template(c.Candidate)+" "+text.Tried(c))
	}
	if reason, ok := s.suppressed[f.ID()]; ok {
		add("ok", text.EscapeString(reason))
	}
	return out
}
