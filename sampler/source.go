// Package sampler is where rows come from. A Source describes a table and reads a Sample of it; the packages below are
// its kinds: bigtable (live and emulator, read-only), embedded (the in-process emulator), snapshot (a saved sample)
// and dataset (the demo tables).
package sampler

import (
	"context"

	"tabletop/model/sample"
)

// Source is one table to look at.
type Source interface {
	// Name is how a person names the table: "demo:meters", "project/instance/table", a file name.
	Name() string
	// Describe reads the table's description. Errors are of type *Error.
	Describe(ctx context.Context) (sample.Table, error)
	// Sample reads rows. It tells its progress, about ten times a second and from one goroutine at a time, with a
	// Sample of what has been read so far now and then. Cancelling ctx ends the read; what was read is returned with a
	// nil error and How.Stopped set. An error comes with what could be read before it, which may be nil.
	Sample(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample, error)
	// Row reads one row afresh with up to keep bytes of every value, as a Sample of one row; of no row if it is gone.
	Row(ctx context.Context, key []byte, keep int) (*sample.Sample, error)
	Close() error
}

// Planner is a Source that tells what it would read before it does, and can go on with what it has read. Tables of an
// instance are Planners; a saved sample is not.
type Planner interface {
	Source
	// Plan says what Sample would read with these options.
	Plan(ctx context.Context, opts sample.Options) (sample.Plan, error)
	// Continue goes on with a sample of this table, also one from a snapshot: with the rest of its plan when it was
	// stopped; else with more places of the same kind, until there are about opts.Rows rows in all. Which rows are asked
	// for was settled by the sample's own options; of opts only Rows, Bytes, Time and the rates are heeded. A sample that
	// can only be read anew is. Errors and cancelling are as in Sample.
	Continue(ctx context.Context, s *sample.Sample, opts sample.Options, progress func(sample.Progress)) (*sample.Sample, error)
}

// Streamer is a Source whose rows can be looked at as they come: all of a table that is larger than memory, with a sample
// kept of it. Tables of an instance are Streamers.
type Streamer interface {
	Source
	// Stream reads as Sample does. Each reader has a consumer of its own, made by consumer, which it hands every row that
	// is read, before any is left out for opts.Rows, in stretches of consecutive rows as small samples. A consumer is
	// called from one goroutine at a time, several consumers at once. Stretches of one place come in key order; places
	// come in any order. An error of a consumer ends the read as one of the service does.
	Stream(ctx context.Context, opts sample.Options, consumer func() func(*sample.Sample) error, progress func(sample.Progress)) (*sample.Sample, error)
}

// PrefixCounter is a Source that can count exactly how many different fronts the keys have (tenants, for keys that begin with
// one), with one short read for each. Tables of an instance are Skippers.
type PrefixCounter interface {
	Source
	// DistinctPrefixes finds the different fronts of the keys of Prefix, Start and End of opts, in order. front cuts a key off
	// after the delimiter that ends its front, so that all keys that begin so have this front; it returns the whole key
	// of those that have none. With more than limit fronts, all is false and any limit of them are returned.
	DistinctPrefixes(ctx context.Context, opts sample.Options, front func(key []byte) []byte, limit int) (fronts [][]byte, all bool, err error)
}

// Table is a Source that can do all of this: a table of an instance, a demo.
type Table interface {
	Planner
	Streamer
	PrefixCounter
}

// Instance lists tables and opens them.
type Instance interface {
	Name() string // "project/instance"
	Tables(ctx context.Context) ([]string, error)
	Open(ctx context.Context, table string) (Table, error)
	Close() error
}

// Error is a failure told so that a person knows what to do: what happened, to what, and the next step.
type Error struct {
	What string // what happened to what: `table "metrics" does not exist in prod/eu`
	Next string // what to do next: "tabletop prod/eu lists its tables"; may be empty
	Err  error  // the cause; may be nil
}

func (e *Error) Error() string {
	s := e.What
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	if e.Next != "" {
		s += "\n" + e.Next
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }
