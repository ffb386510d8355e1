package findings

import (
	"bytes"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
)

// FilterTo lists only the findings about a place; a place that says nothing lists them all.
func (s *Screen) FilterTo(p views.Target) {
	s.about = p
	if s.found != nil {
		s.arrange()
		s.list.SetCursor(0)
		s.settle()
	}
}

// OpenAt lists all findings with the cursor on the one of this ID, as soon as it is found.
func (s *Screen) OpenAt(id []byte) views.Request {
	s.wanted = string(id)
	s.FilterTo(views.Target{})
	s.seek()
	return nil
}

// seek puts the cursor on the finding that was asked for.
func (s *Screen) seek() {
	if s.wanted == "" || s.found == nil {
		return
	}
	all := s.found.report.Findings
	index := slices.IndexFunc(all, func(f audit.Finding) bool { return f.ID() == s.wanted })
	if index < 0 {
		return // of a newer sample, perhaps
	}
	s.wanted, s.onEvidence = "", false
	if line := slices.IndexFunc(s.lines, func(e entry) bool { return e.finding == index }); line >= 0 {
		s.list.SetCursor(line)
		s.settle()
		return
	}
	s.unfolded[all[index].Rule] = true
	s.arrange()
	s.list.SetCursor(slices.IndexFunc(s.lines, func(e entry) bool { return e.finding == index }))
	s.settle()
}

// narrowed reports whether not all findings are listed.
func (s *Screen) narrowed() bool { return aboutWords(s.about) != "" }

// aboutWords states what the findings are narrowed to, escaped; empty when they are not.
func aboutWords(p views.Target) string {
	var parts []string
	if p.Column != nil {
		parts = append(parts, "column "+text.ColumnName(*p.Column))
	}
	if p.Family != "" {
		parts = append(parts, "family "+text.EscapeString(p.Family))
	}
	if p.Segment != "" {
		parts = append(parts, "segment "+text.EscapeString(p.Segment))
	}
	if p.Key != nil {
		parts = append(parts, "row "+text.Escape(p.Key))
	} else if p.Layout != "" {
		parts = append(parts, "keys "+text.Template(p.Layout))
	}
	return strings.Join(parts, ", ")
}

// concerns reports whether a finding is about a place: it is its subject, or among the evidence; a family's findings
// are about its columns too, and those of a record kind about its rows and segments.
func (s *Screen) concerns(f *audit.Finding, p views.Target) bool {
	if !s.narrowed() {
		return true
	}
	for _, e := range f.Evidence {
		switch {
		case p.Key != nil && bytes.Equal(e.Key, p.Key),
			e.Column != nil && columnAt(*e.Column, p),
			e.Family != "" && (e.Family == p.Family || p.Column != nil && e.Family == p.Column.Family):
			return true
		}
	}
	switch sub := f.Subject; sub.Kind {
	case audit.AboutColumn:
		return columnAt(sub.Column, p)
	case audit.AboutFamily:
		return sub.Name == p.Family || p.Column != nil && sub.Name == p.Column.Family
	case audit.AboutSegment:
		return sub.Name == p.Segment && (p.Layout == "" || p.Layout == sub.Layout) ||
			p.Segment == "" && s.kindAt(sub.Layout, p)
	case audit.AboutKeys:
		return s.kindAt(sub.Name, p)
	}
	return false
}

// columnAt reports whether a column is at a place, which may be all of its family.
func columnAt(c sample.Column, p views.Target) bool {
	return p.Column != nil && *p.Column == c || p.Column == nil && p.Family != "" && p.Family == c.Family
}

// kindAt reports whether a place is a record kind, given by its template, or a row of it.
func (s *Screen) kindAt(template string, p views.Target) bool {
	if p.Layout != "" {
		return p.Layout == template
	}
	if p.Key == nil {
		return false
	}
	for _, l := range s.found.of.Layouts {
		if l.String() == template {
			_, err := l.Decode(nil, p.Key)
			return err == nil
		}
	}
	return false
}
