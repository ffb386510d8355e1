package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/model/workload"
)

// readings is a table of devices with a reading per minute.
func readings(rows int) *sample.Sample {
	b := sample.NewBuilder(16)
	for i := range rows {
		b.Row(fmt.Appendf(nil, "d%04d#%010d", i/20, 1_700_000_000+60*i))
		b.Cell("f", []byte("v"), int64(1_700_000_000+60*i)*1e6, []byte("1.5"))
	}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: time.Unix(1_800_000_000, 0)}
	return sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f"}}}, how, []*sample.Builder{b})
}

// counting is a codec that counts what it decodes.
type counting struct {
	rowkey.Codec
	n *atomic.Int64
}

func (c counting) Decode(b []byte) (rowkey.Value, error) {
	c.n.Add(1)
	return c.Codec.Decode(b)
}

// counted returns the layout {device}#{at:s} whose first segment counts the decoded keys.
func counted(t *testing.T, n *atomic.Int64) rowkey.Set {
	t.Helper()
	part := func(name, spec string) rowkey.Part {
		c, err := rowkey.ParseCodec(spec)
		if err != nil {
			t.Fatal(err)
		}
		if name == "device" {
			c = counting{c, n}
		}
		return rowkey.Part{Segment: &rowkey.Segment{Name: name, Codec: c}}
	}
	l, err := rowkey.New("", part("device", "text"), rowkey.Part{Literal: []byte("#")}, part("at", "s"))
	if err != nil {
		t.Fatal(err)
	}
	return rowkey.Set{l}
}

// everything asks an analysis for all that screens, reports and commands take of it.
func everything(ctx context.Context, a *Analysis) error {
	keys, err := a.Keys(ctx)
	if err != nil {
		return err
	}
	for _, name := range a.Segments.Names {
		_ = a.Segments.Column(name).Values
	}
	_ = keys
	base, err := a.Base(ctx)
	if err != nil {
		return err
	}
	if _, err := simulate.Run(ctx, base, nil); err != nil {
		return err
	}
	queries, err := a.Queries(ctx)
	if err != nil {
		return err
	}
	w, err := workload.Parse(fmt.Appendf(nil, "queries: [{name: q, frequency: 1, where: {%s: equal}}]",
		queries.Names[0]), queries.Names)
	if err != nil {
		return err
	}
	if _, err := queries.Costs(ctx, w, queries.CurrentLayouts()...); err != nil {
		return err
	}
	if _, err := a.EligibleCells(ctx); err != nil {
		return err
	}
	if _, err := a.Folds(ctx); err != nil {
		return err
	}
	_, err = a.Audit(ctx, audit.Limits{})
	return err
}

// TestEachKeyIsDecodedOncePerAnalysis verifies that all of an analysis together decodes each key once.
func TestEachKeyIsDecodedOncePerAnalysis(t *testing.T) {
	var n atomic.Int64
	s := readings(5000)
	a, err := New(context.Background(), s, Options{Layouts: counted(t, &n)})
	if err != nil {
		t.Fatal(err)
	}
	if err := everything(context.Background(), a); err != nil {
		t.Fatal(err)
	}
	if int(n.Load()) != s.Rows() {
		t.Errorf("%d keys took %d decodings", s.Rows(), n.Load())
	}
}

// TestComputedOnce verifies that what is computed on demand is one value for all who ask, at the same time and later.
func TestComputedOnce(t *testing.T) {
	a, err := New(context.Background(), readings(3000), Options{})
	if err != nil {
		t.Fatal(err)
	}
	reports := make([]*audit.Report, 4)
	var wait sync.WaitGroup
	for i := range reports {
		wait.Go(func() {
			if err := everything(context.Background(), a); err != nil {
				t.Error(err)
			}
			reports[i], _ = a.Audit(context.Background(), audit.Limits{})
		})
	}
	wait.Wait()
	for _, r := range reports {
		if r == nil || r != reports[0] {
			t.Fatal("the table was audited more than once")
		}
	}
	other, err := a.WithNeighbors([]sample.Table{{Name: "other"}}).Audit(context.Background(), audit.Limits{})
	if err != nil || other == reports[0] {
		t.Errorf("an audit beside another table is the same report, %v", err)
	}
	first, _ := a.Review(context.Background())
	if again, _ := a.Review(context.Background()); first == nil || again != first {
		t.Error("the retention was reviewed twice")
	}
}

// TestCanceledIsNotKept verifies that a canceled computation is made again by the next one to ask.
func TestCanceledIsNotKept(t *testing.T) {
	a, err := New(context.Background(), readings(3000), Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Review(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("the error is %v", err)
	}
	if r, err := a.Review(context.Background()); err != nil || r == nil {
		t.Errorf("the review is %v, %v", r, err)
	}
	if _, err := New(ctx, readings(3000), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of a new analysis is %v", err)
	}
}

// TestWaitersGiveUp verifies that who waits for a computation leaves with its own context, and the computation
// continues.
func TestWaitersGiveUp(t *testing.T) {
	var o once[int]
	started, finish := make(chan struct{}), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		v, err := o.get(context.Background(), func(context.Context) (int, error) {
			close(started)
			<-finish
			return 7, nil
		})
		if v != 7 || err != nil {
			t.Errorf("got %d, %v", v, err)
		}
	})
	<-started
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.get(ctx, func(context.Context) (int, error) { return 8, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	close(finish)
	wait.Wait()
	if v, err := o.get(context.Background(), func(context.Context) (int, error) { return 9, nil }); v != 7 ||
		err != nil {
		t.Errorf("got %d, %v", v, err)
	}
}

// TestLayouts verifies which layouts are in force: declared ones, inferred ones, or those inferred before.
func TestLayouts(t *testing.T) {
	ctx, s := context.Background(), readings(2000)
	inferred, err := New(ctx, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if inferred.Declared || !inferred.Layouts.Equal(inferred.Inferred.Set()) || len(inferred.Layouts) != 1 ||
		inferred.Inferred.Kinds[0].Keys != 2000 {
		t.Errorf("inferred are %v", inferred.Layouts)
	}
	if !slices.Equal(inferred.Layouts, inferred.Segments.Layouts) ||
		inferred.Profile.Kinds[0].Layout != inferred.Layouts[0] {
		t.Error("the parts are not of the same layouts")
	}
	var n atomic.Int64
	set := counted(t, &n)
	declared, err := New(ctx, s, Options{Layouts: set})
	if err != nil || !declared.Declared || declared.Inferred != nil || declared.Layouts[0] != set[0] {
		t.Errorf("declared are %v, %v", declared.Layouts, err)
	}
	both, err := New(ctx, s, Options{Layouts: set, Infer: true})
	if err != nil || both.Layouts[0] != set[0] || both.Inferred == nil {
		t.Errorf("with inferred ones beside, declared are %v, %v", both.Layouts, err)
	}
	next, err := New(ctx, readings(2500), Options{Inferred: inferred.Inferred})
	if err != nil || next.Inferred != inferred.Inferred || next.Layouts[0] != inferred.Layouts[0] ||
		next.Profile.Rows != 2500 {
		t.Errorf("the successor has %v, %v", next.Layouts, err)
	}
}

// TestRedactedOnce verifies that the rows of an analysis are redacted, and those of a redacted one not again.
func TestRedactedOnce(t *testing.T) {
	a, err := New(t.Context(), readings(200), Options{})
	if err != nil {
		t.Fatal(err)
	}
	opts := redact.Options{Key: []byte("key")}
	once, _, err := a.Redacted(t.Context(), opts, redact.NewStrings(opts))
	if err != nil || once == a || once.Sample.How.Redacted == "" {
		t.Fatalf("%v: redacted %q", err, once.Sample.How.Redacted)
	}
	if twice, _, err := once.Redacted(t.Context(), opts, redact.NewStrings(opts)); err != nil || twice != once {
		t.Errorf("%v: redacted again", err)
	}
}
