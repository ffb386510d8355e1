package job

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"tabletop/beam/keyrange"
	"tabletop/beam/parts"
	"tabletop/model/census"
	"tabletop/model/sample"
)

func init() {
	register.DoFn4x1[context.Context, *sdf.LockRTracker, keyrange.Range, func(parts.Part), error](&countFn{})
	register.DoFn3x1[context.Context, string, func(parts.Part), error](&loadFn{})
	register.DoFn2x1[context.Context, parts.Part, error](&saveFn{})
	register.Emitter1[parts.Part]()
	register.Combiner2[Accumulator, parts.Part](&mergeFn{})
	// Without a coder of its own an accumulator is coded by its exported fields, of which it has none: all counts would be lost
	// without an error.
	beam.RegisterCoder(reflect.TypeOf((*Accumulator)(nil)).Elem(), encodeAccumulator, decodeAccumulator)
}

// countFn counts the rows of key ranges: one part for each restriction that was read, and a part file of the same.
type countFn struct {
	ranges
	Source Source
	Plan   []byte // census.Plan.MarshalBinary
	Folder string // of the part files

	plan   census.Plan
	reader *reader
	counters
}

// Setup connects to the table.
func (f *countFn) Setup(ctx context.Context) error {
	f.counters = newCounters()
	if err := f.plan.UnmarshalBinary(f.Plan); err != nil {
		return err
	}
	var err error
	f.reader, err = f.Source.open(ctx)
	return err
}

// Teardown ends the connection.
func (f *countFn) Teardown() error { return f.reader.close() }

// ProcessElement counts a restriction.
func (f *countFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, _ keyrange.Range, emit func(parts.Part)) error {
	c, err := census.New(f.plan)
	if err != nil {
		return err
	}
	got, err := f.reader.scan(ctx, rt, f.counters, func(rows *sample.Sample) error {
		c.Add(rows)
		return nil
	})
	if err != nil {
		return err
	}
	f.misfits.Inc(ctx, c.Misfits.Rows)
	print, err := f.plan.Fingerprint()
	if err != nil {
		return err
	}
	read := parts.Part{Plan: print, Start: got.start, End: got.end, Rows: got.rows, Bytes: got.bytes}
	for _, u := range got.unreadable {
		read.Unreadable = append(read.Unreadable, parts.Row{Key: u.Key, Reason: u.Reason})
	}
	if got.failed == nil || !bytes.Equal(got.start, got.end) {
		if read.Census, err = c.MarshalBinary(); err != nil {
			return err
		}
		if err := parts.Save(ctx, f.Folder, read); err != nil {
			return fmt.Errorf("cannot write a part file: %w", err)
		}
		emit(read)
	}
	if got.failed != nil {
		emit(parts.Part{Plan: print, Start: got.end, End: got.failedEnd, Failed: got.failed.Error()})
	}
	return nil
}

// loadFn reads part files of an earlier run.
type loadFn struct{}

// ProcessElement reads one.
func (*loadFn) ProcessElement(ctx context.Context, name string, emit func(parts.Part)) error {
	p, err := parts.Load(ctx, name)
	if err != nil {
		return fmt.Errorf("part file %s: %w", name, err)
	}
	emit(p)
	return nil
}

// Accumulator is what several parts came to.
type Accumulator struct {
	counts *census.Census // nil before the first part
	parts  []parts.Part   // of each range, without its census
}

func encodeAccumulator(a Accumulator) ([]byte, error) { return encodeWhole(a.counts, a.parts) }

func decodeAccumulator(data []byte) (a Accumulator, err error) {
	a.counts, a.parts, err = decodeWhole[census.Census](data)
	return a, err
}

// mergeFn joins the parts of a table.
type mergeFn struct{}

// CreateAccumulator returns an empty one.
func (*mergeFn) CreateAccumulator() Accumulator { return Accumulator{} }

// AddInput adds a part.
func (f *mergeFn) AddInput(a Accumulator, p parts.Part) (Accumulator, error) {
	counted, err := decodeCounts[census.Census](p.Census)
	if err != nil {
		return a, fmt.Errorf("the part %s is damaged: %w", describe(p.Start, p.End), err)
	}
	p.Census = nil
	return f.MergeAccumulators(a, Accumulator{counted, []parts.Part{p}})
}

// MergeAccumulators joins two of them.
func (*mergeFn) MergeAccumulators(a, b Accumulator) (Accumulator, error) {
	a.parts = append(slices.Clip(a.parts), b.parts...)
	switch {
	case a.counts == nil:
		a.counts = b.counts
	case b.counts != nil:
		if err := a.counts.Merge(b.counts); err != nil {
			return a, err
		}
	}
	return a, nil
}

// ExtractOutput returns a part for all ranges. It refuses ranges that overlap, whose rows would have been counted twice.
func (*mergeFn) ExtractOutput(a Accumulator) (parts.Part, error) {
	ranges := inKeyOrder(a.parts)
	for i, p := range ranges {
		if i > 0 && !bytes.Equal(ranges[i-1].End, p.Start) {
			return parts.Part{}, fmt.Errorf("internal error: the range %s follows %s", describe(p.Start, p.End), describe(ranges[i-1].Start, ranges[i-1].End))
		}
	}
	data, err := encodeWhole(a.counts, ranges)
	return parts.Part{Census: data}, err
}

// saveFn writes what a table came to.
type saveFn struct{ Name string }

// ProcessElement writes the file.
func (f *saveFn) ProcessElement(ctx context.Context, p parts.Part) error {
	return parts.WriteFile(ctx, f.Name, p.Census)
}

// loadWhole reads what saveFn wrote.
func loadWhole(ctx context.Context, name string) (*whole, error) {
	data, err := parts.ReadFile(ctx, name)
	if err != nil {
		return nil, err
	}
	return decodeRanges(data)
}

// decodeRanges reads what several ranges came to.
func decodeRanges(data []byte) (*whole, error) {
	var w whole
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&w); err != nil {
		return nil, err
	}
	return &w, nil
}

// countTable builds the pipeline of a census: the ranges that are still to be read, and the part files of those that were.
func countTable(s beam.Scope, fn *countFn, todo []keyrange.Range, have []string, out string) error {
	var all []beam.PCollection
	if len(todo) > 0 {
		all = append(all, beam.ParDo(s.Scope("Read"), fn, beam.CreateList(s, todo)))
	}
	if len(have) > 0 {
		all = append(all, beam.ParDo(s.Scope("Load"), &loadFn{}, beam.Reshuffle(s, beam.CreateList(s, have))))
	}
	if len(all) == 0 {
		return errors.New("internal error: there is no range to count")
	}
	merged := beam.Combine(s.Scope("Merge"), &mergeFn{}, beam.Flatten(s, all...))
	beam.ParDo0(s.Scope("Save"), &saveFn{Name: out}, merged)
	return nil
}
