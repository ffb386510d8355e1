package export

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/twmb/avro/ocf"
	"golang.org/x/sync/errgroup"

	"tabletop/model/crash"
	"tabletop/model/estimate"
	"tabletop/model/sample"
	"tabletop/sampler"
)

// Of a large export some blocks are read instead of all: those that random points on the bytes of the files fall on, so
// that a block is drawn with a probability in proportion to its size. Rows of one block may be alike, as those that one
// worker of the export read together, so one row is kept of each point, drawn from its block: the rows are independent,
// and what their intervals say holds whatever the order of the rows in the files.
const (
	// leastBlocks is the size of an export from which on quick reads blocks, and manyBytes that from which on auto
	// does: all of it would take seconds.
	leastBlocks = 64 << 20
	manyBytes   = 1 << 30
	// readShare is the share of the files that is read at most.
	readShare = 0.1
	// trialPoints are read first, to find out how large blocks are, and blocksEach is how many blocks are read for a
	// point, about: the file is read from a block before it on.
	trialPoints = 16
	blocksEach  = 2.5
	// drawers read at the same time: mostly they wait for the files.
	drawers = 8
	// usualBlock is the size of blocks that is assumed before one was read.
	usualBlock = 64 << 10
	// drawnChunk is after how many rows a drawer hands them on.
	drawnChunk = 256
)

// byBlocks reports whether a read with these options reads some blocks: parts of a table are looked for in all.
func (s *Source) byBlocks(opts sample.Options) bool {
	if opts.Rows == 0 || opts.Bytes > 0 || estimate.Restricted(opts) {
		return false
	}
	return opts.Strategy == sample.Auto && s.size() > manyBytes ||
		opts.Strategy == sample.Quick && s.size() > leastBlocks
}

// drawn is a block that points fell on.
type drawn struct {
	rows int64 // in it
	size int64 // bytes of the file that it takes, and that of its header the first one
	hits int64
}

// weight is how many rows of the table a row kept of the block stands for, if points are so many bytes apart.
func (d *drawn) weight(step float64) float32 {
	kept := min(d.hits, d.rows)
	return float32(float64(d.hits) / float64(kept) * step * float64(d.rows) / float64(d.size))
}

// draws is a read of some blocks.
type draws struct {
	*scan
	ends  []int64 // of the files, in the order of all their bytes
	order []int   // the points, in random order
	step  float64 // bytes between points

	next  atomic.Int64 // the first point of order that nobody took
	usual int64        // bytes of a block, about

	mu     sync.Mutex
	points int   // done
	span   int64 // bytes of the blocks that they fell on
	blocks map[place]*drawn
	of     map[string]*drawn // by the keys of rows
	parts  []*sample.Sample
	shown  shown
}

// place names a block.
type place struct {
	file int
	at   int64
}

// sampleBlocks reads a row of each of some blocks.
func (s *Source) sampleBlocks(ctx context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	drawing := &draws{scan: newScan(s.files, opts, nil), blocks: map[place]*drawn{}, of: map[string]*drawn{}}
	var end int64
	for _, file := range s.files {
		end += file.Size
		drawing.ends = append(drawing.ends, end)
	}
	how := sample.Provenance{Strategy: sample.Blocks, Options: opts, Started: time.Now()}
	if !opts.FiguresOnly {
		drawing.sofar = func() *sample.Sample { return s.weighed(drawing, how, true) }
	}
	how, err := s.finish(how, drawing.scan, drawing.during(ctx, progress, drawing.all))
	out := s.weighed(drawing, how, false)
	if out.Rows() == 0 && err != nil {
		return nil, s.unread(err)
	}
	if wrong := twice(out); wrong != nil {
		return nil, s.wrong(wrong)
	}
	if progress != nil {
		progress(sample.Progress{Stage: "read", Rows: int64(out.Rows()), Bytes: out.How.BytesSeen, Fraction: 1,
			Expected: int64(out.Rows()), Sample: out})
	}
	return out, err
}

// weighed returns the rows drawn so far with their weights; if due, only if they are to be shown again.
func (s *Source) weighed(d *draws, how sample.Provenance, due bool) *sample.Sample {
	d.mu.Lock()
	parts, points := slices.Clone(d.parts), d.points
	d.mu.Unlock()
	var rows *sample.Sample
	if due {
		kept := 0
		for _, part := range parts {
			kept += part.Rows()
		}
		if rows = d.shown.sofar(int64(kept), parts); rows == nil {
			return nil
		}
	} else {
		rows = sample.Merge(parts)
	}
	weights, all := make([]float32, rows.Rows()), 0.0
	step := float64(d.scan.all) / float64(max(1, points))
	d.mu.Lock()
	for row := range weights {
		weights[row] = d.of[string(rows.Key(row))].weight(step)
		all += float64(weights[row])
	}
	for _, block := range d.blocks {
		how.RowsSeen += block.rows
	}
	d.mu.Unlock()
	how.Took, how.BytesSeen = time.Since(how.Started), d.bytes.Load()
	if how.Filter, how.RowShare = 1, 1; all > 0 {
		how.Filter, how.RowShare = min(1, float64(how.RowsSeen)/all), min(1, float64(len(weights))/all)
	}
	how.Places = []sample.ReadRange{{Rows: how.RowsSeen, Done: how.Stopped == "" && !due}}
	return rows.Described(s.describe(rows), how).WithWeights(weights)
}

// all reads the blocks of all points.
func (d *draws) all(ctx context.Context, _ context.CancelCauseFunc) error {
	if err := d.look(ctx); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(d.opts.Seed, 0))
	count := d.opts.Rows
	d.usual = usualBlock
	d.plan(random, min(count, trialPoints))
	if err := d.drawAll(ctx); err != nil {
		return err
	}
	if count <= trialPoints || d.span == 0 {
		return nil
	}
	d.usual = d.span / trialPoints
	affordable := int64(readShare * float64(d.scan.all) / (blocksEach * float64(d.usual)))
	d.reset()
	d.plan(random, min(count, max(trialPoints, affordable)))
	return d.drawAll(ctx)
}

// lookedAt is the number of files, at most, whose begin and end are looked at: of others a fault is found if a point
// falls on them.
const lookedAt = 256

// look notes which files are no exports, or are cut off. The error is ctx's.
func (d *draws) look(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(drawers)
	for file := range min(len(d.files), lookedAt) {
		group.Go(crash.Recovered(func() error {
			of, err := d.header(ctx, file)
			if err == nil {
				err = of.checkEnd(ctx, &d.files[file])
			}
			if err != nil && ctx.Err() == nil {
				d.note(file, err)
			}
			return ctx.Err()
		}))
	}
	return group.Wait()
}

// checkEnd returns an error if a file does not end with the marker that is behind each block and the header.
func (c *container) checkEnd(ctx context.Context, file *File) error {
	from, err := file.Open(ctx, file.Size-syncBytes)
	if err != nil {
		return err
	}
	defer from.Close()
	var end [syncBytes]byte
	if _, err := io.ReadFull(from, end[:]); err != nil {
		return err
	}
	if end != c.sync {
		return errors.New("its last block is damaged: no sync marker is at the end of the file")
	}
	return nil
}

// plan sets the points: one at random in each of equal steps, to be read in random order.
func (d *draws) plan(random *rand.Rand, count int64) {
	d.step = float64(d.scan.all) / float64(count)
	d.order = random.Perm(int(count))
	d.next.Store(0)
}

// reset forgets what was drawn.
func (d *draws) reset() {
	d.points, d.span, d.parts = 0, 0, nil
	clear(d.blocks)
	clear(d.of)
	d.scan.rows.Store(0)
	d.bytes.Store(0)
}

// drawAll reads the blocks of the points that were planned.
func (d *draws) drawAll(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for range drawers {
		group.Go(crash.Recovered(func() error {
			own := &drawer{draws: d, rows: newDecoder(d.opts.Keep), codecs: map[string]ocf.BoundedDecompressor{},
				back: d.usual}
			defer own.hand()
			for ctx.Err() == nil {
				taken := d.next.Add(1) - 1
				if taken >= int64(len(d.order)) {
					return nil
				}
				if err := own.point(ctx, d.order[taken]); err != nil {
					return err
				}
			}
			return ctx.Err()
		}))
	}
	return group.Wait()
}

// drawer draws rows one after the other.
type drawer struct {
	*draws
	rows    *decoder
	pending []*drawn // of its rows
	codecs  map[string]ocf.BoundedDecompressor
	buffer  []byte
	back    int64 // how far before a point a block is looked for first
}

// point draws a row from the block that a point falls on. What is wrong with the file is noted; the error is ctx's.
func (w *drawer) point(ctx context.Context, number int) error {
	w.pause()
	random := rand.New(rand.NewPCG(w.opts.Seed, uint64(number)+1))
	at := min(int64((float64(number)+random.Float64())*w.step), w.scan.all-1)
	file, _ := slices.BinarySearchFunc(w.ends, at, func(end, at int64) int {
		if end <= at {
			return -1
		}
		return 1
	})
	at -= w.ends[file] - w.files[file].Size
	if err := w.draw(ctx, file, at); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.note(file, err)
	}
	w.mu.Lock()
	w.points++
	share := float64(w.points) / float64(len(w.order))
	w.mu.Unlock()
	w.done.Store(int64(share * float64(w.scan.all)))
	return sampler.WaitFor(ctx, w.rowRate, 1)
}

// draw adds a row of the block at a byte of a file.
func (w *drawer) draw(ctx context.Context, file int, at int64) error {
	of, err := w.header(ctx, file)
	if err != nil {
		return err
	}
	found, err := w.blockAt(ctx, of, file, at)
	if err != nil || found.count == 0 {
		return err
	}
	codec := w.codecs[of.codec]
	if codec == nil {
		if codec, err = newCodec(of.codec); err != nil {
			return err
		}
		w.codecs[of.codec] = codec
	}
	records, err := codec.DecompressBounded(found.data, maxBlock)
	if err != nil {
		return &damagedError{found.at, err}
	}
	from := found.at
	if from == of.size {
		from = 0
	}
	block, number := w.hit(place{file, found.at}, found.count, found.at+found.size-from)
	w.bytes.Add(int64(len(records)))
	if err := sampler.WaitFor(ctx, w.sizes, found.size); err != nil || number < 0 {
		return err
	}
	w.rows.of = of
	if err := w.rows.pick(records, number); err != nil {
		return &damagedError{found.at, err}
	}
	w.draws.scan.rows.Add(1)
	if w.pending = append(w.pending, block); len(w.pending) >= drawnChunk {
		w.hand()
	}
	return nil
}

// hit notes a point on a block, and returns which of its rows is drawn: another one for each, negative if all were.
func (w *drawer) hit(name place, rows, size int64) (*drawn, int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	of := w.blocks[name]
	if of == nil {
		of = &drawn{rows: rows, size: size}
		w.blocks[name] = of
	}
	of.hits++
	w.span += size
	if of.hits > rows {
		return of, -1
	}
	first := rand.New(rand.NewPCG(w.opts.Seed, uint64(name.file)<<40^uint64(name.at))).Int64N(rows)
	return of, (first + of.hits - 1) % rows
}

// hand hands the rows on.
func (w *drawer) hand() {
	if len(w.pending) == 0 {
		return
	}
	rows := sample.Finish(sample.Table{}, sample.Provenance{}, []*sample.Builder{w.rows.out.Take()})
	w.mu.Lock()
	defer w.mu.Unlock()
	for row, of := range w.pending {
		w.of[string(rows.Key(row))] = of
	}
	w.parts = append(w.parts, rows)
	w.pending = w.pending[:0]
}

// blockAt returns the block that a byte of a file is in. It looks for a sync marker before that byte, and further back
// until there is one. A file without blocks has none.
func (w *drawer) blockAt(ctx context.Context, of *container, file int, at int64) (found block, err error) {
	for back := w.back; ; back *= 4 {
		from := max(of.size, at-back)
		opened, err := of.openSized(ctx, &w.files[file], from, int(w.back))
		if err != nil {
			return found, err
		}
		found, err = w.walk(of, opened, at)
		if err = cmp.Or(err, opened.Close()); err != nil && !errors.Is(err, io.EOF) {
			return found, err
		}
		if found.count > 0 && found.at+found.size > at && (found.at <= at || from == of.size) {
			w.back = min(max(2*syncBytes, found.size+syncBytes), maxHeader)
			return found, nil
		}
		if from == of.size {
			return block{}, nil
		}
	}
}

// walk goes from block to block until one ends behind a byte.
func (w *drawer) walk(of *container, from *blocks, at int64) (found block, err error) {
	for from.at <= at || found.size == 0 {
		if found, err = of.next(from.stream, w.buffer); err != nil {
			return found, err
		}
		w.buffer = found.data
	}
	return found, nil
}
