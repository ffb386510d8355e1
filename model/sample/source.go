package sample

import "context"

// Source is one table to look at. Its errors state what happened and, after a line break, what to do next.
type Source interface {
	// Name is how a user names the table: "demo:meters", "project/instance/table", a file name.
	Name() string
	// Describe reads the table's description.
	Describe(ctx context.Context) (Table, error)
	// Sample reads rows. It reports its progress about ten times per second, from one goroutine at a time, sometimes
	// with a Sample of what has been read so far; reading pauses until progress returns. Canceling ctx ends the read;
	// what was read is returned with a nil error and How.Stopped set. An error comes with what was read before it,
	// which may be nil.
	Sample(ctx context.Context, opts Options, progress func(Progress)) (*Sample, error)
	// Row reads one row again with up to keep bytes of every value, as a Sample of one row; of no row if it is gone.
	Row(ctx context.Context, key []byte, keep int) (*Sample, error)
	Close() error
}

// Planner is a Source that can state what it would read before it does, and can continue a sample. Tables of an
// instance are Planners; a saved sample is not.
type Planner interface {
	Source
	// Plan returns what Sample would read with these options.
	Plan(ctx context.Context, opts Options) (Plan, error)
	// Continue continues a sample of this table, also one that was saved: with the rest of its plan if it was stopped;
	// else with more key ranges of the same kind, until there are about opts.Rows rows in all. The sample's own options
	// settle which rows are read; of opts only Rows, Bytes, Time and the rates apply. A sample that cannot be continued
	// is read again. Errors and canceling are as in Sample.
	Continue(ctx context.Context, before *Sample, opts Options, progress func(Progress)) (*Sample, error)
}
