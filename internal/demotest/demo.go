// Package demotest gives tests samples without an emulator: the demo tables, and tables that a census has counted.
package demotest

import (
	"context"
	"time"

	"tabletop/model/census"
	"tabletop/model/demo"
	"tabletop/model/sample"
)

// Sample is a demo table at a time, all its rows read. A source is as demo.Find takes it.
func Sample(source string, at time.Time) (*sample.Sample, error) {
	return SampleFor(source, at, 0)
}

// SampleFor is Sample with the rows that a seed leaves.
func SampleFor(source string, at time.Time, seed uint64) (*sample.Sample, error) {
	_, table, err := demo.Find(source)
	if err != nil {
		return nil, err
	}
	s := assembled(table, at, table.For(at, seed))
	s.Table.Source = source
	return s, nil
}

// Example is a demo table of at most so many rows, the first to be made, as if they were all there are, and the
// template of its keys.
func Example(source string, at time.Time, most int) (*sample.Sample, string, error) {
	_, table, err := demo.Find(source)
	if err != nil {
		return nil, "", err
	}
	s := Table(table, at, most)
	s.Table.Source = source
	return s, table.Key, nil
}

// Table is the sample of a table of at most so many rows, the first to be made, as if they were all there are.
func Table(table demo.Table, at time.Time, most int) *sample.Sample {
	rows := table.At(at)
	rows.Rows = min(rows.Rows, most)
	return assembled(table, at, rows)
}

// assembled is the sample of rows of a table.
func assembled(table demo.Table, at time.Time, rows demo.Generator) *sample.Sample {
	s, err := table.Sample(context.Background(), rows, at, 0)
	if err != nil {
		panic(err) // nothing cancels it
	}
	s.Table.Source = "demo:" + table.Name
	return s
}

// Counted is a sample of a table whose rows are those of all: it keeps as many of them as the options of the plan say,
// and has the counts of all that a census by the plan made.
func Counted(all *sample.Sample, plan census.Plan) (*sample.Sample, error) {
	counts, err := census.New(plan)
	if err != nil {
		return nil, err
	}
	counts.Add(all)
	rows := counts.Rows()
	sections, err := counts.Sections()
	if err != nil {
		return nil, err
	}
	n := int64(all.Rows())
	how := sample.Provenance{Strategy: sample.Everything, Options: plan.Options, Started: all.How.Started, Filter: 1,
		RowShare: float64(plan.Options.Rows) / float64(n), RowsSeen: n, BytesSeen: all.Bytes(), TotalBytes: all.Bytes(),
		CountedAsOf: plan.Now, Places: []sample.ReadRange{{Bytes: all.Bytes(), Done: true}}}
	return rows.Described(all.Table, how).WithSections(sections...), nil
}
