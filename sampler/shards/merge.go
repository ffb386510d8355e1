package shards

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/census"
	"tabletop/model/sample"
	"tabletop/sampler"
)

// Merger joins the parts of a table, one after the other.
type Merger struct {
	job    Job
	shards sample.Shards // those that were merged
	first  string        // name of the first part
	names  map[int]string
	all    *census.Census
	how    sample.Provenance
	until  time.Time // when the last part was read
}

// Add merges the part that was read from the file of that name. Errors are of type *sampler.Error; after one the merger must
// not be used.
func (m *Merger) Add(name string, s *sample.Sample) error {
	counted, err := census.FromSample(s)
	switch {
	case err != nil:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s: it is damaged", name), Err: err, Next: "read the shard again"}
	case s.How.Shards == nil:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s: it is not a shard", name),
			Next: "shards are made with: tabletop sample SOURCE --shard K/N -o FILE"}
	case s.How.Shards.N < 1 || s.How.Shards.N > Max:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s: it states that it is one of %d shards", name, s.How.Shards.N), Next: "read the shard again"}
	case counted == nil:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s: its read ended early", name), Err: errors.New(s.How.Stopped), Next: "read the shard again: " + again(s.How.Shards)}
	}
	if m.all == nil {
		m.start(name, s, counted.Plan())
	}
	plan := counted.Plan()
	if err := m.fits(name, s, &plan); err != nil {
		return err
	}
	if err := m.all.Merge(counted); err != nil {
		return m.otherPlan(name)
	}
	for _, k := range s.How.Shards.Of {
		m.names[k] = name
	}
	m.shards.Of = append(m.shards.Of, s.How.Shards.Of...)
	m.add(&s.How)
	return nil
}

func again(s *sample.Shards) string {
	if len(s.Of) != 1 {
		return "--shard K/N"
	}
	return fmt.Sprintf("--shard %d/%d", s.Of[0], s.N)
}

// start begins with the description and the plan of the first part.
func (m *Merger) start(name string, s *sample.Sample, plan census.Plan) {
	m.job, m.first, m.names = Job{Plan: plan, Table: s.Table}, name, map[int]string{}
	m.shards = sample.Shards{N: s.How.Shards.N, Ranges: s.How.Shards.Ranges}
	m.all, _ = census.New(plan) // the plan is that of a census
	m.how = sample.Provenance{Strategy: sample.Everything, Options: plan.Options, Started: s.How.Started, Filter: 1, CountedAsOf: plan.Now}
}

// otherPlan is the error about a part of another plan.
func (m *Merger) otherPlan(name string) error {
	return &sampler.Error{What: fmt.Sprintf("cannot merge %s and %s: they were counted by different plans", m.first, name),
		Next: "make a plan once with --shard-plan-out, and read every shard with --shard-plan"}
}

// fits returns why a part, which was counted by plan, cannot be one of those before it.
func (m *Merger) fits(name string, s *sample.Sample, plan *census.Plan) error {
	is := s.How.Shards
	switch {
	case s.Table.Source != m.job.Table.Source:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s and %s: they are parts of %s and of %s", m.first, name, m.job.Table.Source, s.Table.Source),
			Next: "merge parts of one table"}
	case is.N != m.shards.N:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s and %s: one is of %d shards, the other of %d", m.first, name, m.shards.N, is.N),
			Next: "merge shards K/N of one N"}
	case !plan.Now.Equal(m.job.Plan.Now): // made at another time, so that its ranges may differ too; none where no plan was made
		return m.otherPlan(name)
	case is.Ranges != m.shards.Ranges:
		return &sampler.Error{What: fmt.Sprintf("cannot merge %s and %s: their key ranges differ, because the table's sections changed between the reads", m.first, name),
			Next: "make a plan once with --shard-plan-out, and read every shard with --shard-plan"}
	}
	for _, k := range is.Of {
		if k < 1 || k > is.N {
			return &sampler.Error{What: fmt.Sprintf("cannot merge %s: it states that it is shard %d of %d", name, k, is.N), Next: "read the shard again"}
		}
		if other, twice := m.names[k]; twice {
			return &sampler.Error{What: fmt.Sprintf("cannot merge %s: shard %d is in %s as well", name, k, other), Next: "name one file for each shard"}
		}
	}
	return nil
}

// add takes in how a part was read.
func (m *Merger) add(how *sample.Provenance) {
	h := &m.how
	if how.Started.Before(h.Started) {
		h.Started = how.Started
	}
	if end := how.Started.Add(how.Took); end.After(m.until) {
		m.until = end
	}
	h.Took = m.until.Sub(h.Started)
	h.RowsSeen += how.RowsSeen
	h.BytesSeen += how.BytesSeen
	h.Unreadable = append(h.Unreadable, how.Unreadable...)
}

// Missing is what is not among the parts that were merged.
type Missing struct {
	Shards []int
	N      int
	Share  float64 // of the bytes of the table, by its sections; negative if they have no sizes
}

// String names the missing shards: "shards 3 and 9 of 64 are missing, 3.1% of the table's bytes".
func (m *Missing) String() string {
	const most = 12
	var names []string
	for _, k := range m.Shards[:min(most, len(m.Shards))] {
		names = append(names, strconv.Itoa(k))
	}
	noun, verb := "shards", "are"
	if len(m.Shards) == 1 {
		noun, verb = "shard", "is"
	}
	list := strings.Join(names, ", ")
	if more := len(m.Shards) - most; more > 0 {
		list += fmt.Sprintf(", and %d more", more)
	}
	s := fmt.Sprintf("%s %s of %d %s missing", noun, list, m.N, verb)
	if m.Share >= 0 {
		s += fmt.Sprintf(", %.1f%% of the table's bytes", 100*m.Share)
	}
	return s
}

// Missing returns the shards that were not merged; nil if there are none.
func (m *Merger) Missing() *Missing {
	ranges, _ := m.job.Ranges(m.shards.N)
	out := &Missing{N: m.shards.N, Share: -1}
	var lost, all int64
	for i, r := range ranges {
		all += r.Bytes
		if m.names[i+1] == "" {
			out.Shards = append(out.Shards, i+1)
			lost += r.Bytes
		}
	}
	if len(out.Shards) == 0 {
		return nil
	}
	if all > 0 {
		out.Share = float64(lost) / float64(all)
	}
	return out
}

// Sample returns what the parts come to. If some are missing, the sample is partial: its counts are of the parts that are
// there, so no report takes them for those of the table.
func (m *Merger) Sample() (*sample.Sample, error) {
	how := m.how
	slices.SortFunc(how.Unreadable, func(a, b sample.Unreadable) int { return strings.Compare(string(a.Key), string(b.Key)) })
	rows := m.all.Rows()
	how.RowShare = 1
	if kept := int64(rows.Rows()); kept < how.RowsSeen {
		how.RowShare = float64(kept) / float64(how.RowsSeen)
	}
	how.Places = m.job.Places()
	if missing := m.Missing(); missing != nil {
		how.Stopped, how.Ending = missing.String(), sample.EndError
		slices.Sort(m.shards.Of)
		how.Shards = &m.shards
		how.Places, _ = m.job.Ranges(m.shards.N)
		for i := range how.Places {
			how.Places[i].Done = m.names[i+1] != ""
		}
	}
	for _, p := range how.Places {
		how.TotalBytes += p.Bytes
	}
	how.Complete = how.Stopped == "" && how.RowShare == 1 && len(how.Unreadable) == 0
	sections, err := m.all.Sections()
	if err != nil {
		return nil, err
	}
	return Final(rows.Described(m.job.Table, how).WithSections(sections...)), nil
}
