package read

import (
	"sync"
	"time"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/tally"
)

// census counts all rows of a read that keeps only some of them.
type census struct {
	about *sample.Table
	asOf  time.Time
	next  func() func(*sample.Sample) error // another consumer of all rows; nil when there is none

	mu      sync.Mutex
	tallies []*tally.Tally // one per reader
	cells   []*retention.Counter
}

// newCensus returns the census of a job; nil for one that does not read all rows, or keeps all that it reads.
func newCensus(job *Job, asOf time.Time) *census {
	if job.Plan.Strategy != sample.Everything || job.Plan.KeepRows == 0 || job.Before != nil {
		return nil
	}
	return &census{about: &job.About, asOf: asOf.UTC().Truncate(time.Microsecond), next: job.Consumer}
}

// consumer makes what a reader hands its rows to.
func (c *census) consumer() func(*sample.Sample) error {
	t, r := tally.New(), retention.NewCounter(c.about, c.asOf)
	var next func(*sample.Sample) error
	if c.next != nil {
		next = c.next()
	}
	c.mu.Lock()
	c.tallies, c.cells = append(c.tallies, t), append(c.cells, r)
	c.mu.Unlock()
	return func(part *sample.Sample) error {
		t.Add(part)
		r.Add(part)
		if next == nil {
			return nil
		}
		return next(part)
	}
}

// sections returns what was counted. It is called when all readers have ended.
func (c *census) sections() ([]sample.Section, error) {
	t, r := tally.New(), retention.NewCounter(c.about, c.asOf)
	for i := range c.tallies {
		t.Merge(c.tallies[i])
		r.Merge(c.cells[i])
	}
	totals, err := t.Totals().Section()
	if err != nil {
		return nil, err
	}
	cells, err := r.Totals().Section()
	if err != nil {
		return nil, err
	}
	return []sample.Section{totals, cells}, nil
}
