package figures

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/segments"
)

// sumsOfRow returns what a row adds; garbage is nil if no measure needs it.
func (t *Table) sumsOfRow(row int, garbage []collected) sums {
	from, to := t.rows.Sample.Cells(row)
	key, all := int64(len(t.rows.Sample.Key(row))), t.rows.Bytes[row]
	out := sums{Rows: 1, Cells: int64(to - from), Bytes: all, KeyBytes: key, CellBytes: all - key}
	if garbage != nil {
		gone := &garbage[row]
		out[Garbage], out[GarbageCells] = gone.bytes, int64(gone.cells)
		if gone.emptied {
			out[Emptied] = 1
		}
	}
	return out
}

// grouping returns the group of each row, or segments.None, and how many groups there are.
func (t *Table) grouping(q *Question) (of []uint32, groups int) {
	if q.Segment != "" {
		of, values := t.rows.Column(q.Segment).ByBytes()
		return of, len(values)
	}
	key := t.rows.Sample.Key
	of = make([]uint32, t.rows.Sample.Rows())
	for row := range of {
		if row == 0 || !bytes.Equal(prefix(key(row), q.Prefix), prefix(key(row-1), q.Prefix)) {
			groups++
		}
		of[row] = uint32(groups - 1)
	}
	return of, groups
}

// name returns the name of the group of a row.
func (t *Table) name(q *Question, row int) []byte {
	if q.Segment == "" {
		return prefix(t.rows.Sample.Key(row), q.Prefix)
	}
	of, values := t.rows.Column(q.Segment).ByBytes()
	return values[of[row]].Raw
}

// estimate answers a question from the rows of the sample: what was found of all groups first, then the figures of
// those that are listed, so that a million groups cost no more than their sums.
func (t *Table) estimate(ctx context.Context, q *Question) (*Answer, error) {
	var garbage []collected
	var err error
	if slices.ContainsFunc(q.measures(), Measure.needsPolicy) {
		if garbage, err = t.collect(ctx); err != nil {
			return nil, err
		}
	}
	of, groups := t.grouping(q)
	found, first, none := t.find(of, groups, garbage)
	answer := &Answer{Question: *q, None: t.seen(none), Read: t.seen(int64(len(of)))}
	place := t.list(answer, found, first)
	if t.rows.Design.IsExact() {
		for i := range answer.Groups {
			answer.Groups[i].exact(q)
		}
		answer.Rest.exact(q)
		return answer, ctx.Err()
	}
	return answer, t.figures(ctx, answer, garbage, func(row int) int {
		if of[row] == segments.None {
			return -1
		}
		return int(place[of[row]])
	})
}

// list sets the groups of an answer that are listed, and adds the others up. It returns where each group is in the
// answer; the rest is behind all that are listed.
func (t *Table) list(answer *Answer, found []sums, first []int) (place []int32) {
	order := make([]uint32, 0, len(found))
	for group := range found {
		if found[group][Rows] > 0 { // others have values in a second place of a key only
			order = append(order, uint32(group))
		}
	}
	answer.Distinct = t.seen(int64(len(order)))
	by, name := answer.Order, func(group uint32) []byte { return t.name(&answer.Question, first[group]) }
	order = takeTop(order, answer.Top, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(found[b][by], found[a][by]), bytes.Compare(name(a), name(b)))
	})
	rest := int32(len(order))
	place = slices.Repeat([]int32{rest}, len(found))
	for i, group := range order {
		place[group] = int32(i)
		key := t.rows.Sample.Key(first[group])
		answer.Groups = append(answer.Groups, Group{Name: slices.Clone(name(group)), First: key, found: found[group]})
	}
	for group := range found {
		if place[group] == rest {
			answer.Rest.found.add(&found[group])
		}
	}
	return place
}

// seen returns a number of things in the sample.
func (t *Table) seen(n int64) Figure {
	if t.rows.Design.IsExact() {
		return estimate.Counted(n)
	}
	return estimate.Seen(float64(n))
}

// find sums up what was found of each group, with its first row, and counts the rows in none.
func (t *Table) find(of []uint32, groups int, garbage []collected) (found []sums, first []int, none int64) {
	found, first = make([]sums, groups), make([]int, groups)
	for row, group := range of {
		if group == segments.None {
			none++
			continue
		}
		one := t.sumsOfRow(row, garbage)
		if found[group][Rows] == 0 {
			first[group] = row
		}
		found[group].add(&one)
	}
	return found, first, none
}

// takeTop returns the first of all in an order: only these are sorted, since a segment can have as many values as there
// are rows.
func takeTop[T any](all []T, top int, compare func(a, b T) int) []T {
	var best []T
	for _, one := range all {
		if len(best) == top {
			if top == 0 || compare(one, best[top-1]) >= 0 {
				continue
			}
			best = best[:top-1]
		}
		at, _ := slices.BinarySearchFunc(best, one, compare)
		best = slices.Insert(best, at, one)
	}
	return best
}

// part sums up what of a group is in each cluster.
type part struct {
	sums   []estimate.Part   // by Question.Want
	ratios []estimate.Sparse // by Question.Ratios
}

// figures estimates the sums and ratios of the groups of an answer. place returns the group of a row, the rest behind
// all others, and -1 for a row in none. The error is ctx's.
func (t *Table) figures(ctx context.Context, answer *Answer, garbage []collected, place func(row int) int) error {
	design, rows := t.rows.Design, t.rows.Sample.Rows()
	parts := make([]part, len(answer.Groups)+1)
	for i := range parts {
		parts[i] = part{make([]estimate.Part, len(answer.Want)), make([]estimate.Sparse, len(answer.Ratios))}
	}
	var ofRows, ofBytes estimate.Total
	for cluster, row := 0, 0; row < rows; cluster++ {
		at := design.Cluster(cluster)
		ofRows.Next(at)
		ofBytes.Next(at)
		for end := design.ClusterEnd(cluster, row, rows); row < end; row++ {
			if row%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			weight, one := design.Weight(row), t.sumsOfRow(row, garbage)
			ofRows.Add(weight)
			ofBytes.Add(weight * float64(one[Bytes]))
			if group := place(row); group >= 0 {
				parts[group].add(answer, at, weight, &one, &ofRows, &ofBytes)
			}
		}
	}
	byRows, byBytes := ofRows.Shares(), ofBytes.Shares()
	ofTable := func(m Measure, p estimate.Part) Figure {
		if m.inBytes() {
			return byBytes(p).Share(design).Of(design.Bytes())
		}
		return byRows(p).Mean(design).Of(design.Rows())
	}
	for i := range answer.Groups {
		answer.Groups[i].estimated(answer, &parts[i], ofTable, design)
	}
	rest := &answer.Rest
	rest.estimated(answer, &parts[len(answer.Groups)], ofTable, design)
	for _, all := range [][]Figure{rest.Sums, rest.Ratios} { // which groups are in it depends on the sample too
		for i, figure := range all {
			all[i] = figure.WithoutInterval()
		}
	}
	return ctx.Err()
}

// estimated sets the figures of a group of which p is in the clusters.
func (g *Group) estimated(answer *Answer, p *part, of func(Measure, estimate.Part) Figure, design *estimate.Design) {
	for k, measure := range answer.Want {
		g.Sums = append(g.Sums, of(measure, p.sums[k]))
	}
	for k := range answer.Ratios {
		g.Ratios = append(g.Ratios, estimateShare(p.ratios[k], design))
	}
}

// add adds what a row of a cluster comes to.
func (p *part) add(answer *Answer, at estimate.Cluster, weight float64, one *sums, ofRows, ofBytes *estimate.Total) {
	for k, m := range answer.Want {
		base := ofRows
		if m.inBytes() {
			base = ofBytes
		}
		p.sums[k].Add(base, weight*float64(one[m]))
	}
	for k, r := range answer.Ratios {
		p.ratios[k].Add(at, weight*float64(one[r.Of]), weight*float64(one[r.In]))
	}
}

// estimateShare returns the estimate of a ratio, 0 for a group that has nothing to share.
func estimateShare(sparse estimate.Sparse, design *estimate.Design) Figure {
	ratio := sparse.Ratio()
	if ratio.Z == 0 {
		return estimate.Point(0)
	}
	return ratio.Share(design)
}
