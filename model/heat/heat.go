// Package heat maps the cells of a sample by key and cell timestamp, and determines how concentrated the writes are and
// in which pattern they move.
//
// It uses cell timestamps only: reads, deletes, and cells since overwritten or garbage-collected are not visible. If
// timestamps are not write times (a backfill, sequence numbers), the map is of cell timestamps only, and Map.Artificial
// states why.
package heat

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Metric is what the map counts.
type Metric string

// The metrics. A write is a distinct pair of row and timestamp: one mutation of twenty cells is one write.
const (
	Writes  Metric = "writes"
	Bytes   Metric = "bytes"
	Cells   Metric = "cells"
	Garbage Metric = "waste" // bytes of the cells for which Options.Eligible reports true; "waste" in JSON, see Name
)

// Name returns the metric as text names it; JSON keeps the value.
func (m Metric) Name() string {
	if m == Garbage {
		return "garbage"
	}
	return string(m)
}

// Options shape a map. The zero value counts writes in 96 windows and 1,024 buckets.
type Options struct {
	Metric  Metric
	Windows int       // equal steps of time across; 0 is 96
	Buckets int       // equal steps of rows down; 0 is 1,024, about what Key Visualizer has
	From    time.Time // first instant of the axis; zero is where the central cells begin
	Until   time.Time // end of the axis, exclusive; zero is where they end
	// Calendar makes the windows steps of the calendar in UTC, such as 6 hours or 1 day, with Windows as their maximum
	// number: windows of 14 hours make stripes of writes that come once a day. Those of a Grid stay as they are.
	Calendar bool
	Now      time.Time // timestamps after it are in the future
	// First and End restrict the map to some rows of its order, End exclusive; 0 and 0 is all. There is no Score then.
	First, End int
	// Cuts are the rows at which the buckets begin, ascending, in place of equal steps; nil is equal steps. A map of
	// rows that are still being read has its places from it. There is no Score then.
	Cuts []int
	// Design weights the rows; nil weights them equally.
	Design *estimate.Design
	// Order returns the position of each row under another layout, or Nowhere; nil is the order of the keys.
	Order []uint32
	// Eligible reports whether a cell is GC-eligible by its family's policy; used by Garbage only.
	Eligible func(cell int) bool
	// Parts is the number of equal parts of the key space that different nodes could serve, for Score; 0 is 20.
	Parts int
	// Grid holds the writes of all rows of the table, which replace those of the sample where they fit the other
	// options; nil if there are none.
	Grid *Grid
	// TabletShare is the share of the writes above which a tablet splits in the Replay; 0 is one of Parts.
	TabletShare float64

	unordered bool // redaction gave the keys another order
}

// Nowhere is the position of a row that another layout has no place for.
const Nowhere = ^uint32(0)

// Map is a grid of key buckets by time windows.
type Map struct {
	Metric  Metric
	Buckets int
	Windows int
	From    time.Time
	Step    time.Duration // length of a window
	Grid    []float64     // Buckets*Windows values, bucket by bucket: Grid[b*Windows+w]
	Rows    []int         // bucket b holds the places Rows[b] to Rows[b+1] (exclusive) of the order of the map
	Before  float64       // of the metric, earlier than the axis
	After   float64       // later than the axis
	// AllRows is the number of rows of the table if Grid, Score, and Replay are of all of them though the sample holds
	// only some; otherwise it is not known.
	AllRows estimate.Figure
	// Artificial states why cell timestamps are not write times, or with Unordered why keys are not in the order of the
	// table; empty when the map is of writes by key.
	Artificial string
	// Unordered reports whether redaction gave the keys another order.
	Unordered bool
	Score     Score
	Replay    Replay
	// ScoreRead is the score of the writes of the sample, to compare with those of other orders of its rows. It is
	// Score unless that was counted over all rows.
	ScoreRead Score
}

// Downsample sums the map up to rows by cols, as means, so that a row of three buckets is not brighter than one of
// two. It returns the largest of them, too.
func (m *Map) Downsample(rows, cols int) (grid []float64, top float64) {
	grid = make([]float64, rows*cols)
	col, wide := make([]int, m.Windows), make([]float64, cols) // of each window; windows of each column
	for w := range col {
		col[w] = w * cols / m.Windows
		wide[col[w]]++
	}
	high := make([]float64, rows) // buckets of each row
	for b := range m.Buckets {
		at := b * rows / m.Buckets
		high[at]++
		line := grid[at*cols : (at+1)*cols]
		for w, v := range m.Grid[b*m.Windows : (b+1)*m.Windows] {
			line[col[w]] += v
		}
	}
	for i := range grid {
		grid[i] /= max(high[i/cols]*wide[i%cols], 1)
		top = max(top, grid[i])
	}
	return grid, top
}

// At is the value of bucket b in window w.
func (m *Map) At(b, w int) float64 { return m.Grid[b*m.Windows+w] }

// Window is the instant at which window w begins. An axis may be longer than the 292 years of a Duration.
func (m *Map) Window(w int) time.Time {
	whole, rest := m.Step/time.Second, m.Step%time.Second
	return time.Unix(m.From.Unix()+int64(w)*int64(whole), int64(m.From.Nanosecond())+int64(w)*int64(rest)).UTC()
}

// Sums adds up the grid along both edges.
func (m *Map) Sums() (byBucket, byWindow []float64) {
	byBucket, byWindow = make([]float64, m.Buckets), make([]float64, m.Windows)
	for b := range m.Buckets {
		for w, v := range m.Grid[b*m.Windows : (b+1)*m.Windows] {
			byBucket[b] += v
			byWindow[w] += v
		}
	}
	return byBucket, byWindow
}

// maxFields bounds the grid of a map to half a gigabyte.
const maxFields = 1 << 26

// NewMap returns the map of s. The error is ctx's, or reports that Options.Order is not an order of the rows of s or
// that Windows and Buckets make too large a grid.
func NewMap(ctx context.Context, s *sample.Sample, opts Options) (*Map, error) {
	opts = opts.defaults()
	all := opts.wholeGrid()
	if all != nil {
		opts.Calendar = false
		opts.From, opts.Until = all.From, all.From.Add(time.Duration(all.Windows)*all.Step)
	}
	placed, err := opts.placed(s)
	if err != nil {
		return nil, err
	}
	first, end := opts.First, opts.End
	if end <= first || end > placed.n {
		first, end = 0, placed.n
	}
	opts.unordered = s.How.Unordered
	heatmap, err := newMap(ctx, func() []write { return collect(s, opts, placed) }, placed.n, first, end, opts)
	if err != nil {
		return nil, err
	}
	replayed := end-first == placed.n && heatmap.Artificial == ""
	// those keep rows of all ranges, each by itself
	if replayed && !s.How.Complete && s.How.Strategy != sample.Everything && s.How.Strategy != sample.Small {
		heatmap.Replay.Places = len(s.Runs())
	}
	if all != nil {
		heatmap.count(all, s, &opts)
	}
	return heatmap, nil
}

// Cell is a cell of a Table.
type Cell struct{ Micros, Bytes int64 }

// Table is what a map is drawn of that no sample holds.
type Table struct {
	Rows  int
	Cells iter.Seq2[int, []Cell] // of all rows, in the order of their keys; a slice is valid until the next
	// Complete means that the rows are all of a table. Otherwise all writes are one cluster.
	Complete bool
	// Unordered means that redaction gave the keys that these are made of another order.
	Unordered bool
}

// NewMapFrom returns the map of a table, by any metric but Garbage. The error is that of NewMap; Design, Order, and
// Grid are not used.
func NewMapFrom(ctx context.Context, t Table, opts Options) (*Map, error) {
	opts = opts.defaults()
	opts.unordered = t.Unordered
	first, end := opts.First, opts.End
	if end <= first || end > t.Rows {
		first, end = 0, t.Rows
	}
	return newMap(ctx, func() []write {
		collector := collector{metric: opts.Metric}
		for row, cells := range t.Cells {
			collector.row(row, 1)
			for _, cell := range cells {
				value := 1.0
				if opts.Metric == Bytes {
					value = float64(cell.Bytes)
				}
				collector.add(cell.Micros, value, 0, t.Complete)
			}
		}
		return collector.writes
	}, t.Rows, first, end, opts)
}

// newMap draws the writes of the places from first to end of all.
func newMap(ctx context.Context, collect func() []write, places, first, end int, opts Options) (*Map, error) {
	rows := end - first
	if opts.Windows > maxFields/max(1, min(opts.Buckets, rows)) {
		return nil, fmt.Errorf("heat: %d windows of %d buckets are more than the %d fields that a map may have; ask "+
			"for fewer of either", opts.Windows, min(opts.Buckets, rows), maxFields)
	}
	heatmap := &Map{Metric: opts.Metric, Windows: opts.Windows, Rows: opts.starts(first, end)}
	heatmap.Buckets = len(heatmap.Rows) - 1
	writes := collect()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	heatmap.axis(writes, opts)
	stamps := NewStamps(opts.Now)
	for i := range writes {
		stamps.Add(writes[i].micros)
	}
	heatmap.Artificial = stamps.Artificial()
	if opts.unordered {
		heatmap.Artificial, heatmap.Unordered = sample.Reordered, true
	}
	heatmap.Grid = make([]float64, heatmap.Buckets*heatmap.Windows)
	bucket := 0
	for i := range writes {
		write := &writes[i]
		write.window = -1
		if int(write.position) < first || int(write.position) >= end {
			continue
		}
		for int(write.position) >= heatmap.Rows[bucket+1] { // writes are in the order of the rows
			bucket++
		}
		write.bucket = uint32(bucket)
		write.window = heatmap.window(write.micros)
		switch {
		case write.window < 0:
			heatmap.Before += write.value
		case int(write.window) >= heatmap.Windows:
			heatmap.After += write.value
		default:
			heatmap.Grid[int(write.bucket)*heatmap.Windows+int(write.window)] += write.value
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	heatmap.Score = Score{Parts: opts.Parts, Hottest: -1, Pattern: Unknown}
	if rows == places && opts.Cuts == nil {
		windows := byWindow(heatmap, writes)
		heatmap.Score = score(heatmap, windows, opts.Parts)
		if heatmap.Artificial == "" {
			heatmap.Replay = replay(windows, heatmap.Buckets, opts.TabletShare)
		}
	}
	heatmap.ScoreRead = heatmap.Score
	return heatmap, nil
}

// starts returns the places at which the buckets of a map begin, and the end of the last one.
func (o *Options) starts(first, end int) []int {
	if o.Cuts != nil {
		return append(slices.Clone(o.Cuts), end)
	}
	rows := end - first
	starts := make([]int, max(1, min(o.Buckets, rows))+1)
	for b := range starts {
		starts[b] = first + (b*rows+len(starts)-2)/(len(starts)-1)
	}
	return starts
}

// defaultBuckets is about what Key Visualizer has.
const defaultBuckets = 1024

func (o Options) defaults() Options {
	if o.Metric == "" {
		o.Metric = Writes
	}
	if o.Windows <= 0 {
		o.Windows = 96
	}
	if o.Buckets <= 0 {
		o.Buckets = defaultBuckets
	}
	if o.Parts <= 1 {
		o.Parts = 20
	}
	if o.TabletShare <= 0 {
		o.TabletShare = 1 / float64(o.Parts)
	}
	return o
}

// axisTimes is how many timestamps are sorted to find where the central ones lie.
const axisTimes = 10_000

// axis chooses the time axis. A few cells far from all others (zero, far future) must not squeeze the rest into one
// window: where the central 99% take less than a fifth of the whole span, the axis is theirs.
func (m *Map) axis(writes []write, opts Options) {
	low, high := int64(0), int64(1)
	if len(writes) > 0 {
		low, high = writes[0].micros, writes[0].micros
		for i := range writes {
			low, high = min(low, writes[i].micros), max(high, writes[i].micros)
		}
		times := make([]int64, 0, 2*axisTimes)
		for i := 0; i < len(writes); i += 1 + len(writes)/axisTimes {
			times = append(times, writes[i].micros)
		}
		slices.Sort(times)
		in, out := times[len(times)/200], times[len(times)-1-len(times)/200]
		if float64(out)-float64(in) < 0.2*(float64(high)-float64(low)) {
			low, high = in, out
		}
	}
	if !opts.From.IsZero() {
		low = opts.From.UnixMicro()
	}
	until := float64(high) + 1
	if !opts.Until.IsZero() {
		until = float64(opts.Until.UnixMicro())
	}
	// A step is a Duration, which holds 9.2e15 microseconds: what is left of a longer span counts as later than the
	// axis.
	step := math.Ceil((until - float64(low)) / float64(m.Windows))
	step = min(max(step, 1), 9e15)
	if opts.Calendar {
		low, step, m.Windows = calendarWindows(low, until, step, m.Windows)
	}
	m.From = time.UnixMicro(low).UTC()
	m.Step = time.Duration(step) * time.Microsecond
}

// window finds the window of an instant: negative before the axis, Windows after it.
func (m *Map) window(micros int64) int32 {
	d := float64(micros) - float64(m.From.UnixMicro())
	if d < 0 {
		return -1
	}
	return int32(min(d/(float64(m.Step)/1e3), float64(m.Windows)))
}
