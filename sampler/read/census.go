package read

import (
	"slices"
	"sync"
	"time"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// counting counts all rows of a read that keeps only some of them: one census per reader.
type counting struct {
	plan  census.Plan
	keeps bool                              // the censuses keep the rows, not the collector
	part  bool                              // the read is one of several whose censuses merge
	next  func() func(*sample.Sample) error // another consumer of all rows; nil when there is none

	mu    sync.Mutex
	parts []*census.Census
	err   error // of making a census
}

// newCounting returns what counts the rows of a job; nil for one that does not read all rows, or keeps all that it reads. The
// collector keeps the rows where they are shown while they are read.
func newCounting(job *Job, asOf time.Time) *counting {
	if job.Plan.Strategy != sample.Everything || job.Before != nil {
		return nil
	}
	c := &counting{next: job.Consumer}
	switch {
	case job.Census != nil:
		c.plan, c.keeps, c.part = *job.Census, true, true
	case job.Plan.KeepRows == 0:
		return nil
	default:
		c.plan = census.Plan{Options: job.Opts, Now: asOf, Families: job.About.Families}
		c.plan.Options.Rows = 0
		if c.keeps = job.Opts.FiguresOnly || job.Tell == nil; c.keeps {
			c.plan.Options.Rows = job.Plan.KeepRows
		}
	}
	c.plan = c.plan.Normalize()
	return c
}

// consumer makes what a reader hands its rows to.
func (c *counting) consumer() func(*sample.Sample) error {
	part, err := census.New(c.plan)
	var next func(*sample.Sample) error
	if c.next != nil {
		next = c.next()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.err = err
	} else {
		c.parts = append(c.parts, part)
	}
	return func(rows *sample.Sample) error {
		if err != nil {
			return err
		}
		part.Add(rows)
		if next == nil {
			return nil
		}
		return next(rows)
	}
}

// merged returns what all readers counted. It is called when they have ended.
func (c *counting) merged() (*census.Census, error) {
	all, err := census.New(c.plan)
	for _, part := range c.parts {
		if err == nil {
			err = all.Merge(part)
		}
	}
	c.parts = nil
	return all, err
}

// sections returns what was counted, as a file carries it: without the census itself if its rows are not those of the file.
func (c *counting) sections(all *census.Census) ([]sample.Section, error) {
	sections, err := all.Sections()
	if err == nil && !c.keeps {
		sections = slices.DeleteFunc(sections, func(x sample.Section) bool { return x.ID == sample.CensusSection })
	}
	return sections, err
}
