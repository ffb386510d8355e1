// Package shards divides the reading of a table among machines: each reads one shard into a file, by a plan that all of them
// share, and the files merge into one, with the same contents as if one machine had read the table.
package shards

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

// Max is the maximum number of shards.
const Max = 100_000

// Job is what all shards of a table share.
type Job struct {
	Plan  census.Plan
	Table sample.Table // as it was described when the job was made: its sections settle the ranges
}

// savedJob is a job as a file holds it: JSON, which can be read and passed around as text.
type savedJob struct {
	Format      int    `json:"tabletop_shard_plan"`
	Fingerprint string // of Job
	Job         json.RawMessage
}

const jobFormat = 1

// pilotRows is the maximum number of rows of the sample that a plan is made from: as many as one of a live table has.
const pilotRows = 20_000

// Pilot reads the sample that a plan is made from, by the strategy that suits the table. Where that is to read all rows, they are not
// counted, because the shards count them. Errors and canceling are as in sample.Source.
func Pilot(ctx context.Context, src sample.Planner, opts sample.Options, progress func(sample.Progress)) (*sample.Sample, error) {
	opts.Strategy, opts.Rows = sample.Auto, pilotRows
	plan, err := src.Plan(ctx, opts)
	if err != nil {
		return nil, err
	}
	if plan.Strategy == sample.Everything {
		opts.Strategy = sample.Small
	}
	return src.Sample(ctx, opts, progress)
}

// NewJob makes a plan from a sample of the table, by which its rows are read and kept as opts ask. It returns the sample too.
func NewJob(ctx context.Context, src sample.Planner, opts sample.Options, progress func(sample.Progress)) (*Job, *sample.Sample, error) {
	s, err := Pilot(ctx, src, opts, progress)
	if err == nil && s.Partial() != "" {
		err = errors.New(s.Partial())
	}
	if err != nil {
		return nil, s, err
	}
	a, err := analysis.New(ctx, s, analysis.Options{})
	if err != nil {
		return nil, s, err
	}
	plan, err := a.CensusPlan(ctx, opts)
	if err == nil {
		err = plan.Validate()
	}
	return &Job{Plan: plan, Table: s.Table}, s, err
}

// Encode returns the job in the form that Decode reads.
func (j *Job) Encode() ([]byte, error) {
	j.Plan = j.Plan.Normalize()
	data, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(savedJob{jobFormat, digest(data), data}, "", " ")
}

// Decode reads what Encode wrote. name is what the file is called in errors, which are of type *sampler.Error.
func Decode(data []byte, name string) (*Job, error) {
	var in savedJob
	refuse := func(err error) error {
		return &sampler.Error{What: fmt.Sprintf("cannot read the shard plan %s", name), Err: err,
			Next: "make one with: tabletop sample SOURCE --shard-plan-out FILE"}
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, refuse(err)
	}
	if in.Format != jobFormat {
		return nil, refuse(fmt.Errorf("it is none, or has a format that this tabletop does not read (%d)", in.Format))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, in.Job); err != nil {
		return nil, refuse(err)
	}
	if digest(compact.Bytes()) != in.Fingerprint {
		return nil, refuse(errors.New("it was changed: its fingerprint does not match its content"))
	}
	j := &Job{}
	if err := json.Unmarshal(in.Job, j); err != nil {
		return nil, refuse(err)
	}
	if err := j.Plan.Validate(); err != nil {
		return nil, refuse(err)
	}
	j.Plan = j.Plan.Normalize()
	return j, nil
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// Ranges returns the key ranges of n shards, and their fingerprint.
func (j *Job) Ranges(n int) ([]sample.ReadRange, string) {
	ranges := read.Shards(j.Table.Splits, j.Plan.Options, n)
	var all []byte
	for _, r := range ranges {
		all = fmt.Appendf(all, "%q %q\n", r.Start, r.End)
	}
	return ranges, digest(all)
}

// Options returns the options to read shard k of n with, from 1. limits has the rates and limits of the read.
func (j *Job) Options(k, n int, limits sample.Options) sample.Options {
	opts := j.All(limits)
	ranges, _ := j.Ranges(n)
	opts.Start, opts.End = ranges[k-1].Start, ranges[k-1].End
	return opts
}

// All returns the options to read all of the table with.
func (j *Job) All(limits sample.Options) sample.Options {
	opts := j.Plan.Options
	opts.Bytes, opts.Time = limits.Bytes, limits.Time
	opts.RowsPerSecond, opts.BytesPerSecond, opts.FiguresOnly = limits.RowsPerSecond, limits.BytesPerSecond, true
	return opts
}

// Part marks what was read of shard k of n.
func (j *Job) Part(s *sample.Sample, k, n int) *sample.Sample {
	how := s.How
	_, print := j.Ranges(n)
	how.Shards = &sample.Shards{N: n, Of: []int{k}, Ranges: print}
	return s.Described(s.Table, how).WithSections(s.Sections()...)
}

// Final returns the sample of a table that was read as a whole, without counts that its rows show as well.
func Final(s *sample.Sample) *sample.Sample {
	if s.How.Complete {
		return s.WithSections()
	}
	return s
}

// Places returns the key ranges that a table is read in when one machine reads it, as read.
func (j *Job) Places() []sample.ReadRange {
	opts := j.Plan.Options
	opts.Strategy = sample.Everything
	list := slices.Clone(read.Plan(read.PlanInput{Splits: j.Table.Splits, Emulator: j.Table.Emulator}, opts).Places)
	for i := range list {
		list[i].Done = true
	}
	return list
}
