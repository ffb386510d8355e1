package findings

import (
	"fmt"
	"strings"

	"tabletop/model/audit"
	"tabletop/views"
	"tabletop/views/text"
)

// entry is a line of the list: a finding, or all findings of a rule folded into one line.
type entry struct {
	finding int   // of the report; of several the first
	folded  []int // findings in this line, itself among them; one unless it is folded
	all     int   // findings of the rule in the list; only of the first of several, else 0
}

// lineUp lists findings in their order, those of one rule together; of several, the first alone where they are folded.
func (s *Screen) lineUp(found []int) []entry {
	var rules []string
	byRule := map[string][]int{}
	for _, i := range found {
		rule := s.found.report.Findings[i].Rule
		if byRule[rule] == nil {
			rules = append(rules, rule)
		}
		byRule[rule] = append(byRule[rule], i)
	}
	var out []entry
	for _, rule := range rules {
		all := byRule[rule]
		switch {
		case len(all) == 1:
			out = append(out, entry{finding: all[0], folded: all})
		case !s.unfolded[rule]:
			out = append(out, entry{finding: all[0], folded: all, all: len(all)})
		default:
			for k, i := range all {
				e := entry{finding: i, folded: all[k : k+1]}
				if k == 0 {
					e.all = len(all)
				}
				out = append(out, e)
			}
		}
	}
	return out
}

// fold folds the findings of the rule under the cursor into one line, or unfolds them.
func (s *Screen) fold(open bool) views.Request {
	finding := s.finding()
	if finding == nil || s.unfolded[finding.Rule] == open {
		return nil
	}
	s.unfolded[finding.Rule] = open
	s.arrange()
	for i, e := range s.lines { // folded, the cursor is on the line that the finding went into
		if s.found.report.Findings[e.finding].Rule == finding.Rule && !open {
			s.list.SetCursor(i)
			break
		}
	}
	s.settle()
	return nil
}

// foldable is why there is nothing to fold under the cursor; empty when there is.
func (s *Screen) foldable() string {
	finding := s.finding()
	if finding == nil {
		return "nothing was found"
	}
	count := 0
	for _, e := range s.lines {
		if s.found.report.Findings[e.finding].Rule == finding.Rule {
			count += len(e.folded)
		}
	}
	if count < 2 {
		return "the rule has one finding only"
	}
	return ""
}

// counted is how many findings a line stands for, with a sign for what right and left do.
func (s *Screen) counted(e entry) string {
	switch {
	case len(e.folded) > 1:
		return "▸ " + text.Integer(int64(len(e.folded)))
	case e.all > 1:
		return "▾ " + text.Integer(int64(e.all))
	}
	return "1"
}

// about is what the findings of a line are about: "11 columns: net:proxy, net:vpn, …".
func (s *Screen) subjects(e entry) string {
	all := s.found.report.Findings
	first := all[e.finding].Subject
	if len(e.folded) == 1 {
		return text.Subject(first)
	}
	names := make([]string, 0, len(e.folded))
	for _, i := range e.folded {
		sub := all[i].Subject
		if sub.Kind != first.Kind {
			return fmt.Sprintf("%s, and %d more", text.Subject(first), len(e.folded)-1)
		}
		names = append(names, subjectName(sub))
	}
	return fmt.Sprintf("%d %s: %s", len(e.folded), plural(first.Kind), strings.Join(names, ", "))
}

// subjectName is the name of a subject without its kind, escaped.
func subjectName(sub audit.Subject) string {
	switch sub.Kind {
	case audit.AboutColumn:
		return text.ColumnName(sub.Column)
	case audit.AboutKeys:
		return text.Template(sub.Name)
	}
	return text.EscapeString(sub.Name)
}

// plural is a kind of subject, more than one of them.
func plural(k audit.SubjectKind) string {
	if k == audit.AboutFamily {
		return "families"
	}
	return string(k) + "s"
}

// measured is the figure of a line; of several findings the largest.
func (s *Screen) measured(e entry) string {
	var worst *audit.Measure
	same := true
	for _, index := range e.folded {
		finding := &s.found.report.Findings[index]
		if len(finding.Measures) == 0 {
			continue
		}
		m := &finding.Measures[0]
		if worst != nil && text.MeasureFigure(*m) != text.MeasureFigure(*worst) {
			same = false
		}
		if worst == nil || m.Figure.Value > worst.Figure.Value {
			worst = m
		}
	}
	switch {
	case worst == nil:
		return text.NoFigure
	case !same:
		return "up to " + text.MeasureFormat(*worst)(worst.Figure.Value)
	}
	return text.MeasureFigure(*worst)
}
