package findings

import (
	"tabletop/views"
	"tabletop/views/widget"
)

// SearchLines are the findings listed: what each is, and about what.
func (s *Screen) SearchLines() []widget.FindEntry {
	out := make([]widget.FindEntry, len(s.lines))
	for i, entry := range s.lines {
		out[i] = widget.FindEntry{Name: s.found.report.Findings[entry.finding].Title, More: s.subjects(entry)}
	}
	return out
}

// GoTo puts the cursor on a finding.
func (s *Screen) GoTo(line int) views.Request {
	s.onEvidence = false
	s.list.SetCursor(line)
	return nil
}
