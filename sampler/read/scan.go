package read

import (
	"bytes"
	"context"
	"sync/atomic"

	"tabletop/model/sample"
	"tabletop/sampler"
)

// Scan reads all rows of a key range, with retries. Errors of the service and of Consume are returned unchanged, with
// what was read before them.
func (t *Table) Scan(ctx context.Context, scan sampler.Scan) (sampler.Scanned, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var retries atomic.Int64
	reading := &run{
		table: t, opts: scan.Opts, retry: t.retry(), filter: rowFilter(scan.Opts, 1), stop: stop,
		plan: sample.Plan{Strategy: sample.Everything, Filter: 1,
			Places: []sample.ReadRange{{Start: scan.Start, End: scan.End}}},
		events:   make(chan event, 1),
		byteRate: scan.Rate,
	}
	var refused error // by Consume, which is not called again
	reading.consume = func(rows *sample.Sample) error {
		if refused == nil {
			if refused = scan.Consume(rows); refused != nil {
				stop(refused)
			}
		}
		return refused
	}
	reading.retry.waiting, reading.retry.retries = &reading.waiting, &retries
	reading.silence.start()
	reading.start(ctx)
	var out sampler.Scanned
	var err error
	for event := range reading.events {
		out.Rows += event.seen
		out.Bytes += event.bytes
		if event.after != nil {
			out.After = bytes.Clone(event.after)
		}
		if event.unreadable != nil {
			out.Unreadable = append(out.Unreadable, *event.unreadable)
		}
		if event.err != nil && err == nil {
			err = event.err
		}
	}
	out.Retries = retries.Load()
	if cause := context.Cause(ctx); cause != nil {
		err = cause // what ended the read, rather than what the stream made of it
	}
	return out, err
}
