package demo_test

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"tabletop/internal/golden"
	"tabletop/model/demo"
)

var update = flag.Bool("update", false, "write the digests of the demo tables anew")

// TestRowsStayTheSame verifies the promise of the package that a name and a time give the same rows, byte for byte:
// reports, lessons and figures of the documentation are made from them. A change that is meant shows in
// testdata/tables.txt, in the tables that it concerns and no others.
func TestRowsStayTheSame(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors may round a product and a sum once, where this one rounds twice")
	}
	tables := golden.Open(t, "testdata/tables.txt", *update)
	for _, d := range demo.All() {
		for _, table := range d.Tables {
			var b strings.Builder
			fmt.Fprintf(&b, "avoid %t, about %d rows of %s\n", table.Avoid, table.Rows, table.Key)
			for _, f := range table.Families {
				fmt.Fprintf(&b, "  family %s: %s %s\n", f.Name, f.GC, f.Aggregate+f.ValueType)
			}
			for _, now := range []time.Time{noon(), late()} {
				// The first rows are spread over the whole table.
				rows, all := table.First(now, 400), table.At(now).Rows
				cells, bytes := 0, 0
				for _, r := range rows {
					bytes += len(r.Key)
					for _, c := range r.Cells {
						cells, bytes = cells+1, bytes+len(c.Family)+len(c.Qualifier)+len(c.Value)
					}
				}
				fmt.Fprintf(&b, "  %s: %d rows; the first %d: %d cells, %d bytes, from %q, digest %016x\n",
					now.Format(time.DateOnly), all, len(rows), cells, bytes, rows[0].Key, digest(rows))
			}
			tables.Check(t, d.Name+"/"+table.Name, b.String())
		}
	}
}
