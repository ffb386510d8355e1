package read

import (
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// TestRowsCountedByKeys verifies that a read of keys counts each row once, wherever streams break, that rows outside of
// what was asked for are not counted, and that the server is asked for no values.
func TestRowsCountedByKeys(t *testing.T) {
	broken := func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream%3 == 0 {
			return nil
		}
		return &fakebt.Fault{After: 1 + stream%7, Inside: stream%2 == 0, Err: status.Error(codes.Unavailable, "moved")}
	}
	for name, test := range map[string]struct {
		opts  sample.Options
		fault func(int, *pb.ReadRowsRequest) *fakebt.Fault
		want  int64
	}{
		"all":    {want: 3000},
		"broken": {fault: broken, want: 3000},
		"prefix": {opts: sample.Options{Prefix: []byte("row0021")}, fault: broken, want: 100},
		"range":  {opts: sample.Options{Start: []byte("row000010"), End: []byte("row000017")}, want: 7},
		"regex":  {opts: sample.Options{KeyRegex: "row00.*00"}, want: 30},
		"none":   {opts: sample.Options{Prefix: []byte("x")}, want: 0},
		// Rows is the number that a sample keeps, and limits no count.
		"few kept": {opts: sample.Options{Rows: 10}, want: 3000},
	} {
		t.Run(name, func(t *testing.T) {
			server := fakebt.New(t, numbered(3000))
			server.Batch, server.Fault = 7, test.fault
			bt := open(t, server)
			splits, err := bt.Splits(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			about := sample.Table{Splits: splits}
			got, err := bt.Sample(t.Context(), Job{About: about, Plan: WholePlan(&about, test.opts), Opts: test.opts,
				KeysOnly: true})
			if err != nil || got.How.RowsSeen != test.want || HasRemaining(&got.How) || got.How.Stopped != "" {
				t.Errorf("%v: %d rows, not %d, to the end is %v, stopped %q", err, got.How.RowsSeen, test.want,
					!HasRemaining(&got.How), got.How.Stopped)
			}
			if got.Rows() != 0 {
				t.Errorf("%d rows were kept", got.Rows())
			}
			for _, call := range server.Calls() {
				if call.Read != nil && !stripsValues(call.Read.Filter) {
					t.Fatalf("values are asked for: %v", call.Read)
				}
			}
		})
	}
}

// stripsValues reports whether the last filter of a chain takes the values off.
func stripsValues(f *pb.RowFilter) bool {
	for chain := f.GetChain(); chain != nil; chain = f.GetChain() {
		f = chain.Filters[len(chain.Filters)-1]
	}
	return f.GetStripValueTransformer()
}

// TestCountStopsAtAnError verifies that a count which an error ends has the rows up to there, and says that it ended
// early.
func TestCountStopsAtAnError(t *testing.T) {
	server := fakebt.New(t, numbered(3000))
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream < 5 {
			return nil
		}
		return &fakebt.Fault{After: 2, Err: status.Error(codes.PermissionDenied, "revoked")}
	}
	bt := open(t, server)
	splits, err := bt.Splits(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	about := sample.Table{Splits: splits}
	got, err := bt.Sample(t.Context(), Job{About: about, Plan: WholePlan(&about, sample.Options{}), KeysOnly: true})
	if status.Code(err) != codes.PermissionDenied || got.How.RowsSeen == 0 || got.How.RowsSeen >= 3000 ||
		!HasRemaining(&got.How) || !got.How.EndedEarly() {
		t.Errorf("%v, %d rows, %q", err, got.How.RowsSeen, got.How.Stopped)
	}
}
