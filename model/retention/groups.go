package retention

import (
	"bytes"
	"context"
	"slices"

	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Group is the waste of the rows that have something in common: a value of a key segment, a prefix.
type Group struct {
	Name    []byte // the value as it stands in the key, or the prefix
	First   []byte // the first key
	Rows    int64
	Emptied int64 // rows that would go with their last cell
	Part
}

// Groups are the groups with the most eligible bytes, and what is left.
type Groups struct {
	Scope  estimate.Scope
	Top    []Group // most eligible bytes first
	Others Group   // all other groups together; Name is nil
	Count  int     // groups, the others among them
	None   int64   // rows that are in no group
}

// BySegment sums the waste up by the values of one key segment: that of the given name in any layout of set, the first
// where it is repeated.
func (j *Evaluator) BySegment(ctx context.Context, rules Rules, set rowkey.Set, segment string, top int) (*Groups, error) {
	var spans []rowkey.Span
	return j.By(ctx, rules, top, func(key []byte) ([]byte, bool) {
		spans, _ = set.Decode(spans[:0], key)
		for _, s := range spans {
			if s.Segment.Name == segment {
				return key[s.Start:s.End], true
			}
		}
		return nil, false
	})
}

// ByPrefix sums the waste up by the first n bytes of the keys.
func (j *Evaluator) ByPrefix(ctx context.Context, rules Rules, n, top int) (*Groups, error) {
	return j.By(ctx, rules, top, func(key []byte) ([]byte, bool) { return key[:min(n, len(key))], true })
}

// By sums the waste up by what name makes of a key; false leaves the row out. It gives the top groups by eligible
// bytes. A cancelled ctx ends it with the context's error.
func (j *Evaluator) By(ctx context.Context, rules Rules, top int, name func(key []byte) ([]byte, bool)) (*Groups, error) {
	ready := j.ready(rules)
	g := &Groups{Scope: j.draw.Scope}
	all := map[string]*groupSum{}
	rows := j.s.Rows()
	for cluster, i := 0, 0; i < rows; cluster++ {
		for end := j.draw.ClusterEnd(cluster, i, rows); i < end; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			n, ok := name(j.s.Key(i))
			if !ok {
				g.None++
				continue
			}
			sum := all[string(n)]
			if sum == nil {
				sum = &groupSum{Group: Group{Name: slices.Clone(n), First: j.s.Key(i)}}
				all[string(n)] = sum
			}
			stored, gone := j.amounts(i, ready)
			sum.take(int32(cluster), j.draw.Weight(i), stored, gone)
		}
	}
	g.rank(j, all, top)
	return g, nil
}

type groupSum struct {
	Group
	share
}

// take adds row i, of a cluster and with weight w.
func (s *groupSum) take(cluster int32, w float64, stored, gone Amount) {
	s.Rows++
	if stored.Cells > 0 && stored == gone {
		s.Emptied++
	}
	s.Stored, s.Eligible = s.Stored.Plus(stored), s.Eligible.Plus(gone)
	s.add(cluster, w*float64(gone.Bytes), w*float64(stored.Bytes))
}

// rank keeps the top groups and joins the others. The share of the others has no interval of its own.
func (g *Groups) rank(j *Evaluator, all map[string]*groupSum, top int) {
	sums := make([]*groupSum, 0, len(all))
	for _, s := range all {
		sums = append(sums, s)
	}
	slices.SortFunc(sums, func(a, b *groupSum) int {
		if a.Eligible.Bytes != b.Eligible.Bytes {
			return int(min(max(b.Eligible.Bytes-a.Eligible.Bytes, -1), 1))
		}
		return bytes.Compare(a.Name, b.Name)
	})
	g.Count = len(sums)
	var y, z float64
	for i, s := range sums {
		s.flush()
		if i < top {
			s.Group.Share = s.of(j, s.Part)
			g.Top = append(g.Top, s.Group)
			continue
		}
		o := &g.Others
		o.Rows, o.Emptied = o.Rows+s.Rows, o.Emptied+s.Emptied
		o.Stored, o.Eligible = o.Stored.Plus(s.Stored), o.Eligible.Plus(s.Eligible)
		y, z = y+s.ratio.Y, z+s.ratio.Z
	}
	if z > 0 {
		g.Others.Share = estimate.Figure{Value: y / z, Low: y / z, High: y / z, Exact: j.draw.IsExact()}
	}
}

// WorstRow finds the row with the most eligible bytes in one column; where none is eligible, the one with most bytes
// in it. It is -1 when no row has the column. A cancelled ctx ends it with the context's error.
func (j *Evaluator) WorstRow(ctx context.Context, rules Rules, column sample.ColumnID) (int, error) {
	rule := NewRule(rules[j.s.Column(column).Family], j.now)
	row := -1
	var mostGone, most int64
	for i := range j.s.Rows() {
		if i%1024 == 0 && ctx.Err() != nil {
			return -1, ctx.Err()
		}
		from, to := j.s.Cells(i)
		for c := from; c < to; {
			end := j.s.Versions(c, to)
			if j.s.ColumnOf(c) == column {
				keep := rule.Keep(j.s.Times(c, end))
				var gone, all int64
				for k, n := range j.s.Sizes(c, end) {
					all += j.head[column] + int64(n)
					if k >= keep {
						gone += j.head[column] + int64(n)
					}
				}
				if row < 0 || gone > mostGone || gone == mostGone && all > most {
					row, mostGone, most = i, gone, all
				}
			}
			c = end
		}
	}
	return row, nil
}
