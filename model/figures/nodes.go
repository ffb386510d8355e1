package figures

import (
	"bytes"
	"slices"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/keyspace"
	"tabletop/model/segments"
)

// countNodes sets the figures of the nodes of a level that were counted over all rows of the table: record kinds, keys
// that no layout decodes, values that the plan names, and prefixes where they are nodes.
func (t *Table) countNodes(level *Level) {
	if t.counts == nil {
		return
	}
	all, garbage, known := t.counts.Totals, int64(0), t.counted().has(Garbage)
	if known {
		for i := range t.counts.Retention.Families {
			garbage += t.counts.Retention.Families[i].Eligible.Bytes
		}
	}
	for at := range level.Nodes {
		node := &level.Nodes[at]
		counts, ok := t.nodeCounts(level.Path, node)
		if !ok {
			continue
		}
		node.FoundRows, node.FoundCells = estimate.Counted(counts.Rows), estimate.Counted(counts.Cells)
		node.FoundBytes, node.Largest = estimate.Counted(counts.Bytes), counts.Largest
		node.Share.Rows, node.Share.Bytes = estimate.CountedShare(counts.Rows, all.Rows),
			estimate.CountedShare(counts.Bytes, all.Bytes)
		node.Share.Cells = estimate.CountedShare(counts.Cells, all.Cells)
		if known {
			node.Share.Garbage = estimate.CountedShare(counts.Garbage, garbage)
			node.Garbage = estimate.CountedShare(counts.Garbage, counts.Bytes)
		}
	}
}

// nodeCounts returns what a node under path comes to over all rows of the table, and whether that was counted.
func (t *Table) nodeCounts(path []keyspace.Step, n *Node) (census.Counts, bool) {
	switch {
	case n.Step.How == keyspace.ByKind && n.Kind == segments.Unexplained:
		return t.counts.Misfits.Counts, true
	case n.Step.How == keyspace.ByKind:
		return t.counts.Kinds[n.Kind].Counts, true
	case n.Step.How != keyspace.BySegment || n.Value.Raw == nil: // a plain prefix, or a period of time
		return census.Counts{}, false
	}
	if counts, ok := t.countedPrefix(path, n); ok {
		return counts, true
	}
	return t.countedValue(path, n)
}

// countedValue returns the rows with the value of a segment, if the plan names it and nothing but the record kind is
// given beside it.
func (t *Table) countedValue(path []keyspace.Step, n *Node) (census.Counts, bool) {
	var kinds []int // that have the segment
	for kind := range t.rows.Layouts {
		if slices.Contains(t.rows.KindSegments(kind), n.Step.By.Segment) {
			kinds = append(kinds, kind)
		}
	}
	for _, step := range path {
		if step.How != keyspace.ByKind {
			return census.Counts{}, false
		}
		kinds = slices.DeleteFunc(kinds, func(kind int) bool { return kind != step.Kind })
	}
	if len(kinds) != 1 {
		return census.Counts{}, false
	}
	return t.counts.Named(kinds[0], n.Step.By.Segment, n.Value.Raw)
}

// countedPrefix returns the counts of the keys that begin as those of the node, if all of these are its own: where all
// rows of the table are of one kind, and the path goes by its first segments in their order.
func (t *Table) countedPrefix(path []keyspace.Step, n *Node) (census.Counts, bool) {
	if len(t.rows.Layouts) != 1 || t.counts.Misfits.Rows > 0 {
		return census.Counts{}, false
	}
	names := t.rows.KindSegments(0)
	steps := slices.DeleteFunc(slices.Clone(path), func(s keyspace.Step) bool { return s.How == keyspace.ByKind })
	steps = append(steps, n.Step)
	if len(steps) >= len(names) {
		return census.Counts{}, false
	}
	for i, step := range steps {
		if c := t.rows.Column(names[i]); step.How != keyspace.BySegment || step.By.Segment != names[i] ||
			c.IsTime() || c.Lacks || len(c.Repeats) > 0 {
			return census.Counts{}, false
		}
	}
	next := t.rows.Column(names[len(steps)])
	if next.Lacks || len(next.Repeats) > 0 {
		return census.Counts{}, false
	}
	prefix := t.rows.Sample.Key(n.First)[:next.Start[n.First]]
	at, ok := slices.BinarySearchFunc(t.counts.Plan.Prefixes, prefix, bytes.Compare)
	if !ok || !t.isNode(prefix, n) {
		return census.Counts{}, false
	}
	return t.counts.Prefixes[at], true
}

// isNode reports whether the rows of the sample with a prefix are as many as those of a node which begins with it.
func (t *Table) isNode(prefix []byte, n *Node) bool {
	last := n.First + int(n.Rows) - 1
	return last < t.rows.Sample.Rows() && bytes.HasPrefix(t.rows.Sample.Key(last), prefix) &&
		(last+1 == t.rows.Sample.Rows() || !bytes.HasPrefix(t.rows.Sample.Key(last+1), prefix)) &&
		(n.First == 0 || !bytes.HasPrefix(t.rows.Sample.Key(n.First-1), prefix))
}

// PrefixShare returns the share of the rows of a record kind whose keys are alike before a segment, which is not the
// first of the kind. row is one of them or -1, and alike reports whether a row of the sample is.
func (t *Table) PrefixShare(kind, segment, row int, alike func(row int) bool) Figure {
	if rows, ok := t.countAlike(kind, segment, row); ok && t.counts.Kinds[kind].Rows > 0 {
		return estimate.CountedShare(rows, t.counts.Kinds[kind].Rows)
	}
	return t.rows.Design.EstimateRatio(t.rows.Sample, func(row int) (y, z float64) {
		switch {
		case int(t.rows.Kind[row]) != kind:
			return 0, 0
		case alike(row):
			return 1, 1
		}
		return 0, 1
	}).Share(t.rows.Design)
}

// countAlike returns the rows of a kind whose keys are as that of a row before a segment, if they were counted: those
// with a value, or with a prefix if all keys are of the kind.
func (t *Table) countAlike(kind, segment, row int) (int64, bool) {
	if t.counts == nil || row < 0 {
		return 0, false
	}
	names := t.rows.KindSegments(kind)
	if v := t.rows.Column(names[0]).At(row); segment == 1 && v != nil {
		if rows, exact := t.counts.Count(kind, names[0], v.Raw); exact {
			return rows, true
		}
	}
	prefix := t.rows.Sample.Key(row)[:t.rows.Column(names[segment]).Start[row]]
	at, ok := slices.BinarySearchFunc(t.counts.Plan.Prefixes, prefix, bytes.Compare)
	if !ok || len(t.rows.Layouts) != 1 || t.counts.Misfits.Rows > 0 {
		return 0, false
	}
	return t.counts.Prefixes[at].Rows, true
}
