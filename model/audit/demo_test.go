package audit_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/dataset"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// read makes a complete sample of a demo table, without a server between.
func read(t *testing.T, table dataset.Table) *sample.Sample {
	t.Helper()
	rows := map[string]dataset.Row{}
	_, all := table.Generate(now)
	for r := range all {
		rows[string(r.Key)] = r
	}
	var keys []string
	for k := range rows {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	b := sample.NewBuilder(0)
	for _, k := range keys {
		b.Row([]byte(k))
		cells := rows[k].Cells
		slices.SortStableFunc(cells, func(a, c dataset.Cell) int {
			if n := strings.Compare(a.Family+"\x00"+a.Qualifier, c.Family+"\x00"+c.Qualifier); n != 0 {
				return n
			}
			return int(c.Micros/1000 - a.Micros/1000)
		})
		for _, c := range cells {
			b.Cell(c.Family, []byte(c.Qualifier), c.Micros, c.Value)
		}
	}
	how := sample.How{Strategy: sample.Everything, Complete: true, Started: now, RowShare: 1, Filter: 1}
	return sample.Assemble(sample.Table{Source: "demo:" + table.Name, Name: table.Name, Families: table.Families}, how, []*sample.Builder{b})
}

// audited audits a sample; without templates its keys are explained first.
func audited(t *testing.T, s *sample.Sample, opts audit.Options, templates ...string) *audit.Report {
	t.Helper()
	ctx := context.Background()
	var set rowkey.Set
	var inferred *infer.Result
	for _, text := range templates {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	if set == nil {
		r, err := infer.Sample(ctx, s, infer.Options{})
		if err != nil {
			t.Fatal(err)
		}
		inferred, set = &r, r.Set()
	}
	p, err := profile.Of(ctx, s, set, profile.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	in, err := audit.InputOf(ctx, s, set, inferred, p, now)
	if err != nil {
		t.Fatal(err)
	}
	r, err := audit.Of(ctx, in, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDemos(t *testing.T) {
	for _, d := range dataset.All() {
		for _, table := range d.Tables {
			t.Run(d.Name+"/"+table.Name, func(t *testing.T) {
				r := audited(t, read(t, table), audit.Options{})
				t.Logf("avoid=%v", table.Avoid)
				for _, f := range r.Findings {
					t.Logf("  %s %s %s %+v fix=%q", f.Severity, f.Rule, f.Subject.ID(), f.Measures, f.Fix.Paste)
				}
				for _, p := range r.Patterns {
					t.Logf("  pattern %s of %s", p.Name, p.Layout)
				}
				for _, p := range r.Unjudged {
					t.Logf("  unjudged %v", p)
				}
			})
		}
	}
}
