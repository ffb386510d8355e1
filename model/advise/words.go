package advise

import (
	"fmt"
	"math"

	"tabletop/model/workload"
)

// option tells a plan with what it costs whom.
func (e *search) option(f *found) *Option {
	s, c := e.space, e.cube
	o := &Option{
		Template: s.template(&f.plan), Current: e.isToday(f), Read: f.read, Writers: f.writers, Largest: f.largest, Rows: f.rows, Bytes: f.bytes,
		Changes: f.changes, score: f.score, salted: f.salt, leadTime: s.pieces[f.order[0]].moving && !s.pieces[f.order[0]].forms[f.forms[f.order[0]]].turned,
	}
	if o.Current {
		o.Template = e.todayTemplate()
	}
	for q := range c.probes {
		r := c.reading(q, &f.plan)
		before := c.reading(q, &s.today)
		r.Query = e.query(q)
		o.Queries = append(o.Queries, r)
		if !o.Current {
			o.compare(r, before)
		}
	}
	if !o.Current {
		e.remark(o, f)
	}
	return o
}

func (e *search) query(i int) *workload.Query { return e.cube.probes[i].Query() }

// todayTemplate is the layout that is searched, as it is.
func (e *search) todayTemplate() string {
	for _, l := range e.space.facts.Set {
		if l.Name() == e.space.kind {
			return l.String()
		}
	}
	return ""
}

// clearly is by how much a figure must differ to be told.
const clearly = 1.2

func (o *Option) compare(now, before Reading) {
	ratio := now.Millis / math.Max(before.Millis, 1e-12)
	text := fmt.Sprintf("%q: %s instead of %s", now.Query.Name, told(now), told(before))
	switch {
	case ratio > clearly:
		o.Worse = append(o.Worse, text+" (G03)")
	case ratio < 1/clearly:
		o.Better = append(o.Better, text+" (G03)")
	}
}

func told(r Reading) string {
	if r.Ranges > 1 {
		return fmt.Sprintf("%.0f ranges, %.3g rows", r.Ranges, r.Rows)
	}
	return fmt.Sprintf("%s, %.3g rows", r.Access, r.Rows)
}

// remark tells what does not show in the queries.
func (e *search) remark(o *Option, f *found) {
	t, s := &e.today, e.space
	first := &s.pieces[s.today.order[0]]
	was, is := min(t.writers, enoughWriters), min(f.writers, enoughWriters)
	switch {
	case is > was*clearly:
		why := "G08"
		if first.moving && f.salt == 0 {
			why = "G40"
		} else if f.salt > 0 {
			why = "G61"
		}
		o.Better = append(o.Better, fmt.Sprintf("writes go to %s places at once instead of %s (%s)", places(f.writers), places(t.writers), why))
	case is < was/clearly:
		why := "G08"
		if o.leadTime {
			why = "G40"
		}
		o.Worse = append(o.Worse, fmt.Sprintf("writes go to %s places at once instead of %s (%s)", places(f.writers), places(t.writers), why))
	}
	if f.salt > 0 {
		o.Worse = append(o.Worse, fmt.Sprintf("a range that does not know what is hashed takes %d scans, and %d is hard to change (G61)", f.salt, f.salt))
	}
	for _, i := range f.order {
		p := &s.pieces[i]
		switch form := p.forms[f.forms[i]]; {
		case p.promoted:
			o.Better = append(o.Better, p.name+" is promoted into the key (G61)")
			o.Hazards = append(o.Hazards, fmt.Sprintf("a row whose %s changes gets another key: the old row must be deleted", p.name))
			if lacking := lacks(p, s.in); lacking > 0 {
				o.Hazards = append(o.Hazards, fmt.Sprintf("%d rows read have no %s: it would be empty in their keys", lacking, p.name))
			}
		case form.down && f.forms[i] != s.today.forms[i]:
			o.Better = append(o.Better, "the newest comes first: a plain scan finds it (G51)")
		}
	}
	if len(f.moved) > 0 {
		o.Better = append(o.Better, fmt.Sprintf("%.3g rows instead of %.3g (G17, G56)", f.rows, t.rows))
		o.Hazards = append(o.Hazards, fmt.Sprintf("rows grow with the events in them: the largest read would have %.3g bytes; keep it under 100 MB (G18)", f.largest))
	}
	if f.bytes > t.bytes*clearly {
		o.Worse = append(o.Worse, fmt.Sprintf("%.0f %% more bytes", 100*(f.bytes/t.bytes-1)))
	} else if f.bytes < t.bytes/clearly {
		o.Better = append(o.Better, fmt.Sprintf("%.0f %% fewer bytes", 100*(1-f.bytes/t.bytes)))
	}
}

// places rounds a number of writers.
func places(n float64) string {
	if n >= 100 {
		return "more than 100"
	}
	return fmt.Sprintf("%.0f", math.Max(1, n))
}

func lacks(p *piece, in []bool) int {
	n := 0
	for row, code := range p.column.Of {
		if in[row] && code == workload.None {
			n++
		}
	}
	return n
}
