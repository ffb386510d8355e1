package job

import (
	"bytes"
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"tabletop/beam/internal/beamtest"
	"tabletop/internal/fakebt"
	"tabletop/model/candidate"
	"tabletop/model/census/relayout"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

// tries are layouts under which rows of numbered meet, meet by cells, and cannot meet.
func tries() []string {
	return []string{"{user}", "{n:pad(8)}#{user}", "{user}#{qualifier()}", "{salt(8, key())}#{key()}",
		"{n}#{user} ++ {user}"}
}

func layoutOptions(t *testing.T, s *fakebt.Server) LayoutOptions {
	t.Helper()
	set, err := rowkey.ParseSet("user{user}#{n:pad(6)}")
	if err != nil {
		t.Fatal(err)
	}
	o := LayoutOptions{Options: on(t, s), Candidates: tries(), Layouts: set}
	o.Sample = sample.Options{Rows: 300, Seed: 5}
	return o
}

// TestLayoutsEqualSimulate verifies that layouts tried on all rows through prism's shuffle come to what simulate counts
// of all rows in memory, and that the file carries them.
func TestLayoutsEqualSimulate(t *testing.T) {
	ctx := context.Background()
	server := fakebt.New(t, numbered(3000))
	o := layoutOptions(t, server)
	r, list, err := Layouts(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rows != 3000 || len(list) != len(tries()) || list[0].Collisions.MergedRows != 3000 ||
		list[0].Collisions.OverwrittenCells == 0 || r.Counters["rows"] != 2*3000 {
		t.Fatalf("%d rows, %d layouts, of which the first has %+v; read %v", r.Rows, len(list), list[0].Collisions,
			r.Counters)
	}
	in, err := o.source().open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	all, err := in.table.Sample(ctx, sample.Options{Strategy: sample.Everything}, nil)
	if err != nil {
		t.Fatal(err)
	}
	seg, err := segments.New(ctx, all, o.Layouts)
	if err != nil {
		t.Fatal(err)
	}
	base := simulate.NewBase(seg)
	for i, x := range list {
		c, err := candidate.Parse(tries()[i])
		if err != nil {
			t.Fatal(err)
		}
		want, err := simulate.Run(ctx, base, c)
		if err != nil {
			t.Fatal(err)
		}
		w, g := want.Collisions, x.Collisions
		if x.Rows != want.Rows || x.Cells != want.Cells || x.Bytes != want.Bytes || x.KeyBytes != want.KeyBytes ||
			x.Emptied != want.Emptied ||
			g.MergedRows != w.MergedRows || g.VersionCells != w.VersionCells ||
			g.OverwrittenCells != w.OverwrittenCells || !reflect.DeepEqual(g.Examples, w.Examples) ||
			x.RowBytes.Max != want.RowBytes.Max || !x.Exact() {
			t.Errorf("%s:\n got %+v\nwant %+v", tries()[i], x, want.Collisions)
		}
	}
	s, err := readOutput(ctx, o.Output)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := simulate.CountedFromSample(s); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("the file carries other figures: %v", err)
	}
	if _, err := os.Stat(o.folder()); err == nil {
		t.Error("files of the passes are left")
	}
}

// TestLayoutsNameWhatFails verifies that a layout that does not fit is refused before the table is read, and that a
// range which cannot be read is named, with no figures that lack it.
func TestLayoutsNameWhatFails(t *testing.T) {
	server := fakebt.New(t, numbered(1000))
	o := layoutOptions(t, server)
	o.Candidates = []string{"{nobody}"}
	if _, _, err := Layouts(context.Background(), o); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("a segment that does not exist: %v", err)
	}
	o.Candidates = tries()[:1]
	before := reads(server)
	if _, err := o.ordinarySample(context.Background()); err != nil {
		t.Fatal(err)
	}
	passes := 2*reads(server) - before // the first stream after the job has read its sample
	server.SetFault(func(stream int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if r := req.GetRows().GetRowRanges(); stream >= passes && len(r) == 1 && len(r[0].GetStartKeyClosed()) > 0 {
			return beamtest.NoEntry(0)
		}
		return nil
	})
	_, _, err := Layouts(context.Background(), o)
	if err == nil || !strings.Contains(err.Error(), "could not be read") || !strings.Contains(err.Error(), "user") {
		t.Errorf("a range that fails: %v", err)
	}
	if _, err := os.Stat(o.Output); err == nil {
		t.Error("figures that lack a range were saved")
	}
}

// reads returns how many streams of rows a server was asked for.
func reads(s *fakebt.Server) int {
	n := 0
	for _, c := range s.Calls() {
		if c.Read != nil {
			n++
		}
	}
	return n
}

// TestFilterAndTallyTravel verifies that the coders which Beam chooses for the accumulators of layouts keep what they
// hold.
func TestFilterAndTallyTravel(t *testing.T) {
	f := (&filterFn{Bits: 1 << 13}).CreateAccumulator()
	f.Add(relayout.Hash{7: 200, 15: 3})
	if got := coded(t, f); !got.Has(relayout.Hash{7: 200, 15: 3}) || got.Has(relayout.Hash{7: 9, 15: 77}) ||
		len(got.Bits) != len(f.Bits) {
		t.Error("a filter lost what it holds")
	}
	m := moved{tally: &relayout.Tally{Rows: 7, Targets: []relayout.Counts{{Counts: rekey.Counts{Rows: 3}}}}}
	if got := coded(t, m); got.tally == nil || got.tally.Rows != 7 || got.tally.Targets[0].Rows != 3 {
		t.Errorf("a tally became %+v", got.tally)
	}
}

// coded codes and decodes a value as Beam does between workers.
func coded[T any](t *testing.T, v T) T {
	t.Helper()
	typ := reflect.TypeOf(v)
	var buf bytes.Buffer
	if err := beam.NewElementEncoder(typ).Encode(v, &buf); err != nil {
		t.Fatal(err)
	}
	out, err := beam.NewElementDecoder(typ).Decode(&buf)
	if err != nil {
		t.Fatal(err)
	}
	return out.(T)
}
