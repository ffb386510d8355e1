package spec

import (
	"math"
	"slices"
	"time"

	"tabletop/model/rowkey"
)

// times makes the fields of a kind, finds the times among them that are those of the writes, and the time of each row:
// the finest of these, or else the time of its oldest column.
func (d *describer) times(kind *kindOfRows) {
	written := d.written(kind.rows)
	lo, hi := extent(written)
	finest := -1
	for _, segment := range kind.layout.Segments() {
		field := Field{Segment: segment}
		kind.fields = append(kind.fields, field)
		if !field.isTime() {
			continue
		}
		at := &kind.fields[len(kind.fields)-1]
		millis := millisOf(d.valuesOf(kind, segment))
		at.Every = everyOf(millis, segment.Codec.Unit())
		near, slack := 0, at.step()+(hi-lo)/20
		for i, ms := range millis {
			if ms-written[i] <= slack && written[i]-ms <= slack {
				near++
			}
		}
		if 2*near < len(millis) || hi == lo {
			at.Over = over(millis, at)
			continue
		}
		if finest < 0 || at.step() < kind.fields[finest].step() {
			finest = len(kind.fields) - 1
			written = millis
		}
	}
	for i, row := range kind.rows {
		d.base[row] = written[i]
	}
}

// over is how many milliseconds times lie in: as many steps as there are between them, however long a month is.
func over(millis []int64, field *Field) int64 {
	first, last := extent(millis)
	length := max(1, field.step())
	if field.Every == 0 {
		length = max(1, field.Segment.Codec.Unit().Length().Milliseconds())
	}
	return ((last-first+length/2)/length + 1) * field.step()
}

// written is the time of the oldest of the newest cells of each column, row by row, in milliseconds since 1970.
func (d *describer) written(rows []int) []int64 {
	out := make([]int64, len(rows))
	for item, row := range rows {
		from, to := d.sample.Cells(row)
		oldest := int64(math.MaxInt64)
		for cell := from; cell < to; cell = d.sample.Versions(cell, to) {
			oldest = min(oldest, d.sample.Cell(cell).Micros/1000)
		}
		if from < to {
			out[item] = oldest
		}
	}
	return out
}

func extent(list []int64) (lo, hi int64) {
	for i, n := range list {
		if i == 0 {
			lo, hi = n, n
		}
		lo, hi = min(lo, n), max(hi, n)
	}
	return lo, hi
}

// millisOf are times in milliseconds since 1970.
func millisOf(v *values) []int64 {
	out := make([]int64, len(v.code))
	for i := range out {
		out[i] = v.at(i).Of.Time().UnixMilli()
	}
	return out
}

// everyOf is the greatest whole number of seconds, minutes or hours, that all times are a whole number of, if it is
// longer than the unit in which they are written; else 0.
func everyOf(millis []int64, unit rowkey.Unit) int64 {
	step := uint64(0)
	for _, ms := range millis {
		step = common(step, uint64(max(ms, -ms)))
	}
	every, unitLength := int64(step), unit.Longest().Milliseconds()
	if every >= second && every > unitLength && every <= (24*time.Hour).Milliseconds() {
		return every
	}
	return 0
}

// duration is that of the writes of all kinds, in milliseconds: whole steps of the times in keys.
func (d *describer) duration(kinds []kindOfRows, end int64) int64 {
	longestYet, step := int64(1000), int64(1000)
	for number := range kinds {
		kind := &kinds[number]
		for i := range kind.fields {
			if field := &kind.fields[i]; field.isTime() && field.Over == 0 {
				step = max(step, field.step())
			}
		}
		for _, row := range kind.rows {
			longestYet = max(longestYet, end-d.base[row])
		}
	}
	const hour = 3600 * second
	if longestYet > 48*hour {
		step = max(step, hour)
	}
	return min(longest, (longestYet/step+1)*step)
}

// writeParts is the number of parts with as many rows each that the times of writes are divided in.
const writeParts = 24

// ksLimit is that of the test of Kolmogorov and Smirnov at 95%, times the root of the number of values.
const ksLimit = 1.36

// writes describes when the rows of a kind are written: the times before the end, nil if they are even over the
// duration, the time between rows that only it tells apart, and the hours of the day.
func (d *describer) writes(kind *kindOfRows, end, duration int64) (writes, pace Distribution, ofDay []float64) {
	step := int64(1)
	for i := range kind.fields {
		if field := &kind.fields[i]; field.isTime() && field.Over == 0 {
			step = field.step()
		}
	}
	before := make([]int64, len(kind.rows))
	for i, row := range kind.rows {
		before[i] = (end/step*step - d.base[row]) / step * step
	}
	if step <= 3600*second {
		ofDay = hoursFrom(before)
	}
	if pace = d.pace(kind); pace != nil {
		before = kind.tree.last(before)
	}
	for i := range before {
		before[i] = newHours(ofDay).even(before[i])
	}
	return quantiles(before, step, duration), pace, ofDay
}

// last is the latest of the rows of each node.
func (t *tree) last(before []int64) []int64 {
	out := make([]int64, len(t.rows))
	for node := range out {
		out[node] = math.MaxInt64
	}
	for item, node := range t.node {
		out[node] = min(out[node], before[item])
	}
	return out
}

// quantiles divides times before the end into parts of as many each; nil if they are even over the duration.
func quantiles(ago []int64, step, duration int64) Distribution {
	slices.Sort(ago)
	var out Distribution
	even := true
	for part := range writeParts {
		from, to := part*len(ago)/writeParts, (part+1)*len(ago)/writeParts
		if from == to {
			continue
		}
		of := Range{Lo: coarse(max(0, ago[from])), Hi: coarse(ago[to-1]) + step/second*second, Weight: 1}
		off := float64(of.Hi)/float64(duration) - float64(part+1)/writeParts
		even = even && math.Abs(off) < max(0.02, ksLimit/math.Sqrt(float64(len(ago))))+float64(step)/float64(duration)
		if last := len(out) - 1; last >= 0 && out[last].Lo == of.Lo && out[last].Hi == of.Hi {
			out[last].Weight++
			continue
		}
		out = append(out, of)
	}
	if even {
		return nil
	}
	return out
}

// apartShare is the share of the time that rows would take if they were written evenly over the duration, above which
// they are taken to be.
const apartShare = 0.7

// pace is the time between rows that only their time tells apart; nil if they are written at any time.
func (d *describer) pace(kind *kindOfRows) Distribution {
	type span struct{ first, last int64 }
	spans, all := make([]*span, len(kind.tree.rows)), make([]int64, len(kind.rows))
	for item, node := range kind.tree.node {
		at := d.base[kind.rows[item]]
		all[item] = at
		if spans[node] == nil {
			spans[node] = &span{at, at}
		}
		spans[node].first, spans[node].last = min(spans[node].first, at), max(spans[node].last, at)
	}
	slices.Sort(all)
	times, took, even := tally{}, 0.0, 0.0
	for node, of := range spans {
		rows := float64(kind.tree.rows[node])
		if rows < 2 {
			continue
		}
		// The first and the last of n times at random are about that far from each other.
		even += rows * float64(all[int(rows/(rows+1)*float64(len(all)))]-all[int(float64(len(all))/(rows+1))])
		took += rows * float64(of.last-of.first)
		times[max(1, int64(float64(of.last-of.first)/(rows-1)))] += rows
	}
	if took > apartShare*even || len(times) == 0 {
		return nil
	}
	return times.ranges()
}
