// Package findings is the screen of the audit: what the rules found, the most severe first, with what was measured,
// where it is seen, why it matters and what to change.
package findings

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/lesson"
	"tabletop/views"
	"tabletop/views/widget"
)

// Screen is Findings. The zero value waits for data.
type Screen struct {
	data   *views.Data
	found  *outcome // of data.Analysis, or of one before
	failed error

	suppressed map[string]string // finding -> the reason that the user gave, while this table is open
	about      views.Target      // what the list is narrowed to
	lines      []entry           // of the list: those suppressed last
	wanted     string            // ID of the finding to put the cursor on; empty for none
	unfolded   map[string]bool   // rules whose findings are listed one by one
	list       widget.Table
	evidence   widget.List
	onEvidence bool
	guidelines []lesson.Guideline // nil before they are shown

	typing bool
	input  widget.Input

	evidenceAt area // where the evidence begins on the screen, for the mouse
}

// area is where a list begins on the screen: the cell and the line; a line of -1 is not drawn.
type area struct{ x, y int }

// outcome is an audit and what it was of.
type outcome struct {
	of     *analysis.Analysis
	report *audit.Report
	err    error
}

// New makes the screen.
func New() *Screen { return &Screen{suppressed: map[string]string{}, unfolded: map[string]bool{}} }

// ID returns views.FindingsScreen.
func (s *Screen) ID() views.ID { return views.FindingsScreen }

// Title is "Findings".
func (s *Screen) Title() string { return "Findings" }

// Editing reports whether keys are text: a reason is being typed.
func (s *Screen) Editing() bool { return s.typing }

// SetData states what there is to show. Suppressions stay, unless the table is another.
func (s *Screen) SetData(d *views.Data) {
	if s.data != nil && s.data.Source != d.Source {
		*s = *New()
	}
	s.data = d
}

// RequestWork asks for an audit of a new analysis, or beside other tables.
func (s *Screen) RequestWork() views.Request {
	data := s.data
	if data == nil || data.Sample == nil || s.found != nil && s.found.of == data.Analysis {
		return nil
	}
	return views.Work{Name: "findings/audit", Run: func(ctx context.Context) any {
		out := &outcome{of: data.Analysis}
		out.report, out.err = data.Audit(ctx, audit.Limits{})
		if ctx.Err() != nil {
			return nil
		}
		return out
	}}
}

// Receive takes an audit.
func (s *Screen) Receive(result any) views.Request {
	if o, ok := result.(*outcome); ok {
		s.failed = o.err
		if o.err != nil {
			o.report = &audit.Report{}
		}
		s.found = o
		s.arrange()
		s.seek()
	}
	return nil
}

// arrange lists the findings, those suppressed last, with the cursor on the one it was on.
func (s *Screen) arrange() {
	was := ""
	if f := s.finding(); f != nil {
		was = f.ID()
	}
	var kept, last []int
	for i := range s.found.report.Findings {
		if !s.concerns(&s.found.report.Findings[i], s.about) {
			continue
		}
		if _, ok := s.suppressed[s.found.report.Findings[i].ID()]; ok {
			last = append(last, i)
		} else {
			kept = append(kept, i)
		}
	}
	s.lines = s.lineUp(kept)
	for _, i := range last {
		s.lines = append(s.lines, entry{finding: i, folded: []int{i}})
	}
	s.list.SetLen(len(s.lines))
	for i, e := range s.lines {
		for _, f := range e.folded {
			if s.found.report.Findings[f].ID() == was {
				s.list.SetCursor(i)
			}
		}
	}
	s.settle()
}

// settle brings the evidence in line with the cursor.
func (s *Screen) settle() {
	n := 0
	if f := s.finding(); f != nil {
		n = len(f.Evidence)
	}
	s.evidence.SetLen(n)
	if n == 0 {
		s.onEvidence = false
	}
}

// finding is the one under the cursor, nil when there is none.
func (s *Screen) finding() *audit.Finding {
	i := s.list.Cursor()
	if s.found == nil || i < 0 || i >= len(s.lines) || s.lines[i].finding >= len(s.found.report.Findings) {
		return nil
	}
	return &s.found.report.Findings[s.lines[i].finding]
}

// Press moves the cursors, or types a reason.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	switch {
	case s.typing:
		return s.typeReason(k)
	case s.onEvidence:
		s.evidence.Press(k.String())
	case s.list.Press(k.String()):
		s.evidence.SetCursor(0)
		s.settle()
	}
	return nil
}

func (s *Screen) typeReason(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "esc":
		s.typing = false
	case "enter":
		finding := s.finding()
		if finding == nil {
			s.typing = false
			return nil
		}
		if s.input.Text() == "" {
			return views.Notify{Text: "a finding is suppressed with a reason; esc leaves it as it is"}
		}
		s.suppressed[finding.ID()] = s.input.Text()
		s.typing = false
		s.arrange()
		return views.Notify{Text: "suppressed while this table is open; Y copies it for the file of tabletop audit " +
			"--config"}
	default:
		s.input.Press(k)
	}
	return nil
}

// Click puts the cursor on a finding or a piece of evidence; a second click goes there.
func (s *Screen) Click(x, y int) views.Request {
	if s.typing {
		return nil
	}
	if area := s.evidenceAt; area.y >= 0 && y >= area.y && x >= area.x {
		row := s.evidence.RowAt(y - area.y)
		if row < 0 {
			return nil
		}
		again := s.onEvidence && row == s.evidence.Cursor()
		s.onEvidence = true
		s.evidence.SetCursor(row)
		if again {
			return s.jump()
		}
		return nil
	}
	if i := s.list.RowAt(y - listTop); i >= 0 {
		s.onEvidence = false
		s.list.SetCursor(i)
		s.settle()
	}
	return nil
}

// Wheel moves the cursor of the list that has it.
func (s *Screen) Wheel(lines int) views.Request {
	if s.onEvidence {
		s.evidence.Wheel(lines)
		return nil
	}
	s.list.Wheel(lines)
	s.settle()
	return nil
}
