package job

import (
	"bytes"
	"context"
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
	// Without a coder of its own an accumulator is coded by its exported fields, of which it has none: all counts would
	// be lost without an error.
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
func (f *countFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, _ keyrange.Range,
	emit func(parts.Part)) error {
	counts, err := census.New(f.plan)
	if err != nil {
		return err
	}
	got, err := f.reader.scan(ctx, rt, f.counters, func(rows *sample.Sample) error {
		counts.Add(rows)
		return nil
	})
	if err != nil {
		return err
	}
	f.misfits.Inc(ctx, counts.Misfits.Rows)
	print, err := f.plan.Fingerprint()
	if err != nil {
		return err
	}
	read := parts.Part{Plan: print, Start: got.start, End: got.end, Rows: got.rows, Bytes: got.bytes}
	for _, u := range got.unreadable {
		read.Unreadable = append(read.Unreadable, parts.Row{Key: u.Key, Reason: u.Reason})
	}
	if got.failed == nil || !bytes.Equal(got.start, got.end) {
		if read.Census, err = counts.MarshalBinary(); err != nil {
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

// Accumulator is what several parts came to. Counts are decoded when others are merged into them: most accumulators
// hold those of one part, which only travel.
type Accumulator struct {
	counts  *census.Census // nil before the first merge
	encoded []byte         // in place of counts; empty if nothing was counted
	parts   []parts.Part   // of each range, without its census
}

func encodeAccumulator(a Accumulator) ([]byte, error) {
	w, err := a.whole()
	if err != nil {
		return nil, err
	}
	return encodeRanges(w)
}

func decodeAccumulator(data []byte) (Accumulator, error) {
	w, err := decodeRanges(data)
	if err != nil {
		return Accumulator{}, err
	}
	return Accumulator{encoded: w.Census, parts: w.Ranges}, nil
}

// whole returns the accumulator in the form in which it travels.
func (a Accumulator) whole() (w whole, err error) {
	w = whole{a.encoded, a.parts}
	if a.counts != nil {
		w.Census, err = a.counts.MarshalBinary()
	}
	return w, err
}

// decoded returns the counts; nil if there are none.
func (a Accumulator) decoded() (*census.Census, error) {
	if a.counts != nil {
		return a.counts, nil
	}
	c, err := decodeCounts[census.Census](a.encoded)
	if err != nil {
		err = fmt.Errorf("the part %s is damaged: %w", describe(a.parts[0].Start, a.parts[len(a.parts)-1].End), err)
	}
	return c, err
}

// mergeFn joins the parts of a table.
type mergeFn struct{}

// CreateAccumulator returns an empty one.
func (*mergeFn) CreateAccumulator() Accumulator { return Accumulator{} }

// AddInput adds a part.
func (f *mergeFn) AddInput(a Accumulator, p parts.Part) (Accumulator, error) {
	encoded := p.Census
	p.Census = nil
	return f.MergeAccumulators(a, Accumulator{encoded: encoded, parts: []parts.Part{p}})
}

// MergeAccumulators joins two of them.
func (*mergeFn) MergeAccumulators(a, b Accumulator) (Accumulator, error) {
	all := append(slices.Clip(a.parts), b.parts...)
	switch {
	case b.counts == nil && len(b.encoded) == 0:
		a.parts = all
		return a, nil
	case a.counts == nil && len(a.encoded) == 0:
		b.parts = all
		return b, nil
	}
	into, err := a.decoded()
	if err != nil {
		return a, err
	}
	more, err := b.decoded()
	if err != nil {
		return a, err
	}
	return Accumulator{counts: into, parts: all}, into.Merge(more)
}

// ExtractOutput returns a part for all ranges. It refuses ranges that overlap, whose rows would have been counted
// twice.
func (*mergeFn) ExtractOutput(a Accumulator) (parts.Part, error) {
	a.parts = inKeyOrder(a.parts)
	for i, p := range a.parts {
		if i > 0 && !bytes.Equal(a.parts[i-1].End, p.Start) {
			return parts.Part{}, fmt.Errorf("internal error: the range %s follows %s", describe(p.Start, p.End),
				describe(a.parts[i-1].Start, a.parts[i-1].End))
		}
	}
	data, err := encodeAccumulator(a)
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

// countTable builds the pipeline of a census: the ranges that are still to be read, and the part files of those that
// were.
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
