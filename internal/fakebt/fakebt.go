// Package fakebt is a Bigtable server for tests, where the emulators are unlike the service: sections of equal bytes,
// several rows in a message, values in several chunks, rows taken back, faults in the middle of a stream, rows
// that are too large to send, declared key schemas. It records every call it gets.
package fakebt

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"tabletop/model/sample"
)

// Cell is one cell of a row.
type Cell struct {
	Family, Qualifier string
	Micros            int64
	Value             []byte
}

// Row is one row.
type Row struct {
	Key   string
	Cells []Cell
}

// Bytes is the size of the row as sample.Sample.RowBytes defines it.
func (r Row) Bytes() int64 {
	n := int64(len(r.Key))
	for _, c := range r.Cells {
		n += sample.CellBytes(len(c.Family), len(c.Qualifier), len(c.Value))
	}
	return n
}

// Table is a table with its rows in key order.
type Table struct {
	Name         string // projects/P/instances/I/tables/T
	Schema       *adminpb.Table
	Rows         []Row
	Count        int // of rows that Make makes when they are asked for, in key order, in place of Rows
	Make         func(i int) Row
	SectionBytes int64 // size of the sections that SampleRowKeys reports; 0 is one section
	// offsets in bytes between which no section ends, as in a tablet that was not split yet
	Unsplit  [2]int64
	TooLarge map[string]string // key -> what the service says in place of sending it
}

func (t *Table) len() int {
	if t.Make != nil {
		return t.Count
	}
	return len(t.Rows)
}

func (t *Table) row(i int) Row {
	if t.Make != nil {
		return t.Make(i)
	}
	return t.Rows[i]
}

// Fault breaks a ReadRows stream.
type Fault struct {
	After  int   // rows that are sent before it
	Inside bool  // half of the next row is sent as well
	Err    error // nil ends the stream as if all had been sent
	Stall  bool  // nothing more is sent until the client gives up
}

// Call is a call that was received.
type Call struct {
	Method string
	Header metadata.MD
	Read   *pb.ReadRowsRequest // of ReadRows
}

// Server is a running fake. Set the fields before the first call.
type Server struct {
	Addr  string
	Batch int // rows in a message; 0 is 1
	Chunk int // bytes of a value in a chunk; 0 sends values whole
	Reset int // every so manieth row is begun, taken back and sent again; 0 is none
	// Fault is asked for every ReadRows stream, which are counted from 0; nil breaks nothing.
	Fault func(stream int, req *pb.ReadRowsRequest) *Fault
	// Fail is asked for every call; an error it returns is the answer.
	Fail func(method string) error
	// Scanning is the time that a stream which is to stall first spends on reporting the keys of ten rows, without
	// sending them.
	Scanning time.Duration
	// NamesLarge says in the details of the error which row is too large, as the service does.
	NamesLarge bool

	mu      sync.Mutex
	running *grpc.Server
	tables  map[string]*Table
	calls   []Call
	streams int
	lottery uint64

	pb.UnimplementedBigtableServer
	adminpb.UnimplementedBigtableTableAdminServer
}

// New serves the tables for the length of the test.
func New(t testing.TB, tables ...*Table) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Addr: listener.Addr().String(), tables: map[string]*Table{}}
	for _, table := range tables {
		slices.SortFunc(table.Rows, func(a, b Row) int { return strings.Compare(a.Key, b.Key) })
		s.tables[table.Name] = table
	}
	s.serve(listener)
	t.Cleanup(s.Stop)
	return s
}

// Stop ends the server with all of its connections.
func (s *Server) Stop() {
	s.mu.Lock()
	g := s.running
	s.mu.Unlock()
	g.Stop()
}

// Restart ends the server and serves the same tables again at the same address.
func (s *Server) Restart() error {
	s.Stop()
	l, err := net.Listen("tcp", s.Addr)
	if err == nil {
		s.serve(l)
	}
	return err
}

// serve answers at l until Stop.
func (s *Server) serve(l net.Listener) {
	server := grpc.NewServer(
		grpc.MaxSendMsgSize(256<<20), grpc.MaxRecvMsgSize(256<<20),
		grpc.ChainUnaryInterceptor(func(ctx context.Context, req any, info *grpc.UnaryServerInfo,
			next grpc.UnaryHandler) (any, error) {
			if err := s.record(ctx, info.FullMethod, nil); err != nil {
				return nil, err
			}
			return next(ctx, req)
		}),
		grpc.ChainStreamInterceptor(func(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo,
			next grpc.StreamHandler) error {
			if info.FullMethod != pb.Bigtable_ReadRows_FullMethodName {
				if err := s.record(ss.Context(), info.FullMethod, nil); err != nil {
					return err
				}
			}
			return next(srv, ss)
		}),
		grpc.UnknownServiceHandler(func(_ any, ss grpc.ServerStream) error {
			method, _ := grpc.MethodFromServerStream(ss)
			if err := s.record(ss.Context(), method, nil); err != nil {
				return err
			}
			return status.Error(codes.Unimplemented, method)
		}),
	)
	pb.RegisterBigtableServer(server, s)
	adminpb.RegisterBigtableTableAdminServer(server, s)
	s.mu.Lock()
	s.running = server
	s.mu.Unlock()
	go func() { _ = server.Serve(l) }() // ends with Stop
}

func (s *Server) record(ctx context.Context, method string, read *pb.ReadRowsRequest) error {
	header, _ := metadata.FromIncomingContext(ctx)
	s.mu.Lock()
	s.calls = append(s.calls, Call{method, header, read})
	s.mu.Unlock()
	if s.Fail != nil {
		return s.Fail(method)
	}
	return nil
}

// Calls are the calls received so far.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// Drop makes a table be gone.
func (s *Server) Drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, name)
}

// SetFault sets Fault after calls have been made.
func (s *Server) SetFault(f func(stream int, req *pb.ReadRowsRequest) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Fault = f
}

// SetLottery makes the row sample filter draw other rows.
func (s *Server) SetLottery(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lottery = n
}

func (s *Server) table(name string) (*Table, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[name]
	if t == nil {
		return nil, status.Errorf(codes.NotFound, "table %q not found", name)
	}
	return t, nil
}

// ListTables gives one name a page, so that callers must follow the pages.
func (s *Server) ListTables(_ context.Context, req *adminpb.ListTablesRequest) (*adminpb.ListTablesResponse, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for name := range s.tables {
		if rest, ok := strings.CutPrefix(name, req.Parent+"/tables/"); ok && name > req.PageToken &&
			!strings.Contains(rest, "/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) == 0 {
		return &adminpb.ListTablesResponse{}, nil
	}
	r := &adminpb.ListTablesResponse{Tables: []*adminpb.Table{{Name: names[0]}}}
	if len(names) > 1 {
		r.NextPageToken = names[0]
	}
	return r, nil
}

// GetTable gives the schema as it was set.
func (s *Server) GetTable(_ context.Context, req *adminpb.GetTableRequest) (*adminpb.Table, error) {
	t, err := s.table(req.Name)
	if err != nil {
		return nil, err
	}
	if t.Schema == nil {
		return &adminpb.Table{Name: t.Name}, nil
	}
	return t.Schema, nil
}

// SampleRowKeys cuts the table into sections of equal bytes, each at the start of a row, and ends with the empty key.
func (s *Server) SampleRowKeys(req *pb.SampleRowKeysRequest, out pb.Bigtable_SampleRowKeysServer) error {
	table, err := s.table(cmp.Or(req.TableName, req.AuthorizedViewName, req.MaterializedViewName))
	if err != nil {
		return err
	}
	var offset, next int64 = 0, table.SectionBytes
	for i := range table.len() {
		r := table.row(i)
		if table.SectionBytes > 0 && offset >= next && (offset < table.Unsplit[0] || offset >= table.Unsplit[1]) {
			if err := out.Send(&pb.SampleRowKeysResponse{RowKey: []byte(r.Key), OffsetBytes: offset}); err != nil {
				return err
			}
			next = offset - offset%table.SectionBytes + table.SectionBytes
		}
		offset += r.Bytes()
	}
	return out.Send(&pb.SampleRowKeysResponse{OffsetBytes: offset})
}

// in reports whether the request asks for the key.
func in(set *pb.RowSet, key []byte) bool {
	if len(set.GetRowKeys())+len(set.GetRowRanges()) == 0 {
		return true
	}
	for _, k := range set.GetRowKeys() {
		if bytes.Equal(k, key) {
			return true
		}
	}
	for _, r := range set.GetRowRanges() {
		if inRange(r, key) {
			return true
		}
	}
	return false
}

func inRange(r *pb.RowRange, key []byte) bool {
	switch startKey := r.StartKey.(type) {
	case *pb.RowRange_StartKeyClosed:
		if bytes.Compare(key, startKey.StartKeyClosed) < 0 {
			return false
		}
	case *pb.RowRange_StartKeyOpen:
		if bytes.Compare(key, startKey.StartKeyOpen) <= 0 {
			return false
		}
	}
	switch k := r.EndKey.(type) {
	case *pb.RowRange_EndKeyOpen:
		return len(k.EndKeyOpen) == 0 || bytes.Compare(key, k.EndKeyOpen) < 0
	case *pb.RowRange_EndKeyClosed:
		return len(k.EndKeyClosed) == 0 || bytes.Compare(key, k.EndKeyClosed) <= 0
	}
	return true
}

// bounds are the rows from the first that any range asks for to the end of the last.
func (t *Table) bounds(set *pb.RowSet) (from, to int) {
	if len(set.GetRowKeys()) > 0 || len(set.GetRowRanges()) != 1 {
		return 0, t.len()
	}
	r := set.RowRanges[0]
	start, end := string(r.GetStartKeyClosed())+string(r.GetStartKeyOpen()), string(r.GetEndKeyOpen())
	from, to = sort.Search(t.len(), func(i int) bool { return t.row(i).Key >= start }), t.len()
	if end != "" {
		to = sort.Search(t.len(), func(i int) bool { return t.row(i).Key >= end })
	}
	return from, max(from, to)
}

// Name is the full name of a table in the instance p/i.
func Name(table string) string { return fmt.Sprintf("projects/p/instances/i/tables/%s", table) }
