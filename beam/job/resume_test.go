package job

import (
	"os"
	"reflect"
	"strings"
	"testing"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/beam/internal/beamtest"
	"tabletop/internal/fakebt"
)

// TestLayoutsStartedAgain verifies that a job of layouts which ended in its second pass continues there, with the
// figures of a job that did not end, that it refuses the files of other options, and that it makes a damaged first pass
// again.
func TestLayoutsStartedAgain(t *testing.T) {
	server := fakebt.New(t, numbered(1500))
	whole := layoutOptions(t, server)
	_, want, err := Layouts(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	pieces := whole.Pieces
	for _, damage := range []bool{false, true} {
		o := layoutOptions(t, server)
		server.SetFault(func(int, *pb.ReadRowsRequest) *fakebt.Fault {
			if _, err := os.Stat(o.folder() + "/passed"); err == nil { // in the second pass
				return beamtest.NoEntry(0)
			}
			return nil
		})
		if r, list, err := Layouts(t.Context(), o); err == nil {
			t.Fatal("the second pass did not fail", r, reflect.DeepEqual(list, want))
		}
		if _, err := os.Stat(o.folder() + "/passed"); err != nil {
			t.Fatal("the first pass is not kept: ", err)
		}
		server.SetFault(nil)
		other := o
		other.Candidates = tries()[:1]
		if _, _, err := Layouts(t.Context(), other); err == nil || !strings.Contains(err.Error(), "other options") {
			t.Errorf("other options: %v", err)
		}
		if damage {
			if err := os.WriteFile(o.folder()+filterFile, []byte("no filter"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		words := &strings.Builder{}
		o.Log = words
		before := reads(server)
		r, got, err := Layouts(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) || r.Rows != 1500 {
			t.Errorf("damaged %v: %d rows, other figures than those of one run", damage, r.Rows)
		}
		if n := reads(server) - before; n < 2*pieces != !damage ||
			strings.Contains(words.String(), "damaged") != damage ||
			strings.Contains(words.String(), "earlier run is used") == damage {
			t.Errorf("damaged %v: %d streams, %s", damage, n, words)
		}
		if _, err := os.Stat(o.folder()); err == nil {
			t.Error("files of the job are left")
		}
	}
}
