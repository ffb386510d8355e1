package advise

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tabletop/model/workload"
)

// orders judges every order of the pieces, with every set of columns promoted and every form of each piece.
func (e *search) orders(ctx context.Context) error {
	s := e.space
	e.bases = map[signature]*found{}
	var all [][]int
	for set := range 1 << len(s.optional) {
		var in []int
		for i := range s.pieces {
			if at := slices.Index(s.optional, i); (at < 0 || set>>at&1 == 1) && !slices.Contains(s.last, i) && !s.pieces[i].outside {
				in = append(in, i)
			}
		}
		if e.tells(append(slices.Clone(in), s.last...)) {
			e.allSteps += len(in)
			all = append(all, append(in, s.last...))
		}
	}
	for _, in := range all {
		if err := e.permute(ctx, in, 0); err != nil {
			return err
		}
	}
	return nil
}

// tells reports whether keys of some pieces are different, as far as a segment of today that is not among them does not matter.
func (e *search) tells(order []int) bool {
	lost := slices.ContainsFunc(e.space.today.order, func(i int) bool { return !slices.Contains(order, i) })
	return !lost || e.cube.distinct(setOf(order))
}

// distinct reports whether no two rows have the same values of some pieces.
func (c *cube) distinct(set uint32) bool {
	if _, ok := c.unique[set]; !ok {
		_, n := c.codes(set, c.rowsIn, make([]uint32, len(c.rowsIn)))
		c.unique[set] = n == len(c.rowsIn)
	}
	return c.unique[set]
}

// permute goes through the orders of in, by exchanging what comes after k. What has to be last stays there.
func (e *search) permute(ctx context.Context, in []int, k int) error {
	free := len(in) - len(e.space.last)
	if k == free {
		e.order(in)
		return nil
	}
	if k < 3 && ctx.Err() != nil {
		return ctx.Err()
	}
	for i := k; i < free; i++ {
		in[k], in[i] = in[i], in[k]
		if err := e.permute(ctx, in, k+1); err != nil {
			return err
		}
		if k == 0 {
			e.steps++
			e.report(min(0.5*float64(e.steps)/float64(e.allSteps), 0.5))
		}
		in[k], in[i] = in[i], in[k]
	}
	return nil
}

// order tries the forms of the pieces in one order.
func (e *search) order(order []int) {
	s := e.space
	p := plan{order: order, forms: e.forms}
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
		f := e.judge(&p)
		e.keep(&f)
		key := f.signature()
		if old := e.bases[key]; old == nil || e.still(&f) < e.still(old) {
			e.bases[key] = f.kept()
		}
	}
}

// still is the score without what writers weigh in it.
func (e *search) still(f *found) float64 { return f.score - f.crowding(f.writers) }

// most is how many orders the variants start from, of the best by score and of the best by all but writers.
const most = 24

// starts are the orders worth trying variants of.
func (e *search) starts() []*found {
	var out []*found
	add := func(list []*found) {
		for _, f := range list[:min(len(list), most)] {
			if !slices.ContainsFunc(out, func(o *found) bool { return o.plan.equal(&f.plan) }) {
				out = append(out, f)
			}
		}
	}
	add(e.ranked(e.best, func(f *found) float64 { return f.score }))
	add(e.ranked(e.bases, e.still))
	return out
}

// salts are the numbers of buckets that are tried.
func salts() []int { return []int{4, 8, 16, 32, 64} }

// variants tries salts, buckets, moves into qualifiers, and cells as rows on one order.
func (e *search) variants(f *found, ahead bool) {
	if f.salt > 0 {
		return // the current layout
	}
	e.salted(&f.plan)
	e.moved(&f.plan)
	e.named(&f.plan)
	e.bucketed(&f.plan, ahead)
	e.tall(&f.plan)
	e.shed(&f.plan)
	e.serialized(&f.plan)
}

// named tries columns whose values name the others of their row, in the place of what only tells rows apart (G17).
func (e *search) named(f *plan) {
	s := e.space
	for _, name := range s.naming {
		p := f.clone()
		p.order = slices.DeleteFunc(p.order, func(i int) bool { return i == name || s.surrogates>>i&1 == 1 })
		p.moved = []int{name}
		if len(p.order) == 0 || len(p.order) == len(f.order) || !e.cube.distinct(setOf(p.order)|setOf(p.moved)) || e.cube.perRow(&p, e.cube.size) < fewEvents {
			continue
		}
		e.try(&p)
	}
}

// shed tries keys whose promoted columns leave the cells.
func (e *search) shed(f *plan) {
	p := f.clone()
	for _, i := range p.order {
		if x := &e.space.pieces[i]; x.promoted && x.cell > 0 {
			p.shed |= 1 << i
		}
	}
	if p.shed != 0 {
		e.try(&p)
	}
}

// serialized tries the columns of each row as one cell (G16, G39, G54).
func (e *search) serialized(f *plan) {
	if !e.cube.serializable() {
		return
	}
	p := f.clone()
	p.serial = true
	e.try(&p)
}

// try judges a variant.
func (e *search) try(p *plan) {
	f := e.judge(p)
	e.keep(&f)
}

// salted tries salts where writes are too narrow: at the start of the key, and before the first piece that moves with time.
func (e *search) salted(f *plan) {
	if e.cube.places(f).places >= enoughWriters {
		return
	}
	p := f.clone()
	for _, p.saltAt = range slices.Compact([]int{0, min(e.space.frontier(&p), len(p.order)-1)}) {
		for _, p.salt = range salts() {
			e.hashed(&p)
		}
	}
	if t := &e.space.today; t.salt > 0 {
		p.salt, p.salted, p.saltAt = t.salt, t.salted, 0
		e.try(&p)
	}
}

// evenly is by how much the scores of salts of one number of buckets may differ that a hash of one piece spreads as well as that of another:
// a quarter more places.
const evenly = 2 * Margin

// hashed tries every piece to hash for a salt, and keeps the first of those that spread as well as the best.
func (e *search) hashed(p *plan) {
	var all []*found
	least := math.Inf(1)
	for _, p.salted = range e.saltable(p) {
		f := e.judge(p)
		all = append(all, f.kept())
		least = min(least, f.score)
	}
	slices.SortStableFunc(all, func(a, b *found) int { return cmp.Compare(a.salted, b.salted) })
	for _, f := range all {
		if f.score <= least+evenly {
			e.keep(f)
			return
		}
	}
}

// saltable are the pieces of a key worth hashing: those that no query or some query knows whole, once each, if they do
// not stand before the salt already.
func (e *search) saltable(p *plan) []int {
	var out []int
	for k, i := range p.order {
		if k < p.saltAt || len(e.space.pieces[i].column.Values) < 4 {
			continue
		}
		out = append(out, i)
	}
	return out
}

// moved tries the last piece or two as qualifiers (G17).
func (e *search) moved(f *plan) {
	for n := 1; n <= 2 && n < len(f.order); n++ {
		tail := f.order[len(f.order)-n:]
		if e.space.tail != "" || !e.space.movable(tail) {
			return
		}
		p := f.clone()
		p.order, p.moved = p.order[:len(p.order)-n], tail
		if e.cube.perRow(&p, e.cube.size) < fewEvents {
			continue
		}
		e.try(&p)
	}
}

// fewEvents and manyEvents bound the current rows that make a bucket worth having.
const fewEvents, manyEvents = 2, 100_000

// first is how many of the orders a cut time is tried in front of other pieces in: each takes a pass over the rows.
const first = 6

// bucketed tries a time truncated to each unit that is coarser than its own: at the end of the key with the events as columns
// or versions, and, ahead, before other pieces with the events as rows.
func (e *search) bucketed(f *plan, ahead bool) {
	s, c := e.space, e.cube
	last := len(f.order) - 1
	i := f.order[last]
	if s.pieces[i].unit == "" || last == 0 || s.pieces[i].forms[f.forms[i]].turned {
		return
	}
	for _, unit := range units() {
		if !coarser(unit, s.pieces[i].unit) {
			continue
		}
		p := f.clone()
		p.bucket = bucket{piece: i, unit: unit}
		if ahead && e.asked(i) {
			e.before(&p, last)
		}
		p.bucket.at = 0
		for _, p.bucket.events = range []events{asColumns, asVersions} {
			events := c.perRow(&p, c.size)
			if s.tail != "" || events < fewEvents || events > manyEvents || !e.distinguishes(&p) || !c.mergeOf(&p).unique {
				continue
			}
			e.try(&p)
			if p.bucket.events == asColumns {
				e.serialized(&p)
			}
		}
	}
}

// asked reports whether a query looks along a piece.
func (e *search) asked(i int) bool {
	return slices.ContainsFunc(e.cube.queries, func(q query) bool { return q.along == i })
}

// before tries the cut time before other pieces, so that a range of time is contiguous for all of them.
func (e *search) before(p *plan, last int) {
	col := e.space.pieces[p.bucket.piece].column
	p.bucket.events = asRows
	unit := workload.UnitSeconds(p.bucket.unit)
	if e.cube.shareOf(p.bucket.piece, unit) > e.cube.size.period/2 || len(e.cube.cut(p).starts) >= len(col.Values) {
		return
	}
	for p.bucket.at = 1; p.bucket.at < last; p.bucket.at++ {
		e.try(p)
	}
}

// enoughBuckets is over how many buckets the events of one key must spread on average, for a bucket to make sense.
const enoughBuckets = 1.5

// distinguishes reports whether the events of one key continue for longer than a bucket.
func (e *search) distinguishes(p *plan) bool {
	last := len(p.order) - 1
	entities := &plan{order: p.order[:last], moved: p.order[last:], forms: p.forms}
	return e.cube.perRow(entities, e.cube.size) >= enoughBuckets*e.cube.perRow(p, e.cube.size)
}

// ManyVersions is how many versions a column may have in a row on average before they are taken for events, which should be rows of
// their own (G43, G59). It is our own: the documentation gives no number.
const ManyVersions = 20

// wide is how many cells a row must have on average before its cells are tried as rows.
const wide = ManyVersions

// tall tries the cells of wide rows as rows (G58, G59).
func (e *search) tall(f *plan) {
	c := e.cube
	if c.count/c.rows < wide || e.space.tail != "" {
		return
	}
	p := f.clone()
	for _, p.tall = range []tall{byQualifier, byTime} {
		if g, _ := c.tallGroup(p.tall); g.rows/c.rows >= wide {
			e.try(&p)
		}
	}
}
