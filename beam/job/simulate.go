package job

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"reflect"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"tabletop/beam/keyrange"
	"tabletop/beam/parts"
	"tabletop/model/census/relayout"
	"tabletop/model/sample"
)

func init() {
	register.DoFn5x1[context.Context, *sdf.LockRTracker, keyrange.Range, func(int64,
		[]byte), func(parts.Part), error](&moveFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, keyrange.Range, func(int64,
		[]byte), func(parts.Part), error](&meetFn{})
	register.DoFn4x1[int64, func(*[]byte) bool, func(parts.Part), func([]byte), error](&resolveFn{})
	register.DoFn4x1[int64, func(*[]byte) bool, func(parts.Part), func(int64, []byte), error](&joinFn{})
	register.DoFn3x1[int64, func(*[]byte) bool, func(parts.Part), error](&sourceFn{})
	register.DoFn2x1[context.Context, []byte, error](&saveFilterFn{})
	register.Emitter2[int64, []byte]()
	register.Emitter1[[]byte]()
	register.Iter1[[]byte]()
	register.Combiner2[moved, parts.Part](&tallyFn{})
	register.Combiner2[relayout.Filter, []byte](&filterFn{})
	beam.RegisterCoder(reflect.TypeOf((*moved)(nil)).Elem(), encodeMoved, decodeMoved)
	beam.RegisterCoder(reflect.TypeOf((*relayout.Filter)(nil)).Elem(), encodeFilter, decodeFilter)
}

// flushBytes is how much a reader gathers before it passes it on: few large elements cost a runner less than many small
// ones.
const flushBytes = 16 << 20

// grouper gathers what belongs to the same group of hashes.
type grouper struct {
	groups [][]byte
	size   int
	emit   func(int64, []byte)
}

func newGrouper(n int, emit func(int64, []byte)) *grouper {
	return &grouper{groups: make([][]byte, n), emit: emit}
}

func (g *grouper) grown(by int) {
	if g.size += by; g.size >= flushBytes {
		g.flush()
	}
}

func (g *grouper) flush() {
	for i, data := range g.groups {
		if len(data) > 0 {
			g.emit(int64(i), data)
			g.groups[i] = nil
		}
	}
	g.size = 0
}

// layoutFn is what the DoFns of layouts have in common.
type layoutFn struct {
	ranges
	Source Source
	Plan   []byte // relayout.Plan.MarshalBinary
	Groups int    // of hashes

	mover  *relayout.Mover
	reader *reader
	counters
}

func mover(plan []byte) (*relayout.Mover, error) {
	var p relayout.Plan
	if err := p.UnmarshalBinary(plan); err != nil {
		return nil, err
	}
	return relayout.NewMover(p)
}

func (f *layoutFn) open(ctx context.Context) error {
	f.counters = newCounters()
	var err error
	if f.mover, err = mover(f.Plan); err != nil {
		return err
	}
	f.reader, err = f.Source.open(ctx)
	return err
}

// done passes on what a restriction came to.
func (s *scanned) done(t *relayout.Tally, emit func(parts.Part)) error {
	part, err := tallied(t)
	if err != nil {
		return err
	}
	part.Start, part.End, part.Rows, part.Bytes = s.start, s.end, s.rows, s.bytes
	for _, u := range s.unreadable {
		part.Unreadable = append(part.Unreadable, parts.Row{Key: u.Key, Reason: u.Reason})
	}
	emit(part)
	if s.failed != nil {
		emit(parts.Part{Start: s.end, End: s.failedEnd, Failed: s.failed.Error()})
	}
	return nil
}

// tallied returns a part with a tally.
func tallied(t *relayout.Tally) (parts.Part, error) {
	data, err := t.MarshalBinary()
	return parts.Part{Census: data}, err
}

// moveFn is the first pass over the table.
type moveFn struct{ layoutFn }

// Setup connects to the table.
func (f *moveFn) Setup(ctx context.Context) error { return f.open(ctx) }

// Teardown ends the connection.
func (f *moveFn) Teardown() error { return f.reader.close() }

// ProcessElement moves the rows of a restriction.
func (f *moveFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, _ keyrange.Range, emit func(int64, []byte),
	done func(parts.Part)) error {
	tally, grouper := f.mover.NewTally(), newGrouper(f.Groups, emit)
	got, err := f.reader.scan(ctx, rt, f.counters, func(rows *sample.Sample) error {
		return f.mover.Move(ctx, rows, tally, func(x relayout.Moved) {
			to := &grouper.groups[x.Hash.Bucket(f.Groups)]
			before := len(*to)
			*to = relayout.AppendMoved(*to, &x)
			grouper.grown(len(*to) - before)
		})
	})
	if err != nil {
		return err
	}
	for _, c := range tally.Targets {
		f.misfits.Inc(ctx, c.NotMeant)
	}
	grouper.flush()
	return got.done(tally, done)
}

// planned is what DoFns after the shuffle have in common.
type planned struct {
	Plan []byte // relayout.Plan.MarshalBinary

	mover *relayout.Mover
}

// Setup reads the plan.
func (p *planned) Setup() (err error) {
	p.mover, err = mover(p.Plan)
	return err
}

// resolveFn takes apart the hashes that one source row gives to, and those that several give to.
type resolveFn struct{ planned }

// ProcessElement takes all of a group of hashes.
func (f *resolveFn) ProcessElement(_ int64, next func(*[]byte) bool, done func(parts.Part), meet func([]byte)) error {
	var all []relayout.Moved
	var data []byte
	var err error
	for next(&data) {
		if all, err = relayout.DecodeMoved(all, bytes.Clone(data)); err != nil {
			return err
		}
	}
	tally := f.mover.NewTally()
	var hashes []byte
	f.mover.Resolve(all, tally, func(h relayout.Hash) { hashes = append(hashes, h[:]...) })
	if len(hashes) > 0 {
		meet(hashes)
	}
	p, err := tallied(tally)
	if err == nil {
		done(p)
	}
	return err
}

// meetFn is the second pass, over the keys at which rows meet.
type meetFn struct {
	layoutFn
	Filter string // file of the filter

	filter relayout.Filter
}

// Setup connects to the table, and reads the filter.
func (f *meetFn) Setup(ctx context.Context) error {
	data, err := parts.ReadFile(ctx, f.Filter)
	if err != nil {
		return err
	}
	if f.filter, err = decodeFilter(data); err != nil {
		return err
	}
	return f.open(ctx)
}

// Teardown ends the connection.
func (f *meetFn) Teardown() error { return f.reader.close() }

// ProcessElement passes on the cells of a restriction that go to keys at which rows meet.
func (f *meetFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, _ keyrange.Range, emit func(int64, []byte),
	done func(parts.Part)) error {
	gathered := make([][]relayout.Given, f.Groups)
	size := 0
	flush := func() error {
		for i, list := range gathered {
			if len(list) == 0 {
				continue
			}
			var data bytes.Buffer
			if err := gob.NewEncoder(&data).Encode(list); err != nil {
				return err
			}
			emit(int64(i), data.Bytes())
			gathered[i] = nil
		}
		size = 0
		return nil
	}
	got, err := f.reader.scan(ctx, rt, f.counters, func(rows *sample.Sample) error {
		err := f.mover.Meet(ctx, rows, &f.filter, func(g relayout.Given) {
			b := g.Hash.Bucket(f.Groups)
			gathered[b] = append(gathered[b], g)
			size += len(g.Key) + len(g.Source)
			for _, c := range g.Cells {
				size += 64 + len(c.Qualifier) + len(c.Value)
			}
		})
		if err == nil && size >= flushBytes {
			err = flush()
		}
		return err
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	return got.done(f.mover.NewTally(), done)
}

// joinFn joins the rows that meet.
type joinFn struct {
	planned
	Groups int
}

// ProcessElement takes all of a group of hashes.
func (f *joinFn) ProcessElement(_ int64, next func(*[]byte) bool, done func(parts.Part),
	share func(int64, []byte)) error {
	var all []relayout.Given
	var data []byte
	for next(&data) {
		var list []relayout.Given
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
			return err
		}
		all = append(all, list...)
	}
	tally, grouper := f.mover.NewTally(), newGrouper(f.Groups, share)
	f.mover.Join(all, tally, func(s relayout.Source) {
		to := &grouper.groups[s.Hash.Bucket(f.Groups)]
		*to = append(binary.AppendUvarint(*to, uint64(s.Target)), s.Hash[:]...)
		grouper.grown(1 + len(s.Hash))
	})
	grouper.flush()
	p, err := tallied(tally)
	if err == nil {
		done(p)
	}
	return err
}

// sourceFn counts source rows that share a key with others, once each, where keys depend on cells.
type sourceFn struct{ planned }

// ProcessElement takes all of a group of hashes.
func (f *sourceFn) ProcessElement(_ int64, next func(*[]byte) bool, done func(parts.Part)) error {
	var all []relayout.Source
	var data []byte
	for next(&data) {
		for rest := data; len(rest) > 0; {
			target, n := binary.Uvarint(rest)
			var s relayout.Source
			if n <= 0 || len(rest) < n+len(s.Hash) {
				return fmt.Errorf("internal error: a source row is cut off")
			}
			s.Target = int(target)
			rest = rest[n+copy(s.Hash[:], rest[n:]):]
			all = append(all, s)
		}
	}
	t := f.mover.NewTally()
	f.mover.CountSources(all, t)
	p, err := tallied(t)
	if err == nil {
		done(p)
	}
	return err
}

// moved is what several parts came to.
type moved struct {
	tally *relayout.Tally // nil before the first part
	parts []parts.Part    // of each range, without its tally
}

func encodeMoved(a moved) ([]byte, error) { return encodeWhole(a.tally, a.parts) }

func decodeMoved(data []byte) (a moved, err error) {
	a.tally, a.parts, err = decodeWhole[relayout.Tally](data)
	return a, err
}

// tallyFn adds up tallies.
type tallyFn struct{}

// CreateAccumulator returns an empty one.
func (*tallyFn) CreateAccumulator() moved { return moved{} }

// AddInput adds a part.
func (f *tallyFn) AddInput(a moved, p parts.Part) (moved, error) {
	tally, err := decodeCounts[relayout.Tally](p.Census)
	if err != nil {
		return a, err
	}
	b := moved{tally: tally}
	if p.Census = nil; p.Rows > 0 || p.Failed != "" || len(p.Unreadable) > 0 {
		b.parts = []parts.Part{p}
	}
	return f.MergeAccumulators(a, b), nil
}

// MergeAccumulators joins two of them.
func (*tallyFn) MergeAccumulators(a, b moved) moved {
	a.parts = append(slices.Clip(a.parts), b.parts...)
	if a.tally == nil {
		a.tally = b.tally
	} else if b.tally != nil {
		a.tally.Merge(b.tally)
	}
	return a
}

// ExtractOutput returns a part for all of them.
func (*tallyFn) ExtractOutput(a moved) (parts.Part, error) {
	data, err := encodeWhole(a.tally, inKeyOrder(a.parts))
	return parts.Part{Census: data}, err
}

// filterFn makes the filter of keys at which rows meet.
type filterFn struct{ Bits int }

// CreateAccumulator returns an empty filter.
func (f *filterFn) CreateAccumulator() relayout.Filter {
	return relayout.Filter{Bits: make([]uint64, f.Bits/64)}
}

// AddInput adds hashes, one after the other.
func (*filterFn) AddInput(a relayout.Filter, hashes []byte) relayout.Filter {
	for len(hashes) > 0 {
		var h relayout.Hash
		hashes = hashes[copy(h[:], hashes):]
		a.Add(h)
	}
	return a
}

// MergeAccumulators joins two of them.
func (*filterFn) MergeAccumulators(a, b relayout.Filter) relayout.Filter {
	a.Merge(&b)
	return a
}

// ExtractOutput returns the filter as a file has it.
func (*filterFn) ExtractOutput(a relayout.Filter) ([]byte, error) { return encodeFilter(a) }

func encodeFilter(f relayout.Filter) ([]byte, error) {
	out := make([]byte, 0, 8*len(f.Bits))
	for _, word := range f.Bits {
		out = binary.LittleEndian.AppendUint64(out, word)
	}
	return out, nil
}

func decodeFilter(data []byte) (relayout.Filter, error) {
	count := len(data) / 8
	if count == 0 || count&(count-1) != 0 || len(data)%8 != 0 {
		return relayout.Filter{}, fmt.Errorf("a filter of %d bytes is damaged", len(data))
	}
	f := relayout.Filter{Bits: make([]uint64, count)}
	for i := range f.Bits {
		f.Bits[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return f, nil
}

// saveFilterFn writes the filter.
type saveFilterFn struct{ Name string }

// ProcessElement writes the file.
func (f *saveFilterFn) ProcessElement(ctx context.Context, data []byte) error {
	return parts.WriteFile(ctx, f.Name, data)
}

// firstPass builds the pipeline that moves all rows. It saves what is counted, and if rows meet, the filter of their
// keys.
func firstPass(s beam.Scope, fn layoutFn, todo []keyrange.Range, bits int, counted, filter string) {
	grouped, read := beam.ParDo2(s.Scope("Move"), &moveFn{fn}, beam.CreateList(s, todo))
	resolved, meeting := beam.ParDo2(s.Scope("Resolve"), &resolveFn{planned{Plan: fn.Plan}},
		beam.GroupByKey(s, grouped))
	save(s, counted, read, resolved)
	f := beam.Combine(s.Scope("Filter"), &filterFn{Bits: bits}, meeting)
	beam.ParDo0(s.Scope("SaveFilter"), &saveFilterFn{Name: filter}, f)
}

// secondPass builds the pipeline that joins rows that meet.
func secondPass(s beam.Scope, fn layoutFn, todo []keyrange.Range, filter, counted string) {
	given, read := beam.ParDo2(s.Scope("Meet"), &meetFn{layoutFn: fn, Filter: filter}, beam.CreateList(s, todo))
	joined, shared := beam.ParDo2(s.Scope("Join"), &joinFn{planned: planned{Plan: fn.Plan}, Groups: fn.Groups},
		beam.GroupByKey(s, given))
	sources := beam.ParDo(s.Scope("Sources"), &sourceFn{planned{Plan: fn.Plan}}, beam.GroupByKey(s, shared))
	save(s, counted, read, joined, sources)
}

// save adds up what several steps counted, and writes it.
func save(s beam.Scope, name string, steps ...beam.PCollection) {
	merged := beam.Combine(s.Scope("Tally"), &tallyFn{}, beam.Flatten(s, steps...))
	beam.ParDo0(s.Scope("Save"), &saveFn{Name: name}, merged)
}
