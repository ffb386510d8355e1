package heat

import (
	"time"

	"tabletop/model/sample"
)

// Counted is the grid of all writes of a table, of which a sample holds some.
type Counted struct {
	Borders       [][]byte // keys that divide the grid's key ranges, in ascending order
	From          time.Time
	Step          time.Duration
	Windows       int
	Writes, Bytes []int64 // range by range: [r*Windows+w]
	Before, After int64   // writes outside the axis
}

// counted returns the grid of all rows if it fits the options: writes or bytes of the whole table, in the default buckets
// and in windows that are whole multiples of the grid's own. Otherwise it returns nil.
func (o *Options) counted() *Counted {
	c := o.Counted
	if c == nil || o.Order != nil || o.First != 0 || o.End != 0 || !o.From.IsZero() || !o.Until.IsZero() ||
		o.Metric != Writes && o.Metric != Bytes || c.Windows%o.Windows != 0 || o.Buckets != defaultBuckets {
		return nil
	}
	return c
}

// count replaces the writes of the rows of s with those of all rows. The score and the replay still use the rows of s.
func (m *Map) count(c *Counted, s *sample.Sample) {
	m.Counted = true
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
}
