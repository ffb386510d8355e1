package lab

import (
	"slices"

	"tabletop/model/advise"
	"tabletop/model/workload"
	"tabletop/views"
)

// moment is what a user can go back to: the layouts with what was in them, and the queries.
type moment struct {
	slots   []*slot
	held    []slot // what was in slots
	at      int
	field   int
	queries *workload.Workload
	own     bool
	advice  *advise.Advice
}

// mostMoments is how many changes can be undone.
const mostMoments = 100

// now returns what there is.
func (s *Screen) now() moment {
	m := moment{slots: slices.Clone(s.slots), at: s.at, field: s.field, queries: s.queries, own: s.own,
		advice: s.advice}
	for _, l := range s.slots {
		m.held = append(m.held, *l)
	}
	return m
}

// remember keeps a moment to go back to.
func (s *Screen) remember(m moment) {
	s.past = append(s.past, m)
	s.past = s.past[max(0, len(s.past)-mostMoments):]
}

// undo goes back to what there was before the last change.
func (s *Screen) undo() views.Request {
	last := len(s.past) - 1
	if last < 0 {
		return nil
	}
	m := s.past[last]
	s.past = s.past[:last]
	return s.restore(m)
}

// restore brings a moment back. Figures that were counted meanwhile are kept where they are of the same layout.
func (s *Screen) restore(m moment) views.Request {
	s.slots, s.at, s.field, s.queries, s.own, s.advice = m.slots, m.at, m.field, m.queries, m.own, m.advice
	for i, l := range s.slots {
		was := m.held[i]
		l.text, l.found, l.by, l.wrong = was.text, was.found, was.by, was.wrong
		if s.stale(l) && was.answer != nil {
			l.answer, l.err = was.answer, was.err
		}
	}
	return s.run()
}

// noUndo is why there is nothing to undo; empty where there is.
func (s *Screen) noUndo() string {
	if len(s.past) == 0 {
		return "nothing to undo"
	}
	return ""
}
