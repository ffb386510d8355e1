package census

import (
	"errors"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/tally"
)

// Census is what a table, or a part of one, comes to. It is not safe for concurrent use: each reader counts in one, and Merge
// joins them. It takes under 256 MB for any table.
type Census struct {
	plan    Plan
	print   string // fingerprint of plan
	totals  *tally.Tally
	garbage *retention.Counter // nil without a clock
	rows    *rows
	counts
}

// counts are the parts of a census that are counted here.
type counts struct{}

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
	c := &Census{plan: plan, print: print, totals: tally.New(), rows: newRows(plan.Options)}
	if !plan.Now.IsZero() {
		c.garbage = retention.NewCounter(plan.policies(), plan.Now)
	}
	return c, nil
}

// Plan returns the plan that the census follows.
func (c *Census) Plan() Plan { return c.plan }

// Add counts the rows of s, which may be any part of the table. Each row must be added once. Nothing of s is kept but
// copies, though rows that are kept have no more bytes of their values than s has.
func (c *Census) Add(s *sample.Sample) {
	c.totals.Add(s)
	if c.garbage != nil {
		c.garbage.Add(s)
	}
	c.rows.add(s)
}

// Merge adds what o counted, which must be other rows of the same table. It returns ErrOtherPlan, and changes nothing, if o
// follows another plan. o must not be used afterwards.
func (c *Census) Merge(o *Census) error {
	if c.print != o.print {
		return ErrOtherPlan
	}
	c.totals.Merge(o.totals)
	if c.garbage != nil {
		c.garbage.Merge(o.garbage)
	}
	c.rows.merge(o.rows)
	return nil
}

// Rows returns the rows kept so far; see Result.
func (c *Census) Rows() *sample.Sample { return c.rows.sample() }

// Result is what was counted.
type Result struct {
	Plan   Plan
	Totals *tally.Totals
	// Retention is nil if the plan has no clock.
	Retention *retention.Totals
	// Rows are those kept: the Plan.Options.Rows rows whose keys have the smallest hashes by Plan.Options.Seed, which is a
	// uniform sample. It has no description of the table.
	Rows *sample.Sample
}

// Result returns what was counted so far. It is a copy, which later rows do not change.
func (c *Census) Result() *Result {
	r := &Result{Plan: c.plan, Totals: c.totals.Totals(), Rows: c.Rows()}
	if c.garbage != nil {
		r.Retention = c.garbage.Totals()
	}
	return r
}
