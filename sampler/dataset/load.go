// Package dataset serves the demo tables of model/demo, and saved samples, from the embedded emulator: one demo as a
// source that can be read while it loads, or several tables to any client.
package dataset

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"golang.org/x/sync/errgroup"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"tabletop/model/crash"
	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/embedded"
)

// create makes the empty table with its families and rules in one request. Families must not be changed afterwards:
// that makes an emulator collect garbage in all its tables, and there would be no GC-eligible data to show.
func create(ctx context.Context, server *embedded.Server, t demo.Table) error {
	families := map[string]*adminpb.ColumnFamily{}
	for _, f := range t.Families {
		family := &adminpb.ColumnFamily{GcRule: gcRule(f.GC)}
		if f.Aggregate == "sum" {
			family.ValueType = sums()
		}
		families[f.Name] = family
	}
	table := &adminpb.Table{ColumnFamilies: families}
	if t.Micros {
		table.Granularity = adminpb.Table_MICROS
	}
	request := &adminpb.CreateTableRequest{Parent: embedded.Parent, TableId: t.Name, Table: table}
	if _, err := adminpb.NewBigtableTableAdminClient(server.Conn()).CreateTable(ctx, request); err != nil {
		return failed(t, "created", err)
	}
	return nil
}

// sums is the type of a family whose cells add up numbers of 8 bytes, big-endian.
func sums() *adminpb.Type {
	encoding := &adminpb.Type_Int64_Encoding{Encoding: &adminpb.Type_Int64_Encoding_BigEndianBytes_{
		BigEndianBytes: &adminpb.Type_Int64_Encoding_BigEndianBytes{}}}
	number := &adminpb.Type{Kind: &adminpb.Type_Int64Type{Int64Type: &adminpb.Type_Int64{Encoding: encoding}}}
	return &adminpb.Type{Kind: &adminpb.Type_AggregateType{AggregateType: &adminpb.Type_Aggregate{InputType: number,
		Aggregator: &adminpb.Type_Aggregate_Sum_{Sum: &adminpb.Type_Aggregate_Sum{}}}}}
}

func gcRule(r sample.GCRule) *adminpb.GcRule {
	switch r.Kind {
	case sample.GCMaxVersions:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: int32(r.Versions)}}
	case sample.GCMaxAge:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxAge{MaxAge: durationpb.New(r.Age)}}
	case sample.GCUnion:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_Union_{Union: &adminpb.GcRule_Union{Rules: gcRules(r.Children)}}}
	case sample.GCIntersection:
		return &adminpb.GcRule{Rule: &adminpb.GcRule_Intersection_{
			Intersection: &adminpb.GcRule_Intersection{Rules: gcRules(r.Children)}}}
	}
	return &adminpb.GcRule{} // nothing is collected
}

func gcRules(rules []sample.GCRule) []*adminpb.GcRule {
	all := make([]*adminpb.GcRule, len(rules))
	for i, r := range rules {
		all[i] = gcRule(r)
	}
	return all
}

// A request holds at most so many cells, except that it holds one row whole.
const cellsPerRequest = 4_000

const loaders = 4

// load writes what rows generates into the table that create made. Whatever part has been written is spread over the
// whole table. progress is called from one goroutine at a time with the number of rows written so far and that of all;
// it may be nil. Errors are of type *sampler.Error.
func load(ctx context.Context, server *embedded.Server, t demo.Table, rows demo.Generator,
	progress func(done, total int)) error {
	client := bigtablepb.NewBigtableClient(server.Conn())
	var next atomic.Int64
	done := counter{total: rows.Rows, progress: progress}
	group, inner := errgroup.WithContext(ctx)
	for range loaders {
		group.Go(crash.Recovered(func() error {
			unsent := batch{table: t}
			for {
				index := int(next.Add(1) - 1)
				if index < rows.Rows {
					unsent.add(rows.Row(index))
				}
				if unsent.cells < cellsPerRequest && index < rows.Rows {
					continue
				}
				written, err := unsent.send(inner, client)
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
	table   demo.Table
	entries []*bigtablepb.MutateRowsRequest_Entry
	cells   int
}

func (b *batch) add(r demo.Row) {
	entry, described := &bigtablepb.MutateRowsRequest_Entry{RowKey: r.Key}, sample.Table{Families: b.table.Families}
	for _, c := range r.Cells {
		mutation := setCell(c)
		if f, _ := described.Family(c.Family); f.Aggregate != "" {
			mutation = addToCell(c)
		}
		entry.Mutations = append(entry.Mutations, mutation)
	}
	b.entries = append(b.entries, entry)
	b.cells += len(r.Cells)
}

func setCell(c demo.Cell) *bigtablepb.Mutation {
	return &bigtablepb.Mutation{Mutation: &bigtablepb.Mutation_SetCell_{SetCell: &bigtablepb.Mutation_SetCell{
		FamilyName: c.Family, ColumnQualifier: []byte(c.Qualifier), TimestampMicros: c.Micros, Value: c.Value}}}
}

// addToCell adds the number that the value holds, big-endian.
func addToCell(c demo.Cell) *bigtablepb.Mutation {
	number := int64(binary.BigEndian.Uint64(c.Value))
	return &bigtablepb.Mutation{Mutation: &bigtablepb.Mutation_AddToCell_{AddToCell: &bigtablepb.Mutation_AddToCell{
		FamilyName:      c.Family,
		ColumnQualifier: &bigtablepb.Value{Kind: &bigtablepb.Value_RawValue{RawValue: []byte(c.Qualifier)}},
		Timestamp:       &bigtablepb.Value{Kind: &bigtablepb.Value_RawTimestampMicros{RawTimestampMicros: c.Micros}},
		Input:           &bigtablepb.Value{Kind: &bigtablepb.Value_IntValue{IntValue: number}}}}}
}

// send writes the batch and empties it.
func (b *batch) send(ctx context.Context, client bigtablepb.BigtableClient) (rows int, err error) {
	rows = len(b.entries)
	if rows == 0 {
		return 0, nil
	}
	answers, err := client.MutateRows(ctx,
		&bigtablepb.MutateRowsRequest{TableName: embedded.Parent + "/tables/" + b.table.Name, Entries: b.entries})
	if err != nil {
		return 0, err
	}
	for {
		answer, err := answers.Recv()
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
		for _, e := range answer.Entries { // the stream ends well whatever becomes of the rows
			if err := status.FromProto(e.Status).Err(); err != nil {
				return 0, fmt.Errorf("row %q: %w", b.entries[e.Index].RowKey, err)
			}
		}
	}
	b.entries, b.cells = b.entries[:0], 0
	return rows, nil
}

func failed(t demo.Table, done string, err error) error {
	return &sampler.Error{What: fmt.Sprintf("the table %s was not %s", t.Name, done), Err: err,
		Next: "start it again; it is only in memory"}
}
