package lesson

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"tabletop/model/rowkey"
)

func (r *reader) make(f *makeFile, t Table) Make {
	made := Make{Family: f.Family, Right: f.Right, Refuse: f.Refuse}
	where := map[string]Place{"lab": InLab, "queries": InQueries, "retention": InRetention, "keys": InKeys}
	var ok bool
	if made.Where, ok = where[f.In]; !ok {
		r.in("in", func() { r.fail("in must be lab, queries, retention or keys") })
	}
	if made.Where == InRetention {
		r.must("family", f.Family)
	}
	if r.students {
		return made
	}
	subject := made.Where.subject()
	if f.Asks != "" {
		if made.Right == "" {
			made.Right = f.Asks
		}
		made.Conds = append(made.Conds, AsksBy(f.Asks))
	}
	r.texts(&made, f)
	var effect []Cond
	made.Strict, effect = r.always(f, t, made.Where)
	r.in("require", func() { made.Conds = append(made.Conds, r.requirements(f.Require, subject)...) })
	made.Writes = slices.ContainsFunc(f.Require, func(q requireFile) bool { return ofWrites(q.Figure) })
	if f.Design != nil {
		r.in("design", func() {
			all := slices.Concat(made.Strict, effect)
			made.Conds = append(made.Conds, r.ownDesign(f, all)...)
		})
	}
	if len(f.Show) > 0 {
		figures := map[string]Of{}
		r.in("show", func() {
			for _, name := range slices.Sorted(maps.Keys(f.Show)) {
				r.in(name, func() { figures[name] = r.measureNamed(f.Show[name], subject) })
			}
		})
		made.Conds = append(made.Conds, Shows(figures))
	}
	if len(made.Conds) == 0 {
		r.fail("make needs require, asks or design: it would accept anything")
	}
	made.Conds = append(made.Conds, effect...)
	return made
}

// always returns what is required of work of a place in every lesson, before and behind what the step requires.
func (r *reader) always(f *makeFile, t Table, where Place) (form, effect []Cond) {
	set := r.tables[t.Name]
	switch where {
	case InLab:
		return r.strict(f, t)
	case InKeys:
		if len(set) > 0 {
			return nil, []Cond{CutAs(set)}
		}
	case InQueries:
		if q, err := parseQuery(cmp.Or(f.Right, f.Asks)); err == nil && q.Latest == 0 {
			return nil, []Cond{NoLimit()}
		}
	}
	return nil, nil
}

// ownDesign reads what a layout of the student's own is to serve.
func (r *reader) ownDesign(f *makeFile, strict []Cond) []Cond {
	out := &design{within: f.Design.Within, strict: strict}
	if f.In != "lab" {
		r.fail("design is for a layout: in must be lab")
	}
	if f.Design.Within <= 1 {
		r.in("within", func() {
			r.fail("within must be above 1: how many times what the best layout takes is accepted")
		})
	}
	if len(f.Design.Queries) == 0 {
		r.fail("queries is missing: a design is for queries, each with its weight")
	}
	r.in("queries", func() {
		for index, asked := range f.Design.Queries {
			r.in(index, func() {
				query, err := parseQuery(asked.Ask)
				if err != nil {
					r.fail("%v", err)
					return
				}
				if asked.Weight <= 0 {
					r.fail("weight must be above 0: how often the query runs")
				}
				r.known(namedBy(OfQuery, asked.Ask))
				query.Frequency = asked.Weight
				out.queries.Queries = append(out.queries.Queries, query)
			})
		}
	})
	r.writes = true
	return out.conds()
}

// requirements reads conditions. A text may name what those before have measured.
func (r *reader) requirements(all []requireFile, subject Subject) []Cond {
	var out []Cond
	known := []string{"made"}
	for i, q := range all {
		r.in(i, func() {
			cond := r.require(q, subject)
			known = append(known, slices.Sorted(maps.Keys(cond.Figures))...)
			r.bound("say", q.Say, known...)
			out = append(out, cond)
		})
	}
	return out
}

// texts reads what is right, accepted, refused and mistaken.
func (r *reader) texts(m *Make, f *makeFile) {
	subject := m.Where.subject()
	can := func(field, text string) {
		r.in(field, func() {
			if _, err := m.work(text); err != nil {
				r.fail("%s: %v", field, err)
			}
			if m.Where != InKeys { // there the student names the segments
				r.known(namedBy(subject, text))
			}
		})
	}
	r.must("right", m.Right)
	can("right", m.Right)
	for _, text := range f.Refuse {
		can("refuse", text)
	}
	for i, a := range f.Accept {
		r.in("accept", func() {
			r.in(i, func() {
				r.must("because", a.Because)
				can("text", a.Text)
				m.Accept = append(m.Accept, Accepted(a))
			})
		})
	}
	for i, mistake := range f.Mistakes {
		r.in("mistakes", func() {
			r.in(i, func() {
				like, err := regexp.Compile("^(?:" + mistake.Like + ")$")
				if err != nil {
					r.fail("like is not a regular expression: %v", err)
					return
				}
				r.must("say", mistake.Say)
				r.bound("say", mistake.Say, "made")
				m.Mistakes = append(m.Mistakes, Mistake{like, mistake.Say})
			})
		})
	}
}

func (r *reader) measureNamed(text string, s Subject) Of {
	of, err := ParseQuantity(text, s)
	r.named(text)
	if err != nil {
		r.fail("%v", err)
		return func(string) Measure { return constant(0) }
	}
	return of
}

// require reads one condition.
func (r *reader) require(q requireFile, subject Subject) Cond {
	r.must("say", q.Say)
	if q.Types != nil {
		types := map[string]rowkey.Type{}
		for name, t := range q.Types {
			types[name] = rowkey.Type(t)
		}
		return Reads(types, q.Say)
	}
	var of Of
	if q.Has == "" {
		r.in("figure", func() { of = r.measureNamed(q.Figure, subject) })
	}
	name := q.As
	if name == "" {
		name = "mine"
	}
	if q.Has != "" {
		return Has(q.Has, q.Say)
	}
	than := constant(1)
	if q.Than != "" {
		r.in("than", func() { than = r.measure(q.Than) })
	}
	switch {
	case q.Zero:
		return Zero(name, of, q.Say)
	case len(q.Is) > 0:
		return Is(name, of, q.Say, q.Is...)
	case q.Same != "":
		var same Measure
		r.in("same", func() { same = r.measure(q.Same) })
		return SameAs(name, of, same, q.Say)
	case q.Below != nil:
		return Below(name, of, *q.Below, than, q.Say)
	case q.Above != nil:
		return Above(name, of, *q.Above, than, q.Say)
	}
	r.fail("a requirement has one of below, above, zero, is, same, has and types")
	return Cond{}
}
