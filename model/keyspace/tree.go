package keyspace

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// Step goes from a node of the tree to one of its children.
type Step struct {
	Kind   int    // of a step by record kind, else ignored
	By     By     // of a step by segment
	Group  uint32 // of a step by segment
	Prefix []byte // of a step by plain prefix: the whole prefix
	How    StepBy
}

// StepBy is the kind of a step.
type StepBy uint8

// The ways to step.
const (
	ByKind StepBy = iota
	BySegment
	ByPrefix
)

// Node is a part of the key space.
type Node struct {
	Step  Step  // from its parent
	Value Value // of the last step by segment
	Kind  int   // of the last step by kind
	First int   // its first row

	Rows    int64 // rows of the sample in it
	Cells   int64
	Largest int64    // bytes of its largest row
	Share   struct { // of the whole table
		Rows, Bytes, Cells, Garbage estimate.Figure
	}
	Bytes   float64 // of its rows in the sample, weighted
	Garbage float64 // likewise, the sum of Options.Garbage
	// Counted holds the counts of the node over all rows of the table, from which Share is then computed; nil if there
	// are none.
	Counted *Count
	// Recent is its share of the sum of Options.Recent. A node is hot if it exceeds its share of the rows.
	Recent float64
}

// Count holds the counts of a node over all rows of a table.
type Count struct {
	Rows, Bytes         int64
	AllRows, AllBytes   int64 // of the table
	Cells, AllCells     int64
	Largest             int64 // bytes of the largest row
	HasGarbage          bool  // the following are set
	Garbage, AllGarbage int64 // bytes of cells eligible for garbage collection
}

// GarbageShare returns the share of the node's own bytes that Options.Garbage counts, as counted over all rows where
// that is known; ok is false for a node without bytes.
func (n *Node) GarbageShare() (share float64, ok bool) {
	if c := n.Counted; c != nil && c.HasGarbage {
		return float64(c.Garbage) / float64(max(c.Bytes, 1)), c.Bytes > 0
	}
	return n.Garbage / n.Bytes, n.Bytes > 0
}

// Metric orders nodes.
type Metric string

// The metrics of a tree.
const (
	MetricBytes   Metric = "bytes"
	MetricRows    Metric = "rows"
	MetricCells   Metric = "cells"
	MetricGarbage Metric = "garbage"
	MetricKey     Metric = "key" // the order of the keys or values
)

// Level is the children of one node.
type Level struct {
	Path  []Step
	By    By // what the children are grouped by; zero for kinds and prefixes
	How   StepBy
	Nodes []Node
	// Rest counts the rows under the path that the grouping leaves out, because they have no such segment.
	Rest int64
}

// Options of a level.
type Options struct {
	// By is what to group by; the zero value is the next segment of the key that the path has not used.
	By   By
	Sort Metric // MetricBytes when empty
	// Garbage returns the bytes of a row that garbage collection may take; nil when nothing is known of it.
	Garbage func(row int) float64
	// Recent returns the cells of a row written in the last range of time; nil when there are no write times.
	Recent func(row int) float64
	// Counted returns the counts of a node under path over all rows, and whether there are any; nil if nothing was
	// counted.
	Counted func(path []Step, n *Node) (Count, bool)
}

// Level groups the rows under path. If that makes a single child, it continues with the children of that child, so
// Level.Path may be longer than path. The error is ctx's.
func (x *Index) Level(ctx context.Context, path []Step, opts Options) (*Level, error) {
	for {
		rows := x.under(path)
		level := &Level{Path: path}
		level.How, level.By = x.next(path, rows, opts.By)
		of, nodes := x.group(rows, level)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x.measure(level, rows, of, nodes, opts)
		level.count(opts.Counted)
		if len(level.Nodes) != 1 || level.Nodes[0].Rows == 1 || level.Rest > 0 {
			level.sort(opts.Sort)
			return level, ctx.Err()
		}
		path = append(slices.Clip(path), level.Nodes[0].Step)
		opts.By = By{}
	}
}

// selection is a set of rows: a range of keys, and a test if not all rows of the range are in the set.
type selection struct {
	from, to int
	in       func(row int) bool // nil when all of the range are in
}

// under selects the rows below a path.
func (x *Index) under(path []Step) selection {
	sel := selection{to: x.Sample.Rows()}
	type test struct {
		of   []uint32
		want uint32
	}
	var tests []test
	kind, kinds := 0, false
	for _, st := range path {
		switch st.How {
		case ByKind:
			kind, kinds = st.Kind, true
		case ByPrefix:
			sel.from = max(sel.from, x.Sample.Find(st.Prefix))
			sel.to = min(sel.to, x.after(st.Prefix))
		case BySegment:
			tests = append(tests, test{x.Groups(st.By).Of, st.Group})
		}
	}
	if !kinds && len(tests) == 0 {
		return sel
	}
	sel.in = func(row int) bool {
		if kinds && int(x.Kind[row]) != kind {
			return false
		}
		for _, t := range tests {
			if t.of[row] != t.want {
				return false
			}
		}
		return true
	}
	return sel
}

// Rows iterates over the rows below a path, in the order of their keys.
func (x *Index) Rows(path []Step) iter.Seq[int] {
	return func(yield func(int) bool) {
		sel := x.under(path)
		for row := sel.from; row < sel.to; row++ {
			if (sel.in == nil || sel.in(row)) && !yield(row) {
				return
			}
		}
	}
}

// after returns the first row after all keys with a prefix.
func (x *Index) after(prefix []byte) int {
	if end := rowkey.PrefixEnd(prefix); end != nil {
		return x.Sample.Find(end)
	}
	return x.Sample.Rows()
}

func (s selection) each(f func(row int)) {
	for row := s.from; row < s.to; row++ {
		if s.in == nil || s.in(row) {
			f(row)
		}
	}
}

// next returns what to group the rows under path by.
func (x *Index) next(path []Step, rows selection, want By) (StepBy, By) {
	if want.Segment != "" {
		return BySegment, want
	}
	kind, known := x.kindUnder(path, rows)
	if !known {
		return ByKind, By{}
	}
	if kind == segments.Unexplained || usesPrefix(path) {
		return ByPrefix, By{}
	}
	for _, name := range x.KindSegments(kind) {
		if finer, ok := x.unused(path, name); ok {
			return BySegment, finer
		}
	}
	return ByPrefix, By{}
}

// unused returns how to group by a segment, and whether the path has left anything to group by: a time can be grouped
// again until it was truncated to its finest unit.
func (x *Index) unused(path []Step, name string) (By, bool) {
	by := By{Segment: name}
	col := x.Column(name)
	for _, st := range path {
		if st.How != BySegment || st.By.Segment != name {
			continue
		}
		if !col.IsTime() {
			return by, false
		}
		i := slices.Index(units[:], st.By.Unit)
		if i < 0 || i == len(units)-1 || !st.By.Unit.CoarserThan(col.Segment.Codec.Unit()) {
			return by, false
		}
		by.Unit = units[i+1]
	}
	if col.IsTime() && by.Unit == "" {
		by.Unit = columnUnit(col)
	}
	return by, true
}

func usesPrefix(path []Step) bool {
	return slices.ContainsFunc(path, func(s Step) bool { return s.How == ByPrefix })
}

// kindUnder returns the kind that all rows under path have; false when there are several to choose from.
func (x *Index) kindUnder(path []Step, rows selection) (int, bool) {
	for _, st := range path {
		if st.How == ByKind {
			return st.Kind, true
		}
	}
	kind, many := -2, false
	rows.each(func(row int) {
		switch {
		case kind == -2:
			kind = int(x.Kind[row])
		case kind != int(x.Kind[row]):
			many = true
		}
	})
	if kind == -2 {
		kind = segments.Unexplained
	}
	return kind, !many
}

// group sorts the rows into the children of the level: a group for each row (None leaves it out), and the child of
// each group as far as its Step, Value and Kind go.
func (x *Index) group(rows selection, level *Level) (of func(row int) uint32, nodes []Node) {
	switch level.How {
	case ByKind:
		for kind := segments.Unexplained; kind < len(x.Layouts); kind++ {
			nodes = append(nodes, Node{Step: Step{How: ByKind, Kind: kind}, Kind: kind})
		}
		return func(row int) uint32 { return uint32(x.Kind[row] + 1) }, nodes
	case BySegment:
		groups := x.Groups(level.By)
		if groups == nil {
			return func(int) uint32 { return None }, nil
		}
		level.By = groups.By
		nodes = make([]Node, len(groups.Values))
		for i, v := range groups.Values {
			nodes[i] = Node{Step: Step{How: BySegment, By: groups.By, Group: uint32(i)}, Value: v}
		}
		return func(row int) uint32 { return groups.Of[row] }, nodes
	}
	return x.byPrefix(rows)
}

// byPrefix groups by the first byte after the common prefix of all the rows' keys.
func (x *Index) byPrefix(rows selection) (of func(row int) uint32, nodes []Node) {
	first, last := -1, -1
	rows.each(func(row int) {
		if first < 0 {
			first = row
		}
		last = row
	})
	if first < 0 {
		return func(int) uint32 { return None }, nil
	}
	shared := commonPrefix(x.Sample.Key(first), x.Sample.Key(last))
	ids := map[int]uint32{}
	of = func(row int) uint32 { return ids[byteAt(x.Sample.Key(row), shared)] }
	rows.each(func(row int) {
		key := x.Sample.Key(row)
		at := byteAt(key, shared)
		if _, ok := ids[at]; !ok {
			ids[at] = uint32(len(nodes))
			nodes = append(nodes, Node{Step: Step{How: ByPrefix, Prefix: key[:min(shared+1, len(key))]}})
		}
	})
	return of, nodes
}

func byteAt(key []byte, i int) int {
	if i >= len(key) {
		return -1
	}
	return int(key[i])
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// measure adds up the rows of each child and drops the empty ones.
func (x *Index) measure(level *Level, rows selection, of func(int) uint32, nodes []Node, opts Options) {
	type parts struct{ rows, bytes, cells, garbage estimate.Part }
	sums := make([]parts, len(nodes))
	var totalRows, totalBytes, totalCells, totalGarbage estimate.Total
	cluster, end, count, recent := 0, 0, x.Sample.Rows(), 0.0
	for row := range count {
		for row == end {
			end = x.Design.ClusterEnd(cluster, row, count)
			at := x.Design.Cluster(cluster)
			cluster++
			for _, t := range []*estimate.Total{&totalRows, &totalBytes, &totalCells, &totalGarbage} {
				t.Next(at)
			}
		}
		weight := x.Design.Weight(row)
		from, to := x.Sample.Cells(row)
		value, cells, garbage := weight*float64(x.Bytes[row]), weight*float64(to-from), 0.0
		if opts.Garbage != nil {
			garbage = weight * opts.Garbage(row)
		}
		written := 0.0
		if opts.Recent != nil {
			written = weight * opts.Recent(row)
			recent += written
		}
		totalRows.Add(weight)
		totalBytes.Add(value)
		totalCells.Add(cells)
		totalGarbage.Add(garbage)
		if row < rows.from || row >= rows.to || rows.in != nil && !rows.in(row) {
			continue
		}
		bits := of(row)
		if bits == None {
			level.Rest++
			continue
		}
		node, sum := &nodes[bits], &sums[bits]
		if node.Rows == 0 {
			node.First = row
		}
		node.Rows++
		node.Cells += int64(to - from)
		node.Largest = max(node.Largest, x.Bytes[row])
		node.Bytes += value
		node.Garbage += garbage
		node.Recent += written
		sum.rows.Add(&totalRows, weight)
		sum.bytes.Add(&totalBytes, value)
		sum.cells.Add(&totalCells, cells)
		sum.garbage.Add(&totalGarbage, garbage)
	}
	ofRows, ofBytes, ofCells, ofGarbage := totalRows.Shares(), totalBytes.Shares(), totalCells.Shares(),
		totalGarbage.Shares()
	for index := range nodes {
		if nodes[index].Rows == 0 {
			continue
		}
		node := nodes[index]
		node.Recent /= max(recent, 1e-300)
		node.Share.Rows = ofRows(sums[index].rows).Share(x.Design)
		node.Share.Bytes = ofBytes(sums[index].bytes).Share(x.Design)
		node.Share.Cells = ofCells(sums[index].cells).Share(x.Design)
		node.Share.Garbage = ofGarbage(sums[index].garbage).Share(x.Design)
		level.Nodes = append(level.Nodes, node)
	}
}

// count replaces estimates from the sample with the counts over all rows.
func (l *Level) count(counted func([]Step, *Node) (Count, bool)) {
	if counted == nil {
		return
	}
	for i := range l.Nodes {
		node := &l.Nodes[i]
		count, ok := counted(l.Path, node)
		if !ok {
			continue
		}
		node.Counted = &count
		node.Share.Rows, node.Share.Bytes = estimate.CountedShare(count.Rows, count.AllRows),
			estimate.CountedShare(count.Bytes, count.AllBytes)
		node.Share.Cells = estimate.CountedShare(count.Cells, count.AllCells)
		node.Largest = count.Largest
		if count.HasGarbage {
			node.Share.Garbage = estimate.CountedShare(count.Garbage, count.AllGarbage)
		}
	}
}

// sort orders the nodes: largest first, or by value.
func (l *Level) sort(by Metric) {
	slices.SortStableFunc(l.Nodes, func(a, b Node) int {
		switch by {
		case MetricRows:
			return cmp.Or(cmp.Compare(b.Share.Rows.Value, a.Share.Rows.Value), a.compare(b))
		case MetricCells:
			return cmp.Or(cmp.Compare(b.Share.Cells.Value, a.Share.Cells.Value), a.compare(b))
		case MetricGarbage:
			return cmp.Or(cmp.Compare(b.Share.Garbage.Value, a.Share.Garbage.Value), a.compare(b))
		case MetricKey:
			return a.compare(b)
		}
		return cmp.Or(cmp.Compare(b.Share.Bytes.Value, a.Share.Bytes.Value), a.compare(b))
	})
}

// compare orders nodes by kind, value or prefix.
func (n Node) compare(o Node) int {
	step, b := n.Step, o.Step
	switch step.How {
	case ByKind:
		return cmp.Compare(step.Kind, b.Kind)
	case ByPrefix:
		return bytes.Compare(step.Prefix, b.Prefix)
	}
	if n.Value.Raw == nil {
		return cmp.Compare(n.Value.Of.Int, o.Value.Of.Int)
	}
	return strings.Compare(string(n.Value.Raw), string(o.Value.Raw))
}
