package lab

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/heat"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/text"
)

// row is a line of the comparison.
type row struct {
	name string
	// of returns the figure that makes a layout better, less of it being better; false when there is none.
	of func(*answer) (float64, bool)
	// table returns the same of the whole table, by which layouts are compared if it is known of all of them; nil where
	// there is none.
	table func(*answer) (float64, bool)
	write func(*answer) string
	full  func(*answer) string // for the verdict; nil is write
	long  func(*answer) string // for an explanation
	why   string
	rule  string // guideline
	slack float64
	late  bool // it is of the projection
	about advise.Aspect
	count func(*answer) float64 // see advise.Aspect; nil where there is none
	scan  func(*answer) bool    // a query reads the whole table; nil is never
}

// slotName is what the layout of a slot is called: its letter in the list of candidates, or for the user's own one
// behind those of the list. One that somebody proposes has their name.
func (s *Screen) slotName(i int) string {
	if i == 0 {
		return "current"
	}
	if s.slots[i].by != "" {
		return s.slots[i].by
	}
	own := 0
	for at := 1; ; at++ {
		layout := s.slots[at].text
		letter := s.letters.Letter(layout)
		if slices.ContainsFunc(s.slots[1:at], func(l *slot) bool { return l.text == layout }) {
			letter = "" // one layout has it
		}
		switch {
		case at == i && letter == "":
			return s.letters.Behind(own)
		case at == i:
			return letter
		case letter == "":
			own++
		}
	}
}

// rows are the lines there are: writes, the queries, sizes, safety.
func (s *Screen) rows() []row {
	all := s.writeRows()
	if s.queries != nil {
		for i, q := range s.queries.Queries {
			r := queryRow(i, q)
			if !s.own {
				r.name = "by " + r.name // it is generated, and its name is what it filters on
			}
			all = append(all, r)
		}
		all = append(all, row{
			name: "all queries", about: advise.OfReads, rule: "G03",
			why: "Node time of the queries by their frequency, at documented peak rates: compare layouts with it, " +
				"size no clusters. The figures are " +
				"multiples of the current ones.",
			of:    func(a *answer) (float64, bool) { return access.Total(a.costs), a.costs != nil },
			write: func(a *answer) string { return s.times(access.Total(a.costs), a.costs != nil) },
			long:  func(a *answer) string { return fmt.Sprintf("%.4g ms a run on average", access.Total(a.costs)) },
		})
	}
	all = append(all, sizeRows()...)
	if s.data != nil && s.data.Prices != nil {
		all = append(all, monthRow(s.data.Prices))
	}
	return all
}

// searched returns how a search spreads the writes of a layout: where a map of few writes cannot show the current
// pattern, it may have counted the key ranges that are written at once. It is nil where the map shows the pattern, or
// no search knows the layout.
func (s *Screen) searched(a *answer) *advise.Candidate {
	if s.slots[0].answer.showsPattern() {
		return nil
	}
	if o := s.foundIn(s.spreads, slices.Index(s.slots, a.slot)); o != nil && o.Writers > 0 {
		return o
	}
	return nil
}

// showsPattern reports whether the map of the writes of a layout shows their pattern; a may be nil.
func (a *answer) showsPattern() bool {
	return a != nil && a.out != nil && a.out.heat.Score.Pattern != heat.Unknown
}

// spread returns how far the writes of a layout spread.
func (s *Screen) spread(a *answer) string {
	if o := s.searched(a); o != nil {
		return strings.Replace(o.WritersText(), "more than", ">", 1) // columns are narrow
	}
	return a.out.heat.Spread()
}

// writeRows are the lines of where the writes land.
func (s *Screen) writeRows() []row {
	return []row{{
		name: "writes", about: advise.OfWrites, rule: "G40", slack: 0.05, late: true,
		why: "How far the writes of a window of time gather in the key space, 0 (even) to 1 (all at one place), and " +
			"the pattern in which " +
			"they move (G08, G40, G61). From cell times. v shows the maps.",
		of: func(a *answer) (float64, bool) {
			if o := s.searched(a); o != nil {
				return 1 / o.Writers, true
			}
			// A measure of the map is not compared with a count of the search.
			return simulate.Concentration(a.out.heat.Score), s.slots[0].answer.showsPattern() && a.showsPattern()
		},
		write: s.spread,
		long:  func(a *answer) string { return a.out.heat.Summary() },
	}, {
		name: "tablets", about: advise.OfTablets, rule: "G08", slack: 0.05, late: true,
		count: func(a *answer) float64 { return a.out.heat.Replay.Written },
		why: "The writes read, replayed window after window on tablets that split when they take more than a " +
			"twentieth of the writes: how many " +
			"tablets take writes at once, and what the busiest takes. When the service splits is not public: compare " +
			"layouts with it (G08).",
		of: func(a *answer) (float64, bool) { return a.out.heat.Replay.Busiest, a.out.heat.Replay.Conclusive() },
		write: func(a *answer) string {
			r := a.out.heat.Replay
			if !r.Conclusive() {
				return text.NoFigure
			}
			return fmt.Sprintf("%.0f at once, busiest %s", r.Written, text.Percent(r.Busiest))
		},
		long: func(a *answer) string { return a.out.heat.Replay.Summary() },
	}}
}

func queryRow(i int, q *workload.Query) row {
	has := func(a *answer) bool { return a.costs != nil && i < len(a.costs) && a.queries.Queries[i] == q }
	return row{
		name: q.Name, about: advise.OfQuery, rule: "G03",
		why: fmt.Sprintf("The query filters on %s. Rows read on average over the rows that ask (G03).", q),
		of: func(a *answer) (float64, bool) {
			if !has(a) {
				return 0, false
			}
			return a.costs[i].Millis(), true
		},
		count: func(a *answer) float64 { return a.costs[i].ByData.RowsRead.Value },
		scan:  func(a *answer) bool { return a.costs[i].Access == access.FullScan },
		write: func(a *answer) string {
			if !has(a) {
				return text.NoFigure
			}
			c := &a.costs[i]
			return c.Summary() + ", " + rows(c)
		},
		full: func(a *answer) string {
			if !has(a) {
				return text.NoFigure
			}
			c := &a.costs[i]
			words := fmt.Sprintf("%s, %s, %s", c.Summary(), rows(c), text.Bytes(c.ByData.BytesRead.Value))
			if c.Ranges > 1 { // which may be all that makes it worse
				words += fmt.Sprintf(" in %s ranges", text.Number(c.Ranges))
			}
			return words
		},
		long: func(a *answer) string {
			if !has(a) {
				return "The query is not costed yet."
			}
			c := &a.costs[i]
			averages := c.ByData
			return fmt.Sprintf("%s, %s: %s rows read for %s returned, %s for %s", c.Summary(), ranges(c.Ranges),
				text.Range(averages.RowsRead, text.Number), text.Range(averages.RowsReturned, text.Number),
				text.Range(averages.BytesRead, text.Bytes), text.Range(averages.BytesReturned, text.Bytes))
		},
	}
}

// ranges are the key ranges that a run of a query reads, with their noun.
func ranges(n float64) string {
	if n == 1 {
		return "1 range"
	}
	return text.Number(n) + " ranges"
}

// rows are the rows that a query reads, with their noun.
func rows(c *access.Cost) string {
	if n := rowsRead(c); n != "1" {
		return n + " rows"
	}
	return "1 row"
}

// rowsRead are those that a query reads, with a sign where they are a bound.
func rowsRead(c *access.Cost) string {
	if c.Bounded {
		return "≤ " + text.Number(c.ByData.RowsRead.High)
	}
	return text.Number(c.ByData.RowsRead.Value)
}

// growthRow shows rows that are too large, or will be.
func growthRow() row {
	weight := func(over100, over256 int64) float64 { return float64(over100) + 1000*float64(over256) }
	return row{
		name: "rows > 100 MB", about: advise.OfSize, rule: "G18", late: true,
		why: "Rows over what is recommended (100 MB) and over what can be read (256 MB), as they are and in a year, " +
			"if writes go on as they did in the last " +
			"30 days; rules on age level growth off, and a time in the key ends it (G18).",
		of: func(a *answer) (float64, bool) {
			f := a.out.future
			return weight(f.Over100MB, f.Over256MB), f.NoFigureReason == ""
		},
		write: func(a *answer) string {
			now, projection := a.ofRead(text.Integer(a.result.Over100MB))+" now", a.out.future
			if c := a.result.Counts(); c != nil {
				now = text.Integer(c.Over100MB) + " now"
			}
			switch {
			case projection.NoFigureReason != "":
				return now
			case projection.Over256MB > 0:
				return fmt.Sprintf("%s, %s in 1 y, %s > 256 MB", now, text.Integer(projection.Over100MB),
					text.Integer(projection.Over256MB))
			}
			return fmt.Sprintf("%s, %s in 1 y", now, text.Integer(projection.Over100MB))
		},
		long: func(a *answer) string {
			f := a.out.future
			if f.NoFigureReason == "" && f.Rows > 0 {
				return f.Summary() + " The largest will have " + text.Bytes(float64(f.Largest)) + "."
			}
			return f.Summary()
		},
	}
}

func collisions(a *answer) string {
	collisions, atLeast := a.result.Met(), ""
	if !a.counted() {
		atLeast = "≥ "
	}
	switch {
	case collisions.OverwrittenCells > 0:
		return fmt.Sprintf("✖ %s%s lost", atLeast, text.Count(collisions.OverwrittenCells, "cell"))
	case collisions.VersionCells > 0:
		return atLeast + text.Count(collisions.VersionCells, "cell") + text.Plural(collisions.VersionCells,
			" becomes a version", " become versions")
	case collisions.MergedRows > 0:
		return atLeast + text.Count(collisions.MergedRows, "row") + text.Plural(collisions.MergedRows, " merges",
			" merge")
	case a.result.Candidate == nil:
		return "none"
	case collisions.Impossible != "":
		return "none (proven)"
	case a.result.Whole != nil && a.result.Whole.Changed == 0:
		return "none (counted)"
	}
	return "none seen"
}

// times is a cost as a multiple of the current one.
func (s *Screen) times(v float64, known bool) string {
	today := s.slots[0].answer
	if !known || today == nil || today.costs == nil {
		return text.NoFigure
	}
	base := access.Total(today.costs)
	if base <= 0 {
		return text.NoFigure
	}
	return "×" + text.Number(v/base)
}

// grade is how a cell of the comparison stands.
type grade uint8

const (
	plainCell grade = iota
	best
	worse
)

// grades returns for each slot how its cell of a line stands: the best of the line, or worse than the current layout.
func (s *Screen) grades(r row) []grade {
	out := make([]grade, len(s.slots))
	values := make([]float64, len(s.slots))
	least, most := math.Inf(1), math.Inf(-1)
	var answers []*answer
	for _, l := range s.slots {
		if l.answer != nil {
			answers = append(answers, l.answer)
		}
	}
	of := r.comparable(answers...)
	for i, slot := range s.slots {
		values[i] = math.NaN()
		if slot.answer == nil || r.late && slot.answer.out == nil || slot.answer.result.DropsMostRows() {
			continue // to have lost rows is no merit
		}
		if v, ok := of(slot.answer); ok {
			values[i] = v
			least, most = min(least, v), max(most, v)
		}
	}
	for i, value := range values {
		switch {
		case math.IsNaN(value):
		case above(most, least, r.slack) && !above(value, least, r.slack) &&
			(i == 0 || math.IsNaN(values[0]) || above(values[0], value, r.slack)):
			out[i] = best // a candidate only if it is better than the current layout
		case i > 0 && !math.IsNaN(values[0]) && above(value, values[0], r.slack):
			out[i] = worse
		}
	}
	return out
}

// comparable returns the figure of a line that all answers have: that of the whole table, else that of the rows read.
func (r *row) comparable(answers ...*answer) func(*answer) (float64, bool) {
	if r.table == nil {
		return r.of
	}
	for _, a := range answers {
		if _, ok := r.table(a); !ok {
			return r.of
		}
	}
	return r.table
}

// above reports whether a is more than b by more than rounding, and by more than the slack of the figure.
func above(a, b, slack float64) bool { return a > b*advise.Tie+1e-9 && a > b+slack }
