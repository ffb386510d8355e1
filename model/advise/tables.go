package advise

import (
	"slices"
)

// several is how many single tables are tried in pairs, of the best by score, and of the best for each query.
const several, forEach = 24, 3

// pairs tries two tables with the same data (G60): each query goes to the one that serves it better.
func (e *search) pairs() {
	all := e.ranked(e.best, func(f *found) float64 { return f.score })
	tables := slices.Clone(all[:min(len(all), several)])
	tables = slices.DeleteFunc(tables, func(f *found) bool { return f == e.today })
	for q := range e.cube.queries {
		by := e.ranked(e.best, func(f *found) float64 { return f.millis[q] + 1e-3*f.score })
		for _, f := range by[:min(len(by), forEach)] {
			if f != e.today && !slices.Contains(tables, f) {
				tables = append(tables, f)
			}
		}
	}
	tables = append(tables, e.salts(tables)...)
	if !e.today.leading { // it stays beside a second one at no cost of migration
		tables = append(tables, e.today)
	}
	var best, staying *found // of all, and of those of which one is the current table
	for i, a := range tables {
		for _, b := range tables[i+1:] {
			p := e.pair(a, b)
			if best = best2(best, p); b == e.today {
				staying = best2(staying, p)
			}
		}
	}
	for _, b := range e.currents() {
		for _, a := range tables {
			p := e.pair(a, b)
			if best = best2(best, p); a == e.today {
				staying = best2(staying, p)
			}
		}
	}
	if best != nil {
		// nothing has to be moved, for a difference that does not count
		if staying != nil && staying.score <= best.score+Margin {
			best = staying
		}
		e.keep(best)
	}
}

// salts are the salted ones of some tables with a salt of each other piece that a query knows: single tables have the
// salt that suits all queries, and one of two serves some of them.
func (e *search) salts(tables []*found) []*found {
	var out []*found
	for _, table := range tables {
		if table.salt == 0 || e.space.saltOfToday(&table.plan) {
			continue
		}
		plan := table.plan.clone()
		for _, plan.salted = range e.saltable(&plan) {
			known := slices.ContainsFunc(e.cube.queries, func(q query) bool { return q.equal>>plan.salted&1 == 1 })
			if !known || slices.ContainsFunc(tables, func(o *found) bool { return o.plan.equal(&plan) }) {
				continue
			}
			plan.salt = e.buckets(&plan)
			other := e.judge(&plan)
			out = append(out, other.kept())
		}
	}
	return out
}

// best2 is the preferred of two pairs, either of which may be nil.
func best2(best, p *found) *found {
	if p == nil {
		return best
	}
	least := p.score
	if best != nil {
		least = min(least, best.least)
	}
	if p.preferred(best) {
		best = p
	}
	best.least = least
	return best
}

// pair is two tables; nil when one of them serves no query better.
func (e *search) pair(a, b *found) *found {
	if !b.current && (b == e.today || b.read < a.read && a != e.today) {
		a, b = b, a // the one that would do alone comes first
	}
	e.searched++
	found := *a
	found.second, found.millis = b, slices.Clone(a.millis)
	found.view = e.space.viewable(&b.plan, &a.plan)
	found.read = e.writeMillis(&found)
	found.scans, found.filters = 0, 0
	better := [2]bool{}
	for i := range e.cube.queries {
		switch {
		case b.millis[i]*slack < a.millis[i]:
			found.millis[i] = b.millis[i]
			better[1] = true
			found.view = found.view && !e.cube.queries[i].Query().ReadYourWrites
		case a.millis[i]*slack < b.millis[i]:
			better[0] = true
		}
		found.read += e.cube.queries[i].weight * found.millis[i]
		r := e.reading(&found, i)
		if r.scans(&e.cube.queries[i]) {
			found.scans += e.cube.queries[i].weight
		}
		if r.filters() {
			found.filters += e.cube.queries[i].weight
		}
	}
	if !better[0] || !better[1] {
		return nil
	}
	found.writers, found.leading, found.endless = min(a.writers, b.writers), a.leading || b.leading,
		a.endless || b.endless
	found.rows, found.bytes, found.stored = a.rows+b.rows, a.bytes+b.bytes, a.stored+b.stored
	if found.view { // stored with an intermediate copy of the first
		found.bytes, found.stored = found.bytes+a.bytes, found.stored+a.stored
	}
	found.events = max(a.events, b.events)
	found.largest, found.worst = max(a.largest, b.largest), max(a.worst, b.worst)
	found.changes = a.changes + b.changes + 2
	found.score = e.score(&found)
	return &found
}
