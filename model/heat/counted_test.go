package heat

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/model/sample"
)

// TestCountedGridIsShown verifies that writes counted in all rows are shown in place of those of the rows kept, with windows
// joined, and that maps of anything else are not.
func TestCountedGridIsShown(t *testing.T) {
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	b := sample.NewBuilder(1)
	for i := range 40 {
		b.Row(fmt.Appendf(nil, "k%02d", i))
		b.Cell("f", []byte("a"), from.Add(time.Duration(i)*time.Minute).UnixMicro(), []byte("v"))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, RowShare: 0.1}, []*sample.Builder{b})
	c := &Counted{Borders: [][]byte{[]byte("k10"), []byte("k90")}, From: from, Step: 10 * time.Minute, Windows: 4, Before: 3, After: 5,
		Writes: []int64{1, 2, 3, 4, 10, 20, 30, 40, 0, 0, 0, 7}, Bytes: []int64{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}}
	m, err := NewMap(context.Background(), s, Options{Windows: 2, Counted: c})
	if err != nil {
		t.Fatal(err)
	}
	if !m.Counted || !slices.Equal(m.Grid, []float64{3, 7, 30, 70, 0, 7}) || !slices.Equal(m.Rows, []int{0, 10, 40, 40}) ||
		m.Step != 20*time.Minute || m.Before != 3 || m.After != 5 || m.Buckets != 3 {
		t.Errorf("%+v", m)
	}
	for name, o := range map[string]Options{
		"cells": {Metric: Cells, Windows: 2}, "part": {Windows: 2, First: 1, End: 9}, "other windows": {Windows: 3}, "other buckets": {Windows: 2, Buckets: 5},
		"other axis": {Windows: 2, From: from.Add(time.Hour)},
	} {
		o.Counted = c
		if m, err := NewMap(context.Background(), s, o); err != nil || m.Counted {
			t.Errorf("%s: counted %v, %v", name, m.Counted, err)
		}
	}
}
