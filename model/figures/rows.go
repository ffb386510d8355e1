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

// inquiry is a question that is being answered from the rows of the sample.
type inquiry struct {
	answer *Answer
	of     []uint32 // group of each row, or segments.None
	known  measureSet
	found  []sums  // of each group
	first  []int   // its first row
	none   int64   // rows without a group
	place  []int32 // of each group in the answer; the rest is behind all that are listed
	parts  []part  // of each that is listed, and of the rest
}

// estimate answers questions from the rows of the sample: what was found of all groups first, then the figures of those
// that are listed, so that a million groups cost no more than their sums. The rows are passed twice, however many
// questions there are.
func (t *Table) estimate(ctx context.Context, qs []*Question) ([]*Answer, error) {
	var garbage []collected
	var err error
	for _, q := range qs {
		if garbage == nil && slices.ContainsFunc(q.measures(), Measure.needsPolicy) {
			if garbage, err = t.collect(ctx); err != nil {
				return nil, err
			}
		}
	}
	all, answers := make([]*inquiry, len(qs)), make([]*Answer, len(qs))
	for i, q := range qs {
		of, groups := t.grouping(q)
		all[i] = &inquiry{of: of, found: make([]sums, groups), first: make([]int, groups), known: allMeasures}
		if !slices.ContainsFunc(q.measures(), Measure.needsPolicy) {
			all[i].known &^= policyMeasures
		}
	}
	for row := range t.rows.Sample.Rows() {
		if row%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		one := t.sumsOfRow(row, garbage)
		for _, in := range all {
			in.find(row, &one)
		}
	}
	for i, in := range all {
		in.forget()
		in.answer = &Answer{Question: *qs[i], None: t.seen(in.none), Read: t.seen(int64(len(in.of)))}
		answers[i] = in.answer
		t.list(in)
	}
	if !t.rows.Design.IsExact() {
		return answers, t.figures(ctx, all, garbage)
	}
	for _, in := range all {
		for i := range in.answer.Groups {
			in.answer.Groups[i].exact(&in.answer.Question)
		}
		in.answer.Rest.exact(&in.answer.Question)
	}
	return answers, ctx.Err()
}

// find adds a row to what was found of its group.
func (in *inquiry) find(row int, one *sums) {
	group := in.of[row]
	if group == segments.None {
		in.none++
		return
	}
	if in.found[group][Rows] == 0 {
		in.first[group] = row
	}
	in.found[group].add(one)
}

// forget leaves out of what was found the measures that another question asked for.
func (in *inquiry) forget() {
	for group := range in.found {
		for m := range in.found[group] {
			if !in.known.has(Measure(m)) {
				in.found[group][m] = 0
			}
		}
	}
}

// list sets the groups of an answer that are listed, and adds the others up.
func (t *Table) list(in *inquiry) {
	answer, found := in.answer, in.found
	order := make([]uint32, 0, len(found))
	for group := range found {
		if found[group][Rows] > 0 { // others have values in a second place of a key only
			order = append(order, uint32(group))
		}
	}
	answer.Distinct = t.seen(int64(len(order)))
	by, name := answer.Order, func(group uint32) []byte { return t.name(&answer.Question, in.first[group]) }
	order = takeTop(order, answer.Top, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(found[b][by], found[a][by]), bytes.Compare(name(a), name(b)))
	})
	rest := int32(len(order))
	in.place = slices.Repeat([]int32{rest}, len(found))
	for i, group := range order {
		in.place[group] = int32(i)
		key := t.rows.Sample.Key(in.first[group])
		answer.Groups = append(answer.Groups, Group{Name: slices.Clone(name(group)), First: key, found: found[group],
			known: in.known})
	}
	answer.Rest.known = in.known
	for group := range found {
		if in.place[group] == rest {
			answer.Rest.found.add(&found[group])
		}
	}
	in.parts = make([]part, len(answer.Groups)+1)
	for i := range in.parts {
		in.parts[i] = part{make([]estimate.Part, len(answer.Want)), make([]estimate.Sparse, len(answer.Ratios))}
	}
}

// seen returns a number of things in the sample.
func (t *Table) seen(n int64) Figure {
	if t.rows.Design.IsExact() {
		return estimate.Counted(n)
	}
	return estimate.Seen(float64(n))
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

// figures estimates the sums and ratios of the groups of answers. The error is ctx's.
func (t *Table) figures(ctx context.Context, all []*inquiry, garbage []collected) error {
	design, rows := t.rows.Design, t.rows.Sample.Rows()
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
			for _, in := range all {
				if group := in.of[row]; group != segments.None {
					in.parts[in.place[group]].add(in.answer, at, weight, &one, &ofRows, &ofBytes)
				}
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
	for _, in := range all {
		in.estimated(ofTable, design)
		t.countGroups(in.answer)
	}
	return ctx.Err()
}

// estimated sets the figures of the groups, of which parts are in the clusters.
func (in *inquiry) estimated(of func(Measure, estimate.Part) Figure, design *estimate.Design) {
	for i := range in.answer.Groups {
		in.answer.Groups[i].estimated(in.answer, &in.parts[i], of, design)
	}
	rest := &in.answer.Rest
	rest.estimated(in.answer, &in.parts[len(in.answer.Groups)], of, design)
	for _, all := range [][]Figure{rest.Sums, rest.Ratios} { // which groups are in it depends on the sample too
		for i, figure := range all {
			all[i] = figure.WithoutInterval()
		}
	}
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
