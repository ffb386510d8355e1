package findings

import (
	"slices"
	"strings"

	"tabletop/views"
	"tabletop/views/text"
)

// List returns the findings that are listed, in their order, those of a folded line one by one.
func (s *Screen) List() *views.List {
	if s.found == nil || len(s.lines) == 0 {
		return nil
	}
	var order []int
	for _, line := range s.lines {
		for _, finding := range line.folded {
			if !slices.Contains(order, finding) {
				order = append(order, finding)
			}
		}
	}
	all := s.found.report.Findings
	return &views.List{Name: "findings", Head: []string{"severity", "title", "about", "measured", "certainty", "rule",
		"guidelines"}, Lines: len(order), Line: func(line int) []any {
		finding := &all[order[line]]
		var measured, certainty any
		if len(finding.Measures) > 0 {
			measured, certainty = text.Measure(finding.Measures[0]), text.Certainty(finding.Measures[0])
		}
		return []any{string(finding.Severity), finding.Title, text.Subject(finding.Subject), measured, certainty,
			finding.Rule, strings.Join(finding.Guidelines, " ")}
	}}
}
