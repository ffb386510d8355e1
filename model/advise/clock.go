package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"tabletop/model/access"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// loading is what share of the time that keys tell, at most, cells were written in when a table was loaded at once; and
// short a time, in microseconds, in which a table may have been loaded, so that how it is written in use does not
// follow.
const loading, short = 0.1, 10 * 60 * 1e6

// clock finds when each row was written: by its newest cell, or where cells were all written at once and keys hold a
// time, by that. Without either no time is known.
func (s *space) clock(l *rowkey.Layout) {
	times, span := s.cellTimes()
	if heat.Artificial(s.facts.Sample, time.Time{}) != "" {
		span = 0
	}
	for _, seg := range l.Segments() {
		if seg.Codec.Type() != rowkey.Timestamp {
			continue
		}
		keyed, long := s.keyTimes(s.facts.Column(seg.Name))
		if long <= 0 {
			break
		}
		if span < long*loading {
			s.times = keyed
			s.notes = append(s.notes,
				"all cells were written within a short time, as by a bulk load, so write times are taken from "+
					seg.Name)
			return
		}
		s.times = times
		return
	}
	if span > 0 && (span >= short || hasTime(l)) {
		s.times = times
		return
	}
	why := "neither keys nor cell timestamps show when rows were written"
	if span > 0 {
		why = fmt.Sprintf("all cells were written within %s, as by a load, and keys hold no time",
			time.Duration(span*1e3).Round(time.Second))
	}
	s.notes = append(s.notes, why+", so write spread is unknown")
}

// hasTime reports whether the keys hold a time.
func hasTime(l *rowkey.Layout) bool {
	return slices.ContainsFunc(l.Segments(),
		func(seg *rowkey.Segment) bool { return seg.Codec.Type() == rowkey.Timestamp })
}

// cellTimes are the timestamps of the newest cells of the rows in microseconds, and what they span.
func (s *space) cellTimes() ([]int64, float64) {
	times := make([]int64, len(s.in))
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for row, in := range s.in {
		if !in {
			continue
		}
		from, to := s.facts.Sample.Cells(row)
		if from == to {
			continue
		}
		times[row] = math.MinInt64
		for j := from; j < to; j++ {
			times[row] = max(times[row], s.facts.Sample.Cell(j).Micros)
		}
		low, high = min(low, times[row]), max(high, times[row])
	}
	for row := range times {
		times[row] = max(times[row], low) // of rows without cells
	}
	return times, float64(high) - float64(low)
}

// keyTimes returns the times that the keys hold.
func (s *space) keyTimes(c *access.Column) ([]int64, float64) {
	times := make([]int64, len(c.Of))
	low, high := math.Inf(1), math.Inf(-1)
	for row, code := range c.Of {
		if code == access.None || !s.in[row] {
			continue
		}
		at := access.Coordinate(c.Values[code].Of) * 1e6
		if math.IsNaN(at) {
			continue
		}
		times[row] = int64(at)
		low, high = min(low, at), max(high, at)
	}
	for row, code := range c.Of {
		if code == access.None && low < high {
			times[row] = int64(low)
		}
	}
	return times, high - low
}

// few is how many values are too few to see an order in.
const few = 64

// serial reports whether a column rises with the time of writing, as ids do that are assigned in sequence: Kendall's
// tau of value and time over some rows is above 0.8. Where no time is known, that whole numbers have hardly a gap.
func (s *space) serial(c *access.Column) bool {
	if len(c.Values) < few {
		return false
	}
	if s.times == nil {
		return dense(c)
	}
	return s.rises(c)
}

// rises reports whether a column goes with the time of writing.
func (s *space) rises(c *access.Column) bool {
	rows := s.rowsWith(c, looked)
	var seen tau
	for i := range rows {
		for j := range i {
			seen.add(s, c, rows[i], rows[j])
		}
	}
	return seen.pairs > len(rows) && seen.high()
}

// rowsWith returns at most n rows that are searched and have a value of a column.
func (s *space) rowsWith(c *access.Column, n int) []uint32 {
	all := make([]uint32, 0, len(c.Of))
	for row, code := range c.Of {
		if s.in[row] && code != access.None {
			all = append(all, uint32(row))
		}
	}
	return sample.Evenly(all, n)
}

// tau is Kendall's, of the value of a column and the time of writing.
type tau struct{ agree, pairs int }

// add compares two rows.
func (t *tau) add(s *space, c *access.Column, a, b uint32) {
	value, when := c.Values[c.Of[a]].Of.Compare(c.Values[c.Of[b]].Of), cmp.Compare(s.times[a], s.times[b])
	if value != 0 && when != 0 {
		t.agree += value * when
		t.pairs++
	}
}

func (t *tau) high() bool { return math.Abs(float64(t.agree)) > 0.8*float64(t.pairs) }

// risingPieces finds, for pieces that do not rise with the time of writing, another one in the rows of whose values
// they do: that with the fewest values.
func (s *space) risingPieces() {
	if s.times == nil {
		return
	}
	for at := range s.pieces {
		of := &s.pieces[at]
		if of.moving || of.column == nil || len(of.column.Values) < few {
			continue
		}
		rows, fewest := s.rowsWith(of.column, watched), math.MaxInt
		for j := range s.pieces {
			by := s.pieces[j].column
			if j != at && !s.pieces[j].moving && by != nil && len(by.Values) < fewest &&
				s.risesWithin(of.column, by, rows) {
				of.rising, fewest = 1<<j, len(by.Values)
			}
		}
	}
}

// risesWithin is rises in those of rows that have one value of another column, of pairs that are half of these apart.
func (s *space) risesWithin(c, by *access.Column, rows []uint32) bool {
	groups := map[uint32][]uint32{}
	for _, row := range rows {
		if code := by.Of[row]; code != access.None {
			groups[code] = append(groups[code], row)
		}
	}
	var seen tau
	for _, group := range groups {
		for half, k := len(group)/2, 0; k < half; k++ {
			seen.add(s, c, group[k], group[k+half])
		}
	}
	return seen.pairs >= few && seen.high()
}

// dense reports whether values are whole numbers of which at least half between the first and the last occur.
func dense(c *access.Column) bool {
	numbers := make([]float64, 0, len(c.Values))
	for _, v := range c.Values {
		if v.Of.Kind != rowkey.KindInt && v.Of.Kind != rowkey.KindUint {
			return false
		}
		numbers = append(numbers, access.Coordinate(v.Of))
	}
	return slices.Max(numbers)-slices.Min(numbers) < 2*float64(len(numbers))
}
