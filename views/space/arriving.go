package space

import (
	"fmt"

	"tabletop/model/figures"
)

// renewed is how many times as many rows there must be for the nodes to be sorted again while rows arrive: until then
// each keeps its place, in the list as on the map, and only its figures change.
const renewed = 2

// keep puts the nodes in the order in which they were before, those that are new behind them. It reports false where
// that order is of other nodes or too old, and leaves the level sorted.
func (l *level) keep(before *level) bool {
	if before == nil || before.Level == nil || !before.tree.of.Layouts.Equal(l.tree.of.Layouts) ||
		l.tree.of.Sample.Rows() >= renewed*before.sorted {
		return false
	}
	was := before.at
	if was.path = carry(before.tree, l.tree, was.path); !was.same(l.at) {
		return false
	}
	places := make(map[string]int, len(before.Nodes))
	for i := range before.Nodes {
		places[groupKey(&before.Nodes[i])] = i
	}
	order, added := make([]int, len(before.Nodes)), []int(nil)
	for i := range order {
		order[i] = -1
	}
	for i := range l.Nodes {
		if at, ok := places[groupKey(&l.Nodes[i])]; ok {
			order[at] = i
		} else {
			added = append(added, i)
		}
	}
	nodes, leader := make([]figures.Node, 0, len(l.Nodes)), 0
	for _, i := range append(order, added...) {
		if i < 0 { // its rows were thinned out
			return false
		}
		if i == 0 { // the list is sorted
			leader = len(nodes)
		}
		nodes = append(nodes, l.Nodes[i])
	}
	l.Nodes, l.sorted, l.leader = nodes, before.sorted, leader
	l.largest = tiles{nodes: before.largest.nodes, areas: before.largest.areas}
	l.largest.sum(l)
	return true
}

// groupKey is the same for the same part of the key space in two trees.
func groupKey(n *figures.Node) string {
	return fmt.Sprintf("%v %v %d %q %q %d", n.Step.How, n.Step.By, n.Step.Kind, n.Step.Prefix, n.Value.Raw,
		n.Value.Of.Int)
}
