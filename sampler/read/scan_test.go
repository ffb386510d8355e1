package read

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler"
)

// TestScanReadsItsRange verifies that a scan passes on each row of its range once, in order, and counts them.
func TestScanReadsItsRange(t *testing.T) {
	server := fakebt.New(t, numbered(5000))
	server.Batch = 7
	bt := open(t, server)
	first, err := all(t, bt, sample.Options{Strategy: sample.Everything}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := keys(first)
	for _, r := range [][2]int{{0, 5000}, {17, 18}, {100, 4999}, {4000, 4000}} {
		scan := sampler.Scan{Start: []byte(want[r[0]])}
		if r[1] < len(want) {
			scan.End = []byte(want[r[1]])
		}
		var seen []string
		var size int64
		scan.Consume = func(s *sample.Sample) error {
			seen = append(seen, keys(s)...)
			size += s.Bytes()
			return nil
		}
		if r[0] == r[1] { // the smallest range that holds no row
			scan.Start = append(scan.Start, 0)
			scan.End = append([]byte(want[r[1]]), 0, 0)
		}
		got, err := bt.Scan(context.Background(), scan)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(seen, want[r[0]:r[1]]) || got.Rows != int64(len(seen)) || got.Bytes != size ||
			got.Retries != 0 {
			t.Errorf("%v: %d rows were passed on, %+v counted", r, len(seen), got)
		}
	}
}

// TestScanRetries verifies that a scan resumes after a broken stream without a row twice, and counts the attempts.
func TestScanRetries(t *testing.T) {
	server := fakebt.New(t, numbered(3000))
	server.Batch = 50
	server.Fault = func(stream int, _ *pb.ReadRowsRequest) *fakebt.Fault {
		if stream > 2 {
			return nil
		}
		return &fakebt.Fault{After: 500, Err: status.Error(codes.Unavailable, "gone")}
	}
	var seen []string
	got, err := open(t, server).Scan(context.Background(), sampler.Scan{Consume: func(s *sample.Sample) error {
		seen = append(seen, keys(s)...)
		return nil
	}})
	if err != nil || got.Retries != 3 || got.Rows != 3000 {
		t.Fatalf("%+v, %v", got, err)
	}
	if len(seen) != 3000 || !slices.IsSorted(seen) || len(slices.Compact(seen)) != 3000 {
		t.Errorf("%d rows were passed on", len(seen))
	}
}

// TestScanEndsWithItsConsumer verifies that an error of Consume is the error of the scan, and ends the calls.
func TestScanEndsWithItsConsumer(t *testing.T) {
	server := fakebt.New(t, numbered(50_000))
	full, calls := errors.New("full"), 0
	got, err := open(t, server).Scan(context.Background(), sampler.Scan{Consume: func(*sample.Sample) error {
		if calls++; calls == 3 {
			return fmt.Errorf("enough: %w", full)
		}
		return nil
	}})
	if !errors.Is(err, full) || calls != 3 || got.Rows == 50_000 {
		t.Errorf("%v after %d calls and %d rows", err, calls, got.Rows)
	}
}
