package text

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

func TestPlan(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		plan  sample.Plan
		opts  sample.Options
		line  string
		facts []string
	}{
		{
			sample.Plan{Strategy: sample.Quick, Places: make([]sample.ReadRange, 1398), Points: 1400,
				TotalBytes: 2.1e12, Filter: 1,
				Rows: 69_950, Bytes: 41e6, Scan: 41e6, Time: 2_345 * time.Millisecond},
			sample.Options{Rows: 70_000, RowsPerSecond: 5000, BytesPerSecond: 20e6, Time: time.Minute, Bytes: 1e9},
			"quick: about 70,000 rows in 1,398 key ranges, 41.0 MB to receive, about 2.3 s",
			[]string{"strategy: quick, short runs of rows at split keys",
				"key ranges: 1,398 key ranges, selected by 1,400 draws with probability proportional to size",
				"rows: about 70,000 received", "received: about 41.0 MB",
				"scanned: about 41.0 MB of 2.10 TB, as the server counts them",
				"time: about 2.3 s", "limits: 70,000 rows, 1.00 GB, 1 min, 5,000 rows per second, 20.0 MB per second"},
		},
		{
			sample.Plan{Strategy: sample.Small, Places: make([]sample.ReadRange, 1), TotalBytes: 1e9, Filter: 0.031,
				KeepRows: 20_000,
				Rows:     26_000, Bytes: 31e6, Scan: 1e9, Time: 412 * time.Millisecond},
			sample.Options{Prefix: []byte("a\x00"), Start: []byte("a\x00b"), End: []byte("b"), KeyRegex: "a\\d*\x1b",
				Families: []string{"m", "n\n"}, Since: day, Until: day.Add(time.Hour)},
			"small: about 26,000 rows in 1 key range, 31.0 MB to receive of 1.00 GB scanned, about 410 ms",
			[]string{"strategy: small, Bernoulli sample of all rows",
				"key ranges: 1 key range, all of the requested rows",
				"rows: about 26,000 received, uniform sample of 20,000 kept", "received: about 31.0 MB",
				"scanned: about 1.00 GB of 1.00 GB, as the server counts them; the server returns 3.1% of the rows " +
					"it scans", "time: about 410 ms",
				`only: keys that start with a\x00, keys from a\x00b on, keys before b, keys that match a\d*\x1b, family m, family n\x0a, ` +
					`cells since 2026-11-20 00:00:00, cells before 2026-11-20 01:00:00`},
		},
		{
			sample.Plan{Strategy: sample.Blocks, Places: make([]sample.ReadRange, 1), Files: 40, TotalBytes: 1e10, Rows: 5940,
				Bytes: 1e9, Scan: 1e9},
			sample.Options{},
			"blocks: about 5,940 rows in 40 files, 1.00 GB to receive",
			[]string{"strategy: blocks, a row of each of many blocks of the files, drawn by size",
				"files: 40 files, whose rows are in no order", "rows: about 5,940 received", "received: about 1.00 GB",
				"scanned: about 1.00 GB of 10.0 GB of files", "time: unknown"},
		},
		{
			sample.Plan{Strategy: sample.Everything},
			sample.Options{},
			"everything: 0 key ranges",
			[]string{"strategy: everything, every row", "key ranges: 0 key ranges", "rows: unknown",
				"received: unknown",
				"scanned: unknown", "time: unknown"},
		},
	} {
		if got := PlanLine(&c.plan); got != c.line {
			t.Errorf("the line is %q, want %q", got, c.line)
		}
		var got []string
		for _, f := range PlanFacts(&c.plan, c.opts) {
			got = append(got, fmt.Sprintf("%s: %s", f.Name, f.Text))
		}
		if diff := cmp.Diff(c.facts, got); diff != "" {
			t.Errorf("%s: facts (- want, + got)\n%s", c.line, diff)
		}
	}
}
