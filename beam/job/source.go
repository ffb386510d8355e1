// Package job builds and runs the Beam jobs of tabletop-beam: the census of a whole table, and layouts tried on all of
// its rows.
package job

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/time/rate"

	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/bigtable"
)

// Source is what a worker needs to open the table. Beam passes it to workers as JSON, so its fields must stay exported.
// Every connection made from it has the read-only guard of package guard.
type Source struct {
	Config bigtable.Config
	Table  string
	// Options restrict the rows and cells that are read, and set the bytes kept of each value.
	Options sample.Options
	// BytesPerSecond limits what one worker process receives; 0 means no limit. See Options.rate.
	BytesPerSecond float64
}

// reader is an open Source.
type reader struct {
	source   Source
	instance sampler.Instance
	table    sampler.Scanner
	limit    *rate.Limiter
}

func (s Source) open(ctx context.Context) (*reader, error) {
	in, err := bigtable.Connect(ctx, s.Config)
	if err != nil {
		return nil, err
	}
	t, err := in.Open(ctx, s.Table)
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	table, ok := t.(sampler.Scanner)
	if !ok {
		return nil, errors.Join(fmt.Errorf("internal error: %T cannot scan key ranges", t), in.Close())
	}
	return &reader{source: s, instance: in, table: table, limit: s.limiter()}, nil
}

func (r *reader) close() error {
	if r == nil {
		return nil
	}
	return r.instance.Close()
}

// limiters holds the rate limit of each table in this process. Beam makes several instances of a DoFn in a worker and
// gives them nothing in common but the process, which is what the limit is for.
var limiters sync.Map // Source as text -> *rate.Limiter

// limiter returns the limit that all readers of the table in this process share; nil means none.
func (s Source) limiter() *rate.Limiter {
	if s.BytesPerSecond <= 0 {
		return nil
	}
	fresh := rate.NewLimiter(rate.Limit(s.BytesPerSecond), max(1, int(s.BytesPerSecond/10)))
	l, _ := limiters.LoadOrStore(fmt.Sprintf("%s/%s %v", s.Config.Name(), s.Table, s.BytesPerSecond), fresh)
	return l.(*rate.Limiter)
}
