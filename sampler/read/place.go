package read

import (
	"bytes"
	"context"
	"errors"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/status"

	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// Rows that a reader delivers at once: few at first, so that results appear early, then more.
const (
	firstHand = 64
	nextHand  = 1024
	mostHand  = 4096
	handBytes = 4 << 20
)

// event reports the progress of a reader in its key range.
type event struct {
	place       int
	rows        *sample.Builder // kept since the last event; nil when none
	seen, bytes int64           // received since the last event
	after       []byte          // key of the last row read; nil if none was
	done        bool
	unreadable  *sample.Unreadable
	err         error
}

// reader reads one key range.
type reader struct {
	run   *run
	index int
	place sample.ReadRange // as it was when reading began
	d     *rows.Decoder
	b     *sample.Builder
	hand  int64

	told, counted struct{ rows, bytes int64 } // of those d has seen: reported in events, counted against the limits
}

// work reads key ranges until there are none or the read ends. A panic, which is an internal error, becomes an error.
func (r *run) work(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			r.events <- event{place: -1, err: crash.From(p)}
		}
	}()
	b, hand := sample.NewBuilder(r.opts.Keep), int64(firstHand)
	for index := range r.queue {
		if ctx.Err() != nil {
			return
		}
		x := &reader{run: r, index: index, place: r.plan.Places[index], hand: hand, b: b}
		x.d = rows.NewDecoder(x.b, r.opts.Keep, x.place.After)
		x.d.Keep = r.keepKey
		err := x.read(ctx)
		if ctx.Err() != nil {
			err = nil // why the read ended is known, and it can resume where it left off
		}
		x.tell(event{done: err == nil && ctx.Err() == nil, err: err})
		b, hand = x.b, nextHand // key ranges are similar, so the room that the next one needs is known
	}
}

// read reads to the end of the key range, retries transient errors, and skips rows that cannot be read.
func (x *reader) read(ctx context.Context) error {
	for {
		err := x.run.retry.do(ctx, func() (bool, error) { return x.attempt(ctx) })
		if err == nil || ctx.Err() != nil || !IsRowTooLarge(err) {
			return err
		}
		if err := x.stepOver(ctx, err); err != nil {
			return err
		}
	}
}

// attempt resumes the read over one stream. further reports whether it got past its start.
func (x *reader) attempt(ctx context.Context) (further bool, err error) {
	req := x.request()
	if req == nil {
		return false, nil
	}
	before := bytes.Clone(x.d.After())
	err = x.run.table.stream(ctx, req, x.d, func() error { return x.more(ctx) })
	return !bytes.Equal(before, x.d.After()), err
}

// request returns a request for the rest of the key range; nil if nothing is left.
func (x *reader) request() *pb.ReadRowsRequest {
	left := int64(0)
	if x.place.Limit > 0 {
		left = x.place.Limit - x.place.Rows - x.d.Rows
		if x.run.plan.Strategy == sample.Head {
			left = x.place.Limit - x.run.rows.Load() // the key ranges share it
		}
		if left <= 0 {
			return nil
		}
	}
	r := x.rest()
	if r == nil {
		return nil
	}
	return &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{r}}, RowsLimit: left, Filter: x.filter()}
}

// filter returns the filter of the place; nil when it has none.
func (x *reader) filter() *pb.RowFilter {
	if x.place.Filter > 0 {
		return rowFilter(x.run.opts, x.place.Filter)
	}
	return x.run.filter
}

// rest returns the part of the key range that has not been read; nil if all of it has.
func (x *reader) rest() *pb.RowRange {
	after := x.d.After()
	r := span{x.place.Start, x.place.End}.proto()
	if after == nil {
		return r
	}
	// The smallest key after a key is that key and a zero byte.
	if end := x.place.End; len(end) > 0 && bytes.Compare(append(bytes.Clone(after), 0), end) >= 0 {
		return nil
	}
	r.StartKey = &pb.RowRange_StartKeyOpen{StartKeyOpen: after}
	return r
}

// more is called after every message.
func (x *reader) more(ctx context.Context) error {
	x.run.silence.begin()
	defer x.run.silence.end()
	d := x.d
	rows, size := d.Rows-x.counted.rows, d.Bytes-x.counted.bytes
	x.counted.rows, x.counted.bytes = d.Rows, d.Bytes
	if !d.InRow() && (d.Rows-x.told.rows >= x.hand || d.Bytes-x.told.bytes >= handBytes) {
		x.hand = min(max(2*x.hand, nextHand), mostHand)
		x.tell(event{})
	}
	return x.run.count(ctx, rows, size)
}

// tell delivers the rows read since the last event.
func (x *reader) tell(e event) {
	e.place = x.index
	e.seen, e.bytes = x.d.Rows-x.told.rows, x.d.Bytes-x.told.bytes
	x.told.rows, x.told.bytes = x.d.Rows, x.d.Bytes
	e.after = bytes.Clone(x.d.After())
	if x.b.Rows() > 0 {
		e.rows = x.b
		x.b = e.rows.Next(e.rows.Rows())
		x.d.SetBuilder(x.b)
		e.rows.Clip()
	}
	if e.rows != nil && x.run.counting != nil {
		x.run.counting.chunks <- e // the counter delivers it
		return
	}
	if e.rows != nil && x.run.consume != nil {
		rows := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{e.rows})
		if err := x.run.consume(rows); err != nil && e.err == nil {
			e.err, e.done = err, false
		}
		e.rows = nil
	}
	x.run.events <- e
}

// stepOver finds the row that cannot be read and moves past it. If the service does not name the row, it is the next
// one; if a filter omits rows, the next one that cannot be read.
func (x *reader) stepOver(ctx context.Context, cause error) error {
	key := oversizedKey(cause)
	for key == nil {
		next, err := x.nextKey(ctx)
		if err != nil {
			return errors.Join(cause, err)
		}
		if next == nil {
			return cause
		}
		if x.filter() == nil {
			key = next
			break
		}
		_, err = x.run.table.Row(ctx, next, 1)
		switch {
		case err == nil:
			x.d.Skip(next)
		case IsRowTooLarge(err):
			key = next
		default:
			return err
		}
	}
	if bytes.Compare(key, x.d.After()) <= 0 {
		return cause
	}
	x.d.Skip(key)
	x.tell(event{unreadable: &sample.Unreadable{Key: key, Reason: status.Convert(cause).Message()}})
	return nil
}

// nextKey returns the key of the next row of the key range; nil if there is none.
func (x *reader) nextKey(ctx context.Context) ([]byte, error) {
	r := x.rest()
	if r == nil {
		return nil, nil
	}
	return x.run.table.firstKey(ctx, r)
}
