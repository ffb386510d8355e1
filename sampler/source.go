// Package sampler defines sources of rows. A sample.Source describes a table and reads a Sample of it; the packages
// below are its kinds: bigtable (live and emulator, read-only), embedded (the in-process emulator), snapshot (a saved
// sample) and dataset (the demo tables).
package sampler

import (
	"context"

	"tabletop/model/census"
	"tabletop/model/sample"
)

// Counter is a Source whose rows can be counted while they are read. Tables of an instance are Counters.
type Counter interface {
	sample.Source
	// Count reads all rows that the options of plan ask for, counts them by plan, and returns those that the plan
	// keeps, with the counts as sections, unless these rows are all. The sample is described as about, a description of
	// the table that was made before. limits has the limits and rates of the read. A read that ends early has no
	// counts. Errors and canceling are as in Sample.
	Count(ctx context.Context, about sample.Table, plan census.Plan, limits sample.Options,
		progress func(sample.Progress)) (*sample.Sample, error)
}

// PrefixCounter is a Source that can count the distinct prefixes of keys exactly (tenants, for keys that start with
// one), with one short read for each. Tables of an instance are PrefixCounters.
type PrefixCounter interface {
	sample.Source
	// DistinctPrefixes returns the distinct prefixes of the keys in Prefix, Start and End of opts, in order. front
	// returns a key up to and including the delimiter that ends its prefix, or the whole key if it has none. With more
	// than limit prefixes, all is false and any limit of them are returned.
	DistinctPrefixes(ctx context.Context, opts sample.Options, front func(key []byte) []byte,
		limit int) (fronts [][]byte, all bool, err error)
}

// RowCounter is a Source that can count its rows by their keys. Tables of an instance are RowCounters.
type RowCounter interface {
	sample.Source
	// CountRows counts the rows that opts select (Prefix, Start, End, KeyRegex, Families, Since, Until), of which it
	// reads the keys and no values. The limits and rates of opts hold. It returns how the read went: RowsSeen is the
	// number of rows, of all rows if every one of Places is done. Errors and canceling are as in Sample, and what was
	// counted before them is returned.
	CountRows(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (sample.Provenance, error)
}

// AllReader is a Source all of whose rows can be passed on while they are read, on all cores. Tables of an instance
// are AllReaders.
type AllReader interface {
	sample.Source
	// ReadAll reads the rows that opts select (Prefix, Start, End, KeyRegex, Families, Since, Until) and passes each
	// once to one of takers, of which there is at least one, in chunks of rows in key order. Takers are called at the
	// same time, but none twice at a time. Keep, and the limits and rates of opts hold. It returns how the read went:
	// Provenance.ToTheEnd reports whether all rows were passed on. Errors and canceling are as in Sample.
	ReadAll(ctx context.Context, opts sample.Options, takers []func(*sample.Sample),
		progress func(sample.Progress)) (sample.Provenance, error)
}

// Table is a Source that can do all of this: a table of an instance, a demo.
type Table interface {
	sample.Planner
	Counter
	PrefixCounter
	RowCounter
	AllReader
}

// Instance lists tables and opens them.
type Instance interface {
	Name() string // "project/instance"
	Tables(ctx context.Context) ([]string, error)
	// Views lists the views of the instance and the authorized views of the tables of these names, by name. Those that
	// were found are returned beside an error.
	Views(ctx context.Context, tables []string) ([]View, error)
	// Open opens a table, or a view that can be read by rows, by its name.
	Open(ctx context.Context, table string) (Table, error)
	Close() error
}

// View is a view of an instance.
type View struct {
	Kind  string // "authorized view", "materialized view", or "logical view", which only SQL reads
	Name  string // as in a SOURCE behind the instance: "orders/authorizedViews/eu", "materializedViews/by_day"
	Of    string // the table that it is of, or the first one that its query names; may be empty
	Query string // its SQL; empty for an authorized view
}

// Error is an error that a user can act on: what happened, to what, and the next step.
type Error struct {
	What string // what happened to what: `table "metrics" does not exist in prod/eu`
	Next string // what to do next: "tabletop prod/eu lists its tables"; may be empty
	Err  error  // the cause; may be nil
	// Silent reports whether no server answered: the connection was refused, or the server was unavailable, or did not
	// answer, or stopped answering, in time.
	Silent bool
}

// Error returns what happened, why, and on a line of its own what to do next.
func (e *Error) Error() string {
	s := e.What
	if e.Err != nil {
		s += ": " + Cause(e.Err)
	}
	if e.Next != "" {
		s += "\n" + e.Next
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
