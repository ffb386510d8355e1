package read

import (
	"bytes"
	"context"

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
	rangeIndex  int
	rows        *sample.Builder // kept since the last event; nil when none
	seen, bytes int64           // received since the last event
	after       []byte          // key of the last row read; nil if none was
	done        bool
	unreadable  *sample.Unreadable
	err         error
}

// reader reads one key range.
type reader struct {
	run      *run
	index    int
	keyRange sample.ReadRange // as it was when reading began
	d        *rows.Decoder
	b        *sample.Builder
	hand     int64

	reported, counted struct{ rows, bytes int64 } // of those d has seen: reported in events, counted against the limits
}

// work reads key ranges until there are none or the read ends. A panic, which is an internal error, becomes an error.
func (r *run) work(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil {
			r.events <- event{rangeIndex: -1, err: crash.From(p)}
		}
	}()
	builder, hand := sample.NewBuilder(r.opts.Keep), int64(firstHand)
	for index := range r.queue {
		if ctx.Err() != nil {
			return
		}
		reader := &reader{run: r, index: index, keyRange: r.plan.Places[index], hand: hand, b: builder}
		reader.d = rows.NewDecoder(reader.b, r.opts.Keep, reader.keyRange.After)
		if reader.keyRange.Filter == 0 { // else it has a share of its own
			reader.d.Keep = r.keepKey
		}
		r.events <- event{rangeIndex: index} // it begins
		err := reader.read(ctx)
		if ctx.Err() != nil {
			err = nil // why the read ended is known, and it can resume where it left off
		}
		reader.report(event{done: err == nil && ctx.Err() == nil, err: err})
		builder, hand = reader.b, nextHand // key ranges are similar, so the room that the next one needs is known
	}
}

// read reads to the end of the key range, retries transient errors, and skips rows that cannot be read.
func (rd *reader) read(ctx context.Context) error {
	for {
		err := rd.run.retry.Resume(ctx, func() (bool, error) { return rd.attempt(ctx) })
		if err == nil || ctx.Err() != nil || !IsRowTooLarge(err) {
			return err
		}
		if err := rd.stepOver(ctx, err); err != nil {
			return err
		}
	}
}

// attempt resumes the read over one stream. further reports whether it got past its start.
func (rd *reader) attempt(ctx context.Context) (further bool, err error) {
	req := rd.request()
	if req == nil {
		return false, nil
	}
	before := bytes.Clone(rd.d.After())
	err = rd.run.table.stream(ctx, req, rd.d, func() error { return rd.more(ctx) })
	return !bytes.Equal(before, rd.d.After()), err
}

// request returns a request for the rest of the key range; nil if nothing is left.
func (rd *reader) request() *pb.ReadRowsRequest {
	left := int64(0)
	if rd.keyRange.Limit > 0 {
		left = rd.keyRange.Limit - rd.keyRange.Rows - rd.d.Rows
		if rd.run.plan.Strategy == sample.Head {
			left = rd.keyRange.Limit - rd.run.rows.Load() // the key ranges share it
		}
		if left <= 0 {
			return nil
		}
	}
	r := rd.rest()
	if r == nil {
		return nil
	}
	return &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{r}}, RowsLimit: left, Filter: rd.filter()}
}

// filter returns the filter of the key range; nil when it has none.
func (rd *reader) filter() *pb.RowFilter {
	if rd.keyRange.Filter > 0 {
		return rowFilter(rd.run.opts, rd.keyRange.Filter)
	}
	return rd.run.filter
}

// rest returns the part of the key range that has not been read; nil if all of it has.
func (rd *reader) rest() *pb.RowRange {
	after := rd.d.After()
	rowRange := span{rd.keyRange.Start, rd.keyRange.End}.proto()
	if after == nil {
		return rowRange
	}
	// The smallest key after a key is that key and a zero byte.
	if end := rd.keyRange.End; len(end) > 0 && bytes.Compare(append(bytes.Clone(after), 0), end) >= 0 {
		return nil
	}
	rowRange.StartKey = &pb.RowRange_StartKeyOpen{StartKeyOpen: after}
	return rowRange
}

// more is called after every message.
func (rd *reader) more(ctx context.Context) error {
	rd.run.silence.begin()
	defer rd.run.silence.end()
	d := rd.d
	rows, size := d.Rows-rd.counted.rows, d.Bytes-rd.counted.bytes
	rd.counted.rows, rd.counted.bytes = d.Rows, d.Bytes
	if !d.InRow() && (d.Rows-rd.reported.rows >= rd.hand || d.Bytes-rd.reported.bytes >= handBytes) {
		rd.hand = min(max(2*rd.hand, nextHand), mostHand)
		rd.report(event{})
	}
	return rd.run.count(ctx, rows, size)
}

// report delivers the rows read since the last event.
func (rd *reader) report(e event) {
	e.rangeIndex = rd.index
	e.seen, e.bytes = rd.d.Rows-rd.reported.rows, rd.d.Bytes-rd.reported.bytes
	rd.reported.rows, rd.reported.bytes = rd.d.Rows, rd.d.Bytes
	e.after = bytes.Clone(rd.d.After())
	if rd.b.Rows() > 0 {
		e.rows = rd.b.Take()
	}
	if e.rows != nil && rd.run.handing != nil {
		rd.run.handing.chunks <- e // the taker delivers it
		return
	}
	if e.rows != nil && rd.run.consume != nil {
		rows := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{e.rows})
		if err := rd.run.consume(rows); err != nil && e.err == nil {
			e.err, e.done = err, false
		}
		e.rows = nil
	}
	rd.run.events <- e
}

// stepOver finds the row that cannot be read and moves past it. If the service does not name the row, it is the next
// one; if a filter omits rows, the next one that cannot be read.
func (rd *reader) stepOver(ctx context.Context, cause error) error {
	key := oversizedKey(cause)
	for key == nil {
		next, err := rd.nextKey(ctx)
		if err != nil {
			return err // it is what ends the read, and by it the read is judged; the row can be found when it continues
		}
		if next == nil {
			return cause
		}
		if rd.filter() == nil {
			key = next
			break
		}
		_, err = rd.run.table.Row(ctx, next, 1)
		switch {
		case err == nil:
			rd.d.Skip(next)
		case IsRowTooLarge(err):
			key = next
		default:
			return err
		}
	}
	if bytes.Compare(key, rd.d.After()) <= 0 {
		return cause
	}
	rd.d.Skip(key)
	rd.report(event{unreadable: &sample.Unreadable{Key: key, Reason: status.Convert(cause).Message()}})
	return nil
}

// nextKey returns the key of the next row of the key range; nil if there is none.
func (rd *reader) nextKey(ctx context.Context) ([]byte, error) {
	r := rd.rest()
	if r == nil {
		return nil, nil
	}
	return rd.run.table.firstKey(ctx, r)
}
