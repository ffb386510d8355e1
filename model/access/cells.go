package access

import (
	"context"
	"math"
	"slices"
	"time"

	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// Returned is which cells the runs of a query return: those of some columns of the rows that it finds.
type Returned struct {
	Query   *workload.Query
	rows    []bool // row of the sample -> some run returns it
	columns []bool // by sample.ColumnID
}

// Returned returns what the runs of a query return, whatever its limit: the first rows are those of some run. The error
// is a fixed value that cannot be read.
func (index *Index) Returned(q *workload.Query) (*Returned, error) {
	probe, err := index.Probe(q)
	if err != nil {
		return nil, err
	}
	returned := &Returned{Query: q, rows: probe.returnedRows(), columns: make([]bool, len(index.Sample.Columns()))}
	for id, column := range index.Sample.Columns() {
		name := column.Family + ":" + column.Qualifier
		returned.columns[id] = len(q.Columns) == 0 || slices.Contains(q.Columns, name) ||
			slices.Contains(q.Segments(), name)
	}
	return returned, nil
}

// returnedRows reports which rows some run returns: all that it finds, or the newest of these.
func (p *Probe) returnedRows() []bool {
	bound := p.b
	rows := slices.Clone(bound.match)
	if bound.latest == nil {
		return rows
	}
	groups, count := bound.asked, bound.askeds
	if bound.per != nil {
		groups, count = combine(len(rows), bound.asked, bound.per)
	}
	seen := make([]int, count)
	for _, row := range slices.Backward(p.byTime()) {
		if rows[row] {
			seen[groups[row]]++
			rows[row] = seen[groups[row]] <= bound.query.Latest
		}
	}
	return rows
}

// Touched is how much of what a query returns is older than a time, in rows and bytes of the sample by their weight.
type Touched struct {
	Query *workload.Query
	// Rows is the share of the rows that it returns with a cell that is older, and Bytes the share of the bytes of the
	// cells, all of their versions.
	Rows, Bytes float64
}

// Older returns how much of what each query of a workload returns is older than a time, in microseconds. The error is a
// fixed value that cannot be read.
func (index *Index) Older(w *workload.Workload, before int64) ([]Touched, error) {
	var all []Touched
	for _, q := range w.Queries {
		returned, err := index.Returned(q)
		if err != nil {
			return nil, err
		}
		all = append(all, index.older(returned, before))
	}
	return all, nil
}

func (index *Index) older(r *Returned, before int64) Touched {
	sampled := index.Sample
	var rows, oldRows, bytes, oldBytes float64
	for row, wanted := range r.rows {
		if !wanted {
			continue
		}
		weight, old := index.Design.Weight(row), false
		from, to := sampled.Cells(row)
		for cell, at := range sampled.Times(from, to) {
			if !r.columns[sampled.CellColumn(from+cell)] {
				continue
			}
			size := weight * float64(sampled.CellBytes(from+cell))
			bytes += size
			if at < before {
				old = true
				oldBytes += size
			}
		}
		rows += weight
		if old {
			oldRows += weight
		}
	}
	return Touched{Query: r.Query, Rows: oldRows / math.Max(rows, 1e-300), Bytes: oldBytes / math.Max(bytes, 1e-300)}
}

// Needed is the policy of a family that saves most of those that lose nothing that queries return, which is the newest
// version of each of their columns.
type Needed struct {
	Family string
	Rule   sample.GCRule
	// Oldest is the age of the oldest cell that a query returns, where all of them want only the newest rows: then the
	// rule has an age of at least twice that; else 0.
	Oldest time.Duration
	// Withheld is why there is no such policy; empty if there is.
	Withheld string
}

// agesAhead is how many times as old as the oldest cell that is returned now a cell may become before a policy takes
// it: what the newest rows are changes with what is written.
const agesAhead = 2

// Needed returns the policy of each family of a review that saves most without taking what the queries of a workload
// return. The error is a fixed value that cannot be read, or ctx's.
func (index *Index) Needed(ctx context.Context, w *workload.Workload, review *figures.Review) ([]Needed, error) {
	var all []*Returned
	for _, q := range w.Queries {
		returned, err := index.Returned(q)
		if err != nil {
			return nil, err
		}
		all = append(all, returned)
	}
	var needed []Needed
	for _, family := range review.Garbage.Families {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if family.Stored.Cells == 0 {
			continue
		}
		one := index.needed(family, all, review)
		if one.Withheld == "" {
			loss, err := review.Explorer.Losses(ctx, review.Rules, review.Rules.With(family.Name, one.Rule),
				func(id sample.ColumnID) bool { return index.Sample.Column(id).Family == family.Name })
			if err != nil {
				return nil, err
			}
			if loss.Lost == 0 {
				one.Withheld = "the policy in force takes all that the queries do not return"
			}
		}
		needed = append(needed, one)
	}
	return needed, nil
}

func (index *Index) needed(family retention.Family, all []*Returned, review *figures.Review) Needed {
	needed := Needed{Family: family.Name}
	artificial := review.Explorer.TimestampStats(family.Name).Artificial()
	switch {
	case family.Aggregate != "":
		needed.Withheld = "it is an aggregate family: each cell is a state of its own, not a version of a value"
		return needed
	case artificial != "":
		needed.Withheld = artificial + ": cells may be data, not versions of a value"
		return needed
	}
	oldest, readers, newestOnly := int64(math.MaxInt64), 0, true
	for _, returned := range all {
		if at, reads := index.oldestOf(returned, family.Name); reads {
			readers++
			oldest = min(oldest, at)
			newestOnly = newestOnly && returned.Query.Latest > 0
		}
	}
	if readers == 0 {
		needed.Withheld = "no query of the workload reads it"
		return needed
	}
	by := sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}
	if newestOnly {
		needed.Oldest = max(review.Clock.Now.Sub(time.UnixMicro(oldest)), 0)
		stops := retention.AgeStops()
		at := slices.IndexFunc(stops, func(stop time.Duration) bool { return stop >= agesAhead*needed.Oldest })
		if at >= 0 {
			by = sample.GCRule{Kind: sample.GCUnion,
				Children: []sample.GCRule{by, {Kind: sample.GCMaxAge, Age: stops[at]}}}
		}
	}
	needed.Rule = retention.Tightened(family.Rule, by)
	return needed
}

// oldestOf returns the time of the oldest newest version of a column of a family in the rows that a query returns, and
// whether it returns any.
func (index *Index) oldestOf(r *Returned, family string) (oldest int64, reads bool) {
	sampled := index.Sample
	oldest = math.MaxInt64
	for row, wanted := range r.rows {
		if !wanted {
			continue
		}
		for from, to := sampled.Cells(row); from < to; {
			end := sampled.Versions(from, to)
			if id := sampled.CellColumn(from); r.columns[id] && sampled.Column(id).Family == family {
				oldest, reads = min(oldest, sampled.Times(from, end)[0]), true
			}
			from = end
		}
	}
	return oldest, reads
}
