package read

import (
	"bytes"
	"context"
	"slices"
	"sync/atomic"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// stopped reads with plan and stops at the first rows; what is not read by then is held back by the server.
func stopped(t *testing.T, server *fakebt.Server, plan sample.Plan, opts sample.Options,
	about sample.Table) *sample.Sample {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	gate := make(chan struct{})
	var streams atomic.Int64
	server.SetFault(func(int, *pb.ReadRowsRequest) *fakebt.Fault {
		if streams.Add(1) > readsAtOnce+4 {
			<-gate
		}
		return nil
	})
	s, err := open(t, server).Sample(ctx, Job{About: about, Plan: plan, Opts: opts, Progress: func(p sample.Progress) {
		if p.Rows > 0 && ctx.Err() == nil {
			cancel()
			close(gate)
		}
	}})
	if err != nil || s.Rows() == 0 || !HasRemaining(&s.How) || s.How.Complete || s.How.Stopped == "" {
		t.Fatalf("%v, %d rows, stopped %q", err, s.Rows(), s.How.Stopped)
	}
	return saved(t, s)
}

// saved is the sample as it comes back from a file.
func saved(t *testing.T, s *sample.Sample) *sample.Sample {
	t.Helper()
	var b bytes.Buffer
	if err := s.Encode(&b); err != nil {
		t.Fatal(err)
	}
	back, err := sample.Decode(b.Bytes(), 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// TestContinue: a sample that was stopped and gone on with is the one that was not.
func TestContinue(t *testing.T) {
	for _, opts := range []sample.Options{
		{Strategy: sample.Everything, Seed: 1},
		{Strategy: sample.Everything, Seed: 1, Rows: 300},
		{Strategy: sample.Quick, Seed: 1, Rows: 2000},
		{Strategy: sample.Quick, Seed: 2, Rows: 2000, Prefix: []byte("row00")},
		{Strategy: sample.Accurate, Seed: 1, Rows: 200},
		{Strategy: sample.Small, Seed: 1, Rows: 200},
	} {
		server := fakebt.New(t, numbered(6000))
		bt := open(t, server)
		splits, err := bt.Splits(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		about := sample.Table{Splits: splits}
		plan := Plan(PlanInput{Splits: splits}, opts)
		want, err := bt.Sample(context.Background(), Job{About: about, Plan: plan, Opts: opts})
		if err != nil {
			t.Fatal(err)
		}
		before := stopped(t, server, plan, opts, about)
		got, err := bt.Sample(context.Background(), Job{About: before.Table, Plan: RemainingPlan(&before.How),
			Opts: before.How.Options, Before: before})
		if err != nil {
			t.Fatal(err)
		}
		name := opts.Strategy
		if !slices.Equal(keys(got), keys(want)) || got.NumCells() != want.NumCells() || got.Bytes() != want.Bytes() {
			t.Errorf("%s: %d rows, %d without the stop", name, got.Rows(), want.Rows())
		}
		if !slices.Equal(got.Runs(), want.Runs()) {
			t.Errorf("%s: runs %v, %v without the stop", name, got.Runs(), want.Runs())
		}
		g, w := got.How, want.How
		if g.RowsSeen != w.RowsSeen || g.BytesSeen != w.BytesSeen || g.RowShare != w.RowShare ||
			g.Complete != w.Complete || g.Points != w.Points || HasRemaining(&g) || g.Stopped != "" {
			t.Errorf("%s: %+v, without the stop %+v", name, g, w)
		}
	}
}

// TestMore adds a draw to a finished sample.
func TestMore(t *testing.T) {
	server := fakebt.New(t, numbered(6000))
	bt := open(t, server)
	opts := sample.Options{Strategy: sample.Quick, Rows: 1000, Seed: 5}
	first, err := all(t, bt, opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	first = saved(t, first)
	plan, ok := ExtendPlan(&first.How, first.Table.Splits, 1000)
	if !ok || plan.Points != 2*first.How.Points {
		t.Fatalf("%v, %d points after %d", ok, plan.Points, first.How.Points)
	}
	more, err := bt.Sample(context.Background(), Job{About: first.Table, Plan: plan, Opts: opts, Before: first})
	if err != nil {
		t.Fatal(err)
	}
	hits := 0
	for _, r := range more.Runs() {
		hits += r.Hits
	}
	if hits != plan.Points || more.Rows() <= first.Rows() || more.How.Points != plan.Points || HasRemaining(&more.How) {
		t.Errorf("%d hits of %d points, %d rows after %d", hits, plan.Points, more.Rows(), first.Rows())
	}
	for _, k := range keys(first) {
		if i := more.Find([]byte(k)); i == more.Rows() || string(more.Key(i)) != k {
			t.Fatalf("row %q was lost", k)
		}
	}
	if _, ok := ExtendPlan(&sample.Provenance{Strategy: sample.Everything}, nil, 100); ok {
		t.Error("a whole read can be added to")
	}
}

// TestFurther reads on from the first rows.
func TestFurther(t *testing.T) {
	table := numbered(1000)
	server := fakebt.New(t, table)
	bt := open(t, server)
	opts := sample.Options{Strategy: sample.Head, Rows: 100}
	first, err := all(t, bt, opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := bt.Sample(context.Background(), Job{About: first.Table, Plan: ExtendHead(&first.How, 250), Opts: opts,
		Before: first})
	if err != nil {
		t.Fatal(err)
	}
	if same(t, got, table.Rows[:250]); len(got.Runs()) != 1 {
		t.Errorf("%d runs", len(got.Runs()))
	}
}
