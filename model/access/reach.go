package access

import "slices"

// reach is how far the key prefix of a layout is known to a query.
type reach struct {
	layout   *Layout
	known    [][]uint32 // codes of the components that are known, and of prefixes that end what is known
	fan      int        // ranges, because of salts that are not known
	scan     int        // and where the newest of each are found in one scan, which does not know the salts of each
	fans     bool
	salts    [][]uint32   // codes of the salts that are not known, among what was walked past
	fanned   []*Component // those of them of which each bucket has a range of its own
	terminal *Component   // what the range or the newest is looked up along; nil when they are not
	at       int          // the number of its component in the layout, the last of them if it is made of several
	place    placed
	unit     TimeUnit // of which each has a range of its own; its zero value where the query reads one range
	whole    bool     // every component is known
	uses     []string
	filters  []string
	// each are the components that tell what the newest of each are wanted of: behind them, there is a range for each.
	each [][]uint32
	of   []string // their sources
}

// reach walks the components from the first one.
func (b *bound) reach(l *Layout) reach {
	reach := reach{layout: l, fan: 1, scan: 1, whole: true}
	fan, scan := 1, 1 // of salts that nothing known follows yet: one range holds all they can be
	var pending []*Component
	pass := func() {
		reach.fanned, pending = append(reach.fanned, pending...), nil
		reach.pass(&fan)
	}
walk:
	for index := range l.Components {
		component := &l.Components[index]
		switch {
		case b.knows(component):
			reach.known = append(reach.known, component.Of)
			if component.Fan == 0 { // a bucket holds other values of what is hashed as well
				reach.use(component.Sources...)
			}
			pass()
			reach.scan, scan = reach.scan*scan, 1
		case b.implies(component):
			if !component.constant() { // other record kinds lie elsewhere
				reach.known = append(reach.known, component.Of)
			}
		case component.Fan > 0 && b.isEach(component): // each has its bucket
			scan *= component.Fan
		case component.Fan > 0:
			fan, scan = fan*component.Fan, scan*component.Fan
			reach.salts, pending = append(reach.salts, component.Of), append(pending, component)
		case b.isEach(component):
			reach.whole = false
			reach.each, reach.of = append(reach.each, component.Of), append(reach.of, component.Sources...)
		default:
			reach.whole = false
			if reach.at = index; b.end(&reach, component) {
				pass()
				b.refine(&reach, l.Components[index+1:])
			}
			break walk
		}
		if reach.each != nil && index+1 < len(l.Components) && !b.goesOn(&l.Components[index+1]) {
			break
		}
	}
	if reach.terminal == nil || !b.skips(&reach) {
		reach.each, reach.of = nil, nil
	}
	reach.use(reach.of...)
	for _, name := range b.query.Segments() {
		if !slices.Contains(reach.uses, name) && !slices.Contains(reach.filters, name) {
			reach.filters = append(reach.filters, name)
		}
	}
	// how far each range is read for what else is wanted is not known: all is read
	if reach.each != nil && len(reach.filters) > 0 {
		reach.terminal, reach.each = nil, nil
		reach.filters = append(reach.filters, b.query.By)
	}
	if reach.each == nil && b.per != nil {
		reach.fan = reach.scan
	}
	return reach
}

// isEach reports whether a component states what the newest of each are wanted of, and nothing else.
func (b *bound) isEach(c *Component) bool {
	return len(c.Sources) > 0 &&
		!slices.ContainsFunc(c.Sources, func(s string) bool { return !slices.Contains(b.query.Per, s) })
}

// goesOn reports whether the walk continues behind a component that states what the newest of each are wanted of.
func (b *bound) goesOn(next *Component) bool {
	return b.isEach(next) || next.constant() || len(next.Sources) == 1 && next.Sources[0] == b.query.By
}

// skips reports whether all that the newest of each are wanted of is known before what tells the newest.
func (b *bound) skips(r *reach) bool {
	for _, name := range b.query.Per {
		if !b.equal[name] && !slices.Contains(r.of, name) {
			return false
		}
	}
	return r.each != nil
}

// pass multiplies the ranges by the salts before something that is known.
func (r *reach) pass(fan *int) {
	r.fans = r.fans || *fan > 1
	r.fan *= *fan
	*fan = 1
}

func (r *reach) use(names ...string) { r.uses = union(r.uses, names) }

// union adds to a list the names that it does not have.
func union(list, names []string) []string {
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// knows reports whether the bytes of c follow from what is filtered on.
func (b *bound) knows(c *Component) bool {
	for _, s := range c.Sources {
		if !b.equal[s] {
			return false
		}
	}
	return len(c.Sources) > 0
}

// constant reports whether all rows have the component and no other value of it: who asks knows it as well as a
// literal.
func (c *Component) constant() bool { return len(c.Raw) == 1 && !slices.Contains(c.Of, None) }

// implies reports whether in all rows that have what is filtered on, what c is computed from has one value: the query
// is of one record kind, say, whose keys have one prefix. Then who asks knows it.
func (b *bound) implies(c *Component) bool {
	for _, source := range c.Sources {
		col := b.Column(source)
		if col == nil { // a column that no query names
			return false
		}
		code := None
		for row, of := range col.Of {
			if !b.has[row] {
				continue
			}
			if of == None || code != None && of != code {
				return false
			}
			code = of
		}
		if code == None {
			return false
		}
	}
	return len(c.Sources) > 0
}

// along is the segment that the query looks along, for a range or for what is newest; empty without one.
func (b *bound) along() string {
	if b.span != nil {
		return b.span.segment
	}
	return b.query.By
}

// end reports whether c, the first component that is not known, can be read as a range.
func (b *bound) end(r *reach, c *Component) bool {
	for k := range b.parts {
		if p := &b.parts[k]; p.serves(c) {
			r.known = append(r.known, p.of)
			r.use(p.segment)
			return true
		}
	}
	along := b.along()
	if along == "" || len(c.Sources) != 1 || c.Sources[0] != along || b.latest != nil && b.each(r) {
		return false
	}
	if p := b.place(c); p.order != unordered && (b.span != nil || p.order != digits) {
		r.terminal, r.place = c, p
		r.use(along)
		return true
	}
	return false
}

// each reports whether the newest of each are wanted of something that is not known yet: then the time behind it is of
// no use.
func (b *bound) each(r *reach) bool {
	return slices.ContainsFunc(b.query.Per,
		func(name string) bool { return !b.equal[name] && !slices.Contains(r.of, name) })
}

// refine lets the range continue through components that continue the one that it runs along: behind a time truncated
// to a week, the time itself.
func (b *bound) refine(r *reach, rest []Component) {
	for i := range rest {
		next := &rest[i]
		if r.terminal == nil || len(next.Sources) != 1 || next.Sources[0] != r.terminal.Sources[0] {
			return
		}
		finer := r.terminal.followedBy(next)
		p := b.place(finer)
		if p.order != rising && p.order != falling {
			return
		}
		r.terminal, r.place, r.at = finer, p, r.at+1
	}
}

// perUnit is r with a range for each unit of the truncated time that r ends at, such as each day. Such a range
// continues through what the query knows of the key behind that time, up to the time itself. It returns false where
// there is no such thing.
func (b *bound) perUnit(r *reach) (reach, bool) {
	if r.terminal == nil || b.span == nil || r.layout.Components[r.at].Unit.Unit == "" {
		return reach{}, false
	}
	out := *r
	out.known, out.uses, out.unit = slices.Clone(r.known), slices.Clone(r.uses), r.layout.Components[r.at].Unit
walk:
	for i := r.at + 1; i < len(r.layout.Components); i++ {
		component := &r.layout.Components[i]
		switch {
		case b.knows(component):
			out.known = append(out.known, component.Of)
			if component.Fan == 0 {
				out.use(component.Sources...)
			}
		case b.implies(component):
			if !component.constant() {
				out.known = append(out.known, component.Of)
			}
		case len(component.Sources) == 1 && component.Sources[0] == b.span.segment:
			if p := b.place(component); p.order == rising || p.order == falling {
				out.terminal, out.place = component, p
			}
			break walk
		default:
			break walk
		}
	}
	out.filters = slices.DeleteFunc(slices.Clone(r.filters),
		func(name string) bool { return slices.Contains(out.uses, name) })
	return out, len(out.known) > len(r.known)
}

// access names how the rows are reached.
func (b *bound) access(r *reach) Method {
	switch {
	case b.none(r.layout):
		return NoAccess
	case len(r.known) == 0 && r.terminal == nil:
		return FullScan
	case len(r.filters) > 0:
		return Filter
	case r.fans && r.fan > 1:
		return FanOut
	case r.terminal != nil && b.span != nil:
		return ByRange
	case r.whole && r.salts == nil:
		return Point
	}
	return ByPrefix
}

// none reports whether no row can be an answer, because no row has all that the query filters on.
func (b *bound) none(*Layout) bool { return !slices.Contains(b.match, true) }
