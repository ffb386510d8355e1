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
	space := e.space
	e.bases = map[signature]*found{}
	var all [][]int
	for set := range 1 << len(space.optional) {
		var in []int
		for i := range space.pieces {
			if at := slices.Index(space.optional, i); (at < 0 || set>>at&1 == 1) && !slices.Contains(space.last, i) &&
				!space.pieces[i].outside {
				in = append(in, i)
			}
		}
		if e.tells(append(slices.Clone(in), space.last...)) {
			e.allSteps += len(in)
			all = append(all, append(in, space.last...))
		}
	}
	for _, in := range all {
		if err := e.permute(ctx, in, 0); err != nil {
			return err
		}
	}
	return nil
}

// tells reports whether keys of some pieces are different, as far as a current segment that is not among them does not
// matter.
func (e *search) tells(order []int) bool {
	lost := slices.ContainsFunc(e.space.today.order, func(i int) bool { return !slices.Contains(order, i) })
	return !lost || e.cube.distinct(bitSet(order))
}

// distinct reports whether no two rows have the same values of some pieces.
func (c *cube) distinct(set uint32) bool {
	if _, ok := c.unique[set]; !ok {
		_, n := c.codes(set, c.rowsIn, make([]uint32, len(c.rowsIn)))
		c.unique[set] = n == len(c.rowsIn)
	}
	return c.unique[set]
}

// permute goes through the orders of in, by exchanging what comes after k. What has to be last stays there. Where the
// rest decides nothing that layouts are compared by, one order of it stands for all.
func (e *search) permute(ctx context.Context, in []int, k int) error {
	free := len(in) - len(e.space.last)
	switch {
	case k == free:
		e.order(in, k)
		return nil
	case e.settled(in[:k]) && e.complete(in, k):
		return nil
	case k < 3 && ctx.Err() != nil:
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

// settled reports whether what follows some first pieces of keys changes nothing that a query reads: each has met a
// piece that it does not know. Which piece that is does not depend on forms.
func (e *search) settled(first []int) bool {
	plan := plan{order: first, forms: e.space.today.forms}
	for i := range e.cube.queries {
		q := &e.cube.queries[i]
		switch {
		case q.missing:
		case q.Query().Limit > 0 && q.asks&^bitSet(first) != 0: // how rows lie that are filtered out counts too
			return false
		case e.cube.walk(q, &plan, false).open || q.per != 0 && e.cube.walk(q, &plan, true).open:
			return false
		}
	}
	return true
}

// complete judges orders that begin with the first k pieces of in, which settle what queries read. Writes depend on
// which pieces come before the first that moves with time, and on nothing else, so there is one order for each such
// set: that of the current keys, which is the nearest to them. It returns false where several pieces move, so that all
// orders have to be tried.
func (e *search) complete(in []int, k int) bool {
	space := e.space
	rest := slices.Clone(in[k : len(in)-len(space.last)])
	slices.Sort(rest)
	moving, at := 0, 0
	for j, i := range rest {
		if space.pieces[i].moving {
			moving, at = moving+1, j
		}
	}
	order := slices.Clone(in)
	if moving == 0 || e.rises(in[:k]) {
		copy(order[k:], rest)
		e.order(order, k)
		return true
	}
	if moving > 1 {
		return false
	}
	moves := rest[at]
	rest = slices.Delete(rest, at, at+1)
	for set := range 1 << len(rest) {
		before, after := order[:k], []int(nil)
		for j, i := range rest {
			if set>>j&1 == 1 {
				before = append(before, i)
			} else {
				after = append(after, i)
			}
		}
		copy(order[len(before)+1:], after)
		order[len(before)] = moves
		e.order(order, k)
	}
	return true
}

// rises reports whether one of some pieces moves with time in whatever form.
func (e *search) rises(pieces []int) bool {
	return slices.ContainsFunc(pieces, func(i int) bool {
		x := &e.space.pieces[i]
		return x.moving && !slices.ContainsFunc(x.forms, func(f form) bool { return f.turned })
	})
}

// order tries the forms of the pieces in one order. Of pieces from k on, whose bytes serve no query, those of time may
// be written in other ways.
func (e *search) order(order []int, k int) {
	space := e.space
	plan := plan{order: order, forms: e.forms}
	combos := 1
	forms := func(j int) int {
		if x := &space.pieces[order[j]]; j < k || x.moving {
			return len(x.forms)
		}
		return 1
	}
	for j := range order {
		combos *= forms(j)
	}
	for combo := range combos {
		rest := combo
		for j, i := range order {
			plan.forms[i] = rest % forms(j)
			rest /= forms(j)
		}
		f := e.judge(&plan)
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

// fewBuckets and manyBuckets are the numbers of buckets that a salt may have, and spreadEnough the share of enough
// writers that is enough for the smaller number: a range takes a scan for each bucket (G61).
const fewBuckets, manyBuckets, spreadEnough = 4, 16, 0.6

// buckets is the number of buckets for a salt: the smaller if it spreads writes enough, or nearly as well as the
// larger. It does not depend on what queries read.
func (e *search) buckets(p *plan) int {
	salted := *p
	places := func(n int) float64 {
		salted.salt = n
		return e.cube.places(&salted).places
	}
	if places(fewBuckets) >= min(spreadEnough*enoughWriters, 0.8*places(manyBuckets)) {
		return fewBuckets
	}
	return manyBuckets
}

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
	e.dropPromoted(&f.plan)
	e.serialized(&f.plan)
}

// eventForms are what events of a bucket may become. As versions, they have the time of the key in place of the cells'
// own, so that a query by cell times could not be answered any more.
func (s *space) eventForms() []events {
	if s.cellTime >= 0 {
		return []events{asColumns}
	}
	return []events{asColumns, asVersions}
}

// named tries columns whose values name the others of their row, in the place of what only tells rows apart (G17).
func (e *search) named(f *plan) {
	space := e.space
	for _, name := range space.naming {
		p := f.clone()
		p.order = slices.DeleteFunc(p.order, func(i int) bool { return i == name || space.surrogates>>i&1 == 1 })
		p.moved = []int{name}
		if len(p.order) == 0 || len(p.order) == len(f.order) || !e.cube.distinct(bitSet(p.order)|bitSet(p.moved)) ||
			e.cube.perRow(&p, e.cube.size) < fewEvents {
			continue
		}
		e.try(&p)
	}
}

// dropPromoted tries keys whose promoted columns leave the cells.
func (e *search) dropPromoted(f *plan) {
	plan := f.clone()
	for _, i := range plan.order {
		if x := &e.space.pieces[i]; x.promoted && x.cell > 0 {
			plan.dropped |= 1 << i
		}
	}
	if plan.dropped != 0 {
		e.try(&plan)
	}
}

// serialized tries the columns of each row as one cell (G16, G39, G54).
func (e *search) serialized(f *plan) {
	if !e.cube.serializable() || e.space.cellTime >= 0 { // one cell has one time
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

// salted tries salts where writes are too narrow: at the start of the key, and before the first piece that moves with
// time.
func (e *search) salted(f *plan) {
	if e.cube.places(f).places >= enoughWriters {
		return
	}
	p := f.clone()
	end, _ := e.space.frontier(&p)
	for _, p.saltAt = range slices.Compact([]int{0, min(end, len(p.order)-1)}) {
		e.hashed(&p)
	}
	if t := &e.space.today; t.salt > 0 {
		p.salt, p.salted, p.saltAt = t.salt, t.salted, 0
		e.try(&p)
	}
}

// evenly is by how much the scores of salts may differ where a hash of one piece spreads as well as that of another:
// a quarter more places.
const evenly = 2 * Margin

// hashed tries every piece to hash for a salt, and of those that spread as well as the best keeps the one that most
// runs know.
func (e *search) hashed(p *plan) {
	var all []*found
	least := math.Inf(1)
	for _, p.salted = range e.saltable(p) {
		p.salt = e.buckets(p)
		f := e.judge(p)
		all = append(all, f.kept())
		least = min(least, f.score)
	}
	known := func(f *found) (runs float64) { // they read one bucket
		for i := range e.cube.queries {
			if q := &e.cube.queries[i]; q.equal>>f.salted&1 == 1 {
				runs += q.weight
			}
		}
		return runs
	}
	slices.SortStableFunc(all,
		func(a, b *found) int { return cmp.Or(cmp.Compare(known(b), known(a)), cmp.Compare(a.salted, b.salted)) })
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
	for number := 1; number <= 2 && number < len(f.order); number++ {
		tail := f.order[len(f.order)-number:]
		if e.space.tail != "" || !e.space.movable(tail) {
			return
		}
		p := f.clone()
		p.order, p.moved = p.order[:len(p.order)-number], tail
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

// bucketed tries a time truncated to each unit that is coarser than its own: at the end of the key with the events as
// columns or versions, and, ahead, before other pieces with the events as rows.
func (e *search) bucketed(f *plan, ahead bool) {
	space, cube := e.space, e.cube
	last := len(f.order) - 1
	index := f.order[last]
	if space.pieces[index].unit == "" || last == 0 || space.pieces[index].forms[f.forms[index]].turned {
		return
	}
	// where it is a range by itself, it does as well in that place
	ahead = ahead && e.asked(index) && !space.pieces[index].forms[f.forms[index]].ranges
	few := space.tail != "" || cube.perRow(f.entities(), cube.size) < fewEvents
	if few && !ahead {
		return
	}
	for _, unit := range units() {
		if !unit.CoarserThan(space.pieces[index].unit) {
			continue
		}
		plan := f.clone()
		plan.bucket = bucket{piece: index, unit: unit}
		if ahead {
			e.before(&plan, last)
		}
		plan.bucket.at = 0
		for _, plan.bucket.events = range e.space.eventForms() {
			events := cube.perRow(&plan, cube.size)
			if few || events < fewEvents || events > manyEvents || !e.distinguishes(&plan) ||
				!cube.measureMerge(&plan).unique {
				continue
			}
			e.try(&plan)
			if plan.bucket.events == asColumns {
				e.serialized(&plan)
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
	if e.cube.prefixShare(p.bucket.piece, unit) > e.cube.size.period/2 || len(e.cube.cut(p).starts) >= len(col.Values) {
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
	return e.cube.perRow(p.entities(), e.cube.size) >= enoughBuckets*e.cube.perRow(p, e.cube.size)
}

// entities is a table with a row for all events of what comes before the last piece.
func (p *plan) entities() *plan {
	last := len(p.order) - 1
	return &plan{order: p.order[:last], moved: p.order[last:], forms: p.forms}
}

// ManyVersions is how many versions a column may have in a row on average before they are taken for events, which
// should be rows of their own (G43, G59). It is our own: the documentation gives no number.
const ManyVersions = 20

// wide is how many cells a row must have on average before its cells are tried as rows.
const wide = ManyVersions

// tall tries the cells of wide rows as rows (G58, G59).
func (e *search) tall(f *plan) {
	cube := e.cube
	if cube.count/cube.rows < wide || e.space.tail != "" {
		return
	}
	p := f.clone()
	for _, p.tall = range []tall{byQualifier, byTime} {
		if g, _ := cube.tallGroup(p.tall); g.rows/cube.rows >= wide {
			e.try(&p)
		}
	}
}
