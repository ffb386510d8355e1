package read

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// The next sample is reported when the rows have grown by a third, and no more often than keeps the cost of making it,
// a copy of all rows, under a twentieth of the time.
const (
	growth    = 1.3
	tellEvery = 100 * time.Millisecond // figures
	showEvery = 400 * time.Millisecond // samples
	tellShare = 20
	// The server is called silent after this share of the time after which a stream is abandoned: 3 s.
	silentShare = 10
	silentUnit  = time.Second
)

// collector gathers the rows that the readers deliver. It runs in the goroutine of the caller.
type collector struct {
	about     sample.Table
	plan      sample.Plan
	how       sample.Provenance
	parts     [][]*sample.Builder // of each key range, in key order
	kept      int64               // without own
	own       int64               // rows of key ranges with a share of their own
	threshold uint64              // see run.threshold
	again     bool                // see Job
	err       error
	counting  *counting        // keeps the rows; nil when they are not counted
	rows      *sample.Sample   // those that it kept, once the read has ended
	sections  []sample.Section // what it counted, once the read has ended

	report  func(sample.Progress)
	reached float64    // the greatest fraction reported
	heldUp  [2]float64 // how often of late the limit of rows, and that of bytes, held the read up, 0..1
	showAt  int64      // rows at which the next sample is reported
	notYet  time.Time  // the earliest time of the next sample
	started time.Time
	paused  time.Duration // that the caller held the read up
	before  time.Duration // spent by the read that this one continues
	coming  *forecast
}

func newCollector(job Job, counting *counting) *collector {
	plan := job.Plan
	collected := &collector{
		about: job.About, plan: plan, parts: make([][]*sample.Builder, len(plan.Places)), threshold: fullShare,
		report: job.Progress, started: time.Now(), showAt: 1, counting: counting,
		again: job.again,
	}
	if collected.report == nil {
		collected.report = func(sample.Progress) {}
	}
	if job.Progress == nil || job.Opts.FiguresOnly {
		collected.showAt = math.MaxInt64
	}
	collected.how = sample.Provenance{
		Strategy: plan.Strategy, Options: job.Opts, Started: collected.started,
		Points: plan.Points, TotalBytes: plan.TotalBytes, Filter: plan.Filter, Places: slices.Clone(plan.Places),
	}
	if job.Before != nil {
		collected.goOn(job.Before)
	}
	collected.coming = newForecast(collected.how.Places, collected.weight, plan.Rows, collected.fraction())
	return collected
}

// goOn takes over the rows of an earlier read of the same plan.
func (c *collector) goOn(before *sample.Sample) {
	provenance := &before.How
	c.how.Started, c.before, c.how.Unreadable = provenance.Started, provenance.Took, slices.Clone(provenance.Unreadable)
	c.how.RowsSeen, c.how.BytesSeen = provenance.RowsSeen, provenance.BytesSeen
	if c.counting != nil {
		return // it has the rows
	}
	thinned := provenance.RowShare < provenance.Filter
	if thinned {
		c.threshold = 0
	}
	for i, keyRange := range c.how.Places {
		from, to := before.RowsOf(&keyRange)
		if from == to || !keyRange.Done && keyRange.Rows == 0 { // the latter is read again
			continue
		}
		c.parts[i] = []*sample.Builder{before.Slice(from, to)}
		if keyRange.Filter > 0 {
			c.own += int64(to - from)
			continue
		}
		c.kept += int64(to - from)
		for row := from; thinned && row < to; row++ {
			c.threshold = max(c.threshold, c.hash(before.Key(row)))
		}
	}
}

func (c *collector) hash(key []byte) uint64 { return hash(c.how.Options.Seed, key) }

// collect gathers until the readers have ended. outer is the caller's context, inner the one the readers have.
func (c *collector) collect(outer, inner context.Context, r *run) (*sample.Sample, error) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	// If report panics, no reader may be left running.
	defer func() {
		r.stop(nil)
		for range r.events {
		}
	}()
	for open := true; open; {
		var e event
		select {
		case <-tick.C:
			c.progress(r, nil)
			continue
		case e, open = <-r.events:
		}
		if open {
			c.take(e, r)
			c.show(r)
		}
	}
	c.finish(outer, inner)
	got := c.assemble(sample.Finish)
	ranges := c.ranges()
	last := sample.Progress{Stage: "read", Rows: c.how.RowsSeen, Bytes: c.how.BytesSeen, Fraction: 1, Ranges: ranges,
		Planned: len(c.how.Places), Expected: c.how.RowsSeen, Sample: got}
	if ranges < last.Planned && c.how.Stopped != "" { // it ended before its plan
		last.Fraction, last.Expected = c.fraction(), 0
	}
	c.report(last)
	return got, c.err
}

func (c *collector) take(e event, r *run) {
	if e.err != nil && c.err == nil {
		c.err = e.err
		r.stop(e.err)
	}
	if e.unreadable != nil {
		c.how.Unreadable = append(c.how.Unreadable, *e.unreadable)
	}
	if e.rangeIndex < 0 {
		return
	}
	readRange := &c.how.Places[e.rangeIndex]
	readRange.Rows += e.seen
	readRange.Done = readRange.Done || e.done
	c.coming.note(c.atWork(), e.rangeIndex)
	if bytes.Compare(e.after, readRange.After) > 0 { // several counters deliver the chunks of a key range in any order
		readRange.After = e.after
	}
	if !c.again || c.plan.Filter < 1 { // else they are totals, which have these rows
		c.how.RowsSeen += e.seen
		c.how.BytesSeen += e.bytes
	}
	if e.rows == nil {
		return
	}
	if readRange.Filter > 0 {
		c.own += int64(e.rows.Rows())
	} else {
		c.kept += int64(e.rows.Rows())
	}
	c.parts[e.rangeIndex] = append(c.parts[e.rangeIndex], e.rows)
	if len(c.parts[e.rangeIndex]) > 1 {
		e.rows.ContinueRun()
	}
	// Thinning costs a pass over the kept rows, so it waits until their number has doubled.
	if keep := c.plan.KeepRows; keep > 0 && c.kept > 2*keep {
		c.thin(keep)
		r.threshold.Store(c.threshold)
	}
}

// thin keeps the rows whose keys have the smallest hashes: a uniform sample of all rows seen, whatever their order, and
// the same one for the same seed.
func (c *collector) thin(keep int64) {
	if c.kept <= keep {
		return
	}
	hashes := make([]uint64, 0, c.kept)
	for index, parts := range c.parts {
		if c.how.Places[index].Filter > 0 {
			continue
		}
		for _, b := range parts {
			for key := range b.Keys() {
				hashes = append(hashes, c.hash(key))
			}
		}
	}
	slices.Sort(hashes)
	c.threshold = hashes[keep-1]
	c.kept = 0
	for index, parts := range c.parts {
		if len(parts) == 0 || c.how.Places[index].Filter > 0 {
			continue
		}
		all := sample.NewBuilder(c.how.Options.Keep)
		for _, b := range parts {
			all.Append(b, func(key []byte) bool { return c.hash(key) <= c.threshold })
		}
		c.parts[index] = []*sample.Builder{all}
		c.kept += int64(all.Rows())
	}
}

// show reports a sample of the rows kept so far when they have grown enough.
func (c *collector) show(r *run) {
	now := time.Now()
	shown := c.kept + c.own
	if c.counting != nil {
		shown = c.how.RowsSeen
	}
	if shown < c.showAt || now.Before(c.notYet) {
		return
	}
	c.showAt = int64(float64(shown)*growth) + 1
	c.how.Took = c.before + now.Sub(c.started)
	s := c.assemble(sample.Assemble)
	c.notYet = now.Add(max(showEvery, tellShare*time.Since(now)))
	c.progress(r, s)
}

func (c *collector) progress(r *run, s *sample.Sample) {
	stage, stalled := "reading", true
	if quiet := r.silence.lasts(); quiet >= r.retry.Stall/silentShare {
		stage = fmt.Sprintf("server silent for %v", quiet.Round(silentUnit))
	} else if r.waiting.Load() > 0 {
		stage = "waiting for the server"
	} else {
		stalled = false
	}
	fraction, rows := c.fraction(), r.rows.Load()
	told := sample.Progress{Stage: stage, Rows: rows, Bytes: r.bytes.Load(), Fraction: fraction, Stalled: stalled,
		Ranges: c.ranges(), Planned: len(c.how.Places), Expected: c.expected(rows, fraction), Sample: s}
	for i, limit := range []*rate.Limiter{r.rowRate, r.byteRate} {
		if c.heldUp[i] *= heldMemory; limit != nil && limit.Tokens() < 0 { // what was received is waited for
			c.heldUp[i] += 1 - heldMemory
		}
	}
	limit := 0.0 // in rows per second
	switch {
	case c.heldUp[0] > heldMostly && c.heldUp[0] >= c.heldUp[1]:
		told.RowLimit = c.how.Options.RowsPerSecond
		limit = told.RowLimit
	case c.heldUp[1] > heldMostly:
		told.ByteLimit = c.how.Options.BytesPerSecond
		limit = told.ByteLimit * float64(rows) / float64(max(told.Bytes, 1))
	}
	if !stalled {
		told.Left, told.LeftMost = c.coming.left(c.atWork(), fraction, limit)
	}
	asked := time.Now()
	c.report(told)
	c.paused += time.Since(asked)
}

// atWork is how long the read has been at work, pauses of the caller left out.
func (c *collector) atWork() time.Duration { return time.Since(c.started) - c.paused }

// A limit decides how fast a read is while it holds the read up more often than not, by a mean over about ten reports.
const (
	heldMemory = 0.9
	heldMostly = 0.5
)

// ranges counts the key ranges that are done.
func (c *collector) ranges() int {
	done := 0
	for i := range c.how.Places {
		if c.how.Places[i].Done {
			done++
		}
	}
	return done
}

// expected is what the plan comes to in rows: by its own expectation at first, then by those that came.
func (c *collector) expected(rows int64, fraction float64) int64 {
	const known = 0.1 // of the plan, from which on the rows read tell more than the plan
	switch {
	case fraction >= known:
		return max(rows, int64(math.Round(float64(rows)/fraction)))
	case c.plan.Rows >= rows:
		return c.plan.Rows
	}
	return 0
}

// nearlyDone is the share of a key range that is shown as read, at most, until it is.
const nearlyDone = 0.95

// fraction returns the share of the plan that is done: by points, bytes, or key ranges, the first that is known. It is
// negative when more rows have come than were expected and nothing else states how far the read is.
func (c *collector) fraction() float64 {
	if len(c.plan.Places) == 0 {
		return 1
	}
	if c.plan.Strategy == sample.Head {
		return min(1, float64(c.how.RowsSeen)/float64(c.plan.Places[0].Limit))
	}
	var done, begun, all, rows float64 // by weight; rows of the ranges that are done
	for i := range c.how.Places {
		readRange := &c.how.Places[i]
		weight := c.weight(readRange)
		all += weight
		switch {
		case readRange.Done:
			done += weight
			rows += float64(readRange.Rows)
		case readRange.Rows > 0:
			begun += weight
		}
	}
	if all == 0 {
		return -1
	}
	part := 0.0 // of the ranges that are being read
	switch seen, expected := float64(c.how.RowsSeen), float64(c.plan.Rows); {
	case rows > 0:
		part = (seen - rows) * done / rows // as densely filled as those that are done
	case expected > 0 && seen > expected && begun == all:
		return -1
	case expected > 0:
		part = seen / expected * all
	}
	c.reached = max(c.reached, (done+min(part, nearlyDone*begun))/all)
	return c.reached
}

// weight is a key range's part of the plan.
func (c *collector) weight(p *sample.ReadRange) float64 {
	switch {
	case c.plan.Points > 0:
		return float64(p.Hits)
	case c.plan.TotalBytes > 0:
		return float64(p.Bytes)
	}
	return 1
}

// finish records how the read ended.
func (c *collector) finish(outer, inner context.Context) {
	c.how.Took = c.before + time.Since(c.started)
	var left int
	for _, p := range c.how.Places {
		if !p.Done {
			left++
		}
	}
	var end ended
	var limit sample.TimeLimit
	switch cause := context.Cause(inner); {
	case c.err != nil:
		c.how.Ending, c.how.Stopped = sample.EndError,
			fmt.Sprintf("an error ended the read with %s of %s key ranges unfinished", spelling.Integer(left),
				spelling.Integer(len(c.how.Places)))
	case errors.As(cause, &end):
		if c.how.Stopped = string(end); end != "" {
			c.how.Ending = sample.EndLimit
		}
	case errors.As(cause, &limit) && left > 0:
		c.how.Ending, c.how.Stopped = sample.EndLimit, limit.Error()
	case errors.Is(cause, context.DeadlineExceeded):
		c.how.Ending, c.how.Stopped = sample.EndError, "the deadline of the read was reached"
	case outer.Err() != nil && left > 0:
		c.how.Ending, c.how.Stopped = sample.EndInterrupt, "the read was interrupted"
	}
	switch {
	case c.counting != nil:
		c.count(left == 0)
	case c.plan.KeepRows > 0:
		c.thin(c.plan.KeepRows)
	}
	exact := c.plan.Strategy == sample.Everything || c.plan.Strategy == sample.Small || c.plan.Strategy == sample.Head
	c.how.Complete = exact && left == 0 && c.err == nil && c.plan.Filter == 1 && c.kept+c.own == c.how.RowsSeen &&
		len(c.how.Unreadable) == 0
}

// count takes over what was counted, and the rows that were kept. Counts of all rows are left out if the rows kept show
// them as well; those of a read that ended early are kept, so that it can continue.
func (c *collector) count(all bool) {
	counts, err := c.counting.result()
	if err != nil {
		c.err = cmp.Or(c.err, err)
		return
	}
	c.rows = counts.TakeRows()
	c.kept = int64(c.rows.Rows())
	var broken *countingError
	whole := all && c.err == nil
	if errors.As(c.err, &broken) || whole && c.kept == c.how.RowsSeen && len(c.how.Unreadable) == 0 {
		return
	}
	if c.sections, err = counts.Sections(); err != nil {
		c.err = cmp.Or(c.err, err)
	} else if whole {
		c.how.CountedAsOf = counts.Plan().Now
	}
}

// assemble returns a sample of the rows kept so far.
func (c *collector) assemble(join func(sample.Table, sample.Provenance,
	[]*sample.Builder) *sample.Sample) *sample.Sample {
	how, kept, seen, rows := c.how, c.kept, c.how.RowsSeen, c.rows
	if c.counting != nil && rows == nil {
		rows = c.counting.all.Rows() // so far
		kept = int64(rows.Rows())
	}
	how.Places = slices.Clone(c.how.Places)
	how.Unreadable = slices.Clone(c.how.Unreadable)
	slices.SortFunc(how.Unreadable, func(a, b sample.Unreadable) int { return bytes.Compare(a.Key, b.Key) })
	for _, place := range how.Places {
		if place.Filter > 0 { // a share of its own
			seen -= place.Rows
		}
	}
	how.RowShare = c.plan.Filter
	if seen > kept {
		how.RowShare *= float64(kept) / float64(seen)
	}
	if rows != nil {
		return rows.Described(c.about, how).WithSections(c.sections...)
	}
	var all []*sample.Builder
	joined := false // everything up to here was read without a gap
	for i, parts := range c.parts {
		readRange := &c.how.Places[i]
		if len(parts) > 0 {
			if c.plan.Points > 0 || readRange.Filter > 0 {
				parts[0].SetSection(readRange.Hits, readRange.Bytes,
					readRange.Done && (readRange.Limit == 0 || readRange.Rows < readRange.Limit))
				parts[0].SetStands(readRange.Stands, readRange.Filter)
			}
			if joined && how.RowShare == 1 && c.plan.Points == 0 {
				parts[0].ContinueRun()
			}
			all = append(all, parts...)
			joined = readRange.Done
		}
		joined = joined && readRange.Done
	}
	return join(c.about, how, all)
}
