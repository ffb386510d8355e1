package lab

import (
	"cmp"
	"context"
	"slices"

	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/views"
)

// advised is an advice with the list that it is part of, or why there is none. It is early while an audit may add to
// the list.
type advised struct {
	list  *audit.Candidates
	err   error
	early bool
}

// adviceWork is the name of a search.
const adviceWork = "lab/advice"

// offer starts the search that Propose asked for, as soon as there is what it needs and nobody has begun to work.
func (s *Screen) offer() views.Request {
	if !s.propose || s.offered || s.bench == nil || s.data.Reading || s.bench.of != s.data.Analysis ||
		len(s.slots) > 1 || s.mode != comparing {
		return nil
	}
	if s.queries == nil || len(s.queries.Queries) == 0 {
		return nil
	}
	search := s.advise()
	s.proposed = true
	return search
}

// advise searches for layouts that serve the queries.
func (s *Screen) advise() views.Request {
	bench, queries := s.bench, s.queries
	if bench == nil {
		return nil
	}
	if !s.own {
		queries = nil // those that the keys suggest
	}
	s.search, s.early, s.offered, s.proposed = &search{}, false, true, false
	return views.Work{Name: adviceWork, Reports: func(ctx context.Context, report func(any)) any {
		opts := advise.Options{Progress: func(layouts int, done float64) { report(&search{layouts, done}) }}
		if queries == nil && len(bench.of.Layouts) == 1 { // of several record kinds all are searched first
			if list, err := bench.of.Likely(ctx, opts); err == nil {
				report(&advised{list: list, early: true})
			}
		}
		list, err := bench.of.Candidates(ctx, queries, opts)
		if ctx.Err() != nil {
			return nil
		}
		return &advised{list: list, err: err}
	}}
}

// takeAdvice puts the best layouts beside the current one. What is typed or chosen is for the layout under the cursor,
// so that an advice which comes meanwhile waits until that is done.
func (s *Screen) takeAdvice(r *advised) views.Request {
	begun := s.early
	if s.early = r.early; !r.early {
		s.search = nil
	}
	if r.err != nil {
		return say(r.err)
	}
	if s.mode != comparing {
		s.arrived, s.early = r, begun
		return nil
	}
	before := s.letters
	s.letters = r.list
	if begun {
		return s.addCure(before)
	}
	s.advice, s.spreads = r.list.Advice, r.list.Advice
	if !s.proposed || len(s.slots) > 1 { // else there is nothing of the user's to go back to
		s.remember(s.now())
	}
	s.slots = s.slots[:1:1]
	for _, text := range withCure(r.list) {
		s.slots = append(s.slots, &slot{text: text, found: true})
	}
	s.at, s.field = min(1, len(s.slots)-1), 0
	if r.list.Advice.KeepCurrent {
		s.at = 0
	}
	return s.run()
}

// addCure puts what an audit has added to a list beside the layouts that were taken of it before, if these are still
// all there is.
func (s *Screen) addCure(before *audit.Candidates) views.Request {
	untouched := slices.EqualFunc(s.slots[1:], withCure(before),
		func(l *slot, text string) bool { return l.found && l.text == text })
	for at, text := range withCure(s.letters) {
		switch {
		case !untouched:
		case at+1 == len(s.slots):
			s.slots = append(s.slots, &slot{text: text, found: true})
		case s.slots[at+1].text != text:
			s.slots[at+1] = &slot{text: text, found: true}
		}
	}
	return s.run()
}

// withCure returns the layouts of an advice, as many as there are slots for, and among them the one of all record kinds
// and the cure of the audit, so that both screens have it.
func withCure(list *audit.Candidates) []string {
	var out []string
	for _, o := range ordered(list.Advice) {
		if !o.Current && len(out) < maxSlots-1 {
			out = append(out, o.Template)
		}
	}
	var more []string
	if set := list.Advice.Set; set != nil {
		more = append(more, set.Template)
	}
	for _, layout := range append(more, list.Cure()) {
		same := func(o string) bool { return list.Letter(o) == list.Letter(layout) }
		if layout != "" && !slices.ContainsFunc(out, same) {
			out = append(out[:min(len(out), maxSlots-2)], layout)
		}
	}
	return out
}

// ordered returns the layouts of an advice in its order. Where none is better than the current one, those that are
// simple to change to come first: fewer changes, and cells that stay cells with the times that they have.
func ordered(a *advise.Advice) []*advise.Candidate {
	if !a.KeepCurrent {
		return a.Options
	}
	out := slices.Clone(a.Options)
	slices.SortStableFunc(out, func(a, b *advise.Candidate) int {
		return cmp.Or(cmp.Compare(elaborate(a.Template), elaborate(b.Template)), cmp.Compare(a.Changes, b.Changes))
	})
	return out
}

// elaborate returns 1 for a layout that writes cells as messages, or has the time of cells in its keys, else 0.
func elaborate(template string) int {
	parsed, err := candidate.Parse(template)
	if err != nil {
		return 0
	}
	found := 0
	for at := range parsed.Templates {
		layout := &parsed.Templates[at]
		if slices.ContainsFunc(layout.Rules, func(r candidate.Rule) bool { return r.Serialize != "" }) {
			found = 1
		}
		layout.Exprs(func(e *candidate.Expr) {
			if e.Op == candidate.CellTime {
				found = 1
			}
		})
	}
	return found
}
