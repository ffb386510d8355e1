package dataset

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler/embedded"
)

func TestOpen(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	src, err := Open(ctx, "E10/wins", noon(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	const name = "demo:games/wins"
	table, err := src.Describe(ctx)
	if err != nil || src.Name() != name || table.Source != name || table.Name != "wins" || len(table.Splits) == 0 {
		t.Errorf("%s is described as %+v, %v", src.Name(), table, err)
	}
	var stages []string
	got, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, func(p sample.Progress) {
		stages = append(stages, p.Stage)
		if p.Sample != nil && p.Sample.Table.Source != name {
			t.Errorf("a sample on the way calls its table %q", p.Sample.Table.Source)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	_, wins, _ := demo.Find("games/wins")
	equal(t, wins, got)
	if got.Table.Source != name || !strings.HasPrefix(stages[0], preparing) {
		t.Errorf("the sample is of %q, after %q", got.Table.Source, stages)
	}
	row, err := src.Row(ctx, got.Key(7), 10)
	if err != nil || row.Rows() != 1 || row.RowBytes(0) != got.RowBytes(7) || row.Table.Source != name {
		t.Errorf("one row: %v, %v", row, err)
	}
}

func TestOpenUnknown(t *testing.T) {
	_, err := Open(context.Background(), "nonesuch", noon(), 0)
	if err == nil {
		t.Errorf("error is %v", err)
	}
}

func TestCloseWhileLoading(t *testing.T) {
	defer goleak.VerifyNone(t)
	src, err := Open(context.Background(), "machines", noon(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := src.Close(); err != nil {
		t.Error(err)
	}
}

// halfLoaded is a demo whose loading stands still after some rows, until the test closes loaded.
func halfLoaded(t *testing.T) *source {
	t.Helper()
	ctx := context.Background()
	_, table, err := demo.Find("stocks")
	if err != nil {
		t.Fatal(err)
	}
	server, err := embedded.Start(ctx)
	if err != nil {
		t.Fatal(err)
	}
	rows := table.At(noon())
	all := rows.Rows
	rows.Rows /= 4
	if err := errors.Join(create(ctx, server, table), load(ctx, server, table, rows, nil)); err != nil {
		t.Fatal(err)
	}
	s := &source{name: "demo:stocks", server: server, loaded: make(chan struct{}), stop: func() {}}
	if s.instance, err = server.Instance(ctx); err != nil {
		t.Fatal(err)
	}
	src, err := s.instance.Open(ctx, table.Name)
	if err != nil {
		t.Fatal(err)
	}
	s.Table = src
	s.rows.Store(int64(all))
	s.written.Store(int64(rows.Rows))
	return s
}

func TestPlanAndContinue(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	src, err := Open(ctx, "garden", noon(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	plan, err := src.Plan(ctx, sample.Options{Strategy: sample.Quick, Rows: 500})
	if err != nil || plan.Strategy != sample.Quick || len(plan.Places) == 0 {
		t.Errorf("plan is %+v, %v", plan, err)
	}
	some, err := src.Sample(ctx, sample.Options{Strategy: sample.Quick, Rows: 500}, nil)
	if err != nil {
		t.Fatal(err)
	}
	more, err := src.Continue(ctx, some, sample.Options{Rows: 2000}, nil)
	if err != nil || more.Rows() <= some.Rows() || more.Table.Source != src.Name() {
		t.Errorf("gone on from %d rows to %d, %v", some.Rows(), more.Rows(), err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	half := halfLoaded(t)
	defer half.Close()
	defer close(half.loaded)
	if _, err := half.Plan(stopped, sample.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a plan that is not waited for gave %v", err)
	}
}

// A demo can be streamed, and its fronts counted, once it is loaded.
func TestDistinctPrefixes(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	src, err := Open(ctx, "garden", noon(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	fronts := map[string]bool{}
	front := func(key []byte) []byte {
		if i := bytes.IndexByte(key, '#'); i >= 0 {
			return key[:i+1]
		}
		return key
	}
	all, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, nil)
	if err != nil || all.Rows() <= 100 || all.Table.Source != src.Name() {
		t.Fatalf("%d rows, %v", all.Rows(), err)
	}
	for i := range all.Rows() {
		fronts[string(front(all.Key(i)))] = true
	}
	got, whole, err := src.DistinctPrefixes(ctx, sample.Options{}, front, 10_000)
	if err != nil || !whole || len(got) != len(fronts) {
		t.Errorf("%d fronts by skipping, %d by reading, %v", len(got), len(fronts), err)
	}
}

// While a demo loads there is a first look, which does not pass for the whole; then comes the whole.
func TestFirstLook(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := halfLoaded(t)
	defer s.Close()
	var look *sample.Sample
	want := "preparing demo, " + spelling.Integer(s.written.Load()) + " of " + spelling.Integer(s.rows.Load()) + " rows"
	got, err := s.Sample(context.Background(), sample.Options{Strategy: sample.Everything}, func(p sample.Progress) {
		loading := strings.HasPrefix(p.Stage, "preparing demo, ")
		if loading && (p.Fraction != -1 || p.Rows != 0 || p.Stage != want) {
			t.Errorf("a quarter is loaded and nothing read, progress is %+v", p)
		}
		if loading && p.Sample != nil {
			if look == nil {
				close(s.loaded)
			}
			look = p.Sample
		}
	})
	if err != nil || look == nil {
		t.Fatalf("first look %v, %v", look, err)
	}
	if look.How.Complete || look.How.Stopped != stillLoading || look.Rows() == 0 || look.Rows() > firstLook ||
		look.Table.Source != s.name {
		t.Errorf("the first look has %d rows of %q and says %+v", look.Rows(), look.Table.Source, look.How)
	}
	if !got.How.Complete || got.Rows() != int(s.written.Load()) {
		t.Errorf("%d rows in the end, complete %v", got.Rows(), got.How.Complete)
	}
}

func TestCanceledWhileLoading(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := halfLoaded(t)
	defer s.Close()
	defer close(s.loaded)
	ctx, cancel := context.WithCancel(context.Background())
	got, err := s.Sample(ctx, sample.Options{}, func(p sample.Progress) { cancel() })
	if err != nil || got == nil || got.Rows() != 0 || got.How.Stopped != stillLoading || got.How.Complete {
		t.Errorf("canceled at once: %+v, %v", got, err)
	}
}

func TestLoadingFails(t *testing.T) {
	s := halfLoaded(t)
	defer s.Close()
	s.err = errors.New("out of memory")
	close(s.loaded)
	if _, err := s.Sample(context.Background(), sample.Options{}, nil); !errors.Is(err, s.err) {
		t.Errorf("Sample gave %v", err)
	}
	if _, err := s.Describe(context.Background()); !errors.Is(err, s.err) {
		t.Errorf("Describe gave %v", err)
	}
}
