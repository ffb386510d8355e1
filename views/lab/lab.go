// Package lab is the screen on which other row keys are tried on the rows that were read: the current layout and up to
// four candidates side by side, with what the queries of a workload cost under each.
package lab

import (
	"context"
	"errors"
	"fmt"
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
	// questioned reports whether the Question of the data was asked.
	questioned bool
	phrase     phrase
	figures    bool        // unfolded: they stand in the place of the maps of the writes
	goal       *projection // the writes that a lesson asks for; nil if it asks for none
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
			s.slots = append(s.slots, newProposed(o))
		}
	}
	if d.Sample != nil && (s.data == nil || s.data.Sample == nil) && len(s.slots) == 1 {
		s.addCounted(d)
	}
	s.data = d
	if !s.own {
		s.queries = generated(d, d.Layouts)
	}
	s.refreshBuilder()
}

// newProposed is the slot of a layout that somebody proposes.
func newProposed(p views.Proposed) *slot {
	return &slot{text: p.Template, by: widget.Truncate(text.EscapeString(p.By), mostBy)}
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
			s.queries = generated(s.data, r.of.Layouts)
		}
		if s.data.Question != nil && !s.questioned {
			s.questioned = true
			s.openBuilder()
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
	case proposedKeys:
		return s.takeKeys(r)
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
