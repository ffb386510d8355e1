package bigtable

import (
	"context"
	"math"
	"strings"
	"testing"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	"tabletop/sampler/internal/skewed"
	"tabletop/sampler/precision"
)

// TestPrecisionIsReached verifies that reading continues until the interval is as narrow as asked for, and that the
// figure is then as near the truth; and that a limit that ends it first is reported with the cost of reaching the
// target.
func TestPrecisionIsReached(t *testing.T) {
	w := skewed.World{Name: "hashed", Sections: 150, Rows: skewed.Rows("hashed", 8_000, 1)}
	truth := skewed.Truth(w.Rows)
	table := worldTable(w)
	keepOne := &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: 1}}
	table.Schema = &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {GcRule: keepOne}}}
	server := fakebt.New(t, table)
	server.Batch = 50
	in := dialFake(t, server, true)
	read := func(target string, opts sample.Options) *sample.Sample {
		t.Helper()
		goal, err := precision.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		src, err := in.Open(context.Background(), w.Name)
		if err != nil {
			t.Fatal(err)
		}
		opts.Seed, opts.BytesPerSecond, opts.Keep = 1, -1, 1
		s, err := goal.Reach(context.Background(), src.(sample.Planner), opts, nil)
		if err != nil || s.How.Precision == nil {
			t.Fatalf("%s: %v", target, err)
		}
		return s
	}
	for _, c := range []struct {
		target   string
		figure   string
		strategy sample.Strategy
	}{
		{"bytes=8%", "mean", sample.Quick}, {"rows=6%", "rows", sample.Quick}, {"garbage=12%", "", sample.Quick},
		{"1%", "mean", sample.Auto}, {"bytes=6%", "mean", sample.Accurate},
	} {
		s := read(c.target, sample.Options{Strategy: c.strategy})
		p := s.How.Precision
		if !p.Reached || !p.HalfKnown || p.Half > p.Target || p.Why != "" || p.Cost != nil {
			t.Errorf("%s by %s: %+v", c.target, c.strategy, p)
		}
		if c.figure == "" {
			continue
		}
		if got := skewed.Estimated(s)[c.figure]; math.Abs(got.Value/truth[c.figure]-1) > 1.5*p.Target {
			t.Errorf("%s by %s: %+v, the truth is %v", c.target, c.strategy, got, truth[c.figure])
		}
	}
	for _, c := range []struct {
		name string
		opts sample.Options
		why  string
	}{
		{"rows", sample.Options{Strategy: sample.Quick, Rows: 1500}, "limit of rows"},
		{"bytes", sample.Options{Strategy: sample.Quick, Bytes: 200_000}, "limit of 200,000 bytes"},
	} {
		s := read("0.2%", c.opts)
		p := s.How.Precision
		if p.Reached || !strings.Contains(p.Why, c.why) || p.Half <= p.Target || p.Cost == nil ||
			p.Cost.Rows <= int64(s.Rows()) || p.Cost.Scan <= 0 {
			t.Errorf("limited by %s: %d rows, %+v, cost %+v", c.name, s.Rows(), p, p.Cost)
		}
	}
}
