// Package demotest gives tests the demo tables as samples, without an emulator.
package demotest

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"time"

	"tabletop/model/demo"
	"tabletop/model/sample"
)

// Sample is a demo table at a time, all its rows read. A source is as demo.Find takes it.
func Sample(source string, at time.Time) (*sample.Sample, error) {
	s, _, err := Example(source, at, math.MaxInt)
	return s, err
}

// Example is a demo table of at most so many rows, the first to be made, as if they were all there are, and the template of its keys.
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
	rows := table.First(at, most)
	slices.SortFunc(rows, func(a, b demo.Row) int { return bytes.Compare(a.Key, b.Key) })
	b := sample.NewBuilder(0)
	for _, r := range rows {
		b.Row(r.Key)
		slices.SortStableFunc(r.Cells, func(x, y demo.Cell) int {
			return cmp.Or(cmp.Compare(x.Family, y.Family), cmp.Compare(x.Qualifier, y.Qualifier), cmp.Compare(y.Micros, x.Micros))
		})
		for _, c := range r.Cells {
			b.Cell(c.Family, []byte(c.Qualifier), c.Micros, c.Value)
		}
	}
	t := sample.Table{Source: "demo:" + table.Name, Name: table.Name, Families: table.Families, Emulator: true}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: at, RowShare: 1, Filter: 1}
	return sample.Assemble(t, how, []*sample.Builder{b})
}
