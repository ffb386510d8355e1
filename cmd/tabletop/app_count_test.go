package main

import (
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler/bigtable"
)

// TestAppCountsKeys verifies that a full read of the app that keeps few rows counts keys: by a plan from a first
// sample, and from the rows that the app has. Rows that were shown are not replaced with fewer while it is read.
func TestAppCountsKeys(t *testing.T) {
	server := fakebt.New(t, tenantsTable())
	in, err := bigtable.Connect(t.Context(), bigtable.Config{Project: "p", Instance: "i", EmulatorHost: server.Addr})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	table, err := in.Open(t.Context(), "t")
	if err != nil {
		t.Fatal(err)
	}
	known, err := table.Sample(t.Context(), sample.Options{Strategy: sample.Small, Rows: 300, Seed: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, before := range map[string]*sample.Sample{"nothing known": nil, "rows known": known} {
		least := 0
		got, err := readTable(t.Context(), table, before, sample.Options{Strategy: sample.Everything, Rows: 40,
			Seed: 1}, func(p sample.Progress) {
			if p.Sample != nil && before != nil && p.Sample.Rows() < 40 {
				least = p.Sample.Rows()
			}
		})
		if err != nil || got.Rows() != 40 || least != 0 {
			t.Fatalf("%s: %v, %d rows, %d shown", name, err, got.Rows(), least)
		}
		result, err := census.ReadResult(got)
		if err != nil || result == nil || len(result.Kinds) != 2 || result.Kinds[0].Rows+result.Kinds[1].Rows != 900 {
			t.Errorf("%s: keys are not counted: %v, %+v", name, err, result)
		}
	}
}
