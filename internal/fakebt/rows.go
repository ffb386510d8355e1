package fakebt

import (
	"cmp"
	"encoding/base64"
	"errors"
	"hash/fnv"
	"math"
	"regexp"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// errEnd ends a stream as if all had been sent.
var errEnd = errors.New("end")

// ReadRows sends the rows asked for, in the shape the fields of the server say.
func (s *Server) ReadRows(req *pb.ReadRowsRequest, out pb.Bigtable_ReadRowsServer) error {
	if err := s.record(out.Context(), pb.Bigtable_ReadRows_FullMethodName, req); err != nil {
		return err
	}
	table, err := s.table(cmp.Or(req.TableName, req.AuthorizedViewName, req.MaterializedViewName))
	if err != nil {
		return err
	}
	writer := &writer{s: s, out: out, fault: s.findFault(req)}
	if s.Scanning > 0 && writer.fault != nil && writer.fault.Stall {
		return writer.scan(table)
	}
	sent := int64(0)
	s.mu.Lock()
	lottery := s.lottery
	s.mu.Unlock()
	from, to := table.bounds(req.Rows)
	for i := from; i < to; i++ {
		row := table.row(i)
		if req.RowsLimit > 0 && sent >= req.RowsLimit {
			break
		}
		if !in(req.Rows, []byte(row.Key)) {
			continue
		}
		cells, err := apply(req.Filter, row, row.Cells, lottery)
		if err != nil {
			return err
		}
		if len(cells) == 0 {
			continue
		}
		if reason, large := table.TooLarge[row.Key]; large && !strips(req.Filter) {
			if err := writer.flush(); err != nil {
				return err
			}
			return s.tooLarge(row.Key, reason)
		}
		err = writer.row(row.Key, cells)
		if errors.Is(err, errEnd) {
			return nil
		}
		if err != nil {
			return err
		}
		sent++
	}
	if err := writer.breakNow(); err != nil {
		if errors.Is(err, errEnd) {
			return nil
		}
		return err
	}
	return writer.flush()
}

func (s *Server) findFault(req *pb.ReadRowsRequest) *Fault {
	s.mu.Lock()
	n, fault := s.streams, s.Fault
	s.streams++
	s.mu.Unlock()
	if fault == nil {
		return nil
	}
	return fault(n, req)
}

func (s *Server) tooLarge(key, reason string) error {
	st := status.New(codes.FailedPrecondition, reason)
	if !s.NamesLarge {
		return st.Err()
	}
	named, err := st.WithDetails(&errdetails.ErrorInfo{
		Reason:   "LARGE_ROW_READ_ERROR",
		Metadata: map[string]string{"rowKeyBase64Encoded": base64.StdEncoding.EncodeToString([]byte(key))},
	})
	if err != nil {
		return err
	}
	return named.Err()
}

// writer sends rows as chunks.
type writer struct {
	s     *Server
	out   pb.Bigtable_ReadRowsServer
	fault *Fault
	rows  int // begun or sent
	batch int
	next  pb.ReadRowsResponse
}

func (w *writer) row(key string, cells []Cell) error {
	if err := w.breakNow(); err != nil {
		if w.fault.Inside {
			w.chunks(key, cells[:(len(cells)+1)/2], false)
			return errors.Join(w.flush(), err)
		}
		return err
	}
	if w.s.Reset > 0 && w.rows%w.s.Reset == 0 {
		w.chunks(key, cells[:1], false)
		w.next.Chunks = append(w.next.Chunks,
			&pb.ReadRowsResponse_CellChunk{RowStatus: &pb.ReadRowsResponse_CellChunk_ResetRow{ResetRow: true}})
	}
	w.rows++
	w.chunks(key, cells, true)
	if w.batch++; w.batch >= w.s.Batch {
		return w.flush()
	}
	return nil
}

// breakNow is the fault, when it is due.
func (w *writer) breakNow() error {
	if w.fault == nil || w.rows < w.fault.After {
		return nil
	}
	if err := w.flush(); err != nil {
		return err
	}
	if w.fault.Stall {
		return w.stall()
	}
	if w.fault.Err == nil {
		return errEnd
	}
	return w.fault.Err
}

// stall sends nothing until the client gives up.
func (w *writer) stall() error {
	<-w.out.Context().Done()
	return w.out.Context().Err()
}

// scan reports the keys of the first ten rows as scanned, and stalls.
func (w *writer) scan(t *Table) error {
	for i := range 10 {
		time.Sleep(w.s.Scanning)
		if err := w.out.Send(&pb.ReadRowsResponse{LastScannedRowKey: []byte(t.row(i).Key)}); err != nil {
			return err
		}
	}
	return w.stall()
}

func (w *writer) flush() error {
	if len(w.next.Chunks) == 0 {
		return nil
	}
	err := w.out.Send(&w.next)
	w.next, w.batch = pb.ReadRowsResponse{}, 0
	return err
}

// chunks says of each cell what changed since the one before, as the service does.
func (w *writer) chunks(key string, cells []Cell, commit bool) {
	family, qualifier := "", ""
	for i, cell := range cells {
		first := &pb.ReadRowsResponse_CellChunk{TimestampMicros: cell.Micros}
		if i == 0 {
			first.RowKey = []byte(key)
		}
		if i == 0 || cell.Family != family {
			first.FamilyName = wrapperspb.String(cell.Family)
		}
		if i == 0 || cell.Family != family || cell.Qualifier != qualifier {
			first.Qualifier = wrapperspb.Bytes([]byte(cell.Qualifier))
		}
		family, qualifier = cell.Family, cell.Qualifier
		w.value(first, cell.Value)
	}
	if last := w.next.Chunks[len(w.next.Chunks)-1]; commit {
		last.RowStatus = &pb.ReadRowsResponse_CellChunk_CommitRow{CommitRow: true}
	}
}

// value sends the value with the chunk, or in several.
func (w *writer) value(c *pb.ReadRowsResponse_CellChunk, value []byte) {
	size := w.s.Chunk
	if size <= 0 || len(value) <= size {
		c.Value = value
		w.next.Chunks = append(w.next.Chunks, c)
		return
	}
	for rest := value; ; rest = rest[size:] {
		if len(rest) <= size {
			c.Value = rest
			w.next.Chunks = append(w.next.Chunks, c)
			return
		}
		c.Value, c.ValueSize = rest[:size], int32(len(value))
		w.next.Chunks = append(w.next.Chunks, c)
		c = &pb.ReadRowsResponse_CellChunk{}
	}
}

// apply is the filter for one row. It knows those the sampler sends, and says so of others.
func apply(f *pb.RowFilter, r Row, cells []Cell, lottery uint64) ([]Cell, error) {
	if len(cells) == 0 {
		return nil, nil
	}
	switch getFilter := f.GetFilter().(type) {
	case nil:
		return cells, nil
	case *pb.RowFilter_Chain_:
		var err error
		for _, part := range getFilter.Chain.Filters {
			if cells, err = apply(part, r, cells, lottery); err != nil {
				return nil, err
			}
		}
		return cells, nil
	case *pb.RowFilter_CellsPerRowLimitFilter:
		return cells[:min(len(cells), int(getFilter.CellsPerRowLimitFilter))], nil
	case *pb.RowFilter_StripValueTransformer:
		return only(cells, func(c *Cell) bool { c.Value = nil; return true }), nil
	case *pb.RowFilter_RowSampleFilter:
		if float64(hash(r.Key, lottery)) < getFilter.RowSampleFilter*math.MaxUint64 {
			return cells, nil
		}
		return nil, nil
	case *pb.RowFilter_RowKeyRegexFilter:
		re, err := regexp.Compile("^(?:" + string(getFilter.RowKeyRegexFilter) + ")$")
		if err != nil {
			return nil, status.Error(codes.InvalidArgument, err.Error())
		}
		if !re.MatchString(r.Key) {
			return nil, nil
		}
		return cells, nil
	case *pb.RowFilter_FamilyNameRegexFilter:
		re, err := regexp.Compile("^(?:" + getFilter.FamilyNameRegexFilter + ")$")
		if err != nil {
			return nil, status.Error(codes.InvalidArgument, err.Error())
		}
		return only(cells, func(c *Cell) bool { return re.MatchString(c.Family) }), nil
	case *pb.RowFilter_TimestampRangeFilter:
		from, to := getFilter.TimestampRangeFilter.StartTimestampMicros,
			getFilter.TimestampRangeFilter.EndTimestampMicros
		return only(cells, func(c *Cell) bool { return c.Micros >= from && (to == 0 || c.Micros < to) }), nil
	}
	return nil, status.Errorf(codes.Unimplemented, "the fake does not know the filter %v", f)
}

func only(cells []Cell, wanted func(*Cell) bool) []Cell {
	var out []Cell
	for _, c := range cells {
		if wanted(&c) {
			out = append(out, c)
		}
	}
	return out
}

// strips reports whether the filter takes the values away.
func strips(f *pb.RowFilter) bool {
	for _, part := range f.GetChain().GetFilters() {
		if strips(part) {
			return true
		}
	}
	return f.GetStripValueTransformer()
}

// hash spreads keys, so that a share of them is an even draw that the test can repeat.
func hash(key string, lottery uint64) uint64 {
	hash64 := fnv.New64a()
	_, _ = hash64.Write([]byte(key)) // never fails
	x := hash64.Sum64() ^ lottery*0x9e3779b97f4a7c15
	// FNV leaves the high bits of similar keys alike; this spreads them (the finalizer of MurmurHash3).
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
