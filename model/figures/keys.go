package figures

import (
	"cmp"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// kindSum is one record kind under construction.
type kindSum struct {
	keys, bytes int64
	share       estimate.Part
	ofKeys      estimate.Pair // bytes of keys to bytes of rows
	perRow      estimate.Pair // cells to rows
	first       []byte
	segments    []segmentSum
}

// segmentSum is one segment under construction.
type segmentSum struct {
	seg         *rowkey.Segment
	column      *segments.Column
	values      []segments.Value // those of column, and of its repeats
	sums        []valueSum       // by the index in values
	repeats     []uint32         // repeat of column -> index in values
	next        int              // repeat of column that is next
	keys, count int64
	lastRow     int // that has been counted in keys
	last        int // value before this one: keys are sorted, so values repeat
	groups      groupSum
	// Where each value stands, kept only for intervals.
	ids, rows []uint32
}

// valueSum is one value in the making.
type valueSum struct {
	count  int64
	weight float64
	// places is in how many clusters it was met, last one more than the last of them.
	places, last int32
}

func newKinds(t *segments.Table) []kindSum {
	kinds := make([]kindSum, len(t.Layouts))
	for i, layout := range t.Layouts {
		for _, seg := range layout.Segments() {
			g := segmentSum{seg: seg, column: t.Column(seg.Name), lastRow: -1}
			g.index()
			kinds[i].segments = append(kinds[i].segments, g)
		}
	}
	return kinds
}

// index numbers the values of repeats together with those of the column.
func (g *segmentSum) index() {
	g.values = slices.Clip(g.column.Values)
	if len(g.column.Repeats) > 0 {
		ids := map[string]uint32{}
		for code, v := range g.values {
			if v.Segment == g.seg {
				ids[string(v.Raw)] = uint32(code)
			}
		}
		g.repeats = make([]uint32, len(g.column.Repeats))
		for place, repeat := range g.column.Repeats {
			if repeat.Segment != g.seg {
				continue
			}
			id, ok := ids[string(repeat.Raw)]
			if !ok {
				id = uint32(len(g.values))
				ids[string(repeat.Raw)] = id
				g.values = append(g.values, repeat.Value)
			}
			g.repeats[place] = id
		}
	}
	g.sums = make([]valueSum, len(g.values))
}

// key adds the key of row i, which has so many bytes and cells.
func (j *job) key(i int, w float64, size int64, cells int) {
	kind, key := j.t.Kind[i], j.s.Key(i)
	if kind == segments.Unexplained {
		if len(j.unexplained.First) < j.opts.Largest {
			j.unexplained.First = append(j.unexplained.First, key)
		}
		j.unexplained.Keys++
		j.unexplainedShare.Add(&j.allRows, w)
		return
	}
	kindSum := &j.kinds[kind]
	if kindSum.keys == 0 {
		kindSum.first = key
	}
	kindSum.keys++
	kindSum.bytes += size
	kindSum.share.Add(&j.allRows, w)
	kindSum.ofKeys.Add(&j.allRows, w*float64(len(key)), w*float64(size))
	kindSum.perRow.Add(&j.allRows, w*float64(cells), w)
	for at := range kindSum.segments {
		segmentSum := &kindSum.segments[at]
		code := segmentSum.column.Of[i]
		if code == segments.None {
			continue
		}
		segmentSum.add(j, i, int(code), w)
		all := segmentSum.column.Repeats
		for segmentSum.next < len(all) && int(all[segmentSum.next].Row) < i {
			segmentSum.next++
		}
		for ; segmentSum.next < len(all) && int(all[segmentSum.next].Row) == i; segmentSum.next++ {
			segmentSum.add(j, i, int(segmentSum.repeats[segmentSum.next]), w)
		}
	}
}

// add adds one value of the segment, in row i.
func (g *segmentSum) add(j *job, i, code int, w float64) {
	fresh := g.count == 0 || g.last != code
	g.last = code
	valueSum := &g.sums[code]
	valueSum.count++
	valueSum.weight += w
	if at := int32(j.cluster) + 1; valueSum.last != at {
		valueSum.last = at
		valueSum.places++
	}
	g.count++
	if g.lastRow != i {
		g.keys++
		g.groups.add(j, fresh, w)
		g.lastRow = i
	}
	if j.draw.HasIntervals() {
		g.ids = append(g.ids, uint32(code))
		g.rows = append(g.rows, uint32(i))
	}
}

// span sets the distinct values of s, their widths, and the least and the greatest of numbers and times.
func (g *segmentSum) span(s *Segment) {
	for code := range g.values {
		if g.sums[code].count == 0 {
			continue // of another kind
		}
		value := &g.values[code]
		if s.Distinct == 0 {
			s.MinWidth = len(value.Raw)
		}
		s.Distinct++
		s.MinWidth, s.MaxWidth = min(s.MinWidth, len(value.Raw)), max(s.MaxWidth, len(value.Raw))
		if value.Of.Kind == rowkey.KindBytes || value.Of.Kind == rowkey.KindText {
			continue
		}
		if !s.Ordered {
			s.Min, s.Max, s.Ordered = value.Of, value.Of, true
		}
		if compare(value.Of, s.Min) < 0 {
			s.Min = value.Of
		}
		if compare(value.Of, s.Max) > 0 {
			s.Max = value.Of
		}
	}
}

// compare orders numbers and times. Unsigned numbers are those that fit no int64, so they come after all others.
func compare(a, b rowkey.Value) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Int, b.Int), cmp.Compare(a.Uint, b.Uint),
		cmp.Compare(a.Nanos, b.Nanos))
}

func (j *job) sumUpKeys(p *Profile) {
	ofRows := j.allRows.Shares()
	p.Unexplained = j.unexplained
	p.Unexplained.Share, p.Unexplained.Found = ofRows(j.unexplainedShare).Share(j.draw), j.found(p.Unexplained.Keys)
	for index := range j.kinds {
		sum := &j.kinds[index]
		k := Kind{Layout: j.t.Layouts[index], Keys: sum.keys, Bytes: sum.bytes, First: sum.first,
			Share: ofRows(sum.share).Share(j.draw), Found: j.found(sum.keys),
			KeyShare:    sum.ofKeys.Ratio(&j.allRows).Share(j.draw),
			CellsPerRow: sum.perRow.Ratio(&j.allRows).Mean(j.draw)}
		for at := range sum.segments {
			k.Segments = append(k.Segments, j.segment(&sum.segments[at], at == 0))
		}
		p.Kinds = append(p.Kinds, k)
	}
}

// segment sums a segment up; leading reports whether it is the first of its kind.
func (j *job) segment(g *segmentSum, leading bool) Segment {
	codec := g.seg.Codec
	segment := Segment{
		Name: g.seg.Name, Type: codec.Type(), Unit: codec.Unit(), Encoding: codec.Encoding(),
		Reversed: codec.Reversed(),
		Keys:     g.keys, Found: j.found(g.keys), Count: g.count,
	}
	g.span(&segment)
	segment.RowsPerValue, segment.NoFigureReason = j.rowsPerValue(g, segment.Distinct, leading)
	segment.AllDistinct = j.richness(g, segment.Distinct)
	top := largest[float64, int]{room: j.opts.Top}
	for code, v := range g.sums {
		if v.count > 0 && top.wants(v.weight) {
			top.put(v.weight, code)
		}
	}
	shares := j.valueShares(g, top.list())
	for at, code := range top.list() {
		v := g.values[code]
		segment.Top = append(segment.Top, Value{Raw: v.Raw, Value: v.Of, Count: g.sums[code].count, Share: shares[at],
			Found: j.found(g.sums[code].count)})
	}
	return segment
}

// richness estimates how many values of the segment the table has.
func (j *job) richness(g *segmentSum, distinct int64) Figure {
	if j.draw.IsExact() {
		return estimate.Counted(distinct)
	}
	if !j.draw.HasIntervals() {
		return Figure{}
	}
	var once, twice, met int64
	for _, v := range g.sums {
		met += int64(v.places)
		switch v.places {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	f, _ := estimate.Richness(distinct, once, twice, met)
	return f
}

// valueShares returns the share of each of these values among the values of the segment.
func (j *job) valueShares(g *segmentSum, ids []int) []Figure {
	parts := make([]estimate.Part, len(ids))
	var total estimate.Total
	if !j.draw.HasIntervals() {
		total.Next(j.draw.Cluster(0))
		for _, v := range g.sums {
			total.Add(v.weight)
		}
		for at, id := range ids {
			parts[at].Add(&total, g.sums[id].weight)
		}
	} else {
		place := make(map[uint32]int, len(ids))
		for at, id := range ids {
			place[uint32(id)] = at
		}
		next := 0
		for row, column := 0, 0; row < j.s.Rows(); column++ {
			total.Next(j.draw.Cluster(column))
			row = j.draw.ClusterEnd(column, row, j.s.Rows())
			for ; next < len(g.rows) && int(g.rows[next]) < row; next++ {
				w := j.draw.Weight(int(g.rows[next]))
				total.Add(w)
				if at, ok := place[g.ids[next]]; ok {
					parts[at].Add(&total, w)
				}
			}
		}
	}
	of := total.Shares()
	out := make([]Figure, len(ids))
	for i := range parts {
		out[i] = of(parts[i]).Share(j.draw)
	}
	return out
}
