// Package dataset serves the demo tables of model/demo from the embedded emulator: one as a source that can be read
// while it loads, or several to any client.
package dataset

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"

	"cloud.google.com/go/bigtable"
	"golang.org/x/sync/errgroup"

	"tabletop/model/crash"
	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler"
)

// create makes the empty table with its families and rules in one request. Families must not be changed afterwards:
// that makes an emulator collect garbage in all its tables, and there would be no GC-eligible data to show.
func create(ctx context.Context, admin *bigtable.AdminClient, t demo.Table) error {
	conf := &bigtable.TableConf{TableID: t.Name, ColumnFamilies: map[string]bigtable.Family{}}
	for _, f := range t.Families {
		family := bigtable.Family{GCPolicy: policy(f.GC)}
		if f.Aggregate == "sum" {
			family.ValueType = bigtable.AggregateType{Input: bigtable.Int64Type{}, Aggregator: bigtable.SumAggregator{}}
		}
		conf.ColumnFamilies[f.Name] = family
	}
	if err := admin.CreateTableFromConf(ctx, conf); err != nil {
		return failed(t, "created", err)
	}
	return nil
}

func policy(r sample.GCRule) bigtable.GCPolicy {
	switch r.Kind {
	case sample.GCMaxVersions:
		return bigtable.MaxVersionsPolicy(r.Versions)
	case sample.GCMaxAge:
		return bigtable.MaxAgePolicy(r.Age)
	case sample.GCUnion:
		return bigtable.UnionPolicy(policies(r.Children)...)
	case sample.GCIntersection:
		return bigtable.IntersectionPolicy(policies(r.Children)...)
	}
	return bigtable.NoGcPolicy()
}

func policies(rules []sample.GCRule) []bigtable.GCPolicy {
	all := make([]bigtable.GCPolicy, len(rules))
	for i, r := range rules {
		all[i] = policy(r)
	}
	return all
}

// A request holds at most so many cells, except that it holds one row whole.
const cellsPerRequest = 4_000

const loaders = 4

// load writes what rows generates into the table that create made. Whatever part has been written is spread over the
// whole table. progress is called from one goroutine at a time with the number of rows written so far and that of all;
// it may be nil. Errors are of type *sampler.Error.
func load(ctx context.Context, client *bigtable.Client, t demo.Table, rows demo.Generator,
	progress func(done, total int)) error {
	table := client.Open(t.Name)
	var next atomic.Int64
	done := counter{total: rows.Rows, progress: progress}
	group, inner := errgroup.WithContext(ctx)
	for range loaders {
		group.Go(crash.Recovered(func() error {
			var b batch
			for {
				index := int(next.Add(1) - 1)
				if index < rows.Rows {
					b.add(t, rows.Row(index))
				}
				if b.cells < cellsPerRequest && index < rows.Rows {
					continue
				}
				written, err := b.send(inner, table)
				if err != nil {
					return err
				}
				done.add(written)
				if index >= rows.Rows {
					return nil
				}
			}
		}))
	}
	err := group.Wait()
	if ctx.Err() != nil {
		err = ctx.Err() // what gRPC makes of it is no context error
	}
	if err != nil {
		return failed(t, "loaded", err)
	}
	return nil
}

// counter adds up what the loaders have written.
type counter struct {
	mu          sync.Mutex
	done, total int
	progress    func(done, total int)
}

func (c *counter) add(rows int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done += rows; c.progress != nil {
		c.progress(c.done, c.total)
	}
}

// batch is the rows of one request.
type batch struct {
	keys  []string
	muts  []*bigtable.Mutation
	cells int
}

func (b *batch) add(t demo.Table, r demo.Row) {
	mutation, described := bigtable.NewMutation(), sample.Table{Families: t.Families}
	for _, c := range r.Cells {
		if f, _ := described.Family(c.Family); f.Aggregate != "" {
			mutation.AddIntToCell(c.Family, c.Qualifier, bigtable.Timestamp(c.Micros),
				int64(binary.BigEndian.Uint64(c.Value)))
			continue
		}
		mutation.Set(c.Family, c.Qualifier, bigtable.Timestamp(c.Micros), c.Value)
	}
	b.keys = append(b.keys, string(r.Key))
	b.muts = append(b.muts, mutation)
	b.cells += len(r.Cells)
}

// send writes the batch and empties it.
func (b *batch) send(ctx context.Context, table *bigtable.Table) (rows int, err error) {
	rows = len(b.keys)
	if rows == 0 {
		return 0, nil
	}
	refused, err := table.ApplyBulk(ctx, b.keys, b.muts)
	if err != nil {
		return 0, err
	}
	for i, e := range refused {
		if e != nil {
			return 0, fmt.Errorf("row %q: %w", b.keys[i], e)
		}
	}
	*b = batch{keys: b.keys[:0], muts: b.muts[:0]}
	return rows, nil
}

func failed(t demo.Table, done string, err error) error {
	return &sampler.Error{What: fmt.Sprintf("the demo table %s was not %s", t.Name, done), Err: err,
		Next: "start the demo again; it is only in memory"}
}
