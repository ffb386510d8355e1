package dataset

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"tabletop/model/census"
	"tabletop/model/crash"
	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/embedded"
)

const (
	// patience is how long a question waits for a demo to be loaded before it is answered from what is there.
	patience = 500 * time.Millisecond
	// firstLook is how many rows are shown of a demo that is still loading.
	firstLook = 1_000
	tick      = 100 * time.Millisecond
)

// source is a demo table: an emulator of its own, which is loaded while it can already be read.
type source struct {
	sampler.Table // reads the emulator as any other
	name          string
	now           time.Time // as of which the table is made
	server        *embedded.Server
	instance      sampler.Instance
	stop          context.CancelFunc
	written       atomic.Int64 // rows loaded so far
	rows          atomic.Int64 // rows to load; 0 until that is known
	loaded        chan struct{}
	err           error       // of the loading, once loaded is closed
	whole         atomic.Bool // the sections last asked for are those of the whole table
}

// Open opens the demo that demo.Find resolves, as it would be at now, with the rows that a seed leaves: it starts an
// emulator and begins to load the table. Rows can be read at once; those that come first are spread over the table.
// Close drops it.
func Open(ctx context.Context, name string, now time.Time, seed uint64) (sampler.Table, error) {
	dataset, table, err := demo.Find(name)
	if err != nil {
		return nil, err
	}
	name = "demo:" + dataset.Name
	if table.Name != dataset.Tables[0].Name {
		name += "/" + table.Name
	}
	return open(ctx, name, now, table, table.For(now, seed))
}

// OpenTable is Open of a table that is no demo, under a name.
func OpenTable(ctx context.Context, name string, table demo.Table, now time.Time) (sampler.Table, error) {
	return open(ctx, name, now, table, table.At(now))
}

func open(ctx context.Context, name string, now time.Time, table demo.Table, rows demo.Generator) (sampler.Table,
	error) {
	s := &source{name: name, now: now, loaded: make(chan struct{})}
	if err := s.start(ctx, table, rows); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// start creates the table and leaves its loading to a goroutine that ends with Close, whatever becomes of ctx.
func (s *source) start(ctx context.Context, t demo.Table, rows demo.Generator) (err error) {
	if s.server, err = embedded.Start(ctx); err != nil {
		return err
	}
	if err := create(ctx, s.server, t); err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	if s.instance, err = s.server.Instance(ctx); err != nil {
		stop()
		return err
	}
	table, err := s.instance.Open(ctx, t.Name)
	if err != nil {
		stop()
		return err
	}
	s.Table = table
	s.stop = stop
	fill := crash.Recovered(func() error {
		return load(background, s.server, t, rows, func(done, all int) {
			s.rows.Store(int64(all))
			s.written.Store(int64(done))
		})
	})
	go func() {
		defer close(s.loaded)
		s.err = fill()
	}()
	return nil
}

// Name is "demo:meters", or "demo:meters/TABLE" for a table that is not the dataset's first, or that of OpenTable.
func (s *source) Name() string { return s.name }

// Close stops the loading and ends the emulator.
func (s *source) Close() error {
	if s.stop != nil {
		s.stop()
		<-s.loaded
	}
	var err error
	if s.instance != nil {
		err = s.instance.Close()
	}
	if s.server != nil {
		err = errors.Join(err, s.server.Close())
	}
	return err
}

// Describe describes the table, loaded whole if that does not take long. Families and rules are always right.
func (s *source) Describe(ctx context.Context) (sample.Table, error) {
	select {
	case <-s.loaded:
		if s.err != nil {
			return sample.Table{}, s.err
		}
	case <-time.After(patience):
	case <-ctx.Done():
	}
	t, err := s.Table.Describe(ctx)
	t.Source = s.name
	return t, err
}

// settle has the sections asked for again that were known while the table was half loaded.
func (s *source) settle(ctx context.Context) error {
	if s.whole.Load() {
		return nil
	}
	_, err := s.Table.Describe(ctx)
	s.whole.Store(err == nil)
	return err
}

// ready waits until the demo is loaded, or ctx ends.
func (s *source) ready(ctx context.Context) error {
	select {
	case <-s.loaded:
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.err != nil {
		return s.err
	}
	return s.settle(ctx)
}

// Plan waits until the demo is loaded, or ctx ends.
func (s *source) Plan(ctx context.Context, opts sample.Options) (sample.Plan, error) {
	if err := s.ready(ctx); err != nil {
		return sample.Plan{}, err
	}
	return s.Table.Plan(ctx, opts)
}

// DistinctPrefixes waits until the demo is loaded, or ctx ends.
func (s *source) DistinctPrefixes(ctx context.Context, opts sample.Options, front func(key []byte) []byte,
	limit int) ([][]byte, bool, error) {
	if err := s.ready(ctx); err != nil {
		return nil, false, err
	}
	return s.Table.DistinctPrefixes(ctx, opts, front, limit)
}

// CountRows waits until the demo is loaded, or ctx ends.
func (s *source) CountRows(ctx context.Context, opts sample.Options,
	progress func(sample.Progress)) (sample.Provenance, error) {
	if err := s.ready(ctx); err != nil {
		return sample.Provenance{}, err
	}
	return s.Table.CountRows(ctx, opts, progress)
}

// ReadAll waits until the demo is loaded, or ctx ends.
func (s *source) ReadAll(ctx context.Context, opts sample.Options, takers []func(*sample.Sample),
	progress func(sample.Progress)) (sample.Provenance, error) {
	if err := s.ready(ctx); err != nil {
		return sample.Provenance{}, err
	}
	return s.Table.ReadAll(ctx, opts, takers, progress)
}

// Count waits as Sample does.
func (s *source) Count(ctx context.Context, about sample.Table, plan census.Plan, opts sample.Options,
	progress func(sample.Progress)) (*sample.Sample, error) {
	return s.read(ctx, opts, progress, func(tell func(sample.Progress)) (*sample.Sample, error) {
		return s.Table.Count(ctx, about, plan, opts, tell)
	})
}

// Continue continues with a sample of the demo.
func (s *source) Continue(ctx context.Context, before *sample.Sample, opts sample.Options,
	progress func(sample.Progress)) (*sample.Sample, error) {
	return s.read(ctx, opts, progress, func(tell func(sample.Progress)) (*sample.Sample, error) {
		return s.Table.Continue(ctx, before, opts, tell)
	})
}

// Sample waits until the demo is loaded and states how far that has come, with a first look at what is there when it
// takes long. Then it reads the table.
func (s *source) Sample(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	return s.read(ctx, opts, progress, func(tell func(sample.Progress)) (*sample.Sample, error) {
		return s.Table.Sample(ctx, opts, tell)
	})
}

// read does a read when the demo is loaded.
func (s *source) read(ctx context.Context, opts sample.Options, progress func(sample.Progress),
	do func(func(sample.Progress)) (*sample.Sample, error)) (*sample.Sample, error) {
	tell := func(p sample.Progress) {
		if progress != nil {
			p.Sample = s.named(p.Sample)
			progress(p)
		}
	}
	look, err := s.await(ctx, opts, tell)
	if err != nil || ctx.Err() != nil {
		return look, err
	}
	if err := s.settle(ctx); err != nil && ctx.Err() == nil {
		return look, err
	}
	got, err := do(tell)
	return s.named(got), err
}

// await returns when the demo is loaded or ctx ends, with what was seen meanwhile.
func (s *source) await(ctx context.Context, opts sample.Options, tell func(sample.Progress)) (*sample.Sample, error) {
	ticks := time.NewTicker(tick)
	defer ticks.Stop()
	started := time.Now()
	look := sample.Assemble(sample.Table{Source: s.name}, sample.Provenance{Strategy: opts.Strategy, Options: opts,
		Stopped: stillLoading, Ending: sample.EndInterrupt}, nil)
	for looked := false; ; {
		tell(s.loading(nil))
		select {
		case <-s.loaded:
			return look, s.err
		case <-ctx.Done():
			return look, nil
		case <-ticks.C:
		}
		if !looked && time.Since(started) > patience {
			looked = true
			s.look(ctx, opts, func(early *sample.Sample) {
				look = early
				tell(s.loading(early))
			})
		}
	}
}

const (
	stillLoading = "the demo was still loading"
	preparing    = "preparing demo"
)

// loading is how far the loading has come: nothing has been read yet.
func (s *source) loading(early *sample.Sample) sample.Progress {
	p := sample.Progress{Stage: preparing, Fraction: -1, Sample: early}
	if all := s.rows.Load(); all > 0 {
		p.Stage += ", " + spelling.Integer(s.written.Load()) + " of " + spelling.Integer(all) + " rows"
	}
	return p
}

// look reads some of the rows that are there already and shows them as they come. It ignores errors: the read
// that follows will.
func (s *source) look(ctx context.Context, opts sample.Options, show func(*sample.Sample)) {
	if _, err := s.Table.Describe(ctx); err != nil {
		return
	}
	if opts.Rows == 0 || opts.Rows > firstLook {
		opts.Rows = firstLook
	}
	opts.Strategy = sample.Quick
	early := func(got *sample.Sample) {
		if got != nil && got.Rows() > 0 {
			got = s.named(got)
			got.How.Complete, got.How.Stopped, got.How.Ending = false, stillLoading, sample.EndInterrupt
			show(got)
		}
	}
	_, _ = s.Table.Sample(ctx, opts, func(p sample.Progress) { early(p.Sample) })
}

// Row reads one row of the emulator.
func (s *source) Row(ctx context.Context, key []byte, keep int) (*sample.Sample, error) {
	got, err := s.Table.Row(ctx, key, keep)
	return s.named(got), err
}

// named is the sample under the demo's name, read when the table is as it was made; nil stays nil. So ages are the same
// whenever it is read.
func (s *source) named(got *sample.Sample) *sample.Sample {
	if got == nil {
		return nil
	}
	renamed := *got
	renamed.Table.Source = s.name
	if !renamed.How.Started.IsZero() {
		renamed.How.Started = s.now.Add(-renamed.How.Took)
	}
	return &renamed
}
