// Package demotest gives tests the demo tables without an emulator.
package demotest

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"time"

	"tabletop/model/sample"
	"tabletop/sampler/dataset"
)

// Sample is a demo table at a time, all its rows read, without an emulator. A source is as dataset.Find takes it.
func Sample(source string, at time.Time) (*sample.Sample, error) {
	_, table, err := dataset.Find(source)
	if err != nil {
		return nil, err
	}
	return build(source, table, at, math.MaxInt), nil
}

// Table is the sample of a table of at most so many rows, the first to be made, as if they were all there are.
func Table(table dataset.Table, at time.Time, most int) *sample.Sample {
	return build("demo:"+table.Name, table, at, most)
}

// Example is a demo table of at most so many rows, the first to be made, as if they were all there are, and the template of its keys.
func Example(source string, at time.Time, most int) (*sample.Sample, string, error) {
	_, table, err := dataset.Find(source)
	if err != nil {
		return nil, "", err
	}
	return build(source, table, at, most), table.Key, nil
}

func build(source string, table dataset.Table, at time.Time, most int) *sample.Sample {
	var rows []dataset.Row
	_, all := table.Generate(at)
	for r := range all {
		if rows = append(rows, r); len(rows) == most {
			break
		}
	}
	slices.SortFunc(rows, func(a, b dataset.Row) int { return bytes.Compare(a.Key, b.Key) })
	b := sample.NewBuilder(0)
	for _, r := range rows {
		b.Row(r.Key)
		slices.SortStableFunc(r.Cells, func(x, y dataset.Cell) int {
			return cmp.Or(cmp.Compare(x.Family, y.Family), cmp.Compare(x.Qualifier, y.Qualifier), cmp.Compare(y.Micros, x.Micros))
		})
		for _, c := range r.Cells {
			b.Cell(c.Family, []byte(c.Qualifier), c.Micros, c.Value)
		}
	}
	t := sample.Table{Source: source, Name: table.Name, Families: table.Families, Emulator: true}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Started: at, RowShare: 1, Filter: 1}
	return sample.Assemble(t, how, []*sample.Builder{b})
}
