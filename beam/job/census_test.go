package job

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/beam/internal/beamtest"
	"tabletop/beam/keyrange"
	"tabletop/beam/parts"
	"tabletop/internal/fakebt"
	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/guard"
	"tabletop/sampler/read"
)

func TestMain(m *testing.M) { beamtest.Main(m) }

// numbered is a table of n rows with several versions and columns.
func numbered(n int) *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 5000, TooLarge: map[string]string{}}
	for i := range n {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("user%03d#%06d", i%97, i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "a", Micros: 1_766_000_000_000_000 + int64(i)*1e6,
				Value: []byte(strings.Repeat("x", 30+i%10))},
			{Family: "f", Qualifier: "a", Micros: 1_766_000_000_000_000, Value: []byte("old")},
			{Family: "g", Qualifier: fmt.Sprint(i % 3), Micros: 1_766_000_000_000_000, Value: nil},
		}})
	}
	slices.SortFunc(t.Rows, func(a, b fakebt.Row) int { return strings.Compare(a.Key, b.Key) })
	return t
}

var started = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// on returns the options of a job on table t of the server.
func on(t *testing.T, s *fakebt.Server) Options {
	t.Helper()
	return Options{
		Config: bigtable.Config{Project: "p", Instance: "i", EmulatorHost: s.Addr,
			Retry: read.Retry{First: 1, Longest: 1, Attempts: 3, Stall: time.Minute}},
		Table: "t", Runner: "prism", Workers: 1, Pieces: 7, Now: started, Log: &strings.Builder{},
		Output: filepath.Join(t.TempDir(), "out.tabletop"), Sample: sample.Options{Rows: 300, Seed: 5},
	}
}

// counted returns the census of rows of a table, in one go.
func counted(t *testing.T, o Options, rows []fakebt.Row) []byte {
	t.Helper()
	server := fakebt.New(t, &fakebt.Table{Name: fakebt.Name("t"), Rows: slices.Clone(rows),
		TooLarge: map[string]string{}})
	r, err := Source{Config: bigtable.Config{Project: "p", Instance: "i", EmulatorHost: server.Addr},
		Table: "t"}.open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	all, err := r.table.Sample(context.Background(), sample.Options{Strategy: sample.Everything}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := census.New(census.Plan{Options: o.Sample, Now: o.Now, Families: all.Table.Families})
	if err != nil {
		t.Fatal(err)
	}
	c.Add(all)
	data, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// saved returns the census that a job counted, from the file that it saved.
func saved(t *testing.T, o Options, r *Report) []byte {
	t.Helper()
	s, err := readOutput(context.Background(), o.Output)
	if err != nil {
		t.Fatal(err)
	}
	if s.How.RowsSeen != r.Rows {
		t.Errorf("the file says %d rows, the report %d", s.How.RowsSeen, r.Rows)
	}
	c, err := census.FromSample(s)
	if err != nil || c == nil {
		t.Fatalf("the file has no census: %v", err)
	}
	data, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCensusIsThatOfOneMachine verifies that a job on prism comes to the same bytes as one census of all rows, sends
// nothing but reads, and leaves no part files.
func TestCensusIsThatOfOneMachine(t *testing.T) {
	table := numbered(4000)
	server := fakebt.New(t, table)
	o := on(t, server)
	r, err := Census(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows != 4000 || r.Sample.Rows() != 300 || r.Sample.Partial() != "" || len(r.Failed) > 0 {
		t.Errorf("%d rows, %d kept, partial %q", r.Rows, r.Sample.Rows(), r.Sample.Partial())
	}
	if !bytes.Equal(saved(t, o, r), counted(t, o, table.Rows)) {
		t.Error("the job's census is not that of one machine")
	}
	for _, c := range server.Calls() {
		if !slices.Contains(guard.Methods(), c.Method) {
			t.Errorf("a worker sent %s", c.Method)
		}
	}
	if _, err := os.Stat(o.folder()); err == nil {
		t.Error("part files are left")
	}
}

// TestNoTemporaryFiles verifies that a job leaves nothing among the temporary files of the machine.
func TestNoTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, dir)
	}
	o := on(t, fakebt.New(t, numbered(20)))
	if _, err := Census(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	if got := os.TempDir(); got != dir {
		t.Errorf("temporary files go to %s afterwards", got)
	}
}

// TestOutputThatExists verifies that a job does not start if its output exists, unless it may overwrite it.
func TestOutputThatExists(t *testing.T) {
	server := fakebt.New(t, numbered(10))
	o := on(t, server)
	if err := os.WriteFile(o.Output, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Census(context.Background(), o); err == nil || !strings.Contains(err.Error(), "already exists") ||
		len(server.Calls()) > 0 {
		t.Errorf("%v after %d calls", err, len(server.Calls()))
	}
	if data, _ := os.ReadFile(o.Output); string(data) != "mine" {
		t.Error("the output was changed")
	}
	o.Overwrite = true
	if _, err := Census(context.Background(), o); err != nil {
		t.Error(err)
	}
}

// failing makes reads of keys from a key on fail for good.
func failing(from string) func(int, *pb.ReadRowsRequest) *fakebt.Fault {
	return func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		r := req.GetRows().GetRowRanges()
		if len(r) == 0 {
			return nil
		}
		start := r[0].GetStartKeyClosed()
		if start == nil {
			start = r[0].GetStartKeyOpen()
		}
		if string(start) < from {
			return nil
		}
		return beamtest.NoEntry(5)
	}
}

// TestRangeThatFails verifies that a range which fails for good is named, that what was read of the others is kept,
// that the file does not claim to be of the whole table, and that the same job started again reads only what is
// missing.
func TestRangeThatFails(t *testing.T) {
	table := numbered(3000)
	server := fakebt.New(t, table)
	server.Fault = failing("user060")
	o := on(t, server)
	r, err := Census(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Failed) == 0 || !strings.Contains(strings.Join(r.Failed, "\n"), "user0") || r.Rows < 1000 ||
		r.Rows >= 3000 {
		t.Fatalf("%d rows, failed %q", r.Rows, r.Failed)
	}
	s, err := readOutput(context.Background(), o.Output)
	if err != nil || s.Partial() == "" || s.How.Complete || len(s.Sections()) > 0 ||
		!strings.Contains(s.How.Stopped, "user0") {
		t.Errorf("the file says %+v, sections %v, %v", s.How.Stopped, s.Sections(), err)
	}
	server.SetFault(nil)
	before := len(server.Calls())
	o.Overwrite, o.Now = true, started.Add(time.Hour)
	again, err := Census(context.Background(), o)
	if err != nil || len(again.Failed) > 0 || again.Reused == 0 || again.Rows != 3000 {
		t.Fatalf("started again: %+v, %v", again, err)
	}
	for _, c := range server.Calls()[before:] {
		if c.Read != nil && c.Read.RowsLimit == 0 &&
			string(c.Read.GetRows().GetRowRanges()[0].GetStartKeyClosed()) == "" {
			t.Error("the first range was read again")
		}
	}
	o.Now = started
	if !bytes.Equal(saved(t, o, again), counted(t, o, table.Rows)) {
		t.Error("the census of two runs is not that of one")
	}
}

// TestCounters verifies that a job counts rows, bytes, retries, keys that no layout decodes, and ranges that fail, for
// the runner to show.
func TestCounters(t *testing.T) {
	table := numbered(2000)
	for _, odd := range []string{"zz1", "zz2", "zz3"} {
		table.Rows = append(table.Rows,
			fakebt.Row{Key: odd, Cells: []fakebt.Cell{{Family: "f", Qualifier: "a", Micros: 1_766_000_000_000_000,
				Value: []byte("x")}}})
	}
	server := fakebt.New(t, table)
	o := on(t, server)
	o.Analyze = true
	r, err := Census(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Counters; c["rows"] != 2003 || c["bytes"] != r.Bytes || c["misfits"] != 3 || c["failed_ranges"] != 0 {
		t.Errorf("counters %v, %d bytes", c, r.Bytes)
	}
	broken := false
	server.SetFault(func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if rows := req.GetRows().GetRowRanges(); !broken && len(rows) == 1 &&
			string(rows[0].GetStartKeyClosed()) >= "user060" {
			broken = true
			return &fakebt.Fault{After: 3, Err: status.Error(codes.Unavailable, "restart")}
		}
		return nil
	})
	o.Overwrite, o.Analyze = true, false
	if r, err = Census(t.Context(), o); err != nil || r.Counters["retries"] != 1 || r.Counters["rows"] != 2003 ||
		len(r.Failed) > 0 {
		t.Errorf("counters %v, failed %q, %v", r.Counters, r.Failed, err)
	}
}

// TestNoRangeCanBeRead verifies that a job of which every range fails names them all, and saves a file that says so and
// claims nothing.
func TestNoRangeCanBeRead(t *testing.T) {
	server := fakebt.New(t, numbered(300))
	server.Fault = beamtest.AllRefused
	o := on(t, server)
	o.Pieces, o.Analyze, o.Sample.Rows = 3, true, 100
	words := &strings.Builder{}
	o.Log = words
	r, err := Census(t.Context(), o)
	if err != nil || len(r.Failed) != 3 || !strings.Contains(strings.Join(r.Failed, "\n"), "from the first row to ") ||
		!strings.Contains(words.String(), "not counted") {
		t.Fatalf("%+v, %v; %s", r, err, words)
	}
	s, err := readOutput(t.Context(), o.Output)
	if err != nil || s.Partial() == "" || s.How.Complete || s.Rows() != 0 || len(s.Sections()) > 0 {
		t.Errorf("the file says %q, %v", s.Partial(), err)
	}
	server.SetFault(nil)
	o.Overwrite = true
	if r, err = Census(t.Context(), o); err != nil || len(r.Failed) > 0 || r.Rows != 300 {
		t.Fatalf("started again: %+v, %v", r, err)
	}
	if s, err = readOutput(t.Context(), o.Output); err != nil {
		t.Fatal(err)
	}
	if c, err := census.FromSample(s); err != nil || c.Plan().Layouts == "" {
		t.Errorf("the second run has no plan of its own: %v", err)
	}
}

// TestStartedAgain verifies that a launcher which was killed between part files uses them when it is started again,
// reads a damaged one's range again and names it, and refuses those of other options.
func TestStartedAgain(t *testing.T) {
	ctx := context.Background()
	table := numbered(3000)
	server := fakebt.New(t, table)
	o := on(t, server)
	about, err := o.describe(ctx)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := o.plan(ctx, &about)
	if err != nil {
		t.Fatal(err)
	}
	todo, _, err := o.remaining(ctx, plan, &about)
	if err != nil || len(todo) != 7 {
		t.Fatalf("%d ranges, %v", len(todo), err)
	}
	o.Sample = plan.Options
	for _, r := range todo[:4] { // then it was killed
		process(t, o, plan, r, nil)
	}
	name := parts.Name(o.folder(), todo[1].Start, todo[1].End)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	other := o
	other.Sample.Rows = 7
	if _, err := Census(ctx, other); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Errorf("other options: %v", err)
	}
	words := &strings.Builder{}
	o.Log = words
	r, err := Census(ctx, o)
	if err != nil || r.Reused != 3 || r.Rows != 3000 {
		t.Fatalf("%+v, %v", r, err)
	}
	if !strings.Contains(words.String(), filepath.Base(name)) || !strings.Contains(words.String(), "checksum") {
		t.Errorf("the damaged part is not named: %s", words)
	}
	if !bytes.Equal(saved(t, o, r), counted(t, o, table.Rows)) {
		t.Error("the census of two runs is not that of one")
	}
}

// process runs the DoFn on a restriction without a runner; split, if not nil, is called with the tracker before the
// first row is added.
func process(t *testing.T, o Options, plan census.Plan, r keyrange.Range, split func(*sdf.LockRTracker)) []parts.Part {
	t.Helper()
	encoded, err := plan.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	fn := &countFn{Source: o.source(), Plan: encoded, Folder: o.folder()}
	if err := fn.Setup(context.Background()); err != nil {
		t.Fatal(err)
	}
	defer fn.Teardown()
	rt := fn.CreateTracker(r)
	if split != nil {
		split(rt)
	}
	var out []parts.Part
	if err := fn.ProcessElement(context.Background(), rt, r, func(p parts.Part) { out = append(out, p) }); err != nil {
		t.Fatal(err)
	}
	if !rt.IsDone() || rt.GetError() != nil {
		t.Fatalf("done %v, error %v", rt.IsDone(), rt.GetError())
	}
	return out
}

// TestBundleTwiceAndResidualReplayed verifies, without a runner, that a bundle executed twice comes to the same part
// and the same file, and that a restriction which is split while it is read comes with its residual to what it does
// whole.
func TestBundleTwiceAndResidualReplayed(t *testing.T) {
	table := numbered(3000)
	server := fakebt.New(t, table)
	o := on(t, server)
	plan := census.Plan{Options: o.Sample, Now: o.Now}.Normalize()
	all := keyrange.New(nil, nil, []keyrange.Border{{Key: []byte("user050"), Offset: 50}, {Offset: 100}})
	once, twice := process(t, o, plan, all, nil), process(t, o, plan, all, nil)
	if !reflect.DeepEqual(once, twice) {
		t.Error("a bundle executed twice comes to another part")
	}
	if files, err := filepath.Glob(o.folder() + "/*"); err != nil || len(files) != 1 {
		t.Errorf("files %q, %v", files, err)
	}
	for _, share := range []float64{0.01, 0.5, 0.999} {
		var todo []keyrange.Range
		var got []parts.Part
		got = append(got, process(t, o, plan, all, func(rt *sdf.LockRTracker) {
			rt.TryClaim([]byte("user000#000000"[:5])) // a row was read
			_, residual, err := rt.TrySplit(share)
			if err != nil || residual == nil {
				t.Fatalf("no split at %v: %v", share, err)
			}
			todo = append(todo, residual.(keyrange.Range))
		})...)
		for range 2 { // the residual is replayed: its bundle failed once
			replayed := process(t, o, plan, todo[0], nil)
			if len(got) > 1 && !reflect.DeepEqual(got[1:], replayed) {
				t.Error("a residual replayed comes to another part")
			}
			got = append(got[:1:1], replayed...)
		}
		merged := merge(t, got)
		if !bytes.Equal(merged.Census, once[0].Census) {
			t.Errorf("split at %v: the parts do not come to the whole", share)
		}
	}
}

// merge runs the combiner without a runner, with accumulators that travel.
func merge(t *testing.T, list []parts.Part) *whole {
	t.Helper()
	m := &mergeFn{}
	all := m.CreateAccumulator()
	for _, p := range list {
		a, err := m.AddInput(m.CreateAccumulator(), p)
		if err != nil {
			t.Fatal(err)
		}
		if all, err = m.MergeAccumulators(all, coded(t, a)); err != nil {
			t.Fatal(err)
		}
	}
	p, err := m.ExtractOutput(coded(t, all))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "whole")
	if err := (&saveFn{name}).ProcessElement(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	w, err := loadWhole(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestAccumulatorsKeepTheirCounts verifies that the coder which Beam chooses for accumulators keeps what their
// unexported fields hold.
func TestAccumulatorsKeepTheirCounts(t *testing.T) {
	server := fakebt.New(t, numbered(500))
	o := on(t, server)
	list := process(t, o, census.Plan{Options: o.Sample, Now: o.Now}.Normalize(), keyrange.Range{}, nil)
	a, err := (&mergeFn{}).AddInput(Accumulator{}, list[0])
	if err != nil {
		t.Fatal(err)
	}
	if a.counts, err = a.decoded(); err != nil { // as after a merge
		t.Fatal(err)
	}
	b := coded(t, a)
	if c, err := b.decoded(); err != nil || c == nil || c.Result().Totals.Rows != 500 || len(b.parts) != 1 ||
		b.parts[0].Rows != 500 {
		t.Errorf("after a journey the accumulator is %+v, %v", b, err)
	}
	b.encoded = b.encoded[:len(b.encoded)/2]
	if _, err := (&mergeFn{}).MergeAccumulators(a, b); err == nil ||
		!strings.Contains(err.Error(), "from the first row to the end of the table is damaged") {
		t.Errorf("a damaged part: %v", err)
	}
	if c := coded(t, Accumulator{}); c.counts != nil || len(c.encoded) != 0 || len(c.parts) != 0 {
		t.Errorf("an empty accumulator became %+v", c)
	}
}

// TestOverlapIsRefused verifies that ranges which overlap are not added up.
func TestOverlapIsRefused(t *testing.T) {
	a := Accumulator{parts: []parts.Part{{End: []byte("m")}, {Start: []byte("k")}}}
	if _, err := (&mergeFn{}).ExtractOutput(a); err == nil {
		t.Error("rows would be counted twice")
	}
}

// TestTableThatChanges verifies that each row which a job meets is counted once while rows come and go, and that the
// counts are those of the rows met.
func TestTableThatChanges(t *testing.T) {
	before := numbered(2000)
	after := numbered(2600) // 600 rows have come among the others
	after.Rows = slices.DeleteFunc(after.Rows, func(r fakebt.Row) bool { return strings.HasSuffix(r.Key, "7") })
	o := on(t, fakebt.New(t, before))
	plan := census.Plan{Options: o.Sample, Now: o.Now}.Normalize()
	all := keyrange.New(nil, nil, []keyrange.Border{{Key: []byte("user050"), Offset: 50}, {Offset: 100}}).Split(2)
	got := process(t, o, plan, all[0], nil)
	later := o
	later.Config.EmulatorHost = fakebt.New(t, after).Addr
	got = append(got, process(t, later, plan, all[1], nil)...)
	met := slices.DeleteFunc(slices.Clone(before.Rows), func(r fakebt.Row) bool { return r.Key >= "user050" })
	met = append(met, slices.DeleteFunc(slices.Clone(after.Rows), func(r fakebt.Row) bool {
		return r.Key < "user050"
	})...)
	if w := merge(t, got); !bytes.Equal(w.Census, counted(t, o, met)) {
		t.Error("the census is not that of the rows met")
	}
}

// TestRateIsDivided verifies that the rate of a job is divided among its workers, that readers of one process share it,
// and that a live table has a limit by default.
func TestRateIsDivided(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want float64
	}{
		{Options{BytesPerSecond: 100, Workers: 4}, 25},
		{Options{Workers: 10}, GentleRate / 10},
		{Options{BytesPerSecond: -1, Workers: 10}, 0},
		{Options{Config: bigtable.Config{EmulatorHost: "x:1"}}, 0},
	} {
		if got := c.o.rate(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: %v, want %v", c.o, got, c.want)
		}
	}
	a := Source{Table: "rate", BytesPerSecond: 7}
	if first, second := a.limiter(), a.limiter(); first == nil || first != second ||
		(Source{Table: "rate"}).limiter() != nil {
		t.Error("readers of one process do not share their limit")
	}
}
