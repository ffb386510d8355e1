// Package advise searches for better layouts of the row keys: every order of the segments and of the columns that queries
// ask by, with salts, reversals, times cut to buckets and segments moved into qualifiers. It judges by what the queries
// read, how far writes spread, the largest row, storage, and how far a layout is from today's.
package advise

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tabletop/model/workload"
)

// maxPieces bounds what is searched exhaustively.
const maxPieces = 8

// maxShown is how many layouts an Advice has at most, today's included.
const maxShown = 6

// Advice is the answer of a search.
type Advice struct {
	Options  []*Option // the best first; today's layout is always one of them
	Searched int       // layouts compared
	Keep     bool      // nothing is clearly better than what there is
	Close    bool      // the first two are too close to call
	Verdict  string    // in a sentence or two
	Kind     string    // the record kind that was searched, empty when there is one
	Notes    []string  // what was left out, and what the figures hang on
}

// Option is a layout with what it costs whom.
type Option struct {
	Template string
	Current  bool
	Read     float64 // node time of a run of the workload on average, in ms; see workload.Cost.Millis
	Queries  []Reading
	// Writers is how many places of the key space are written in parallel within a window of time; 1 is a hotspot. 0 when
	// the cell timestamps do not tell.
	Writers  float64
	Largest  float64 // bytes of the largest row of the sample
	Rows     float64 // of the sample, after merging
	Bytes    float64 // of the sample: keys once a row, and cells
	Changes  int     // how far from today: segments that move, and forms that change
	Better   []string
	Worse    []string
	Hazards  []string // what has to be made sure of before it is used
	score    float64
	salted   int
	leadTime bool
}

// Reading is a query under an Option, on average over the rows that ask.
type Reading struct {
	Query       *workload.Query
	Access      workload.Access
	Ranges      float64
	Rows, Bytes float64 // read
	Returned    float64 // rows of today
	Millis      float64
}

// Search compares all layouts. Prepare of the facts must have been called with w. The error is ctx's, or says why there is
// nothing to search.
func Search(ctx context.Context, f *workload.Facts, w *workload.Workload) (*Advice, error) {
	s, err := newSpace(f, w)
	if err != nil {
		return nil, err
	}
	c, err := newCube(ctx, s, w)
	if err != nil {
		return nil, err
	}
	e := &search{space: s, cube: c}
	if err := e.run(ctx); err != nil {
		return nil, err
	}
	return e.advice(), nil
}

// search goes through the layouts.
type search struct {
	space    *space
	cube     *cube
	best     map[string]*found // by what tells layouts apart for a person: see found.signature
	searched int
	today    found
}

// plan is one layout of the space.
type plan struct {
	order  []int // pieces in the key
	moved  []int // pieces that become qualifiers
	forms  []int // piece -> form
	salt   int   // buckets, 0 for none
	salted int   // the piece that is hashed
	group  group // what the rows merge into
}

// found is a plan with its figures.
type found struct {
	plan
	read, writers, largest, bytes, rows float64
	changes                             int
	score                               float64
}

func (p *plan) clone() plan {
	c := *p
	c.order, c.moved, c.forms = slices.Clone(p.order), slices.Clone(p.moved), slices.Clone(p.forms)
	return c
}

// salts are the numbers of buckets that are tried.
var salts = [...]int{4, 8, 16, 32, 64}

func (e *search) run(ctx context.Context) error {
	s := e.space
	e.best = map[string]*found{}
	s.today.group = e.cube.rest(setOf(s.today.order))
	e.today = e.judge(&s.today)
	e.keep(&e.today)
	sets := 1 << len(s.optional)
	for set := range sets {
		var in []int
		for i := range s.pieces {
			if at := slices.Index(s.optional, i); at < 0 || set>>at&1 == 1 {
				in = append(in, i)
			}
		}
		if err := e.permute(ctx, in, 0); err != nil {
			return err
		}
	}
	return nil
}

// permute goes through the orders of in, by exchanging what comes after k.
func (e *search) permute(ctx context.Context, in []int, k int) error {
	if k == len(in) {
		e.transforms(in)
		return nil
	}
	if k < 3 && ctx.Err() != nil {
		return ctx.Err()
	}
	for i := k; i < len(in); i++ {
		in[k], in[i] = in[i], in[k]
		if err := e.permute(ctx, in, k+1); err != nil {
			return err
		}
		in[k], in[i] = in[i], in[k]
	}
	return nil
}

// transforms tries the forms of the pieces, moves and salts on one order.
func (e *search) transforms(order []int) {
	s := e.space
	p := plan{forms: slices.Clone(s.today.forms)}
	combos := 1
	for _, i := range order {
		combos *= len(s.pieces[i].forms)
	}
	for combo := range combos {
		rest := combo
		for _, i := range order {
			n := len(s.pieces[i].forms)
			p.forms[i] = rest % n
			rest /= n
		}
		for moves := 0; moves <= 2 && moves < len(order); moves++ {
			if moves > 0 && !s.movable(order[len(order)-moves:]) {
				break
			}
			p.order, p.moved = order[:len(order)-moves], order[len(order)-moves:]
			p.group = e.cube.rest(setOf(p.order))
			p.salt, p.salted = 0, order[0]
			e.try(&p)
			if !e.worthSalt(&p) {
				continue
			}
			for _, p.salted = range e.saltable(p.order) {
				for _, p.salt = range salts {
					e.try(&p)
				}
			}
		}
	}
}

// try judges a plan.
func (e *search) try(p *plan) {
	f := e.judge(p)
	e.searched++
	e.keep(&f)
}

// saltable are the pieces of a key worth hashing: the first, and the first that does not move with time.
func (e *search) saltable(order []int) []int {
	for _, i := range order {
		if !e.space.pieces[i].moving {
			return slices.Compact([]int{order[0], i})
		}
	}
	return order[:1]
}

// worthSalt says that writes are too narrow without a salt. Only then is one tried.
func (e *search) worthSalt(p *plan) bool {
	return e.cube.spread(p.order, e.space, 0, 0) < enoughWriters
}

// enoughWriters is as many places as are worth having: with more, no node of a usual cluster waits for another.
const enoughWriters = 20

// judge computes the figures of a plan, from the cube only.
func (e *search) judge(p *plan) found {
	s, c := e.space, e.cube
	f := found{plan: *p}
	for q := range c.probes {
		if !c.queries[q].missing {
			r := c.reading(q, p)
			f.read += c.weights[q] * r.Millis
		}
	}
	f.writers = c.spread(p.order, s, p.salt, p.salted)
	f.rows, f.largest = p.group.rows, p.group.largest
	f.bytes = c.bytesOf(p, s)
	f.changes = s.distance(p)
	f.score = e.score(&f)
	return f
}

// keep remembers the best plan of those that look alike: same order, any salt.
func (e *search) keep(f *found) {
	key := f.signature()
	if old := e.best[string(key)]; old == nil || f.score < old.score {
		c := *f
		c.plan = f.plan.clone()
		e.best[string(key)] = &c
	}
}

// signature tells layouts apart that a person would call different: by their first two pieces, a salt, and moves. The
// order behind them changes a figure or two, and the best such order stands for all.
func (f *found) signature() []byte {
	key := make([]byte, 0, 8)
	for i := 0; i < 2 && i < len(f.order); i++ {
		key = append(key, byte(f.order[i]))
	}
	key = append(key, '|', byte(len(f.moved)))
	if f.salt > 0 {
		key = append(key, 's')
	}
	return key
}

// advice ranks what was found.
func (e *search) advice() *Advice {
	all := e.front()
	a := &Advice{Searched: e.searched, Kind: e.space.kind, Notes: e.space.notes}
	for _, f := range all {
		a.Options = append(a.Options, e.option(f))
	}
	e.verdict(a)
	return a
}

// front are the plans that no other beats in every way, the best score first, today's among them.
func (e *search) front() []*found {
	var all []*found
	for _, f := range e.best {
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b *found) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return slices.Compare(a.order, b.order)
	})
	var out []*found
	for _, f := range all {
		if slices.ContainsFunc(out, func(o *found) bool { return o.dominates(f) }) && !e.isToday(f) {
			continue
		}
		out = append(out, f)
	}
	at := slices.IndexFunc(out, e.isToday)
	if at < 0 {
		out, at = append(out, &e.today), len(out)
	}
	if at >= maxShown {
		out[maxShown-1] = out[at]
	}
	return out[:min(len(out), maxShown)]
}

// slack is by how much a figure may be worse and still be called as good.
const slack = 1.02

// dominates says that f is as good as o in every way.
func (f *found) dominates(o *found) bool {
	return f.read <= o.read*slack && min(f.writers, enoughWriters)*slack >= min(o.writers, enoughWriters) && f.largest <= o.largest*slack &&
		f.bytes <= o.bytes*slack && f.changes <= o.changes
}

func (e *search) isToday(f *found) bool {
	t := &e.space.today
	return f.salt == 0 && slices.Equal(f.order, t.order) && len(f.moved) == 0 && slices.Equal(e.formsOf(&f.plan), e.formsOf(t))
}

// formsOf are the forms of the pieces that the key has.
func (e *search) formsOf(p *plan) []int {
	var out []int
	for _, i := range p.order {
		out = append(out, p.forms[i])
	}
	return out
}

// score adds up what a person would hold against a layout, as factors in their logarithm: twice the reading weighs as
// much as half the writers, below those that are enough. A salt costs more than its figures show: a range takes N scans
// and N is hard to change, so promotion goes before it (G61). So does leaving today's layout, which rewrites the table.
func (e *search) score(f *found) float64 {
	score := math.Log(max(f.read, 1e-9)) + math.Log(max(f.bytes, 1))*0.5
	if f.writers > 0 {
		score += 1.5 * math.Log(enoughWriters/min(f.writers, enoughWriters))
	}
	if f.salt > 0 {
		score += 0.9 + 0.35*math.Log(float64(f.salt))
	}
	if scaled := f.largest * e.cube.growth; scaled > largeRow {
		score += math.Log(scaled/largeRow) + 1
	}
	if f.changes > 0 {
		score += 0.15 + 0.04*float64(f.changes)
	}
	return score + 0.01*e.space.untidy(&f.plan)
}

// largeRow is the size a row should stay under, in bytes (G18).
const largeRow = 100e6

func (e *search) verdict(a *Advice) {
	best := a.Options[0]
	current := slices.IndexFunc(a.Options, func(o *Option) bool { return o.Current })
	const close = 0.12
	if current == 0 || a.Options[current].score-best.score < close {
		a.Keep = true
		a.Verdict = "Keep what you have: no other layout is clearly better for these queries."
		if current > 0 { // nearly as good, and it costs no migration
			a.Options[0], a.Options[current] = a.Options[current], a.Options[0]
		}
		return
	}
	if len(a.Options) > 1 && a.Options[1].score-best.score < close {
		a.Close = true
		a.Verdict = fmt.Sprintf("%s and %s are too close to call: measure both, or choose the one that people find easier.", best.Template, a.Options[1].Template)
		return
	}
	a.Verdict = fmt.Sprintf("%s is best for these queries.", best.Template)
}
