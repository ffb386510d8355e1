// Package beamtest has what the tests of several packages of this module share.
package beamtest

import (
	"flag"
	"os"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
)

// Main is TestMain of a package whose tests run pipelines. It does not return.
func Main(m *testing.M) {
	flag.Parse()
	log.LogLevel = "error"
	beam.Init()
	os.Exit(m.Run())
}

// NoEntry is the fault of a stream that the service refuses for good, after so many rows.
func NoEntry(rows int) *fakebt.Fault {
	return &fakebt.Fault{After: rows, Err: status.Error(codes.PermissionDenied, "no entry")}
}

// AllRefused refuses every stream.
func AllRefused(int, *pb.ReadRowsRequest) *fakebt.Fault { return NoEntry(0) }
