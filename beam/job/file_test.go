package job

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"tabletop/internal/fakebt"
	"tabletop/model/analysis"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/shards"
)

// contents returns all that a saved file holds but when and how fast it was read: rows, runs, description, and every section.
func contents(t *testing.T, s *sample.Sample) []byte {
	t.Helper()
	how := s.How
	how.Started, how.Took = time.Time{}, 0
	how.Options = sample.Options{Rows: how.Options.Rows, Seed: how.Options.Seed, Keep: how.Options.Keep}
	for i := range how.Places { // how many rows each had, and in which order they were read
		how.Places[i].Rows, how.Places[i].After, how.Places[i].Order = 0, nil, 0
	}
	table := s.Table
	table.SplitsAt = time.Time{}
	var b bytes.Buffer
	if err := s.Described(table, how).Encode(&b); err != nil {
		t.Fatal(err)
	}
	for _, x := range s.Sections() {
		fmt.Fprintf(&b, "\n%d %s %x", x.ID, x.Name, x.Data)
	}
	return b.Bytes()
}

// byShards reads a table in n shards, or at once where n is 0, and returns the file that they come to.
func byShards(t *testing.T, o Options, j *shards.Job, n int) *sample.Sample {
	t.Helper()
	var out *sample.Sample
	err := o.withTable(t.Context(), func(table sampler.Table) error {
		all, err := table.Count(t.Context(), j.Table, j.Plan, j.All(sample.Options{}), nil)
		if err != nil || n == 0 {
			out = shards.Final(all)
			return err
		}
		var m shards.Merger
		for k := n; k >= 1; k-- {
			part, err := table.Count(t.Context(), j.Table, j.Plan, j.Options(k, n, sample.Options{}), nil)
			if err != nil {
				return err
			}
			if err := m.Add(fmt.Sprint(k), j.Part(part, k, n)); err != nil {
				return err
			}
		}
		out, err = m.Sample()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFilesAreIdentical verifies that the file of a job on prism is that of shards merged, and that of one machine, in every byte but those
// of when it was read: when some rows are kept, and when all are, though the table's sections change meanwhile.
func TestFilesAreIdentical(t *testing.T) {
	for _, rows := range []int64{300, 5000} {
		table := numbered(3000)
		o := on(t, fakebt.New(t, table))
		o.Sample.Rows = rows
		s, err := o.pilot(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		a, err := analysis.New(t.Context(), s, analysis.Options{Now: o.Now})
		if err != nil {
			t.Fatal(err)
		}
		plan, err := a.CensusPlan(t.Context(), o.Sample)
		if err != nil {
			t.Fatal(err)
		}
		o.Plan = &shards.Job{Plan: plan, Table: s.Table}
		table.SectionBytes = 3100 // tablets are split after the plan was made
		if _, err := Census(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		saved, err := readOutput(t.Context(), o.Output)
		if err != nil {
			t.Fatal(err)
		}
		want := byShards(t, o, o.Plan, 0)
		if want.How.RowsSeen != 3000 || want.How.Complete != (rows == 5000) || want.How.Complete == (len(want.Sections()) > 0) {
			t.Fatalf("one machine: %d rows, %d sections, complete %v", want.How.RowsSeen, len(want.Sections()), want.How.Complete)
		}
		for name, got := range map[string]*sample.Sample{"prism": saved, "7 shards": byShards(t, o, o.Plan, 7)} {
			if !bytes.Equal(contents(t, got), contents(t, want)) {
				t.Errorf("%d rows kept, %s: the file is not that of one machine: read as %+v with %d sections, not as %+v with %d", rows, name,
					got.How, len(got.Sections()), want.How, len(want.Sections()))
			}
		}
	}
	other := Options{Plan: &shards.Job{Table: sample.Table{Source: "p/i/other"}}}
	if _, err := other.plan(t.Context(), &sample.Table{Source: "p/i/t"}); err == nil {
		t.Error("the plan of another table is used")
	}
}
