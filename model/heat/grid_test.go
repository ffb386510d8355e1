package heat

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// TestCountedGridIsShown verifies that writes counted in all rows are shown in place of those of the rows kept, with
// windows joined, and that maps of anything else are not.
func TestCountedGridIsShown(t *testing.T) {
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	b := sample.NewBuilder(1)
	for i := range 40 {
		b.Row(fmt.Appendf(nil, "k%02d", i))
		b.Cell("f", []byte("a"), from.Add(time.Duration(i)*time.Minute).UnixMicro(), []byte("v"))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, RowShare: 0.1},
		[]*sample.Builder{b})
	c := &Grid{Borders: [][]byte{[]byte("k10"), []byte("k90")}, Rows: []int64{10, 30, 5}, From: from,
		Step: 10 * time.Minute, Windows: 4, Before: 3, After: 5,
		Writes: []int64{1, 2, 3, 4, 10, 20, 30, 40, 0, 0, 0, 7}, Bytes: []int64{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}}
	m, err := NewMap(context.Background(), s, Options{Windows: 2, Grid: c})
	if err != nil {
		t.Fatal(err)
	}
	if m.AllRows != estimate.Counted(45) || !slices.Equal(m.Grid, []float64{3, 7, 30, 70, 0, 7}) ||
		!slices.Equal(m.Rows, []int{0, 10, 40, 40}) ||
		m.Step != 20*time.Minute || m.Before != 3 || m.After != 5 || m.Buckets != 3 {
		t.Errorf("%+v", m)
	}
	for name, o := range map[string]Options{
		"cells": {Metric: Cells, Windows: 2}, "part": {Windows: 2, First: 1, End: 9}, "other windows": {Windows: 3},
		"other buckets": {Windows: 2, Buckets: 5},
		"other axis":    {Windows: 2, From: from.Add(time.Hour)},
	} {
		o.Grid = c
		if m, err := NewMap(context.Background(), s, o); err != nil || m.AllRows.IsKnown() {
			t.Errorf("%s: of %v rows, %v", name, m.AllRows, err)
		}
	}
}

// TestCountedScoreIsThatOfAllRows verifies that the score and the replay of a counted grid are those of a map of all
// rows, for each pattern, with few rows kept; and that they are not merely those of the rows kept.
func TestCountedScoreIsThatOfAllRows(t *testing.T) {
	const n = 24_000
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	minutes := func(i int) int64 { return from.Add(time.Duration(i) * time.Minute).UnixMicro() }
	spread := func(i int) int { return i * 7919 % n } // a permutation
	for name, c := range map[string]struct {
		key  func(i int) string
		want Pattern
	}{
		"even":     {func(i int) string { return fmt.Sprintf("%05d", spread(i)) }, Even},
		"moving":   {func(i int) string { return fmt.Sprintf("%05d", i) }, MovingHotspot},
		"salted":   {func(i int) string { return fmt.Sprintf("%02d#%05d", i%8, i) }, ParallelHotspots},
		"close":    {func(i int) string { return fmt.Sprintf("%02d#%05d", i%40, i) }, ParallelHotspots},
		"fixed":    {func(i int) string { return fmt.Sprintf("%d#%05d", min(spread(i)%20, 1), spread(i)) }, Even},
		"one part": {func(i int) string { return fmt.Sprintf("%03d#%05d", spread(i)%50, spread(i)) }, Even},
	} {
		writes := make([]keyTime, n)
		for i := range writes {
			writes[i] = keyTime{c.key(i), minutes(i)}
		}
		slices.SortFunc(writes, func(a, b keyTime) int { return strings.Compare(a.key, b.key) })
		all, kept := sampleOf(writes, 1), sampleOf(writes, 12)
		full, err := NewMap(t.Context(), all, Options{})
		if err != nil {
			t.Fatal(err)
		}
		counted := &Grid{From: from, Step: time.Duration((n*60_000_000+191)/192) * time.Microsecond, Windows: 192}
		for b := 1; b < 256; b++ {
			counted.Borders = append(counted.Borders, kept.Key(b*kept.Rows()/256))
		}
		counted.Rows, counted.Writes, counted.Bytes = make([]int64, 256), make([]int64, 256*192), make([]int64, 256*192)
		for _, w := range writes {
			r := sort.Search(255, func(b int) bool { return string(counted.Borders[b]) > w.key })
			counted.Rows[r]++
			counted.Writes[r*192+int((w.micros-from.UnixMicro())/counted.Step.Microseconds())]++
		}
		m, err := NewMap(t.Context(), kept, Options{Grid: counted})
		if err != nil {
			t.Fatal(err)
		}
		got, want := m.Score, full.Score
		if want.Pattern != c.want || got.Pattern != want.Pattern || got.Hotspots != want.Hotspots ||
			got.Writes != want.Writes || got.Windows != want.Windows {
			t.Errorf("%s: %+v, of all rows %+v", name, got, want)
		}
		for figure, x := range map[string][3]float64{"hot": {got.Hot, want.Hot, 0.03},
			"uniform": {got.UniformShare, want.UniformShare, 0.01}, "peak": {got.Peak, want.Peak, 0.05},
			"trend": {got.Trend, want.Trend, 0.15}} {
			if math.Abs(x[0]-x[1]) > x[2] {
				t.Errorf("%s: %s is %.3f, of all rows %.3f", name, figure, x[0], x[1])
			}
		}
		if m.Replay.Places != 0 || m.Replay.Windows != full.Replay.Windows || m.ScoreRead.Writes >= got.Writes {
			t.Errorf("%s: read at %d places, %d writes of the rows kept", name, m.Replay.Places, m.ScoreRead.Writes)
		}
	}
}

type keyTime struct {
	key    string
	micros int64
}

// sampleOf returns one of every so many writes, a row for each.
func sampleOf(writes []keyTime, every int) *sample.Sample {
	b := sample.NewBuilder(1)
	for i := 0; i < len(writes); i += every {
		b.Row([]byte(writes[i].key))
		b.Cell("f", []byte("a"), writes[i].micros, nil)
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Filter: 1,
		RowShare: 1 / float64(every), Complete: every == 1}, []*sample.Builder{b})
}
