package analysis

import (
	"bytes"
	"slices"

	"tabletop/model/census"
	"tabletop/model/keyspace"
	"tabletop/model/segments"
)

// CountNode returns what a node of the key space under path comes to over all rows of the table, and whether a census
// has counted it: record kinds, keys that no layout decodes, values that the plan names, and prefixes where they are
// nodes.
func (a *Analysis) CountNode(path []keyspace.Step, n *keyspace.Node) (keyspace.Count, bool) {
	if a.Census == nil || !a.Census.CountedBy(a.Layouts) {
		return keyspace.Count{}, false
	}
	result := a.Census
	switch n.Step.How {
	case keyspace.ByKind:
		of := &result.Misfits.Counts
		if n.Kind != segments.Unexplained {
			of = &result.Kinds[n.Kind].Counts
		}
		return a.nodeCount(of), true
	case keyspace.BySegment:
		if n.Value.Raw == nil {
			return keyspace.Count{}, false // a period of time
		}
		counts, ok := a.countedPrefix(path, n)
		if !ok {
			counts, ok = a.countedValue(path, n)
		}
		return a.nodeCount(&counts), ok
	}
	return keyspace.Count{}, false
}

// nodeCount returns counts as those of a node, beside those of the table.
func (a *Analysis) nodeCount(of *census.Counts) keyspace.Count {
	result := a.Census
	count := keyspace.Count{Rows: of.Rows, Bytes: of.Bytes, Cells: of.Cells, Largest: of.Largest,
		AllRows: result.Totals.Rows, AllBytes: result.Totals.Bytes, AllCells: result.Totals.Cells}
	if result.Retention != nil {
		count.HasGarbage, count.Garbage = true, of.Garbage
		for i := range result.Retention.Families {
			count.AllGarbage += result.Retention.Families[i].Eligible.Bytes
		}
	}
	return count
}

// countedValue returns the rows with the value of a segment, if the plan names it and nothing but the record kind is
// given beside it.
func (a *Analysis) countedValue(path []keyspace.Step, n *keyspace.Node) (census.Counts, bool) {
	var kinds []int // that have the segment
	for kind := range a.Layouts {
		if slices.Contains(a.Segments.KindSegments(kind), n.Step.By.Segment) {
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
	return a.Census.Named(kinds[0], n.Step.By.Segment, n.Value.Raw)
}

// countedPrefix returns the counts of the keys that begin as those of the node, if all of these are its own: where all
// rows of the table are of one kind, and the path goes by its first segments in their order.
func (a *Analysis) countedPrefix(path []keyspace.Step, n *keyspace.Node) (census.Counts, bool) {
	if len(a.Layouts) != 1 || a.Census.Misfits.Rows > 0 {
		return census.Counts{}, false
	}
	names := a.Segments.KindSegments(0)
	steps := slices.DeleteFunc(slices.Clone(path), func(s keyspace.Step) bool { return s.How == keyspace.ByKind })
	steps = append(steps, n.Step)
	if len(steps) >= len(names) {
		return census.Counts{}, false
	}
	for i, step := range steps {
		if c := a.Segments.Column(names[i]); step.How != keyspace.BySegment || step.By.Segment != names[i] ||
			c.IsTime() || c.Lacks || len(c.Repeats) > 0 {
			return census.Counts{}, false
		}
	}
	next := a.Segments.Column(names[len(steps)])
	if next.Lacks || len(next.Repeats) > 0 {
		return census.Counts{}, false
	}
	prefix := a.Sample.Key(n.First)[:next.Start[n.First]]
	at, ok := slices.BinarySearchFunc(a.Census.Plan.Prefixes, prefix, bytes.Compare)
	if !ok || !a.isNode(prefix, n) {
		return census.Counts{}, false
	}
	return a.Census.Prefixes[at], true
}

// isNode reports whether the rows of the sample with a prefix are as many as those of a node which begins with it.
func (a *Analysis) isNode(prefix []byte, n *keyspace.Node) bool {
	last := n.First + int(n.Rows) - 1
	return last < a.Sample.Rows() && bytes.HasPrefix(a.Sample.Key(last), prefix) &&
		(last+1 == a.Sample.Rows() || !bytes.HasPrefix(a.Sample.Key(last+1), prefix)) &&
		(n.First == 0 || !bytes.HasPrefix(a.Sample.Key(n.First-1), prefix))
}
