package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/internal/slowtest"
	"tabletop/model/census"
	"tabletop/model/sample"
)

// countingTest is a table on a server, and the job that counts it.
type countingTest struct {
	server *fakebt.Server
	table  *Table
	job    Job
}

// newCountingTest returns a table of which the job keeps few rows, one of which the service refuses to send.
func newCountingTest(t *testing.T, rows int) *countingTest {
	t.Helper()
	table := numbered(rows)
	table.TooLarge[fmt.Sprintf("row%06d",
		rows/3)] = "Read returned 347MiB from row 'x' which exceeds the limit of 256MiB."
	server := fakebt.New(t, table)
	server.Batch = 7
	bt := open(t, server)
	splits, err := bt.Splits(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	opts := sample.Options{Strategy: sample.Everything, Seed: 3, Rows: 200, FiguresOnly: true}
	plan := census.Plan{Options: opts, Now: time.Unix(1_790_000_000, 0), Families: []sample.Family{{Name: "f"},
		{Name: "g"}},
		Layouts: "row{n:pad(6)}", Prefixes: [][]byte{[]byte("row000"), []byte("row001")}, Personal: true}
	return &countingTest{server, bt, Job{About: sample.Table{Splits: splits}, Plan: Plan(PlanInput{Splits: splits},
		opts), Opts: opts, Census: &plan}}
}

// contents returns all that a file of the sample holds but when it was read, and what limited the read.
func contents(t *testing.T, s *sample.Sample) []byte {
	t.Helper()
	how := s.How
	how.Started, how.Took, how.Options.Bytes = time.Time{}, 0, 0
	var b bytes.Buffer
	if err := s.Described(s.Table, how).Encode(&b); err != nil {
		t.Fatal(err)
	}
	for _, x := range s.Sections() {
		fmt.Fprintf(&b, "\n%d %s %s", x.ID, x.Name, x.Data)
	}
	return b.Bytes()
}

// TestCountsDoNotDependOnCounters verifies that 1, 2, and 8 counters come to the same file, in which all rows were
// counted but the one that could not be read.
func TestCountsDoNotDependOnCounters(t *testing.T) {
	c := newCountingTest(t, 3000)
	var want []byte
	for _, n := range []int{1, 2, 8} {
		c.job.Counters = n
		got, err := c.table.Sample(t.Context(), c.job)
		if err != nil || got.Rows() != 200 || !got.CountsAll() || got.How.CountedAsOf.IsZero() ||
			len(got.How.Unreadable) != 1 {
			t.Fatalf("%d counters: %v, %d rows, %+v", n, err, got.Rows(), got.How)
		}
		result, err := census.ReadResult(got)
		if err != nil || result == nil || result.Totals.Rows != 2999 || result.Kinds[0].Rows != 2999 {
			t.Fatalf("%d counters: %v, %+v", n, err, result)
		}
		if want == nil {
			want = contents(t, got)
		} else if !bytes.Equal(contents(t, got), want) {
			t.Errorf("%d counters come to another file than one:\n%s\n%s", n, contents(t, got), want)
		}
	}
}

// troubled breaks some streams of a server with errors that pass, after some rows and inside of others.
func troubled(random func(n int) int) func(int, *pb.ReadRowsRequest) *fakebt.Fault {
	return func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream%3 == 0 {
			return nil
		}
		// A row at least: a range whose streams fail before any, three in a row, is given up.
		after := 1 + random(40)
		return &fakebt.Fault{After: after, Inside: stream%2 == 0, Err: status.Error(codes.Unavailable, "moved")}
	}
}

// TestInterruptedCensusIsOneRead verifies that a census that is stopped 20 times at random places, by limits, by an
// interrupt, and by an error that no retry mends, with errors that retries mend in between, and that continues from its
// file each time, ends with the file of one read. Files in between carry counts that no report takes for those of the
// table.
func TestInterruptedCensusIsOneRead(t *testing.T) {
	for seed := range slowtest.Pick(uint64(2), 10) {
		c := newCountingTest(t, 6000)
		once, err := c.table.Sample(t.Context(), c.job)
		if err != nil {
			t.Fatal(err)
		}
		want := contents(t, once)
		var mu sync.Mutex
		rng := rand.New(rand.NewPCG(seed, 1))
		random := func(n int) int { // for streams, which begin at the same time
			mu.Lock()
			defer mu.Unlock()
			return rng.IntN(n)
		}
		job, stops := c.job, 0
		for {
			got, err := c.stopped(t, job, random, stops)
			if got.How.Stopped == "" {
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(contents(t, got), want) {
					t.Errorf("seed %d: after %d stops the file is not that of one read:\n%.2000s\n%.2000s", seed, stops,
						contents(t, got), want)
				}
				break
			}
			stops++
			if result, err := census.ReadResult(got); result != nil || err != nil || !got.How.CountedAsOf.IsZero() {
				t.Fatalf("seed %d: counts of a part are taken for those of the table: %v", seed, err)
			}
			so, err := census.FromSample(got)
			if err != nil || so == nil {
				t.Fatalf("seed %d: a part has no counts: %v", seed, err)
			}
			if counted := so.Result().Totals.Rows; counted != got.How.RowsSeen {
				t.Fatalf("seed %d: %d rows were counted, %d read", seed, counted, got.How.RowsSeen)
			}
			back := saved(t, got).WithSections(got.Sections()...)
			job = Job{About: back.Table, Plan: RemainingPlan(&back.How), Opts: back.How.Options, Before: back,
				Counters: 1 + stops%3}
		}
		if stops < 20 {
			t.Errorf("seed %d: the read was stopped %d times", seed, stops)
		}
	}
}

// stopped runs the job until it is stopped at random; from 20 stops on to its end.
func (c *countingTest) stopped(t *testing.T, job Job, random func(int) int, stops int) (*sample.Sample, error) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	job.Opts.Bytes = 0
	trouble := troubled(random)
	c.server.SetFault(trouble)
	switch {
	case stops >= 20:
	case stops%3 == 0:
		job.Opts.Bytes = int64(1 + random(30_000))
		if job.Before != nil {
			job.Opts.Bytes += job.Before.How.BytesSeen
		}
	case stops%3 == 1:
		var left atomic.Int64
		left.Store(int64(1 + random(6)))
		c.server.SetFault(func(stream int, req *pb.ReadRowsRequest) *fakebt.Fault {
			if left.Add(-1) < 0 {
				return &fakebt.Fault{After: random(30), Err: status.Error(codes.PermissionDenied, "revoked")}
			}
			return trouble(stream, req)
		})
	default:
		var left atomic.Int64
		left.Store(int64(1 + random(6)))
		c.server.SetFault(func(stream int, req *pb.ReadRowsRequest) *fakebt.Fault {
			if left.Add(-1) < 0 {
				cancel()
			}
			return trouble(stream, req)
		})
	}
	got, err := c.table.Sample(ctx, job)
	if err != nil && !errors.Is(err, context.Canceled) && status.Code(err) != codes.PermissionDenied {
		t.Fatal(err)
	}
	return got, err
}

// TestMemoryOfCounting verifies that what is held while a table is counted depends on the rows kept, not on the table.
func TestMemoryOfCounting(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // garbage is not what is held
	rows := slowtest.Pick(50_000, 200_000)
	value := make([]byte, 100)
	table := &fakebt.Table{Name: fakebt.Name("t"), Count: rows, Make: func(i int) fakebt.Row {
		return fakebt.Row{Key: fmt.Sprintf("row%010d", i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "a", Value: value}, {Family: "f", Qualifier: "b", Value: value},
			{Family: "f", Qualifier: "c", Value: value}}}
	}}
	server := fakebt.New(t, table)
	server.Batch = 32
	var splits []sample.Split
	for i := 1; i < 128; i++ {
		splits = append(splits, sample.Split{Key: fmt.Appendf(nil, "row%010d", i*rows/128), Offset: int64(i)})
	}
	splits = append(splits, sample.Split{Offset: 128})
	opts := sample.Options{Strategy: sample.Everything, Rows: 10_000, FiguresOnly: true}
	most := uint64(0)
	job := Job{Plan: Plan(PlanInput{Splits: splits}, opts), Opts: opts, Progress: func(sample.Progress) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}}
	s, err := open(t, server).Sample(t.Context(), job)
	if err != nil || s.Rows() != 10_000 || s.How.RowsSeen != int64(rows) {
		t.Fatalf("%v; %d rows seen, %d kept", err, s.How.RowsSeen, s.Rows())
	}
	// 200,000 rows of 330 bytes kept whole would take 70 MB beyond what the connection needs.
	if most > 100<<20 {
		t.Errorf("%d MB were held", most>>20)
	}
}

// TestChunksInAnyOrder verifies that a key range is read as far as the last of its chunks that was counted, whichever
// counter delivers first.
func TestChunksInAnyOrder(t *testing.T) {
	plan := sample.Plan{Strategy: sample.Everything, Places: []sample.ReadRange{{}}}
	x := newCollector(Job{Plan: plan}, nil)
	for _, e := range []event{{seen: 2, after: []byte("b")}, {seen: 1, after: []byte("d"), done: true},
		{seen: 4, after: []byte("c")}} {
		x.take(e, nil)
	}
	if p := x.how.Places[0]; string(p.After) != "d" || !p.Done || p.Rows != 7 {
		t.Errorf("%+v", p)
	}
}
