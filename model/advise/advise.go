// Package advise searches for better layouts of the row keys: every order of the segments and of the columns that
// queries filter on, with reversals; of the best of these, salts, times truncated to buckets with events as columns,
// versions or rows, segments moved into qualifiers, and cells that become rows; and of the best of all, pairs of tables
// for queries that no single one serves. docs/advise.md states how layouts are judged.
package advise

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"tabletop/model/access"
	"tabletop/model/workload"
)

// maxPieces bounds of how many segments and columns every order is tried, and mostPieces how many there may be in all.
const maxPieces, mostPieces = 8, 14

// maxShown is the maximum number of layouts of an Advice, the current one included.
const maxShown = 6

// Advice is the answer of a search.
type Advice struct {
	Options     []*Candidate // the best first; the current layout is always one of them
	Searched    int          // layouts compared
	KeepCurrent bool         // no layout is significantly better than the current one
	TooClose    bool         // the first two are too close to call
	Verdict     string       // in a sentence or two
	RunnerUp    string       // why the second of the options is not the first; empty where there is one
	Confidence  Confidence   // in which conditions the first of the options stays first
	Kind        string       // the record kind that was searched, empty when there is one
	Set         *Set         // what becomes of all record kinds; nil when there is one
	Notes       []string     // what was left out, and what the figures depend on
}

// Candidate is a layout with what it costs whom. Read, Writers, Worst, Bytes and Changes are the axes that layouts are
// compared by: none of an Advice is worse than another in all of them.
type Candidate struct {
	Template string
	Current  bool
	Tables   int     // an event is written once to each
	Read     float64 // time of a run of the workload on average, in ms; see workload.Rates
	Queries  []QueryCost
	// Writers is how many places of the key space are written in parallel within a window of time; 1 is a hotspot. 0
	// when the cell timestamps do not tell. Of two tables it is that of the one with fewer.
	Writers         float64
	Largest         float64 // bytes of the largest row of the sample
	LargestEstimate float64 // bytes that the largest row of the table may have, as far as the sample shows
	Rows            float64 // of the sample, after merging
	Bytes           float64 // of the sample: keys once a row, and cells
	Changes         int     // how far from today: segments that move, and forms that change
	Score           float64 // what layouts are ranked by, less is better: see score
	// BestShare is the share of the random conditions in which the layout came first; of the first option that of
	// Confidence.
	BestShare float64
	Better    []string
	Worse     []string
	Caveats   []string // what has to be made sure of before it is used
	Delimiter string   // between the parts of keys, as a template has it
	View      *View    // the second table as a view; nil where it cannot be one
	// ForWriters, ForReaders, and ForOperators are what each must know; ForReaders is a sentence for each query.
	ForWriters, ForReaders, ForOperators []string
}

// QueryCost is a query under an Option, on average over the rows that ask.
type QueryCost struct {
	Query       *workload.Query
	Table       int // of several, the one that serves it, from 0
	Access      access.Method
	Ranges      float64
	Rows, Bytes float64 // read
	Returned    float64 // current rows
	Millis      float64
	// Key is the key with what the query does with each part; Beside are its conditions on what is in no key, which are
	// filters.
	Key    []KeyPart
	Beside []string
	How    string       // how a client runs the query, in a sentence that begins with its name
	load   *access.Load // nil when nothing is read
	perRow float64      // bytes by which a row is longer than load has it
	use    workload.Use
	// perUnit is that there is a range for each unit of a cut time: see front.
	perUnit bool
	buckets float64 // of a salt, each of which is read until it has the newest that are wanted
}

// Templates returns the templates of the options, and an empty one for the current layout.
func (a *Advice) Templates() []string {
	out := make([]string, len(a.Options))
	for i, o := range a.Options {
		if !o.Current {
			out[i] = o.Template
		}
	}
	return out
}

// Options is what a search depends on beside the table and its queries.
type Options struct {
	// Rows is how many rows the table will have; 0 is what its present growth reaches in a year.
	Rows float64
	// Rates are the constants of the cost model; nil is the default.
	Rates *workload.Rates
	// Progress is called with the layouts compared so far and how much of the search is done, 0 to 1; nil is not
	// called.
	Progress func(layouts int, done float64)
}

// Search compares all layouts. Prepare of the facts must have been called with w. The error is ctx's, or states why
// there is nothing to search.
func Search(ctx context.Context, f *access.Index, w *workload.Workload, opts Options) (*Advice, error) {
	space, err := newSpace(f, w)
	if err != nil {
		return nil, err
	}
	cube, err := newCube(ctx, space, w, opts)
	if err != nil {
		return nil, err
	}
	e := newSearch(space, cube)
	e.progress = opts.Progress
	if err := e.run(ctx); err != nil {
		return nil, err
	}
	return e.advice(), nil
}

// search goes through the layouts.
type search struct {
	space    *space
	cube     *cube
	best     map[signature]*found
	bases    map[signature]*found // of the plain orders; their writers do not count yet, a salt may help
	searched int
	today    *found
	forms    []int // scratch of order
	progress func(layouts int, done float64)
	steps    int // of orders
	allSteps int
}

func newSearch(s *space, c *cube) *search {
	return &search{space: s, cube: c, best: map[signature]*found{}, forms: slices.Clone(s.today.forms)}
}

// signature is what distinguishes layouts for the user.
type signature struct{ tables [2][9]byte }

// found is one table, or two, with its figures.
type found struct {
	plan
	second                       *found // another table, nil without one
	group                        group
	millis                       []float64 // of each query
	read, writers, largest, rows float64
	worst, bytes                 float64
	stored                       float64 // bytes of the table when it has the size that costs are computed for
	changes                      int
	scans                        float64 // share of the runs that read the whole table
	filters                      float64 // share of the runs that filter out rows
	events                       float64 // of a row, on average
	endless                      bool    // rows get events indefinitely
	leading                      bool    // what rises with time leads the key
	view                         bool    // a continuous materialized view can fill the second table
	score                        float64
	least                        float64 // score of those that it stands for: see preferred
}

func (e *search) run(ctx context.Context) error {
	found := e.judge(&e.space.today)
	e.today = found.kept()
	if err := e.orders(ctx); err != nil {
		return err
	}
	starts := e.starts()
	for i, f := range starts {
		if err := ctx.Err(); err != nil {
			return err
		}
		e.variants(f, i < first)
		e.report(0.5 + 0.5*float64(i+1)/float64(len(starts)))
	}
	e.pairs()
	return nil
}

// report states how much of the search is done; orders and variants count for a half each.
func (e *search) report(done float64) {
	if e.progress != nil {
		e.progress(e.searched, done)
	}
}

// judge computes the figures of a plan, from the cube only. Its millis are good until the next.
func (e *search) judge(p *plan) found {
	cube := e.cube
	found := found{plan: *p, millis: cube.scratch}
	found.read = e.writeMillis(&found)
	for i := range cube.queries {
		query := &cube.queries[i]
		queryCost := cube.reading(query, p)
		found.millis[i] = queryCost.Millis
		found.read += query.weight * queryCost.Millis
		if queryCost.scans(query) {
			found.scans += query.weight
		}
		if queryCost.filters() {
			found.filters += query.weight
		}
	}
	group := cube.group(p)
	found.group = group
	found.writers, found.rows, found.largest, found.worst, found.bytes = cube.places(p).places, group.rows,
		group.largest, cube.worst(p, group, cube.size), group.bytes
	found.stored = cube.stored(p, group, cube.size)
	found.changes, found.events = e.space.distance(p), cube.eventsIn(p)
	_, spread := e.space.frontier(p)
	found.endless, found.leading = e.endless(p), p.salt == 0 && spread == 0
	found.score = e.score(&found)
	e.searched++
	return found
}

// writeMillis is the time of the writes of the workload for each run of a query: each goes to every table.
func (e *search) writeMillis(f *found) float64 {
	tables := 1.0
	if f.second != nil {
		tables = 2
	}
	return e.cube.writesPerRun * tables * e.cube.rates.WriteMillis()
}

// kept is f with slices of its own.
func (f *found) kept() *found {
	c := *f
	c.plan, c.millis = f.plan.clone(), slices.Clone(f.millis)
	return &c
}

func (f *found) signature() signature {
	s := signature{[2][9]byte{f.plan.signature()}}
	if f.second != nil {
		s.tables[1][0] = 1 // one pair is enough: see pairs
	}
	return s
}

// keep remembers the best of those that look the same. The current layout stands for itself. A key that begins with
// what rises with time is no candidate, not as one of two tables either, whatever it saves readers: all writes would go
// to one tablet (G40, G42).
func (e *search) keep(f *found) {
	if f.leading {
		return
	}
	if f.second == nil && f.plan.equal(&e.space.today) {
		return
	}
	key := f.signature()
	old := e.best[key]
	if f.preferred(old) {
		e.best[key] = f.kept()
	}
	if old != nil {
		e.best[key].least = min(old.least, f.score)
	} else {
		e.best[key].least = f.score
	}
}

// tie is by how much scores may differ that chance decides between: then what is reported must not depend on it.
const tie = Margin / 2

// preferred reports whether f is better than old, which may be nil: by its score, or if that is as good as the best of
// those that old stands for, by whether less is filtered out, which is better at any size, and then by the order of its
// pieces.
func (f *found) preferred(old *found) bool {
	switch {
	case old == nil || f.score < old.least-tie:
		return true
	case f.score > old.least+tie:
		return false
	case old.score > old.least+tie:
		return f.score < old.score
	case f.filtersLess(old):
		return true
	case old.filtersLess(f):
		return false
	case f.second != nil && old.second != nil && f.plan.equal(&old.plan):
		return f.second.before(&old.second.plan)
	}
	return f.plan.before(&old.plan)
}

// filtersLess reports whether fewer runs filter out rows than under o.
func (f *found) filtersLess(o *found) bool { return f.filters < o.filters-1e-9 }

// advice ranks what was found.
func (e *search) advice() *Advice {
	all := e.front()
	a := &Advice{Searched: e.searched, Kind: e.space.layout.Name(), Notes: e.space.notes}
	for _, f := range all {
		a.Options = append(a.Options, e.option(f))
	}
	e.verdict(a, all)
	return a
}

// ranked are the layouts kept and the current one, the best first.
func (e *search) ranked(from map[signature]*found, by func(*found) float64) []*found {
	all := append(slices.Collect(maps.Values(from)), e.today)
	slices.SortFunc(all, func(a, b *found) int {
		switch x, y := by(a), by(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return slices.Compare(a.key(), b.key())
	})
	return all
}

// key distinguishes layouts of one score, so that answers do not depend on the order of a map.
func (f *found) key() []byte {
	s := f.signature()
	out := slices.Concat(s.tables[0][:], s.tables[1][:])
	for _, i := range f.order {
		out = append(out, byte(i))
	}
	return out
}

// front are the layouts that no other beats on every axis (the Pareto front), the best score first, the current one
// among them. Of those that are as good as the best, the plainest is the first.
func (e *search) front() []*found {
	var out []*found
	all := e.ranked(e.best, func(f *found) float64 { return f.score })
	tied := 1
	for tied < len(all) && all[tied].score <= all[0].score+tie {
		tied++
	}
	slices.SortStableFunc(all[:tied], func(a, b *found) int { return a.plainer(b) })
	for _, f := range all {
		beaten := slices.ContainsFunc(out, func(o *found) bool { return o.dominates(f) || f.score > o.score+hopeless })
		if f != e.today && beaten {
			continue
		}
		out = append(out, f)
	}
	if at := slices.Index(out, e.today); at >= maxShown {
		out[maxShown-1] = e.today
	}
	return out[:min(len(out), maxShown)]
}

// plainer compares how plain two layouts are, without regard to data: one table before two, then fewer changes, then
// the order of the pieces.
func (f *found) plainer(o *found) int {
	tables := func(f *found) int { return len(f.plans()) }
	if c := cmp.Or(cmp.Compare(tables(f), tables(o)), cmp.Compare(f.changes, o.changes)); c != 0 {
		return c
	}
	switch {
	case f.plan.before(&o.plan):
		return -1
	case o.plan.before(&f.plan):
		return 1
	}
	return 0
}

// hopeless is by how much a score may be worse than the best and still be shown: more than fifty times in sum.
const hopeless = 4

// slack is by how much a figure may be worse and still be called as good.
const slack = 1.02

// risk is the size a row may get, in bytes; below a tenth of what is advised there is none. Rows that never end grow
// past any size some day.
func (f *found) risk() float64 {
	risk := max(f.worst, largeRow/10)
	if f.endless {
		risk *= 10
	}
	return risk
}

// spreads is a number of writers to compare: more than enough is enough, and what is not known is taken for enough.
func spreads(writers float64) float64 {
	if writers <= 0 {
		return enoughWriters
	}
	return min(writers, enoughWriters)
}

// dominates reports whether f is as good as o in every way.
func (f *found) dominates(o *found) bool {
	return f.read <= o.read*slack && spreads(f.writers)*slack >= spreads(o.writers) && f.risk() <= o.risk()*slack &&
		f.bytes <= o.bytes*slack && f.changes <= o.changes
}
