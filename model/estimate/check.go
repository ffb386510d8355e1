package estimate

import (
	"math"
	"slices"

	"tabletop/model/sample"
)

// slack is how far the service's row count, which is up to a week old, may be off before it speaks against a sample.
const slack = 0.2

// UnaccountedShare is the share of the bytes stored in the table that rows like those read do not make up, 0 where they
// do. A few very large rows, which no sample of some places finds, or data that is deleted but still stored make it. It
// needs the service's statistics; ok is false where they are missing or are of more than was read.
//
// Statistics and the sections of the table count bytes in units of their own, which cancel here where the statistics
// have bytes.
func (d *Design) UnaccountedShare(s *sample.Sample) (share Figure, ok bool) {
	stats := s.Table.Stats
	if stats == nil || stats.Rows <= 0 || d.Scope == Head || d.mean.Value <= 0 || Restricted(s.How.Options) {
		return Figure{}, false
	}
	stored := float64(stats.LogicalBytes)
	if stored <= 0 {
		stored = float64(s.Table.Bytes())
	}
	if stored <= 0 {
		return Figure{}, false
	}
	made := d.mean.Times(float64(stats.Rows) / stored)
	if made.Value+math.Hypot(made.High-made.Value, slack*made.Value) >= 1 {
		return Figure{}, true
	}
	return Within(1-made.Value, max(0, 1-made.High), 1-made.Low), true
}

// Restricted reports whether less than the whole table was asked for.
func Restricted(o sample.Options) bool {
	return partial(o) || len(o.Prefix) > 0 || len(o.Start) > 0 || len(o.End) > 0
}

// overlong is how many times as large as the usual one a section is when it stands out. The service makes sections of
// roughly equal size, but cannot cut a row.
const overlong = 4

// LargeSections finds sections of the table that stand out by their size, as those do that hold a very large row: the
// share of the table's bytes in them, and the bytes of the largest. Both are 0 when there are none, when the table has
// few sections, and on an emulator, whose sections are of any size.
func LargeSections(t *sample.Table) (share float64, largest int64) {
	if t.Emulator {
		return 0, 0
	}
	sizes := sectionSizes(t.Splits)
	limit := LargeSectionLimit(t.Splits)
	var large int64
	for _, n := range sizes {
		if n > limit {
			large, largest = large+n, max(largest, n)
		}
	}
	if large == 0 {
		return 0, 0
	}
	return float64(large) / float64(t.Bytes()), largest
}

// LargeSectionLimit returns the bytes over which a section of a service's table stands out by its size; no section does
// if these are few.
func LargeSectionLimit(splits []sample.Split) int64 {
	if len(splits) < 20 {
		return math.MaxInt64
	}
	sizes := sectionSizes(splits)
	slices.Sort(sizes)
	if usual := sizes[len(sizes)/2]; usual > 0 {
		return overlong * usual
	}
	return math.MaxInt64
}

// sectionSizes returns the bytes of the sections of a table, in key order.
func sectionSizes(splits []sample.Split) []int64 {
	sizes := make([]int64, len(splits))
	before := int64(0)
	for i, split := range splits {
		sizes[i] = max(0, split.Offset-before)
		before = split.Offset
	}
	return sizes
}

// UnseenShareBound bounds the share of rows that are of a kind of which none was seen, with 95% confidence: 3 in as
// many as there were independent places (the rule of three). It is 1 where nothing can be said, and 0 when all rows
// were read.
func (d *Design) UnseenShareBound() float64 {
	switch {
	case d.IsExact():
		return 0
	case !d.HasIntervals():
		return 1
	}
	return min(1, 3/float64(d.Clusters))
}
