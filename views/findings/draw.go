package findings

import (
	"fmt"
	"strings"

	"tabletop/model/audit"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// headLines is the number of lines above the list.
const headLines = 1

// The columns of the list.
const (
	colSeverity = iota
	colTitle
	colAbout
	colFigure
	colGuide
)

// Draw draws the screen.
func (s *Screen) Draw(w, h int, st *widget.Styles) string {
	s.evidenceAt = -1
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if said := s.waiting(); said != "" {
		return widget.Block([]string{"", "  " + st.Dim(said)}, w, h)
	}
	lines := []string{s.head(w, st)}
	room := h - headLines
	if len(s.lines) == 0 {
		return widget.Block(append(lines, s.detail(st, w, room, headLines)...), w, h)
	}
	listed := min(len(s.lines)+1, max(3, room*2/5))
	lines = append(lines, strings.Split(s.drawList(st, w, min(listed, room)), "\n")...)
	if s.typing {
		lines = append(lines, " "+st.Accent("reason")+"  "+s.input.Draw(st, max(w-10, 1), -1))
	} else {
		lines = append(lines, widget.Rule(st, w))
	}
	if len(lines) < h {
		lines = append(lines, s.detail(st, w, h-len(lines), len(lines))...)
	}
	return widget.Block(lines, w, h)
}

func (s *Screen) waiting() string {
	switch {
	case s.failed != nil:
		return "the audit failed: " + text.EscapeString(s.failed.Error())
	case s.data == nil || s.data.Sample == nil:
		return "waiting for rows…"
	case s.found == nil:
		return "holding the table against the guidelines…"
	}
	return ""
}

// head counts the findings.
func (s *Screen) head(w int, st *widget.Styles) string {
	counts := map[audit.Severity]int{}
	for _, i := range s.lines[:len(s.lines)-s.accepted()] {
		counts[s.found.report.Findings[i].Severity]++
	}
	left := fmt.Sprintf(" %s  %s  %s", st.Error(fmt.Sprint(counts[audit.Error])), st.Warning(fmt.Sprint(counts[audit.Warning])), st.Note(fmt.Sprint(counts[audit.Note])))
	if said := aboutWords(s.about); said != "" {
		left += "  " + st.Accent("about "+said) + st.Dim("  esc lists all")
	}
	if n := s.accepted(); n > 0 {
		left += st.Dim(fmt.Sprintf("  %d suppressed", n))
	}
	r := s.found.report
	right := fmt.Sprintf("%d rules found nothing, %d could not judge", len(r.Passed), len(r.Skipped))
	if s.found.of != s.data.Analysis {
		right = "judging anew…"
	}
	return widget.SplitLine(left, st.Dim(right)+" ", w)
}

// accepted counts the suppressed findings, which are the last of the list.
func (s *Screen) accepted() int {
	n := 0
	for _, i := range s.lines {
		if _, ok := s.suppressed[s.found.report.Findings[i].ID()]; ok {
			n++
		}
	}
	return n
}

func (s *Screen) drawList(st *widget.Styles, w, h int) string {
	s.list.Sort = -1
	s.list.Columns = []widget.Column{
		colSeverity: {Title: "", Width: 9},
		colTitle:    {Title: "finding", Width: 36, Flex: 3},
		colAbout:    {Title: "about", Width: 14, Flex: 2, Drop: 2},
		colFigure:   {Title: "measured", Width: 16, Right: true, Drop: 1},
		colGuide:    {Title: "from", Width: 4, Drop: 3},
	}
	return s.list.DrawPane(st, w, h, !s.onEvidence, func(row, col, w int) string { return s.cell(st, row, col) })
}

func (s *Screen) cell(st *widget.Styles, row, col int) string {
	f := &s.found.report.Findings[s.lines[row]]
	_, accepted := s.suppressed[f.ID()]
	switch col {
	case colSeverity:
		if accepted {
			return st.Dim("accepted")
		}
		return severity(st, f.Severity)
	case colTitle:
		return dimmed(st, f.Title, accepted)
	case colAbout:
		return dimmed(st, text.Subject(f.Subject), accepted)
	case colFigure:
		if len(f.Measures) == 0 {
			return st.Dim(text.NoFigure)
		}
		return dimmed(st, text.MeasureFigure(f.Measures[0]), accepted)
	}
	return st.Dim(f.Guidelines[0])
}

func dimmed(st *widget.Styles, s string, dim bool) string {
	if dim {
		return st.Dim(s)
	}
	return s
}

// severity is a severity in its colour, with its mark.
func severity(st *widget.Styles, s audit.Severity) string {
	switch s {
	case audit.Error:
		return st.Error(string(s))
	case audit.Warning:
		return st.Warning(string(s))
	}
	return st.Note(string(s))
}

// detail tells of the finding under the cursor in h lines, which begin at line at of the screen: the text, and below it
// the evidence.
func (s *Screen) detail(st *widget.Styles, w, h, at int) []string {
	f := s.finding()
	if f == nil {
		if s.narrowed() && len(s.found.report.Findings) > 0 {
			return []string{"", "  " + st.Good("no rule found anything about "+aboutWords(s.about)) + st.Dim("   esc lists what was found elsewhere")}
		}
		return []string{"", "  " + st.Good("no rule found anything") + st.Dim("   v lists the rules")}
	}
	told := s.text(st, f, w)
	room := 0
	if n := len(f.Evidence); n > 0 {
		room = min(n+1, max(2, h/3), h)
		if spare := h - len(told); spare > room {
			room = min(n+1, spare)
		}
	}
	if over := len(told) - (h - room); over > 0 {
		told = told[:max(h-room-1, 0)]
		if h-room > 0 {
			told = append(told, " "+st.Dim("… w tells all"))
		}
	}
	if room < 2 {
		return told
	}
	title := fmt.Sprintf(" evidence %s", s.evidence.Place(text.Integer))
	if f.More > 0 {
		title += fmt.Sprintf(", and %s more", text.Integer(int64(f.More)))
	}
	told = append(told, st.Accent(title))
	s.evidenceAt = at + len(told)
	drawn := s.evidence.DrawPane(st, w, room-1, s.onEvidence, func(i int) string {
		kind, name := text.EvidenceOf(f.Evidence[i])
		line := st.Dim(widget.Pad(kind, 7)) + widget.Truncate(name, max(w-12, 1))
		if f.Evidence[i].Note != "" {
			line += "  " + st.Dim(f.Evidence[i].Note)
		}
		return line
	})
	return append(told, strings.Split(drawn, "\n")...)
}

// text tells of a finding in lines of w cells.
func (s *Screen) text(st *widget.Styles, f *audit.Finding, w int) []string {
	var out []string
	add := func(label, said string) {
		for i, line := range widget.Wrap(said, max(w-8, 8)) {
			if i > 0 {
				label = ""
			}
			out = append(out, " "+st.Dim(widget.Pad(label, 6))+line)
		}
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
			out = append(out, "       "+st.Strong(widget.Truncate(line, max(w-8, 1))))
		}
	}
	if f.Proposal != nil {
		add("try", text.Proposal(f.Proposal))
		out = append(out, "       "+st.Strong(widget.Truncate(text.Template(f.Proposal.Candidate), max(w-8, 1))))
	}
	if reason, ok := s.suppressed[f.ID()]; ok {
		add("ok", text.EscapeString(reason))
	}
	return out
}
