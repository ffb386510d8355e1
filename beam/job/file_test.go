package job

import (
	"bytes"
	"context"
	"fmt"
	"testing"
	"time"

	"tabletop/beam/parts"
	"tabletop/internal/fakebt"
	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

// contents returns all that a saved file holds but when and how fast it was read: rows, runs, description, and every
// section.
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

// onOneMachine returns the file of a read of the table by the plan.
func onOneMachine(t *testing.T, o Options, plan census.Plan) (out *sample.Sample) {
	t.Helper()
	err := o.withTable(t.Context(), func(table sampler.Table) error {
		about, err := table.Describe(t.Context())
		if err == nil {
			out, err = table.Count(t.Context(), about, plan, sample.Options{}, nil)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFilesAreIdentical verifies that the file of a job on prism is that of one machine, in every byte but those of
// when it was read: when some rows are kept, and when all are.
func TestFilesAreIdentical(t *testing.T) {
	for _, rows := range []int64{300, 5000} {
		o := on(t, fakebt.New(t, numbered(3000)))
		o.Sample.Rows = rows
		var plan census.Plan
		err := o.withTable(t.Context(), func(table sampler.Table) (err error) {
			plan, _, err = read.PlanCensus(t.Context(), table, nil, o.Sample, nil)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		data, err := plan.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if err := parts.WriteFile(t.Context(), o.folder()+"/plan", data); err != nil { // as an earlier run leaves it
			t.Fatal(err)
		}
		if _, err := Census(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		saved, err := readOutput(t.Context(), o.Output)
		if err != nil {
			t.Fatal(err)
		}
		want := onOneMachine(t, o, plan)
		if want.How.RowsSeen != 3000 || want.How.Complete != (rows == 5000) ||
			want.How.Complete == (len(want.Sections()) > 0) {
			t.Fatalf("one machine: %d rows, %d sections, complete %v", want.How.RowsSeen, len(want.Sections()),
				want.How.Complete)
		}
		if !bytes.Equal(contents(t, saved), contents(t, want)) {
			t.Errorf("%d rows kept: the file is not that of one machine: read as %+v with %d sections, not as %+v "+
				"with %d", rows,
				saved.How, len(saved.Sections()), want.How, len(want.Sections()))
		}
	}
}
