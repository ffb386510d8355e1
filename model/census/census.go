package census

import (
	"errors"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Census is what a table, or a part of one, comes to. It is not safe for concurrent use: each core counts in a Counter
// of it, and Merge joins them. It takes under 256 MB for any table.
type Census struct {
	plan    Plan
	print   string // fingerprint of plan
	totals  *Tally
	garbage *retention.Counter // nil without a clock
	rows    *keeper
	keys    *keys   // nil without layouts
	places  *places // nil without prefixes and windows
	people  *people // nil if personal data is not counted
	counts
}

// counts are the parts of a census that are counted by the plan's layouts, borders, windows, and prefixes.
type counts struct {
	Kinds    []Kind
	Misfits  Misfits
	Grid     Grid
	Prefixes []Counts
	Personal []*Place // of people, once they are written
}

// ErrOtherPlan is the error of Merge about censuses of different plans.
var ErrOtherPlan = errors.New("census: it was counted by another plan")

// New returns an empty census. The error describes what is wrong with the plan.
func New(plan Plan) (*Census, error) {
	plan = plan.Normalize()
	if err := plan.Validate(); err != nil {
		return nil, err
	}
	print, err := plan.Fingerprint()
	if err != nil {
		return nil, err
	}
	counts := &Census{plan: plan, print: print, totals: NewTally(), rows: newKeeper(&plan)}
	if !plan.Now.IsZero() {
		counts.garbage = retention.NewCounter(plan.policies(), plan.Now)
	}
	if counts.keys, err = newKeys(&counts.plan, &counts.counts); err != nil {
		return nil, err
	}
	if len(plan.Prefixes) > 0 || plan.Windows > 0 {
		counts.places = newPlaces(&counts.plan, &counts.counts)
	}
	if plan.Personal {
		counts.people = newPeople()
	}
	return counts, nil
}

// Counter returns an empty census of the same plan, which keeps the rows that are added to it in c. Merge joins both. c
// and its counters can be used at the same time.
func (c *Census) Counter() (*Census, error) {
	counter, err := New(c.plan)
	if err == nil {
		counter.rows = c.rows
	}
	return counter, err
}

// Plan returns the plan that the census follows.
func (c *Census) Plan() Plan { return c.plan }

// Add counts the rows of s, which may be any part of the table. Each row must be added once. Nothing of s is kept but
// copies, though rows that are kept have no more bytes of their values than s has.
func (c *Census) Add(s *sample.Sample) {
	c.totals.Add(s)
	c.rows.add(s)
	rows := make([]Counts, s.Rows())
	for i := range rows {
		rows[i] = rowCounts(s, i)
	}
	if c.garbage != nil {
		c.garbage.Add(s, func(row int, gone retention.Amount, emptied bool) { rows[row].collect(gone, emptied) })
	}
	if c.keys == nil && c.places == nil && c.people == nil {
		return
	}
	var t *segments.Table
	if c.keys != nil {
		t = c.keys.add(&c.counts, s, rows)
	}
	for i := range rows {
		if c.places != nil {
			c.places.row(&c.counts, s, i, &rows[i])
		}
		if c.people != nil {
			c.people.row(s, t, i)
		}
	}
}

// Merge adds what o counted, which must be other rows of the same table. It returns ErrOtherPlan, and changes nothing,
// if o follows another plan. o must not be used afterwards.
func (c *Census) Merge(o *Census) error {
	if c.print != o.print {
		return ErrOtherPlan
	}
	c.totals.Merge(o.totals)
	if c.garbage != nil {
		c.garbage.Merge(o.garbage)
	}
	if c.rows != o.rows {
		c.rows.merge(o.rows)
	}
	for i := range c.Kinds {
		if err := c.Kinds[i].merge(&o.Kinds[i]); err != nil {
			return err
		}
	}
	c.Misfits.merge(&o.Misfits.Counts)
	c.Misfits.Examples.merge(&o.Misfits.Examples)
	c.Grid.merge(&o.Grid)
	for i := range c.Prefixes {
		c.Prefixes[i].merge(&o.Prefixes[i])
	}
	if c.people != nil {
		c.people.take(o.people.places())
	}
	return nil
}

// Rows returns the rows kept so far; see Result.
func (c *Census) Rows() *sample.Sample { return c.rows.sample() }

// TakeRows returns the rows kept and frees them. Nothing but Sections may be called afterwards.
func (c *Census) TakeRows() *sample.Sample { return c.rows.take() }

// Result is what was counted.
type Result struct {
	Plan   Plan
	Totals *Totals
	// Retention is nil if the plan has no clock.
	Retention *retention.Totals
	// Rows are those kept: the Plan.Options.Rows rows whose keys have the smallest hashes by Plan.Options.Seed, which
	// is a uniform sample. It has no description of the table.
	Rows *sample.Sample

	// Kinds are in the order of Plan.Layouts; none without layouts. Misfits are the rows that no layout decodes.
	Kinds   []Kind
	Misfits Misfits
	// Grid is empty without Plan.Windows.
	Grid Grid
	// Prefixes are the rows with each of Plan.Prefixes.
	Prefixes []Counts
	// Personal are the row key and the columns in which something was found that identifies people; none without
	// Plan.Personal.
	Personal []*Place
}

// Result returns what was counted. The census must not be used afterwards.
func (c *Census) Result() *Result {
	r := c.result()
	r.Totals, r.Rows = c.totals.Totals(), c.TakeRows()
	if c.garbage != nil {
		r.Retention = c.garbage.Totals()
	}
	return r
}

// result returns what is counted here.
func (c *Census) result() *Result {
	r := &Result{Plan: c.plan, Kinds: c.Kinds, Misfits: c.Misfits, Grid: c.Grid, Prefixes: c.Prefixes}
	if c.people != nil {
		r.Personal = c.people.places()
	}
	return r
}
