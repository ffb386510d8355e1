package keyspace

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

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
	Rows  int64 // of the sample in it
}

// Level is the children of one node.
type Level struct {
	Path  []Step
	By    By // what the children are grouped by; zero for kinds and prefixes
	How   StepBy
	Nodes []Node // in the order of their keys or values
	// Rest counts the rows under the path that the grouping leaves out, because they have no such segment.
	Rest int64

	rows  selection
	group func(row int) uint32
	place []int32 // group -> index in Nodes; -1 for a group without rows
}

// Node returns the index of the node that a row is in, or -1.
func (l *Level) Node(row int) int {
	if !l.rows.has(row) {
		return -1
	}
	if group := l.group(row); group != None {
		return int(l.place[group])
	}
	return -1
}

// Level groups the rows under path, by the next segment of the key that the path has not used unless by names another.
// If that makes a single child, it continues with the children of that child, so Level.Path may be longer than path.
// The error is ctx's.
func (x *Index) Level(ctx context.Context, path []Step, by By) (*Level, error) {
	for {
		level := &Level{Path: path, rows: x.under(path)}
		level.How, level.By = x.next(path, level.rows, by)
		var nodes []Node
		level.group, nodes = x.group(level.rows, level)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		level.fill(nodes)
		if len(level.Nodes) != 1 || level.Nodes[0].Rows == 1 || level.Rest > 0 {
			return level, ctx.Err()
		}
		path, by = append(slices.Clip(path), level.Nodes[0].Step), By{}
	}
}

// fill sorts the rows into nodes, of which there is one for each group, and drops those without rows.
func (l *Level) fill(nodes []Node) {
	l.rows.each(func(row int) {
		group := l.group(row)
		if group == None {
			l.Rest++
			return
		}
		node := &nodes[group]
		if node.Rows == 0 {
			node.First = row
		}
		node.Rows++
	})
	order := make([]int32, 0, len(nodes))
	l.place = make([]int32, len(nodes))
	for group := range nodes {
		l.place[group] = -1
		if nodes[group].Rows > 0 {
			order = append(order, int32(group))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return nodes[a].compare(&nodes[b]) })
	l.Nodes = make([]Node, len(order))
	for place, group := range order {
		l.place[group], l.Nodes[place] = int32(place), nodes[group]
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
			if sel.has(row) && !yield(row) {
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

// has reports whether a row is in the set.
func (s selection) has(row int) bool {
	return row >= s.from && row < s.to && (s.in == nil || s.in(row))
}

func (s selection) each(f func(row int)) {
	for row := s.from; row < s.to; row++ {
		if s.has(row) {
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

// compare orders nodes by kind, value or prefix.
func (n *Node) compare(o *Node) int {
	step, other := n.Step, o.Step
	switch step.How {
	case ByKind:
		return cmp.Compare(step.Kind, other.Kind)
	case ByPrefix:
		return bytes.Compare(step.Prefix, other.Prefix)
	}
	if n.Value.Raw == nil {
		return cmp.Compare(n.Value.Of.Int, o.Value.Of.Int)
	}
	return strings.Compare(string(n.Value.Raw), string(o.Value.Raw))
}
