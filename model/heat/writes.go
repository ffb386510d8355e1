package heat

import (
	"fmt"
	"slices"
	"sort"

	"tabletop/model/sample"
)

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
