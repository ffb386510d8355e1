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
	"sort"
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
	heatmap := &Map{Metric: opts.Metric, Buckets: max(1, min(opts.Buckets, rows)), Windows: opts.Windows}
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
	heatmap.Rows = make([]int, heatmap.Buckets+1)
	for b := range heatmap.Rows {
		heatmap.Rows[b] = first + (b*rows+heatmap.Buckets-1)/heatmap.Buckets // the first place counted in b
	}
	heatmap.Grid = make([]float64, heatmap.Buckets*heatmap.Windows)
	for i := range writes {
		write := &writes[i]
		write.window = -1
		if int(write.position) < first || int(write.position) >= end {
			continue
		}
		write.bucket = uint32((int(write.position) - first) * heatmap.Buckets / rows)
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
	if rows == places {
		windows := byWindow(heatmap, writes)
		heatmap.Score = score(heatmap, windows, opts.Parts)
		if heatmap.Artificial == "" {
			heatmap.Replay = replay(windows, heatmap.Buckets, opts.TabletShare)
		}
	}
	heatmap.ScoreRead = heatmap.Score
	return heatmap, nil
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

// write is one pair of row and timestamp.
type write struct {
	micros   int64
	value    float64 // of the metric, times the row's weight
	position uint32  // of the row in the order of the map
	cluster  uint32  // writes of one cluster are not independent of each other
	bucket   uint32
	window   int32
}

// places are the rows in the order of the map.
type places struct {
	n   int
	row []uint32 // nil when places are rows
}

// placed inverts Order.
func (o *Options) placed(s *sample.Sample) (places, error) {
	places := places{n: s.Rows()}
	if o.Order == nil {
		return places, nil
	}
	if len(o.Order) != s.Rows() {
		return places, fmt.Errorf("heat: an order of %d rows for a sample of %d", len(o.Order), s.Rows())
	}
	places.n = 0
	for _, place := range o.Order {
		if place != Nowhere {
			places.n++
		}
	}
	places.row = make([]uint32, places.n)
	for row, place := range o.Order {
		switch {
		case place == Nowhere:
		case int(place) >= places.n:
			return places, fmt.Errorf("heat: row %d has the place %d of %d", row, place, places.n)
		default:
			places.row[place] = uint32(row)
		}
	}
	return places, nil
}

// collect gathers the writes of all rows that have a place, in the order of the map.
func collect(s *sample.Sample, opts Options, placed places) []write {
	collector := collector{metric: opts.Metric, rows: placed.n, cells: s.NumCells()}
	run, runs := 0, s.Runs()
	for position := range placed.n {
		index := position
		if placed.row != nil {
			index = int(placed.row[position])
		}
		if !s.How.Complete {
			if placed.row != nil {
				run = sort.Search(len(runs), func(r int) bool { return runs[r].First+runs[r].Rows > index })
			}
			for run < len(runs)-1 && index >= runs[run].First+runs[run].Rows {
				run++
			}
		}
		weight := 1.0
		if opts.Design != nil {
			weight = opts.Design.Weight(index)
		}
		collector.row(position, weight)
		from, to := s.Cells(index)
		times := s.Times(from, to)
		for j := from; j < to; j++ {
			value := opts.value(s, j)
			if opts.Metric == Garbage && value == 0 {
				continue
			}
			collector.add(times[j-from], value, uint32(run), s.How.Complete)
		}
	}
	return collector.writes
}

// collector makes writes of cells, row by row.
type collector struct {
	metric Metric
	rows   int // that have a place
	cells  int // of all rows
	writes []write
	first  int // of the row at hand
	place  uint32
	weight float64
	same   instants
}

// row begins the row at a place of the map.
func (c *collector) row(place int, weight float64) {
	c.first, c.place, c.weight, c.same.at = len(c.writes), uint32(place), weight, nil
}

// add adds a cell of the row. In a full scan each write is a cluster of its own.
func (c *collector) add(micros int64, value float64, cluster uint32, full bool) {
	if at := c.same.find(c.writes[c.first:], micros); at >= 0 {
		if c.metric != Writes {
			c.writes[c.first+at].value += value * c.weight
		}
		return
	}
	if full {
		cluster = uint32(len(c.writes))
	}
	if len(c.writes) == cap(c.writes) {
		c.grow()
	}
	c.writes = append(c.writes, write{micros: micros, value: value * c.weight, position: c.place, cluster: cluster})
}

// enough is how many writes tell how many there will be.
const enough = 1024

// grow makes room for as many writes as all rows have if they are like those so far, and for twice as many as there are
// at least: append would copy each write four times.
func (c *collector) grow() {
	count := len(c.writes)
	more := count + 1
	if count >= enough {
		expected := float64(count) * float64(c.rows) / float64(c.place+1) * 17 / 16
		more = max(more, int(min(expected, float64(c.cells)))-count)
	}
	c.writes = slices.Grow(c.writes, more)
}

// few is the maximum number of writes of a row that are searched linearly.
const few = 32

// instants finds a write of the same instant among those of a row.
type instants struct{ at map[int64]int } // filled for a row of more than a few writes

func (in *instants) find(row []write, micros int64) int {
	if len(row) <= few {
		for k := len(row) - 1; k >= 0; k-- {
			if row[k].micros == micros {
				return k
			}
		}
		return -1
	}
	if in.at == nil {
		in.at = map[int64]int{}
	}
	for k := len(in.at); k < len(row); k++ { // the writes added since
		in.at[row[k].micros] = k
	}
	if k, ok := in.at[micros]; ok {
		return k
	}
	return -1
}

func (o *Options) value(s *sample.Sample, cell int) float64 {
	switch o.Metric {
	case Bytes:
		return float64(s.CellBytes(cell))
	case Garbage:
		if o.Eligible == nil || !o.Eligible(cell) {
			return 0
		}
		return float64(s.CellBytes(cell))
	}
	return 1
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

// Artificial returns why the timestamps of the cells of s cannot be write times, or "" when they look like write times.
// If now is zero, no timestamp is in the future.
func Artificial(s *sample.Sample, now time.Time) string {
	stamps := NewStamps(now)
	for _, micros := range s.Times(0, s.NumCells()) {
		stamps.Add(micros)
	}
	return stamps.Artificial()
}

// Stamps are timestamps that are judged together.
type Stamps struct {
	n, zero, early, future int
	first, newest          int64
	differ                 bool
	year2000, limit        int64
}

// NewStamps judges timestamps as of now. If it is zero, none is in the future.
func NewStamps(now time.Time) *Stamps {
	s := &Stamps{year2000: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro(), limit: math.MaxInt64}
	if !now.IsZero() {
		s.limit = now.Add(5 * time.Minute).UnixMicro()
	}
	return s
}

// Add adds a timestamp.
func (s *Stamps) Add(micros int64) {
	switch {
	case micros <= 0:
		s.zero++
	case micros < s.year2000:
		s.early++
	case micros > s.limit:
		s.future++
	}
	if s.n == 0 {
		s.first, s.newest = micros, micros
	}
	s.newest = max(s.newest, micros)
	s.n++
	s.differ = s.differ || micros != s.first
}

// Artificial returns why the timestamps cannot be write times; see the function Artificial.
func (s *Stamps) Artificial() string {
	most := func(part int) bool { return 2*part > s.n }
	switch {
	case s.n == 0:
		return ""
	case !s.differ && s.n > 1:
		return "all cells have the same timestamp"
	case most(s.zero):
		return "most timestamps are zero or negative"
	case most(s.early):
		return "most timestamps lie before 2000: they look like " + s.looksLike("sequence numbers")
	case most(s.future) && sample.OtherUnit(s.newest) != "":
		return "most timestamps lie in the future: they look like " + s.looksLike("")
	case most(s.future):
		return "most timestamps lie in the future"
	}
	return ""
}

// looksLike returns what timestamps that are no times in microseconds look like, or else.
func (s *Stamps) looksLike(otherwise string) string {
	if unit := sample.OtherUnit(s.newest); unit != "" {
		return unit + " written where microseconds belong"
	}
	return otherwise
}
