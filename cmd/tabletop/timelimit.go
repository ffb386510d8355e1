package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tabletop/model/sample"
	"tabletop/sampler"
)

// reads returns the context of all that a command reads, which ends when --time has passed since the command
// started: connecting, loading a demo, describing, planning, reading, and what is read beside the rows. What is
// made of the rows afterwards is not part of it.
func (p *program) reads(ctx context.Context) context.Context {
	return readsWithin(ctx, p.flags.time, p.started)
}

// readsWithin returns a context that ends when a limit has passed since a time; without a limit, ctx.
func readsWithin(ctx context.Context, limit time.Duration, since time.Time) context.Context {
	if limit <= 0 {
		return ctx
	}
	reads, end := context.WithCancelCause(ctx)
	// A cancellation, and no deadline: a server is told of deadlines, and answers that one has passed as if it
	// were silent.
	passed := func() { end(sample.TimeLimit(limit)) }
	left := limit - time.Since(since)
	if left <= 0 {
		passed() // now, and not when a timer comes to it
		return reads
	}
	timer := time.AfterFunc(left, passed)
	context.AfterFunc(ctx, func() { timer.Stop(); end(nil) })
	return reads
}

// overtime returns err, or that --time had passed before source answered if that is why there is nothing to report.
func overtime(reads context.Context, source string, err error) error {
	var limit sample.TimeLimit
	if !errors.As(context.Cause(reads), &limit) {
		return err
	}
	return &sampler.Error{
		What: fmt.Sprintf("nothing was read of %s: %v", source, limit), Silent: true,
		Next: "give it more time with --time, or check that the server answers",
	}
}
