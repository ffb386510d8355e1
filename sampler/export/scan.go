package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
)

const (
	// PieceBytes is how much of a file one worker reads at a time, so that all cores share a large file.
	PieceBytes = 32 << 20
	// Rows are handed on in chunks of about so many rows or bytes.
	chunkRows  = 4096
	chunkBytes = 4 << 20

	tellEvery = 100 * time.Millisecond
)

// piece is a part of a file: the blocks that begin in it.
type piece struct {
	file     int
	from, to int64
}

// scan is one read of all files, by several workers at the same time.
type scan struct {
	files  []File
	opts   sample.Options // which rows and cells; the limits and rates
	filter sample.Options // of opts, what selects rows and cells
	// takers receive the rows, one for each worker, in chunks in key order. An error ends the scan.
	takers []func(*sample.Sample) error
	all    int64 // bytes of the files
	piece  int64 // see PieceBytes

	headers []header
	done    atomic.Int64 // bytes of files
	rows    atomic.Int64
	bytes   atomic.Int64
	rowRate *rate.Limiter
	sizes   *rate.Limiter
	watch   watch
	// told is held while progress is reported: who reports holds the read up.
	told    sync.Mutex
	started time.Time
	paused  time.Duration // by reports of progress
	// sofar returns the rows so far when they are to be shown again, else nil. It may be nil.
	sofar func() *sample.Sample

	mu     sync.Mutex
	faults faults
}

// header is the header of a file, read once.
type header struct {
	once sync.Once
	*container
	err error
}

// fullError ends a scan at a limit of the user, or when what was looked for is found.
type fullError struct{ why string }

func (f *fullError) Error() string { return f.why }

func newScan(files []File, opts sample.Options, takers []func(*sample.Sample) error) *scan {
	s := &scan{files: files, opts: opts, takers: takers, headers: make([]header, len(files)), piece: PieceBytes,
		rowRate: sampler.NewRate(opts.RowsPerSecond), sizes: sampler.NewRate(opts.BytesPerSecond)}
	s.filter = sample.Options{Prefix: opts.Prefix, Start: opts.Start, End: opts.End, KeyRegex: opts.KeyRegex,
		Families: opts.Families, Since: opts.Since, Until: opts.Until}
	for _, file := range files {
		s.all += file.Size
	}
	return s
}

// run reads all files, in pieces. Faults of files do not end it; the error is what did: that of a taker, of ctx, or a
// *fullError.
func (s *scan) run(ctx context.Context, progress func(sample.Progress)) error {
	return s.during(ctx, progress, s.pieces)
}

// during calls work, whose stop ends the context that it gets, while it reports progress.
func (s *scan) during(ctx context.Context, progress func(sample.Progress),
	work func(ctx context.Context, stop context.CancelCauseFunc) error) error {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	end := func() error { return nil }
	if progress != nil {
		end = s.tell(inner, progress)
	}
	err := errors.Join(work(inner, stop), end())
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// pieces divides the files into pieces, which the workers read.
func (s *scan) pieces(inner context.Context, stop context.CancelCauseFunc) error {
	queue := make(chan piece)
	var group errgroup.Group
	group.Go(crash.Recovered(func() error {
		defer close(queue)
		for i, file := range s.files {
			for from := int64(0); from == 0 || from < file.Size; from += s.piece {
				select {
				case queue <- piece{i, from, min(from+s.piece, max(1, file.Size))}:
				case <-inner.Done():
					return nil
				}
			}
		}
		return nil
	}))
	for _, take := range s.takers {
		group.Go(crash.Recovered(func() error {
			worker := &worker{scan: s, take: take, rows: newDecoder(s.opts.Keep)}
			for piece := range queue {
				if err := worker.read(inner, piece); err != nil {
					stop(err)
					return err
				}
			}
			return worker.hand(inner)
		}))
	}
	return group.Wait()
}

// tell reports progress until the function that it returns is called.
func (s *scan) tell(ctx context.Context, progress func(sample.Progress)) (end func() error) {
	ctx, stop := context.WithCancel(ctx)
	var group errgroup.Group
	s.started = time.Now()
	group.Go(crash.Recovered(func() error {
		tick := time.NewTicker(tellEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				s.report(progress)
			case <-ctx.Done():
				return nil
			}
		}
	}))
	return func() error {
		stop()
		return group.Wait()
	}
}

// report reports progress. It holds the read up for as long as progress does.
func (s *scan) report(progress func(sample.Progress)) {
	now := s.progress()
	if s.sofar != nil {
		now.Sample = s.sofar()
	}
	begun := time.Now()
	s.told.Lock()
	defer s.told.Unlock()
	progress(now)
	s.paused += time.Since(begun)
}

// pause waits while progress is reported.
func (s *scan) pause() {
	s.told.Lock()
	defer s.told.Unlock()
}

// known is the share of the files from which on it is foretold how many rows they have, and how long they take.
const known = 0.1

// progress returns how far the scan is.
func (s *scan) progress() sample.Progress {
	now := sample.Progress{Stage: "reading", Rows: s.rows.Load(), Bytes: s.bytes.Load(), Fraction: -1}
	if s.all > 0 {
		now.Fraction = min(1, float64(s.done.Load())/float64(s.all))
	}
	if now.Fraction > known {
		now.Expected = int64(float64(now.Rows) / now.Fraction)
		now.Left = time.Duration(float64(time.Since(s.started)-s.paused) * (1 - now.Fraction) / now.Fraction)
	}
	return now
}

// header returns the header of a file.
func (s *scan) header(ctx context.Context, file int) (*container, error) {
	h := &s.headers[file]
	h.once.Do(func() { h.container, h.err = s.files[file].header(ctx) })
	return h.container, h.err
}

// worker reads pieces one after the other.
type worker struct {
	*scan
	take   func(*sample.Sample) error
	rows   *decoder
	buffer []byte
}

// read reads a piece. What is wrong with the file is noted; the error ends the scan.
func (w *worker) read(ctx context.Context, p piece) error {
	at := p.from
	defer func() { w.done.Add(max(0, min(p.to, w.files[p.file].Size)-at)) }()
	of, err := w.header(ctx, p.file)
	if err != nil {
		return w.fault(ctx, p, err)
	}
	codec, err := newCodec(of.codec)
	if err != nil {
		return w.fault(ctx, p, err)
	}
	w.rows.of = of
	blocks, err := of.open(ctx, &w.files[p.file], p.from)
	if err != nil {
		return w.fault(ctx, p, err)
	}
	defer blocks.Close()
	for blocks.at < p.to {
		found, err := of.next(blocks.stream, w.buffer)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			w.buffer = found.data
			var records []byte
			if records, err = codec.DecompressBounded(found.data, maxBlock); err == nil {
				err = w.rows.block(records, found.count)
			}
			if err != nil {
				w.note(p.file, &damagedError{found.at, err})
				continue
			}
			w.done.Add(blocks.at - at)
			at = blocks.at
			if err := w.full(ctx); err != nil {
				return err
			}
			continue
		}
		if err := w.fault(ctx, p, err); err != nil {
			return err
		}
		if _, damaged := errors.AsType[*damagedError](err); !damaged || of.seek(blocks.stream) != nil {
			break
		}
	}
	return ctx.Err()
}

// fault notes what is wrong with a file, unless the scan has ended.
func (w *worker) fault(ctx context.Context, p piece, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	w.note(p.file, err)
	return nil
}

// full hands the rows on if they are enough for a chunk.
func (w *worker) full(ctx context.Context) error {
	if w.rows.out.Rows() < chunkRows && w.rows.out.Bytes() < chunkBytes {
		return nil
	}
	return w.hand(ctx)
}

// hand hands the rows on.
func (w *worker) hand(ctx context.Context) error {
	if w.rows.out.Rows() == 0 {
		return nil
	}
	w.pause()
	rows, err := w.rows.take()
	if err == nil {
		err = w.watch.see(rows)
	}
	if err != nil {
		return err
	}
	if rows, err = rows.Filter(w.filter); err != nil {
		return err
	}
	if rows.Rows() == 0 {
		return nil
	}
	size := rows.Bytes()
	all, volume := w.scan.rows.Add(int64(rows.Rows())), w.bytes.Add(size)
	if err := w.take(rows); err != nil {
		return err
	}
	switch {
	case w.opts.Bytes > 0 && volume >= w.opts.Bytes:
		return &fullError{fmt.Sprintf("the limit of %s was reached", spelling.Count(w.opts.Bytes, "byte"))}
	case w.opts.Strategy == sample.Head && all >= w.opts.Rows:
		return &fullError{}
	}
	if err := sampler.WaitFor(ctx, w.rowRate, int64(rows.Rows())); err != nil {
		return err
	}
	return sampler.WaitFor(ctx, w.sizes, size)
}

// blocks is a file that is open at a block.
type blocks struct {
	*stream
	io.Closer
}

// open opens a file at the first block that begins at a byte or behind it.
func (c *container) open(ctx context.Context, file *File, from int64) (*blocks, error) {
	return c.openSized(ctx, file, from, streamBytes)
}

// openSized is open with so many bytes read at a time, at most.
func (c *container) openSized(ctx context.Context, file *File, from int64, size int) (*blocks, error) {
	at, inside := c.size, from > c.size
	if inside {
		at = from - syncBytes
	}
	source, err := file.Open(ctx, at)
	if err != nil {
		return nil, err
	}
	opened := &blocks{newStream(source, at, file.Size, size), source}
	if inside {
		if err := c.seek(opened.stream); err != nil && !errors.Is(err, io.EOF) {
			return nil, errors.Join(err, source.Close())
		}
	}
	return opened, nil
}

// faults are what is wrong with files.
type faults struct {
	list []fault      // the first of each of some files
	of   map[int]bool // files
	next string       // what to do about the first
	// silent reports whether one of them is that no server answered.
	silent bool
}

type fault struct{ file, why string }

// mostFaults is the number of files of which is said what is wrong with them.
const mostFaults = 3

// note notes what is wrong with a file.
func (s *scan) note(file int, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults.note(file, s.files[file].Name, why)
}

// note notes what is wrong with the file of a number; the first fault of each counts.
func (f *faults) note(file int, name string, why error) {
	if f.of == nil {
		f.of = map[int]bool{}
	}
	if f.of[file] {
		return
	}
	f.of[file] = true
	reason, next := said(why)
	if len(f.list) < mostFaults {
		f.list = append(f.list, fault{name, reason})
	}
	f.next = cmp.Or(f.next, next)
	if of, ok := errors.AsType[*sampler.Error](why); ok && of.Silent {
		f.silent = true
	}
}

// said returns what an error about a file says, and what to do about it.
func said(err error) (reason, next string) {
	if of, ok := errors.AsType[*refusal](err); ok {
		return of.why, of.next
	}
	if of, ok := errors.AsType[*sampler.Error](err); ok {
		return (&sampler.Error{What: of.What, Err: of.Err}).Error(), of.Next
	}
	return sampler.Cause(err), ""
}

// err returns what is wrong with the files, of which some shards may be missing; nil if nothing is.
func (f *faults) err(missing string) error {
	out := &sampler.Error{What: missing, Next: f.next, Silent: f.silent}
	for i, one := range f.list {
		if i > 0 || missing != "" {
			out.What += "; "
		}
		out.What += one.file + ": " + one.why
	}
	if more := len(f.of) - len(f.list); more > 0 {
		out.What += "; and " + spelling.Count(more, "more file")
	}
	if out.What == "" {
		return nil
	}
	return out
}
