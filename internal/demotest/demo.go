// Package demotest gives tests the demo tables without an emulator.
package demotest

import (
	"bytes"
	"cmp"
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
	n, all := table.Generate(at)
	rows := make([]dataset.Row, 0, n)
	for r := range all {
		rows = append(rows, r)
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
	t := sample.Table{Source: source, Name: table.Name, Families: table.Families}
	return sample.Assemble(t, sample.How{Strategy: sample.Everything, Complete: true, Started: at}, []*sample.Builder{b}), nil
}
