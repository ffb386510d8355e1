package shards

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler"
)

func job() *Job {
	return &Job{Plan: census.Plan{Options: sample.Options{Rows: 10, Seed: 3, Prefix: []byte("a\xff")}, Now: time.Unix(1_790_000_000, 0), Borders: [][]byte{[]byte("a\xff\x00")}},
		Table: sample.Table{Source: "p/i/t", Splits: []sample.Split{{Key: []byte("a\xffm"), Offset: 10}, {Offset: 30}}}}
}

// TestJobSurvivesItsFile verifies that a job is read as it was written, and that what is no job, or was changed, is refused with
// a next step.
func TestJobSurvivesItsFile(t *testing.T) {
	j := job()
	data, err := j.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data, "plan.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(j, got); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
	for name, bad := range map[string][]byte{
		"no JSON": []byte("tabletop"), "empty": nil, "another file": []byte("{}"),
		"changed": bytes.Replace(data, []byte(`"Seed": 3`), []byte(`"Seed": 4`), 1),
		"newer":   bytes.Replace(data, []byte(`"tabletop_shard_plan": 1`), []byte(`"tabletop_shard_plan": 2`), 1),
	} {
		_, err := Decode(bad, "plan.json")
		var told *sampler.Error
		if !errors.As(err, &told) || told.Next == "" || !strings.Contains(told.What, "plan.json") || bytes.Equal(bad, data) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestShardsOfFewSections verifies that shards beyond the sections of a table are empty and still fit the others.
func TestShardsOfFewSections(t *testing.T) {
	ranges, print := job().Ranges(4)
	if len(ranges) != 4 || string(ranges[0].End) != "a\xffm" || !bytes.Equal(ranges[3].Start, ranges[3].End) {
		t.Errorf("%+v", ranges)
	}
	if _, other := job().Ranges(5); other == print {
		t.Error("4 and 5 shards have one fingerprint")
	}
	opts := job().Options(4, 4, sample.Options{RowsPerSecond: 7, Rows: 99, Seed: 99})
	if opts.Rows != 10 || opts.Seed != 3 || opts.RowsPerSecond != 7 {
		t.Errorf("options %+v are not those of the plan with the rate of the read", opts)
	}
}

// TestMissingIsNamed verifies the sentence about missing shards.
func TestMissingIsNamed(t *testing.T) {
	many := make([]int, 20)
	for i := range many {
		many[i] = i + 1
	}
	for want, m := range map[string]Missing{
		"shard 3 of 64 is missing, 3.1% of the table's bytes":                          {Shards: []int{3}, N: 64, Share: 0.031},
		"shards 3, 9 of 64 are missing":                                                {Shards: []int{3, 9}, N: 64, Share: -1},
		"shards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, and 8 more of 64 are missing, ": {Shards: many, N: 64, Share: 0.3},
	} {
		if got := m.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestImpossibleShardsAreRefused verifies that a file cannot make the merger take memory for more shards than there can be.
func TestImpossibleShardsAreRefused(t *testing.T) {
	for _, n := range []int{-1, 0, Max + 1, 1 << 40} {
		how := sample.Provenance{Shards: &sample.Shards{N: n, Of: []int{1}}}
		var m Merger
		if err := m.Add("part", sample.Assemble(sample.Table{}, how, nil)); err == nil || !strings.Contains(err.Error(), "part") {
			t.Errorf("%d shards: %v", n, err)
		}
	}
}
