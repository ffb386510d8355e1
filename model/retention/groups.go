package retention

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"tabletop/model/profile/estimate"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Group is the GC-eligible data of rows with a common value of a key segment, or a common prefix.
type Group struct {
	Name    []byte // the value as it stands in the key, or the prefix
	First   []byte // the first key
	Rows    int64
	Emptied int64 // rows that would be left without cells
	Part
}

// Groups holds the groups with the most eligible bytes, and the sum of the others.
type Groups struct {
	Scope  estimate.Scope
	Top    []Group // most eligible bytes first
	Others Group   // all other groups together; Name is nil
	Count  int     // all groups, including the others
	None   int64   // rows that are in no group
	// Counted is the number of groups in all rows, if these were counted; else it is zero, and the groups are those of the rows read.
	Counted estimate.Figure
}

// CountedGroups returns groups that were counted over all rows of the table, of which the top are listed and the others added to rest.
// The figures of their parts are set here. count is the number of groups.
func CountedGroups(all []Group, rest Group, count estimate.Figure, top int) *Groups {
	g := &Groups{Scope: estimate.All, Others: rest, Counted: count, Count: int(count.Value)}
	slices.SortFunc(all, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Eligible.Bytes, a.Eligible.Bytes), bytes.Compare(a.Name, b.Name))
	})
	o := &g.Others
	for i, x := range all {
		if i < top {
			x.Part = exactPart(x.Stored, x.Eligible)
			g.Top = append(g.Top, x)
			continue
		}
		o.Rows, o.Emptied = o.Rows+x.Rows, o.Emptied+x.Emptied
		o.Stored, o.Eligible = o.Stored.Plus(x.Stored), o.Eligible.Plus(x.Eligible)
	}
	o.Part = exactPart(o.Stored, o.Eligible)
	return g
}

// BySegment returns the GC-eligible data by the values of one key segment. The error is ctx's.
func (j *Evaluator) BySegment(ctx context.Context, rules Rules, segment *segments.Column, top int) (*Groups, error) {
	of, values := segment.ByBytes()
	return j.sumUp(ctx, rules, top, func(row int) ([]byte, uint32) {
		if of[row] == segments.None {
			return nil, segments.None
		}
		return values[of[row]].Raw, of[row]
	})
}

// ByPrefix returns the GC-eligible data by the first n bytes of the keys. The error is ctx's.
func (j *Evaluator) ByPrefix(ctx context.Context, rules Rules, n, top int) (*Groups, error) {
	last, code := []byte(nil), segments.None // keys are sorted, so rows of one prefix are neighbors
	return j.sumUp(ctx, rules, top, func(row int) ([]byte, uint32) {
		key := j.s.Key(row)
		prefix := key[:min(n, len(key))]
		if code == segments.None || !bytes.Equal(prefix, last) {
			last = prefix
			code++
		}
		return prefix, code
	})
}

// sumUp sums GC-eligible data by groups of rows. group returns the name and the number of the group of a row;
// segments.None leaves the row out. It returns the top groups by eligible bytes. A canceled ctx ends it with the context's
// error.
func (j *Evaluator) sumUp(ctx context.Context, rules Rules, top int, group func(row int) ([]byte, uint32)) (*Groups, error) {
	ready := j.ready(rules)
	groups := &Groups{Scope: j.design.Scope}
	var all []*groupSum
	var total estimate.Total // bytes of rows
	rows := j.s.Rows()
	for cluster, i := 0, 0; i < rows; cluster++ {
		at := j.design.Cluster(cluster)
		total.Next(at)
		for end := j.design.ClusterEnd(cluster, i, rows); i < end; i++ {
			if i%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			stored, gone := j.amounts(i, ready)
			total.Add(j.design.Weight(i) * float64(int64(len(j.s.Key(i)))+stored.Bytes))
			name, code := group(i)
			if code == segments.None {
				groups.None++
				continue
			}
			for len(all) <= int(code) {
				all = append(all, nil)
			}
			if all[code] == nil {
				all[code] = &groupSum{Group: Group{Name: slices.Clone(name), First: j.s.Key(i)}}
			}
			all[code].take(at, j.design.Weight(i), stored, gone)
			all[code].eligiblePart.Add(&total, j.design.Weight(i)*float64(gone.Bytes))
		}
	}
	groups.rank(j, all, &total, top)
	return groups, nil
}

type groupSum struct {
	Group
	share
	eligiblePart estimate.Part
}

// take adds a row of a cluster with weight w.
func (s *groupSum) take(at estimate.Cluster, w float64, stored, gone Amount) {
	s.Rows++
	if stored.Cells > 0 && stored == gone {
		s.Emptied++
	}
	s.Stored, s.Eligible = s.Stored.Plus(stored), s.Eligible.Plus(gone)
	s.add(at, w*float64(gone.Bytes), w*float64(stored.Bytes))
}

// compare orders groups by eligible bytes, most first, then by name.
func (s *groupSum) compare(other *groupSum) int {
	return cmp.Or(cmp.Compare(other.Eligible.Bytes, s.Eligible.Bytes), bytes.Compare(s.Name, other.Name))
}

// rank keeps the top groups and sums up the others, whose share has no interval. Only the top groups are sorted: a segment
// can have as many values as there are rows.
func (g *Groups) rank(j *Evaluator, sums []*groupSum, total *estimate.Total, top int) {
	g.Count = len(sums)
	var best []*groupSum // in order
	var y, z float64
	for _, s := range sums {
		s.flush()
		if len(best) == top {
			last := s
			if top > 0 && s.compare(best[top-1]) < 0 {
				last, best = best[top-1], best[:top-1]
			}
			o := &g.Others
			o.Rows, o.Emptied = o.Rows+last.Rows, o.Emptied+last.Emptied
			o.Stored, o.Eligible = o.Stored.Plus(last.Stored), o.Eligible.Plus(last.Eligible)
			y, z = y+last.ratio.Y, z+last.ratio.Z
			if last == s {
				continue
			}
		}
		at, _ := slices.BinarySearchFunc(best, s, (*groupSum).compare)
		best = slices.Insert(best, at, s)
	}
	ofAll := total.Shares()
	for _, s := range best {
		s.Group.Share = s.of(j, s.Part)
		if s.TableEligible = estimate.Counted(s.Eligible.Bytes); !j.design.IsExact() {
			s.TableEligible = ofAll(s.eligiblePart).Share(j.design).Of(j.design.Bytes())
		}
		g.Top = append(g.Top, s.Group)
	}
	g.Others.TableEligible = estimate.Counted(g.Others.Eligible.Bytes)
	if all := ofAll(estimate.Part{}).Z; !j.design.IsExact() && all > 0 {
		v := y / all * j.design.Bytes().Value
		g.Others.TableEligible = estimate.Figure{Value: v, Low: v, High: v}
	}
	if z > 0 {
		g.Others.Share = estimate.Figure{Value: y / z, Low: y / z, High: y / z, Exact: j.design.IsExact()}
	}
}

// WorstRow returns the row with the most eligible bytes in one column or, if no cell is eligible, the row with the most bytes
// in it. It returns -1 if no row has the column. The error is ctx's.
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
