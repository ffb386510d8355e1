package profile

import (
	"bytes"
	"cmp"
	"math"

	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
)

// kindSum is one record kind in the making.
type kindSum struct {
	keys, bytes int64
	share       estimate.Part
	first       []byte
	segments    []segmentSum
}

// segmentSum is one segment in the making.
type segmentSum struct {
	seg                *rowkey.Segment
	keys, count        int64
	lastRow            int // that has been counted in keys
	values             valueTable
	last               int // entry of the value before this one: keys are sorted, so values repeat
	min, max           rowkey.Value
	ordered            bool
	minWidth, maxWidth int
	groups             groupSum
	// Where each value stands, kept only for intervals.
	ids, rows []uint32
}

func newKinds(set rowkey.Set) []kindSum {
	kinds := make([]kindSum, len(set))
	for i, layout := range set {
		for _, seg := range layout.Segments() {
			kinds[i].segments = append(kinds[i].segments, segmentSum{seg: seg, lastRow: -1, minWidth: math.MaxInt})
		}
	}
	return kinds
}

// key takes in the key of row i, whose row has so many bytes.
func (j *job) key(i int, key []byte, w float64, size int64) {
	spans, kind := j.set.Decode(j.spans[:0], key)
	j.spans = spans[:0]
	if kind < 0 {
		if len(j.unexplained.First) < j.opts.Largest {
			j.unexplained.First = append(j.unexplained.First, key)
		}
		j.unexplained.Keys++
		j.unexplainedShare.Add(&j.allRows, w)
		return
	}
	k := &j.kinds[kind]
	if k.keys == 0 {
		k.first = key
	}
	k.keys++
	k.bytes += size
	k.share.Add(&j.allRows, w)
	at := 0
	for _, span := range spans {
		for n := 0; k.segments[at].seg != span.Segment && n < len(k.segments); n++ {
			at = (at + 1) % len(k.segments) // forward over what is absent, back for what repeats
		}
		k.segments[at].add(j, i, key, span, w)
	}
}

// add takes in one value of the segment, in row i.
func (g *segmentSum) add(j *job, i int, key []byte, span rowkey.Span, w float64) {
	raw := key[span.Start:span.End]
	fresh := g.count == 0 || !bytes.Equal(g.values.entries[g.last].raw, raw)
	if fresh {
		g.last = g.values.find(raw, i)
		g.widen(span)
	}
	e := &g.values.entries[g.last]
	e.count++
	e.weight += w
	g.count++
	if g.lastRow != i {
		g.keys++
		g.groups.add(j, i, fresh, w)
		g.lastRow = i
	}
	if j.draw.HasIntervals() {
		g.ids = append(g.ids, uint32(g.last))
		g.rows = append(g.rows, uint32(i))
	}
}

// widen stretches what is known of all values to this one.
func (g *segmentSum) widen(span rowkey.Span) {
	g.minWidth = min(g.minWidth, span.End-span.Start)
	g.maxWidth = max(g.maxWidth, span.End-span.Start)
	v := span.Value
	if v.Kind == rowkey.KindBytes || v.Kind == rowkey.KindText {
		return
	}
	if !g.ordered {
		g.min, g.max, g.ordered = v, v, true
	}
	if compare(v, g.min) < 0 {
		g.min = v
	}
	if compare(v, g.max) > 0 {
		g.max = v
	}
}

// compare orders numbers and times. Unsigned numbers are those that fit no int64, so they come after all others.
func compare(a, b rowkey.Value) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Int, b.Int), cmp.Compare(a.Uint, b.Uint), cmp.Compare(a.Nanos, b.Nanos))
}

func (j *job) sumUpKeys(p *Profile) {
	ofRows := j.allRows.Shares()
	p.Unexplained = j.unexplained
	p.Unexplained.Share = ofRows(j.unexplainedShare).Share(j.draw)
	for i := range j.kinds {
		sum := &j.kinds[i]
		k := Kind{Layout: j.set[i], Keys: sum.keys, Bytes: sum.bytes, First: sum.first, Share: ofRows(sum.share).Share(j.draw)}
		for at := range sum.segments {
			k.Segments = append(k.Segments, j.segment(&sum.segments[at], at == 0))
		}
		p.Kinds = append(p.Kinds, k)
	}
}

// segment sums a segment up; leading says that it is the first of its kind.
func (j *job) segment(g *segmentSum, leading bool) Segment {
	codec := g.seg.Codec
	s := Segment{
		Name: g.seg.Name, Type: codec.Type(), Unit: codec.Unit(), Encoding: codec.Encoding(), Reversed: codec.Reversed(),
		Keys: g.keys, Count: g.count, Distinct: int64(len(g.values.entries)),
		Min: g.min, Max: g.max, Ordered: g.ordered, MinWidth: g.minWidth, MaxWidth: g.maxWidth,
	}
	if g.count == 0 {
		s.MinWidth = 0
	}
	s.RowsPerValue, s.Untold = j.rowsPerValue(g, leading)
	top := largest[float64, int]{room: j.opts.Top}
	for id, e := range g.values.entries {
		if top.wants(e.weight) {
			top.put(e.weight, id)
		}
	}
	shares := j.valueShares(g, top.list())
	for at, id := range top.list() {
		e := g.values.entries[id]
		s.Top = append(s.Top, Value{Raw: e.raw, Value: j.valueOf(e, g.seg), Count: e.count, Share: shares[at]})
	}
	return s
}

// valueOf decodes once more the key in which e was first seen: keeping every value would double the table.
func (j *job) valueOf(e valueEntry, seg *rowkey.Segment) rowkey.Value {
	key := j.s.Key(e.row)
	spans, _ := j.set.Decode(j.spans[:0], key)
	for _, span := range spans {
		if span.Segment == seg && bytes.Equal(key[span.Start:span.End], e.raw) {
			return span.Value
		}
	}
	return rowkey.Value{Bytes: e.raw}
}

// valueShares gives the share of each of these values among the values of the segment.
func (j *job) valueShares(g *segmentSum, ids []int) []Figure {
	parts := make([]estimate.Part, len(ids))
	var total estimate.Total
	if !j.draw.HasIntervals() {
		total.Next()
		for _, e := range g.values.entries {
			total.Add(e.weight)
		}
		for at, id := range ids {
			parts[at].Add(&total, g.values.entries[id].weight)
		}
	} else {
		place := make(map[uint32]int, len(ids))
		for at, id := range ids {
			place[uint32(id)] = at
		}
		next := 0
		for row, c := 0, 0; row < j.s.Rows(); c++ {
			total.Next()
			row = j.draw.ClusterEnd(c, row, j.s.Rows())
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
