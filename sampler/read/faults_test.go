package read

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

func TestTooLarge(t *testing.T) {
	const reason = "Read returned 347MiB from row 'x' which exceeds the limit of 256MiB."
	for _, names := range []bool{true, false} {
		table := numbered(300)
		large := []string{"row000000", "row000007", "row000008", "row000150", "row000299"}
		for _, key := range large {
			table.TooLarge[key] = reason
		}
		server := fakebt.New(t, table)
		server.NamesLarge, server.Batch = names, 4
		s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, u := range s.How.Unreadable {
			keys = append(keys, string(u.Key))
			if u.Reason != reason {
				t.Errorf("reason %q", u.Reason)
			}
		}
		if !slices.Equal(keys, large) || s.How.Complete {
			t.Errorf("unreadable %q, complete %v", keys, s.How.Complete)
		}
		same(t, s, slices.DeleteFunc(slices.Clone(table.Rows),
			func(r fakebt.Row) bool { return slices.Contains(large, r.Key) }))
	}
}

// TestTooLargeFiltered: a row that a filter leaves out is not taken for the one that cannot be read.
func TestTooLargeFiltered(t *testing.T) {
	table := numbered(300)
	table.TooLarge["row000017"] = "exceeds the limit"
	s, err := all(t, open(t, fakebt.New(t, table)), sample.Options{Strategy: sample.Everything, KeyRegex: "row000.*7"},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.How.Unreadable) != 1 || string(s.How.Unreadable[0].Key) != "row000017" || s.Rows() != 29 {
		t.Errorf("%d rows, unreadable %q", s.Rows(), s.How.Unreadable)
	}
}

// TestTooLargeThenRefused: an error met while looking for the row that cannot be read is the one that ends the read.
func TestTooLargeThenRefused(t *testing.T) {
	table := numbered(300)
	table.TooLarge["row000017"] = "exceeds the limit"
	server := fakebt.New(t, table)
	server.Fault = func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if req.GetRowsLimit() != 1 {
			return nil
		}
		return &fakebt.Fault{Err: status.Error(codes.PermissionDenied, "revoked")}
	}
	s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything}, nil)
	if status.Code(err) != codes.PermissionDenied || strings.Contains(err.Error(), "exceeds") {
		t.Errorf("error %v", err)
	}
	if s == nil || s.Rows() == 0 || s.How.Complete || len(s.How.Unreadable) > 0 {
		t.Errorf("kept %+v", s)
	}
}

// TestTooLargeByChance: where rows are sent by chance, the row that cannot be is still found.
func TestTooLargeByChance(t *testing.T) {
	table := numbered(300)
	for i := range 300 {
		if i%10 == 5 {
			table.TooLarge[fmt.Sprintf("row%06d", i)] = "exceeds the limit"
		}
	}
	server := fakebt.New(t, table)
	opts := sample.Options{Strategy: sample.Small}
	splits, err := open(t, server).Splits(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan(PlanInput{Splits: splits}, opts)
	plan.Filter = 0.3
	s, err := open(t, server).Sample(context.Background(), Job{Plan: plan, Opts: opts})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.How.Unreadable) == 0 || s.Rows() < 40 || s.How.Complete {
		t.Errorf("%d unreadable, %d rows, complete %v", len(s.How.Unreadable), s.Rows(), s.How.Complete)
	}
	for _, u := range s.How.Unreadable {
		if table.TooLarge[string(u.Key)] == "" {
			t.Errorf("%q could have been read", u.Key)
		}
	}
}

// TestPermanent: an error that does not pass comes back with what was read before it.
func TestPermanent(t *testing.T) {
	server := fakebt.New(t, numbered(1000))
	denied := status.Error(codes.PermissionDenied, "no more")
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream < 5 {
			return nil
		}
		return &fakebt.Fault{After: 2, Err: denied}
	}
	s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything}, nil)
	if status.Code(err) != codes.PermissionDenied {
		t.Errorf("error %v", err)
	}
	if s == nil || s.Rows() == 0 || s.How.Complete || !strings.Contains(s.How.Stopped, "key ranges unfinished") {
		t.Errorf("kept %+v", s)
	}
}

// TestGivenUp: a fault that never passes ends the read after the attempts there are, with the cause.
func TestGivenUp(t *testing.T) {
	server := fakebt.New(t, numbered(100))
	var streams atomic.Int64
	server.Fault = func(int, *pb.ReadRowsRequest) *fakebt.Fault {
		streams.Add(1)
		return &fakebt.Fault{Err: status.Error(codes.Unavailable, "out for lunch")}
	}
	table := open(t, server)
	plan := Plan(PlanInput{Splits: []sample.Split{{}}}, sample.Options{Strategy: sample.Everything})
	s, err := table.Sample(context.Background(), Job{Plan: plan})
	if err == nil || !strings.Contains(err.Error(), "out for lunch") || !strings.Contains(err.Error(), "3 attempts") ||
		streams.Load() != 3 {
		t.Errorf("%v after %d streams", err, streams.Load())
	}
	if s.Rows() != 0 || s.How.Complete {
		t.Errorf("%d rows, complete %v", s.Rows(), s.How.Complete)
	}
}

// TestStall: a stream that stands still is given up and opened again.
func TestStall(t *testing.T) {
	table := numbered(500)
	server := fakebt.New(t, table)
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream == 2 {
			<-release
		}
		return nil
	}
	bt := open(t, server)
	bt.Retry.Stall = 50 * time.Millisecond
	s, err := all(t, bt, sample.Options{Strategy: sample.Everything}, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, s, table.Rows)
}

// TestDropped: the table goes while it is read.
func TestDropped(t *testing.T) {
	server := fakebt.New(t, numbered(1000))
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream == 3 {
			server.Drop(fakebt.Name("t"))
		}
		return nil
	}
	s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything}, nil)
	if status.Code(err) != codes.NotFound || s.Rows() == 0 || s.How.Complete {
		t.Errorf("%v with %d rows", err, s.Rows())
	}
}

// TestPanic: a fault of ours in a reader becomes an error.
func TestPanic(t *testing.T) {
	table := &Table{Conn: broken{}, Name: "t", Retry: quickly}
	plan := Plan(PlanInput{Splits: []sample.Split{{}}}, sample.Options{Strategy: sample.Everything})
	s, err := table.Sample(context.Background(), Job{Plan: plan})
	if err == nil || !strings.Contains(err.Error(), "internal error") || s == nil {
		t.Errorf("%v", err)
	}
}

type broken struct{ grpc.ClientConnInterface }

func (broken) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	panic("boom")
}

// TestTellPanics: a panic of the caller's goes through, and leaves no reader behind.
func TestTellPanics(t *testing.T) {
	server := fakebt.New(t, numbered(2000))
	table := open(t, server)
	defer func() {
		if p := recover(); p != "mine" {
			t.Errorf("recovered %v", p)
		}
	}()
	_, err := all(t, table, sample.Options{Strategy: sample.Everything}, func(sample.Progress) { panic("mine") })
	t.Error("came back with", err)
}

func TestPassing(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{status.Error(codes.Unavailable, "x"), true},
		{fmt.Errorf("wrapped: %w", status.Error(codes.Unavailable, "x")), true},
		{status.Error(codes.Internal, "stream terminated by RST_STREAM with error code: INTERNAL_ERROR"), true},
		{status.Error(codes.Internal, "Received Rst stream"), true},
		{status.Error(codes.Internal, "RST_STREAM closed stream. HTTP/2 error code: INTERNAL_ERROR"), true},
		{status.Error(codes.Internal, "unexpected EOF"), true},
		{status.Error(codes.Internal, "server closed the stream without sending trailers"), true},
		{status.Error(codes.Internal, "a bug"), false},
		{status.Error(codes.Canceled, "stream terminated by RST_STREAM with error code: CANCEL"), true},
		{status.Error(codes.Canceled, "context canceled"), false},
		{&SilentError{time.Second}, true},
		{errCut, true},
		{status.Error(codes.DeadlineExceeded, "x"), true},
		{status.Error(codes.PermissionDenied, "x"), false},
		{status.Error(codes.NotFound, "x"), false},
		{status.Error(codes.ResourceExhausted, "quota"), true},
		{status.Error(codes.ResourceExhausted, "grpc: received message larger than max (5 vs. 4)"), false},
		{status.Error(codes.FailedPrecondition, "exceeds the limit of 256MiB"), false},
		{errors.New("plain"), false},
	} {
		if passing(test.err) != test.want {
			t.Errorf("%v: passing %v", test.err, !test.want)
		}
	}
}
