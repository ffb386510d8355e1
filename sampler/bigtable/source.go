package bigtable

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/model/census"
	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

const (
	// freshFor is how long a description is reused, so that opening a table and the read that follows request it once.
	freshFor  = time.Minute
	statsTime = 3 * time.Second
	// gentleRate is the default rate of reads from a live service: a fraction of what one node scans.
	gentleRate = 50_000_000
)

// source is one table.
type source struct {
	in   *instance
	name string
	rows *read.Table

	asking chan struct{} // holds what requests a description, so that calls which overlap share one

	mu    sync.Mutex
	known sample.Table // the last description; SplitsAt is when
	shows *subset      // of an authorized view; nil if it is not known

	pilot pilot // of asking
}

// pilot is what was last read for a plan, and of what.
type pilot struct {
	of     string
	size   read.RowSize
	starts []read.Start // nil if not read
}

// pilotName names what a pilot is of: a description and a range of keys.
func pilotName(t *sample.Table, opts *sample.Options) string {
	return fmt.Sprintf("%v %q %q %q", t.SplitsAt.UnixNano(), opts.Prefix, opts.Start, opts.End)
}

// alone calls ask when no other caller does.
func (s *source) alone(ctx context.Context, ask func() error) error {
	select {
	case s.asking <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.asking }()
	return ask()
}

var (
	_ sampler.Table   = (*source)(nil)
	_ sampler.Scanner = (*source)(nil)
)

func (s *source) Name() string { return s.in.Name() + "/" + s.name }

func (s *source) Close() error { return nil }

// Describe requests schema, sections and statistics concurrently.
func (s *source) Describe(ctx context.Context) (t sample.Table, err error) {
	err = s.alone(ctx, func() error {
		t, err = s.describe(ctx)
		return err
	})
	return t, err
}

func (s *source) describe(ctx context.Context) (sample.Table, error) {
	ctx, cancel := context.WithTimeout(ctx, s.in.callTime())
	defer cancel()
	table := sample.Table{
		Source: s.Name(), Project: s.in.config.Project, Instance: s.in.config.Instance, Name: s.table(),
		Emulator: s.in.emulator(), SplitsAt: time.Now(),
	}
	var group errgroup.Group
	group.Go(crash.Recovered(func() error { return s.schema(ctx, &table) }))
	var splits []sample.Split
	group.Go(crash.Recovered(func() (err error) {
		splits, err = s.rows.Splits(ctx)
		return err
	}))
	s.extras(ctx, &group, &table)
	if err := group.Wait(); err != nil {
		return sample.Table{}, s.in.explain(err, s.name)
	}
	table.Splits = splits
	s.mu.Lock()
	s.known = table
	s.mu.Unlock()
	return table, nil
}

// schema fills in families and policies. Who may read a view need not see its table: they are then unknown.
func (s *source) schema(ctx context.Context, table *sample.Table) error {
	got, err := s.getTable(ctx)
	if err == nil {
		s.fill(table, got)
	}
	if isView(s.name) && status.Code(err) == codes.PermissionDenied {
		return nil
	}
	return err
}

// extras asks for what only the REST form of the admin API has, which a read does not need and which takes permissions
// of its own: statistics and hot tablets of a table, and what a view shows.
func (s *source) extras(ctx context.Context, group *errgroup.Group, table *sample.Table) {
	api := s.in.rest()
	if api == nil {
		return
	}
	ask := func(what func(context.Context)) {
		group.Go(crash.Recovered(func() error {
			ctx, cancel := context.WithTimeout(ctx, statsTime)
			defer cancel()
			what(ctx)
			return nil
		}))
	}
	if isView(s.name) {
		ask(func(ctx context.Context) { s.learn(ctx, api) })
		return
	}
	ask(func(ctx context.Context) { table.Stats, _ = api.stats(ctx, s.rows.Name) })
	ask(func(ctx context.Context) { table.Hot, table.HotKnown = api.hotTablets(ctx, s.in.path(), s.rows.Name) })
}

// learn finds out what an authorized view shows, as far as the service says it: not everybody may ask.
func (s *source) learn(ctx context.Context, rest *admin) {
	if isMaterialized(s.name) {
		return
	}
	shows, err := rest.subset(ctx, s.rows.Name)
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shows = shows
}

// table returns the table whose rows these are; a materialized view has rows of its own.
func (s *source) table() string {
	if isMaterialized(s.name) {
		return s.name
	}
	return base(s.name)
}

// view says what is read of the table; empty unless that is an authorized view.
func (s *source) view() string {
	if !isView(s.name) || isMaterialized(s.name) {
		return ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return viewWords(s.name, s.shows)
}

// described returns the description, requested again if it is older than freshFor.
func (s *source) described(ctx context.Context) (t sample.Table, err error) {
	err = s.alone(ctx, func() error {
		s.mu.Lock()
		t = s.known
		s.mu.Unlock()
		if time.Since(t.SplitsAt) >= freshFor {
			t, err = s.describe(ctx)
		}
		return err
	})
	return t, err
}

// rowSize estimates the size of a row, once for each description and range of keys.
func (s *source) rowSize(ctx context.Context, t sample.Table, opts sample.Options) (size read.RowSize, err error) {
	of := pilotName(&t, &opts)
	err = s.alone(ctx, func() error {
		if s.pilot.of == of {
			size = s.pilot.size
			return nil
		}
		if size, err = s.rows.EstimateRowSize(ctx, t.Splits, opts); err == nil {
			s.pilot = pilot{of: of, size: size}
		}
		return err
	})
	return size, err
}

// starts reads the starts of the sections, once for each description and range of keys.
func (s *source) starts(ctx context.Context, t sample.Table, opts sample.Options) (starts []read.Start, err error) {
	of := pilotName(&t, &opts)
	err = s.alone(ctx, func() error {
		if s.pilot.of == of && s.pilot.starts != nil {
			starts = s.pilot.starts
			return nil
		}
		if starts, err = s.rows.Starts(ctx, t.Splits, opts); err == nil && s.pilot.of == of {
			s.pilot.starts = starts
		}
		return err
	})
	return starts, err
}

// Plan returns what Sample would read with these options.
func (s *source) Plan(ctx context.Context, opts sample.Options) (sample.Plan, error) {
	t, err := s.described(ctx)
	if err != nil {
		return sample.Plan{}, err
	}
	return s.plan(ctx, t, s.gently(opts))
}

func (s *source) plan(ctx context.Context, t sample.Table, opts sample.Options) (sample.Plan, error) {
	switch opts.Strategy {
	case "", sample.Auto, sample.Quick, sample.Small, sample.Accurate, sample.Everything, sample.Head:
	default:
		return sample.Plan{}, &sampler.Error{What: fmt.Sprintf("there is no strategy %q", opts.Strategy)}
	}
	facts := read.PlanInput{Splits: t.Splits, Emulator: t.Emulator}
	if t.Stats != nil {
		facts.Rows = t.Stats.Rows
	}
	size, err := s.rowSize(ctx, t, opts)
	if err != nil {
		return sample.Plan{}, s.in.explain(err, s.name)
	}
	facts.RowBytes, facts.RowBytesAtPoints = size.PerRow, size.AtPoints
	if read.WantsStarts(facts, opts) {
		if facts.Starts, err = s.starts(ctx, t, opts); err != nil {
			return sample.Plan{}, s.in.explain(err, s.name)
		}
	}
	plan := read.Plan(facts, opts)
	if view := s.view(); view != "" {
		plan.Notes = append(plan.Notes, "Only "+view+" is read.")
	}
	switch {
	case t.Emulator:
		plan.Notes = append(plan.Notes,
			"An emulator counts the bytes of values only, and chooses other sections of about a hundred rows for "+
				"each request.")
	case opts.BytesPerSecond == gentleRate:
		plan.Notes = append(plan.Notes,
			"A live table is read at 50 MB per second at most, unless another rate is given.")
	}
	return plan, nil
}

// gently sets the rate of reads from a live service.
func (s *source) gently(opts sample.Options) sample.Options {
	if opts.BytesPerSecond == 0 && !s.in.emulator() {
		opts.BytesPerSecond = gentleRate
	}
	return opts
}

// limited returns what opts select with the limits and rates of another read.
func (s *source) limited(opts, limits sample.Options) sample.Options {
	opts.Bytes, opts.Time, opts.FiguresOnly = limits.Bytes, limits.Time, limits.FiguresOnly
	opts.RowsPerSecond, opts.BytesPerSecond = limits.RowsPerSecond, limits.BytesPerSecond
	return s.gently(opts)
}

func (s *source) Sample(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	opts = s.gently(opts)
	var t sample.Table
	var plan sample.Plan
	err := awaited(progress, "asking for the table's sections", func() (err error) {
		if t, err = s.described(ctx); err == nil {
			plan, err = s.plan(ctx, t, opts)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.read(ctx, read.Job{About: t, Plan: plan, Opts: opts, Progress: progress})
}

// Count reads the sections that the description has, and not those of now, so that two reads by one plan agree.
func (s *source) Count(
	ctx context.Context, about sample.Table, plan census.Plan, limits sample.Options, progress func(sample.Progress),
) (*sample.Sample, error) {
	opts := plan.Normalize().Options
	opts = s.limited(opts, limits)
	reading, err := s.plan(ctx, about, opts)
	if err != nil {
		return nil, err
	}
	return s.read(ctx, read.Job{About: about, Plan: reading, Opts: opts, Progress: progress, Census: &plan})
}

// awaited calls ask and reports the time that it has taken so far. progress may be nil.
func awaited(progress func(sample.Progress), stage string, ask func() error) error {
	if progress == nil {
		return ask()
	}
	progress(sample.Progress{Stage: stage, Fraction: -1})
	answered := make(chan error, 1)
	go func() { answered <- crash.Recovered(ask)() }()
	started := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case err := <-answered:
			return err
		case <-tick.C:
			progress(sample.Progress{Stage: fmt.Sprintf("%s, for %v", stage, time.Since(started).Round(time.Second)),
				Fraction: -1})
		}
	}
}

// Continue resumes with the sections that the sample was planned with.
func (s *source) Continue(ctx context.Context, before *sample.Sample, opts sample.Options,
	progress func(sample.Progress)) (*sample.Sample, error) {
	if _, err := s.described(ctx); err != nil { // the table is there and may be read
		return nil, err
	}
	provenance := &before.How
	asked := opts
	opts = s.limited(provenance.Options, asked)
	var plan sample.Plan
	switch more, ok := read.ExtendPlan(provenance, before.Table.Splits, asked.Rows-int64(before.Rows())); {
	case read.BeforeCounting(provenance): // its few rows are read again, with the others
		opts.Rows = asked.Rows
		counted, _, err := read.CountAll(ctx, s, nil, opts, progress)
		return counted, err
	case provenance.Strategy == sample.Head && len(provenance.Places) > 0:
		plan = read.ExtendHead(provenance, asked.Rows)
	case read.HasRemaining(provenance):
		plan = read.RemainingPlan(provenance)
	case ok:
		plan, opts.Rows = more, asked.Rows
	default:
		opts.Rows = asked.Rows
		if read.Thins(opts) {
			counted, _, err := read.CountAll(ctx, s, before, opts, progress)
			return counted, err
		}
		return s.Sample(ctx, opts, progress)
	}
	return s.read(ctx, read.Job{About: before.Table, Plan: plan, Opts: opts, Before: before, Progress: progress})
}

// read runs the job. The sample holds the cause of an error, because its file outlives the message.
func (s *source) read(ctx context.Context, job read.Job) (*sample.Sample, error) {
	s.in.log.Write("job", "of", s.rows.Name, "strategy", job.Plan.Strategy, "ranges", len(job.Plan.Places),
		"rows_limit", job.Opts.Rows, "keys_only", job.KeysOnly)
	started := time.Now()
	job.Opts.View = s.view()
	got, err := s.rows.Sample(ctx, job)
	s.in.log.Ended("job ended", started, err, "of", s.rows.Name, "rows", got.How.RowsSeen, "bytes", got.How.BytesSeen)
	if err == nil {
		return got, nil
	}
	what, _ := s.in.words(err, s.name)
	got.How.Stopped += ": " + what
	return got, s.in.explain(err, s.name)
}

// Scan reads one key range. Errors of scan.Consume are returned unchanged.
func (s *source) Scan(ctx context.Context, scan sampler.Scan) (sampler.Scanned, error) {
	var own error
	consume := scan.Consume
	scan.Consume = func(rows *sample.Sample) error {
		own = consume(rows)
		return own
	}
	got, err := s.rows.Scan(ctx, scan)
	if own != nil {
		return got, own
	}
	return got, s.in.explain(err, s.name)
}

func (s *source) DistinctPrefixes(ctx context.Context, opts sample.Options, front func(key []byte) []byte,
	limit int) ([][]byte, bool, error) {
	t, err := s.described(ctx)
	if err != nil {
		return nil, false, err
	}
	fronts, all, err := s.rows.DistinctPrefixes(ctx, t.Splits, opts, front, limit)
	return fronts, all, s.in.explain(err, s.name)
}

func (s *source) CountRows(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (sample.Provenance,
	error) {
	return s.readAll(ctx, read.Job{Opts: opts, Progress: progress, KeysOnly: true})
}

func (s *source) ReadAll(ctx context.Context, opts sample.Options, takers []func(*sample.Sample),
	progress func(sample.Progress)) (sample.Provenance, error) {
	return s.readAll(ctx, read.Job{Opts: opts, Progress: progress, Takers: takers})
}

// readAll runs a job that reads all rows and keeps none.
func (s *source) readAll(ctx context.Context, job read.Job) (sample.Provenance, error) {
	job.Opts = s.gently(job.Opts)
	err := awaited(job.Progress, "asking for the table's sections", func() (err error) {
		job.About, err = s.described(ctx)
		return err
	})
	if err != nil {
		return sample.Provenance{}, err
	}
	job.Plan = read.WholePlan(&job.About, job.Opts)
	got, err := s.read(ctx, job)
	return got.How, err
}

func (s *source) Row(ctx context.Context, key []byte, keep int) (*sample.Sample, error) {
	ctx, cancel := context.WithTimeout(ctx, s.in.callTime())
	defer cancel()
	s.mu.Lock()
	table := s.known
	s.mu.Unlock()
	started := time.Now()
	b, err := s.rows.Row(ctx, key, keep)
	if err != nil {
		return nil, s.in.explain(err, s.name)
	}
	how := sample.Provenance{Strategy: sample.Everything, Options: sample.Options{Keep: keep}, Started: started,
		Took: time.Since(started), Filter: 1, RowShare: 1}
	return sample.Assemble(table, how, []*sample.Builder{b}), nil
}
