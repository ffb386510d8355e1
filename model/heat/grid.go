package heat

import (
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Grid is all writes of a table, of which a sample holds some.
type Grid struct {
	Borders       [][]byte // keys that divide the grid's key ranges, in ascending order
	Rows          []int64  // of each range
	From          time.Time
	Step          time.Duration
	Windows       int
	Writes, Bytes []int64 // range by range: [r*Windows+w]
	Before, After int64   // writes outside the axis
}

// wholeGrid returns the grid of all rows if it fits the options: writes or bytes of the whole table, in the default
// buckets and in windows that are whole multiples of the grid's own. Otherwise it returns nil.
func (o *Options) wholeGrid() *Grid {
	c := o.Grid
	if c == nil || o.Order != nil || o.Cuts != nil || o.First != 0 || o.End != 0 || !o.From.IsZero() ||
		!o.Until.IsZero() || o.Metric != Writes && o.Metric != Bytes || c.Windows%o.Windows != 0 ||
		o.Buckets != defaultBuckets {
		return nil
	}
	return c
}

// count puts the writes of all rows in place of those of the rows of s, in the grid, the score, and the replay.
func (m *Map) count(c *Grid, s *sample.Sample, opts *Options) {
	all := int64(0)
	for _, rows := range c.Rows {
		all += rows
	}
	m.AllRows = estimate.Counted(all)
	parts := c.Windows / m.Windows // of a window
	m.From, m.Step = c.From, time.Duration(parts)*c.Step
	m.Buckets = len(c.Borders) + 1
	m.Rows = make([]int, m.Buckets+1)
	for i, key := range c.Borders {
		m.Rows[i+1] = s.Find(key)
	}
	m.Rows[m.Buckets] = s.Rows()
	values := c.Writes
	m.Before, m.After = float64(c.Before), float64(c.After)
	if m.Metric == Bytes {
		values = c.Bytes
		m.Before, m.After = 0, 0 // not counted
	}
	m.Grid = make([]float64, m.Buckets*m.Windows)
	for i, n := range values {
		m.Grid[i/parts] += float64(n)
	}
	windows := c.judged(parts)
	m.Score = score(m, windows, opts.Parts)
	if read := m.ScoreRead; m.Score.Pattern == Even && read.Pattern == ParallelHotspots &&
		read.Hotspots*opts.Parts > m.Buckets {
		// so many moving hotspots are closer to each other than the ranges can show
		m.Score.Pattern, m.Score.Hotspots = read.Pattern, read.Hotspots
	}
	if m.Artificial == "" {
		m.Replay = replay(windows, m.Buckets, opts.TabletShare)
	}
}

// judged returns the windows with enough writes, each of so many of the grid's. The writes of a range are taken to lie
// evenly in it, which moves each by less than the width of a range.
func (g *Grid) judged(parts int) []judged {
	ranges := len(g.Rows)
	starts := make([]float64, ranges+1) // of each range in the key space, 0 to 1
	for r, n := range g.Rows {
		starts[r+1] = starts[r] + float64(n)
	}
	all := max(1, starts[ranges])
	var out []judged
	for index := range g.Windows / parts {
		judged := judged{index: index, loads: make([]float64, ranges)}
		for r := range ranges {
			for _, n := range g.Writes[r*g.Windows+index*parts : r*g.Windows+(index+1)*parts] {
				judged.loads[r] += float64(n)
				judged.writes += int(n)
			}
		}
		if judged.writes < MinWrites {
			continue
		}
		looked := min(judged.writes, maxJudged)
		count, before := 0, 0.0 // writes of the ranges before r
		for position := range looked {
			at := (float64(position) + 0.5) * float64(judged.writes) / float64(looked)
			for count < ranges-1 && before+judged.loads[count] <= at {
				before += judged.loads[count]
				count++
			}
			inside := (at - before) / judged.loads[count]
			judged.positions = append(judged.positions, (starts[count]+inside*(starts[count+1]-starts[count]))/all)
			judged.buckets = append(judged.buckets, uint32(count))
		}
		out = append(out, judged)
	}
	return out
}
