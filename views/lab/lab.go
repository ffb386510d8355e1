// Package lab is the screen on which other row keys are tried on the rows that were read: the current layout and up to
// four candidates side by side, with what the queries of a workload cost under each.
package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// maxSlots is the current layout and four candidates.
const maxSlots = 5

// mostBy is how much is shown of who proposes a layout, in cells.
const mostBy = 12

// Screen is the Lab. The zero value waits for data.
type Screen struct {
	data     *views.Data
	bench    *bench
	slots    []*slot // the first is the current layout
	at       int     // slot under the cursor
	field    int     // part of its key under the cursor
	layouts  widget.Table
	lines    widget.Table // the figures of the layout under the cursor
	asked    widget.List  // the queries
	focus    pane
	queries  *workload.Workload
	own      bool              // the user put the queries together
	advice   *advise.Advice    // of the last search, until the queries are changed
	spreads  *advise.Advice    // of the last search: where writes go does not depend on the queries
	letters  *audit.Candidates // of the last search, which names the slots; nil without one
	search   *search           // what a search that continues has reported; nil without one
	early    bool              // its advice is taken, and an audit may add to the list
	arrived  *advised          // while the user typed or chose: it waits for the end of that; nil without one
	propose  bool              // the app wants a proposal
	offered  bool              // a search was made for this table
	proposed bool              // the search is one that the Lab makes by itself
	areas    areas             // at the last Draw, for the mouse
	mode     mode
	input    widget.Input
	before   moment // when typing began
	past     []moment
	menu     menu
	build    builder
	phrase   phrase
	figures  bool        // unfolded: they stand in the place of the maps of the writes
	goal     *projection // the writes that a lesson asks for; nil if it asks for none
}

// mode is what keys mean.
type mode uint8

const (
	comparing mode = iota
	typing
	choosing
	asking
	phrasing
)

// pane is the part of the screen that keys go to.
type pane uint8

const (
	onLayouts pane = iota
	onFigures
	onQueries
	panes
)

// search is how far a search is.
type search struct {
	layouts int     // compared
	done    float64 // 0 to 1
}

// bench is a sample made ready to try layouts on, one at a time: a try takes memory for all rows.
type bench struct {
	turn  *semaphore.Weighted
	of    *analysis.Analysis
	base  *simulate.Base
	facts *access.Index
	today *simulate.Result
	now   time.Time
}

// slot is one layout: what is to be shown of it and what is known.
type slot struct {
	text   string // empty for the current layout
	found  bool   // by a search: the user did not make it
	by     string // who proposes it, escaped; empty for a layout that has a letter
	wrong  *rowkey.SyntaxError
	answer *answer // of text, or of a text, queries or rows before; see stale
	err    error   // why there is no answer to text
}

// advised is an advice with the list that it is part of, or why there is none. It is early while an audit may add to
// the list.
type advised struct {
	list  *audit.Candidates
	err   error
	early bool
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// ID returns views.LabScreen.
func (s *Screen) ID() views.ID { return views.LabScreen }

// Title is "Lab".
func (s *Screen) Title() string { return "Lab" }

// Editing reports whether keys are text or choices, not commands.
func (s *Screen) Editing() bool { return s.mode != comparing }

// SetData states what there is to show. Candidates stay while the table is the same.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		asked := s.propose && s.data == nil // before there was a table to search for
		*s = Screen{slots: []*slot{{}}, propose: asked}
		for _, o := range d.Proposed[:min(len(d.Proposed), maxSlots-1)] {
			s.slots = append(s.slots, &slot{text: o.Template, by: widget.Truncate(text.EscapeString(o.By), mostBy)})
		}
	}
	if d.Sample != nil && (s.data == nil || s.data.Sample == nil) && len(s.slots) == 1 {
		s.addCounted(d)
	}
	s.data = d
	if !s.own {
		s.queries = advise.DefaultWorkload(d.Layouts, 0)
	}
	s.refreshBuilder()
}

// addCounted adds the layouts that were counted over the whole table, as far as there is room.
func (s *Screen) addCounted(d *views.Data) {
	list, err := simulate.CountedFromSample(d.Sample)
	if err != nil {
		return // files are checked when they are opened
	}
	for _, c := range list[:min(len(list), maxSlots-1)] {
		s.slots = append(s.slots, &slot{text: c.Template})
	}
}

// RequestWork asks for the bench of new data. Where it is there already, it starts the search that waited for the end
// of the read.
func (s *Screen) RequestWork() views.Request {
	data := s.data
	if data == nil || data.Sample == nil || data.Sample.Rows() == 0 {
		return nil
	}
	if s.bench != nil && s.bench.of == data.Analysis {
		return s.offer()
	}
	return views.Work{Name: "lab/bench", Run: func(ctx context.Context) any {
		bench := &bench{turn: semaphore.NewWeighted(1), of: data.Analysis, now: data.Clock().Now}
		var err error
		if bench.base, err = data.Base(ctx); err != nil {
			return nil
		}
		if bench.facts, err = data.Queries(ctx); err != nil {
			return nil
		}
		if bench.today, err = data.Current(ctx); err != nil {
			return nil
		}
		return bench
	}}
}

// Propose has the Lab search for better layouts by itself, once per table, when its rows are read.
func (s *Screen) Propose() views.Request {
	s.propose = true
	return s.offer()
}

// Leave gives up the search that the Lab makes by itself, unless its advice has come: then what is still done is the
// audit, which other screens need too.
func (s *Screen) Leave() []string {
	if s.search == nil || s.early || !s.proposed {
		return nil
	}
	s.search, s.offered = nil, false
	return []string{adviceWork}
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

// stale reports whether the answer of a slot is not to what is asked now.
func (s *Screen) stale(l *slot) bool {
	a := l.answer
	return a == nil || a.text != l.text || a.bench != s.bench || a.queries != s.queries
}

// run asks for the answers that are missing.
func (s *Screen) run() views.Request {
	if s.bench == nil {
		return s.RequestWork()
	}
	var all views.All
	for i, l := range s.slots {
		if l.wrong == nil && s.stale(l) {
			all = append(all, s.try(i))
		} else if l.answer != nil && !l.answer.current() {
			all = append(all, s.look(i))
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// try asks for the answer of one slot.
func (s *Screen) try(i int) views.Request {
	slot, bench, queries := s.slots[i], s.bench, s.queries
	text := slot.text
	return views.Work{Name: fmt.Sprintf("lab/%d", i), Run: func(ctx context.Context) any {
		if bench.turn.Acquire(ctx, 1) != nil {
			return nil
		}
		defer bench.turn.Release(1)
		a := bench.answer(ctx, text, queries)
		if ctx.Err() != nil {
			return nil
		}
		a.slot = slot
		return a
	}}
}

// Receive takes a bench, an answer or an advice.
func (s *Screen) Receive(result any) views.Request {
	switch r := result.(type) {
	case *bench:
		s.bench = r
		if !s.own {
			s.queries = advise.DefaultWorkload(r.of.Layouts, 0)
		}
		s.refreshBuilder()
		return both(s.run(), s.offer())
	case *search:
		if s.search != nil {
			s.search = r
		}
	case *answer:
		return s.take(r)
	case *projection:
		for _, l := range s.slots {
			if l.answer == r.of {
				l.answer.out = r
			}
		}
	case *advised:
		return s.takeAdvice(r)
	default:
		s.menu.finder.Receive(result)
	}
	return nil
}

// both joins two requests, either of which may be nothing.
func both(a, b views.Request) views.Request {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return views.All{a, b}
}

// take keeps an answer, unless its slot has gone or asks something else by now, and asks for the projection.
func (s *Screen) take(a *answer) views.Request {
	for i, slot := range s.slots {
		if slot != a.slot || a.text != slot.text || a.bench != s.bench || a.queries != s.queries {
			continue
		}
		slot.err = nil
		if a.err == nil {
			if slot.answer != nil {
				a.out = slot.answer.out
			}
			slot.answer = a
			return s.look(i)
		}
		var syntax *rowkey.SyntaxError
		if errors.As(a.err, &syntax) {
			slot.wrong = syntax
			return nil
		}
		slot.err = a.err
		slot.answer = nil
	}
	return nil
}

// set puts a layout into the slot under the cursor. A layout that cannot be read leaves the answer before.
func (s *Screen) set(text string) views.Request {
	slot := s.slots[s.at]
	slot.text, slot.wrong, slot.err, slot.found, slot.by = strings.TrimSpace(text), nil, nil, false, ""
	_, err := candidate.Parse(slot.text)
	var syntax *rowkey.SyntaxError
	if errors.As(err, &syntax) {
		slot.wrong = syntax
		return nil
	}
	if c := s.candidate(); c != nil {
		s.field = max(0, min(s.field, len(places(c))-1))
	}
	return s.run()
}

// add makes a slot with a layout and goes there.
func (s *Screen) add(text string) views.Request {
	if len(s.slots) == maxSlots {
		return views.Notify{Text: "At most four candidates can be compared; press d to remove one"}
	}
	s.slots = append(s.slots, &slot{})
	s.at, s.field = len(s.slots)-1, 0
	return s.set(text)
}

// template is the layout of a slot as a candidate; of the current layout, that of the first kind.
func (s *Screen) template(i int) string {
	if i > 0 {
		return s.slots[i].text
	}
	if len(s.data.Layouts) == 0 {
		return "{key()}"
	}
	t, err := plain(s.data.Layouts[0])
	if err != nil {
		return s.data.Layouts[0].String()
	}
	return t.String()
}

// plain writes a layout as a template in which every segment stays as it is.
func plain(l *rowkey.Layout) (candidate.Template, error) {
	proposed, err := candidate.Parse(l.String())
	if err != nil {
		return candidate.Template{}, err
	}
	t := proposed.Templates[0]
	candidate.Fields(t.Key, func(f *candidate.Field) {
		if f.Expr.Op == candidate.Segment {
			f.Codec = nil
		}
	})
	return t, nil
}

// candidate is the layout under the cursor, parsed; nil when it cannot be.
func (s *Screen) candidate() *candidate.Candidate {
	if s.data == nil || s.at >= len(s.slots) {
		return nil
	}
	c, err := candidate.Parse(s.template(s.at))
	if err != nil {
		return nil
	}
	return c
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

// endMode goes back to the layouts, does what ends the mode, and takes the advice that waited for it.
func (s *Screen) endMode(do func() views.Request) views.Request {
	s.mode = comparing
	done, waited := do(), s.arrived
	if waited == nil || s.mode != comparing {
		return done
	}
	s.arrived = nil
	return both(done, s.takeAdvice(waited))
}

// say shows an error, which may hold bytes of the table.
func say(err error) views.Request { return views.Notify{Text: text.Safe(err.Error())} }
