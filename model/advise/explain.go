package advise

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/spelling"
)

// Role is what a query does with a part of the key.
type Role string

// The roles.
const (
	Bound    Role = "bound"  // its value is known, so that it is part of the prefix that is read
	Ranged   Role = "range"  // a range of its values is read, or the newest of them
	Each     Role = "each"   // each of its values has a range of its own
	Filtered Role = "filter" // it is asked, but stands too late in the key: rows are read and dropped
	Unused   Role = "unused" // the query says nothing of it
)

// KeyPart is a part of the key in the picture of an access path.
type KeyPart struct {
	Text string // as in the template
	Role Role
}

// picture is the key of a plan with what a query does with each part, and the conditions on what is in no key, which
// are filters.
func (c *cube) picture(q *query, p *plan, r *QueryCost) (parts []KeyPart, beside []string) {
	space := c.space
	if p.current {
		return c.pictureOfCurrent(q, p), nil
	}
	reach := c.walk(q, p, q.per != 0)
	if r.perUnit {
		reach, _ = c.perUnit(q, p, reach)
	}
	if r.Access != access.FanOut || q.per == 0 {
		reach.uses |= reach.each & q.equal
		if q.per != 0 {
			reach.each, reach.along = 0, false
			reach.uses &= q.equal
		}
	}
	add := func(text string, role Role) { parts = append(parts, KeyPart{text, role}) }
	if space.lead != "" {
		add(strings.TrimSuffix(space.lead, space.delim), Bound)
	}
	for index, position := range p.order {
		if p.salt > 0 && p.saltAt == index {
			add(space.saltText(p), c.saltRole(q, p, &reach))
		}
		role := reach.role(q, position)
		if p.bucket.events != unbucketed && position == p.bucket.piece {
			if p.bucket.events != asRows {
				add(space.bucketField(p)+space.pieces[position].behind, role)
				continue
			}
			if role == Ranged && !reach.exact { // the range is one of whole buckets
				role = Filtered
			}
		}
		if p.bucket.events == asRows && p.bucket.at == index {
			cut := reach.role(q, p.bucket.piece)
			if reach.perUnit {
				cut = Each
			}
			add(space.bucketField(p), cut)
		}
		add(space.fieldText(p, position), role)
	}
	if p.salt > 0 && p.saltAt == len(p.order) {
		add(space.saltText(p), c.saltRole(q, p, &reach))
	}
	switch {
	case p.tall == byQualifier:
		add("{qualifier()}", Unused)
	case p.tall == byTime && reach.cells:
		add("{celltime()}", Ranged)
	case p.tall == byTime:
		add("{celltime()}", Unused)
	}
	for i := range space.pieces {
		if q.asks>>i&1 == 1 && !slices.Contains(p.order, i) && !(reach.cells && i == space.cellTime) {
			beside = append(beside, space.pieces[i].name)
		}
	}
	return parts, beside
}

// pictureOfCurrent is that of a table that keeps the newest row of each key: all rows behind what the query knows are
// wanted.
func (c *cube) pictureOfCurrent(q *query, p *plan) (parts []KeyPart) {
	if lead := strings.TrimSuffix(c.space.lead, c.space.delim); lead != "" {
		parts = append(parts, KeyPart{lead, Bound})
	}
	for _, i := range p.order {
		role := Unused
		if q.equal>>i&1 == 1 {
			role = Bound
		}
		parts = append(parts, KeyPart{c.space.fieldText(p, i), role})
	}
	return parts
}

// role is what a query does with a piece.
func (r *reach) role(q *query, i int) Role {
	switch {
	case r.each>>i&1 == 1:
		return Each
	case r.uses>>i&1 == 1 && q.equal>>i&1 == 1:
		return Bound
	case r.uses>>i&1 == 1:
		return Ranged
	case q.asks>>i&1 == 1:
		return Filtered
	}
	return Unused
}

func (c *cube) saltRole(q *query, p *plan, x *reach) Role {
	switch {
	case p.salted >= 0 && q.equal>>p.salted&1 == 1:
		return Bound
	case x.ranges > 1 || x.each != 0:
		return Each
	}
	return Unused
}

// MarksLegend is what the signs of Marks mean.
const MarksLegend = "= the value is known   ~ a range is read   * each value has a range   ? filtered after it is " +
	"read   . not used"

// Marks draws the picture of an access path under the key, in two lines of one width: = for what is bound, ~ for a
// range, * for what has a range for each value, ? for what is filtered, and . for what is not used. delim is what
// stands between the parts.
func Marks(parts []KeyPart, delim string) (key, marks string) {
	sign := map[Role]string{Bound: "=", Ranged: "~", Each: "*", Filtered: "?", Unused: "."}
	var above, below []string
	for _, p := range parts {
		above = append(above, p.Text)
		below = append(below, strings.Repeat(sign[p.Role], len([]rune(p.Text))))
	}
	return strings.Join(above, delim), strings.Join(below, strings.Repeat(" ", len([]rune(delim))))
}

// explain sets how each query reads, and what each audience must know.
func (e *search) explain(o *Candidate, f *found) {
	o.Delimiter = e.space.delim
	for i := range o.Queries {
		queryCost := &o.Queries[i]
		plan := &f.plan
		if queryCost.Table == 1 {
			plan = &f.second.plan
		}
		q := &e.cube.queries[i]
		if q.missing {
			continue
		}
		queryCost.Key, queryCost.Beside = e.cube.picture(q, plan, queryCost)
		queryCost.How = queryCost.howToRead(o.Tables, plan.current)
		o.ForReaders = append(o.ForReaders, queryCost.How)
	}
	e.tellWriters(o, f)
	e.tellOperators(o, f)
}

// parts returns the parts of the key with a role.
func (r *QueryCost) parts(role Role) []string {
	var out []string
	for _, keyPart := range r.Key {
		if keyPart.Role == role {
			out = append(out, keyPart.Text)
		}
	}
	return out
}

// howToRead returns how a client runs a query.
func (r *QueryCost) howToRead(tables int, current bool) string {
	bound, ranged, each := r.parts(Bound), r.parts(Ranged), r.parts(Each)
	filtered := r.parts(Filtered)
	filtered = append(filtered, r.Beside...)
	text := "read the whole table"
	known := strings.Join(bound, ", ")
	switch {
	case r.Access == access.Point:
		text = "read one row by its key"
	case len(ranged) > 0 && known != "":
		text = fmt.Sprintf("read a range of %s behind %s", strings.Join(ranged, ", "), known)
	case len(ranged) > 0:
		text = "read a range of " + strings.Join(ranged, ", ")
	case known != "":
		text = "read the rows whose keys begin with " + known
	}
	if r.Ranges > 1 {
		text += fmt.Sprintf(", in %s ranges", count(r.Ranges))
		if len(each) > 0 {
			text += ", one for each " + strings.Join(each, ", ")
		}
		text += ", and merge the answers"
	}
	if r.Query.Latest > 0 && !current {
		by := slices.IndexFunc(filtered, func(part string) bool { return strings.Trim(part, "{}") == r.Query.By })
		if rows := r.Query.Wanted(); by < 0 {
			text += "; stop after " + rows
		} else {
			text += "; keep " + rows
			filtered = slices.Delete(filtered, by, by+1)
		}
	}
	if len(filtered) > 0 && r.Access != access.Point {
		text += "; filter on " + strings.Join(filtered, ", ")
	}
	if tables > 1 {
		text += fmt.Sprintf(" (table %d)", r.Table+1)
	}
	return fmt.Sprintf("%s: %s", r.Query.Name, text)
}

// tellWriters returns what those must know who write the clients that write.
func (e *search) tellWriters(o *Candidate, f *found) {
	space := e.space
	say := func(format string, args ...any) { o.ForWriters = append(o.ForWriters, fmt.Sprintf(format, args...)) }
	plans := f.plans()
	if f.view { // nobody writes to it
		plans = plans[:1]
	}
	for _, plan := range plans {
		if plan.salt > 0 && !space.saltOfToday(plan) {
			say("Compute the bucket as the CRC-32 of %s modulo %d, in decimal with leading zeros, in every client "+
				"alike.", space.pieces[plan.salted].name, plan.salt)
		}
		for _, index := range plan.order {
			if text := space.writing(plan, index); text != "" {
				say("%s", text)
			}
		}
		switch plan.bucket.events {
		case asColumns:
			say("Write each event as a column of the row of its %s: the qualifier is the rest of the time.",
				plan.bucket.unit)
		case asVersions:
			say("Write each event as a cell of the row of its %s, with its own time as the timestamp, in milliseconds.",
				plan.bucket.unit)
		}
		if plan.serial {
			say("Write all columns at once as one message; to change one, read the message, change it, and write it " +
				"whole.")
		}
		if plan.tall == byTime {
			say("Write each event as a row of its own, with its time at the end of the key.")
		}
	}
	switch {
	case f.second == nil:
	case f.view:
		say("Write to the first table only: the view follows by itself.")
	default:
		say("Write each event to both tables, and retry until both have it.")
	}
	once(&o.ForWriters)
	if len(o.ForWriters) == 0 {
		say("Write each row under the key as the template has it; nothing else is special.")
	}
}

// writing returns what a writer must know of a piece of the key; empty if it is written as it is today.
func (s *space) writing(p *plan, index int) string {
	piece, form := &s.pieces[index], s.pieces[index].forms[p.forms[index]]
	changed := p.forms[index] != s.today.forms[index]
	switch {
	case index == s.cellTime:
		return "Write each row once, with the time of writing in its key and as the timestamp of its cells."
	case piece.promoted:
		return "If the " + piece.name + " of a row changes, write the row under its new key and delete the old one."
	case form.down && changed:
		return "Write " + piece.name + " as its maximum minus the time, so that the newest sorts first."
	case form.turned && changed:
		return "Write the digits of " + piece.name + " from last to first."
	}
	return ""
}

// plans are the one or two tables of a layout.
func (f *found) plans() []*plan {
	if f.second == nil {
		return []*plan{&f.plan}
	}
	return []*plan{&f.plan, &f.second.plan}
}

// tellOperators returns what those must know who run the table.
func (e *search) tellOperators(o *Candidate, f *found) {
	say := func(format string, args ...any) {
		o.ForOperators = append(o.ForOperators, fmt.Sprintf(format, args...))
	}
	if !o.Current && !f.plan.equal(&e.space.today) {
		say("Keys cannot be changed in place: fill a new table, write to both until it is complete, then move the " +
			"readers.")
	}
	if f.second != nil && f.view {
		o.View = e.viewOf(f)
		o.View.tell(say)
	}
	for _, plan := range f.plans() {
		if plan.current {
			say("Set maxversions=1 on the families of the second table.")
		}
		if plan.merges() {
			say("Watch the largest row: it grows with its events, and should stay under 100 MB (G18).")
		}
		if plan.tall != byTime && e.endless(plan) {
			say("Rows receive events without an end: garbage collection must bound them (G58).")
		}
		if plan.salt > 0 {
			say("The number of buckets, %d, is part of every key: changing it means writing all rows again (G61).",
				plan.salt)
		}
	}
	switch {
	case f.writers <= 0:
		say("How far writes spread is not known from this data: check Key Visualizer after the change (G67).")
	case f.writers < 1.5:
		say("All writes of a time go to one key range, so one node serves them: expect a hot tablet (G40).")
	default:
		say("Writes go to %s at once.", places(f.writers))
	}
}

// runnerUp returns why a layout comes second.
func (e *search) runnerUp(first, second *found) string {
	terms, b := e.terms(first), e.terms(second)
	words := func(t term, x, y *found) string {
		switch t {
		case reading:
			return fmt.Sprintf("its queries take %s per run instead of %s", Millis(y.read), Millis(x.read))
		case storage:
			return fmt.Sprintf("it stores %.3g times the bytes", y.stored/max(x.stored, 1))
		case crowding:
			return fmt.Sprintf("its writes go to %s at once instead of %s", places(y.writers), places(x.writers))
		case shape:
			return shapeWords(x, y)
		case change:
			return fmt.Sprintf("it takes %s instead of %d", spelling.Count(y.changes, "change"), x.changes)
		}
		return effortWords(x, y)
	}
	var against, inFavor []string
	for _, t := range byWeight(terms, b) {
		if d := b[t] - terms[t]; d > 0.03 {
			against = append(against, words(t, first, second))
		} else if d < -0.03 {
			inFavor = append(inFavor, words(t, first, second))
		}
	}
	none := func(list []string) string {
		if len(list) == 0 {
			return "nothing that counts"
		}
		return strings.Join(list, "; ")
	}
	d := b.sum(nil) - terms.sum(nil)
	side := "higher"
	if d < 0 {
		side = "lower"
	}
	return fmt.Sprintf("Next is %s. Against it: %s. For it: %s. In sum, its score is %s by %.2f (less is better, and "+
		"up to %.2f does not count).",
		e.layoutName(second), none(against), none(inFavor), side, math.Abs(d), Margin)
}

// byWeight lists the terms by how far two layouts differ in them, the farthest first.
func byWeight(a, b terms) []term {
	out := make([]term, termCount)
	for i := range out {
		out[i] = term(i)
	}
	slices.SortStableFunc(out, func(x, y term) int {
		switch dx, dy := math.Abs(b[x]-a[x]), math.Abs(b[y]-a[y]); {
		case dx > dy:
			return -1
		case dx < dy:
			return 1
		}
		return 0
	})
	return out
}

// shapeWords tells rows and scans of two layouts apart, of which the second is told.
func shapeWords(x, y *found) string {
	switch {
	case x.endless != y.endless && y.endless:
		return "its rows receive events without an end"
	case x.endless != y.endless:
		return "its rows come to an end"
	case math.Abs(x.scans-y.scans) > 0.01:
		return fmt.Sprintf("%.0f%% of its runs scan the whole table instead of %.0f%%", 100*y.scans, 100*x.scans)
	}
	return fmt.Sprintf("its largest row may have %s bytes instead of %s", count(y.worst), count(x.worst))
}

// effortWords states what two layouts ask of those who write clients, of which the second is described.
func effortWords(x, y *found) string {
	one, other := x.effort(), y.effort()
	if one == other {
		return "its segments stand in another order from common to specific values (G35)"
	}
	return fmt.Sprintf("clients handle %s instead of %s", other, one)
}

// effort is what a layout asks of those who write clients, in words.
func (f *found) effort() string {
	var out []string
	for _, plan := range f.plans() {
		if plan.salt > 0 {
			out = append(out, fmt.Sprintf("a salt of %d buckets", plan.salt))
		}
		if plan.bucket.events != unbucketed {
			out = append(out,
				"a bucket of events as "+[...]string{asColumns: "columns", asVersions: "versions",
					asRows: "rows"}[plan.bucket.events])
		}
		if plan.serial {
			out = append(out, "a serialized cell")
		}
		if len(plan.moved) > 0 {
			out = append(out, "data in qualifiers")
		}
		if plan.tall != asItIs {
			out = append(out, "a row for each "+[...]string{byQualifier: "column", byTime: "version"}[plan.tall])
		}
	}
	if f.second != nil {
		out = append(out, "a second table")
	}
	if len(out) == 0 {
		return "only the key"
	}
	return strings.Join(slices.Compact(out), " and ")
}
