// Package sampler is where rows come from. A sample.Source describes a table and reads a Sample of it; the packages below are
// its kinds: bigtable (live and emulator, read-only), embedded (the in-process emulator), snapshot (a saved sample)
// and dataset (the demo tables).
package sampler

import (
	"context"

	"tabletop/model/sample"
)

// Streamer is a Source whose rows can be looked at as they come: all of a table that is larger than memory, with a sample
// kept of it. Tables of an instance are Streamers.
type Streamer interface {
	sample.Source
	// Stream reads as Sample does. Each reader has a consumer of its own, made by consumer, which it hands every row that
	// is read, before any is left out for opts.Rows, in stretches of consecutive rows as small samples. A consumer is
	// called from one goroutine at a time, several consumers at once. Stretches of one place come in key order; places
	// come in any order. An error of a consumer ends the read as one of the service does.
	Stream(ctx context.Context, opts sample.Options, consumer func() func(*sample.Sample) error, progress func(sample.Progress)) (*sample.Sample, error)
}

// PrefixCounter is a Source that can count exactly how many different fronts the keys have (tenants, for keys that begin with
// one), with one short read for each. Tables of an instance are Skippers.
type PrefixCounter interface {
	sample.Source
	// DistinctPrefixes finds the different fronts of the keys of Prefix, Start and End of opts, in order. front cuts a key off
	// after the delimiter that ends its front, so that all keys that begin so have this front; it returns the whole key
	// of those that have none. With more than limit fronts, all is false and any limit of them are returned.
	DistinctPrefixes(ctx context.Context, opts sample.Options, front func(key []byte) []byte, limit int) (fronts [][]byte, all bool, err error)
}

// Table is a Source that can do all of this: a table of an instance, a demo.
type Table interface {
	sample.Planner
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
