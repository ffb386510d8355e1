package read

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler/guard"
)

// TestMain verifies that no reader, stream or timer outlives the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// quickly retries without the waits of a real read.
var quickly = Retry{First: 1, Longest: 1, Attempts: 3, Stall: time.Minute}

// open connects to the table t of the fake.
func open(t testing.TB, s *fakebt.Server) *Table {
	t.Helper()
	conn, err := grpc.NewClient(s.Addr,
		append(guard.DialOptions(), grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &Table{Conn: conn, Name: fakebt.Name("t"), Profile: "slow one", Retry: quickly}
}

// numbered is a table of n rows of about 100 bytes.
func numbered(n int) *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 2000, TooLarge: map[string]string{}}
	for i := range n {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("row%06d", i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "a", Micros: 2000, Value: []byte(strings.Repeat("x", 30+i%10))},
			{Family: "f", Qualifier: "a", Micros: 1000, Value: []byte("old")},
			{Family: "g", Qualifier: fmt.Sprint(i % 3), Micros: 1000, Value: nil},
		}})
	}
	return t
}

// all reads with a strategy, from the splits the server gives.
func all(t testing.TB, table *Table, opts sample.Options, tell func(sample.Progress)) (*sample.Sample, error) {
	t.Helper()
	return allUntil(context.Background(), t, table, opts, tell)
}

// allUntil is all until a context ends.
func allUntil(ctx context.Context, t testing.TB, table *Table, opts sample.Options,
	tell func(sample.Progress)) (*sample.Sample, error) {
	t.Helper()
	splits, err := table.Splits(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	plan := Plan(PlanInput{Splits: splits, Emulator: table.Emulator}, opts)
	return table.Sample(ctx, Job{About: sample.Table{Splits: splits}, Plan: plan, Opts: opts, Progress: tell})
}

// same compares a sample with the rows there are.
func same(t *testing.T, s *sample.Sample, want []fakebt.Row) {
	t.Helper()
	if s.Rows() != len(want) {
		t.Fatalf("%d rows, want %d", s.Rows(), len(want))
	}
	for i, w := range want {
		got := fakebt.Row{Key: string(s.Key(i))}
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			c := s.Cell(j)
			got.Cells = append(got.Cells, fakebt.Cell{Family: s.Column(c.Column).Family,
				Qualifier: s.Column(c.Column).Qualifier, Micros: c.Micros, Value: c.Value})
		}
		if d := cmp.Diff(w, got, cmp.Comparer(func(a, b []byte) bool { return string(a) == string(b) })); d != "" {
			t.Fatalf("row %d differs: %s", i, d)
		}
		if s.RowBytes(i) != w.Bytes() {
			t.Fatalf("row %d has %d bytes, want %d", i, s.RowBytes(i), w.Bytes())
		}
	}
}

// TestEverything reads a whole table whatever the messages look like and wherever the streams break.
func TestEverything(t *testing.T) {
	cut := func(err error) func(int, *pb.ReadRowsRequest) *fakebt.Fault {
		return func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
			if stream%2 == 1 {
				return nil
			}
			return &fakebt.Fault{After: 3 + stream%5, Inside: stream%4 == 0, Err: err}
		}
	}
	for name, set := range map[string]func(*fakebt.Server){
		"a row a message": func(*fakebt.Server) {},
		"many a message":  func(s *fakebt.Server) { s.Batch = 7 },
		"split values":    func(s *fakebt.Server) { s.Batch, s.Chunk = 3, 10 },
		"rows taken back": func(s *fakebt.Server) { s.Batch, s.Chunk, s.Reset = 3, 7, 2 },
		"unavailable":     func(s *fakebt.Server) { s.Fault = cut(status.Error(codes.Unavailable, "gone")) },
		"reset": func(s *fakebt.Server) {
			s.Chunk, s.Fault = 8,
				cut(status.Error(codes.Internal, "stream terminated by RST_STREAM with error code: 2"))
		},
		"unavailable once": func(s *fakebt.Server) { s.Batch, s.Fault = 50, cut(status.Error(codes.Aborted, "moved")) },
	} {
		t.Run(name, func(t *testing.T) {
			table := numbered(1000)
			server := fakebt.New(t, table)
			set(server)
			s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything}, nil)
			if err != nil {
				t.Fatal(err)
			}
			same(t, s, table.Rows)
			if !s.How.Complete || s.How.Stopped != "" || len(s.Runs()) != 1 || s.How.RowsSeen != 1000 ||
				s.How.RowShare != 1 {
				t.Errorf("read as %+v in %d runs", s.How, len(s.Runs()))
			}
		})
	}
}

// TestHeaders: the service routes by these, and an emulator must not be asked for last scanned rows.
func TestHeaders(t *testing.T) {
	for _, emulator := range []bool{false, true} {
		server := fakebt.New(t, numbered(10))
		table := open(t, server)
		table.Emulator = emulator
		if _, err := all(t, table, sample.Options{Strategy: sample.Everything}, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range server.Calls() {
			h := c.Header
			if got := h.Get("google-cloud-resource-prefix"); !slices.Equal(got, []string{fakebt.Name("t")}) {
				t.Errorf("%s: prefix %v", c.Method, got)
			}
			if got := h.Get("x-goog-request-params"); !slices.Equal(got,
				[]string{"table_name=projects%2Fp%2Finstances%2Fi%2Ftables%2Ft&app_profile_id=slow+one"}) {
				t.Errorf("%s: params %v", c.Method, got)
			}
			if got := h.Get("bigtable-features"); len(got) != 1 || got[0] != Features(!emulator) {
				t.Errorf("%s: features %v", c.Method, got)
			}
			if c.Read != nil && c.Read.AppProfileId != "slow one" {
				t.Errorf("read with profile %q", c.Read.AppProfileId)
			}
		}
	}
}

// TestTooLarge: rows the service does not send become findings, wherever they lie, and all others are read.
// TestThinning keeps the rows asked for, evenly, and the same ones for a seed, however the rows come.
func TestThinning(t *testing.T) {
	table := numbered(5000)
	server := fakebt.New(t, table)
	server.Batch = 10
	opts := sample.Options{Strategy: sample.Everything, Rows: 500, Seed: 7}
	first, err := all(t, open(t, server), opts, func(sample.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	if first.Rows() != 500 || first.How.RowsSeen != 5000 || first.How.RowShare != 0.1 || first.How.Complete {
		t.Errorf("%d of %d rows, share %v, complete %v", first.Rows(), first.How.RowsSeen, first.How.RowShare,
			first.How.Complete)
	}
	half := first.Find([]byte("row002500"))
	if half < 200 || half > 300 {
		t.Errorf("%d of 500 rows lie in the first half", half)
	}
	server.Batch = 1
	again, err := all(t, open(t, server), opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	opts.Seed = 8
	other, err := all(t, open(t, server), opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(keys(first), keys(again)) || slices.Equal(keys(first), keys(other)) {
		t.Error("the rows kept must depend on the seed and on nothing else")
	}
}

func keys(s *sample.Sample) []string {
	var out []string
	for i := range s.Rows() {
		out = append(out, string(s.Key(i)))
	}
	return out
}

func TestHead(t *testing.T) {
	table := numbered(1000)
	server := fakebt.New(t, table)
	server.Batch = 10
	s, err := all(t, open(t, server), sample.Options{Strategy: sample.Head, Rows: 123}, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, s, table.Rows[:123])
	if s.How.Complete || s.How.Stopped != "" || len(s.Runs()) != 1 {
		t.Errorf("%+v in %d runs", s.How, len(s.Runs()))
	}
	if s, err = all(t, open(t, server), sample.Options{Strategy: sample.Head, Rows: 5000}, nil); err != nil {
		t.Fatal(err)
	}
	if same(t, s, table.Rows); !s.How.Complete {
		t.Error("the whole table was read, and is not called complete")
	}
	if s, err = all(t, open(t, server), sample.Options{Strategy: sample.Head, Start: []byte("b"), End: []byte("a")},
		func(sample.Progress) {}); err != nil || s.Rows() != 0 {
		t.Errorf("an empty range: %d rows, %v", s.Rows(), err)
	}
}

// TestEveryReadEnds: all ranges but the one at the end of the table have an end, since an emulator reads on to the end.
func TestEveryReadEnds(t *testing.T) {
	table := numbered(3000)
	for _, strategy := range []sample.Strategy{sample.Quick, sample.Everything, sample.Head, sample.Small,
		sample.Accurate} {
		server := fakebt.New(t, table)
		s, err := all(t, open(t, server), sample.Options{Strategy: strategy, Rows: 400}, nil)
		if err != nil {
			t.Fatal(err)
		}
		splits, err := open(t, server).Splits(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		last := string(splits[len(splits)-2].Key)
		for _, c := range server.Calls() {
			for _, r := range c.Read.GetRows().GetRowRanges() {
				start := string(r.GetStartKeyClosed()) + string(r.GetStartKeyOpen())
				if len(r.GetEndKeyOpen()) == 0 && start < last && strategy != sample.Everything &&
					strategy != sample.Small {
					t.Errorf("%s: a read from %q has no end", strategy, start)
				}
			}
		}
		if s.Rows() == 0 {
			t.Errorf("%s read nothing", strategy)
		}
	}
}

func TestLimits(t *testing.T) {
	server := fakebt.New(t, numbered(5000))
	s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything, Bytes: 50_000}, nil)
	if err != nil || !strings.Contains(s.How.Stopped, "50,000 bytes") || s.How.Complete || s.Rows() == 0 ||
		s.Rows() > 4000 {
		t.Errorf("%v, %d rows, stopped %q", err, s.Rows(), s.How.Stopped)
	}
	// The server holds back what is left until the time is up.
	server = fakebt.New(t, numbered(5000))
	hold, cancel := context.WithCancel(context.Background())
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream > 5 {
			<-hold.Done()
		}
		return nil
	}
	limited, end := context.WithCancelCause(context.Background())
	time.AfterFunc(50*time.Millisecond, func() { end(sample.TimeLimit(50 * time.Millisecond)) })
	s, err = allUntil(limited, t, open(t, server), sample.Options{Strategy: sample.Everything}, nil)
	cancel()
	if err != nil || !strings.Contains(s.How.Stopped, "time limit") || s.How.Complete || s.Rows() == 5000 {
		t.Errorf("%v, %d rows, stopped %q", err, s.Rows(), s.How.Stopped)
	}
}

// TestFilters: only the rows and cells asked for come, and they are all of them.
func TestFilters(t *testing.T) {
	table := numbered(1000)
	cells := func(wanted func(fakebt.Cell) bool) []fakebt.Row {
		var out []fakebt.Row
		for _, r := range table.Rows {
			r.Cells = slices.DeleteFunc(slices.Clone(r.Cells), func(c fakebt.Cell) bool { return !wanted(c) })
			out = append(out, r)
		}
		return out
	}
	for name, test := range map[string]struct {
		opts sample.Options
		want []fakebt.Row
	}{
		"prefix": {sample.Options{Prefix: []byte("row0001")}, table.Rows[100:200]},
		"range":  {sample.Options{Start: []byte("row00042"), End: []byte("row00043")}, table.Rows[420:430]},
		"prefix and range": {sample.Options{Prefix: []byte("row0004"), Start: []byte("row00042")},
			table.Rows[420:500]},
		"nothing in common": {sample.Options{Prefix: []byte("row0004"), End: []byte("row0001")}, nil},
		"regex": {sample.Options{KeyRegex: "row000[0-4]2[13]"}, []fakebt.Row{table.Rows[21], table.Rows[23],
			table.Rows[121], table.Rows[123], table.Rows[221], table.Rows[223], table.Rows[321], table.Rows[323],
			table.Rows[421], table.Rows[423]}},
		"families": {sample.Options{Families: []string{"g", "h.*"}},
			cells(func(c fakebt.Cell) bool { return c.Family == "g" })},
		"since": {sample.Options{Since: time.UnixMicro(1001)},
			cells(func(c fakebt.Cell) bool { return c.Micros >= 2000 })},
		"until": {sample.Options{Until: time.UnixMicro(2000)},
			cells(func(c fakebt.Cell) bool { return c.Micros < 2000 })},
	} {
		t.Run(name, func(t *testing.T) {
			test.opts.Strategy = sample.Everything
			s, err := all(t, open(t, fakebt.New(t, table)), test.opts, nil)
			if err != nil {
				t.Fatal(err)
			}
			if same(t, s, test.want); !s.How.Complete {
				t.Error("not called complete")
			}
		})
	}
}

// TestProgress: samples come in growing steps, and the fraction never falls.
func TestProgress(t *testing.T) {
	server := fakebt.New(t, numbered(5000))
	var fraction float64
	last := 0
	s, err := all(t, open(t, server), sample.Options{Strategy: sample.Everything}, func(p sample.Progress) {
		if p.Fraction < fraction || p.Fraction > 1 {
			t.Errorf("fraction %v after %v", p.Fraction, fraction)
		}
		fraction = p.Fraction
		if p.Sample != nil {
			if p.Sample.Rows() < last {
				t.Errorf("%d rows after %d", p.Sample.Rows(), last)
			}
			last = p.Sample.Rows()
		}
	})
	if err != nil || fraction != 1 || last != s.Rows() {
		t.Errorf("%v; ended at %v with %d of %d rows", err, fraction, last, s.Rows())
	}
}

func TestRow(t *testing.T) {
	table := numbered(100)
	table.TooLarge["row000005"] = "exceeds the limit"
	server := fakebt.New(t, table)
	bt := open(t, server)
	b, err := bt.Row(context.Background(), []byte("row000042"), 100)
	if err != nil {
		t.Fatal(err)
	}
	same(t, sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b}), table.Rows[42:43])
	if b, err := bt.Row(context.Background(), []byte("nobody"), 100); err != nil || b.Rows() != 0 {
		t.Errorf("%d rows, %v", b.Rows(), err)
	}
	if _, err := bt.Row(context.Background(), []byte("row000005"), 100); !IsRowTooLarge(err) {
		t.Errorf("%v", err)
	}
}

func TestTidy(t *testing.T) {
	split := func(key string, offset int64) sample.Split { return sample.Split{Key: []byte(key), Offset: offset} }
	for name, test := range map[string]struct{ in, want []sample.Split }{
		"none":   {nil, []sample.Split{{}}},
		"no end": {[]sample.Split{split("a", 5)}, []sample.Split{split("a", 5), {Offset: 5}}},
		"out of order": {[]sample.Split{split("b", 9), split("", 12), split("a", 5)},
			[]sample.Split{split("a", 5), split("b", 9), split("", 12)}},
		"doubles": {[]sample.Split{split("a", 5), split("a", 6), split("", 7)},
			[]sample.Split{split("a", 5), split("", 7)}},
		"falling sizes": {[]sample.Split{split("a", 9), split("b", 5), split("", 12)},
			[]sample.Split{split("a", 9), split("b", 9), split("", 12)}},
	} {
		if d := cmp.Diff(test.want, tidy(test.in),
			cmp.Comparer(func(a, b []byte) bool { return string(a) == string(b) })); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
