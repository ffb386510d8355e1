package read

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// handing passes all rows of a read on in chunks, each to one of the takers, which run at the same time.
type handing struct {
	takers []func(*sample.Sample)
	chunks chan event
}

// newHanding returns what passes rows on to takers.
func newHanding(takers []func(*sample.Sample)) *handing {
	return &handing{takers: takers, chunks: make(chan event)}
}

// start starts the takers, which report to events what they have taken. They end, and wg is done, when chunks is
// closed.
func (h *handing) start(wg *sync.WaitGroup, events chan<- event) {
	for _, take := range h.takers {
		wg.Go(func() {
			for chunk := range h.chunks {
				events <- taken(take, chunk)
			}
		})
	}
}

// taken passes a chunk on, and returns it without its rows. A panic, which is an internal error, becomes an error: what
// was made of the rows is then of no use, and neither is what the taker makes of those after them.
func taken(take func(*sample.Sample), chunk event) (without event) {
	defer func() {
		if p := recover(); p != nil {
			without = event{rangeIndex: -1, err: &countingError{fmt.Sprintf("internal error while counting: %v\n%s", p,
				debug.Stack())}}
		}
	}()
	take(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{chunk.rows}))
	chunk.rows = nil
	return chunk
}

// countingError is an internal error after which counts are of no use.
type countingError struct{ text string }

func (e *countingError) Error() string { return e.text }

// counting counts all rows of a read that keeps only some of them. Readers hand over what they read in chunks, which a
// counter for each core counts; all counters keep rows in one place, with one bound.
//
// The counter reports how far a chunk got in its key range, and not the reader that handed it over. So at any end of
// the read, once the chunks that were handed over are counted, what was counted is exactly the rows up to
// ReadRange.After, and a read that continues there counts each row once.
type counting struct {
	all   *census.Census   // where counters keep rows; it has what a read before this one counted
	parts []*census.Census // of the counters; all has their counts when the read has ended
}

// newCounting returns what counts the rows of a job; nil for one that does not read all rows, keeps all that it reads,
// or continues a read that was not counted.
func newCounting(job *Job, asOf time.Time) (*counting, error) {
	if job.Plan.Strategy != sample.Everything || job.Plan.KeepRows == 0 {
		return nil, nil
	}
	plan := census.Plan{Options: job.Opts, Now: asOf, Families: job.About.Families}
	plan.Options.Rows = job.Plan.KeepRows
	if job.Census != nil {
		plan = *job.Census
	}
	all, err := census.New(plan)
	if job.Before != nil {
		all, err = census.FromSample(job.Before)
	}
	if all == nil || err != nil {
		return nil, err
	}
	counting, counters := &counting{all: all}, job.Counters
	if counters == 0 {
		counters = runtime.GOMAXPROCS(0)
	}
	for range counters {
		part, err := all.Counter()
		if err != nil {
			return nil, err
		}
		counting.parts = append(counting.parts, part)
	}
	return counting, nil
}

// takers returns the counters as takers of rows.
func (c *counting) takers() []func(*sample.Sample) {
	var takers []func(*sample.Sample)
	for _, part := range c.parts {
		takers = append(takers, part.Add)
	}
	return takers
}

// result returns what was counted. It is called when all counters have ended.
func (c *counting) result() (*census.Census, error) {
	for _, part := range c.parts {
		if err := c.all.Merge(part); err != nil {
			return nil, err
		}
	}
	c.parts = nil
	return c.all, nil
}
