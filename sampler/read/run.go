package read

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"github.com/twmb/murmur3"
	"golang.org/x/time/rate"

	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
)

// ended states why a read ended before its plan did; empty if it is complete.
type ended string

func (e ended) Error() string { return string(e) }

// run is one active read: readers fill it, a collector gathers.
type run struct {
	table  *Table
	plan   sample.Plan
	opts   sample.Options
	retry  Retry
	filter *pb.RowFilter
	stop   context.CancelCauseFunc

	queue  chan int
	events chan event

	rows, bytes atomic.Int64 // received
	waiting     atomic.Int64 // readers that wait out a fault
	silence     silence
	rowRate     *rate.Limiter
	byteRate    *rate.Limiter

	threshold atomic.Uint64         // rows whose key hashes above it are not kept
	keepKey   func(key []byte) bool // nil keeps all
	// consume receives all rows of a read of one key range, which are then not kept; it may be nil.
	consume func(*sample.Sample) error
	handing *handing // receives all rows, which readers then do not keep; may be nil
}

// Job is one read.
type Job struct {
	About sample.Table // stored in the sample unchanged
	Plan  sample.Plan
	Opts  sample.Options
	// Before is a sample of the same plan to continue, or nil. Its How holds the progress of the key ranges.
	Before *sample.Sample
	// Progress receives the progress; it may be nil. While it blocks, reading pauses.
	Progress func(sample.Progress)
	// Census is the plan by which all rows are counted and some are kept; nil counts what needs no plan. See
	// sampler.Counter.
	Census *census.Plan
	// Counters is the number of counters; 0 means one for each core.
	Counters int
	// Takers receive all rows, each row once, in chunks of rows in key order, and at the same time as each other. Rows
	// are not kept.
	Takers []func(*sample.Sample)
	// KeysOnly has the service send of each row the key and one cell without its value. Rows are counted and not kept.
	KeysOnly bool

	again bool // key ranges of Before are read again that were read before
}

// sample runs the job once.
func (t *Table) sample(ctx context.Context, job Job) (*sample.Sample, error) {
	plan, opts := job.Plan, job.Opts
	counting, err := newCounting(&job, time.Now())
	if err != nil {
		return sample.Assemble(job.About, sample.Provenance{Strategy: plan.Strategy, Options: opts}, nil), err
	}
	collected := newCollector(job, counting)
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	reading := &run{
		table: t, plan: plan, opts: opts, retry: t.retry(), filter: rowFilter(opts, plan.Filter), stop: stop,
		events:   make(chan event, readsAtOnce),
		rowRate:  sampler.NewRate(opts.RowsPerSecond),
		byteRate: sampler.NewRate(opts.BytesPerSecond),
	}
	switch {
	case counting != nil:
		reading.handing = newHanding(counting.takers())
	case len(job.Takers) > 0:
		reading.handing = newHanding(job.Takers)
	}
	reading.retry.waiting = &reading.waiting
	reading.rows.Store(collected.how.RowsSeen)
	reading.bytes.Store(collected.how.BytesSeen)
	if plan.KeepRows > 0 && reading.handing == nil {
		reading.threshold.Store(collected.threshold)
		reading.keepKey = func(key []byte) bool { return hash(opts.Seed, key) <= reading.threshold.Load() }
	}
	if job.KeysOnly {
		reading.filter = chained(reading.filter, keysOnly())
		reading.keepKey = func([]byte) bool { return false }
	}
	reading.silence.start()
	reading.start(inner)
	return collected.collect(ctx, inner, reading)
}

// hash orders keys at random, by the seed.
func hash(seed uint64, key []byte) uint64 { return murmur3.SeedSum64(seed, key) }

// start starts the readers; events is closed when all have ended.
func (r *run) start(ctx context.Context) {
	var todo []int
	for i, p := range r.plan.Places {
		if !p.Done {
			todo = append(todo, i)
		}
	}
	slices.SortFunc(todo, func(a, b int) int { return cmp.Compare(r.plan.Places[a].Order, r.plan.Places[b].Order) })
	r.queue = make(chan int, len(todo))
	for _, i := range todo {
		r.queue <- i
	}
	close(r.queue)
	var wg sync.WaitGroup
	for range min(r.atOnce(), len(todo)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.work(ctx)
		}()
	}
	var takers sync.WaitGroup
	if r.handing != nil {
		r.handing.start(&takers, r.events)
	}
	go func() {
		wg.Wait()
		if r.handing != nil {
			close(r.handing.chunks)
			takers.Wait()
		}
		close(r.events)
	}()
}

// atOnce returns the number of open streams. Long reads of an emulator are limited by the cores that it shares with
// this program; the head is read over one stream, so that its rows are the first.
func (r *run) atOnce() int {
	switch {
	case r.plan.Strategy == sample.Head:
		return 1
	case r.plan.Strategy == sample.Quick:
		return readsAtOnce
	case r.table.Emulator:
		return max(2, min(streamsAtOnce, runtime.GOMAXPROCS(0)))
	}
	return streamsAtOnce
}

// count counts rows received against the limits, and waits where a rate is asked for.
func (r *run) count(ctx context.Context, rows, size int64) error {
	all, volume := r.rows.Add(rows), r.bytes.Add(size)
	if r.plan.Strategy == sample.Head && all >= r.plan.Places[0].Limit {
		r.stop(ended(""))
		return context.Canceled
	}
	if r.opts.Bytes > 0 && volume >= r.opts.Bytes {
		r.stop(ended(fmt.Sprintf("the limit of %s was reached", spelling.Count(r.opts.Bytes, "byte"))))
		return context.Canceled
	}
	if err := sampler.WaitFor(ctx, r.rowRate, rows); err != nil {
		return err
	}
	return sampler.WaitFor(ctx, r.byteRate, size)
}

// fullShare is the threshold that keeps every row.
const fullShare = math.MaxUint64
