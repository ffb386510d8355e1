package read

import (
	"bytes"
	"strings"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// TestTakersGetEachRowOnce verifies that of all takers one gets each row, whole and once, wherever streams break, in
// chunks that are in order, and that no row is kept.
func TestTakersGetEachRowOnce(t *testing.T) {
	for _, count := range []int{1, 3} {
		server := fakebt.New(t, numbered(3000))
		server.Batch = 7
		server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
			if stream%3 == 0 {
				return nil
			}
			return &fakebt.Fault{After: 1 + stream%7, Inside: stream%2 == 0, Err: status.Error(codes.Unavailable, "moved")}
		}
		seen := make([]map[string]int64, count)
		var takers []func(*sample.Sample)
		for i := range seen {
			seen[i] = map[string]int64{}
			takers = append(takers, func(s *sample.Sample) {
				for row := range s.Rows() {
					if row > 0 && bytes.Compare(s.Key(row-1), s.Key(row)) >= 0 {
						t.Errorf("row %q comes after %q", s.Key(row), s.Key(row-1))
					}
					if seen[i][string(s.Key(row))] != 0 {
						t.Errorf("row %q came twice", s.Key(row))
					}
					seen[i][string(s.Key(row))] = s.RowBytes(row)
				}
			})
		}
		got, err := sampledByTakers(t, server, takers)
		if err != nil || got.Rows() != 0 || got.How.RowsSeen != 3000 || !got.How.ToTheEnd() {
			t.Fatalf("%v: %d rows kept, %+v", err, got.Rows(), got.How)
		}
		all := map[string]int64{}
		for _, part := range seen {
			for key, size := range part {
				if all[key] != 0 {
					t.Errorf("row %q came to two takers", key)
				}
				all[key] = size
			}
		}
		table := numbered(3000)
		for _, row := range table.Rows {
			if all[row.Key] != row.Bytes() {
				t.Fatalf("row %q of %d bytes came with %d", row.Key, row.Bytes(), all[row.Key])
			}
		}
	}
}

// sampledByTakers reads all rows of the fake's table.
func sampledByTakers(t *testing.T, server *fakebt.Server, takers []func(*sample.Sample)) (*sample.Sample, error) {
	t.Helper()
	bt := open(t, server)
	splits, err := bt.Splits(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	about := sample.Table{Splits: splits}
	return bt.Sample(t.Context(), Job{About: about, Plan: WholePlan(&about, sample.Options{}), Takers: takers})
}

// TestTakerThatPanics verifies that an internal error of a taker ends the read with an error, and not the program.
func TestTakerThatPanics(t *testing.T) {
	server := fakebt.New(t, numbered(3000))
	got, err := sampledByTakers(t, server, []func(*sample.Sample){func(*sample.Sample) { panic("out of its mind") }})
	if err == nil || !strings.Contains(err.Error(), "out of its mind") || got.How.ToTheEnd() || !got.How.EndedEarly() {
		t.Errorf("%v, %+v", err, got.How)
	}
}
