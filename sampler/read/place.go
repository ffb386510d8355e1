package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/status"

	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// How many rows a reader hands over at once: few at first, so that there is something to see, then more.
const (
	firstHand = 64
	nextHand  = 1024
	mostHand  = 4096
	handBytes = 4 << 20
)

// event is what a reader tells of its place.
type event struct {
	place       int
	rows        *sample.Builder // kept since the last event; nil when none
	seen, bytes int64           // received since the last event
	after       []byte          // how far the place is read; nil when no row has come
	done        bool
	unreadable  *sample.Unreadable
	err         error
}

// reader reads one place.
type reader struct {
	run   *run
	index int
	place sample.ReadRange // as it was when reading began
	d     *rows.Decoder
	b     *sample.Builder
	hand  int64
	// consume is handed all rows; nil when nobody asked for them. Then the decoder leaves out those not kept, else tell does.
	consume func(*sample.Sample) error

	told, counted struct{ rows, bytes int64 } // of what d has seen: told in events, counted against the limits
}

// work reads places until there are none or the read ends. A panic, which would be a fault of ours, becomes an error.
func (r *run) work(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			r.events <- event{place: -1, err: fmt.Errorf("internal fault while reading: %v\n%s", p, debug.Stack())}
		}
	}()
	var consume func(*sample.Sample) error
	if r.consumer != nil {
		consume = r.consumer()
	}
	b, hand := sample.NewBuilder(r.opts.Keep), int64(firstHand)
	for index := range r.queue {
		if ctx.Err() != nil {
			return
		}
		x := &reader{run: r, index: index, place: r.plan.Places[index], hand: hand, b: b, consume: consume}
		x.d = rows.NewDecoder(x.b, r.opts.Keep, x.place.After)
		if consume == nil {
			x.d.Keep = r.keepKey
		}
		err := x.read(ctx)
		if ctx.Err() != nil {
			err = nil // what ended the read is known, and the place can be gone on with where it was left
		}
		x.tell(event{done: err == nil && ctx.Err() == nil, err: err})
		b, hand = x.b, nextHand // places are alike, so the room that the next one needs is known
	}
}

// read reads to the end of the place, over faults that pass and past rows that cannot be read.
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

// attempt reads on over one stream. further tells whether it got past where it began.
func (x *reader) attempt(ctx context.Context) (further bool, err error) {
	req := x.request()
	if req == nil {
		return false, nil
	}
	before := bytes.Clone(x.d.After())
	err = x.run.table.stream(ctx, req, x.d, func() error { return x.more(ctx) })
	return !bytes.Equal(before, x.d.After()), err
}

// request asks for what is left of the place; nil when nothing is.
func (x *reader) request() *pb.ReadRowsRequest {
	left := int64(0)
	if x.place.Limit > 0 {
		left = x.place.Limit - x.place.Rows - x.d.Rows
		if x.run.plan.Strategy == sample.Head {
			left = x.place.Limit - x.run.rows.Load() // the places share it
		}
		if left <= 0 {
			return nil
		}
	}
	r := x.rest()
	if r == nil {
		return nil
	}
	return &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{r}}, RowsLimit: left, Filter: x.run.filter}
}

// rest is the range of the place that has not been read; nil when all of it has.
func (x *reader) rest() *pb.RowRange {
	after := x.d.After()
	r := span{x.place.Start, x.place.End}.proto()
	if after == nil {
		return r
	}
	// The next key there can be is after itself and a zero byte.
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

// tell hands over what was read since the last event.
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
	if e.rows != nil && x.consume != nil {
		if err := x.consume(sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{e.rows})); err != nil && e.err == nil {
			e.err, e.done = err, false
		}
		e.rows = x.thinned(e.rows)
	}
	x.run.events <- e
}

// thinned leaves out the rows that are not kept; nil when none is.
func (x *reader) thinned(b *sample.Builder) *sample.Builder {
	if x.run.keepKey == nil {
		return b
	}
	kept := sample.NewBuilder(x.run.opts.Keep)
	kept.Append(b, x.run.keepKey)
	if kept.Rows() == 0 {
		return nil
	}
	return kept
}

// stepOver finds the row that cannot be read and moves past it. Where the service does not name it, it is the next row;
// where a filter leaves rows out, the next one that cannot be read.
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
		if x.run.filter == nil {
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

// nextKey is the key of the next row of the place; nil when there is none.
func (x *reader) nextKey(ctx context.Context) ([]byte, error) {
	r := x.rest()
	if r == nil {
		return nil, nil
	}
	return x.run.table.firstKey(ctx, r)
}
