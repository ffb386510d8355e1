package advise

import (
	"fmt"
	"math"
	"slices"

	"tabletop/model/access"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// option returns a layout with its costs to readers and writers.
func (e *search) option(f *found) *Candidate {
	space, cube := e.space, e.cube
	candidate := &Candidate{
		Template: space.template(&f.plan), Current: f == e.today, Tables: 1, Read: f.read, Writers: f.writers,
		Largest: f.largest, LargestEstimate: f.worst,
		Rows: f.rows, Bytes: f.bytes, Changes: f.changes, Score: f.score,
	}
	if f.second != nil {
		candidate.Tables = 2
	}
	for q := range cube.queries {
		r, before := e.reading(f, q), e.reading(e.today, q)
		r.Query, before.Query = cube.queries[q].Query(), cube.queries[q].Query()
		candidate.Queries = append(candidate.Queries, r)
		if !candidate.Current {
			candidate.compare(r, before)
		}
	}
	e.explain(candidate, f)
	if candidate.Current {
		candidate.Template = e.todayTemplate()
		return candidate
	}
	e.addNotes(candidate, f)
	if f.second != nil {
		e.second(candidate, f)
	}
	once(&candidate.Better, &candidate.Worse, &candidate.Caveats)
	return candidate
}

// once leaves out what lists have already: two tables may have the same to say.
func once(lists ...*[]string) {
	for _, list := range lists {
		said := map[string]bool{}
		*list = slices.DeleteFunc(*list, func(text string) bool {
			again := said[text]
			said[text] = true
			return again
		})
	}
}

// Millis writes a time in milliseconds, or from a second on in seconds.
func Millis(v float64) string {
	if v >= 999.5 {
		return count(v/1000) + " s"
	}
	return fmt.Sprintf("%.3g ms", v)
}

// second returns what a second table costs.
func (e *search) second(o *Candidate, f *found) {
	o.Template += " ++ " + e.space.template(&f.second.plan)
	if f.plan.equal(&e.space.today) {
		o.Better = append(o.Better, "the current table stays; the second is filled in addition")
	}
	more := 100 * (o.Bytes/e.today.bytes - 1)
	if f.view {
		o.Better = append(o.Better,
			"a continuous materialized view can fill the second table: clients write each event once (G65)")
		o.Worse = append(o.Worse,
			fmt.Sprintf("cost to readers: a view lags behind the table that fills it, so a client may not see what "+
				"it has just written (G65); %.0f%% more bytes with its intermediate copy, %.0f%% as a table that "+
				"clients write", more, 100*((f.group.bytes+f.second.bytes)/e.today.bytes-1)))
	} else {
		o.Worse = append(o.Worse,
			fmt.Sprintf("cost to writers: every event is written twice, %.0f%% more bytes; the two writes are not "+
				"atomic (G07, G60)", more))
		o.Caveats = append(o.Caveats,
			"a client that fails between the two writes leaves the tables inconsistent: retry the write until both "+
				"have it (G07)")
	}
	if f.second.current {
		o.Better = append(o.Better,
			"the second table has one row for each key, so that the newest of all are one short scan (G60)")
		o.Caveats = append(o.Caveats,
			"keep one version in the second table (maxversions=1): each write replaces the one before (G43)")
	}
	caveats := len(o.Caveats)
	e.writing(o, &f.second.plan)
	if f.view { // the rows of a view follow those of its table
		o.Caveats = o.Caveats[:caveats]
	}
}

// todayTemplate is the layout that is searched, as it is.
func (e *search) todayTemplate() string { return e.space.layout.String() }

// clearly is by how much a figure must differ to be reported.
const clearly = 1.2

func (c *Candidate) compare(now, before QueryCost) {
	ratio := now.Millis / math.Max(before.Millis, 1e-12)
	text := fmt.Sprintf("%q: %s instead of %s", now.Query.Name, costText(now), costText(before))
	switch {
	case ratio > clearly:
		c.Worse = append(c.Worse, text+" (G03)")
	case ratio < 1/clearly:
		c.Better = append(c.Better, text+" (G03)")
	}
}

func costText(r QueryCost) string {
	how := string(r.Access)
	if r.Ranges > 1 {
		how = fmt.Sprintf("%.0f ranges", r.Ranges)
	}
	if r.use.Reversed {
		how += " scanned in reverse"
	}
	return fmt.Sprintf("%s, %s of %s bytes", how, rowsText(r.Rows), count(r.Bytes/max(r.Rows, 1e-9)))
}

// rowsText writes a number of rows with its noun.
func rowsText(n float64) string {
	if text := count(n); text != "1" {
		return text + " rows"
	}
	return "1 row"
}

// count writes a number to three digits.
func count(v float64) string {
	if v >= 999_500 {
		return Rows(v)
	}
	if v < 100 {
		return fmt.Sprintf("%.3g", v)
	}
	digits := math.Pow(10, math.Floor(math.Log10(v))-2)
	return Rows(math.Round(v/digits) * digits)
}

// addNotes returns what does not show in the queries.
func (e *search) addNotes(o *Candidate, f *found) {
	found := e.today
	was, is := spreads(found.writers), spreads(f.writers)
	text := fmt.Sprintf("writes go to %s at once instead of %s", places(f.writers), places(found.writers))
	switch {
	case found.writers <= 0 || f.writers <= 0: // what is not known is no reason
	case is > was*clearly:
		o.Better = append(o.Better, fmt.Sprintf("%s (%s)", text, e.cure(f)))
	case is < was/clearly:
		o.Worse = append(o.Worse, fmt.Sprintf("%s (%s)", text, e.fault(f)))
	}
	e.writing(o, &f.plan)
	if f.second != nil {
		return
	}
	if f.bytes > found.bytes*clearly {
		o.Worse = append(o.Worse, fmt.Sprintf("%.0f%% more bytes%s", 100*(f.bytes/found.bytes-1), e.space.ofRead()))
	} else if f.bytes < found.bytes/clearly {
		o.Better = append(o.Better, fmt.Sprintf("%.0f%% fewer bytes%s", 100*(1-f.bytes/found.bytes), e.space.ofRead()))
	}
}

// ofRead states that figures are of the rows read; it is empty if these are all.
func (s *space) ofRead() string {
	if s.facts.Design.IsExact() {
		return ""
	}
	return " in the rows read"
}

// cure is the guideline that states why writes spread more.
func (e *search) cure(f *found) string {
	first := &e.space.pieces[e.space.today.order[0]]
	switch {
	case f.salt > 0:
		return "G61"
	case first.moving && first.unit != "":
		return "G40"
	case first.moving:
		return "G42"
	}
	return "G08"
}

// fault is the guideline that states why they spread less.
func (e *search) fault(f *found) string {
	if _, at := e.space.frontier(&f.plan); at == 0 {
		return "G40"
	}
	return "G08"
}

// writing adds what one table costs writers, and its caveats.
func (e *search) writing(o *Candidate, p *plan) {
	space := e.space
	if p.salt > 0 && !space.saltOfToday(p) {
		o.Worse = append(o.Worse,
			fmt.Sprintf("cost to readers: a range read that does not know %s takes %d scans, and %d is hard to "+
				"change (G61)", space.pieces[p.salted].name, p.salt, p.salt))
	}
	for _, index := range p.order {
		piece := &space.pieces[index]
		switch form := piece.forms[p.forms[index]]; {
		case index == space.cellTime:
			o.Better = append(o.Better, "what arrived in a period is one range, however late it came")
			o.Caveats = append(o.Caveats, "a row that is written again has another key: write each once")
		case piece.promoted && p.dropped>>index&1 == 1:
			o.Better = append(o.Better, piece.name+" moves from its column into the key (G61)")
			o.Caveats = append(o.Caveats, fmt.Sprintf("if the %s of a row changes, its key changes: delete the old row",
				piece.name))
		case piece.promoted:
			o.Better = append(o.Better, piece.name+" is promoted into the key (G61)")
			o.Caveats = append(o.Caveats, fmt.Sprintf("if the %s of a row changes, its key changes: delete the old row",
				piece.name))
			if lacking := lacks(piece, space.in); lacking > 0 {
				o.Caveats = append(o.Caveats,
					fmt.Sprintf("%s of the rows read have no %s, so it would be empty in their keys",
						spelling.Integer(lacking), piece.name))
			}
		case form.down && p.forms[index] != space.today.forms[index]:
			o.Better = append(o.Better, "the newest comes first: a plain scan finds it (G51)")
		case form.turned && p.forms[index] != space.today.forms[index]:
			o.Better = append(o.Better, fmt.Sprintf("the digits of %s are reversed, so new values are scattered (G42)",
				piece.name))
			o.Worse = append(o.Worse, fmt.Sprintf("cost to readers: a range of %s is no longer a range of keys",
				piece.name))
		}
	}
	e.merging(o, p)
	e.explainDropped(o, p)
	switch p.tall {
	case byQualifier:
		o.Worse = append(o.Worse,
			"cost to readers: one row becomes one row per column, and is no longer changed atomically (G07)")
	case byTime:
		o.Better = append(o.Better,
			"one row per event instead of a version: rows stop growing, and garbage collection no longer decides "+
				"what is kept (G43, G59)")
		o.Worse = append(o.Worse, "cost to readers: the newest event of an entity takes a scan instead of one row")
	}
}

// explainDropped returns what segments that leave the key, and columns that become one cell, ask for.
func (e *search) explainDropped(o *Candidate, p *plan) {
	space := e.space
	for _, index := range space.lost(p) {
		switch piece := &space.pieces[index]; {
		case p.current && index == p.newest:
		case piece.copy != "":
			o.Better = append(o.Better, fmt.Sprintf("%s leaves the key, since the column %s of every row has it (G30)",
				piece.name, piece.copy))
		case piece.computed:
			o.Better = append(o.Better,
				fmt.Sprintf("%s leaves the key: it is computed from what the key has, and scatters keys that belong "+
					"together (G45)", piece.name))
		default:
			o.Worse = append(o.Worse, fmt.Sprintf("%s, by which no query filters, is no longer stored", piece.name))
		}
	}
	if p.serial {
		o.Better = append(o.Better, "the columns are one serialized cell: fewer cells to store and read (G16, G54)")
		o.Worse = append(o.Worse,
			"cost to readers: the serialized cell is read as a whole, and filters cannot look inside (G39, G66)")
		o.Worse = append(o.Worse, "cost to writers: one column cannot be written by itself (G39)")
	}
	for _, i := range p.moved {
		if x := &space.pieces[i]; x.promoted {
			o.Better = append(o.Better,
				fmt.Sprintf("the value of %s names the columns, so that what belongs together is one row (G17)",
					x.name))
			o.Caveats = append(o.Caveats,
				fmt.Sprintf("the values of %s must be at most 16 KB, and each must occur once in a row (G17)", x.name))
		}
	}
}

// merging returns what events in cells ask for.
func (e *search) merging(o *Candidate, p *plan) {
	merge := e.cube.measureMerge(p)
	if merge == nil {
		return
	}
	space, found := e.space, e.today
	switch p.bucket.events {
	case asRows:
		o.Worse = append(o.Worse,
			fmt.Sprintf("cost to readers: a range of %s takes one scan for each %s, or reads each %s whole where the "+
				"query does not know what follows it", space.pieces[p.bucket.piece].name,
				p.bucket.unit, p.bucket.unit))
		return
	case asColumns:
		about := "about"
		if merge.scale > 1 { // the sample has only part of each row
			about = "at least"
		}
		o.Better = append(o.Better,
			fmt.Sprintf("one row per %s with its events as columns: %s rows instead of %s%s (G52, G56)", p.bucket.unit,
				count(merge.rows), count(found.rows), space.ofRead()))
		o.Worse = append(o.Worse,
			fmt.Sprintf("cost to readers: any part of one %s reads the whole row, %s %s events (G57)", p.bucket.unit,
				about, count(found.rows/merge.rows)))
	case asVersions:
		o.Better = append(o.Better,
			fmt.Sprintf("one row per %s with its events as cells: %s rows instead of %s%s (G53, G56)", p.bucket.unit,
				count(merge.rows), count(found.rows), space.ofRead()))
		o.Worse = append(o.Worse,
			"cost to writers: an event replaces an earlier one of the same column and millisecond, and a version "+
				"cannot amend an event (G59)")
		o.Caveats = append(o.Caveats, e.collected(merge)...)
	case unbucketed:
		if !p.merges() {
			return
		}
		o.Better = append(o.Better, fmt.Sprintf("%s rows instead of %s%s (G17, G56)", count(merge.rows),
			count(found.rows), space.ofRead()))
	}
	text := fmt.Sprintf("rows grow with their events: the largest of the rows read would have %s bytes; keep rows "+
		"under 100 MB (G18)", count(merge.largest))
	if merge.scale > 1 {
		text = fmt.Sprintf("rows grow with their events: a sample has only part of each, so the largest may have %s "+
			"bytes; keep rows under 100 MB (G18)", count(merge.largest*merge.scale))
	}
	o.Caveats = append(o.Caveats, text)
	if !merge.adjacent && !space.facts.Design.IsExact() {
		o.Caveats = append(o.Caveats,
			"rows that would merge are scattered in the current layout: a sample cannot show how many there are of "+
				"each")
	}
}

// collected returns the garbage-collection policies that would collect events kept as versions.
func (e *search) collected(m *merge) []string {
	var out []string
	for _, f := range e.space.facts.Sample.Table.Families {
		if n := keeps(&f.GC); n > 0 && float64(n) < m.versions {
			out = append(out,
				fmt.Sprintf("the garbage-collection policy of family %s (%s) would keep only %d of up to %s events "+
					"of a row: use maxage instead", f.Name, f.GC, n, count(m.versions)))
		}
	}
	return out
}

// WritersText returns how far writes spread: "8 key ranges"; empty where that is not known.
func (c *Candidate) WritersText() string {
	if c.Writers <= 0 {
		return ""
	}
	return places(c.Writers)
}

// places rounds a number of writers.
func places(n float64) string {
	switch n = math.Max(1, math.Round(n)); {
	case n >= 100:
		return "more than 100 key ranges"
	case n == 1:
		return "1 key range"
	}
	return fmt.Sprintf("%.0f key ranges", n)
}

func lacks(p *piece, in []bool) int {
	n := 0
	for row, code := range p.column.Of {
		if in[row] && code == access.None {
			n++
		}
	}
	return n
}

// keeps is how many versions a rule keeps at most; 0 for any number.
func keeps(r *sample.GCRule) int {
	switch r.Kind {
	case sample.GCMaxVersions:
		return r.Versions
	case sample.GCUnion: // what one of them collects is gone
		least := 0
		for i := range r.Children {
			if n := keeps(&r.Children[i]); n > 0 && (least == 0 || n < least) {
				least = n
			}
		}
		return least
	case sample.GCIntersection: // all must agree
		most := 0
		for i := range r.Children {
			n := keeps(&r.Children[i])
			if n == 0 {
				return 0
			}
			most = max(most, n)
		}
		return most
	}
	return 0
}
